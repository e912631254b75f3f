"""What travels about records that are brought along, and about what is studied afterwards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from kemu.scene import Piece

from .wire_acts import Computer, Friend, You
from .wire_base import Key, Ply, Sent, Told


class BroughtRecord(Sent, frozen=True):
    """A record to be looked at."""

    record: Annotated[str, Meta(description="The record, as JSON Lines.")]


class RecordOpened(Told, frozen=True):
    """Where a record is looked at: at its own address, or at that of the table where it was played, if that is here."""

    record: str
    table: str | None


class PlayOn(Sent, frozen=True):
    """A wish to go on with a game that is over, from a moment of it, at a table of one's own."""

    of: Annotated[str, Meta(max_length=64, description="The id of the table, or of a record that was brought.")]
    ply: Ply
    seats: dict[str, You | Friend | Computer]


class AskHint(Sent, frozen=True):
    """A question: what would you do?"""


class AgreeHints(Sent, frozen=True):
    """A seat agrees to hints at a table where people play each other, or agrees no longer."""

    key: Key
    agree: bool


class HintsAgreed(Told, frozen=True):
    """Who has agreed to hints, and whether they may be asked for now."""

    seats: list[str]
    on: bool


class Hint(Told, frozen=True):
    """What a computer would do here; `option` is null where the answer is not one of the listed options."""

    option: int | None
    label: str
    action: dict[str, Any]
    pieces: tuple[Piece, ...]
    """For an answer that is not listed: the pieces that would be new or stand elsewhere."""
    sure: Literal["only", "sure", "fairly", "close"]
    """Nothing else can be done; nothing else comes near; it is somewhat better; something is about as good."""
    chance: float
    """The chance of winning that it sees, from 0 to 1."""
    second: str
    """What it would do else."""
    reasons: list[str]
    """What speaks for it against that, in the game's words."""
