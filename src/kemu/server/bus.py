"""The bus: how a change at one process is heard at the others. PostgreSQL notifies; SQLite's clock is looked at."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from .hub import Hub
from .storage import Busy, Database, rows

if TYPE_CHECKING:
    import psycopg

LOOK = 0.05
"""Seconds between two looks at SQLite's clock."""
AGAIN = 1.0
"""Seconds before a lost connection to PostgreSQL is made again."""
log = logging.getLogger("kemu.server")


async def listen(database: Database, hub: Hub) -> None:
    """Wake the hub's listeners for what other processes change, until cancelled."""
    if database.sqlite:
        await _look(database, hub)
    else:
        await _hear(database, hub)


async def _look(database: Database, hub: Hub) -> None:
    """Look at the clock: one row, read by its own connection, many times a second."""

    def changed(since: int) -> tuple[int, list[str]]:
        with database.read() as connection:
            return rows.games_changed(connection, since)

    since: int | None = None
    while True:
        with suppress(Busy):
            if since is None:
                since, _ = await asyncio.to_thread(changed, 2**62)
                hub.wake_all()
            since, tables = await asyncio.to_thread(changed, since)
            for table in tables:
                hub.wake(table)
        await asyncio.sleep(LOOK)


async def _hear(database: Database, hub: Hub) -> None:
    """LISTEN on a connection of its own; whenever it was lost, everybody looks for himself."""
    import psycopg

    while True:
        try:
            connection = await _connect(database)
            async with connection:
                await connection.execute("LISTEN kemu")
                hub.wake_all()
                async for notice in connection.notifies():
                    hub.wake(notice.payload)
        except (psycopg.Error, OSError):
            log.warning("the connection that listens for changes was lost; trying again")
        await asyncio.sleep(AGAIN)


async def _connect(database: Database) -> psycopg.AsyncConnection[tuple[object, ...]]:
    import psycopg

    url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return await psycopg.AsyncConnection.connect(url, autocommit=True)
