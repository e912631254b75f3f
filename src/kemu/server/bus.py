"""The bus: how a change at one process is heard at the others. PostgreSQL notifies; SQLite's clock is looked at."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from .storage import Busy, Database, rows

if TYPE_CHECKING:
    import psycopg

LOOK = 0.05
"""Seconds between two looks at SQLite's clock."""
AGAIN = 1.0
"""Seconds before a lost connection to PostgreSQL is made again."""
log = logging.getLogger("kemu.server")


class Ears(Protocol):
    """Who must know what other processes change."""

    def heard(self, table: str, presence: bool, due: bool) -> None:
        """A table has changed, or who is at it, or a computer must decide there."""
        ...

    def deaf(self) -> None:
        """From now on nothing is heard: what is remembered may be behind."""
        ...

    def hears(self) -> None:
        """From now on everything is heard; what happened before may have been missed."""
        ...


async def listen(database: Database, ears: Ears) -> None:
    """Tell of what other processes change, until cancelled."""
    if database.sqlite:
        await _look(database, ears)
    else:
        await _hear(database, ears)


async def _look(database: Database, ears: Ears) -> None:
    """Look at the clock: one row, read by its own connection, many times a second."""

    def changed(since: int) -> tuple[int, list[str]]:
        with database.read() as connection:
            return rows.games_changed(connection, since)

    since: int | None = None
    while True:
        with suppress(Busy):
            if since is None:
                since, _ = await asyncio.to_thread(changed, 2**62)
                ears.deaf()
            since, tables = await asyncio.to_thread(changed, since)
            for table in tables:
                ears.heard(table, presence=True, due=True)
        await asyncio.sleep(LOOK)


async def _hear(database: Database, ears: Ears) -> None:
    """LISTEN on a connection of its own; whenever it was lost, everybody looks for himself."""
    import psycopg

    while True:
        try:
            connection = await _connect(database)
            async with connection:
                await connection.execute("LISTEN kemu")
                ears.hears()
                async for notice in connection.notifies():
                    process, table, *also = notice.payload.split(" ")
                    if process != database.process:
                        ears.heard(table, "presence" in also, "due" in also)
        except (psycopg.Error, OSError):
            log.warning("the connection that listens for changes was lost; trying again")
        finally:
            ears.deaf()
        await asyncio.sleep(AGAIN)


async def _connect(database: Database) -> psycopg.AsyncConnection[tuple[object, ...]]:
    import psycopg

    url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return await psycopg.AsyncConnection.connect(
        url, autocommit=True, connect_timeout=5, keepalives_idle=10, keepalives_interval=3, keepalives_count=3
    )
