"""How near each side is to victory by occupation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.winning import Near

from ..rules.goals import held, progress
from ..rules.victory import Finished

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


def near(game: Hawaii, state: State) -> tuple[Near, ...]:
    """Return, for each side, how many of the spaces that it must occupy it has for sure."""
    told: list[Near] = []
    for seat in (0, 1):
        so_far = progress(game, state, seat)
        words = f"{so_far.sure} of the {so_far.needed} spaces that win"
        if so_far.contested:
            words = f"{words}, {so_far.contested} contested"
        told.append(Near(seat, words, so_far.sure / so_far.needed))
    return tuple(told)


def decided(game: Hawaii, state: State) -> tuple[str, ...]:
    """Return the spaces by which the winner has won, where it was by occupation; else the panel that tells."""
    end = state.stack[-1]
    if not isinstance(end, Finished) or end.winner is None or end.reason != "occupation":
        return ("victory",)
    alone, shared = held(game, state, end.winner)
    goal = {at for _, spaces in game.cat.wins[end.winner] for at in spaces}
    return tuple(game.cat.spaces[at].id for at in (*alone, *shared) if at in goal)
