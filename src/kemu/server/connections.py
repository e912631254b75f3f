"""Connections, before any request is read: so many an address, each with deadlines, none that only takes up room.

uvicorn waits for ever for a request that never comes and keeps all that a client does not read. These are its own
protocols with a clock: who sends nothing, half a line or half a body, or reads nothing, is cut off,
and the log says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import counted
from .metrics import Metrics
from .settings import Limits

QUIET = 60.0
"""Seconds in which the log tells of one address and one reason once."""
TOLD = 1_000
"""Addresses of which the log remembers what it has told."""
HEAD = 64 * 1024
"""Bytes of a request line with its headers."""
UNREAD = 4_000_000
"""Bytes that wait for a client to read them while it goes on sending."""
HEARD, HEARD_A_SECOND = 16 * 1024, 256.0
"""Bytes that a client may send by a socket, which only tells: its hello, and answers to pings."""
log = logging.getLogger("kemu.server")


class Connections:
    """How many connections each address has at this process, and what is said of those that are cut off."""

    def __init__(self, limits: Limits, trusted: frozenset[str], metrics: Metrics) -> None:
        self.limits = limits
        self._trusted = trusted
        """Forwarders: all their clients come by their address, so theirs are not counted."""
        self._metrics = metrics
        self._open: Counter[str] = Counter()
        self._told: dict[tuple[str, str], float] = {}

    @property
    def number(self) -> int:
        """How many are open."""
        return self._open.total()

    def take(self, host: str) -> bool:
        """Count a connection in; return False if the address has too many already."""
        who = counted(host)
        if host not in self._trusted and self._open[who] >= self.limits.connections:
            self.cut(who, f"{self.limits.connections} connections are open, and it wants another")
            return False
        self._open[who] += 1
        return True

    def give(self, host: str) -> None:
        """Count a connection out."""
        who = counted(host)
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]

    def cut(self, host: str, why: str) -> None:
        """Say that a connection is cut off, and why; not again and again."""
        self._metrics.refused("connection")
        now = monotonic()
        if now - self._told.get((host, why), -QUIET) < QUIET:
            return
        if len(self._told) > TOLD:
            self._told.clear()
        self._told[host, why] = now
        log.warning("cut off: %s", why, extra={"address": host})


class Watched:
    """What both protocols share: a place among the connections of the address, and a deadline."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    app_state: dict[str, Any]
    client: tuple[str, int] | None

    _place: Callable[[], None] | None = None
    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    @property
    def _all(self) -> Connections:
        return cast(Connections, self.app_state["connections"])

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def _sit(self) -> bool:
        """Take a place among the connections, or be cut off."""
        everybody, host = self._all, self._host
        if not everybody.take(host):
            self.transport.abort()
            return False
        self._place = lambda: everybody.give(host)
        return True

    def _leave(self) -> None:
        self._wait_no_more()
        self._flows()
        if self._place is not None:
            self._place()
            self._place = None

    def _wait(self, seconds: float, what: str) -> None:
        """Cut the connection off unless something comes of it within so many seconds."""
        self._wait_no_more()
        self._deadline = self.loop.call_later(seconds, self._cut, what)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stalls(self) -> None:
        """The client reads slower than it is told: it has a while to catch up."""
        if self._stalled is None:
            self._stalled = self.loop.call_later(self._all.limits.unread_seconds, self._cut, "reads nothing")

    def _flows(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _cut(self, why: str) -> None:
        if not self.transport.is_closing():
            self._all.cut(self._host, why)
        self.transport.abort()


class Http(Watched, HttpToolsProtocol):
    """HTTP with deadlines for a request's head and its body, and for reading the answer."""

    _waits_for: str | None = "head"
    """What of a request must come next, its head or its body; None: it is there."""
    _head = 0
    """Bytes of the head that is being read."""
    _answered: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection; its first request must begin soon."""
        super().connection_made(transport)
        if self._sit():
            self._wait(self._all.limits.head_seconds, "no whole request came")

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back, unless a socket has taken it over. What waits for an answer is let go."""
        super().connection_lost(exc)
        if self._answered is not None:
            # uvicorn itself tells only the request that came last.
            self._answered.disconnected = True
            self._answered.message_event.set()
        self.pipeline.clear()
        self._leave()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Read on. What came whole needs no clock; what is neither a request nor on its way to become one has one."""
        if self.parser is None:  # pyright: ignore[reportUnnecessaryComparison]
            return
        before = self._waits_for
        super().data_received(data)
        if self._place is None or self.transport.is_closing():
            return  # A socket has taken the connection over, or it is closed.
        waits_for = self._waits_for
        answered = self.cycle is None or self.cycle.response_complete  # pyright: ignore[reportUnnecessaryComparison]
        if waits_for is None and answered and self.timeout_keep_alive_task is None:
            waits_for = "head"
        if waits_for is None:
            self._wait_no_more()
        elif waits_for != before or self._deadline is None:
            limits = self._all.limits
            head = waits_for == "head"
            seconds = limits.head_seconds if head else limits.body_seconds
            self._wait(seconds, "no whole request came" if head else "half a body came")
        if waits_for == "head":
            self._head += len(data)
            if self._head > HEAD:
                self._cut("a request's headers have no end")

    def on_message_begin(self) -> None:
        """A request begins: its headers must come soon."""
        super().on_message_begin()
        self._waits_for, self._head = "head", 0

    def on_headers_complete(self) -> None:
        """The headers are there: now the body must come."""
        super().on_headers_complete()
        self._waits_for = "body"

    def on_message_complete(self) -> None:
        """The request is there."""
        super().on_message_complete()
        self._waits_for = None

    def on_response_complete(self) -> None:
        """The answer is sent; if the line is to be closed, what was not read yet must be read soon."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._stalls()

    def handle_websocket_upgrade(self) -> None:
        """The socket takes the place over."""
        self._leave()
        super().handle_websocket_upgrade()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more has come: nobody waits until the last answer is read."""
        self.transport.abort()

    def pause_writing(self) -> None:
        """More waits to be read than the line takes."""
        super().pause_writing()
        self._stalls()

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        self._flows()


class Socket(Watched, WebSocketsSansIOProtocol):
    """A web socket that only tells: a client that sends much or reads nothing is cut off."""

    _since = 0.0
    _heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection on."""
        super().connection_made(transport)
        self._since = monotonic()
        self._sit()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        super().connection_lost(exc)
        self._leave()

    def data_received(self, data: bytes) -> None:
        """Read on, within reason."""
        if self.handshake_initiated:
            self._heard += len(data)
            if self._heard > HEARD + HEARD_A_SECOND * (monotonic() - self._since):
                self._cut("says too much by a socket that only tells")
                return
        super().data_received(data)
        if self.transport.get_write_buffer_size() > UNREAD:
            self._cut("reads nothing")

    async def send(self, message: Any) -> None:
        """Send; a handshake that was refused with an answer is over, which uvicorn itself overlooks."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """What was told last must be read soon."""
        super().on_task_complete(task)
        self._stalls()

    def pause_writing(self) -> None:
        """More waits to be read than the line takes."""
        super().pause_writing()
        self._stalls()

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        self._flows()
