"""The guide of every game: what lies on its board is explained where it lies, and its pictures can be drawn."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import kemu
from kemu.core.game import Game
from kemu.core.guide import Guide, read_guide, shown
from kemu.core.kit import KitError
from kemu.core.lesson import lessons_of, run
from kemu.core.pending import Decide
from kemu.core.table import Table
from kemu.players import make_player
from kemu.scene import Scene
from kemu.scene.bounds import bounds_of
from kemu.server.guide import guide_info, guide_picture, names_of, picture_scene
from kemu.server.kits import game_by_id

OURS = ("hawaii", "maori_wars", "maurice", "moeraki", "siege")
LARGEST = 300_000
"""Bytes of a picture: only what it shows is drawn."""
LEAST = 8
"""So many rules of each game have a picture."""


@cache
def guide_of(name: str) -> tuple[Game[Any, Any], Guide]:
    game = game_by_id(name)
    return game, read_guide(game)


def things(scene: Scene) -> set[tuple[str, ...]]:
    """What lies on the board and beside it, by its id, symbol and label."""
    pieces = {(piece.id, piece.symbol, piece.label) for piece in scene.pieces}
    zones = {(zone.id, "", zone.label) for zone in scene.zones}
    items = {(item.id, f"beside:{item.id}", item.symbol, item.label) for panel in scene.panels for item in panel.items}
    return pieces | zones | items


def scenes(game: Game[Any, Any]) -> list[Scene]:
    """A lesson, and some moments of a game that is played at random."""
    found: list[Scene] = []
    _, moments = run(game, lessons_of(game)["first"])
    for moment in moments[::3]:
        decide = moment.pending if isinstance(moment.pending, Decide) else None
        seat = 0 if decide is None else decide.seat
        found.append(game.scene(game.view(moment.state, seat), decide))
    table, player = Table(game, seed=3), make_player("random", 3)
    for number in range(90):
        pending = table.pending
        if not isinstance(pending, Decide):
            break
        if number % 15 == 0:
            found.append(game.scene(table.view(pending.seat), pending))
        table.play(player.choose(game, table.view(pending.seat), pending))
    return found


def test_our_games_have_a_guide() -> None:
    assert set(OURS) <= set(kemu.list_games())
    assert all(guide_of(name)[1].entry for name in OURS)


@pytest.mark.parametrize("name", OURS)
def test_everything_that_lies_somewhere_is_explained(name: str) -> None:
    game, guide = guide_of(name)
    unexplained = {
        thing
        for scene in scenes(game)
        for thing in things(scene)
        if not any(entry.speaks_of(*thing) for entry in guide.entry)
    }
    assert unexplained == set()


@pytest.mark.parametrize("name", OURS)
def test_every_picture_can_be_drawn_and_is_small(name: str) -> None:
    _, guide = guide_of(name)
    assert len({picture.clause for picture in guide.picture if picture.clause}) >= LEAST
    large = {one: size for one in names_of(name) if (size := len(guide_picture(name, one))) > LARGEST}
    assert large == {}


@pytest.mark.parametrize("name", OURS)
def test_every_entry_names_a_rule_and_no_two_have_one_name(name: str) -> None:
    _, guide = guide_of(name)
    assert all(entry.clauses for entry in guide.entry)
    assert len({entry.name for entry in guide.entry}) == len(guide.entry)
    assert len(guide_info(name).entries) == len(guide.entry)


def test_a_part_of_a_scene_has_only_what_lies_there() -> None:
    game, guide = guide_of("maori_wars")
    town = next(picture for picture in guide.picture if picture.id == "town")
    part, whole = picture_scene(game, town), game.scene(game.view(shown(game, town), None), None)
    assert part.look is not None
    assert 0 < len(part.pieces) < len(whole.pieces)
    assert 0 < len(part.symbols) < len(whole.symbols)
    for shape in part.base:
        bounds = bounds_of(shape, part.symbols)
        assert bounds.x1 <= part.look.x + part.look.w
        assert bounds.x2 >= part.look.x


def test_a_mistake_in_a_guide_names_its_place(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = guide_of("moeraki")
    (tmp_path / "guide.toml").write_text('[[entry]]\nname = "Stone"\nkind = "unit"\nwords = "?"\nclauses = ["Z.9"]\n')
    monkeypatch.setattr(type(game), "folder", tmp_path)
    with pytest.raises(KitError, match=r"guide.toml, line 5.*there is no clause Z.9"):
        read_guide(game)
