"""What a battle is worth to each side, counted in units: what is lost, what is shaken, who bears on whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import hypot, sqrt
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kemu.parts.tabletop.oriented import RIGHT

from ..model.moves import Charge, Plan
from ..model.units import ART, BW, CAV, COLUMN, INF, Unit
from ..rules import charge_move
from ..rules.activation import Activation, NameForce, Paying
from ..rules.charging import Charging
from ..rules.combat import Combat, engaged, foes, lines_of, pairs_of, value_of
from ..rules.forces import affordable, can_bombard, leave_of, plain
from ..rules.marching import Marching
from ..rules.measuring import nearest_foe
from ..rules.movement import ALLOWANCE
from ..rules.rallying import Rallying, rallies_on
from ..rules.shooting import Shooting
from ..rules.volleys import VolleyPhase

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State
    from ..rules.field import Field
    from .numbers import Numbers


def cost(unit: Unit, more: int = 0) -> float:
    """Return how much of a unit is gone, with so much more DISR: the second half of it weighs twice the first."""
    share = min(1.0, (unit.disr + more) / (unit.bases + 1))
    return share * (0.5 + 0.5 * share)


def near_foe(field: Field, uid: int) -> tuple[float, int]:
    """Return how far off the nearest enemy is in BW, from front to middle, and who; -1 if there is none."""
    square, foe, _ = nearest_foe(field, uid)
    return sqrt(square) / BW, foe


def bears(field: Field, uid: int, numbers: Numbers) -> float:
    """Return how well a unit bears on its nearest enemy: from 0, far off or turned away, to 1."""
    (square, foe, turn), unit = nearest_foe(field, uid), field.units[uid]
    fades = numbers.bear_horse if unit.arm == CAV else numbers.bear_foot
    near = 1.0 - max(0.0, sqrt(square) / BW - numbers.bear_close) / fades
    if foe < 0 or unit.formation == COLUMN or near <= 0:
        return 0.0
    return near * max(0.0, 1.0 - abs(turn) / RIGHT)


def volley(game: Maurice, state: State, seat: int, *, due: bool = False) -> float:
    """Return the DISR that a side's volley would give, with those only who have not yet fired if it is due now."""
    field, numbers = game.field(state), game.mind.numbers
    found = 0.0
    for unit in state.units:
        if unit.side != seat or unit.arm == CAV or unit.formation == COLUMN or (due and state.fired >> unit.id & 1):
            continue
        square, foe, turn = nearest_foe(field, unit.id)
        away = sqrt(square) / BW
        if foe >= 0 and away < numbers.volley_reach:
            # Roughly: the fewer of its bases, the farther off and the more to a side the enemy is.
            share = min(1.0, numbers.volley_reach - away) * max(0.0, 1.0 - numbers.aside * (abs(turn) / RIGHT))
            dice = (2 if unit.arm == ART else unit.bases) * (numbers.thinned if 2 * unit.disr >= unit.bases else 1.0)
            found += numbers.die * share * dice
    return found


@lru_cache(maxsize=1024)
def duel(attack: int, defence: int) -> tuple[float, float]:
    """Return how often an attacker's score is greater than a defender's, and how often it is double."""
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
    field, key = game.field(state), ("charges", uid, state.effects)
    if key not in field.answers:
        leave = leave_of(game, state, (uid,))
        found = [
            (melee(game, replace(state, units=plan.units), (uid,)), order)
            for order in charge_move.charges(field, uid, leave)
            if isinstance(plan := charge_move.plan(field, order, leave), Plan)
        ]
        field.answers[key] = sorted(found, key=lambda one: (-one[0], one[1].wheel))
    return field.answers[key]


def prospect(game: Maurice, state: State, action: str, units: Sequence[int]) -> float:
    """Return what an action with a force promises."""
    field, numbers = game.field(state), game.mind.numbers
    if action == "rally":
        return sum(numbers.disr * state.unit(uid).disr * (7 - rallies_on(game, state, uid)) / 6 for uid in units)
    if action == "bombard":
        return sum(numbers.bombard * numbers.die * numbers.disr * can_bombard(game, state, uid) for uid in units)
    if action == "charge":
        return sum(max(0.0, found[0][0]) for uid in units if (found := charges(game, state, uid)))
    total = 0.0
    for unit in (field.units[uid] for uid in units):
        if unit.arm != ART:
            left = near_foe(field, unit.id)[0] - (numbers.meet_foot if unit.arm == INF else numbers.meet_horse)
            total += numbers.tempo * min(max(left, 0.0), ALLOWANCE[unit.arm, unit.formation] / BW)
            if unit.formation != COLUMN and left <= 0:
                total += numbers.turn * (1.0 - bears(field, unit.id, numbers))
    return total


def promise(game: Maurice, state: State) -> float:
    """Return what the active side may still hope for from what it is doing."""
    found = 0.0
    for frame in reversed(state.stack):
        match frame:
            case NameForce(action=action):
                forces = (units for units in plain(game, state, action) if affordable(game, state, action, units))
                return found + max((prospect(game, state, action, units) for units in forces), default=0.0)
            case Paying(action=action, units=units) | Activation(action=action, units=units):
                if not isinstance(frame, Activation) or frame.stage < 3:
                    return found + prospect(game, state, action, units)
            case Marching(units=units):
                return found + prospect(game, state, "march", units)
            case Charging(able=able, left=left, charged=charged, begun=begun):
                hope = prospect(game, state, "charge", [uid for uid in able if not begun or uid in left])
                return found + hope + (melee(game, state, charged) if charged else 0.0)
            case Combat(attackers=attackers, scores=scores) if not scores:
                return found + melee(game, state, attackers)
            case Rallying(units=units) if not frame.again:
                return found + prospect(game, state, "rally", units)
            case Shooting(long=True, units=units):
                found += prospect(game, state, "bombard", units)
            case VolleyPhase(half=half, first=first):
                sides = [first, 1 - first][half:]
                if isinstance(top := state.stack[-1], Shooting) and not top.long:
                    sides.append(top.seat)
                due = sum(volley(game, state, seat, due=True) * (1 if seat == state.active else -1) for seat in sides)
                found += due * game.mind.numbers.disr
            case _:
                pass
    return found


def counted(game: Maurice, state: State, seat: int) -> dict[str, float]:
    """Return what a person would count of one side."""
    field = game.field(state)
    key = ("stands", seat, state.south)
    stands: Stands | None = field.answers.get(key)
    if stands is None:
        stands = field.answers[key] = _stands(game, state, seat)
    hand, numbers = len(state.hands[seat]), game.mind.numbers
    return {
        "lost": float(state.start_morale[seat] - state.morale[seat]),
        "shaken": stands.shaken,
        "ground": stands.ground,
        # Whoever is ahead looks for the last of the enemy, wherever he is.
        "hunt": stands.hunt if state.morale[seat] > state.morale[1 - seat] else 0.0,
        "bearing": stands.bearing,
        "volley": stands.volley,
        "command": stands.command,
        "cards": min(hand, numbers.hand) + numbers.spare_card * max(0, hand - numbers.hand),
    }


class Stands(Struct, frozen=True):
    """What counts of a side by where everybody stands, whatever the cards."""

    shaken: float
    ground: float
    hunt: float
    bearing: float
    volley: float
    command: float


def _stands(game: Maurice, state: State, seat: int) -> Stands:
    field, units, at = game.field(state), state.side(seat), state.cinc[seat]
    south, height, numbers = seat == state.south, field.table.height, game.mind.numbers
    shaken = ground = hunt = bearing = spread = 0.0
    for unit in units:
        shaken += cost(unit) if unit.disr else 0.0
        if at is not None:
            spread += max(0.0, hypot(unit.x - at[0], unit.y - at[1]) / BW - numbers.command)
        if unit.arm != ART or not unit.smoke:
            bearing += bears(field, unit.id, numbers)
        if unit.arm != ART:
            away, foe = near_foe(field, unit.id)
            y, ahead = unit.y, field.body(foe).at[1] if foe >= 0 else 0
            mine, his = (y, ahead) if south else (height - y, height - ahead)
            # How far forward it is, but no farther than in front of the enemy it is to fight.
            ground += min(mine / BW, his / BW - numbers.before, numbers.forward)
            hunt += max(0.0, numbers.hunt - away)
    return Stands(shaken, ground, hunt, bearing, volley(game, state, seat), spread / max(1, len(units)))
