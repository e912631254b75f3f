"""Pictures of games that nobody plays: a lively position for the front page, the choices of an option for a form."""

from __future__ import annotations

from kemu.core.pending import Decide
from kemu.core.settings import Setting, describe_settings, parse_settings
from kemu.core.table import Table

from .kits import game_by_id
from .plain import scene_of

SEED = 11
LONGEST = 400
"""Decisions after which the middle of a long game has surely come."""


def pictured(game_id: str) -> Setting | None:
    """Return the option whose choices are shown by pictures, if the game has one (`pictured` names it)."""
    game = game_by_id(game_id)
    name = game.pictured
    return next((option for option in describe_settings(game.settings_type) if option.name == name), None)


def choice_picture(game_id: str, option: str, choice: str) -> bytes:
    """Return the SVG of the table as it is before the first move under one choice of an option."""
    from kemu.scene.svg import render_svg

    game = game_by_id(game_id)
    state = game.start(parse_settings(game.settings_type, {option: choice}))
    return render_svg(
        scene_of(game, game.view(state, None), None), panels=False, prefix=f"{game_id}-{choice}-"
    ).encode()


def sample_picture(game_id: str) -> bytes:
    """Return the SVG of a position two thirds through a game. The same each time."""
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
    return render_svg(scene_of(game, game.view(past.before, None), None), panels=False, prefix=f"{game_id}-").encode()
