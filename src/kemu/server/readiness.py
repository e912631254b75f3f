"""Readiness: whether the database takes writes."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from .storage import Busy, Database, rows

log = logging.getLogger("kemu.server")

DEADLINE = 3.0
"""Seconds within which the database must have taken a write."""
FRESH = 1.0
"""Seconds for which an answer stands: who asks more often is told the same."""


class Readiness:
    """Whether the database takes writes. One try at a time, however many ask, and none is waited for long."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="kemu-ready")
        self._try: asyncio.Future[bool] | None = None
        self._told: tuple[float, bool] = (-FRESH, False)

    async def ready(self) -> bool:
        """Return whether a write has landed within the deadline."""
        at, told = self._told
        if monotonic() - at < FRESH:
            return told
        if self._try is None or self._try.done():
            self._try = asyncio.get_running_loop().run_in_executor(self._thread, self._write)
        done, _ = await asyncio.wait({self._try}, timeout=DEADLINE)
        self._told = (monotonic(), bool(done) and self._try.result())
        return self._told[1]

    def _write(self) -> bool:
        try:
            if not self._database.has_room():
                log.warning("the disk is full")
                return False
            self._database.write(rows.touch)
        except Busy:
            return False
        return True
