"""The scene's units: fifty to the inch, y down."""

from __future__ import annotations

from kemu.parts.tabletop.points import Point

from ..model.layout import Layout

UNIT = 20
"""Steps (thousandths of an inch) in one unit of the scene."""
FAR = 5000.0


def to_scene(layout: Layout, p: tuple[float, float]) -> tuple[float, float]:
    """Return a place of the table in the scene."""
    return round(p[0] / UNIT, 2), round((layout.height - p[1]) / UNIT, 2)


def from_scene(layout: Layout, x: float, y: float) -> Point | None:
    """Return a place of the scene on the table; None if it is nowhere near it."""
    if not (-FAR < x < FAR and -FAR < y < FAR):
        return None
    return round(x * UNIT), layout.height - round(y * UNIT)
