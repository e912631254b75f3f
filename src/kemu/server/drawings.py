"""Drawings: the scenes of one live game as they travel, each drawn once and shared by all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct

from kemu.core.game import Game, View
from kemu.core.pending import Decide
from kemu.scene import Piece, Scene, Selectable

from .bases import Bases
from .plain import scene_of
from .wire import NearState, SceneState

KEPT = 6
"""Drawings that are kept of a game: everybody's of this moment, and a few to look back at."""
LOOK_BACK = 12
"""How many moments are looked through for the last move."""
LAST = "last"
"""A game that draws a layer whose name begins so marks its last move itself."""


class Drawing(Struct, frozen=True):
    """A scene on its way to a client."""

    body: Raw
    """A `SceneState` as JSON: the same bytes for all who see the same."""
    base: str
    pieces: tuple[Piece, ...]
    selectable: tuple[Selectable, ...]
    marked: bool
    """Whether the game marks its last move itself."""


class Drawings:
    """The pictures of one game. Who holds its slot's lock may ask."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._near: tuple[Any, int | None, list[NearState]] | None = None
        self._kept: OrderedDict[tuple[int, int | None, bool], tuple[Any, Drawing]] = OrderedDict()

    @property
    def size(self) -> int:
        """How many bytes the kept drawings have on the wire."""
        return sum(len(memoryview(drawing.body)) for _, drawing in self._kept.values())

    def drawing(self, state: Any, seat: int | None, decide: Decide | None, bases: Bases) -> Drawing:
        """Return what a seat sees of a state; `decide` where it is its own decision.

        Whoever knows no more than a spectator is shown the spectator's drawing, so theirs is drawn once.
        """
        view = self._game.view(state, seat) if decide is not None else self._view(state, seat)
        key = (id(state), view.seat, decide is not None)
        kept = self._kept.get(key)
        if kept is None:
            # The state is kept beside its id: an id is only good for as long as its object lives.
            kept = self._kept[key] = (state, travelling(scene_of(self._game, view, decide), bases))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return kept[1]

    def near(self, state: Any, seat: int | None) -> list[NearState]:
        """Return how near each seat is to winning, as far as a seat knows; made once for all who know the same."""
        view = self._view(state, seat)
        known = self._near
        if known is None or known[0] is not state or known[1] != view.seat:
            known = self._near = (state, view.seat, nearness(self._game, view))
        return known[2]

    def _view(self, state: Any, seat: int | None) -> View[Any]:
        """Return a seat's view of a state; the spectator's, if the seat knows no more."""
        view = self._game.view(state, seat)
        if seat is None:
            return view
        common = self._game.view(state, None)
        return common if view.state is common.state or view.state == common.state else view


def nearness(game: Game[Any, Any], view: View[Any]) -> list[NearState]:
    """Return how near each seat is to winning, as far as a view knows."""
    return [NearState(game.seats[one.seat], one.words, one.part) for one in game.near(view)]


def travelling(scene: Scene, bases: Bases) -> Drawing:
    """Return a scene less its base, as JSON."""
    told = SceneState(
        title=scene.title,
        width=scene.width,
        height=scene.height,
        layers=scene.layers,
        zones=tuple(zone for zone in scene.zones if not zone.fixed),
        pieces=scene.pieces,
        panels=scene.panels,
        selectable=scene.selectable,
        text=scene.text,
        look=scene.look,
    )
    marked = any(layer.name.startswith(LAST) for layer in scene.layers)
    return Drawing(Raw(msgspec.json.encode(told)), bases.digest(scene), scene.pieces, scene.selectable, marked)


def moved(then: Drawing, now: Drawing) -> Mapping[str, Piece | None]:
    """Return the pieces of `now` that lay elsewhere `then`, as they lay; None for those that were not there."""
    was = {piece.id: piece for piece in then.pieces}
    return {
        piece.id: was.get(piece.id)
        for piece in now.pieces
        if piece.id not in was or _place(was[piece.id]) != _place(piece)
    }


def same_places(then: Drawing, now: Drawing) -> bool:
    """Return whether the same pieces lie in the same places."""
    return {piece.id: _place(piece) for piece in then.pieces} == {piece.id: _place(piece) for piece in now.pieces}


def _place(piece: Piece) -> tuple[object, ...]:
    """Where a piece lies. What only makes room within a place that has a name has not moved."""
    return (piece.area or (piece.x, piece.y), piece.rotate)
