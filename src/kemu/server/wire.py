"""What a seat sees of a table. The OpenAPI description is made from these structs and from those beside them."""

from __future__ import annotations

from typing import Any, Literal

from kemu.scene import Box, Gradient, Layer, Panel, Pattern, Piece, Selectable, Shape, Zone

from .wire_base import Told
from .wire_seats import ClockState, RematchState


class SeatState(Told, frozen=True):
    """Who sits where, and whether he is there now."""

    name: str
    title: str
    """What people call the seat."""
    player: str
    kind: str
    level: str
    """The level of a computer, else empty."""
    colour: str
    """The colour of its pieces as CSS writes it, or empty."""
    present: bool
    taken: bool
    """Whether anybody sits there at all: a friend's seat stands empty until it is claimed."""


class OptionState(Told, frozen=True):
    """One answer to the pending decision."""

    action: dict[str, Any]
    notation: str
    label: str


class ReachState(Told, frozen=True):
    """Where an answer over a continuum may lie, as an SVG path."""

    path: str
    label: str


class NearState(Told, frozen=True):
    """How near a seat is to winning: in words, and as a part of the way."""

    seat: str
    words: str
    part: float


class FreeState(Told, frozen=True):
    """The continuum beside the listed answers."""

    reach: list[ReachState]
    pieces: list[str]
    """The pieces of the scene that can be taken up; to touch another is to ask why not."""
    by_hand: str
    """How one answers on the board, where it is not by dragging a piece or clicking where something shall stand."""


class DecideState(Told, frozen=True, tag="decide", tag_field="type"):
    """A seat must choose; the options are there only when it is the reader's own."""

    seat: str
    yours: bool
    prompt: str
    clause: str
    options: list[OptionState]
    free: FreeState | None
    no: int | None = None
    """The option that a standing "no" gives, where the seat is asked whatever it holds."""


class OverState(Told, frozen=True, tag="over", tag_field="type"):
    """The game has ended."""

    winner: str | None
    reason: str
    clause: str
    scores: dict[str, float]
    text: str
    means: str
    """What that means, in plain words, for one who does not know the rules; empty if nothing needs to be said."""
    points: list[str]
    """What decided it: ids of the scene's zones, pieces, panels and items."""


class Thrown(Told, frozen=True):
    """What chance gave, to be shown: dice by their values, cards by what the game calls them."""

    kind: Literal["dice", "cards"]
    values: tuple[int | str, ...]


class LogEntry(Told, frozen=True, omit_defaults=True):
    """One line of the log, in plain words."""

    ply: int
    seat: str | None
    text: str
    clause: str
    thrown: Thrown | None = None
    """The dice or cards behind this line, where it was chance that spoke and the reader may see it."""
    matters: bool = False
    """Whether it should not be missed among the other lines."""


class SceneState(Told, frozen=True):
    """A scene less what never changes, which is found under the digest `base`; `zones` are those that move."""

    title: str
    width: float
    height: float
    layers: tuple[Layer, ...]
    zones: tuple[Zone, ...]
    pieces: tuple[Piece, ...]
    panels: tuple[Panel, ...]
    selectable: tuple[Selectable, ...]
    text: str
    look: Box | None
    """Where to look at first; none: at the whole."""


class Base(Told, frozen=True):
    """What never changes in a scene: it is fetched once, by its digest."""

    base: tuple[Shape, ...]
    defs: tuple[Gradient | Pattern, ...]
    symbols: dict[str, tuple[Shape, ...]]
    zones: tuple[Zone, ...]


class ChatLine(Told, frozen=True):
    """A line that a seat said; `line` counts from 1 at each table."""

    line: int
    seat: str
    text: str
    at: str


class Position(Told, frozen=True):
    """What a move changes of the table, as one seat (or a spectator) may see it."""

    ply: int
    revision: int
    pending: DecideState | OverState
    scene: SceneState
    base: str
    """The digest of the rest of the scene, which never changes."""
    salts: dict[str, str | None]
    """Every seat that must add a salt before the first draw, and what it has added; empty at a table of format 1."""
    secret: str | None
    can_undo: bool
    draw_offer: str | None
    back_asked: str | None
    """The seat that asks to take back."""
    take_back: str
    """What the reader may do about the last choice: `undo` it, which leaves no trace; go `back` past dice and other
    seats' turns, which the record says; `ask` the other player for that; or nothing."""
    take_back_why: str
    """Why nothing."""
    thinking: bool
    stuck: bool
    """Whether the computer that must decide has failed to, and has given up: its seat can be made to resign."""
    private: bool
    """Whether the seats know different things, so that a screen shared by them is covered between turns."""
    moved: dict[str, Piece | None] | None
    """What moved last, by id, and where it lay before (null: nowhere). Null altogether where the reader saw it move."""
    near: list[NearState]


class Snapshot(Position, frozen=True):
    """The whole table as one seat (or a spectator) may see it."""

    table: str
    game: str
    title: str
    options: dict[str, Any]
    seat: str | None
    seats: list[SeatState]
    log: list[LogEntry]
    commitment: str
    """To the dealer's secret; it is made, and told, before any salt is added."""
    draws: bool
    """Whether a draw can be agreed on at this table."""
    created_at: str
    places: int
    """At how many places the reader's own seat is open: browsers, or windows of one. 0 for a spectator."""
    chat: list[ChatLine]
    """The newest lines."""
    rematch: RematchState
    listed: bool
    """Whether anyone on this server may take a free seat."""
    hints: list[str]
    """The seats that have agreed to hints, where people play each other."""
    clock: ClockState | None = None
    """None: there is no clock at this table."""


class Health(Told, frozen=True):
    """The server can reach its database."""

    ok: bool
