"""Flags: a game in which time has run out ends by itself, also when nobody comes to look."""

from __future__ import annotations

import logging
from collections.abc import Callable

from .clock import now
from .errors import ApiError
from .storage import Busy, running
from .tables import Tables

LOOK = 1.0
"""Seconds between two looks."""
MOST = 100
"""Games that one look ends."""
LATER = 3600_000
"""Milliseconds by which time is put off where nobody can move: the game is not served here as it was begun."""
log = logging.getLogger("kemu.server")


class Flags:
    """One in each process: each looks for itself, and of two that find the same game the database takes one."""

    def __init__(self, tables: Tables, clock: Callable[[], int] = now) -> None:
        self._tables = tables
        self._clock = clock

    def look(self) -> None:
        """End the games in which the time of a seat is over."""
        database, at = self._tables.database, self._clock()
        with database.read() as connection:
            games = running.out_of_time(connection, at, MOST)
        for game in games:
            try:
                self._tables.flag(game)
            except Busy:
                raise
            except ApiError:
                database.write(lambda c, game=game: running.put_off(c, game, at + LATER))
            except Exception:
                log.exception("a game could not be ended whose time has run out")
                database.write(lambda c, game=game: running.put_off(c, game, at + LATER))
