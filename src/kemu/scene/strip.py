"""The strip beside the board: a scene's panels, laid out as shapes of the scene's own vocabulary.

Panels stand under one another; when a column is full, the next one begins. Lengths are in thousandths of the scene's
height, so a strip looks the same beside every board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from itertools import groupby

from msgspec import Struct

from . import Box, Disc, Item, Panel, Scene, Shape, Use, Words
from .bounds import symbol_bounds
from .letters import broken, clipped, width_of

COLUMN, MARGIN, GAP = 370.0, 30.0, 28.0
ROOM = COLUMN - 2 * MARGIN
PAPER, CARD, INK, SOFT, RULE, LIT = "#f4eee1", "#fffaf0", "#2b2420", "#6d6157", "#d3c7b2", "#d55e00"
CHOICE = "#0072b2"


class Strip(Struct, frozen=True):
    """The shapes of all panels, from the strip's upper left corner, and how much room they take."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


class _Pen:
    """Draws downwards at one place, in thousandths of the scene's height, and keeps how far it has come."""

    def __init__(self, unit: float, symbols: Mapping[str, tuple[Shape, ...]], lit: Set[str]) -> None:
        self.unit, self.symbols, self.choices = unit, symbols, lit
        self.x = self.y = 0.0
        self.shapes: list[Shape] = []

    def box(self, x: float, y: float, w: float, h: float, fill: str, stroke: str = "none", r: float = 8) -> None:
        u = self.unit
        x, y = (self.x + x) * u, (self.y + y) * u
        self.shapes.append(Box(x=x, y=y, w=w * u, h=h * u, r=r * u, fill=fill, stroke=stroke, width=1.5 * u))

    def disc(self, x: float, y: float, r: float, fill: str, stroke: str) -> None:
        u = self.unit
        x, y = (self.x + x) * u, (self.y + y) * u
        self.shapes.append(Disc(x=x, y=y, r=r * u, fill=fill, stroke=stroke, width=1.5 * u))

    def words(
        self, x: float, y: float, text: str, size: float, *, fill: str = INK, bold: bool = False, anchor: str = "start"
    ) -> None:
        u = self.unit
        x, y = (self.x + x) * u, (self.y + y) * u
        self.shapes.append(
            Words(x=x, y=y, text=text, size=size * u, fill=fill, bold=bold, anchor=anchor)  # type: ignore[arg-type]
        )

    def symbol(self, name: str, x: float, y: float, size: float) -> None:
        """Draw a symbol centred here, fitted into a square of this size."""
        u = self.unit
        b = symbol_bounds(name, self.symbols)
        scale = size * u / max(b.w, b.h, 1e-9)
        x, y = (self.x + x) * u - scale * (b.x1 + b.w / 2), (self.y + y) * u - scale * (b.y1 + b.h / 2)
        self.shapes.append(Use(symbol=name, x=x, y=y, scale=scale))

    def lines(self, lines: list[str], size: float, *, x: float = 0, fill: str = INK, bold: bool = False) -> None:
        for line in lines:
            self.y += 1.25 * size
            self.words(x, -0.25 * size, line, size, fill=fill, bold=bold)

    def ground(self, item: Item, h: float) -> None:
        """Draw what lies under an item: a card if it is lit, a frame if it can be chosen."""
        chosen = item.id in self.choices
        if item.lit or chosen:
            self.box(-12, 0, ROOM + 24, h, CARD, CHOICE if chosen else RULE)
        if item.lit:
            self.box(-12, 10, 5, h - 20, LIT, r=2.5)


def lay_out(scene: Scene, choices: Set[str] = frozenset()) -> Strip:
    """Return the scene's panels as a strip; items whose ids are among the choices are framed."""
    unit = scene.height / 1000
    pen = _Pen(unit, scene.symbols, choices)
    columns, deepest = 1, 0.0
    pen.x, pen.y = MARGIN, MARGIN
    for panel in scene.panels:
        first, top = len(pen.shapes), pen.y
        _panel(pen, panel)
        if pen.y > 1000 - MARGIN and top > MARGIN:
            del pen.shapes[first:]
            pen.x, pen.y = MARGIN + columns * COLUMN, MARGIN
            columns += 1
            _panel(pen, panel)
        deepest = max(deepest, pen.y + MARGIN)
        pen.y += GAP
    return Strip(tuple(pen.shapes), columns * COLUMN * unit, deepest * unit)


def _panel(pen: _Pen, panel: Panel) -> None:
    pen.lines(broken(panel.title, 25, ROOM, bold=True), 25, fill=SOFT, bold=True)
    pen.y += 3
    pen.box(0, 0, ROOM, 1.5, RULE, r=0)
    pen.y += 12
    if panel.kind == "track":
        _track(pen, panel.items)
    elif panel.kind == "tray":
        _tray(pen, panel.items)
    else:
        row: Callable[[_Pen, Item], None] = {"score": _score, "cards": _card, "fan": _card, "text": _text}[panel.kind]
        for item in panel.items:
            row(pen, item)


def _score(pen: _Pen, item: Item) -> None:
    """Draw a name and a large number; what does not fit beside the number stands below it."""
    left = 76.0 if item.symbol else 0.0
    name, large = 33.0, 52.0
    while name > 26 and width_of(item.label, name, bold=True) > _beside(item, left, large):
        name, large = name - 1, large - 3
    room = _beside(item, left, large)
    under = item.detail or item.source
    beside = width_of(under, 23) <= room
    below = [] if beside else broken(under, 23, ROOM - left)
    h = 88.0 if beside else 60 + 28 * len(below)
    pen.ground(item, h)
    if item.symbol:
        pen.symbol(item.symbol, 32, 44, 60)
    pen.words(left, 40 if under else 55, clipped(item.label, name, room, bold=True), name, bold=True)
    if under and beside:
        pen.words(left, 69, under, 23, fill=SOFT)
    for number, line in enumerate(below):
        pen.words(left, 71 + 28 * number, line, 23, fill=SOFT)
    pen.words(ROOM - 2, 62 if beside else 43, item.value, large, bold=True, anchor="end")
    pen.y += h + 8


def _beside(item: Item, left: float, large: float) -> float:
    """Return the room beside a number of this size."""
    return ROOM - left - width_of(item.value, large, bold=True) - 10


def _tray(pen: _Pen, items: tuple[Item, ...]) -> None:
    """Draw small things two by two, each with its number; or in a list, if their names need the room."""
    if not all(_fits(item, ROOM / 2 - 10) for item in items):
        _list(pen, items)
        return
    half = ROOM / 2
    for i in range(0, len(items), 2):
        for column, item in enumerate(items[i : i + 2]):
            left = column * half
            if item.id in pen.choices or item.lit:
                pen.box(left - 6, 0, half - 6, 60, CARD, CHOICE if item.id in pen.choices else LIT)
            if item.symbol:
                pen.symbol(item.symbol, left + 32, 30, 44)
                left += 76
            if item.value:
                pen.words(left, 28, item.value, 31, bold=True)
            pen.words(left, 52 if item.value else 38, _under(item), 21, fill=SOFT)
        pen.y += 66


def _list(pen: _Pen, items: tuple[Item, ...]) -> None:
    """Draw small things one under the other, each on a line with its number."""
    for item in items:
        left = 0.0
        if item.id in pen.choices or item.lit:
            pen.box(-6, 1, ROOM - 6, 38, CARD, CHOICE if item.id in pen.choices else LIT)
        if item.symbol:
            pen.symbol(item.symbol, 22, 20, 34)
            left = 52
        if item.value:
            pen.words(left, 29, item.value, 26, bold=True)
            left += width_of(item.value, 26, bold=True) + 10
        pen.words(left, 28, clipped(_under(item), 23, ROOM - left), 23, fill=SOFT)
        pen.y += 40


def _under(item: Item) -> str:
    return f"{item.label} †" if item.source else item.label


def _fits(item: Item, room: float) -> bool:
    room -= 76 if item.symbol else 0
    return width_of(item.value, 31, bold=True) <= room and width_of(_under(item), 21) <= room


def _track(pen: _Pen, items: tuple[Item, ...]) -> None:
    """Draw the fields of a track in a row, one row a seat."""
    for _, group in groupby(items, key=lambda item: item.seat):
        row = list(group)
        pitch = min(48.0, ROOM / min(len(row), 10))
        for i in range(0, len(row), 10):
            for j, item in enumerate(row[i : i + 10]):
                x, y, r = (j + 0.5) * pitch, 24.0, 0.43 * pitch
                edge = CHOICE if item.id in pen.choices else LIT if item.lit else RULE
                pen.disc(x, y, r, CARD if item.lit else "none", edge)
                if item.symbol:
                    pen.symbol(item.symbol, x, y, 1.6 * r)
                else:
                    size = 0.5 * pitch
                    pen.words(x, y + 0.34 * size, item.value or item.label, size, fill=SOFT, anchor="middle")
            pen.y += pitch + 6
    pen.y += 4


def _card(pen: _Pen, item: Item) -> None:
    """Draw a card: its name, a number in the corner, its text."""
    room = ROOM - 28
    name = broken(item.label, 27, room - width_of(item.value, 27, bold=True) - 10, bold=True)
    text = broken(item.detail, 22, room)
    source = broken(f"† {item.source}", 17, room) if item.source else []
    h = 20 + 33.75 * len(name) + 27.5 * len(text) + 21.25 * len(source)
    pen.box(0, 0, ROOM, h, CARD, CHOICE if item.id in pen.choices else LIT if item.lit else RULE)
    pen.words(ROOM - 14, 35, item.value, 27, bold=True, anchor="end")
    pen.y += 8
    pen.lines(name, 27, x=14, bold=True)
    pen.lines(text, 22, x=14)
    pen.lines(source, 17, x=14, fill=SOFT)
    pen.y += 22


def _text(pen: _Pen, item: Item) -> None:
    """Draw words, and a value at the right."""
    room = ROOM - (width_of(item.value, 26, bold=True) + 10 if item.value else 0)
    label, detail = broken(item.label, 26, room, bold=item.lit), broken(item.detail, 22, ROOM)
    if item.id in pen.choices:
        pen.box(-12, 0, ROOM + 24, 32.5 * len(label) + 27.5 * len(detail) + 8, CARD, CHOICE)
    if item.value:
        pen.words(ROOM, 26, item.value, 26, bold=True, anchor="end")
    pen.lines(label, 26, bold=item.lit)
    pen.lines(detail, 22, fill=SOFT)
    if item.source:
        pen.lines(broken(f"† {item.source}", 17, ROOM), 17, fill=SOFT)
    pen.y += 8
