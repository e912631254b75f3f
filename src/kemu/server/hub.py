"""The hub: tells the open sockets of a table that something has changed there. It carries no content."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager


class Hub:
    """Who listens to which table, in this process. Everything but `changed` happens on the event loop."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Bind the hub to the loop that runs."""
        self._loop = asyncio.get_running_loop()

    def changed(self, table: str) -> None:
        """Wake the listeners of a table. Any thread may call it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, table)

    def wake(self, table: str) -> None:
        """Wake the listeners of a table."""
        for event in self._listeners.get(table, ()):
            event.set()

    def wake_all(self) -> None:
        """Wake everybody: something may have been missed."""
        for table in self._listeners:
            self.wake(table)

    @contextmanager
    def listen(self, table: str) -> Generator[asyncio.Event]:
        """Give an event that is set whenever the table changes."""
        event = asyncio.Event()
        self._listeners[table].add(event)
        try:
            yield event
        finally:
            self._listeners[table].discard(event)
            if not self._listeners[table]:
                del self._listeners[table]
