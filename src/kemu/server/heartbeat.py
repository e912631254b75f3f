"""The heartbeat of the installation: as long as no server was there, nobody's time has run.

Every process says now and then that it serves. Whoever finds that nobody has said so for a while, at its start or when
the machine wakes up again, gives that while back to every seat whose time was running.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from .clock import now
from .slots import Slots
from .storage import Database, running

BEAT = 3.0
"""Seconds after which a process says again that it serves."""
AWAY = 10_000
"""Milliseconds of silence after which there was no server."""


class Heartbeat:
    """One process's part of it. `changed` is called with each table whose time is set anew."""

    def __init__(
        self, database: Database, slots: Slots, changed: Callable[[str, bool], None], clock: Callable[[], int] = now
    ) -> None:
        self._database = database
        self._slots = slots
        self._changed = changed
        self._clock = clock

    def start(self) -> None:
        """Begin to serve. Who serves alone knows that nobody else did meanwhile, however short that was."""
        self._beat(AWAY if self._database.shared else 0)

    def beat(self) -> None:
        """Say that a server is there."""
        self._beat(AWAY)

    def _beat(self, silence: int) -> None:
        for game in self._database.write(lambda c: self._write(c, silence)):
            self._slots.forget(game)
            self._changed(game, False)

    def _write(self, connection: Connection, silence: int) -> list[str]:
        at = self._clock()
        last = running.beat(connection, at)
        if at - last <= silence:
            return []
        games = running.give_back(connection, at - last, self._database.tick(connection))
        for game in games:
            self._database.notify(connection, game)
        return games
