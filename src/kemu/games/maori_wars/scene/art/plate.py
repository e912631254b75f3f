"""The map on which nothing moves: sea, relief, bush and ranges, rivers and lakes, hexes, names, and the cartouche."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import cos, pi, sin

from kemu.scene import Box, Disc, Gradient, Path, Shape, Words
from kemu.scene.letters import width_of

from ...model.catalogue import Catalogue
from ...model.island import MOUNTAIN, OCEAN, ROUGH, Place
from .ground import (
    HEIGHT,
    UNIT,
    WIDTH,
    boundary,
    closed,
    hexagon,
    land,
    middle,
    noise,
    px,
    relief,
    rings,
    smooth,
    winding,
)

SEA, SHELF = "#a9cfd3", "#d9ebe4"
PLAIN = "#e9e2b4"
TINTS = ("#d9dda4", "#b9cb8c", "#98b878", "#c2b184", "#d9cdb2", "#f6f3ea")
"""From low hills through bush to bare tops and snow."""
INK, HALO = "#1d2a30", "#fbf6e3"
RIVER = "#2f7fa3"
DEFS: tuple[Gradient, ...] = (
    Gradient(
        id="sea",
        radial=True,
        cx=0.5,
        cy=0.5,
        r=0.75,
        stops=((0, "#b5d8d9", 1), (0.6, "#93c2cb", 1), (1, "#6ba3b5", 1)),
    ),
    Gradient(id="paper", stops=((0, "#fbf4e0", 1), (1, "#eadfbf", 1))),
)
COARSE = 0.22
"""Points of a coarse coast are so many hexes apart."""
NAME = 12.5
"""The size of a place's name."""
TERRITORY_NAMES: dict[str, tuple[float, float, float]] = {
    "A": (850, 560, 48),
    "W": (1285, 1290, 0),
    "T": (1050, 1762, 0),
    "CI": (1455, 1640, 0),
    "BP": (1590, 1385, 0),
    "EC": (1935, 1322, 0),
    "HB": (1662, 1868, 0),
    "WE": (1430, 2245, -48),
}
"""Where the name of each territory stands, and how it is turned."""


def base(cat: Catalogue) -> tuple[Shape, ...]:
    """Return the map."""
    return (
        *_sea(),
        *_ground(cat),
        *_cover(cat),
        *_waters(cat),
        *_coast(),
        *_grid(cat),
        *_territories(cat),
        *_towns(cat),
    )


def names(cat: Catalogue) -> tuple[Shape, ...]:
    """Return the names of the places: drawn over the counters, which lie clear of them."""
    shapes: list[Shape] = []
    seen: set[int] = set()
    for place in cat.places:
        if not place.shown or place.hex in seen:
            continue
        seen.add(place.hex)
        shapes += _name(cat, place)
    return tuple(shapes)


def _name(cat: Catalogue, place: Place) -> Iterator[Shape]:
    x, y = middle(cat, place.hex)
    size = NAME + 2 if place.town else NAME
    wide = width_of(place.name, size, bold=place.town)
    size *= min(1.0, 1.16 * UNIT / wide)
    yield Words(
        x=x,
        y=y + 0.5 * UNIT + 0.28 * size,
        text=place.name,
        size=round(size, 1),
        bold=place.town,
        fill=INK,
        halo=HALO,
    )


# -- sea and land --------------------------------------------------------------------------------------------


def _sea() -> Iterator[Shape]:
    """The sea, its waves, and the shelf: wide strokes, and so of a coast with few points, which is drawn sooner."""
    yield Box(x=0, y=0, w=WIDTH, h=HEIGHT, fill="@sea")
    yield Path(d=_waves(), stroke="#ffffff", width=1.1, opacity=0.26)
    coasts = rings(_coarse(ring) for ring in land()["coasts"])
    for width, opacity in ((92, 0.16), (60, 0.2), (34, 0.28)):
        yield Path(d=coasts, stroke=SHELF, width=width, opacity=opacity)
    yield Path(d=rings(land()["coasts"]), stroke=SHELF, width=14, opacity=0.5)


def _coarse(ring: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """Return a ring of so few points that a wide stroke does not show it."""
    kept = [ring[0]]
    for point in ring:
        if abs(point[0] - kept[-1][0]) + abs(point[1] - kept[-1][1]) > COARSE:
            kept.append(point)
    return kept


def _waves() -> str:
    """Return short waves all over the picture, each a little off its place."""
    d = ""
    for i in range(int(WIDTH / 74) + 1):
        for j in range(int(HEIGHT / 52) + 1):
            x = 74 * i + 37 * (j % 2) + 16 * (noise(i, j, 8) - 0.5)
            y = 52 * j + 18 * (noise(i, j, 9) - 0.5)
            if not _ashore(x + 20, y):
                d += f"M{x:.0f} {y:.0f}q9 -7 18 0t18 0"
    return d


def _ground(cat: Catalogue) -> Iterator[Shape]:
    coasts = rings(land()["coasts"])
    yield Path(d=coasts, fill=PLAIN)
    drawn = relief()
    for lines, tint in zip(drawn["tints"], TINTS, strict=True):
        if lines:
            yield Path(d=rings(lines), fill=tint, evenodd=True)
    for lines in drawn["dark"]:
        if lines:
            yield Path(d=rings(lines), fill="#3d4a2a", opacity=0.16, evenodd=True)
    for lines in drawn["light"]:
        if lines:
            yield Path(d=rings(lines), fill="#fffbe6", opacity=0.26, evenodd=True)


def _coast() -> Iterator[Shape]:
    """The sea over whatever the relief let stand beyond the coast, then the coast itself."""
    coasts = rings(land()["coasts"])
    yield Path(d=coasts, stroke="#5b4a33", width=1.5, opacity=0.9)


def _cover(cat: Catalogue) -> Iterator[Shape]:
    """Draw what grows or rises on it: tree crowns over rough hexes, peaks over mountains."""
    crowns, shadows, lights = "", "", ""
    ranges, lit, snow = "", "", ""
    for h in cat.land:
        x, y = middle(cat, h)
        if cat.terrain[h] == ROUGH:
            for i in range(8):
                angle, far = 2 * pi * noise(h, i, 1), 0.44 * UNIT * noise(h, i, 2) ** 0.5
                cx, cy = x + far * cos(angle), y + far * sin(angle)
                r = 2.6 + 1.6 * noise(h, i, 3)
                if cat.coastal[h] and not _ashore(cx, cy):
                    continue
                shadows += _tree(cx + 1.2, cy + 1.3, r)
                crowns += _tree(cx, cy, r)
                lights += f"M{cx - 0.6 * r:.1f} {cy - 0.5 * r:.1f}q{0.5 * r:.1f} {-0.6 * r:.1f} {r:.1f} {-0.1 * r:.1f}"
        elif cat.terrain[h] == MOUNTAIN:
            for i, (dx, dy, s) in enumerate(((-0.2, 0.06, 0.75), (0.2, 0.14, 0.6), (0.02, -0.16, 0.9))):
                cx = x + UNIT * dx + 3 * (noise(h, i, 4) - 0.5)
                cy, s = y + UNIT * dy, UNIT * s * (0.36 + 0.06 * noise(h, i, 5))
                ranges += f"M{cx:.1f} {cy - s:.1f}L{cx + 0.62 * s:.1f} {cy + 0.5 * s:.1f}L{cx:.1f} {cy + 0.42 * s:.1f}Z"
                lit += f"M{cx:.1f} {cy - s:.1f}L{cx - 0.62 * s:.1f} {cy + 0.5 * s:.1f}L{cx:.1f} {cy + 0.42 * s:.1f}Z"
                snow += (
                    f"M{cx:.1f} {cy - s:.1f}l{0.22 * s:.1f} {0.52 * s:.1f}l{-0.14 * s:.1f} {-0.12 * s:.1f}"
                    f"l{-0.1 * s:.1f} {0.18 * s:.1f}l{-0.1 * s:.1f} {-0.2 * s:.1f}l{-0.12 * s:.1f} {0.14 * s:.1f}Z"
                )
    rough = "".join(hexagon(cat, h) for h in cat.land if cat.terrain[h] == ROUGH)
    yield Path(d=rough, fill="#47703a", opacity=0.1)
    yield Path(d=shadows, fill="#26351f", opacity=0.35)
    yield Path(d=crowns, fill="#5d8150", opacity=0.9)
    yield Path(d=lights, stroke="#b9d29a", width=0.8, opacity=0.8)
    yield Path(d=lit, fill="#a8977c")
    yield Path(d=ranges, fill="#665845")
    yield Path(d=snow, fill="#fdfdf8")


@cache
def _crossings(y: float) -> tuple[float, ...]:
    """Return where the island's coast crosses a line of the picture."""
    ring = [px(point) for point in land()["coasts"][0]]
    found: list[float] = []
    for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
        if (y1 > y) != (y2 > y):
            found.append(x1 + (y - y1) / (y2 - y1) * (x2 - x1))
    return tuple(sorted(found))


def _ashore(x: float, y: float) -> bool:
    """Whether a point of the picture lies on land, to two units."""
    return bisect_right(_crossings(2 * round(y / 2)), x) % 2 == 1


def _tree(x: float, y: float, r: float) -> str:
    return (
        f"M{x - r:.1f} {y:.1f}a{r:.1f} {0.8 * r:.1f} 0 1 1 {2 * r:.1f} 0a{r:.1f} {0.55 * r:.1f} 0 1 1 {-2 * r:.1f} 0Z"
    )


def _waters(cat: Catalogue) -> Iterator[Shape]:
    """Rivers; those that Gunboats may enter have a broad bed with a dotted line in it. Lakes, their hexsides dashed."""
    beds = {True: "", False: ""}
    for key, river in enumerate(land()["rivers"]):
        beds[bool(river["navigable"])] += smooth(winding([px(point) for point in river["points"]], key))
    yield Path(d=beds[False], stroke="#eaf3ee", width=3.6, opacity=0.55)
    yield Path(d=beds[False], stroke=RIVER, width=2.0)
    yield Path(d=beds[True], stroke="#eaf3ee", width=8.0, opacity=0.6)
    yield Path(d=beds[True], stroke=RIVER, width=5.6)
    yield Path(d=beds[True], stroke="#e8f6fb", width=1.8, dash="0.2 5")
    lakes = rings(land()["lakes"].values())
    yield Path(d=lakes, fill="#8dc3d2", stroke="#3b6f86", width=1.4)
    dashed = ""
    for h in range(cat.n):
        for direction in range(3):
            if cat.dashed[h] >> direction & 1:
                (x1, y1), (x2, y2) = (px(end) for end in cat.grid.side(h, direction))
                dashed += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    yield Path(d=dashed, stroke="#124a63", width=2.6, dash="5 5")


# -- hexes ---------------------------------------------------------------------------------------------------


def _grid(cat: Catalogue) -> Iterator[Shape]:
    lines: dict[bool, str] = {True: "", False: ""}
    for h in range(cat.n):
        for direction, other in enumerate(cat.neighbours[h]):
            if other > h or other < 0:
                dry = cat.terrain[h] != OCEAN or (other >= 0 and cat.terrain[other] != OCEAN)
                (x1, y1), (x2, y2) = (px(end) for end in cat.grid.side(h, direction))
                lines[dry] += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    yield Path(d=lines[False], stroke="#2d5a6b", width=0.7, opacity=0.16)
    yield Path(d=lines[True], stroke="#3b2d1c", width=0.8, opacity=0.34)
    straits = ""
    for h in range(cat.n):
        for direction in range(3):
            if cat.waterside[h] >> direction & 1 and not cat.dashed[h] >> direction & 1:
                (x1, y1), (x2, y2) = (px(end) for end in cat.grid.side(h, direction))
                straits += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    yield Path(d=straits, stroke="#124a63", width=3.4)
    borders = ""
    for h in cat.land:
        for direction in range(3):
            other = cat.neighbours[h][direction]
            if other >= 0 and cat.territory[other] >= 0 and cat.territory[other] != cat.territory[h]:
                (x1, y1), (x2, y2) = (px(end) for end in cat.grid.side(h, direction))
                borders += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    yield Path(d=borders, stroke="#fff7dc", width=4.6, opacity=0.55)
    yield Path(d=borders, stroke="#7a2f3a", width=2.0, dash="9 4 2 4")


def _territories(cat: Catalogue) -> Iterator[Shape]:
    for code, name in zip(cat.territories, cat.territory_names, strict=True):
        if code in TERRITORY_NAMES:
            x, y, turn = TERRITORY_NAMES[code]
            spaced = "\u2009".join(name.upper())
            yield Words(x=x, y=y, text=spaced, size=25, bold=True, fill="#6b2330", opacity=0.42, rotate=turn)


def _towns(cat: Catalogue) -> Iterator[Shape]:
    """The Towns, and a small mark for every other place."""
    for place in cat.places:
        x, y = middle(cat, place.hex)
        if place.town:
            yield Path(d=hexagon(cat, place.hex, 0.94), fill="#e8c9a0", opacity=0.75, stroke="#7a5230", width=1.4)
            yield Path(d=_houses(x, y - 0.2 * UNIT), fill="#8c3f2b", stroke="#42190f", width=0.8)
        elif place.shown and cat.name[place.hex] == place.name:
            yield Disc(x=x, y=y + 0.34 * UNIT, r=2.2, fill=HALO, stroke=INK, width=1.1)


def _houses(x: float, y: float) -> str:
    d = ""
    for dx, s in ((-13.0, 7.0), (-3.0, 9.0), (8.0, 7.0)):
        w, roof = 0.6 * s, 0.7 * s
        d += f"M{x + dx - w:.1f} {y + 5:.1f}v{-roof:.1f}l{w:.1f} {-w:.1f}l{w:.1f} {w:.1f}v{roof:.1f}Z"
    return d


__all__ = ["DEFS", "base", "boundary", "closed", "names"]
