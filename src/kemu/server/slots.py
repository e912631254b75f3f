"""The live games of a process: a few are kept, each behind its own lock, and each is held against its row when used."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager

from .errors import unknown_table
from .live import Live
from .storage import Database, rows

KEPT = 2_000
"""Live games that a process keeps; one that is not kept is rebuilt from its rows."""


class Slot:
    """The place of one game."""

    __slots__ = ("heard", "live", "lock", "size", "users")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.live: Live | None = None
        self.users = 0
        self.size = 0
        self.heard = False
        """Whether another process has told of a change since the rows were looked at."""


class Slots:
    """Live games by id."""

    def __init__(self, database: Database, kept: int = KEPT, most: int = 600_000_000) -> None:
        self._database = database
        self._kept = kept
        self._most = most
        """Bytes that the kept games may have by their own estimate."""
        self._size = 0
        self.hears = False
        """Whether this process is told at once what others change: the bus says so."""
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def hold(self, game: str, fresh: bool = True) -> Generator[Live]:
        """Give the game at the revision that its row has now, and keep all others off it meanwhile.

        Unless it must be `fresh`, what is remembered will do until another process tells of a change: for news, which
        the telling wakes anyhow, and for acts, which the database holds against the row. A game that is left in the
        middle of a change is thrown away: the rows are the truth.
        """
        with self._taken(game) as slot, slot.lock:
            live, slot.live = slot.live, None
            if live is None or (self._database.shared and (fresh or slot.heard or not self.hears)):
                slot.heard = False
                live = self._fresh(game, live)
            try:
                yield live
            finally:
                if not live.changing:
                    slot.live = live

    @property
    def number(self) -> int:
        """How many games are kept ready."""
        return len(self._slots)

    def hear(self, game: str) -> None:
        """Another process has changed a game: what is remembered of it is held against its row when it is used next."""
        slot = self._slots.get(game)
        if slot is not None:
            slot.heard = True

    def hear_all(self) -> None:
        """Something may have been missed: nothing that is remembered is taken on trust."""
        with self._lock:
            for slot in self._slots.values():
                slot.heard = True

    def forget(self, game: str) -> None:
        """Read a game again when it is used next: its rows were changed by hand."""
        with self._taken(game) as slot, slot.lock:
            slot.live = None

    @contextmanager
    def _taken(self, game: str) -> Generator[Slot]:
        with self._lock:
            slot = self._slots.setdefault(game, Slot())
            slot.users += 1
            self._slots.move_to_end(game)
        try:
            yield slot
        finally:
            with self._lock:
                slot.users -= 1
                live = slot.live
                size = 0 if live is None else live.size
                self._size, slot.size = self._size + size - slot.size, size
                if live is None and not slot.users:
                    self._slots.pop(game, None)
                self._shrink()

    def _shrink(self) -> None:
        """Let go of the games used least lately; one in use stays, for its lock is what keeps its users apart."""
        while len(self._slots) > self._kept or self._size > self._most:
            idle = next((name for name, slot in self._slots.items() if not slot.users), None)
            if idle is None:
                return
            self._size -= self._slots.pop(idle).size

    def _fresh(self, game: str, live: Live | None) -> Live:
        with self._database.read() as connection:
            row = rows.game_row(connection, game)
            if row is None:
                raise unknown_table()
            if live is not None and live.seated != row.seated:
                live.seat(rows.seats_of(connection, game), row)
            if live is not None and live.revision == row.revision:
                live.draw_offer, live.lines = row.draw_offer, row.lines
                live.set_clock(row)
                return live
            # What was undone cannot be followed: plies are used again.
            grown = live is not None and live.undos == row.undos and live.revision < row.revision
            entries = rows.entries_after(connection, game, live.table.ply if live is not None and grown else 0)
            seats = live.seats if live is not None else rows.seats_of(connection, game)
        if live is not None and grown:
            live.extend(row, entries)
            return live
        return Live(row, seats, entries)
