"""The ammunition as it lies on the table: a crate of counters that empties before everybody's eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.scene import Box, Disc, Layer, Shape, Words
from kemu.scene.letters import width_of

from ..units import UNIT, to_scene

if TYPE_CHECKING:
    from ...model.kitfile import CardsFile
    from ...model.layout import Layout
    from ...model.state import State

ROW = 10
PITCH = 34.0
TITLE = 31.0


def crate(layout: Layout, state: State, cards: CardsFile) -> Layer:
    """Return the crate in a corner of the table where nobody stands: rifle counters in rows, gun counters below.

    What has been fired leaves a dark ring. Under the umpire nobody sees into the crate: spent cases lie beside it.
    """
    times = state.settings.doubled
    hidden = state.settings.umpire
    rifles = state.spent if hidden else cards.rifle_counters * times
    shells = cards.gun_counters * times
    rows = max(1, -(-rifles // ROW))
    below = max(-(-shells // ROW) + 0.4, shells / ROW + 0.9)
    width, height = ROW * PITCH + 22, (rows + below) * PITCH + 40
    title = _title(state)
    size = round(TITLE * min(1.0, (width - 24) / width_of(title, TITLE, bold=True)), 1)
    x, y = _corner(layout, state, width, height)
    shapes: list[Shape] = [
        Box(x=x + 4, y=y + 5, w=width, h=height, r=6, fill="#000000", opacity=0.25, blur=4),
        Box(x=x, y=y, w=width, h=height, r=6, fill="#8a6a43", stroke="#4a3520", width=4, opacity=0.95),
        Words(x=x + 12, y=y + 29, text=title, size=size, fill="#fff4dc", anchor="start", bold=True),
    ]
    for i in range(rifles):
        there = not hidden and i < state.rifle
        shapes.append(_counter(x + 28 + i % ROW * PITCH, y + 54 + i // ROW * PITCH, 12, there))
    for i in range(shells):
        cx, cy = x + 30 + i % ROW * PITCH, y + 57 + rows * PITCH + i // ROW * PITCH
        shapes.append(_counter(cx, cy, 14, i < state.shells, "#c0392b"))
    return Layer(name="ammunition", shapes=tuple(shapes), above=False)


def _corner(layout: Layout, state: State, width: float, height: float) -> tuple[float, float]:
    """Return where the crate lies: the first corner, from the south-west, that no figure comes near."""
    wide, high, edge = layout.width / UNIT, layout.height / UNIT, 14.0
    corners = [(x, y) for y in (high - edge - height, edge) for x in (edge, wide - edge - width)]
    men = [to_scene(layout, man) for group in state.groups for man in group.men]
    for x, y in corners:
        if not any(x - 40 <= mx <= x + width + 40 and y - 40 <= my <= y + height + 40 for mx, my in men):
            return x, y
    return corners[0]


def _title(state: State) -> str:
    if not state.settings.umpire:
        return f"rifles {state.rifle}, gun {state.shells}"
    left = {-1: "?", -2: "LOW", 0: "NONE"}.get(state.rifle, "?")
    return f"rifles {left} ({state.spent} fired), gun {state.shells}"


def _counter(x: float, y: float, r: float, there: bool, colour: str = "#e0b13c") -> Shape:
    if there:
        return Disc(x=x, y=y, r=r, fill=colour, stroke="#3b2a12", width=2)
    return Disc(x=x, y=y, r=r - 1, fill="#5b4328", stroke="#3b2a12", width=1.5, opacity=0.8)
