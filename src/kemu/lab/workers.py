"""Processes that play parts of a job. They start afresh (spawn), so they work alike on every system."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from .simulate import Bench, Job
from .tally import Tally

_bench: list[Bench] = []
"""The worker's own bench, made once: a process begins with this list empty."""


def _begin(job: Job) -> None:
    """Make a worker ready. The keyboard's interrupt is for the process that watches, not for the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bench.append(Bench(job))


def _play(numbers: range) -> Tally:
    tally = Tally()
    for number in numbers:
        _bench[0].play(number, tally)
    return tally


def parts_played(job: Job, jobs: int, parts: Sequence[range]) -> Iterator[Tally]:
    """Yield the tally of each part as it is done. When the caller stops early, so do the workers, at once."""
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (job,))
    try:
        for done in as_completed([pool.submit(_play, part) for part in parts]):
            yield done.result()
    except BaseException:
        # Whatever is still in play is not counted: there is no use in waiting for it.
        for process in list(pool._processes.values()):  # pyright: ignore[reportPrivateUsage]
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
