"""The map: distances, land, places, waters; and that the tool builds the same from the coast and the features."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from kemu.core.kit import Kit
from kemu.games.maori_wars.model import island
from kemu.games.maori_wars.model.catalogue import Catalogue

ROOT = Path(__file__).parents[3]
KIT = Path(island.__file__).parents[1] / "kit"


@cache
def catalogue() -> Catalogue:
    return Catalogue(Kit(KIT))


def at(name: str) -> int:
    return catalogue().place[name]


def label(name: str) -> str:
    return catalogue().label[at(name)]


@pytest.mark.parametrize(
    ("a", "b", "straight", "hexes"),
    [
        ("auckland", "waitangi", 11.6, 13),
        ("auckland", "new-plymouth", 15.7, 18),
        ("new-plymouth", "wanganui", 8.0, 9),
        ("wanganui", "wellington", 9.5, 10),
    ],
)
def test_distances_are_those_of_the_island(a: str, b: str, straight: float, hexes: int) -> None:
    cat = catalogue()
    assert dist(cat.grid.centre(at(a)), cat.grid.centre(at(b))) == pytest.approx(straight, abs=0.75)
    assert cat.distance(at(a), at(b)) == hexes


def test_the_island_has_544_land_hexes_of_which_182_are_coastal() -> None:
    cat = catalogue()
    assert len(cat.land) == 544
    assert sum(cat.coastal) == 182
    assert [sum(ground == t for ground in cat.terrain) for t in range(4)] == [201, 308, 33, 2]


def test_each_territory_has_its_hexes() -> None:
    cat = catalogue()
    counted = {code: cat.territory.count(t) for t, code in enumerate(cat.territories)}
    assert counted == {"A": 89, "W": 58, "T": 41, "CI": 121, "BP": 68, "EC": 42, "HB": 71, "WE": 54}


def test_territories_border_one_another_both_ways() -> None:
    cat = catalogue()
    pairs = {(cat.territories[a], cat.territories[b]) for a, near in enumerate(cat.next_territories) for b in near}
    assert pairs == {(b, a) for a, b in pairs}
    assert ("W", "CI") in pairs
    assert ("A", "CI") not in pairs


@pytest.mark.parametrize(
    ("name", "hex"),
    [
        *(("auckland", "1417"), ("waitangi", "0907"), ("kororareka", "0906"), ("ohaeawai", "0807")),
        *(("kaikohe", "0707"), ("ruapekapeka", "0908"), ("waikare", "1006"), ("hokianga", "0507")),
        *(("whangarei", "1009"), ("drury", "1519"), ("pokeno", "1520"), ("meremere", "1521")),
        *(("rangiriri", "1621"), ("ngaruawahia", "1623"), ("raglan", "1424"), ("te-awamutu", "1725")),
        *(("orakau", "1825"), ("kawhia", "1425"), ("thames", "1919"), ("peria", "2024")),
        *(("new-plymouth", "0933"), ("waitara", "1032"), ("pukerangiora", "1133"), ("warea", "0833")),
        *(("opunake", "0835"), ("pukearuhe", "1231"), ("mokau", "1330"), ("te-ngutu-o-te-manu", "1035")),
        *(("hawera", "1136"), ("patea", "1237"), ("moturoa", "1337"), ("tauranga-ika", "1438")),
        *(("wanganui", "1539"), ("te-kuiti", "1627"), ("taupo", "2230"), ("tokaanu", "2032")),
        *(("te-porere", "1933"), ("taumarunui", "1731"), ("pipiriki", "1536"), ("moutoa", "1636")),
        *(("rangitikei", "1740"), ("foxton", "1742"), ("tauranga", "2223"), ("gate-pa", "2223")),
        *(("maketu", "2423"), ("rotorua", "2326"), ("matata", "2624"), ("whakatane", "2725")),
        *(("opotiki", "3025"), ("te-kaha", "3223"), ("ruatahuna", "2730"), ("tikitiki", "3724")),
        *(("te-araroa", "3622"), ("tokomaru", "3626"), ("tolaga-bay", "3627"), ("gisborne", "3429")),
        *(("waerenga-a-hika", "3330"), ("ngatapa", "3130"), ("whareongaonga", "3331"), ("wairoa", "3032")),
        *(("mohaka", "2933"), ("napier", "2736"), ("wellington", "1448"), ("hutt", "1447")),
        *(("pauatahanui", "1547"), ("otaki", "1644")),
    ],
)
def test_every_named_place_lies_in_its_hex_on_open_land(name: str, hex: str) -> None:  # noqa: A002
    assert label(name) == hex
    assert catalogue().open[at(name)]


def test_the_towns_are_auckland_wellington_new_plymouth_and_wanganui() -> None:
    cat = catalogue()
    assert {cat.name[h] for h in range(cat.n) if cat.town[h]} == {"Auckland", "Wellington", "New Plymouth", "Wanganui"}


@pytest.mark.rule("maori_wars:14.0.1", "maori_wars:R40")
def test_four_hexes_northwest_of_auckland_is_land() -> None:
    cat = catalogue()
    there = cat.grid.go(at("auckland"), "NW", 4)
    assert cat.label[there] == "1015"
    assert cat.open[there]
    assert cat.territories[cat.territory[there]] == "A"


@pytest.mark.parametrize(
    ("hex", "words"),
    [
        ("0907", "Waitangi (0907)"),
        ("1015", "Hex 1015 (4 NW of Auckland)"),
        ("1007", "Hex 1007 (1 SE of Waitangi)"),
        ("1217", "Hex 1217 (2 W of Auckland)"),
    ],
)
def test_a_hex_without_a_name_is_told_by_the_nearest_place(hex: str, words: str) -> None:  # noqa: A002
    assert catalogue().where(catalogue().hex_of[hex]) == words


def test_all_open_land_is_connected_on_foot() -> None:
    cat = catalogue()
    seen = {at("auckland")}
    queue = [at("auckland")]
    while queue:
        for other in cat.walks[queue.pop()]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    assert len(seen) == sum(cat.open) == 509


@pytest.mark.rule("maori_wars:R9")
def test_mountains_are_closed_and_rough_costs_two_except_to_the_light() -> None:
    cat = catalogue()
    egmont = cat.hex_of["0934"] if cat.terrain[cat.hex_of["0934"]] == island.MOUNTAIN else cat.hex_of["0834"]
    assert cat.terrain[egmont] == island.MOUNTAIN
    assert [row[egmont] for row in cat.cost] == [0, 0, 0, 0]
    assert [row[at("ruapekapeka")] for row in cat.cost] == [1, 2, 2, 2]
    assert [row[at("auckland")] for row in cat.cost] == [1, 1, 1, 1]


@pytest.mark.rule("maori_wars:6.0")
def test_water_hexsides_are_not_walked_across() -> None:
    cat = catalogue()
    a, b = cat.hex_of["0906"], cat.hex_of["1006"]
    assert cat.waterside[a] >> cat.grid.direction(a, b) & 1
    assert b not in cat.walks[a]
    assert b in cat.canoe_links[a]
    straits = {
        frozenset((a, cat.neighbours[a][d])) for a in range(cat.n) for d in range(6) if cat.waterside[a] >> d & 1
    }
    dashed = {frozenset((a, cat.neighbours[a][d])) for a in range(cat.n) for d in range(6) if cat.dashed[a] >> d & 1}
    assert (len(straits), len(dashed)) == (21, 15)


@pytest.mark.rule("maori_wars:6.0.2")
def test_gunboats_steam_up_the_waikato_and_the_waipa_and_no_farther() -> None:
    cat = catalogue()
    way = ["1420", "1520", "1521", "1621", "1622", "1623", "1624", "1725"]
    for a, b in pairwise(way):
        assert cat.hex_of[b] in cat.river_links[cat.hex_of[a]], (a, b)
    assert cat.hex_of["1724"] not in cat.river_links[cat.hex_of["1623"]]
    assert cat.hex_of["1724"] in cat.canoe_links[cat.hex_of["1623"]]
    assert not cat.navigable[cat.hex_of["1724"]]
    assert cat.coastal[cat.hex_of["1420"]]


def test_the_sea_goes_round_the_island() -> None:
    cat = catalogue()
    seen = {at("auckland")}
    queue = [at("auckland")]
    while queue:
        for other in cat.sea_links[queue.pop()]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    assert {h for h in range(cat.n) if cat.coastal[h]} <= seen


@pytest.mark.rule("maori_wars:R29")
def test_hexes_share_waters_along_a_river_a_lake_and_the_coast() -> None:
    cat = catalogue()
    river = cat.waters[cat.hex_of["1520"]] & cat.waters[cat.hex_of["1521"]]
    assert [cat.water_names[bit] for bit in range(river.bit_length()) if river >> bit & 1] == ["Waikato"]
    assert cat.waters[at("taupo")] >> cat.water_names.index("Taupō") & 1
    assert cat.waters[at("auckland")] & 1
    assert cat.waters[at("te-kuiti")] == 0


def test_the_tool_builds_the_map_that_is_in_the_kit(tmp_path: Path) -> None:
    data = ROOT / "tools" / "data"
    tool = ROOT / "tools" / "build_maori_map.py"
    out = tmp_path / "map.toml"
    inputs = [str(data / f"north-island-{what}.geojson") for what in ("coast", "features")]
    subprocess.run([sys.executable, str(tool), *inputs, "--map", str(out)], check=True)
    assert out.read_text(encoding="utf-8") == (KIT / "map.toml").read_text(encoding="utf-8")
