"""Exact chances as a few words beside a choice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.pending import Action
from kemu.parts.odds import Odds

from ..model.actions import Activate, Fire
from ..model.moves import Charge, ChargePlan
from ..model.names import listed, name
from ..rules import charge_move
from ..rules.activation import NameForce
from ..rules.charging import Charging
from ..rules.combat import Pair, pairs_of
from ..rules.forces import leave_of
from ..rules.shooting import Shooting, fires, zones
from .exact import Fate, fates, fire_odds, hit_odds, rally_odds

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

MOST_UNITS = 6
"""A force of more units is not told of gun by gun."""


def percent(chance: Fraction) -> str:
    """Return a chance in percent.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000))
    ('33 %', '< 1 %')
    """
    if 0 < chance < Fraction(1, 100):
        return "< 1 %"
    if Fraction(99, 100) < chance < 1:
        return "> 99 %"
    return f"{round(100 * chance)} %"


def odds_of(game: Maurice, state: State, action: Action) -> str:
    """Return the exact odds of a choice, where it has any."""
    frame = state.stack[-1]
    if isinstance(action, Fire) and isinstance(frame, Shooting):
        return _fire(game, state, action, long=frame.long)
    if isinstance(action, Activate) and isinstance(frame, NameForce):
        if frame.action == "rally":
            return _rally(game, state, action.units)
        if frame.action == "bombard" and len(action.units) <= MOST_UNITS:
            return _bombard(game, state, action.units)
    if isinstance(action, Charge) and isinstance(frame, Charging):
        return charge_words(game, state, action)
    return ""


def spread(odds: Odds, most: int = 3) -> str:
    """Return a distribution: each number with its chance, those from `most` on together.

    >>> spread(Odds({0: 1, 1: 2, 2: 1}))
    '0: 25 %, 1: 50 %, 2: 25 %'
    """
    parts = [f"{n}: {percent(odds.chance(n))}" for n in range(most) if odds.chance(n)]
    more = odds.at_least(most)
    return ", ".join([*parts, *([f"{most} or more: {percent(more)}"] if more else [])])


def _fire(game: Maurice, state: State, order: Fire, *, long: bool) -> str:
    """Return the hits of a shot, and for each target its DISR and how often it breaks."""
    parts = [f"hits {spread(hit_odds(game, state, order, long=long))}"]
    found = fire_odds(game, state, order, long=long)
    for target, odds in found.items():
        unit = state.unit(target)
        whom = f"{name(unit)} " if len(found) > 1 else ""
        breaks = odds.at_least(unit.bases - unit.disr + 1)
        parts.append(f"{whom}DISR {spread(odds)}" + (f"; breaks {percent(breaks)}" if breaks else ""))
    return "\n".join(parts)


def _rally(game: Maurice, state: State, units: tuple[int, ...]) -> str:
    odds = Odds({0: 1})
    for uid in units:
        odds = odds.plus(rally_odds(game, state, uid))
    all_of = sum(state.unit(uid).disr for uid in units)
    return f"of {all_of} DISR removed {spread(odds)}; all {percent(odds.chance(all_of))}"


def _bombard(game: Maurice, state: State, units: tuple[int, ...]) -> str:
    """Return what the guns do together, each at its best target."""
    whole = Odds({0: 1})
    for uid in units:
        if any(zones(game, state, uid, long=True)):
            shots = [fire_odds(game, state, order, long=True).values() for order in fires(game, state, uid, long=True)]
            for odds in max(shots, key=lambda found: sum((one.mean for one in found), Fraction(0))):
                whole = whole.plus(odds)
    return f"DISR {spread(whole)}"


def charge_words(game: Maurice, state: State, order: Charge) -> str:
    """Return how the combats of a charge would come out if it were the last and no card were played.

    Combat by combat: of several each is headed by who meets whom; a line for each unit has its value and chances.
    """
    frame = state.stack[-1]
    plan = charge_move.plan(game.field(state), order, leave_of(game, state, (order.unit,)))
    if not isinstance(plan, ChargePlan):
        return ""
    then = replace(state, units=plan.units)
    pairs = pairs_of(game, then, (*(frame.charged if isinstance(frame, Charging) else ()), order.unit))
    told = {fate.unit: fate for fate in fates(game, then, pairs)}
    lines: list[str] = []
    found = combats(pairs)
    for combat in found:
        sides = [sorted({pair.attacker for pair in combat}), sorted({pair.defender for pair in combat})]
        if len(found) > 1:
            lines.append(" against ".join(listed([name(state.unit(uid)) for uid in side]) for side in sides) + ":")
        lines += [f"{name(state.unit(uid))} at {_results(told[uid])}" for side in sides for uid in side]
    return "\n".join(lines)


def combats(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Return the pairs of each combat: whoever meets somebody of it belongs to it."""
    found: list[list[Pair]] = []
    for pair in pairs:
        joined = [one for one in found if any({pair.attacker, pair.defender} & {p.attacker, p.defender} for p in one)]
        found = [one for one in found if one not in joined] + [[*(p for one in joined for p in one), pair]]
    return found


def _results(fate: Fate) -> str:
    """Return a unit's value in a combat and the chance of each result; what breaks it is told as that alone."""
    kept = {disr: weight for disr, weight in fate.disr.items() if 0 <= disr <= fate.room}
    results = [f"{disr} DISR {percent(Fraction(weight, fate.of))}" for disr, weight in kept.items()]
    broken = [f"broken {percent(Fraction(fate.breaks, fate.of))}"] if fate.breaks else []
    return f"{fate.value}: {', '.join([*results, *broken])}"
