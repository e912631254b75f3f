"""14.0: the scenarios: what the files say, how places are counted, and what an illegal set-up is told."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kemu.core.kit import Kit, KitError
from kemu.games.maori_wars.model import catalogue as model
from kemu.games.maori_wars.model.catalogue import (
    FORT,
    INFANTRY,
    MAORI,
    MILITIA,
    NEUTRAL,
    PA,
    QUEENITE,
    VILLAGE,
    WARRIOR,
    Catalogue,
)
from kemu.games.maori_wars.model.scenario import Entry, Scenario
from kemu.games.maori_wars.model.setup_check import structures_placed

KIT = Path(model.__file__).parents[1] / "kit"
FIRST = "scenario-1-heke.toml"
ALL = ["heke", "hutt", "taranaki", "waikato", "tauranga", "hauhau", "titokowaru", "tekooti"]


@cache
def catalogue() -> Catalogue:
    return Catalogue(Kit(KIT))


def scenario(name: str) -> Scenario:
    return catalogue().scenarios[name]


def line(name: str, side: int, place: str) -> Entry:
    return next(entry for entry in scenario(name).entries if entry.side == side and entry.words == place)


def complaint(folder: Path, before: str, after: str, name: str = FIRST) -> str:
    text = (KIT / name).read_text(encoding="utf-8")
    assert before in text
    (folder / name).write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(KitError) as caught:
        Catalogue(Kit(KIT, overlay=folder))
    return str(caught.value).replace(str(folder) + "/", "")


# -- the eight -----------------------------------------------------------------------------------------------


def test_there_are_eight_scenarios_and_the_campaign_has_them_in_their_order() -> None:
    assert list(catalogue().scenarios) == ALL
    assert list(catalogue().campaign.scenarios) == ALL


@pytest.mark.rule("maori_wars:14.0.4")
def test_the_first_scenario_is_as_the_rulebook_has_it() -> None:
    first = scenario("heke")
    assert first.turns == 4
    assert [catalogue().territories[t] for t in first.area] == ["A"]
    assert first.out == {1, 2, 3, 4, 10, 11, 16, 24, 27, 36, 37, 38, 40}
    assert first.forts == 1
    assert first.no_bush == {MILITIA}
    assert first.shipment is not None
    assert (first.shipment.turn, first.shipment.units, first.shipment.artillery) == (1, 4, 1)
    assert first.shipment.at == catalogue().place["auckland"]
    waitangi = first.entries[0]
    assert (waitangi.side, waitangi.structures, waitangi.units) == (NEUTRAL, (PA,), ((WARRIOR, 2),))
    assert [catalogue().counters[leader].name for leader in waitangi.leaders] == ["Pōmare"]
    northwest = first.entries[1]
    assert [catalogue().label[h] for h in northwest.hexes] == ["1015"]
    assert (northwest.structures, northwest.units) == ((VILLAGE,), ((WARRIOR, 1),))


@pytest.mark.parametrize("name", ALL)
def test_every_scenario_has_its_history_and_names_the_wars_with_dignity(name: str) -> None:
    history = scenario(name).history
    assert len(history.text) > 300
    assert history.after
    assert "Maori Wars" not in history.text
    assert "rebel" not in (history.text + history.after).lower()


def test_the_campaign_calls_the_wars_by_todays_name() -> None:
    assert "New Zealand Wars" in catalogue().campaign.history


def test_the_special_instructions_of_the_others() -> None:
    assert [scenario(name).forts for name in ALL] == [1, 1, 2, 3, 0, -1, -1, -1]
    assert [scenario(name).sap_from for name in ALL] == [0, 0, 4, 3, 0, 3, 0, 2]
    assert scenario("waikato").box == 2
    assert not scenario("tauranga").settlements_win
    (limit,) = scenario("waikato").river_limits
    assert (catalogue().rivers[limit.river].name, limit.most, limit.before) == ("Waikato", 1, 3)
    (garrison,) = scenario("hauhau").tied
    assert (garrison.kind, garrison.at) == (INFANTRY, -1)
    (town,) = scenario("titokowaru").tied
    assert town.at == catalogue().place["wanganui"]
    stakes = {(stake.when, stake.seat, stake.points) for stake in scenario("tekooti").leader_vp}
    assert stakes == {("eliminated", 0, 2), ("at-end", 1, 2)}
    landing = scenario("hutt").arrivals[0]
    assert (landing.turn, landing.where, landing.cost) == (1, "land", 1)
    assert all(arrival.cost == -1 for arrival in scenario("heke").arrivals)


def test_te_kootis_people_may_come_to_him() -> None:
    te_kooti = catalogue().index["te-kooti"]
    joined = [arrival for arrival in scenario("tekooti").arrivals if arrival.side == MAORI]
    assert joined
    assert all(arrival.where == "any" and arrival.with_leader == te_kooti for arrival in joined)


# -- counting places -----------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:14.0.1", "maori_wars:R40")
def test_x_hexes_in_a_direction_are_counted_across_anything() -> None:
    cat = catalogue()
    assert [cat.label[h] for h in line("heke", MAORI, "2 SW of Ruapekapeka").hexes] == ["0709"]


@pytest.mark.rule("maori_wars:14.0.1")
def test_within_x_hexes_neither_crosses_water_nor_enters_mountains_or_the_sea() -> None:
    cat = catalogue()
    near = {cat.label[h] for h in line("heke", QUEENITE, "within 1 of Hokianga").hexes}
    assert "0507" in near
    assert "0508" not in near  # across the harbour, an all-water hexside
    taranaki = line("titokowaru", MAORI, "within 1 of Ōpunake").hexes
    assert all(cat.open[h] for h in taranaki)
    assert len(taranaki) == 3  # the mountain and the sea are next to it


@pytest.mark.rule("maori_wars:14.0.1")
def test_beside_a_place_is_any_open_hex_next_to_it() -> None:
    cat = catalogue()
    beside = line("hutt", QUEENITE, "beside Wanganui").hexes
    assert beside
    assert all(cat.distance(h, cat.place["wanganui"]) == 1 and cat.open[h] for h in beside)


@pytest.mark.rule("maori_wars:R40")
def test_a_forbidden_last_hex_gives_way_to_the_nearest_legal_ones(tmp_path: Path) -> None:
    text = (KIT / FIRST).read_text(encoding="utf-8").replace('= "4 NW of', '= "4 W of')
    (tmp_path / FIRST).write_text(text, encoding="utf-8")
    cat = Catalogue(Kit(KIT, overlay=tmp_path))
    at_sea = cat.grid.go(cat.place["auckland"], "W", 4)
    assert not cat.open[at_sea]
    found = cat.scenarios["heke"].entries[1].hexes
    nearest = min(cat.distance(at_sea, h) for h in range(cat.n) if cat.open[h])
    assert {cat.distance(at_sea, h) for h in found} == {nearest}


@pytest.mark.rule("maori_wars:5.0")
def test_a_landing_names_the_coastal_hexes_of_its_territories() -> None:
    cat = catalogue()
    landing = next(arrival for arrival in scenario("hauhau").arrivals if arrival.where == "land")
    codes = {cat.territories[cat.territory[h]] for h in landing.hexes}
    assert codes == {"EC", "BP"}
    assert all(cat.coastal[h] for h in landing.hexes)


# -- can be carried out --------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:14.0.2")
@pytest.mark.parametrize("name", ALL)
def test_every_scenario_can_be_set_up_with_no_forbidden_neighbours(name: str) -> None:
    cat = catalogue()
    entries = scenario(name).entries
    placed = next(structures_placed(cat, entries))
    wanted = sum(len(entry.structures) for entry in entries)
    forts_on_towns = sum(entry.structures.count(FORT) for entry in entries if entry.fixed and cat.town[entry.hexes[0]])
    assert len(placed) == wanted + 4 - forts_on_towns
    for h, (seat, free) in placed.items():
        for d, other in enumerate(cat.neighbours[h]):
            if other in placed and placed[other][0] == 1 - seat and seat >= 0 and not cat.waterside[h] >> d & 1:
                assert free or placed[other][1], (cat.where(h), cat.where(other))


# -- mistakes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:14.0.2")
@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('place = "Ōhaeawai"', 'place = "Atlantis"', "there is no place 'Atlantis' on the map"),
        ('place = "4 NW of Auckland"', 'place = "4 UP of Auckland"', "there is no place '4 UP of Auckland'"),
        (
            'place = "4 NW of Auckland"',
            'place = "4 NN of Auckland"',
            "there is no direction 'NN'; there are N, NE, SE, S, SW, NW, E, W",
        ),
        ('place = "4 NW of Auckland"', 'place = "40 N of Auckland"', "lies off the map"),
        ('put = ["pa", "2 warrior", "heke"]', 'put = ["pa", "2 warrior", "cook"]', "kind of unit or leader 'cook'"),
        (
            'put = ["pa", "2 warrior", "heke"]',
            'put = ["pa", "2 warrior", "hulme"]',
            "Hulme is not a leader of the Maori",
        ),
        ('put = ["pa", "2 warrior", "heke"]', 'put = ["fort", "2 warrior", "heke"]', "the Maori side has no Fort"),
        ('put = ["pa", "2 warrior", "heke"]', 'put = ["pa", "5 warrior", "heke"]', "5 units are more than"),
        (
            'put = ["pa", "2 warrior", "heke"]',
            'put = ["pa", "village", "heke"]',
            "2 Structures cannot stand in one hex",
        ),
        ('put = ["pa", "2 warrior", "heke"]', 'put = ["pa", "2 infantry"]', "the Maori side has no Infantry"),
        ('"kawiti"', '"heke"', "Hōne Heke is there already"),
        ('place = "Ōhaeawai"', 'place = "Waitangi"', "Waitangi (0907) is taken by the other side"),
        ('place = "Ōhaeawai"', 'place = "Auckland"', "Auckland (1417) is a Town of the British side"),
        ('place = "Waikare"', 'place = "0806"', "find no legal place"),  # next to the Settlement at Kororāreka
        ('area = ["A"]', 'area = ["Z"]', "there is no territory 'Z'"),
        ("out = [1, 2,", "out = [99, 2,", "there is no chit 99"),
        ('no_bush = ["militia"]', 'no_bush = ["milita"]', "there is no kind of unit 'milita'"),
        ("turn = 4\n", "turn = 5\n", "the scenario has 4 turns"),
        ("turn = 1\n", "turn = 5\n", "special.shipment.turn: the scenario has 4 turns"),
        ("forts = 1", "forts = 1\nsap_from = 5", "special.sap_from: the scenario has 4 turns"),
        ('turn = 1\nplace = "Auckland"', 'turn = 1\nplace = "Kaikohe"', "Kaikohe (0707) is not on the coast"),
        ('put = ["infantry", "naval"]', 'put = ["infantry", "settlement"]', "Structures do not arrive"),
        ('put = ["2 settlement", "2 militia"]', 'put = ["2 settlement", "0 militia"]', "'0 militia' is nothing"),
        ('place = "Waikare"', 'place = "0110"', "'0110' is no land that may be entered"),
        ('place = "Waikare"', 'place = "Te Kūiti"', "Canoes have no water at 'Te Kūiti'"),
        (
            'place = "Whangārei"\nput = ["',
            'place = "Kaikohe"\nput = ["gunboat", "',
            "Gunboats have no water at 'Kaikohe'",
        ),
        ('order = ["neutral",', 'order = ["neutral", "maori",', "a side stands there twice"),
    ],
)
def test_a_mistake_in_a_set_up_is_told_with_file_line_and_field(
    tmp_path: Path, before: str, after: str, words: str
) -> None:
    said = complaint(tmp_path, before, after)
    assert re.match(r"scenario-1-heke\.toml, line \d+, [a-z_]+(\[\d+\])?", said), said
    assert words in said


@pytest.mark.rule("maori_wars:14.0.2")
def test_sides_set_up_in_the_order_that_is_given(tmp_path: Path) -> None:
    said = complaint(tmp_path, 'order = ["neutral", "maori",', 'order = ["maori", "neutral",')
    assert "sets up earlier than the side before it" in said


@pytest.mark.rule("maori_wars:14.0.5")
def test_what_may_not_enter_the_bush_is_not_set_up_there(tmp_path: Path) -> None:
    said = complaint(tmp_path, 'place = "box"\nput = ["militia"]', 'place = "bush"\nput = ["militia"]')
    assert "Militia may not be in the bush" in said


def test_more_units_than_counters_are_refused(tmp_path: Path) -> None:
    said = complaint(tmp_path, 'place = "box"\nput = ["2 warrior"]', 'place = "box"\nput = ["40 warrior"]')
    assert "Maori: there are only 30 counters of Warriors" in said


def test_the_campaign_names_only_scenarios_that_there_are(tmp_path: Path) -> None:
    assert "there is no scenario 'crimea'" in complaint(tmp_path, '"hutt"', '"crimea"', "campaign.toml")
