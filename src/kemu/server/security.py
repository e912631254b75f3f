"""Headers on every answer: a strict content policy, nothing sniffed, nothing framed, no address passed on."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import ApiError
from .limits import Gate, address
from .names import check
from .web import reply_error

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


class Guard:
    """The outermost layer: takes a token from the address's bucket, and puts the headers on what goes out."""

    def __init__(self, app: ASGIApp, gate: Gate, names: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.gate = gate
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self.gate.requests.take(address(Request(scope)))
            check(scope, self.names)
        except ApiError as error:
            await reply_error(error)(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A handshake is a request like any other; who may not make it is refused before it is answered."""
        try:
            self.gate.requests.take(address(HTTPConnection(scope)))
            check(scope, self.names)
        except ApiError as error:
            await receive()
            body = reply_error(error)
            start = {"type": "websocket.http.response.start", "status": body.status_code, "headers": body.raw_headers}
            await send(start)
            await send({"type": "websocket.http.response.body", "body": bytes(body.body)})
            return
        await self.app(scope, receive, send)
