"""`kemu think`: a process that only thinks. The database is the queue."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from importlib import import_module

from . import bus
from .clock import now
from .computer import Computers
from .kits import lay
from .settings import Settings
from .storage import Busy, Database, rows
from .storage.lock import take
from .tables import Tables

log = logging.getLogger("kemu.server")


class Thinking:
    """Tables of which only the computers' turns matter."""

    def __init__(self, settings: Settings) -> None:
        for module in settings.preload:
            import_module(module)
        lay(settings.kits)
        self.database = Database(settings.database, shared=True)
        self.tables = Tables(self.database, settings.limits, lambda table, due: None)
        self.computers = Computers(self.tables, settings, elsewhere=True)

    async def run(self) -> None:
        """Think until cancelled."""
        lock = take(self.database)
        listening = asyncio.ensure_future(bus.listen(self.database, self))
        try:
            await self.computers.run()
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            await asyncio.to_thread(self.database.close)
            if lock is not None:
                lock.close()

    def heard(self, table: str, presence: bool, due: bool) -> None:
        """A table has changed: if a computer must decide there, think."""
        self.tables.slots.hear(table)
        if due:
            asyncio.get_running_loop().run_in_executor(None, self._look, table)

    def _look(self, table: str) -> None:
        with suppress(Busy), self.database.read() as connection:
            if rows.is_due(connection, table, now()):
                self.computers.due(table)

    def deaf(self) -> None:
        """Nothing is heard: the sweeps find what is due."""
        self.tables.slots.hears = False

    def hears(self) -> None:
        """Everything is heard from now on."""
        self.tables.slots.hear_all()
        self.tables.slots.hears = True
