"""The raiders' map beside the island: its territories, drawn small, each with room for those who are in its bush."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kemu.scene import Box, Path, Shape, Words, Zone

from ...model.catalogue import Catalogue

LEFT, TOP, UNIT = 2212.0, 124.0, 20.0
"""The middle of hex 0101 on the small map, and its hexes across their flats."""
FRAME = (2150.0, 40.0, 712.0, 1076.0)
TINT = ("#c5d8b0", "#e3d7a2", "#c9c7a0", "#b5ccA0", "#dccfa8", "#bcd1b4", "#e0d3b4", "#cbd5a9")


@lru_cache(maxsize=4)
def outlines(cat: Catalogue) -> tuple[str, ...]:
    """Return each territory's outline on the small map."""
    lines = ["" for _ in cat.territories]
    for h in range(cat.n):
        t = cat.territory[h]
        if t >= 0:
            points = [(LEFT + UNIT * x, TOP + UNIT * y) for x, y in cat.grid.corners(h)]
            lines[t] += "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
    return tuple(lines)


@lru_cache(maxsize=4)
def edges(cat: Catalogue) -> tuple[str, ...]:
    """Return the line round each territory."""
    lines = ["" for _ in cat.territories]
    for h in range(cat.n):
        t = cat.territory[h]
        for direction, other in enumerate(cat.neighbours[h]):
            if t >= 0 and (other < 0 or cat.territory[other] != t):
                (x1, y1), (x2, y2) = cat.grid.side(h, direction)
                lines[t] += (
                    f"M{LEFT + UNIT * x1:.1f} {TOP + UNIT * y1:.1f}L{LEFT + UNIT * x2:.1f} {TOP + UNIT * y2:.1f}"
                )
    return tuple(lines)


@lru_cache(maxsize=4)
def middles(cat: Catalogue) -> tuple[tuple[float, float], ...]:
    """Return where the counters of each territory lie: the middle of its hexes, on the one of them nearest to it."""
    found: list[tuple[float, float]] = []
    for t in range(len(cat.territories)):
        places = [cat.grid.centre(h) for h in range(cat.n) if cat.territory[h] == t]
        mx, my = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
        x, y = min(places, key=lambda place: ((place[0] - mx) ** 2 + (place[1] - my) ** 2, place))
        found.append((LEFT + UNIT * x, TOP + UNIT * y))
    return tuple(found)


def shapes(cat: Catalogue) -> Iterator[Shape]:
    """Yield the small map."""
    x, y, w, h = FRAME
    yield Box(x=x + 4, y=y + 5, w=w, h=h, r=14, fill="#0b2a36", opacity=0.25)
    yield Box(x=x, y=y, w=w, h=h, r=14, fill="@paper", stroke="#7a5a34", width=2.4)
    yield Box(x=x + 8, y=y + 8, w=w - 16, h=h - 16, r=9, stroke="#b99a66", width=1.2)
    yield Words(x=x + w - 30, y=y + 50, text="The bush", size=46, bold=True, anchor="end", fill="#3b2a18")
    yield Words(x=x + w - 30, y=y + 80, text="Raiders, by territory", size=26, anchor="end", fill="#5d4a30")
    for t, d in enumerate(outlines(cat)):
        yield Path(d=d, fill=TINT[t % len(TINT)], stroke=TINT[t % len(TINT)], width=1.2)
    for d in edges(cat):
        yield Path(d=d, stroke="#5b4327", width=1.8)
    for t, (mx, my) in enumerate(middles(cat)):
        yield Words(x=mx, y=my - 28, text=cat.territory_names[t], size=21, bold=True, fill="#2b2013", halo="#f7f0da")


def zones(cat: Catalogue) -> tuple[Zone, ...]:
    """Return a zone for the bush of every territory."""
    return tuple(
        Zone(id=f"bush-{code}", label=f"The bush of {cat.territory_names[t]}", outline=Path(d=outlines(cat)[t]))
        for t, code in enumerate(cat.territories)
    )
