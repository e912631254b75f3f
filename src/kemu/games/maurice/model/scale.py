"""The scale of pictures: 40 units of the scene are one base width, and y grows downwards there."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from kemu.parts.tabletop.points import Point

from .units import Table

PER_UNIT = 25
"""Steps in a unit of the scene."""


def to_scene(table: Table, p: Point) -> tuple[float, float]:
    """Return where a point of the table is in the scene.

    >>> to_scene(Table(45_000, 30_000, ()), (1_000, 1_000))
    (40.0, 1160.0)
    """
    return p[0] / PER_UNIT, (table.height - p[1]) / PER_UNIT


def from_scene(table: Table, x: float, y: float) -> Point | None:
    """Return the point of the table at a point of the scene; None for what is no place at all."""
    if not (isfinite(x) and isfinite(y)) or abs(x) > 1e6 or abs(y) > 1e6:
        return None
    return round(x * PER_UNIT), round(table.height - y * PER_UNIT)


def outline_path(table: Table, outline: Sequence[Point]) -> str:
    """Return an outline as an SVG path of the scene."""
    points = [to_scene(table, p) for p in outline]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def rectangle_path(table: Table, west: int, east: int, south: int, north: int) -> str:
    """Return a rectangle of the table as an SVG path of the scene."""
    return outline_path(table, ((west, south), (east, south), (east, north), (west, north)))
