"""The kit: layouts, armies, cards; and what is said about their mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kemu.core.kit import KitError
from kemu.games.siege import LAYOUTS, Siege
from kemu.games.siege.model.kitfile import LayoutFile
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


def shop(outline: str, door: str, window: str) -> str:
    """The burnt shop as it stands in the layout, elsewhere."""
    return f"""outline = {outline}
storeys = 1
roof = false
opening = [
  {{ kind = "door", storey = 0, at = {door} }},
  {{ kind = "window", storey = 0, at = {window} }},
]"""


SHOP = shop("[[7, 36], [11, 36], [11, 39], [7, 39]]", "[9, 36]", "[11, 37.5]")
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
    ('kind = "fence"', 'kind = "moat"', "not one of the values"),
    (
        'height = "high"\nstep = "right"\npoints = [[15, 33]',
        'height = "low"\nstep = "right"\npoints = [[15, 33]',
        "firing step",
    ),
    # Another house stands against its only door; a house into which no base fits; gates that are not the compound's.
    (
        SHOP,
        shop("[[20, 18], [24, 18], [24, 22], [20, 22]]", "[22, 18]", "[24, 20]"),
        "nobody can get to a door of 'stables'",
    ),
    (SHOP, shop("[[7, 36], [11, 36], [11, 36.8], [7, 36.8]]", "[9, 36]", "[11, 36.4]"), "'shop' is too small"),
    ("points = [[22, 33], [25, 33]]", "points = [[24, 6], [30, 6]]", "a gate that leads nowhere"),
    ('id = "north gate"\nkind = "gate"', 'id = "north gate"\nkind = "wall"', "needs two gates at least: it has 1"),
    ("width = 48", "width = 5", "a table is"),
    ("storeys = 2", "storeys = 7", "a house has 6 storeys at most"),
    # A compound for nobody, and places that are no places.
    (
        "outline = [[15, 15], [33, 15], [33, 33], [15, 33]]",
        "outline = [[25, 24], [27, 24], [27, 26], [25, 26]]",
        "compound",
    ),
    ("points = [[18, 6], [24, 6]]", "points = [[nan, 6], [24, 6]]", "a place is two numbers"),
    ("points = [[18, 6], [24, 6]]", "points = [[18, 6], [inf, 6]]", "a place is two numbers"),
]


@pytest.mark.rule("siege:SU.2")
@pytest.mark.parametrize(("old", "new", "said"), CASES)
def test_a_mistake_in_a_layout_is_named_with_file_line_and_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    message = broken(tmp_path, "legation.toml", old, new)
    assert said in message
    assert "legation.toml, line " in message


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("armies.toml", "figures = { boxers = 60,", "figures = { boxer = 60,", "there is no kind 'boxer'"),
        ("armies.toml", "figures = { boxers = 60,", "figures = { boxers = -60,", "-60 figures of 'boxers'"),
        ("armies.toml", "figures = { boxers = 60,", "figures = {", "an army needs basic troops"),
        ("armies.toml", '[[army]]\nid = "boxers"', '[[army]]\nid = "fists"', "there must be one army 'boxers'"),
        ("armies.toml", "jingals = true\n", "", "there is no kind for jingals"),
        ("armies.toml", "gun = true\n", "", "there is no kind for a gun's crew"),
        ("armies.toml", 'id = "tigers"', 'id = "boxers"', "'boxers' is there twice"),
        ("armies.toml", "guns = 1", "guns = -1", "a number of guns is 0 at least"),
        (
            "armies.toml",
            '[[squad]]\nname = "German Seebataillon"\nshort = "Germans"\nsource = "rulebook: sample armies"',
            "",
            "12 squads; here are 11",
        ),
        (
            "armies.toml",
            '[[gun]]\nname = "Nordenfelt gun"\nsource = "reconstruction: for the double-sized battle"',
            "",
            "2 guns; here are 1",
        ),
        ("cards.toml", '"J", "Q", "K"', '"Q", "K"', "no entry for J"),
        ("cards.toml", '"6", "7", "8"', '"6", "8"', "no entry for 7"),
        ("cards.toml", '"6", "7", "8"', '"6", "7", "7", "8"', "'7' is there twice"),
        ("cards.toml", '"J", "Q", "K"', '"Jack", "Q", "K"', "there is no rank 'Jack'"),
        ("cards.toml", "actions = 1", "actions = -1", "one to six actions"),
        ("cards.toml", "rifle_counters = 20", "rifle_counters = 11", "at least 12"),
        ("cards.toml", "rifle_counters = 20", "rifle_counters = -5", "at least 12"),
        ("cards.toml", "rifle_counters = 20", f"rifle_counters = {10**20}", "at most 60"),
        ("cards.toml", "rifle_counters = 20", "rifle_counters = 61", "at most 60"),
        ("cards.toml", "gun_counters = 5", "gun_counters = -1", "0 at least"),
        ("cards.toml", "gun_counters = 5", "gun_counters = 21", "at most 20"),
        ("armies.toml", "guns = 1", "guns = 5", "5 guns: an army has 4 at most"),
        ("armies.toml", "boxers = 60, muskets = 20, tigers = 20", "boxers = 301", "300 figures at most"),
    ],
)
def test_armies_or_cards_with_which_no_game_could_be_played_are_refused(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    message = broken(tmp_path, name, old, new)
    assert said in message
    assert f"{name}, line " in message


POCKET = "[[22, 32], [22, 30], [24, 30], [24, 32]]"
BEFORE = "[[22, 32], [22, 34], [24, 34], [24, 32]]"
ROUND = "[[1, 1], [47, 1], [47, 47], [1, 47], [1, 1]]"


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (POCKET, "'north gate': a gate that leads nowhere: walls seal off"),
        (BEFORE, "'north gate': a gate that leads nowhere: walls seal off"),
        (ROUND, "no gate leads from the table's edge into it"),
    ],
)
def test_a_gate_into_a_sealed_pocket_and_a_compound_sealed_off_are_found(
    tmp_path: Path, points: str, said: str
) -> None:
    more = f'[[line]]\nid = "pocket"\nkind = "wall"\nheight = "high"\npoints = {points}\nsource = "test"\n\n[[area]]'
    message = broken(tmp_path, "mission.toml", "[[area]]", more)
    assert said in message
    assert "mission.toml, line " in message


def test_a_gate_into_an_open_court_leads_somewhere(tmp_path: Path) -> None:
    text = (HOME / "mission.toml").read_text(encoding="utf-8")
    court = "[[22, 32], [22, 30], [24, 30]]"  # round its corner there is a way out
    more = f'[[line]]\nid = "screen"\nkind = "wall"\nheight = "high"\npoints = {court}\nsource = "test"\n\n[[area]]'
    (tmp_path / "mission.toml").write_text(text.replace("[[area]]", more, 1), encoding="utf-8")
    assert Siege(tmp_path).grounds["mission"].layout.lines


def test_the_entry_at_fault_is_called_by_its_name(tmp_path: Path) -> None:
    message = broken(tmp_path, "legation.toml", "points = [[22, 33], [25, 33]]", "points = [[22, 36], [25, 36]]")
    assert "'north gate'" in message


def test_a_players_own_layout_lies_over_ours(tmp_path: Path) -> None:
    text = (HOME / "mission.toml").read_text(encoding="utf-8")
    (tmp_path / "mission.toml").write_text(text.replace("Mission station", "My station"), encoding="utf-8")
    game = Siege(tmp_path)
    assert game.grounds["mission"].layout.name == "My station"
    assert game.kit.digest != GAME.kit.digest
