"""The guide on the network: a game's glossary, and small pictures of its rules, drawn from its own scenes."""

from __future__ import annotations

from functools import cache
from typing import Any

from kemu.core.game import Game
from kemu.core.guide import Entry, Guide, Picture, read_guide, shown
from kemu.core.pending import Decide
from kemu.scene import Scene

from .errors import ApiError
from .kits import game_by_id
from .plain import scene_of
from .wire_games import GuideEntry, GuideInfo, GuidePicture

ENTRY = "entry-"
"""An entry's symbol is the picture of this name, with its number."""


def guide_info(game_id: str) -> GuideInfo:
    """Return all of a game's guide but the pictures themselves."""
    game = game_by_id(game_id)
    guide = read_guide(game)
    entries = [_entry(game, number, entry) for number, entry in enumerate(guide.entry)]
    pictures = [GuidePicture(one.id, f"{game.id}:{one.clause}", one.caption) for one in guide.picture if one.clause]
    return GuideInfo(entries, dict(game.numbers()), pictures)


def _entry(game: Game[Any, Any], number: int, entry: Entry) -> GuideEntry:
    clauses = [f"{game.id}:{clause}" for clause in entry.clauses]
    picture = entry.picture or (f"{ENTRY}{number}" if entry.symbol else "")
    return GuideEntry(entry.name, entry.kind, entry.words, list(entry.on), entry.signs, clauses, picture)


def guide_picture(game_id: str, name: str) -> bytes:
    """Return the SVG of a picture of the guide that is there."""
    from kemu.scene.svg import render_svg

    game = game_by_id(game_id)
    scene, legal = _found(game, name)
    return render_svg(scene, panels=False, legal=legal, near=True, prefix=f"{game_id}-{name}-").encode()


def _found(game: Game[Any, Any], name: str) -> tuple[Scene, bool]:
    guide = read_guide(game)
    if name.startswith(ENTRY):
        return symbol_scene(game, guide.entry[int(name.removeprefix(ENTRY))]), False
    picture = next(one for one in guide.picture if one.id == name)
    return picture_scene(game, picture), bool(picture.seat)


def symbol_scene(game: Game[Any, Any], entry: Entry) -> Scene:
    """Return the drawn symbol of an entry."""
    from kemu.scene.part import symbol_alone

    return symbol_alone(_opening(game), entry.symbol, entry.name)


@cache
def _opening(game: Game[Any, Any]) -> Scene:
    return scene_of(game, game.view(game.start(), None), None)


def picture_scene(game: Game[Any, Any], picture: Picture) -> Scene:
    """Return what a picture shows."""
    from kemu.scene.part import part_of

    state = shown(game, picture)
    seat = game.seats.index(picture.seat) if picture.seat else None
    pending = game.pending(state)
    decide = pending if isinstance(pending, Decide) and pending.seat == seat else None
    scene = scene_of(game, game.view(state, seat), decide)
    return part_of(scene, picture.around, picture.margin, picture.mark)


@cache
def names_of(game_id: str) -> frozenset[str]:
    """Return the names of all pictures of a game's guide."""
    guide: Guide = read_guide(game_by_id(game_id))
    entries = {f"{ENTRY}{number}" for number, entry in enumerate(guide.entry) if entry.symbol}
    return frozenset(entries | {picture.id for picture in guide.picture})


def known_picture(game_id: str, name: str) -> str:
    """Return the name of a picture that there is; else it is an `ApiError`."""
    if name not in names_of(game_id):
        raise ApiError(404, "no-picture", "This game's guide has no such picture.")
    return name
