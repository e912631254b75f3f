"""A lively position of each game, for the front page: some way into a game between two quick players."""

from __future__ import annotations

from functools import cache

from kemu.core.pending import Decide
from kemu.core.registry import game as game_by_id
from kemu.core.table import Table

from .plain import scene_of

SEED = 11
LONGEST = 400
"""Decisions after which the middle of a long game has surely come."""


@cache
def sample_picture(game_id: str) -> str:
    """Return the SVG of a position two thirds through a game. The same each time: it can be cached."""
    from kemu.players import make_player
    from kemu.scene.svg import render_svg

    game = game_by_id(game_id)
    player = make_player("random", SEED)
    table = Table(game, seed=SEED)
    for _ in range(LONGEST):
        pending = table.pending
        if not isinstance(pending, Decide):
            break
        table.play(player.choose(game, table.view(pending.seat), pending))
    past = table.past[len(table.past) * 2 // 3]
    return render_svg(scene_of(game, game.view(past.before, None), None), panels=False, prefix=f"{game_id}-")
