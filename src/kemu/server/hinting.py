"""Hints between people: off, unless both have agreed to them; and both are told of each that is taken.

Against the computer, and at one screen, a hint is one's own business. What is agreed and taken is said at the table, as
a line of chat, before the hint is given.
"""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection

from .clock import now
from .computer import Computers
from .errors import ApiError, closed, over
from .landing import seat_at
from .live import Live
from .seats import Seat
from .storage import rows, studies
from .tables import Tables
from .taking_back import needs_leave
from .wire_study import AgreeHints, Hint, HintsAgreed

AGREES = "I agree to hints. They are on when you agree too: under Table."
BOTH = "I agree to hints: they are on now, and each one is announced here."
NO_LONGER = "I no longer agree to hints: they are off."
TAKES = "I take a hint."
OFF = "Hints are off: between people both must agree to them, and both are told of each."


class Hinting:
    """Who may ask for a hint, and who is told of it."""

    def __init__(self, tables: Tables, computers: Computers) -> None:
        self._tables = tables
        self._computers = computers

    async def hint(self, table: str, token: str, who: str) -> Hint:
        """Return what a computer would do; where people play each other it is said at the table first."""
        await asyncio.to_thread(self._allow, table, token)
        return await self._computers.hint(table, token, who)

    def _allow(self, table: str, token: str) -> None:
        with self._tables.slots.hold(table) as live:
            seat = seat_at(live, token)
            if live.table.outcome is not None or not needs_leave(live, seat.index):
                return
            if live.deciding != seat:
                raise ApiError(409, "not-your-turn", "A hint is for the one who must decide.")
            with self._tables.database.read() as connection:
                agreed = studies.hinters(connection, table)
            if not agreed >= _people(live):
                raise ApiError(409, "hints-off", OFF)
            live.lines = self._tables.database.write(lambda c: self._say(c, live, seat, TAKES))
        self._tables.tell(table)

    def agree(self, table: str, token: str, body: AgreeHints) -> HintsAgreed:
        """Agree to hints at this table, or agree no longer. Whoever says so twice says nothing new."""

        def write(connection: Connection, live: Live, seat: Seat) -> tuple[frozenset[int], int]:
            before = studies.hinters(connection, table)
            if (seat.index in before) == body.agree:
                return before, live.lines
            studies.set_hinter(connection, table, seat.index, body.agree)
            after = studies.hinters(connection, table)
            words = NO_LONGER if not body.agree else BOTH if after >= _people(live) else AGREES
            return after, self._say(connection, live, seat, words)

        with self._tables.slots.hold(table) as live:
            seat = seat_at(live, token)
            if live.table.outcome is not None:
                raise over()
            if live.closed:
                raise closed()
            agreed, live.lines = self._tables.database.write(lambda c: write(c, live, seat))
            told = HintsAgreed([live.game.seats[index] for index in sorted(agreed)], agreed >= _people(live))
        self._tables.tell(table)
        return told

    def _say(self, connection: Connection, live: Live, seat: Seat, words: str) -> int:
        lines, _ = rows.said(connection, live.id, seat.index)
        if lines >= self._tables.limits.chat_lines:
            raise ApiError(409, "chat-full", "You have said enough at this table.")
        line = rows.add_line(connection, live.id, seat.index, words, now(), self._tables.database.tick(connection))
        self._tables.database.notify(connection, live.id)
        return line


def _people(live: Live) -> frozenset[int]:
    return frozenset(seat.index for seat in live.seats if not seat.computer)
