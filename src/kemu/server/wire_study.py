"""What travels about records that are brought along, and about what is studied afterwards."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .wire import Computer, Friend, Ply, Sent, Told, You


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
