"""A plain scene for a game that draws none: its title, its position in words, and a button for each option."""

from __future__ import annotations

from typing import Any

from kemu.core.game import Game, View
from kemu.core.pending import Decide
from kemu.scene import Box, Scene, Selectable, Words


def scene_of(game: Game[Any, Any], view: View[Any], decide: Decide | None) -> Scene:
    """Return the game's own picture of a view, or the plain one."""
    try:
        return game.scene(view, decide)
    except NotImplementedError:
        return plain(game, view, decide)


def plain(game: Game[Any, Any], view: View[Any], decide: Decide | None) -> Scene:
    """Return a picture with nothing on it but the title, made from the view alone."""
    options = () if decide is None else decide.options
    return Scene(
        title=game.title,
        width=160,
        height=90,
        base=(
            Box(x=0, y=0, w=160, h=90, fill="#f4efe4"),
            Words(x=80, y=50, text=game.title, size=14),
        ),
        selectable=tuple(
            Selectable(option=i, label=game.label(view, option), notation=game.notation(option))
            for i, option in enumerate(options)
        ),
        text=str(game.picture(view)),
    )
