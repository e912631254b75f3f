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


class Presence:
    """Who is there. Sockets arrive and leave; a process that dies is forgotten after a while."""

    def __init__(self, database: Database, shared: bool) -> None:
        self.process = secrets.token_hex(8)
        self._database = database
        self._shared = shared
        self.hears = False
        """Whether this process is told at once who comes and goes at others: the bus says so."""
        self._there: dict[str, tuple[int, frozenset[int]]] = {}
        """Who is at a table by way of other processes, and until when that is sure."""
        self._here: Counter[tuple[str, int]] = Counter()
        self._lock = threading.Lock()

    def arrive(self, game: str, seat: int) -> bool:
        """Count a socket of a seat in; return whether the seat was away from this process before."""
        if self._shared and not self.at_this(game, seat):
            # Counted only when it is written: a seat of which nobody else was told has not come.
            self._database.write(lambda c: self._put(c, [(game, seat)]))
        with self._lock:
            self._here[game, seat] += 1
            return self._here[game, seat] == 1

    def at_this(self, game: str, seat: int) -> bool:
        """Return whether a seat has a socket at this very process."""
        with self._lock:
            return (game, seat) in self._here

    def leave(self, game: str, seat: int) -> bool:
        """Count a socket of a seat out; return whether the seat has now left this process."""
        with self._lock:
            self._here[game, seat] -= 1
            last = self._here[game, seat] <= 0
            if last:
                del self._here[game, seat]
        if last and self._shared:
            # If this cannot be written now, the next renewal takes the row away, and else it runs out by itself.
            with suppress(Busy):
                self._database.write(lambda c: self._take(c, game, seat))
        return last

    def _take(self, connection: Connection, game: str, seat: int) -> None:
        if not self.at_this(game, seat):  # the seat may have come back meanwhile
            t = schema.presence.c
            gone = delete(schema.presence).where(t.game == game, t.seat == seat, t.process == self.process)
            self._told(connection, gone, {game})

    def renew(self) -> None:
        """Say again who is at this process, and clear away what dead processes left."""
        with self._lock:
            here = list(self._here)
        if self._shared:
            self._database.write(lambda c: self._renew(c, here))

    def at(self, game: str, seats: int) -> frozenset[int]:
        """Return the seats of a table that are there."""
        with self._lock:
            here = {seat for seat in range(seats) if (game, seat) in self._here}
        if self._shared:
            here |= self._elsewhere(game)
        return frozenset(here)

    def _elsewhere(self, game: str) -> frozenset[int]:
        kept, at = self._there.get(game), now()
        if kept is not None and self.hears and at < kept[0]:
            return kept[1]
        t = schema.presence.c
        mine = t.process == self.process
        with self._database.read() as connection:
            found = connection.execute(select(t.seat, t.until).where(t.game == game, t.until > at, ~mine)).all()
        seats = frozenset(row.seat for row in found)
        if len(self._there) > REMEMBERED:
            self._there.clear()
        self._there[game] = (min((row.until for row in found), default=at + LASTS), seats)
        return seats

    def forget(self, game: str) -> None:
        """Somebody has come to a table or left it at another process."""
        self._there.pop(game, None)

    def forget_all(self) -> None:
        """Something may have been missed."""
        self._there.clear()

    def _put(self, connection: Connection, here: list[tuple[str, int]]) -> None:
        self._upsert(connection, here)
        self._told(connection, None, {game for game, _ in here})

    def _renew(self, connection: Connection, here: list[tuple[str, int]]) -> None:
        t = schema.presence.c
        connection.execute(delete(schema.presence).where(t.until < now()))
        mine = connection.execute(select(t.game, t.seat).where(t.process == self.process))
        gone = {(row.game, row.seat) for row in mine} - set(here)
        for game, seat in gone:
            self._take(connection, game, seat)
        if here:
            self._upsert(connection, here)

    def _upsert(self, connection: Connection, here: list[tuple[str, int]]) -> None:
        insert = sqlite.insert if self._database.sqlite else postgresql.insert
        until = now() + LASTS
        put = insert(schema.presence)
        connection.execute(
            put.on_conflict_do_update(index_elements=["game", "seat", "process"], set_={"until": put.excluded.until}),
            [{"game": game, "seat": seat, "process": self.process, "until": until} for game, seat in here],
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
