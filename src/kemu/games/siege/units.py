"""The scene's units: fifty to the inch, y down."""

from __future__ import annotations

from kemu.parts.tabletop.points import Point

from .layout import Layout

UNIT = 20
"""Steps (thousandths of an inch) in one unit of the scene."""


def to_scene(layout: Layout, p: tuple[float, float]) -> tuple[float, float]:
    """Return a place of the table in the scene."""
    return round(p[0] / UNIT, 2), round((layout.height - p[1]) / UNIT, 2)


def from_scene(layout: Layout, x: float, y: float) -> Point:
    """Return a place of the scene on the table."""
    return round(x * UNIT), layout.height - round(y * UNIT)
