"""What a battle is worth to each side, counted in units: what is lost, what is shaken, who bears on whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import hypot
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.refusal import Refusal
from kemu.parts.tabletop.oriented import RIGHT, TURN, facing_towards

from ..model.moves import Charge
from ..model.units import ART, BW, CAV, COLUMN, INF, Unit
from ..rules import charge_move
from ..rules.activation import Activation, NameForce, Paying
from ..rules.charging import Charging
from ..rules.combat import Combat, engaged, foes, lines_of, pairs_of, value_of
from ..rules.forces import affordable, can_bombard, leave_of, plain
from ..rules.marching import Marching
from ..rules.movement import ALLOWANCE
from ..rules.rallying import Rallying, rallies_on
from ..rules.shooting import Shooting
from ..rules.volleys import VolleyPhase

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State
    from ..rules.field import Field

SHAKEN = (0.0, 0.1, 0.24, 0.42, 0.66)
"""How much of a unit of four bases is gone by its DISR; of a gun, half by its one."""
ONE = 0.15
"""What one DISR more costs, on average."""
HIT = 0.25
"""How much DISR a base that fires is expected to give."""


FAR = 6.0
"""Beyond so many BW, from front to middle, nobody is hit by a volley."""


def cost(unit: Unit, more: int = 0) -> float:
    """Return how much of a unit is gone, with so much more DISR."""
    disr = unit.disr + more
    if disr > unit.bases:
        return 1.0
    return 0.5 * disr if unit.arm == ART else SHAKEN[disr]


def near_foe(field: Field, uid: int) -> tuple[float, int]:
    """Return how far off the nearest enemy is in BW, from front to middle, and who; -1 if there is none."""
    key = ("foe", uid)
    if key not in field.answers:
        x, y = field.body(uid).at
        field.answers[key] = min(
            (
                (hypot(c[0] - x, c[1] - y) / BW, foe)
                for foe in field.foes(field.units[uid].side)
                for c in [field.body(foe).centre]
            ),
            default=(0.0, -1),
        )
    return field.answers[key]


def turned(field: Field, uid: int, foe: int) -> float:
    """Return how far a unit must turn to face an enemy, in right angles."""
    body = field.body(uid)
    return abs((facing_towards(body.at, field.body(foe).centre) - body.facing + TURN // 2) % TURN - TURN // 2) / RIGHT


def bears(field: Field, uid: int) -> float:
    """Return how well a unit bears on its nearest enemy: from 0, far off or turned away, to 1."""
    away, foe = near_foe(field, uid)
    unit = field.units[uid]
    if foe < 0 or unit.formation == COLUMN:
        return 0.0
    near = 1.0 - max(0.0, away - 2.5) / (9.0 if unit.arm == CAV else 6.0)
    return near * max(0.0, 1.0 - turned(field, uid, foe)) if near > 0 else 0.0


def ground(field: Field, uid: int, south: bool) -> float:
    """Return how far forward a unit is, in BW, but no farther than in front of the enemy it is to fight."""
    _, foe = near_foe(field, uid)
    y, theirs = field.body(uid).at[1], field.body(foe).centre[1] if foe >= 0 else 0
    high = field.table.height
    here, there = (y, theirs) if south else (high - y, high - theirs)
    return min(here, there - 3 * BW) / BW


def volley(game: Maurice, state: State, seat: int, *, due: bool = False) -> float:
    """Return the DISR that a side's volley would give, with those only who have not yet fired if it is due now."""
    field = game.field(state)
    found = 0.0
    for unit in state.side(seat):
        if unit.arm == CAV or unit.formation == COLUMN or (due and state.fired >> unit.id & 1):
            continue
        away, foe = near_foe(field, unit.id)
        if foe < 0 or away > FAR:
            continue
        # Roughly: the fewer of its bases, the farther off and the more to a side the enemy is.
        share = min(1.0, FAR - away) * max(0.0, 1.0 - 1.3 * turned(field, unit.id, foe))
        found += HIT * share * (2 if unit.arm == ART else 4) * (0.7 if 2 * unit.disr >= unit.bases else 1.0)
    return found


@lru_cache(maxsize=1024)
def duel(attack: int, defence: int) -> tuple[float, float]:
    """Return how often an attacker's score is greater than a defender's, and how often it is double.

    >>> duel(6, 0)[1], duel(0, 6)[0]
    (0.9166666666666666, 0.0)
    """
    rolls = [(attack + a, defence + b) for a, b in product(range(1, 7), repeat=2)]
    return sum(a > b for a, b in rolls) / 36, sum(a >= 2 * b for a, b in rolls) / 36


def melee(game: Maurice, state: State, attackers: Sequence[int]) -> float:
    """Return what a combat is worth to the attackers: roughly, each against whoever matters most to him."""
    pairs = pairs_of(game, state, attackers)
    values = {uid: value_of(lines_of(game, state, pairs, uid)) for uid in engaged(pairs)}
    found = 0.0
    gone: dict[int, float] = {}
    for uid in {pair.defender for pair in pairs}:
        unit = state.unit(uid)
        beats, doubles = duel(max(values[foe] for foe in foes(pairs, uid)), values[uid])
        left = doubles * 1.0 + (beats - doubles) * cost(unit, 2) + (1 - beats) * cost(unit, 1)
        found += left - cost(unit)
        gone[uid] = doubles + (beats - doubles) * (unit.disr + 2 > unit.bases)
    for uid in {pair.attacker for pair in pairs}:
        unit = state.unit(uid)
        hardest = max(foes(pairs, uid), key=lambda foe: values[foe] * (1 - gone[foe]))
        loses = (1 - duel(values[uid], values[hardest])[0]) * (1 - gone[hardest])
        found -= loses * cost(unit, 2) + (1 - loses) * cost(unit, 1) - cost(unit)
    return found


def charges(game: Maurice, state: State, uid: int) -> list[tuple[float, Charge]]:
    """Return the charges that a unit could make, the best first, each with what it is worth."""
    field = game.field(state)
    key = ("charges", uid)
    if key not in field.answers:
        leave = leave_of(game, state, (uid,))
        found: list[tuple[float, Charge]] = []
        for order in charge_move.charges(field, uid, leave):
            plan = charge_move.plan(field, order, leave)
            if not isinstance(plan, Refusal):
                found.append((melee(game, replace(state, units=plan.units), (uid,)), order))
        field.answers[key] = sorted(found, key=lambda one: (-one[0], one[1].wheel))
    return field.answers[key]


def prospect(game: Maurice, state: State, action: str, units: Sequence[int], tempo: float) -> float:
    """Return what an action with a force promises."""
    field = game.field(state)
    if action == "rally":
        return sum(ONE * state.unit(uid).disr * (7 - rallies_on(game, state, uid)) / 6 for uid in units)
    if action == "bombard":
        return sum(HIT * 0.6 * ONE * can_bombard(game, state, uid) for uid in units)
    if action == "charge":
        return sum(max(0.0, found[0][0]) for uid in units if (found := charges(game, state, uid)))
    total = 0.0
    for uid in units:
        unit = field.units[uid]
        if unit.arm == ART or unit.smoke:
            continue
        away = near_foe(field, uid)[0]
        left = away - (5.0 if unit.arm == INF else 7.0)
        total += tempo * min(max(left, 0.0), ALLOWANCE[unit.arm, unit.formation] / BW)
        if unit.formation != COLUMN and left <= 0:
            total += 0.03 * (1.0 - bears(field, uid))
    return total


def promise(game: Maurice, state: State, tempo: float) -> float:
    """Return what the active side may still hope for from what it is doing."""
    found = 0.0
    for frame in reversed(state.stack):
        match frame:
            case NameForce(action=action):
                forces = (units for units in plain(game, state, action) if affordable(game, state, action, units))
                return found + max((prospect(game, state, action, units, tempo) for units in forces), default=0.0)
            case Paying(action=action, units=units) | Activation(action=action, units=units):
                if not isinstance(frame, Activation) or frame.stage < 3:
                    return found + prospect(game, state, action, units, tempo)
            case Marching(units=units):
                return found + prospect(game, state, "march", units, tempo)
            case Charging(able=able, left=left, charged=charged, begun=begun):
                hope = prospect(game, state, "charge", [uid for uid in able if not begun or uid in left], tempo)
                return found + hope + (melee(game, state, charged) if charged else 0.0)
            case Combat(attackers=attackers, scores=scores) if not scores:
                return found + melee(game, state, attackers)
            case Rallying(units=units) if not frame.again:
                return found + prospect(game, state, "rally", units, tempo)
            case Shooting(long=True, units=units):
                found += prospect(game, state, "bombard", units, tempo)
            case VolleyPhase(half=half, first=first):
                sides = ((first, 1.0), (1 - first, 0.9)) if half == 0 else ((1 - first, 0.9),) if half == 1 else ()
                if isinstance(state.stack[-1], Shooting) and not state.stack[-1].long:
                    sides = (*sides, (state.stack[-1].seat, 1.0))
                for seat, share in sides:
                    due = volley(game, state, seat, due=True) * ONE * share
                    found += due if seat == state.active else -due
            case _:
                pass
    return found


def counted(game: Maurice, state: State, seat: int) -> dict[str, float]:
    """Return what a person would count of one side."""
    field = game.field(state)
    units = state.side(seat)
    south = seat == state.south
    at = state.cinc[seat]
    fighting = [unit for unit in units if unit.arm != ART]
    spread = 0.0 if at is None else sum(max(0.0, hypot(u.x - at[0], u.y - at[1]) / BW - 6) for u in units)
    cards = len(state.hands[seat])
    return {
        "lost": float(state.start_morale[seat] - state.morale[seat]),
        "shaken": sum(cost(unit) for unit in units),
        "ground": sum(min(ground(field, unit.id, south), 26.0) for unit in fighting) if fighting else 0.0,
        "bearing": sum(bears(field, unit.id) for unit in units if unit.arm != ART or not unit.smoke),
        "volley": volley(game, state, seat),
        "command": spread / max(1, len(units)),
        "cards": min(cards, 7) + 0.2 * max(0, cards - 7),
    }
