"""Which answers are worth a thought, for opponents that search: what is hardly ever better than another is left out."""

from __future__ import annotations

from collections.abc import Sequence

from kemu.core.pending import Action, Decide

from .actions import Activate, FirstEdge, LeaveEdge, Lose, RollEdge, Stay, Stop, Withdraw
from .pieces import ATTACKERS


def advice(decide: Decide) -> Sequence[Action]:
    """Return the options of a decision that a search should think about.

    Of the figures of one group any may die, so the last stands for all. Attackers come on where they can, use their
    actions, and keep their groups on the table: every card that passes brings the column nearer.
    """
    options = decide.options
    first = options[0] if options else None
    if isinstance(first, Lose):
        return tuple({option.group: option for option in options if isinstance(option, Lose)}.values())
    if isinstance(first, FirstEdge):
        return (first,)
    if decide.seat != ATTACKERS:
        return options
    if isinstance(first, RollEdge | LeaveEdge):
        return tuple(option for option in options if isinstance(option, RollEdge))
    if isinstance(first, Activate):
        return tuple(option for option in options if not isinstance(option, Stop))
    eager = tuple(option for option in options if not isinstance(option, Stay | Withdraw))
    return eager or options[-1:]
