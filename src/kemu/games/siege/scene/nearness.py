"""How near each side is: the column for the garrison, its dead for the attackers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.winning import Near
from kemu.parts.tabletop.polygons import contains

from ..model.pieces import ATTACKERS, GARRISON
from ..model.state import State
from ..rules.winning import Finished

if TYPE_CHECKING:
    from .. import Siege


def near(state: State) -> tuple[Near, ...]:
    """Return how far the relief has come, and how many of the garrison are left."""
    dead = state.dead[GARRISON]
    left = state.count(GARRISON)
    if not dead + left:
        return ()
    column = "the column is sighted: the next ace of hearts wins" if state.sighted else "needs the ace of hearts twice"
    fallen = f"{dead} of {dead + left} defenders are dead"
    return (
        Near(GARRISON, column, 0.5 if state.sighted else 0.0),
        Near(ATTACKERS, fallen, dead / (dead + left)),
    )


def decided(game: Siege, state: State) -> tuple[str, ...]:
    """Return the count of those who are left, and on the table those who hold the place.

    They are the garrison that lives, with the column's marker if it has come; or the attackers inside the walls.
    """
    end = state.stack[-1]
    if not isinstance(end, Finished):
        return ("forces",)
    if end.winner == GARRISON:
        column = ("column",) if state.sighted and state.there(ATTACKERS) else ()
        return ("forces", *column, *(f"g{group.id}" for group in state.groups if group.side == GARRISON and group.men))
    compounds = game.ground(state).layout.compounds
    inside = [
        group
        for group in state.groups
        if group.side == ATTACKERS and any(contains(ring, man) for ring in compounds for man in group.men)
    ]
    return ("forces", *(f"g{group.id}" for group in inside))
