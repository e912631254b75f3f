"""Walls, barricades, gates and houses, as they stand now."""

from __future__ import annotations

from kemu.scene import Disc, Path, Shape, Words
from kemu.scene.letters import width_of

from ...model.layout import House, Layout, Obstacle
from ...model.pieces import Blaze
from ..units import to_scene
from .ground import outline_path, unit

NAME = 46.0
"""The size of a house's name where the house is wide enough."""
ROOFS = ("#a4553c", "#8d6b4a", "#7b5a50", "#94784a")


def line_shapes(layout: Layout, line: Obstacle, down: bool) -> list[Shape]:
    """Return one piece of an obstacle; what is pulled down or forced leaves its traces."""
    a, b = to_scene(layout, line.a), to_scene(layout, line.b)
    ux, uy, length = unit(a, b)
    d = f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"
    if down and line.kind == "gate":
        return _open_gate(a, b, ux, uy, length)
    if down:
        return [Path(d=d, stroke="#8b7a58", width=16, dash="6 22", opacity=0.6)]
    shadow = Path(
        d=f"M{a[0] + 5:g} {a[1] + 7:g}L{b[0] + 5:g} {b[1] + 7:g}", stroke="#000000", width=14, opacity=0.22, blur=3
    )
    if line.kind == "wall" and line.high:
        shapes: list[Shape] = [shadow, Path(d=d, stroke="#5c5148", width=20), Path(d=d, stroke="#8f8273", width=13)]
        shapes.append(Path(d=d, stroke="#b8ab98", width=13, dash="9 9", opacity=0.75))
        for there, sign in ((line.left, -1), (line.right, 1)):
            if there:
                # On the screen y runs down, so the left of a line is where its normal points up.
                ox, oy = -uy * 17 * sign, ux * 17 * sign
                shapes.append(
                    Path(
                        d=f"M{a[0] + ox:g} {a[1] + oy:g}L{b[0] + ox:g} {b[1] + oy:g}",
                        stroke="#a98e5f",
                        width=10,
                        opacity=0.9,
                    )
                )
        return shapes
    if line.kind == "wall":
        return [shadow, Path(d=d, stroke="#6d6459", width=14), Path(d=d, stroke="#a99d8b", width=9, dash="16 4")]
    if line.kind == "prepared":
        return [shadow, Path(d=d, stroke="#5d4f2f", width=20), Path(d=d, stroke="#c9b27c", width=15, dash="17 3")]
    if line.kind == "hasty":
        planks = [
            Path(
                d=_plank(a, ux, uy, at, 9 if i % 2 else -9),
                stroke="#4a3520" if i % 3 else "#7b5733",
                width=6,
            )
            for i, at in enumerate(range(4, int(length), 14))
        ]
        return [shadow, Path(d=d, stroke="#a47a48", width=9), *planks]
    if line.kind == "gate":
        return [shadow, Path(d=d, stroke="#3d2a17", width=16), Path(d=d, stroke="#8a5a2c", width=10, dash="12 3")]
    if line.kind == "ditch":
        return [Path(d=d, stroke="#8b7446", width=30, opacity=0.6), Path(d=d, stroke="#5f4e2d", width=14, opacity=0.7)]
    if line.kind == "hedge":
        return [shadow, Path(d=d, stroke="#4d6b32", width=15), Path(d=d, stroke="#7d9a53", width=9, dash="8 6")]
    if line.kind == "carcass":
        return [shadow, Path(d=d, stroke="#5b4030", width=22), Path(d=d, stroke="#7d5a44", width=12)]
    return [shadow, Path(d=d, stroke="#6b5335", width=4), Path(d=d, stroke="#6b5335", width=12, dash="4 26")]


def _plank(a: tuple[float, float], ux: float, uy: float, at: int, tilt: int) -> str:
    x, y = a[0] + ux * at, a[1] + uy * at
    dx, dy = uy * 11 + ux * tilt, uy * tilt - ux * 11
    return f"M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}"


def _open_gate(a: tuple[float, float], b: tuple[float, float], ux: float, uy: float, length: float) -> list[Shape]:
    """Two broken leaves, swung in."""
    half = length / 2 - 2
    leaves = (
        f"M{a[0]:g} {a[1]:g}l{ux * 10 - uy * half:.1f} {uy * 10 + ux * half:.1f}"
        f"M{b[0]:g} {b[1]:g}l{-ux * 10 - uy * half:.1f} {-uy * 10 + ux * half:.1f}"
    )
    return [Path(d=leaves, stroke="#6a4522", width=10), Path(d=leaves, stroke="#a9743d", width=5, dash="10 4")]


def house_shapes(layout: Layout, house: House, lifted: bool, ruin: bool, burning: bool) -> list[Shape]:
    """Return a house: its roof, or its floor if somebody is in it; a ruin. A fire needs the middle for itself.

    The name of a house with somebody in it is left to the labels, which keep clear of him.
    """
    d = outline_path(layout, house.outline)
    points = [to_scene(layout, p) for p in house.outline]
    cx, cy = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    high = house.storeys * 5
    dropped = "M" + "L".join(f"{x + high:g} {y + high:g}" for x, y in points) + "z"
    shapes: list[Shape] = [Path(d=dropped, fill="#000000", opacity=0.28, blur=5)]
    if ruin:
        shapes += [Path(d=d, fill="#4a443d", stroke="#2a2622", width=9, dash="26 10")]
        shapes += [Disc(x=cx + i * 22 - 44, y=cy + (i * 37 % 50) - 25, r=13, fill="#2b2723") for i in range(5)]
        return shapes
    if lifted:
        shapes += [Path(d=d, fill="#efe3c6", stroke="#5a4632", width=9)]
        shapes.append(Path(d=d, fill="@paving", opacity=0.6))
    else:
        colour = ROOFS[house.index % len(ROOFS)]
        shapes += [Path(d=d, fill=colour, stroke="#4a2f22", width=6)]
        shapes += _ridge(points, cx, cy)
    for way in house.openings:
        x, y = to_scene(layout, way.at)
        ox, oy, _ = unit((0.0, 0.0), (float(way.out[0]), -float(way.out[1])))
        wide = 17 if way.door else 12
        d = f"M{x - oy * wide:.1f} {y + ox * wide:.1f}L{x + oy * wide:.1f} {y - ox * wide:.1f}"
        shapes.append(Path(d=d, stroke="#2f1f12" if way.door else "#e9f1f4", width=11 if way.door else 8))
        if way.door:
            shapes.append(Path(d=d, stroke="#d9a441", width=5))
    name = house.name.removeprefix("the ")
    if burning:
        shapes.append(Path(d=outline_path(layout, house.outline), fill="#ff7a1a", opacity=0.38, blur=6))
    left, right, top = min(p[0] for p in points), max(p[0] for p in points), min(p[1] for p in points)
    size = round(NAME * min(1.0, (right - left - 20) / width_of(name, NAME)), 1)
    if burning:
        # Flames stand over the roof, smoke beside it: the name goes into the corner.
        ink = "#6b563c" if lifted else "#fff7e6"
        shapes.append(Words(x=left + 12, y=top + size, text=name, size=size, fill=ink, anchor="start", opacity=0.9))
    elif not lifted:
        shapes.append(Words(x=cx, y=cy + size / 4, text=name, size=size, fill="#fff7e6", opacity=0.95))
    return shapes


def _ridge(points: list[tuple[float, float]], cx: float, cy: float) -> list[Shape]:
    """The ridge and hips of a roof."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    if wide >= high:
        left, right = (min(xs) + high / 2, cy), (max(xs) - high / 2, cy)
    else:
        left, right = (cx, min(ys) + wide / 2), (cx, max(ys) - wide / 2)
    d = f"M{left[0]:g} {left[1]:g}L{right[0]:g} {right[1]:g}"
    for x, y in points:
        end = left if (x - left[0]) ** 2 + (y - left[1]) ** 2 <= (x - right[0]) ** 2 + (y - right[1]) ** 2 else right
        d += f"M{x:g} {y:g}L{end[0]:g} {end[1]:g}"
    return [Path(d=d, stroke="#3c2419", width=3, opacity=0.55)]


def fire_shapes(layout: Layout, house: House, fire: Blaze) -> list[Shape]:
    """Return a fire, over whoever is in the house: a flame for each matchstick still to burn, a puff of smoke for each
    that has, so that one sees how long it is until the house is engulfed."""
    points = [to_scene(layout, p) for p in house.outline]
    left, right, top = min(p[0] for p in points), max(p[0] for p in points), min(p[1] for p in points)
    shapes: list[Shape] = []
    for i in range(fire.smoke):
        # It drifts off to the north-east, higher with every turn.
        x, y, r = right - 24 + i * 28, top - 10 - i * 30, 26 + i * 7
        shapes += [
            Disc(x=x, y=y, r=r, fill="#4d4a47", opacity=0.62, blur=7),
            Disc(x=x - r * 0.3, y=y - r * 0.35, r=r * 0.6, fill="#8f8b86", opacity=0.6, blur=5),
        ]
    number = fire.sticks + fire.smoke
    pitch = min(32.0, (right - left - 50) / max(number, 1))
    for i in range(number):
        shapes += _match(left + 18 + i * pitch, top - 2, i < fire.sticks)
    return shapes


def _match(x: float, y: float, burning: bool) -> list[Shape]:
    """A matchstick: with its flame, or burnt down."""
    if not burning:
        return [
            Path(d=f"M{x:g} {y:g}l3 -26", stroke="#2b2723", width=6),
            Disc(x=x + 3, y=y - 27, r=5, fill="#141210"),
        ]
    return [
        Path(d=f"M{x:g} {y:g}v-34", stroke="#3c2419", width=10),
        Path(d=f"M{x:g} {y:g}v-34", stroke="#f0dcae", width=6),
        Path(
            d=f"M{x:g} {y - 30:g}c-17 -4 -15 -22 -2 -38c1 10 5 12 8 16c8 10 6 19 -6 22z",
            fill="#f28c28",
            stroke="#b5301c",
            width=2.5,
        ),
        Path(d=f"M{x:g} {y - 32:g}c-8 -2 -7 -11 0 -19c4 6 8 15 0 19z", fill="#ffe07a"),
    ]
