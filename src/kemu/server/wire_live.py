"""What travels by the socket of a table: one message of the client, and all that it is told."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .wire import ChatLine, LogEntry, Position, Snapshot
from .wire_base import Place, Sent, Told
from .wire_seats import ClockState, RematchState


class Hello(Sent, frozen=True):
    """The first and only message of a client on a socket: the secret of its seat, or null for a spectator."""

    seat: Annotated[str, Meta(max_length=200)] | None = None
    place: Place = ""


class SnapshotMessage(Told, frozen=True, tag="snapshot", tag_field="type"):
    """The answer to `Hello`: the table now."""

    snapshot: Snapshot


class MomentMessage(Told, frozen=True, tag="moment", tag_field="type"):
    """Something changed: how the table stands now. Of the log that the client has, `kept` lines stay, and `entries`
    come after them."""

    position: Position
    kept: int
    entries: list[LogEntry]
    clock: ClockState | None = None


class ChatMessage(Told, frozen=True, tag="chat", tag_field="type"):
    """A line of chat."""

    said: ChatLine


class PresenceMessage(Told, frozen=True, tag="presence", tag_field="type"):
    """Which seats are there, at which anybody sits, what he is called, and which have agreed to hints."""

    seats: dict[str, bool]
    taken: dict[str, bool]
    players: dict[str, str]
    places: int
    """At how many places the reader's own seat is open."""
    listed: bool
    hints: list[str]


class DrawOfferMessage(Told, frozen=True, tag="draw-offer", tag_field="type"):
    """A draw is offered by this seat, or (null) no longer; so with a wish to take back."""

    seat: str | None
    back: str | None


class RematchMessage(Told, frozen=True, tag="rematch", tag_field="type"):
    """Somebody would play again, or would not, or all do."""

    rematch: RematchState


class ClockMessage(Told, frozen=True, tag="clock", tag_field="type"):
    """The clock has begun to run, or was set anew, without a move."""

    clock: ClockState


class PingMessage(Told, frozen=True, tag="ping", tag_field="type"):
    """Nothing happened; the line is alive."""


class ErrorMessage(Told, frozen=True, tag="error", tag_field="type"):
    """Why the socket is about to close."""

    code: str
    reason: str


Message = (
    SnapshotMessage
    | MomentMessage
    | ChatMessage
    | PresenceMessage
    | DrawOfferMessage
    | ClockMessage
    | RematchMessage
    | PingMessage
    | ErrorMessage
)
"""All that a server ever sends on a socket."""
