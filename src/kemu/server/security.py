"""Headers on every answer: a strict content policy, nothing sniffed, nothing framed, no address passed on."""

from __future__ import annotations

import secrets
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import ApiError
from .limits import address
from .logs import request
from .metrics import Metrics
from .names import check
from .web import reply_error

if TYPE_CHECKING:
    from .services import Services

PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
"""What is asked by programs that watch over the server: no rate counts them, and they know it by any name."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox; frame-ancestors 'none'"
"""For an SVG that is opened by itself: it may style itself, and do nothing."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
_RAW = tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS.items())


class Guard:
    """The outermost layer: who is barred or too fast goes no further, and every answer has the headers.

    Each request gets an id, which the log has too; what it took is counted.
    """

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self._gate = services.gate
        self._bars = services.bars
        self._metrics = services.metrics
        self._names = frozenset(name.lower() for name in services.settings.names)
        self._base = services.settings.base
        self._ids = (f"{secrets.token_hex(3)}-{number:x}" for number in count(1))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        who = address(HTTPConnection(scope))
        request_id = next(self._ids)
        request.set((request_id, who))
        if self._base:
            _below(scope, self._base)
        try:
            if scope["path"] not in PATHS:
                self._bars.check(who)
                self._gate.requests.take(who)
                check(scope, self._names)
        except ApiError as error:
            self._metrics.refused(error.problem.code)
            answer = _refuse_socket if scope["type"] == "websocket" else _refuse
            await answer(error, scope, receive, _guarded(send, request_id))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        begun = monotonic()
        await self.app(scope, receive, _guarded(send, request_id, self._metrics))
        took = monotonic() - begun
        self._metrics.requests.took(took)
        if scope["path"].endswith("/answers"):
            self._metrics.moves.took(took)


def _guarded(send: Send, request_id: str, metrics: Metrics | None = None) -> Send:
    """Return a `send` that puts the headers on what goes out, and counts what kind of answer it is."""

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            given = {name.lower() for name, _ in headers}
            headers += [header for header in _RAW if header[0] not in given]
            headers.append((b"x-request-id", request_id.encode()))
            message["headers"] = headers
            if metrics is not None:
                metrics.count("kemu_requests_total", "status", f"{message['status'] // 100}xx")
        await send(message)

    return send_guarded


async def _refuse(error: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    await reply_error(error)(scope, receive, send)


async def _refuse_socket(error: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """A handshake is a request like any other; who may not make it is refused before it is answered."""
    await receive()
    body = reply_error(error)
    await send({"type": "websocket.http.response.start", "status": body.status_code, "headers": body.raw_headers})
    await send({"type": "websocket.http.response.body", "body": bytes(body.body)})


def _below(scope: Scope, base: str) -> None:
    """Take an address below the base path for what it is there; what stands outside of it is none of this server's."""
    path = scope["path"]
    if path == base or path.startswith(f"{base}/"):
        scope["path"] = path[len(base) :] or "/"
        scope["raw_path"] = scope["path"].encode()
    elif path not in PATHS:
        scope["path"], scope["raw_path"] = "/outside", b"/outside"
