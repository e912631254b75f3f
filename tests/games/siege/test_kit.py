"""The kit: layouts, armies, cards; and what is said about their mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kemu.core.kit import KitError
from kemu.games.siege import LAYOUTS, Siege
from kemu.games.siege.kitfile import LayoutFile
from kemu.parts.tabletop.polygons import contains

from .positions import GAME

HOME = Siege.folder / "kit"


@pytest.mark.rule("siege:SU.1", "siege:SU.2", "siege:DB.2")
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_has_its_compound_in_the_middle_with_two_ways_in(name: str) -> None:
    layout = GAME.grounds[name].layout
    middle = (layout.width // 2, layout.height // 2)
    assert any(contains(outline, middle) for outline in layout.compounds)
    for outline in layout.compounds:
        wide = max(p[0] for p in outline) - min(p[0] for p in outline)
        assert 14_000 <= wide <= 20_000
    assert sum(line.kind == "gate" for line in layout.lines) >= 2


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_entry_names_its_source(name: str) -> None:
    file = GAME.kit.read(f"{name}.toml", LayoutFile)
    assert all(entry.source for entry in (file, *file.house, *file.line, *file.area))
    assert all(kind.source for kind in GAME.armies.kind)


def broken(tmp_path: Path, name: str, old: str, new: str) -> str:
    """Return what is said of a kit with one thing changed."""
    text = (HOME / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(KitError) as caught:
        Siege(tmp_path)
    return str(caught.value)


CASES = [
    ("points = [[22, 33], [25, 33]]", "points = [[22, 36], [25, 36]]", "a gate that leads nowhere"),
    ("points = [[18, 6], [24, 6]]", "points = [[15, 20], [15, 28]]", "a wall inside a wall"),
    ("points = [[18, 6], [24, 6]]", "points = [[12, 24], [18, 24]]", "a wall inside a wall"),
    ("points = [[18, 6], [24, 6]]", "points = [[6, 37], [12, 37]]", "it runs through 'shop'"),
    ("points = [[18, 6], [24, 6]]", "points = [[10, 20], [14.5, 20]]", "a gap of less than an inch"),
    ("points = [[18, 6], [24, 6]]", "points = [[18, 6], [50, 6]]", "the line leaves the table"),
    ("points = [[15, 22], [15, 26]]", "points = [[15, 22], [15, 29]]", "at most 6 inches"),
    (
        "outline = [[27, 19], [31, 19], [31, 23], [27, 23]]",
        "outline = [[27, 19], [27, 23], [31, 23], [31, 19]]",
        "anticlockwise",
    ),
    (
        "outline = [[7, 36], [11, 36], [11, 39], [7, 39]]",
        "outline = [[20, 28], [22, 28], [22, 29], [20, 29]]",
        "it stands in 'legation'",
    ),
    (
        '{ kind = "door", storey = 0, at = [27, 21] }',
        '{ kind = "door", storey = 0, at = [28, 21] }',
        "in no wall of the house",
    ),
    ('{ kind = "door", storey = 0, at = [9, 36] }', '{ kind = "window", storey = 0, at = [9, 36] }', "needs a door"),
    ('id = "millet"', 'id = "grove"', "is there twice"),
    ('kind = "fence"', 'kind = "moat"', "Invalid enum value"),
    (
        'height = "high"\nstep = "right"\npoints = [[15, 33]',
        'height = "low"\nstep = "right"\npoints = [[15, 33]',
        "firing step",
    ),
]


@pytest.mark.rule("siege:SU.2")
@pytest.mark.parametrize(("old", "new", "said"), CASES)
def test_a_mistake_in_a_layout_is_named_with_file_line_and_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    message = broken(tmp_path, "legation.toml", old, new)
    assert said in message
    assert "legation.toml, line " in message


def test_a_mistake_in_the_armies_or_the_cards_is_named(tmp_path: Path) -> None:
    said = broken(tmp_path, "armies.toml", "figures = { boxers = 60,", "figures = { boxer = 60,")
    assert "there is no kind 'boxer'" in said
    assert "armies.toml, line " in said


def test_the_cards_need_every_rank(tmp_path: Path) -> None:
    assert "no entry for J" in broken(tmp_path, "cards.toml", 'ranks = ["J", "Q", "K"]', 'ranks = ["Q", "K"]')


def test_a_players_own_layout_lies_over_ours(tmp_path: Path) -> None:
    text = (HOME / "mission.toml").read_text(encoding="utf-8")
    (tmp_path / "mission.toml").write_text(text.replace("Mission station", "My station"), encoding="utf-8")
    game = Siege(tmp_path)
    assert game.grounds["mission"].layout.name == "My station"
    assert game.kit.digest != GAME.kit.digest
