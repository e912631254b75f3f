"""The janitor: hears what an admin has done, and takes away tables that nobody will play."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from .clock import now
from .storage import Busy, admin, studies

if TYPE_CHECKING:
    from .services import Services

LOOK = 1.0
"""Seconds between two looks for what an admin has done."""
PRUNE = 3600.0
"""Seconds between two looks for tables to take away."""
DAY = 24 * 3600 * 1000
BARRING = frozenset({"bar", "let-in"})
"""What is about an address; everything else is about a table, or a record that no process keeps."""
log = logging.getLogger("kemu.server")


class Janitor:
    """One in each process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._last = 0

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        pruned = -PRUNE
        clock = asyncio.get_running_loop().time
        with suppress(Busy):
            await asyncio.to_thread(self.begin)
        while True:
            with suppress(Busy):
                for notice in await asyncio.to_thread(self.hear):
                    if notice.what in BARRING:
                        self._services.hub.wake_all()
                    else:
                        self._services.hub.refresh(notice.about)
                if clock() - pruned >= PRUNE:
                    pruned = clock()
                    await asyncio.to_thread(self.prune)
            await asyncio.sleep(LOOK)

    def begin(self) -> None:
        """Begin with who is barred now."""
        with self._services.database.read() as connection:
            self._last = admin.last_notice(connection)
            self._services.bars.set(admin.bars(connection))

    def hear(self) -> list[admin.Notice]:
        """Forget what an admin has changed since the last look; return what that is."""
        with self._services.database.read() as connection:
            notices = admin.notices_after(connection, self._last)
            if any(notice.what in BARRING for notice in notices):
                self._services.bars.set(admin.bars(connection))
        for notice in notices:
            log.info("an admin: %s %s%s", notice.what, notice.about, f" ({notice.why})" if notice.why else "")
            self._last = notice.id
            if notice.what not in BARRING:
                self._services.tables.slots.forget(notice.about)
        return notices

    def prune(self) -> int:
        """Take away what was never begun or long abandoned; return how many tables that were."""
        limits, database, at = self._services.settings.limits, self._services.database, now()
        unbegun = at - int(limits.unbegun_days * DAY) if limits.unbegun_days else 0
        abandoned = at - int(limits.abandoned_days * DAY) if limits.abandoned_days else 0
        number = 0
        while games := database.write(lambda c: admin.prune(c, unbegun, abandoned)):
            for game in games:
                self._services.tables.slots.forget(game)
            number += len(games)
        if limits.record_days:
            database.write(lambda c: studies.forget_records(c, at - int(limits.record_days * DAY)))
        if number:
            log.info("%d tables that were never begun or long abandoned are taken away", number)
        return number
