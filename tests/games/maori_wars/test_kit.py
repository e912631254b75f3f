"""The charts, the counters and the chits of the kit, and what is said about mistakes in them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kemu.core.kit import Kit, KitError
from kemu.core.settings import describe_settings
from kemu.games.maori_wars import MaoriWars
from kemu.games.maori_wars.model import catalogue as model
from kemu.games.maori_wars.model.catalogue import Catalogue
from kemu.games.maori_wars.model.chits import Add, Ban, Draft, Fight, Skip

KIT = Path(model.__file__).parents[1] / "kit"


@cache
def catalogue() -> Catalogue:
    return Catalogue(Kit(KIT))


def changed(folder: Path, name: str, before: str, after: str) -> Path:
    """Return a kit of one's own in which a file says something else."""
    text = (KIT / name).read_text(encoding="utf-8")
    assert before in text
    (folder / name).write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder


def complaint(folder: Path) -> str:
    with pytest.raises(KitError) as caught:
        Catalogue(Kit(KIT, overlay=folder))
    return str(caught.value).replace(str(folder) + "/", "")


# -- what is in it -------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.8")
def test_the_greater_force_is_never_worse_off_on_the_combat_table() -> None:
    order = "-RDAEX"
    lesser, equal, greater = catalogue().crt
    for roll in range(8):
        assert order.index(lesser[roll]) <= order.index(equal[roll]) <= order.index(greater[roll])
    for column in catalogue().crt:
        assert column[6] == "E"
    assert [column[0] for column in catalogue().crt] == ["-", "-", "-"]


@pytest.mark.rule("maori_wars:8.0", "maori_wars:R20")
def test_negotiation_fails_badly_on_one_and_succeeds_on_six() -> None:
    assert catalogue().negotiate == ("opponent", "opponent", "-", "-", "-", "-", "own", "own")


@pytest.mark.rule("maori_wars:9.0.4")
def test_bombardment_removes_a_pa_only_on_a_six() -> None:
    cat = catalogue()
    assert [roll for roll in range(8) if cat.bombard[model.PA_TARGET][roll] == "removed"] == [6, 7]
    assert cat.bombard[model.NEUTRAL_TARGET][2] == "maori"
    assert cat.bombard[model.NEUTRAL_TARGET][5] == "british"


@pytest.mark.rule("maori_wars:1.0.1", "maori_wars:R2")
def test_victory_points_are_those_of_the_rulebook() -> None:
    vp = catalogue().vp
    assert (vp["town"], vp["canoe"], vp["neutrals"], vp["fort_built"], vp["decisive"]) == (2, 1, 1, -1, 9)
    assert {vp[name] for name in ("village", "settlement", "pa", "fort")} == {1}


@pytest.mark.rule("maori_wars:1.0.2")
def test_two_points_are_a_minor_and_six_a_major_victory() -> None:
    assert [(level.points, level.name) for level in catalogue().levels] == [
        (0, "Draw"),
        (2, "Minor Victory"),
        (6, "Major Victory"),
    ]


@pytest.mark.rule("maori_wars:R1", "maori_wars:3.0.3")
def test_only_combat_units_have_strength_and_only_boats_occupy_nothing_of_what_moves() -> None:
    for kind in catalogue().kinds:
        assert kind.strength == int(kind.combat)
        assert kind.occupies == (kind.combat or kind.id == "artillery")


@pytest.mark.rule("maori_wars:10.0", "maori_wars:R35")
def test_who_raids_and_how_well() -> None:
    cat = catalogue()
    raiders = {kind.id for kind in cat.kinds if kind.bush}
    assert raiders == {"warrior", "militia", "constabulary", "ranger", "leader"}
    drm = {(cat.counters[i].side, model.KINDS[cat.kind[i]]): cat.raid[i] for i in range(len(cat.counters))}
    assert drm[model.MAORI, "warrior"] == 1
    assert drm[model.QUEENITE, "warrior"] == 0
    assert drm[model.BRITISH, "militia"] == 1
    assert cat.kinds[model.RANGER].raid_led == 2
    assert {cat.counters[i].id for i in cat.ranger_leader} == {"von-tempsky", "jackson"}


@pytest.mark.rule("maori_wars:11.0")
def test_rangers_and_infantry_panic_on_one_only() -> None:
    steady = {kind.id for kind in catalogue().kinds if kind.panic == 1}
    assert steady == {"infantry", "australian", "naval", "constabulary", "ranger"}


@pytest.mark.rule("maori_wars:6.0")
def test_leaders_have_four_movement_points_and_rangers_are_faster_than_infantry() -> None:
    kinds = catalogue().kinds
    assert kinds[model.LEADER].allowance == 4
    assert kinds[model.RANGER].allowance > kinds[model.INFANTRY].allowance


@pytest.mark.rule("maori_wars:R21")
def test_pomare_has_a_counter_for_every_side_he_may_join() -> None:
    cat = catalogue()
    pomare = cat.index["pomare"]
    assert cat.side[pomare] == model.NEUTRAL
    maori, queenite = cat.equivalent[pomare][model.MAORI], cat.equivalent[pomare][model.QUEENITE]
    assert [cat.counters[i].id for i in (*maori, *queenite)] == ["pomare-m", "pomare-q"]
    assert cat.equivalent[cat.index["heke"]][model.QUEENITE] == ()


def test_the_sheet_has_174_counters_of_units_and_leaders() -> None:
    cat = catalogue()
    assert len(cat.counters) == 174
    assert len(cat.index) == 174
    assert sum(cat.kind[i] == model.LEADER for i in range(174)) == 48
    assert sum(cat.structures.values()) == 66


# -- chits ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.3")
def test_there_are_forty_chits_six_of_them_according_to_plan() -> None:
    chits = catalogue().chits
    assert [chit.number for chit in chits] == list(range(1, 41))
    assert [chit.number for chit in chits if chit.plain] == [5, 13, 21, 29, 35, 39]
    assert {chit.title for chit in chits if chit.plain} == {"According to Plan"}
    assert [chit.number for chit in chits if not chit.returns] == [1, 2, 16, 18, 24, 27, 30, 36, 40]


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28")
def test_two_chits_of_the_first_scenario_make_another_combat() -> None:
    cat = catalogue()
    cup = [chit for chit in cat.chits if chit.number not in cat.scenarios["heke"].out]
    assert len(cup) == 27
    assert [chit.number for chit in cup if any(isinstance(part, Fight) for part in chit.effects)] == [7, 28]
    assert sum(chit.title == "Reinforcements" for chit in cup) == 3


def test_chits_are_composed_of_effects() -> None:
    by_number = {chit.number: chit for chit in catalogue().chits}
    assert by_number[9].effects == (Skip(step="bombard"), Skip(step="charge"), Add(roll="attack", n=-1))
    assert by_number[36].effects == (Draft(n=2, kinds=("warrior",), side="maori", place="coast", territories=("EC",)),)
    assert Ban(act="attack", side="both", until="phase") in by_number[18].effects


def test_every_chit_that_does_something_says_it() -> None:
    for chit in catalogue().chits:
        assert chit.text.endswith((".", "!"))
        assert chit.source in ("rulebook", "report", "reconstruction")


# -- mistakes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.3")
def test_an_effect_that_the_engine_does_not_know_is_named(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "chits.toml", 'effect = "peril"', 'effect = "earthquake"'))
    assert re.match(r"chits\.toml, line \d+, chit\[\d+\]\.effect\[0\].*: chit 26, Struck down: ", said)
    assert "the engine knows no effect 'earthquake'; it knows add, skip, drop" in said


def test_an_effect_with_a_wrong_field_is_named(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "chits.toml", 'step = "bombard"', 'stop = "bombard"'))
    assert "chit 9, Days of rain: effect 'skip'" in said


def test_a_chit_that_names_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "chits.toml", 'kinds = ["constabulary"]', 'kinds = ["dragoons"]'))
    assert "chit 4, Armed Constabulary: there is no kind 'dragoons'" in said


def test_a_missing_chit_is_refused(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "chits.toml", "numbers = [6, 33]", "numbers = [6]"))
    assert "there is no 33" in said


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('hex = "1417"', 'hex = "9917"', "there is no hex 9917"),
        ('hex = "1417"', 'hex = "0501"', "Auckland lies in 0501, which is ocean"),
        ('borders = ["W"]', 'borders = ["X"]', "there is no territory 'X'"),
        ('borders = ["W"]', 'borders = ["W", "T"]', "A borders T, but not the other way round"),
        ('sides = ["0507/0508"]', 'sides = ["0507/0510"]', "0507/0510: these hexes are no neighbours"),
        ("navigable = 6", "navigable = 60", "60 of them cannot be navigable"),
        ('"1420", "1520"', '"1420", "1522"', "Waikato: 1420 and 1522 are no neighbours"),
    ],
)
def test_a_mistake_in_the_map_is_told_with_its_place(tmp_path: Path, before: str, after: str, words: str) -> None:
    said = complaint(changed(tmp_path, "map.toml", before, after))
    assert re.match(r"map\.toml, line \d+, ", said)
    assert words in said


def test_a_row_of_the_wrong_length_is_told_with_its_line(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "map.toml", '"C....................................', '"C..'))
    assert re.match(r"map\.toml, line \d+, row\[0\]\.terrain: it has 3 letters; the map has 37 columns", said)


def test_a_kind_that_the_rules_do_not_know_is_refused(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "units.toml", 'id = "cavalry"', 'id = "lancers"'))
    assert "the rules know no kind 'lancers'" in said


def test_a_table_with_a_gap_is_refused(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "tables.toml", "roll = 3", "roll = 9"))
    assert "rolls rise by 1 from line to line" in said


def test_an_unknown_field_is_named_with_its_line(tmp_path: Path) -> None:
    said = complaint(changed(tmp_path, "tables.toml", "sap = 1", "sapp = 1"))
    assert re.match(r"tables\.toml, line \d+, modifiers", said)


def test_every_entry_of_the_kit_has_a_source() -> None:
    for file in sorted(KIT.glob("*.toml")):
        text = file.read_text(encoding="utf-8")
        tables = len(re.findall(r"^\[\[?(?!chit\.|row|history)[a-z._]+\]\]?$", text, re.M))
        assert len(re.findall(r"^source = ", text, re.M)) >= tables - 1, file.name


def test_the_form_names_every_scenario_by_its_title_and_its_turns() -> None:
    game = MaoriWars()
    (setting,) = describe_settings(game.settings_type)
    for choice, told in zip(setting.choices, setting.labels, strict=True):
        if choice != "campaign":
            scenario = game.cat.scenarios[choice]
            years = scenario.years.replace("-", "–")
            assert told.replace("’", "'") == f"{scenario.title}, {years}: {scenario.turns} turns"
