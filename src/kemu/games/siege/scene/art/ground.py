"""The ground from above: earth, the compound's paving, trees, rocks and scrub. It never changes in a game."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from kemu.parts.tabletop.polygons import contains
from kemu.scene import Disc, Gradient, Path, Pattern, Shape, Words

from ...model.layout import Area, Layout
from ...model.names import EDGES
from ..units import to_scene

EARTH, EARTH_DARK, PAVING, INK = "#d9c79f", "#c8b384", "#e6dcc3", "#3b3226"

DEFS: tuple[Gradient | Pattern, ...] = (
    Gradient(id="light", stops=((0.0, "#fff6dc", 0.55), (1.0, "#7a6232", 0.28)), radial=True, r=0.75),
    Pattern(
        id="earth",
        w=120,
        h=120,
        shapes=(
            Path(d="M8 20q6 -5 12 0M70 12q5 -4 10 0M34 66q6 -5 13 0M92 84q5 -4 10 0M14 104q5 -4 9 0", stroke=EARTH_DARK,
                 width=1.6, opacity=0.5),
            Disc(x=52, y=34, r=1.6, fill=EARTH_DARK, opacity=0.5),
            Disc(x=100, y=44, r=1.2, fill=EARTH_DARK, opacity=0.5),
            Disc(x=22, y=82, r=1.4, fill=EARTH_DARK, opacity=0.5),
        ),
    ),
    Pattern(
        id="paving",
        w=50,
        h=50,
        shapes=(Path(d="M0 0H50M0 25H50M12 0V25M38 25V50", stroke="#cfc2a2", width=1.0, opacity=0.8),),
    ),
)  # fmt: skip


def outline_path(layout: Layout, outline: tuple[tuple[int, int], ...]) -> str:
    """Return an outline of the table as an SVG path of the scene."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in (to_scene(layout, p) for p in outline)) + "z"


def _scatter(layout: Layout, area: Area, step: int) -> list[tuple[float, float, int]]:
    """Return places over an area, the same every time: a lattice, each point pushed a little aside."""
    xs, ys = [p[0] for p in area.outline], [p[1] for p in area.outline]
    found: list[tuple[float, float, int]] = []
    for row, y in enumerate(range(min(ys) + step // 3, max(ys), step)):
        for column, x in enumerate(range(min(xs) + (row % 2) * step // 2, max(xs), step)):
            seed = (row * 73 + column * 151 + area.index * 37) % 97
            p = (x + seed * 6 - 290, y + (seed * 31 % 97) * 6 - 290)
            if contains(area.outline, p):
                found.append((*to_scene(layout, p), seed))
    return found


def _blob(x: float, y: float, r: float, seed: int) -> str:
    """Return a rough round shape."""
    points: list[str] = []
    for i in range(9):
        radius = r * (0.82 + 0.22 * ((seed * (i + 3)) % 7) / 6)
        points.append(f"{x + radius * cos(2 * pi * i / 9):.1f} {y + radius * sin(2 * pi * i / 9):.1f}")
    return "M" + "L".join(points) + "z"


def area_shapes(layout: Layout, area: Area) -> list[Shape]:
    """Return an area drawn: a stand of trees, a field of rocks, scrub."""
    d = outline_path(layout, area.outline)
    if area.kind == "trees":
        shapes: list[Shape] = [Path(d=d, fill="#6f8f57", opacity=0.45, stroke="#4c6b3a", width=3, dash="10 8")]
        for x, y, seed in _scatter(layout, area, 1150):
            shapes += [
                Disc(x=x + 6, y=y + 8, r=26, fill="#2c3d22", opacity=0.35, blur=4),
                Path(d=_blob(x, y, 27, seed), fill="#4f7a3d", stroke="#33552a", width=2),
                Path(d=_blob(x - 6, y - 7, 14, seed + 5), fill="#76a05c", opacity=0.85),
            ]
        return shapes
    if area.kind == "rocks":
        shapes = [Path(d=d, fill="#b3a68d", opacity=0.5, stroke="#857a66", width=3, dash="10 8")]
        for x, y, seed in _scatter(layout, area, 900):
            shapes += [
                Path(d=_blob(x + 3, y + 5, 16 + seed % 5, seed), fill="#4f483c", opacity=0.4),
                Path(d=_blob(x, y, 15 + seed % 5, seed), fill="#a39c90", stroke="#6c655a", width=2),
                Path(d=_blob(x - 4, y - 4, 7, seed + 3), fill="#c9c4bb"),
            ]
        return shapes
    shapes = [Path(d=d, fill="#b9b36a", opacity=0.38, stroke="#8d8a48", width=3, dash="10 8")]
    for x, y, _ in _scatter(layout, area, 760):
        shapes.append(
            Path(d=f"M{x:g} {y + 8:g}q-7 -8 -9 -16m9 16q0 -10 1 -19m-1 19q6 -8 10 -14", stroke="#7c8040", width=2.6)
        )
    return shapes


def base(layout: Layout) -> tuple[Shape, ...]:
    """Return everything that never changes."""
    width, height = layout.width / 20, layout.height / 20
    frame = f"M0 0H{width:g}V{height:g}H0z"
    shapes: list[Shape] = [
        Path(d=frame, fill=EARTH),
        Path(d=frame, fill="@earth"),
    ]
    for outline in layout.compounds:
        d = outline_path(layout, outline)
        shapes += [Path(d=d, fill=PAVING, opacity=0.9), Path(d=d, fill="@paving")]
    for area in layout.areas:
        shapes += area_shapes(layout, area)
    shapes.append(Path(d=frame, fill="@light"))
    for number, (x, y) in enumerate(
        ((width / 2, 36.0), (width - 30, height / 2), (width / 2, height - 18), (30.0, height / 2)), 1
    ):
        turn = 0.0 if number in (1, 3) else 90.0 if number == 2 else -90.0
        text = f"{EDGES[number].upper()} · {number}"
        shapes.append(Words(x=x, y=y, text=text, size=48, fill=INK, rotate=turn, opacity=0.55, bold=True))
    for inch in range(0, int(width), 300):
        shapes.append(Path(d=f"M{inch} {height:g}v-14M{inch} 0v14", stroke=INK, width=2, opacity=0.4))
    return tuple(shapes)


def unit(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float, float]:
    """Return the direction from one point to another, and the distance."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length, length
