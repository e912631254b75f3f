"""Scenes: what a view looks like, as data. A game makes one in Python; a renderer or the browser draws it.

A scene has no rules in it. It says what lies where (`pieces`), where something may lie (`zones`), what never changes
(`base`) and what is only drawn (`layers`); and `selectable` says which thing stands for which of the pending options. A
client needs nothing else to play a game it has never heard of.

Coordinates are the scene's own, y down, as in SVG. Colours are CSS colours, or `@name` for a gradient or pattern of
the scene. All text is plain.
"""

from __future__ import annotations

from typing import Literal, Union

from msgspec import Struct


class _Paint(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a shape is painted; `blur` softens it (for shadows and glows)."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    opacity: float = 1.0
    dash: str = ""
    blur: float = 0.0


class Path(_Paint, frozen=True, tag="path", tag_field="kind"):
    """An SVG path; `evenodd` fills by that rule."""

    d: str
    evenodd: bool = False


class Disc(_Paint, frozen=True, tag="disc", tag_field="kind"):
    """A circle."""

    x: float
    y: float
    r: float


class Box(_Paint, frozen=True, tag="box", tag_field="kind"):
    """A rectangle from its upper left corner; `r` rounds the corners."""

    x: float
    y: float
    w: float
    h: float
    r: float = 0.0


class Words(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="words", tag_field="kind"):
    """A line of text, its baseline at y."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "#1c1c1c"
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    rotate: float = 0.0
    opacity: float = 1.0
    halo: str = ""
    """A colour drawn round the letters, for text over a picture."""


class Use(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="use", tag_field="kind"):
    """A symbol of the scene, drawn here."""

    symbol: str
    x: float
    y: float
    rotate: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0


Shape = Union[Path, Disc, Box, Words, Use]  # noqa: UP007


class Gradient(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="gradient", tag_field="kind"):
    """Named `id`, used as the colour `@id`. Points are fractions of the painted shape's box."""

    id: str
    stops: tuple[tuple[float, str, float], ...]
    """Offset 0..1, colour, opacity."""
    radial: bool = False
    x1: float = 0.0
    y1: float = 0.0
    x2: float = 0.0
    y2: float = 1.0
    cx: float = 0.5
    cy: float = 0.5
    r: float = 0.5


class Pattern(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="pattern", tag_field="kind"):
    """A tile of shapes that repeats, used as the colour `@id`."""

    id: str
    w: float
    h: float
    shapes: tuple[Shape, ...]
    rotate: float = 0.0


class Layer(Struct, frozen=True, kw_only=True):
    """Shapes that are drawn and stand for nothing: lines of sight, a winning pattern, smoke."""

    name: str
    shapes: tuple[Shape, ...]
    above: bool = True
    """Over the pieces, or under them."""
    button: str = ""
    """What its button says: such a layer is shown on demand only."""


class Zone(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place that can be chosen: a hollow, a hex, an island. Its outline shows only when it matters."""

    id: str
    label: str
    outline: Path | Disc | Box
    fixed: bool = True
    """Whether it is always there, as part of the board; a zone round things that move is not."""


class Piece(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing on the board, drawn as a symbol. Its id stays the same for as long as it is the same thing, so that a
    client can move it from where it was to where it is."""

    id: str
    symbol: str
    x: float
    y: float
    label: str
    rotate: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0
    z: int = 0
    """Higher is drawn later."""
    badge: str = ""
    """A few letters or a number on it: strength, losses, ammunition."""
    area: str = ""
    """The place that it lies in, if places have names: what only makes room within it has not moved."""
    handle: bool = False
    """Whether it is no thing on the table but something to take hold of: it is never marked as what moved last."""


class Item(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of a panel: a card, a score, a counter in a box."""

    id: str
    label: str
    value: str = ""
    detail: str = ""
    """What a reader sees when he asks for more: the text of a card."""
    more: tuple[str, ...] = ()
    """Lines that are told after it, to a reader who asks: the cards left in a deck. Still pictures leave them out."""
    symbol: str = ""
    seat: int | None = None
    lit: bool = False
    source: str = ""
    """`reconstruction` where it is one: it is shown."""


class Panel(Struct, frozen=True, kw_only=True):
    """Things beside the board: scores, a hand of cards, a box of counters, a track."""

    id: str
    title: str
    kind: Literal["score", "cards", "fan", "tray", "track", "text"]
    """A fan is a hand of cards: each by its edge, and the text of one."""
    items: tuple[Item, ...]


class Selectable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Option number `option` of the pending decision, and the thing that stands for it: a zone, piece or item.

    Several selectables may share a target (then a client lists their labels); one without a target is a button.
    """

    option: int
    label: str
    target: str = ""
    notation: str = ""
    ghost: Piece | None = None
    """What it would look like, shown before the choice is made."""
    path: str = ""
    """The way that it would go, as the `d` of an SVG path, shown with the ghost."""
    odds: str = ""
    """Exact odds, in words, where the game offers them."""
    warns: str = ""
    """What a player may not have meant, such as the end of his game: a client asks before it is done."""
    also: tuple[str, ...] = ()
    """Further things that stand for the same option: the twins of a counter that is offered once for all its equals."""
    picks: bool = False
    """Whether it only takes a piece up, or adds it to those taken up: what for is asked next. Nothing else that stands
    on a piece is done by one click."""
    to: str = ""
    """The zone where the piece would go: it stands for the option once the piece is picked."""
    leads: bool = False
    """Whether it is what most players want here: a client shows its button as the first to press."""


class Scene(Struct, frozen=True, kw_only=True):
    """A picture of a view, and what in it can be chosen."""

    title: str
    width: float
    height: float
    defs: tuple[Gradient | Pattern, ...] = ()
    symbols: dict[str, tuple[Shape, ...]] = {}
    """Drawn round the origin."""
    base: tuple[Shape, ...] = ()
    """What never changes in this game with these options: a client may keep it, with the fixed zones."""
    layers: tuple[Layer, ...] = ()
    zones: tuple[Zone, ...] = ()
    pieces: tuple[Piece, ...] = ()
    panels: tuple[Panel, ...] = ()
    selectable: tuple[Selectable, ...] = ()
    text: str = ""
    """The picture in words, for those who do not see it."""
    look: Box | None = None
    """Where a client looks at first, if the whole would be too small to read."""
