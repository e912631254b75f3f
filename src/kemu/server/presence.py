"""Presence: which seats have an open socket, at this process or, where several serve one database, at any."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from contextlib import suppress

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from .clock import now
from .storage import Busy, Database, schema

LASTS = 45_000
"""Milliseconds for which a row counts; a living process renews its rows well before."""
REMEMBERED = 10_000
"""Tables of which it is remembered who is there by way of other processes."""


Places = dict[int, frozenset[str]]
"""Where each seat of a table is open: seats that are away are left out."""


class Presence:
    """Who is there, and at how many places. Sockets come and go; a process that dies is forgotten after a while."""

    def __init__(self, database: Database, shared: bool) -> None:
        self.process = secrets.token_hex(8)
        self._database = database
        self._shared = shared
        self.hears = False
        """Whether this process is told at once who comes and goes at others: the bus says so."""
        self._there: dict[str, tuple[int, Places]] = {}
        """Who is at a table by way of other processes, and until when that is sure."""
        self._here: dict[tuple[str, int], Counter[str]] = {}
        """The sockets of each seat at this process, by the place that each says it is opened from."""
        self._lock = threading.Lock()

    def arrive(self, game: str, seat: int, place: str = "") -> bool:
        """Count a socket of a seat in; return whether the seat was not open at this place before."""
        if self._shared and not self._at_this(game, seat, place):
            # Counted only when it is written: a seat of which nobody else was told has not come.
            self._database.write(lambda c: self._put(c, [(game, seat, place)]))
        with self._lock:
            sockets = self._here.setdefault((game, seat), Counter())
            sockets[place] += 1
            return sockets[place] == 1

    def _at_this(self, game: str, seat: int, place: str) -> bool:
        """Return whether a seat has a socket at this very process, opened from a place."""
        with self._lock:
            return place in self._here.get((game, seat), ())

    def leave(self, game: str, seat: int, place: str = "") -> bool:
        """Count a socket of a seat out; return whether the seat is open at this place no more."""
        with self._lock:
            sockets = self._here[game, seat]
            sockets[place] -= 1
            last = sockets[place] <= 0
            if last:
                del sockets[place]
            if not sockets:
                del self._here[game, seat]
        if last and self._shared:
            # If this cannot be written now, the next renewal takes the row away, and else it runs out by itself.
            with suppress(Busy):
                self._database.write(lambda c: self._take(c, game, seat, place))
        return last

    def _take(self, connection: Connection, game: str, seat: int, place: str) -> None:
        if not self._at_this(game, seat, place):  # the seat may have come back meanwhile
            t = schema.presence.c
            gone = delete(schema.presence).where(
                t.game == game, t.seat == seat, t.process == self.process, t.place == place
            )
            self._told(connection, gone, {game})

    def renew(self) -> None:
        """Say again who is at this process, and clear away what dead processes left."""
        with self._lock:
            here = [(game, seat, place) for (game, seat), sockets in self._here.items() for place in sockets]
        if self._shared:
            self._database.write(lambda c: self._renew(c, here))

    def here(self) -> list[str]:
        """Return the tables at which somebody sits by way of this process."""
        with self._lock:
            return list({game for game, _ in self._here})

    def at(self, game: str, seats: int) -> dict[int, int]:
        """Return the seats of a table that are there, each with the number of places where it is open."""
        with self._lock:
            here = {seat: frozenset(self._here.get((game, seat), ())) for seat in range(seats)}
        there = self._elsewhere(game) if self._shared else {}
        places = {seat: len(here[seat] | there.get(seat, frozenset())) for seat in range(seats)}
        return {seat: number for seat, number in places.items() if number}

    def _elsewhere(self, game: str) -> Places:
        kept, at = self._there.get(game), now()
        if kept is not None and self.hears and at < kept[0]:
            return kept[1]
        t = schema.presence.c
        mine = t.process == self.process
        query = select(t.seat, t.place, t.until).where(t.game == game, t.until > at, ~mine)
        with self._database.read() as connection:
            found = connection.execute(query).all()
        places = {row.seat: frozenset(one.place for one in found if one.seat == row.seat) for row in found}
        if len(self._there) > REMEMBERED:
            self._there.clear()
        self._there[game] = (min((row.until for row in found), default=at + LASTS), places)
        return places

    def forget(self, game: str) -> None:
        """Somebody has come to a table or left it at another process."""
        self._there.pop(game, None)

    def forget_all(self) -> None:
        """Something may have been missed."""
        self._there.clear()

    def _put(self, connection: Connection, here: list[tuple[str, int, str]]) -> None:
        self._upsert(connection, here)
        self._told(connection, None, {game for game, _, _ in here})

    def _renew(self, connection: Connection, here: list[tuple[str, int, str]]) -> None:
        t = schema.presence.c
        connection.execute(delete(schema.presence).where(t.until < now()))
        mine = connection.execute(select(t.game, t.seat, t.place).where(t.process == self.process))
        gone = {(row.game, row.seat, row.place) for row in mine} - set(here)
        for game, seat, place in gone:
            self._take(connection, game, seat, place)
        if here:
            self._upsert(connection, here)

    def _upsert(self, connection: Connection, here: list[tuple[str, int, str]]) -> None:
        insert = sqlite.insert if self._database.sqlite else postgresql.insert
        until = now() + LASTS
        put = insert(schema.presence)
        connection.execute(
            put.on_conflict_do_update(
                index_elements=["game", "seat", "process", "place"], set_={"until": put.excluded.until}
            ),
            [
                {"game": game, "seat": seat, "process": self.process, "place": place, "until": until}
                for game, seat, place in here
            ],
        )

    def _told(self, connection: Connection, change: object, games: set[str]) -> None:
        """Make a change and let the other processes know."""
        if change is not None:
            connection.execute(change)  # pyright: ignore[reportCallIssue, reportArgumentType]
        tick = self._database.tick(connection)
        for game in games:
            if self._database.sqlite:
                connection.execute(update(schema.games).where(schema.games.c.id == game).values(tick=tick))
            self._database.notify(connection, game, presence=True)
