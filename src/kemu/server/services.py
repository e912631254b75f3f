"""Everything that serves, put together: one of it in each process."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from . import bus
from .archive import Archivist
from .bars import Bars
from .bases import Bases
from .claims import Claims
from .computer import Computers
from .connections import Connections
from .flags import LOOK as FLAGS_AGAIN
from .flags import Flags
from .heartbeat import BEAT
from .hinting import Hinting
from .hub import Hub
from .janitor import Janitor
from .kits import lay
from .lanes import Lane
from .lessons import Lessons
from .limits import Gate
from .listing import RENEW as LIST_AGAIN
from .listing import Listings
from .metrics import Metrics
from .pictures import Pictures
from .presence import Presence
from .readiness import Readiness
from .record_process import RecordProcess
from .recorded import Records
from .rematch import Rematches
from .settings import Settings
from .storage import Busy, Database
from .storage.lock import take
from .studying import Studies
from .tables import Tables
from .views import Views
from .watching import Watching

RENEW = 15.0
"""Seconds after which a process says again who is there."""
READERS = 8
"""Threads in which views are made; the event loop itself makes none."""
ACTORS = 32
"""Threads in which acts land. They mostly wait for the disk, and those that wait together share one commit."""
SWITCH = 0.002
"""Seconds after which a thread that computes lets the event loop in again: it should not wait for a whole scene."""
GARBAGE = (20_000, 20, 50)
"""How rarely rubbish is looked for: hundreds of live games are many objects, none of them rubbish, and a look at all of
them takes long. Almost nothing here refers to itself, so little waits for it."""
T = TypeVar("T")
log = logging.getLogger("kemu.server")


class Services:
    """One process's part of the server."""

    def __init__(self, settings: Settings) -> None:
        for module in settings.preload:
            import_module(module)
        lay(settings.kits)
        self.settings = settings
        self.database = Database(settings.database, settings.shared)
        self.hub = Hub()
        self.metrics = Metrics()
        self.gate = Gate(settings.limits)
        self.bars = Bars()
        self.connections = Connections(settings.limits, frozenset(settings.proxies), self.metrics)
        self.pictures = Pictures(settings, self.metrics)
        self.readiness = Readiness(self.database)
        self.tables = Tables(self.database, settings.limits, self._changed)
        self.claims = Claims(self.database, self.tables.slots, settings.limits, self.tables.tell)
        self.rematches = Rematches(self.database, self.tables.slots, settings.limits, self.tables.tell)
        self.presence = Presence(self.database, settings.shared)
        self.listings = Listings(self.database, self.tables.slots, settings.limits, self.presence, self.tables.tell)
        self.bases = Bases(self.database)
        self.views = Views(self.tables, self.presence, self.bases)
        self.archivist = Archivist(self.database, settings)
        self.tables.ended = self.archivist.ended
        self.watching = Watching(self.hub)
        self.computers = Computers(self.tables, settings, watched=self.watching.watched, metrics=self.metrics)
        self.lessons = Lessons(self.bases)
        self.record_process = RecordProcess(settings)
        self.records = Records(self.database, self.record_process, self.views, self.bases, settings.limits.record_bytes)
        self.replays = Lane(1)
        """Where those wait who go on with a game from a moment of it."""
        self.hinting = Hinting(self.tables, self.computers)
        self.studies = Studies(self.database, self.record_process, settings.study)
        self._actors = ThreadPoolExecutor(ACTORS, thread_name_prefix="kemu-acts")

        self.metrics.gauges = {
            "kemu_connections": lambda: self.connections.number,
            "kemu_sockets": lambda: self.hub.number,
            "kemu_live_games": lambda: self.tables.slots.number,
            "kemu_pictures_waiting": lambda: self.pictures.waiting,
            "kemu_thoughts_waiting_quick": lambda: self.computers.lanes[True].waiting,
            "kemu_thoughts_waiting_deep": lambda: self.computers.lanes[False].waiting,
            "kemu_thinkers": lambda: settings.thinkers,
        }

    def _changed(self, table: str, computer_due: bool) -> None:
        """Tell those who watch. Who has changed the table also makes the pictures of it: that saves a thread each."""
        try:
            shown = {seat: self.views.shown_to(table, seat) for seat in self.hub.seats(table)}
        except Exception:
            # The change has landed all the same; each socket looks for itself, and is told what is wrong.
            shown = None
        self.hub.changed(table, shown)
        if computer_due:
            self.computers.due(table)

    # -- what other processes change -------------------------------------------------------------------------

    def heard(self, table: str, presence: bool, due: bool) -> None:
        """Another process has changed a table, or who is at it."""
        self.tables.slots.hear(table)
        if presence:
            self.presence.forget(table)
        self.hub.wake(table)

    def deaf(self) -> None:
        """Nothing is heard any more: every row is looked at, and every watcher told to look."""
        self.tables.slots.hears = self.presence.hears = False
        self.hub.wake_all()

    def hears(self) -> None:
        """Everything is heard from now on; what is remembered from before is looked at once."""
        self.tables.slots.hear_all()
        self.presence.forget_all()
        self.tables.slots.hears = self.presence.hears = True
        self.hub.wake_all()

    def seen(self, table: str) -> None:
        """Somebody looks at this table."""
        self.watching.look(table)
        self.computers.seen(table)

    async def acting(self, act: Callable[..., T], *args: Any) -> T:
        """Run something that ends on the disk, apart from what only looks."""
        return await asyncio.get_running_loop().run_in_executor(self._actors, partial(act, *args))

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Serve for as long as the context is open."""
        loop = asyncio.get_running_loop()
        sys.setswitchinterval(SWITCH)
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        loop.set_default_executor(ThreadPoolExecutor(READERS, thread_name_prefix="kemu-reads"))
        lock = take(self.database)
        await asyncio.to_thread(self.database.migrate)
        await asyncio.to_thread(self.tables.heartbeat.start)
        self.hub.start()
        tasks = [asyncio.ensure_future(self.computers.run()), asyncio.ensure_future(Janitor(self).run())]
        tasks.append(asyncio.ensure_future(self.archivist.run()))
        tasks.append(asyncio.ensure_future(self._again(self.listings.renew, LIST_AGAIN)))
        tasks.append(asyncio.ensure_future(self._again(self.tables.heartbeat.beat, BEAT)))
        tasks.append(asyncio.ensure_future(self._again(Flags(self.tables).look, FLAGS_AGAIN)))
        if self.settings.shared:
            tasks.append(asyncio.ensure_future(bus.listen(self.database, self)))
            tasks.append(asyncio.ensure_future(self._again(self.presence.renew, RENEW)))
        try:
            yield
        finally:
            await self.studies.end()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.pictures.close()
            self.record_process.close()
            await asyncio.to_thread(self._actors.shutdown)
            await asyncio.to_thread(self.database.close)
            if lock is not None:
                lock.close()

    async def _again(self, work: Callable[[], None], every: float) -> None:
        """Do something again and again. What has failed once is tried again all the same."""
        while True:
            try:
                await asyncio.to_thread(work)
            except Busy:
                pass
            except Exception:
                log.exception("what is done now and then has failed")
            await asyncio.sleep(every)
