"""Exact chances as a few words beside a choice."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.pending import Action
from kemu.parts.odds import Odds

from ..model.actions import Activate, Fire
from ..model.moves import Charge, ChargePlan
from ..model.names import name
from ..rules import charge_move
from ..rules.activation import NameForce
from ..rules.charging import Charging
from ..rules.forces import leave_of
from ..rules.shooting import Shooting, fires, zones
from .exact import Fate, combat_odds, fire_odds, rally_odds

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


def _fire(game: Maurice, state: State, order: Fire, *, long: bool) -> str:
    parts: list[str] = []
    for target, odds in fire_odds(game, state, order, long=long).items():
        unit = state.unit(target)
        breaks = odds.at_least(unit.bases - unit.disr + 1)
        parts.append(f"{float(odds.mean):.1f} DISR" + (f", breaks {percent(breaks)}" if breaks else ""))
    return "; ".join(parts)


def _rally(game: Maurice, state: State, units: tuple[int, ...]) -> str:
    odds = Odds({0: 1})
    for uid in units:
        odds = odds.plus(rally_odds(game, state, uid))
    all_of = sum(state.unit(uid).disr for uid in units)
    return f"{float(odds.mean):.1f} of {all_of} DISR removed, all {percent(odds.chance(all_of))}"


def _bombard(game: Maurice, state: State, units: tuple[int, ...]) -> str:
    """Return what the guns do together, each at its best target."""
    mean = Fraction(0)
    for uid in units:
        if any(zones(game, state, uid, long=True)):
            mean += max(
                sum((odds.mean for odds in fire_odds(game, state, order, long=True).values()), Fraction(0))
                for order in fires(game, state, uid, long=True)
            )
    return f"{float(mean):.2f} DISR"


def charge_fates(game: Maurice, state: State, order: Charge) -> tuple[Fate, ...]:
    """Return what a combat would do to each unit in it, if this charge were the last and no card were played."""
    frame = state.stack[-1]
    plan = charge_move.plan(game.field(state), order, leave_of(game, state, (order.unit,)))
    if not isinstance(plan, ChargePlan):
        return ()
    charged = frame.charged if isinstance(frame, Charging) else ()
    return combat_odds(game, replace(state, units=plan.units), (*charged, order.unit))


def charge_words(game: Maurice, state: State, order: Charge) -> str:
    """Return how the combat of a charge would come out: who has the better score how often, who breaks how often."""
    found = charge_fates(game, state, order)
    parts: list[str] = []
    for fate in found:
        breaks = Fraction(fate.breaks, fate.of)
        two = Fraction(sum(weight for disr, weight in fate.disr.items() if disr == 2 or disr < 0), fate.of)
        unit = state.unit(fate.unit)
        parts.append(f"{name(unit)} {fate.value}: beaten {percent(two)}, broken {percent(breaks)}")
    return "; ".join(parts)
