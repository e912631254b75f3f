"""How near each side is: the column for the garrison, its dead for the attackers."""

from __future__ import annotations

from kemu.core.winning import Near

from ..model.pieces import ATTACKERS, GARRISON
from ..model.state import State


def near(state: State) -> tuple[Near, ...]:
    """Return how far the relief has come, and how many of the garrison are left."""
    dead = state.dead[GARRISON]
    left = state.count(GARRISON)
    if not dead + left:
        return ()
    column = "the column is sighted: the next ace of hearts wins" if state.sighted else "the column is not in sight yet"
    fallen = f"{dead} of {dead + left} defenders are dead"
    return (
        Near(GARRISON, column, 0.5 if state.sighted else 0.0),
        Near(ATTACKERS, fallen, dead / (dead + left)),
    )
