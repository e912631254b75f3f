"""Which answers are worth a thought, for opponents that search: what is hardly ever better than another is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide

from .actions import Activate, Fire, FirstEdge, LeaveEdge, Lose, Next, RollEdge, Stay, Withdraw
from .assault import aims
from .pieces import ATTACKERS
from .rules.acting import Order

if TYPE_CHECKING:
    from . import Siege
    from .state import State


def advice(game: Siege, state: State, decide: Decide) -> Sequence[Action]:
    """Return the options of a decision that a search should think about.

    Of the figures of one group any may die, so the last stands for all; and in which order groups fall back or move up
    is hardly ever felt. Attackers come on where they can, use their
    actions, and keep their groups on the table: every card that passes brings the column nearer. Which group acts, and
    at whom it shoots, goes by what is to be hoped for; where it moves is left to the search.
    """
    options = decide.options
    first = options[0] if options else None
    if isinstance(first, Lose):
        return tuple({option.group: option for option in options if isinstance(option, Lose)}.values())
    if isinstance(first, FirstEdge | Next):
        return (first,)
    if decide.seat != ATTACKERS:
        return options
    if isinstance(first, RollEdge | LeaveEdge):
        return tuple(option for option in options if isinstance(option, RollEdge))
    if isinstance(first, Activate):
        return _groups(game, state, options)
    eager = tuple(option for option in options if not isinstance(option, Stay | Withdraw))
    if sum(isinstance(option, Fire) for option in eager) > 1:
        eager = _best_shot(game, state, eager)
    return eager or options[-1:]


def _groups(game: Siege, state: State, options: Sequence[Action]) -> Sequence[Action]:
    """Return the group that promises most, and those in melee: they can shoot where they stand."""
    groups = [option for option in options if isinstance(option, Activate)]
    if len(groups) < 2:
        return groups
    offered = {option.group for option in groups}
    best = next((aim.group for aim in aims(game, state) if aim.group in offered), -1)
    return [option for option in groups if option.group == best or state.melee_of(option.group)] or groups


def _best_shot(game: Siege, state: State, options: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the options less all shots but the one that kills most."""
    top = state.stack[-1]
    if not isinstance(top, Order):
        return options
    best = next((aim.squad for aim in aims(game, state) if aim.group == top.group and not aim.need), -1)
    return tuple(option for option in options if not isinstance(option, Fire) or option.target == best)
