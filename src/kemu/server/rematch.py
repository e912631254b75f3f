"""Playing again: when everybody at a finished table would, a new one stands, with the seats swapped and no new links.

Who would play again sends the secret that shall open his seat there, which his browser has made; only its digest is
kept. So both find themselves at the new table without having been sent anything but its id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection

from .clock import now
from .errors import ApiError, closed
from .landing import seat_at
from .live import Live
from .opening import set_up
from .seats import Seat, digest
from .settings import Limits
from .slots import Slots
from .storage import Database, rows
from .storage.rows import GameRow
from .wire_seats import Rematch, RematchState

DAY = 24 * 3600 * 1000


def swapped(seats: Sequence[Seat]) -> dict[int, int]:
    """Return where each person sits in the next game: the seats go round among them, and computers keep theirs."""
    people = [seat.index for seat in seats if not seat.computer]
    return dict(zip(people, people[1:] + people[:1], strict=True))


def rematch_state(live: Live) -> RematchState:
    """Return who would play again, and where it goes on."""
    names = live.game.seats
    wants = [names[seat.index] for seat in live.seats if seat.again is not None] if live.over else []
    goes = {names[was]: names[then] for was, then in swapped(live.seats).items()}
    return RematchState(wants, live.next, goes)


class Rematches:
    """Agreements to play again. `changed` is called with the table after each."""

    def __init__(self, database: Database, slots: Slots, limits: Limits, changed: Callable[[str], None]) -> None:
        self._database = database
        self._slots = slots
        self._limits = limits
        self._changed = changed

    def agree(self, game: str, token: str, body: Rematch) -> RematchState:
        """Note that a seat would play again, or that it would not: then nobody is asked any more. The last to agree
        finds the new table standing; of two that agree at once the database takes one after the other."""
        with self._slots.hold(game) as live:
            seat = seat_at(live, token)
            if live.closed:
                raise closed()
            if not live.over:
                raise ApiError(409, "not-over", "One plays again when the game is over.")
            if body.token == token:
                raise ApiError(422, "malformed", "The secret for the next table is a fresh one.")
            row, seats = self._database.write(lambda c: self._write(c, live, seat, body))
            live.seat(seats, row)
            told = rematch_state(live)
        self._changed(game)
        return told

    def _write(self, connection: Connection, live: Live, seat: Seat, body: Rematch) -> tuple[GameRow, tuple[Seat, ...]]:
        again = None if body.token is None else digest(body.token)
        if rows.wants_again(connection, live.id, seat, again, self._database.tick(connection)):
            seats = rows.seats_of(connection, live.id)
            if all(one.computer or one.again is not None for one in seats):
                self._open(connection, live, seats)
            self._database.notify(connection, live.id)
        row = rows.game_row(connection, live.id)
        assert row is not None
        return row, rows.seats_of(connection, live.id)

    def _open(self, connection: Connection, live: Live, seats: Sequence[Seat]) -> None:
        """Set the new table up, in the transaction in which the last one agrees."""
        if rows.games_opened(connection, live.opener, now() - DAY) >= self._limits.games:
            raise ApiError(429, "too-many-games", "Too many unfinished games: finish some of them first.")
        goes = swapped(seats)
        there = [
            msgspec.structs.replace(one, index=goes.get(one.index, one.index), token=one.again, invite=None, again=None)
            for one in seats
        ]
        there.sort(key=lambda one: one.index)
        options = live.game.parse_settings(live.table.header.options)
        terms = None if live.ticking is None else live.ticking.clock.terms
        row, table = set_up(live.game, options, there, now(), live.opener, terms=terms)
        # Who has agreed first may have left since: the clock starts when both are there (`Live.runs_for`).
        row = msgspec.structs.replace(row, runs_out=None)
        entries = [past.entry for past in table.past]
        rows.insert_game(connection, row, there, entries, self._database.tick(connection))
        rows.set_next(connection, live.id, row.id)
