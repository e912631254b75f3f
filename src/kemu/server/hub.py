"""The hub: tells the open sockets of a table that something has changed there, and what each is to be shown."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .views import Shown


class Listener:
    """One socket: woken when its table changes, perhaps with the table as its seat is to see it now."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.woken = asyncio.Event()
        self.shown: Shown | None = None
        self.afresh = False
        """Whether the whole table is to be told again."""

    def offer(self, shown: Shown | None) -> None:
        """Wake the socket. Threads may come out of order: of two pictures the later one counts; if one of them is
        missing, the socket makes its own."""
        if self.woken.is_set() and (shown is None or self.shown is None):
            self.shown = None
        elif self.shown is None or (shown is not None and shown.number > self.shown.number):
            self.shown = shown
        self.woken.set()

    def take(self) -> Shown | None:
        """Return what is to be shown, if the one who changed the table has made it, and wait for the next change."""
        shown, self.shown = self.shown, None
        self.woken.clear()
        return shown


class Hub:
    """Who listens to which table, in this process. Everything but `changed` and `seats` happens on the event loop."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Bind the hub to the loop that runs."""
        self._loop = asyncio.get_running_loop()

    @property
    def number(self) -> int:
        """How many sockets listen."""
        with self._lock:
            return sum(map(len, self._listeners.values()))

    def seats(self, table: str) -> set[int | None]:
        """Return the seats (None: spectators) that listen to a table. Any thread may call it."""
        with self._lock:
            return {listener.seat for listener in self._listeners.get(table, ())}

    def changed(self, table: str, shown: Mapping[int | None, Shown] | None = None) -> None:
        """Wake the listeners of a table, with what each seat is to be shown if it is known. Any thread may call it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, table, shown)

    def wake(self, table: str, shown: Mapping[int | None, Shown] | None = None) -> None:
        """Wake the listeners of a table."""
        for listener in self._listeners.get(table, ()):
            listener.offer(None if shown is None else shown.get(listener.seat))

    def refresh(self, table: str) -> None:
        """Tell the listeners of a table all of it again: something that they have been told stands there no more."""
        for listener in self._listeners.get(table, ()):
            listener.afresh = True
            listener.offer(None)

    def wake_all(self) -> None:
        """Wake everybody: something may have been missed."""
        for table in self._listeners:
            self.wake(table)

    @contextmanager
    def listen(self, table: str, seat: int | None) -> Generator[Listener]:
        """Give a listener that is woken whenever the table changes."""
        listener = Listener(seat)
        with self._lock:
            self._listeners[table].add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners[table].discard(listener)
                if not self._listeners[table]:
                    del self._listeners[table]
