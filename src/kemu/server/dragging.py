"""Dragging: which pieces of a scene can be taken up, and where everybody would stand after an answer."""

from __future__ import annotations

from typing import Any

from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.scene import Piece

from .plain import scene_of


def taken_up(game: Game[Any, Any], view: View[Any], decide: Decide) -> list[str]:
    """Return the ids of the pieces that can be taken up; of all others a client asks why not."""
    return list(game.drags(view, decide)) if decide.free is not None else []


def would_stand(game: Game[Any, Any], view: View[Any], action: Action) -> tuple[Piece, ...]:
    """Return the pieces that would be new or stand elsewhere if a legal answer were given.

    It is worked out on a deal of what the seat knows, so that it can tell nothing else.
    """
    state = game.redeal(view, QuickRng(0))
    try:
        after, _ = game.apply(state, action)
    except Refusal:
        return ()
    was = {piece.id: piece for piece in scene_of(game, view, None).pieces}
    then = scene_of(game, game.view(after, view.seat), None).pieces
    return tuple(piece for piece in then if piece.id not in was or _where(piece) != _where(was[piece.id]))


def _where(piece: Piece) -> tuple[float, float, float]:
    return piece.x, piece.y, piece.rotate
