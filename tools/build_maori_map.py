"""Build the map of Maori Wars: from a coast and a list of features to hexes that people can read and edit.

    python tools/build_maori_map.py tools/data/north-island-coast.geojson tools/data/north-island-features.geojson \\
        --map src/kemu/games/maori_wars/kit/map.toml --land src/kemu/games/maori_wars/scene/art/land.json

A sinusoidal projection lays the island on flat-topped hexes of 10 miles (16.0934 km) across their flats. A hex is land
if a third of it is (a quarter with a named place in it); its terrain is that of most of its land. What the tool writes
is a start: `map.toml` is edited by hand from there, and the tool is run again only for another grid.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, radians, sqrt
from pathlib import Path
from typing import Any

from kemu.parts.hexes import HexGrid

Point = tuple[float, float]

ACROSS = 16.0934
"""A hex across its flats, in km: ten miles."""
DEGREE = 111.1949
MIDDLE = (175.5, -38.0)
OFFSET = (12.0, 6.5)
"""How many km east and north of the projection's middle the middle of hex 1925 lies. Tried among 900: Waitangi and
Kororareka fall into two hexes, and four hexes northwest of Auckland is land, as the first scenario needs."""
COLUMNS, ROWS = 37, 50
HOME = (18, 24)
"""Column and row of hex 1925, from 0."""
FINE = 24
"""Sampled points across a hex, each way."""
LAND, LAND_NAMED = 1 / 3, 1 / 4
COASTAL = 0.97
MOUNTAIN, LAKE = 1 / 2, 2 / 3
LETTER = {"clear": "c", "rough": "r", "mountain": "m"}
TERRITORY_LETTER = {"A": "A", "W": "W", "T": "T", "CI": "I", "BP": "B", "EC": "E", "HB": "H", "WE": "L"}


def project(lonlat: Sequence[float]) -> Point:
    """Return a point of the globe in hexes, y down, from the middle of hex 0101."""
    lon, lat = lonlat[0], lonlat[1]
    x = DEGREE * (lon - MIDDLE[0]) * cos(radians(lat))
    y = DEGREE * (lat - MIDDLE[1])
    return (x - OFFSET[0]) / ACROSS + HOME[0] * sqrt(3) / 2, (OFFSET[1] - y) / ACROSS + HOME[1]


class Area:
    """A polygon without holes that is asked often whether points lie in it: its crossings are kept, line by line."""

    def __init__(self, ring: Iterable[Point]) -> None:
        self.ring = list(ring)
        xs, ys = zip(*self.ring, strict=True)
        self.left, self.right, self.low, self.high = min(xs), max(xs), min(ys), max(ys)
        self.crossings = lru_cache(maxsize=None)(self._crossings)

    def _crossings(self, y: float) -> list[float]:
        found: list[float] = []
        for (x1, y1), (x2, y2) in zip(self.ring, [*self.ring[1:], self.ring[0]], strict=True):
            if (y1 > y) != (y2 > y):
                found.append(x1 + (y - y1) / (y2 - y1) * (x2 - x1))
        return sorted(found)

    def __contains__(self, point: Point) -> bool:
        x, y = point
        if not (self.low <= y <= self.high and self.left <= x <= self.right):
            return False
        return bisect_right(self.crossings(round(y, 6)), x) % 2 == 1


class Source:
    """The coast and the features, projected."""

    def __init__(self, coast: Path, features: Path) -> None:
        rings = [feature["geometry"]["coordinates"][0] for feature in _features(coast)]
        self.coasts = [[project(point) for point in ring] for ring in rings]
        self.main = Area(self.coasts[0])
        self.features = _features(features)

    def of(self, kind: str) -> Iterator[tuple[dict[str, Any], Any]]:
        """Yield the properties and the geometry of the features of a kind."""
        for feature in self.features:
            if feature["properties"]["kind"] == kind:
                yield feature["properties"], feature["geometry"]["coordinates"]

    def areas(self, kind: str) -> list[tuple[dict[str, Any], Area]]:
        """Return the polygons of a kind."""
        return [(given, Area(project(point) for point in rings[0])) for given, rings in self.of(kind)]

    def lines(self) -> list[tuple[dict[str, Any], list[Point]]]:
        """Return the rivers, from their lower ends."""
        return [(given, [project(point) for point in points]) for given, points in self.of("river")]


def _features(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["features"]


class Builder:
    """Works out the hexes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.grid = HexGrid(COLUMNS, ROWS, "flat", "even")
        self.lakes = source.areas("lake")
        self._shares()
        self._place_names()
        self._terrain()
        self._territories()

    def samples(self, h: int) -> Iterator[Point]:
        """Yield points spread evenly over a hex."""
        cx, cy = self.grid.centre(h)
        for j in range(FINE):
            dy = (j + 0.5) / FINE - 0.5
            wide = 2 * (1 - abs(dy)) / sqrt(3)
            n = round(wide * FINE)
            for i in range(n):
                yield cx + (i + 0.5 - n / 2) / FINE, cy + dy

    def _shares(self) -> None:
        """Sample every hex: what is land, and what of that has which terrain."""
        latest = self.source.areas("terrain")[::-1]
        self.share = [0.0] * self.grid.count
        self.lake_share = [0.0] * self.grid.count
        self.grounds: list[dict[str, int]] = [{} for _ in range(self.grid.count)]
        for h in range(self.grid.count):
            points = list(self.samples(h))
            on_land = [point for point in points if point in self.source.main]
            self.share[h] = len(on_land) / len(points)
            if not on_land:
                continue
            wet = sum(any(point in lake for _, lake in self.lakes) for point in on_land)
            self.lake_share[h] = wet / len(points)
            for point in on_land:
                ground = next((given["terrain"] for given, area in latest if point in area), "rough")
                self.grounds[h][ground] = self.grounds[h].get(ground, 0) + 1

    def _place_names(self) -> None:
        named = {self.grid.at(*project(point)) for _, point in self.source.of("place")}
        self.land = {h for h in range(self.grid.count) if self.share[h] >= (LAND_NAMED if h in named else LAND)}
        self.places: list[tuple[dict[str, Any], int]] = []
        for given, point in self.source.of("place"):
            x, y = project(point)
            h = self.grid.at(x, y)
            if h not in self.land:
                h = min(self.land, key=lambda other: (self._far(other, x, y), other))
            self.places.append((given, h))

    def _far(self, h: int, x: float, y: float) -> float:
        cx, cy = self.grid.centre(h)
        return hypot(cx - x, cy - y)

    def _terrain(self) -> None:
        self.terrain: dict[int, str] = {}
        for h in self.land:
            grounds = dict(self.grounds[h])
            whole = sum(grounds.values())
            if self.lake_share[h] >= LAKE:
                self.terrain[h] = "l"
                continue
            if grounds.get("mountain", 0) < MOUNTAIN * whole:
                grounds.pop("mountain", None)
            best = max(grounds, key=lambda ground: (grounds[ground], ground)) if grounds else "rough"
            self.terrain[h] = LETTER[best]
        self.coastal = {
            h
            for h in self.land
            if self.share[h] < COASTAL or any(other not in self.land for other in self.grid.beside[h])
        }

    def _territories(self) -> None:
        areas = self.source.areas("territory")
        self.territory: dict[int, str] = {}
        for h in self.land:
            x, y = self.grid.centre(h)
            inside = [given["code"] for given, area in areas if (x, y) in area]
            if not inside:
                inside = [min((self._to_ring(area.ring, x, y), given["code"]) for given, area in areas)[1]]
            self.territory[h] = inside[0]

    @staticmethod
    def _to_ring(ring: Sequence[Point], x: float, y: float) -> float:
        best = 99.0
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            along = max(
                0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / (hypot(x2 - x1, y2 - y1) ** 2 or 1))
            )
            best = min(best, hypot(x1 + along * (x2 - x1) - x, y1 + along * (y2 - y1) - y))
        return best

    # -- hexsides and rivers -----------------------------------------------------------------------------

    def _sides(self) -> Iterator[tuple[int, int, list[Point]]]:
        for a in sorted(self.land):
            for d, b in enumerate(self.grid.neighbours[a]):
                if b > a and b in self.land:
                    (x1, y1), (x2, y2) = self.grid.side(a, d)
                    yield a, b, [(x1 + (x2 - x1) * i / 40, y1 + (y2 - y1) * i / 40) for i in range(41)]

    def straits(self) -> list[tuple[int, int]]:
        """Return the hexsides between land hexes that have no land on them."""
        return [(a, b) for a, b, points in self._sides() if not any(p in self.source.main for p in points)]

    def lake_sides(self) -> list[tuple[str, list[tuple[int, int]]]]:
        """Return the hexsides that lie in a lake by half or more; the nearest one, if none does."""
        found: list[tuple[str, list[tuple[int, int]]]] = []
        sides = list(self._sides())
        for given, lake in self.lakes:
            wet = [(a, b) for a, b, points in sides if 2 * sum(p in lake for p in points) >= len(points)]
            if not wet:
                n = len(lake.ring)
                x, y = sum(p[0] for p in lake.ring) / n, sum(p[1] for p in lake.ring) / n
                a, b, _ = min(sides, key=lambda side: hypot(side[2][20][0] - x, side[2][20][1] - y))
                wet = [(a, b)]
            found.append((given["name"], wet))
        return found

    def rivers(self) -> list[tuple[str, list[int], int]]:
        """Return each river with its hexes from the lower end, and how many of them are navigable."""
        runs: dict[str, list[list[int]]] = {}
        for given, line in self.source.lines():
            name = (
                given["name"]
                .replace(" (lower)", "")
                .replace(" (upper)", "")
                .replace(", lower", "")
                .replace(", upper", "")
            )
            hexes: list[int] = []
            for (x1, y1), (x2, y2) in pairwise(line):
                steps = max(2, ceil(hypot(x2 - x1, y2 - y1) * 200))
                for i in range(steps + 1):
                    h = self.grid.at(x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps)
                    if h in self.land and (not hexes or hexes[-1] != h):
                        hexes.append(h)
            runs.setdefault(name, [[], []])[0 if given["navigable"] else 1] += hexes
        found: list[tuple[str, list[int], int]] = []
        for name, (lower, upper) in runs.items():
            whole = lower + (upper[1:] if lower and upper and upper[0] == lower[-1] else upper)
            found.append((name, whole, len(lower)))
        return found


# -- writing -------------------------------------------------------------------------------------------------


def toml(source: Source, built: Builder) -> str:
    """Return `map.toml`."""
    grid = built.grid
    out = [
        "# The map: the North Island at 10 miles a hex. tools/build_maori_map.py made it from the coast and the",
        "# features; it is read and edited as it stands.",
        "#",
        "# A hex is named by its column and its row: 1417 is column 14, row 17. The hexes are flat-topped; those of",
        "# even columns sit half a hex lower. In each row below, one letter stands for each column:",
        "#   terrain    . ocean, c clear, r rough, m mountain, l lake, i small island; a capital: a coastal hex",
        "#   territory  the letter of a [[territory]]; . at sea",
        "",
        'source = "reconstruction"',
        "",
        "[grid]",
        f"columns = {COLUMNS}",
        f"rows = {ROWS}",
        'top = "flat"',
        'shifted = "even"',
        'source = "reconstruction"',
        "",
    ]
    borders: dict[str, set[str]] = {}
    for a in built.land:
        for b in grid.beside[a]:
            if b in built.land and built.territory[a] != built.territory[b]:
                borders.setdefault(built.territory[a], set()).add(built.territory[b])
    codes = list(TERRITORY_LETTER)
    for given, _ in source.of("territory"):
        near = sorted(borders[given["code"]], key=codes.index)
        out += [
            "[[territory]]",
            f'code = "{given["code"]}"',
            f'letter = "{TERRITORY_LETTER[given["code"]]}"',
            f'name = "{given["name"]}"',
            f"borders = {json.dumps(near)}",
            'source = "reconstruction"',
            "",
        ]
    tens = "".join(str((c + 1) // 10) for c in range(COLUMNS))
    ones = "".join(str((c + 1) % 10) for c in range(COLUMNS))
    out += [f"# column     {tens}", f"#            {ones}", ""]
    for row in range(ROWS):
        line = [column * ROWS + row for column in range(COLUMNS)]
        terrain = "".join(
            "." if h not in built.land else built.terrain[h].upper() if h in built.coastal else built.terrain[h]
            for h in line
        )
        territory = "".join(TERRITORY_LETTER[built.territory[h]] if h in built.land else "." for h in line)
        out += ["[[row]]", f"row = {row + 1}", f'terrain   = "{terrain}"', f'territory = "{territory}"', ""]
    for given, h in built.places:
        out += ["[[place]]", f"name = {json.dumps(given['name'], ensure_ascii=False)}", f'hex = "{grid.label(h)}"']
        out += ["town = true"] if given["role"] == "town" else []
        out += ["shown = false"] if given["role"] == "lesser" else []
        out += ['source = "reconstruction"', ""]
    out += [
        "# Rivers, from their lower ends; `navigable` says how many of the hexes from there Gunboats may enter.",
        "",
    ]
    for name, hexes, navigable in built.rivers():
        out += [
            "[[river]]",
            f"name = {json.dumps(name, ensure_ascii=False)}",
            f"hexes = {json.dumps([grid.label(h) for h in hexes])}",
            *([f"navigable = {navigable}"] if navigable else []),
            'source = "reconstruction"',
            "",
        ]
    out += ["# Dashed lake hexsides.", ""]
    for name, sides in built.lake_sides():
        out += [
            "[[lake]]",
            f"name = {json.dumps(name, ensure_ascii=False)}",
            f"sides = {_pairs(grid, sides)}",
            'source = "reconstruction"',
            "",
        ]
    out += ["# Other hexsides that are all water.", ""]
    for a, b in built.straits():
        out += [
            "[[strait]]",
            'name = "arm of the sea"',
            f"sides = {_pairs(grid, [(a, b)])}",
            'source = "reconstruction"',
            "",
        ]
    return "\n".join(out)


def _pairs(grid: HexGrid, sides: list[tuple[int, int]]) -> str:
    return json.dumps([f"{grid.label(a)}/{grid.label(b)}" for a, b in sides])


def land(source: Source) -> str:
    """Return the lines that the picture of the map is drawn from, in hexes, y down, from the middle of hex 0101."""

    def ring(points: Iterable[Point], apart: float = 0.02) -> list[list[float]]:
        kept: list[Point] = []
        for point in points:
            if not kept or hypot(point[0] - kept[-1][0], point[1] - kept[-1][1]) >= apart:
                kept.append(point)
        return [[round(x, 3), round(y, 3)] for x, y in kept]

    data = {
        "coasts": [ring(points) for points in source.coasts],
        "lakes": {given["name"]: ring(area.ring) for given, area in source.areas("lake")},
        "rivers": [
            {"name": given["name"], "navigable": given["navigable"], "points": ring(points)}
            for given, points in source.lines()
        ],
        "terrain": [
            {"name": given["name"], "terrain": given["terrain"], "points": ring(area.ring)}
            for given, area in source.areas("terrain")
        ],
    }
    parts = ",\n".join(
        f'"{key}": {json.dumps(value, ensure_ascii=False, separators=(",", ":"))}' for key, value in data.items()
    )
    return "{\n" + parts + "\n}\n"


def main() -> None:
    """Read the arguments and write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coast", type=Path, help="the coast, as GeoJSON; its first polygon is the island")
    parser.add_argument("features", type=Path, help="places, terrain, rivers, lakes and territories, as GeoJSON")
    parser.add_argument("--map", type=Path, required=True, help="the map.toml to write")
    parser.add_argument("--land", type=Path, help="the outlines for the picture, as JSON")
    given = parser.parse_args()
    source = Source(given.coast, given.features)
    given.map.write_text(toml(source, Builder(source)), encoding="utf-8")
    if given.land:
        given.land.write_text(land(source), encoding="utf-8")


if __name__ == "__main__":
    main()
