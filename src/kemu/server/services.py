"""Everything that serves, put together: one of it in each process."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from importlib import import_module

from . import bus
from .bases import Bases
from .computer import Computers
from .hub import Hub
from .limits import Gate
from .presence import Presence
from .settings import Settings
from .storage import Busy, Database
from .storage.sole import take
from .tables import Tables
from .views import Views

RENEW = 15.0
"""Seconds after which a process says again who is there."""
THREADS = 16
"""Threads in which games are moved and rows are written; the event loop itself does neither."""
SWITCH = 0.001
"""Seconds after which a thread that computes lets the event loop in again: it should not wait for a whole scene."""
log = logging.getLogger("kemu.server")


class Services:
    """One process's part of the server."""

    def __init__(self, settings: Settings) -> None:
        for module in settings.preload:
            import_module(module)
        self.settings = settings
        self.database = Database(settings.database, settings.shared)
        self.hub = Hub()
        self.gate = Gate(settings.limits)
        self.tables = Tables(self.database, settings.limits, self._changed)
        self.presence = Presence(self.database, settings.shared)
        self.bases = Bases(self.database)
        self.views = Views(self.tables, self.presence, self.bases)
        self.computers = Computers(self.tables, settings)

    def _changed(self, table: str, computer_due: bool) -> None:
        self.hub.changed(table)
        if computer_due:
            self.computers.due(table)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Serve for as long as the context is open."""
        loop = asyncio.get_running_loop()
        sys.setswitchinterval(SWITCH)
        loop.set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="kemu"))
        lock = take(self.database)
        await asyncio.to_thread(self.database.migrate)
        self.hub.start()
        tasks = [asyncio.ensure_future(self.computers.run())]
        if self.settings.shared:
            tasks.append(asyncio.ensure_future(bus.listen(self.database, self.hub)))
            tasks.append(asyncio.ensure_future(self._renew()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(self.database.close)
            if lock is not None:
                lock.close()

    async def _renew(self) -> None:
        while True:
            with suppress(Busy):
                await asyncio.to_thread(self.presence.renew)
            await asyncio.sleep(RENEW)
