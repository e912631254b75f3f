"""Pictures: drawn one at a time in a process of their own, and kept. However many are asked for, nobody else waits."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from kemu.scene import Scene

from .errors import ApiError
from .lanes import Lane
from .metrics import Metrics
from .processes import Processes
from .settings import Settings

KEPT = 32_000_000
"""Bytes of pictures that are kept."""
ANYONE = "anyone"
"""Who asks for a picture that is one of few and the same for everybody: a game's own."""
log = logging.getLogger("kemu.server")


class Pictures:
    """The pictures of one process's tables and games, by what they show."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._limits = settings.limits
        self._metrics = metrics
        self._processes = Processes(1, settings)
        self._lane = Lane(1)
        self._waiting: dict[Hashable, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    @property
    def waiting(self) -> int:
        """How many are being drawn or wait for it."""
        return len(self._waiting)

    def kept(self, key: Hashable) -> bytes | None:
        """Return a picture that was drawn before."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    async def draw(self, key: Hashable, who: Hashable, work: Callable[..., bytes], *args: Any) -> bytes:
        """Return a picture: the one that is kept, or that somebody waits for already, or a new one in its asker's turn.

        One address has half of the places at most.
        """
        kept = self.kept(key)
        if kept is not None:
            return kept
        task = self._waiting.get(key)
        if task is None:
            most = self._limits.pictures
            mine = 0 if who == ANYONE else self._lane.waiting_for(who)
            if len(self._waiting) >= most or mine >= (most + 1) // 2:
                self._metrics.refused("pictures")
                raise _busy("Too many pictures are being drawn: try again.")
            task = self._waiting[key] = asyncio.ensure_future(self._draw(key, who, work, *args))
            task.add_done_callback(lambda _: self._waiting.pop(key, None))
        # Who goes away leaves the others waiting, and the picture is kept.
        return await asyncio.shield(task)

    async def _draw(self, key: Hashable, who: Hashable, work: Callable[..., bytes], *args: Any) -> bytes:
        async with self._lane.turn(who):
            try:
                picture = await self._processes.run_within(self._limits.picture_seconds, work, *args)
            except TimeoutError:
                self._metrics.refused("picture-deadline")
                log.warning("a picture was not drawn within %g s and is given up", self._limits.picture_seconds)
                raise _busy("This picture takes too long to draw.") from None
            except (BrokenProcessPool, CancelledError):
                raise _busy("The picture could not be drawn: try again.") from None
        self._kept[key] = picture
        self._size += len(picture)
        while self._size > KEPT and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1])
        return picture

    def close(self) -> None:
        """End the process that draws."""
        self._processes.end()


def _busy(words: str) -> ApiError:
    return ApiError(503, "busy", words, headers={"Retry-After": "5"})


def svg(scene: Scene) -> bytes:
    """Return a scene as SVG."""
    from kemu.scene.svg import render_svg

    return render_svg(scene).encode()


def png(scene: Scene, width: int) -> bytes:
    """Return a scene as PNG."""
    from kemu.scene.png import render_png
    from kemu.scene.svg import render_svg

    return render_png(render_svg(scene), width)
