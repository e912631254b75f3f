"""Idempotency keys: the same request sent twice lands once, and gets the same answer twice."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from .seats import Seat
from .storage import rows


class Key(Struct, frozen=True):
    """A seat's key for one request, and a digest of that request."""

    seat: Seat
    key: str
    request: bytes

    def note(self, connection: Connection, game: str, answer: Struct) -> None:
        """Keep the answer in the transaction that carries the request out."""
        body = msgspec.json.encode(answer).decode()
        rows.note_answer(connection, game, self.seat.index, self.key, self.request, body)
