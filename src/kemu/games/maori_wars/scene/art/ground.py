"""Where things lie in the picture: hexes, and the outlines that `tools/` made of coast, rivers, lakes and relief."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from ...model.catalogue import Catalogue

UNIT = 48.0
"""A hex across its flats."""
LEFT, TOP = 628.0, 74.0
"""The middle of hex 0101. To the left and the right of the island there is room for what lies beside it."""
WIDTH, HEIGHT = 2900.0, 2540.0

Point = tuple[float, float]


def px(point: Sequence[float]) -> Point:
    """Return where a point given in hexes lies in the picture."""
    return LEFT + UNIT * point[0], TOP + UNIT * point[1]


def middle(cat: Catalogue, h: int) -> Point:
    """Return the middle of a hex."""
    return px(cat.grid.centre(h))


def hexagon(cat: Catalogue, h: int, size: float = 1.0) -> str:
    """Return the outline of a hex, drawn larger or smaller."""
    x, y = middle(cat, h)
    points = [px(corner) for corner in cat.grid.corners(h)]
    return closed([(x + size * (a - x), y + size * (b - y)) for a, b in points])


def closed(points: Iterable[Point]) -> str:
    """Return a closed line as an SVG path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def smooth(points: Sequence[Point]) -> str:
    """Return an open line as a smooth SVG path through its points' middles."""
    if len(points) < 3:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (nx, ny) in pairwise(points[1:]):
        ex, ey = ((x + nx) / 2, (y + ny) / 2) if (nx, ny) != points[-1] else (nx, ny)
        d += f"Q{x:.1f} {y:.1f} {ex:.1f} {ey:.1f}"
    return d


def winding(points: Sequence[Point], key: int) -> list[Point]:
    """Return a line that winds a little, as a river does: always in the same way."""
    line = list(points)
    for turn, part in enumerate((0.16, 0.14, 0.12)):
        bent = [line[0]]
        for i, ((x1, y1), (x2, y2)) in enumerate(pairwise(line)):
            off = part * (2 * noise(key, turn, i) - 1)
            bent += [((x1 + x2) / 2 - off * (y2 - y1), (y1 + y2) / 2 + off * (x2 - x1)), (x2, y2)]
        line = bent
    return line


def noise(*key: int) -> float:
    """Return a number from 0 to 1 that looks random and is always the same."""
    value = 2166136261
    for part in key:
        value = ((value ^ (part + 0x9E3779B9)) * 16777619) & 0xFFFFFFFF
        value ^= value >> 15
    return (value * 2654435761 & 0xFFFFFFFF) / 2**32


@cache
def land() -> dict[str, Any]:
    """Return coasts, lakes and rivers, in hexes."""
    return json.loads((Path(__file__).parent / "land.json").read_text(encoding="utf-8"))


@cache
def relief() -> dict[str, Any]:
    """Return tints of height and shades of slope, in hexes."""
    return json.loads((Path(__file__).parent / "relief.json").read_text(encoding="utf-8"))


def rings(lines: Iterable[Sequence[Sequence[float]]]) -> str:
    """Return closed lines given in hexes as one SVG path."""
    return "".join(closed([px(point) for point in line]) for line in lines)


def boundary(cat: Catalogue, hexes: frozenset[int]) -> str:
    """Return the hexsides round a set of hexes as one SVG path of closed lines."""
    ends: dict[Point, Point] = {}
    for h in sorted(hexes):
        for direction, other in enumerate(cat.neighbours[h]):
            if other not in hexes:
                (x1, y1), (x2, y2) = (px(end) for end in cat.grid.side(h, direction))
                ends[round(x1, 1), round(y1, 1)] = (round(x2, 1), round(y2, 1))
    d = ""
    while ends:
        at = next(iter(ends))
        line: list[Point] = []
        while at in ends:
            line.append(at)
            at = ends.pop(at)
        d += closed(line)
    return d
