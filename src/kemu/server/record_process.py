"""What goes through a whole game: apart, in turn, by a deadline. A record is as long as whoever brings it likes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from .errors import ApiError
from .lanes import Lane
from .processes import Processes
from .settings import Settings

WAITING = 30
"""How much of one asker may wait."""
T = TypeVar("T")


class RecordProcess:
    """A process in which records are checked, shown and judged, so that nobody's move, look or hint waits for them."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.limits.record_seconds
        self._processes = Processes(1, settings)
        self._lane = Lane(1)

    async def run(self, who: Hashable, work: Callable[..., T], *args: Any) -> T:
        """Return what `work` returns, once it is the turn of who asks."""
        if self._lane.waiting_for(who) >= WAITING:
            raise _busy("Too much is asked about records at once: try again.")
        async with self._lane.turn(who):
            try:
                return await self._processes.run_within(self._seconds, work, *args)
            except TimeoutError:
                raise ApiError(409, "record-too-long", "It takes too long here to go through this record.") from None
            except (BrokenProcessPool, CancelledError):
                raise _busy("The record could not be gone through: try again.") from None

    def close(self) -> None:
        """End the process."""
        self._processes.end()


def _busy(words: str) -> ApiError:
    return ApiError(503, "busy", words, headers={"Retry-After": "5"})
