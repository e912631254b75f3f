"""What is asked of a table, and what is answered: opening one, acting there, and questions that change nothing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from kemu.scene import Piece

from .wire_base import LINE, Coordinate, Key, Name, Ply, Revision, Sent, Told
from .wire_seats import ClockTerms, SeatKey


class You(Sent, frozen=True, tag="you", tag_field="kind"):
    """The one who opens the table sits here; a level, which a form may send along, means nothing."""

    name: Name = ""
    level: str | None = None


class Friend(Sent, frozen=True, tag="friend", tag_field="kind"):
    """Somebody else sits here, by a link; a level, which a form may send along, means nothing."""

    name: Name = ""
    level: str | None = None


class Computer(Sent, frozen=True, tag="computer", tag_field="kind"):
    """A program sits here."""

    level: str
    name: Name = ""


class NewTable(Sent, frozen=True):
    """A wish for a table."""

    game: str
    seats: dict[str, You | Friend | Computer]
    options: dict[str, Any] = {}
    listed: bool = False
    """Whether anyone on this server may find it and take a friend's seat."""
    clock: ClockTerms | None = None
    """The time that each seat has. Only where two people play who are not at one screen; who comes agrees to it."""


class TableOpened(Told, frozen=True):
    """A table stands; a computer's seat has no secret."""

    table: str
    game: str
    commitment: str
    """To the dealer's secret and this table. It is made before any seat adds its salt."""
    seats: dict[str, SeatKey | None]


class Answer(Sent, frozen=True):
    """A seat's answer to the pending decision."""

    ply: Ply
    action: dict[str, Any]
    key: Key
    revision: Revision | None = None


class AddSalt(Sent, frozen=True):
    """The seat's salt for the dice: once, before the first draw. The table draws nothing before it has them all."""

    salt: Annotated[
        str,
        Meta(pattern=r"^[0-9A-Za-z_-]{16,64}(?![\s\S])", description="Made by the page: 128 random bits, say."),
    ]
    key: Key


class Landed(Told, frozen=True):
    """The act is on disk; the table stands at this ply."""

    ply: int
    revision: int


class Undo(Sent, frozen=True):
    """Take back the last choice."""

    ply: Ply
    key: Key
    revision: Revision | None = None


class TakeBack(Sent, frozen=True):
    """Go back to one's last choice, past dice and other seats' turns, or ask the other player for it; or, with
    `answer`, grant or decline what the other player asks for."""

    ply: Ply
    revision: Revision
    key: Key
    answer: Literal["grant", "decline"] | None = None


class Resign(Sent, frozen=True):
    """Give the game up; or, with `seat`, end it for a computer that cannot decide: that seat has then resigned."""

    ply: Ply
    revision: Revision
    key: Key
    seat: Annotated[str, Meta(max_length=40)] | None = None


class DrawOffer(Sent, frozen=True):
    """Offer a draw, or answer the offer of the other seat: exactly one of the three is true."""

    ply: Ply
    revision: Revision
    key: Key
    offer: bool = False
    accept: bool = False
    decline: bool = False


class Say(Sent, frozen=True):
    """Say a line to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=LINE)]
    key: Key


class Said(Told, frozen=True):
    """The line is on disk under this number."""

    line: int


class Intent(Sent, frozen=True):
    """What a player would like: a click on something in the scene, or an action. Exactly one of the two is there."""

    touch: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    action: dict[str, Any] | UnsetType = UNSET


class Why(Sent, frozen=True):
    """A question: may I, and if not, why not? The intent is a touch or an action."""

    intent: Intent


class Because(Told, frozen=True):
    """The answer to `Why`. `final`: once done, it could not be undone: chance or another seat's turn follows."""

    allowed: bool
    reason: str
    clause: str
    final: bool = False


class Drag(Sent, frozen=True):
    """A piece dragged to a point of the scene: what would that stand for? `draft` is an answer that is not yet given:
    where the game can, the drag changes this one piece of it."""

    ply: Ply
    x: Coordinate
    y: Coordinate
    piece: Annotated[str, Meta(max_length=200)] = ""
    draft: dict[str, Any] | None = None


class NotAllowed(Told, frozen=True):
    """Why something is not allowed."""

    reason: str
    clause: str


class Dragged(Told, frozen=True):
    """The answer that a drag stands for, and, if it is not legal now, why not. Nothing has changed."""

    action: dict[str, Any]
    label: str
    refusal: NotAllowed | None
    pieces: tuple[Piece, ...]
    """The pieces that would be new or stand elsewhere if it were played; none where it is refused."""
