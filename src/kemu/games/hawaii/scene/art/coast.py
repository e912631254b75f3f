"""The coastlines, from Natural Earth (1:10m, public domain), and the spaces that they enclose.

`coast.json` has each island as a ring of points in thousandths of a degree of latitude, y down, from the middle of its
box. Islands keep their shapes; they are drawn larger than the channels between them, and some larger than others, so
that counters have room.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

Point = tuple[float, float]
Ring = tuple[Point, ...]

WHERE: dict[str, tuple[float, float, float]] = {
    "kauai": (150, 138, 0.52),
    "niihau": (34, 236, 0.26),
    "oahu": (420, 214, 0.56),
    "molokai": (690, 214, 0.44),
    "lanai": (662, 318, 0.30),
    "maui": (846, 352, 0.42),
    "kahoolawe": (748, 430, 0.28),
    "hawaii": (820, 634, 0.255),
}
"""The middle of each island's box in the picture, and its scale."""

SPLIT: dict[str, tuple[str, str, Point, Point]] = {
    "hawaii": ("kona", "hilo", (-60, -680), (40, 680)),
    "oahu": ("waikiki", "koolau", (-330, -220), (330, 160)),
}
"""Islands of two spaces: the one on the left of the line from north to south (or below it), the other, and the line."""


@cache
def rings() -> dict[str, Ring]:
    """Return each island's coast in the picture's coordinates."""
    raw: dict[str, list[list[float]]] = json.loads((Path(__file__).parent / "coast.json").read_text(encoding="utf-8"))
    placed: dict[str, Ring] = {}
    for name, points in raw.items():
        x, y, scale = WHERE[name]
        placed[name] = tuple((x + px * scale, y + py * scale) for px, py in points)
    return placed


def line_of(island: str) -> tuple[Point, Point]:
    """Return the line between an island's two spaces, in the picture's coordinates."""
    x, y, scale = WHERE[island]
    _, _, a, b = SPLIT[island]
    return (x + a[0] * scale, y + a[1] * scale), (x + b[0] * scale, y + b[1] * scale)


def halved(ring: Ring, a: Point, b: Point, left: bool) -> Ring:
    """Return the part of a ring on one side of the line through a and b (Sutherland and Hodgman)."""

    def side(p: Point) -> float:
        value = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        return value if left else -value

    kept: list[Point] = []
    for i, here in enumerate(ring):
        before = ring[i - 1]
        s, t = side(before), side(here)
        if (s >= 0) != (t >= 0):
            f = s / (s - t)
            kept.append((before[0] + f * (here[0] - before[0]), before[1] + f * (here[1] - before[1])))
        if t >= 0:
            kept.append(here)
    return tuple(kept)


@cache
def space_ring(space: str, island: str) -> Ring:
    """Return the outline of a space: its island, or its half of it."""
    ring = rings()[island]
    if island not in SPLIT:
        return ring
    a, b = line_of(island)
    return halved(ring, a, b, left=SPLIT[island][0] == space)


def path(ring: Ring) -> str:
    """Return a ring as an SVG path."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring) + "Z"
