"""Work that would hold the interpreter, in processes of its own: started when first needed, ended when stuck."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from .settings import Settings
from .thinker import start

T = TypeVar("T")


class Processes:
    """A few processes that know the games as they are served here."""

    def __init__(self, number: int, settings: Settings) -> None:
        self.number = number
        self._settings = settings
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Return what `work` returns in one of the processes. If that dies, the next call starts others."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.number,
                mp_context=get_context("spawn"),
                initializer=start,
                initargs=(self._settings.preload, self._settings.kits),
            )
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise

    async def run_within(self, seconds: float, work: Callable[..., T], *args: Any) -> T:
        """Return what `work` returns. After so many seconds end whatever runs here, and raise a `TimeoutError`."""
        try:
            async with asyncio.timeout(seconds):
                return await self.run(work, *args)
        except TimeoutError:
            await asyncio.to_thread(self.end)
            raise

    def end(self) -> None:
        """End the processes, whatever they do: nobody waits for it any more. A later call starts others."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage, reportUnnecessaryComparison]
            process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)
