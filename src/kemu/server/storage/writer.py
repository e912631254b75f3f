"""The writer of an SQLite file: one thread, and one commit for all that has gathered while the last one waited."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Work = Callable[[Connection], Any]
Job = tuple[Work, "Future[Any]"]
TOGETHER = 128
"""How many pieces of writing go into one transaction at most."""


class Writer:
    """Runs pieces of writing in the order in which they came; each stands or falls by itself, all land together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def write(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, once it is on disk, or raise what it raised. It may run more than once."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="kemu-writes", daemon=True)
                self._thread.start()
        done: Future[T] = Future()
        self._jobs.put((work, done))
        return done.result()

    def close(self) -> None:
        """Write what still waits, and end."""
        with self._starting:
            if self._thread is not None:
                self._jobs.put(None)
                self._thread.join()
                self._thread = None

    def _run(self) -> None:
        open_ = True
        while open_:
            jobs = [self._jobs.get()]
            while len(jobs) < TOGETHER:
                try:
                    jobs.append(self._jobs.get_nowait())
                except Empty:
                    break
            open_ = None not in jobs
            self._commit([job for job in jobs if job is not None])

    def _commit(self, jobs: list[Job]) -> None:
        """Carry the jobs out in one transaction, and tell their senders when it is on disk.

        Work that fails is rare. Then nothing of the transaction stands, and each job gets one of its own.
        """
        try:
            with self._engine.begin() as connection:
                results = [work(connection) for work, _ in jobs]
        except Exception as error:
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
                return
            for job in jobs:
                self._commit([job])
            return
        for (_, done), result in zip(jobs, results, strict=True):
            done.set_result(result)
