"""Draw the relief of the map of Maori Wars: tints of height and shades of slope, as outlines.

    python tools/draw_maori_relief.py --out src/kemu/games/maori_wars/scene/art/relief.json

The heights are made up from the kit's terrain, so that what looks rough is rough: plains are low, rough hexes are
broken hills, mountain hexes are ranges; three volcanoes are put where they stand. The light comes from the northwest.
"""

from __future__ import annotations

import argparse
import json
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
from build_maori_map import Area, project

from kemu.core.kit import Kit
from kemu.games.maori_wars.model import catalogue as model
from kemu.games.maori_wars.model.kitfile import Map
from kemu.parts.hexes import OFF, HexGrid

HOME = Path(model.__file__).parents[1]
FINE = 10
"""Cells of the raster to a hex."""
LEFT, TOP, RIGHT, LOW = -1.0, -1.0, 32.4, 51.0
HEIGHT = {"c": 0.08, "r": 0.40, "m": 0.86, "l": 0.06, ".": 0.10, "i": 0.1}
BROKEN = {"c": 0.06, "r": 0.34, "m": 0.55, "l": 0.0, ".": 0.05, "i": 0.1}
"""How much hills stand out from it."""
VOLCANOES = {
    "Taranaki": ((174.064, -39.297), 1.25, 1.0),
    "Ruapehu": ((175.565, -39.282), 1.0, 0.75),
    "Tongariro": ((175.64, -39.13), 0.6, 0.4),
}
"""Where, how wide in hexes, how much above their surroundings."""
TINTS = (0.22, 0.36, 0.52, 0.72, 0.92, 1.15)
SHADES = (0.016, 0.034, 0.06)
"""Slopes at which light or shade begins, on both sides."""
SEED = 1845

Grid = Any


def heights() -> Grid:
    """Return the height of every cell, from the map's rows."""
    rng = np.random.default_rng(SEED)
    given = Kit(HOME / "kit").read("map.toml", Map)
    grid = HexGrid(given.grid.columns, given.grid.rows, given.grid.top, given.grid.shifted)
    rows = {row.row: row.terrain.lower() for row in given.row}
    w, h = round((RIGHT - LEFT) * FINE), round((LOW - TOP) * FINE)
    base, broken = np.full((h, w), 0.1), np.full((h, w), 0.05)
    for j in range(h):
        for i in range(w):
            at = grid.at(LEFT + (i + 0.5) / FINE, TOP + (j + 0.5) / FINE)
            if at != OFF:
                column, row = divmod(at, grid.rows)
                ground = rows[row + 1][column]
                base[j, i], broken[j, i] = HEIGHT[ground], BROKEN[ground]
    base, broken = soft(base, 3.4), soft(broken, 2.6)
    hills = sum(
        (ridges(rng, (h, w), size) * part for size, part in ((16, 0.5), (8, 0.32), (4.5, 0.18))), np.zeros((h, w))
    )
    field = base + broken * (hills - 0.25)
    ys, xs = np.mgrid[0:h, 0:w]
    for (lon, lat), wide, high in ((place, wide, high) for place, wide, high in VOLCANOES.values()):
        x, y = project((lon, lat))
        far = np.hypot(LEFT + (xs + 0.5) / FINE - x, TOP + (ys + 0.5) / FINE - y) / wide
        field = field + high * np.clip(1 - far, 0, 1) ** 1.4
    return field


def soft(field: Grid, sigma: float) -> Grid:
    """Return a field blurred by so many cells."""
    reach = round(3 * sigma)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    padded = np.pad(field, reach, mode="edge")
    once = np.apply_along_axis(lambda line: np.convolve(line, kernel, mode="valid"), 0, padded)
    return np.apply_along_axis(lambda line: np.convolve(line, kernel, mode="valid"), 1, once)


def ridges(rng: Any, shape: tuple[int, int], size: float) -> Grid:
    """Return noise with ridges, 0 to 1, whose hills are so many cells wide."""
    noise = soft(rng.standard_normal(shape), size / 2.6)
    noise = noise / noise.std()
    return 1 - np.clip(np.abs(noise) / 1.2, 0, 1)


def inland(coast: list[tuple[float, float]], shape: tuple[int, int]) -> Grid:
    """Return how far every cell lies from the coast, within a hex of it: above 0 ashore, below 0 at sea."""
    h, w = shape
    ys, xs = np.mgrid[0:h, 0:w]
    xs, ys = LEFT + (xs + 0.5) / FINE, TOP + (ys + 0.5) / FINE
    far = np.full(shape, 1.0)
    for (x1, y1), (x2, y2) in zip(coast, coast[1:] + coast[:1], strict=True):
        i1, i2 = sorted((x1, x2))
        j1, j2 = sorted((y1, y2))
        part = np.s_[
            max(0, int((j1 - TOP - 1) * FINE)) : int((j2 - TOP + 1) * FINE) + 1,
            max(0, int((i1 - LEFT - 1) * FINE)) : int((i2 - LEFT + 1) * FINE) + 1,
        ]
        dx, dy = x2 - x1, y2 - y1
        along = np.clip(((xs[part] - x1) * dx + (ys[part] - y1) * dy) / (dx * dx + dy * dy or 1.0), 0, 1)
        far[part] = np.minimum(far[part], np.hypot(xs[part] - x1 - along * dx, ys[part] - y1 - along * dy))
    island = Area(coast)
    ashore = np.array([[(x, y) in island for x, y in zip(*line, strict=True)] for line in zip(xs, ys, strict=True)])
    return np.where(ashore, far, -far)


def shade(field: Grid) -> Grid:
    """Return how far each slope is turned to the light: above 0 lit, below 0 in shade."""
    dy, dx = np.gradient(soft(field, 0.8))
    return (dx + dy) * 0.7


def outlines(field: Grid, level: float, least: float) -> list[list[tuple[float, float]]]:
    """Return the closed lines round what is higher than a level (marching squares), without the tiny ones."""
    padded = np.pad(field, 1, constant_values=-9.0)
    high = padded > level
    mixed = np.argwhere(
        (high[:-1, :-1] != high[1:, :-1]) | (high[:-1, :-1] != high[:-1, 1:]) | (high[:-1, :-1] != high[1:, 1:])
    )
    follow: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    where: dict[tuple[int, int, int], tuple[float, float]] = {}

    def edge(j: int, i: int, side: int) -> tuple[int, int, int]:
        """Return the crossing on one side of a cell: 0 above, 1 right, 2 below, 3 left."""
        key = ((j, i, 0), (j, i + 1, 1), (j + 1, i, 0), (j, i, 1))[side]
        if key not in where:
            y, x, upright = key
            a, b = padded[y, x], padded[y + 1, x] if upright else padded[y, x + 1]
            f = min(max((level - a) / (b - a), 0.0), 1.0)
            where[key] = (x, y + f) if upright else (x + f, y)
        return key

    for j, i in mixed.tolist():
        a, b, c, d = high[j, i], high[j, i + 1], high[j + 1, i + 1], high[j + 1, i]
        crossed = [side for side, (p, q) in enumerate(((a, b), (b, c), (c, d), (d, a))) if p != q]
        # Walk so that the high ground lies on the right.
        corners = (a, b, c, d)
        starts = [side for side in crossed if not corners[side]]
        ends = [side for side in crossed if corners[side]]
        if len(crossed) == 4:
            pairs = [(start, (start + 1) % 4) for start in starts]
        else:
            pairs = [(starts[0], ends[0])]
        for start, end in pairs:
            follow[edge(j, i, end)] = edge(j, i, start)
    found: list[list[tuple[float, float]]] = []
    while follow:
        first, here = next(iter(follow.items()))
        line = [where[first]]
        del follow[first]
        while here != first and here in follow:
            line.append(where[here])
            here = follow.pop(here)
        if abs(area(line)) >= least and len(line) > 3:
            found.append([(LEFT + (x - 0.5) / FINE, TOP + (y - 0.5) / FINE) for x, y in line])
    return found


def area(line: list[tuple[float, float]]) -> float:
    """Return the area within a closed line."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(line, line[1:] + line[:1], strict=True)) / 2


def thinned(line: list[tuple[float, float]], apart: float) -> list[list[float]]:
    """Return a line without points that tell nothing (Ramer, Douglas and Peucker)."""
    keep = {0, len(line) - 1}
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        (x1, y1), (x2, y2) = line[first], line[last]
        long = hypot(x2 - x1, y2 - y1)
        most, far = first, 0.0
        for i in range(first + 1, last):
            x, y = line[i]
            off = abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / long if long else hypot(x - x1, y - y1)
            if off > far:
                most, far = i, off
        if far > apart:
            keep.add(most)
            spans += [(first, most), (most, last)]
    return [[round(x, 2), round(y, 2)] for i, (x, y) in enumerate(line) if i in keep]


def main() -> None:
    """Read the arguments and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the JSON file to write")
    out: Path = parser.parse_args().out
    coasts = json.loads((HOME / "scene" / "art" / "land.json").read_text(encoding="utf-8"))["coasts"]
    field = heights()
    slopes = shade(field)
    coast = inland([(x, y) for x, y in coasts[0]], field.shape)

    def drawn(values: Grid, level: float, least: float) -> list[list[list[float]]]:
        above = np.minimum((values - level) / level, coast * 4)
        lines = (thinned(line, 0.02) for line in outlines(above, 0.0, least))
        return [line for line in lines if len(line) > 3]

    data = {
        "tints": [drawn(field, level, 8.0) for level in TINTS],
        "dark": [drawn(slopes * -1, level, 3.0) for level in SHADES],
        "light": [drawn(slopes, level, 3.0) for level in SHADES],
    }
    out.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
