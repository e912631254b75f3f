"""The writer of an SQLite file: one transaction at a time, and one commit for all that has gathered meanwhile.

There is no thread for it. Who comes when nobody writes carries out his own work. Who comes meanwhile waits, and the
first of those goes on for all of them. So a piece of writing that comes alone wakes nobody.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Work = Callable[[Connection], Any]
TOGETHER = 128
"""How many pieces of writing go into one transaction at most."""


class _Job:
    """A piece of writing, and what became of it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done = False
        self.result: Any = None
        self.error: Exception | None = None
        self.turn = threading.Event()
        """Set when it is done, or when its sender is to carry it out himself."""

    def fail(self, error: Exception) -> None:
        """Note why it was not done; there is no more to do."""
        self.error, self.done = error, True


class Writer:
    """Runs pieces of writing in the order in which they came; each stands or falls by itself, all land together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._waiting: deque[_Job] = deque()
        self._busy = False
        """Whether somebody writes, or has been told that it is his turn."""
        self._connection: Connection | None = None
        """Kept from one transaction to the next: to fetch it costs as much as a small one. Only whose turn it is uses
        it."""
        self._closed = False

    def write(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, once it is on disk, or raise what it raised. It may run more than once."""
        job = _Job(work)
        with self._lock:
            self._waiting.append(job)
            waits, self._busy = self._busy, True
        if waits:
            job.turn.wait()
        if not job.done:
            self._write_all(job)
        if job.error is not None:
            raise job.error
        return cast(T, job.result)

    def close(self) -> None:
        """Let what still waits be written, and give the connection back. Who comes later has one for himself."""
        self._closed = True
        with suppress(Exception):  # A file that cannot be written to has nothing to wait for.
            self.write(lambda _: None)

    def _write_all(self, own: _Job) -> None:
        """Carry out all that has gathered, the sender's own among it, and give the turn to the next."""
        with self._lock:
            jobs = [self._waiting.popleft() for _ in range(min(TOGETHER, len(self._waiting)))]
        try:
            self._commit(jobs)
        finally:
            for job in jobs:
                if job is not own:
                    if not job.done:
                        job.fail(RuntimeError("Whoever was to write this was broken off."))
                    job.turn.set()
            if self._closed:
                with suppress(Exception):
                    self._let_go()
            with self._lock:
                self._busy = bool(self._waiting)
                if self._busy:
                    self._waiting[0].turn.set()

    def _commit(self, jobs: list[_Job]) -> None:
        """Carry the jobs out in one transaction.

        Work that fails is rare. Then nothing of the transaction stands, and each job gets one of its own.
        """
        try:
            connection = self._connection = self._connection or self._engine.connect()
            begun = connection.begin()
        except Exception as error:
            # Whoever tries for himself waits as long again for a file that another program has locked.
            self._let_go()
            for job in jobs:
                job.fail(error)
            return
        try:
            with begun:
                results = [job.work(connection) for job in jobs]
        except Exception as error:
            self._let_go()
            if len(jobs) == 1:
                jobs[0].fail(error)
                return
            for job in jobs:
                self._commit([job])
            return
        for job, result in zip(jobs, results, strict=True):
            job.result, job.done = result, True

    def _let_go(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()
