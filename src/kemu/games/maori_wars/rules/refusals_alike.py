"""Why not: of counters that the rules cannot tell apart one is offered for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.pending import Action, Decide
from kemu.core.refusal import Refusal

from ..model import actions as act
from .board import AWAY
from .frame import Procedure
from .setup_changes import Changing

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

WHO = (
    *(act.Take, act.Carry, act.Load, act.Burn, act.Support, act.Join, act.Evade, act.Bombard, act.Intimidate),
    *(act.Charge, act.Disrupt, act.Lose, act.Advance, act.EnterBush, act.Receive, act.Lurk, act.Strike, act.Shift),
    act.Starve,
)
"""Answers that choose one of several counters; in others a counter is named only because it has been chosen before."""


def why_not_that_one(game: MaoriWars, state: State, decide: Decide, intent: Action) -> Refusal | None:
    """Return that another counter is offered in place of one that is like it in everything."""
    if not isinstance(intent, WHO):
        return None
    for option in decide.options:
        others = _alike(game, state, option, intent)
        if others and (isinstance(state.stack[-1], Changing) or _offered_without(game, state, others, intent)):
            name, write = game.cat.counters[others[0]].name, game.notation(option)
            return Refusal(f"Counters that are alike are offered once: for this {name} write '{write}'.", decide.clause)
    return None


def _alike(game: MaoriWars, state: State, option: Action, intent: Action) -> list[int]:
    """Return an option's counters, if those of an intent are like them, and all others between; else none."""
    index, found = game.cat.index, list[int]()
    if type(option) is not type(intent):
        return found
    for field in intent.__struct_fields__:
        given, wanted = getattr(option, field), getattr(intent, field)
        if given == wanted:
            continue
        one, other = index.get(given, -1), index.get(wanted, -1)
        if one < 0 or other < 0 or _sort(game, state, one) != _sort(game, state, other):
            return []
        between = range(one, other) if one < other else range(one, other, -1)
        found += [unit for unit in between if _sort(game, state, unit) == _sort(game, state, other)]
    return found


def _sort(game: MaoriWars, state: State, unit: int) -> tuple[int, int, int]:
    return game.units.alike[unit], state.where[unit], state.disrupted >> unit & 1


def _offered_without(game: MaoriWars, state: State, units: list[int], intent: Action) -> bool:
    """Tell whether an intent would be an option if these counters were not there: it is not refused for itself."""
    where = list(state.where)
    for unit in units:
        where[unit] = AWAY
    top = state.stack[-1]
    asked = top.asks(game, replace(state, where=tuple(where))) if isinstance(top, Procedure) else None
    return isinstance(asked, Decide) and intent in tuple(asked.options)
