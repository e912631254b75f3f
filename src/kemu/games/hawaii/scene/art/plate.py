"""The map on which nothing moves: sea, islands, names, forts, and a band of tapa above and below."""

from __future__ import annotations

from functools import cache

from kemu.scene import Box, Disc, Gradient, Path, Pattern, Shape, Words
from kemu.scene.letters import width_of

from ...model.catalogue import OURS, Catalogue
from .coast import SPLIT, halved, line_of, path, rings

WIDTH, HEIGHT = 1000.0, 860.0
BAND = 18.0
NAMES: dict[str, tuple[float, float, str, float]] = {
    "kauai": (150, 262, "Kauaʻi", 26),
    "niihau": (40, 284, "Niʻihau", 13),
    "oahu": (326, 104, "Oʻahu", 28),
    "molokai": (700, 150, "Molokaʻi", 25),
    "lanai": (650, 362, "Lānaʻi", 13),
    "maui": (912, 262, "Maui", 26),
    "kahoolawe": (694, 436, "Kahoʻolawe", 13),
    "hawaii": (647, 506, "Hawaiʻi", 30),
}
"""Clear of the coasts: what marks a space that may be chosen is drawn over the map, and so over its names."""
SPACE_NAMES: dict[str, tuple[float, float]] = {
    "kona": (734, 583),
    "hilo": (922, 534),
    "waikiki": (478, 384),
    "koolau": (566, 124),
}
FORTS: dict[str, tuple[float, float]] = {"kona": (772, 562), "hilo": (866, 562)}
NOTE = (926.0, 48.0)
"""Where the mark of what is reconstructed is explained: in the open sea, over which no counter and no battle lies."""
LAND: dict[str, str] = {"orange": "#d9b382", "blue": "#9fc3a8", "yellow": "#d8cf86"}
DEFS: tuple[Gradient | Pattern, ...] = (
    Gradient(
        id="sea",
        radial=True,
        cx=0.62,
        cy=0.4,
        r=0.8,
        stops=((0, "#8cc7cf", 1), (0.55, "#4a94ab", 1), (1, "#23607f", 1)),
    ),
    Pattern(
        id="waves",
        w=46,
        h=22,
        shapes=(Path(d="M2 12q9 -7 18 0t18 0", stroke="#ffffff", width=1.1, opacity=0.16),),
        rotate=-8,
    ),
    Pattern(
        id="tapa",
        w=24,
        h=BAND,
        shapes=(
            Box(x=0, y=0, w=24, h=BAND, fill="#efe3c8"),
            Path(d=f"M0 {BAND}L12 2L24 {BAND}Z", fill="#5b3a22"),
            Path(d=f"M6 {BAND}L12 9L18 {BAND}Z", fill="#c9752d"),
        ),
    ),
    Gradient(id="paper", stops=((0, "#f6ecd6", 1), (1, "#e5d3ac", 1))),
)


@cache
def _island(island: str, tint: str) -> tuple[Shape, ...]:
    d = path(rings()[island])
    return (
        Path(d=d, fill="none", stroke="#d7f0ee", width=22, opacity=0.28, blur=4),
        Path(d=d, fill="none", stroke="#e9f7f1", width=9, opacity=0.55),
        Path(d=d, fill=tint, stroke="#7a5a34", width=1.6),
    )


def base(cat: Catalogue) -> tuple[Shape, ...]:
    """Return the map."""
    colour = {space.island: LAND.get(space.colour, "#b8c9a0") for space in cat.spaces}
    shapes: list[Shape] = [
        Box(x=0, y=0, w=WIDTH, h=HEIGHT, fill="@sea"),
        Box(x=0, y=0, w=WIDTH, h=HEIGHT, fill="@waves"),
    ]
    for island in rings():
        shapes += _island(island, colour.get(island, "#b9bfa6"))
    for island in SPLIT:
        if island in colour:
            shapes += _ridge(island)
    shapes += [wall for space in cat.spaces if space.fort for wall in _fort(space.id)]
    for island, (x, y, text, size) in NAMES.items():
        shown = cat.islands[island].name if island in cat.islands else text
        shapes.append(Words(x=x, y=y, text=shown, size=size, bold=size > 20, fill="#21303a", halo="#f3ead2"))
        if island in cat.islands and cat.islands[island].source == OURS:
            shapes.append(_dagger(x, y, shown, size))
    for space in cat.spaces:
        if space.id in SPACE_NAMES:
            x, y = SPACE_NAMES[space.id]
            shapes.append(Words(x=x, y=y, text=space.name, size=21, fill="#21303a", halo="#f3ead2"))
            if space.source == OURS:
                shapes.append(_dagger(x, y, space.name, 21))
    if cat.brt_reconstructed or "Spaces" in cat.ours():
        x, y = NOTE
        shapes.append(Words(x=x, y=y, text="† reconstruction", size=17, anchor="end", fill="#21303a", halo="#f3ead2"))
    shapes += [
        Box(x=0, y=0, w=WIDTH, h=BAND, fill="@tapa"),
        Box(x=0, y=HEIGHT - BAND, w=WIDTH, h=BAND, fill="@tapa"),
    ]
    shapes += _compass(960, 88)
    return tuple(shapes)


def _dagger(x: float, y: float, name: str, size: float) -> Words:
    """The mark of a reconstruction, after a name that has its middle here."""
    right = x + width_of(name, size, bold=size > 21) / 2 + 2
    return Words(x=right, y=y - 4, text="†", size=15, anchor="start", fill="#21303a", halo="#f3ead2")


def _ridge(island: str) -> list[Shape]:
    """The line between an island's two spaces: a ridge of hills."""
    (ax, ay), (bx, by) = line_of(island)
    inside = halved(rings()[island], (ax, ay), (bx, by), left=True)
    on = [p for p in inside if abs((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)) < 1.0]
    if len(on) < 2:
        return []
    first, last = min(on), max(on)
    if abs(first[1] - last[1]) > abs(first[0] - last[0]):
        first, last = min(on, key=lambda p: p[1]), max(on, key=lambda p: p[1])
    d = f"M{first[0]:.1f} {first[1]:.1f}L{last[0]:.1f} {last[1]:.1f}"
    return [
        Path(d=d, stroke="#6b4a2a", width=7, opacity=0.22),
        Path(d=d, stroke="#5b3a22", width=2.4, dash="2 7"),
    ]


def _fort(space: str) -> list[Shape]:
    if space not in FORTS:
        return []
    x, y = FORTS[space]
    teeth = "".join(f"M{x - 15 + 12 * i:.0f} {y - 8}h6v5h-6z" for i in range(3))
    return [
        Box(x=x - 16, y=y - 4, w=32, h=14, r=1, fill="#4a3b33", stroke="#1f1713", width=1),
        Path(d=teeth, fill="#4a3b33", stroke="#1f1713", width=1),
    ]


def _compass(x: float, y: float) -> list[Shape]:
    return [
        Disc(x=x, y=y, r=23, fill="#f3ead2", opacity=0.75, stroke="#5b3a22", width=1.2),
        Path(d=f"M{x} {y - 21}L{x + 6} {y}L{x} {y + 21}L{x - 6} {y}Z", fill="#5b3a22"),
        Path(d=f"M{x} {y - 21}L{x + 6} {y}L{x - 6} {y}Z", fill="#c9752d"),
        Words(x=x, y=y - 26, text="N", size=13, bold=True, fill="#21303a", halo="#f3ead2"),
    ]
