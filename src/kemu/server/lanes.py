"""Lanes: who thinks next. Openers of tables take turns at a lane's places, however many tables each of them has."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Hashable
from contextlib import asynccontextmanager


class Lane:
    """A number of places; those who wait are called in turn, one of each opener."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    def waiting_for(self, opener: Hashable) -> int:
        """How many of one opener wait."""
        return len(self._waiting.get(opener, ()))

    @asynccontextmanager
    async def turn(self, opener: Hashable) -> AsyncGenerator[None]:
        """Have a place for as long as the context is open, once it is this opener's turn."""
        await self._sit(opener)
        try:
            yield
        finally:
            self._free += 1
            self._call()

    async def _sit(self, opener: Hashable) -> None:
        called = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(opener, deque()).append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._free += 1
            elif (queue := self._waiting.get(opener)) is not None:
                queue.remove(called)
                if not queue:
                    del self._waiting[opener]
            self._call()
            raise

    def _call(self) -> None:
        """Give free places to those whose turn it is; an opener who was called goes to the end."""
        while self._free > 0 and self._waiting:
            opener, queue = self._waiting.popitem(last=False)
            called = queue.popleft()
            if queue:
                self._waiting[opener] = queue
            if not called.done():
                self._free -= 1
                called.set_result(None)
