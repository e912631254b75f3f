"""What the server is called: a page of another name may neither use it from somebody's browser nor pass for it.

A name that leads to this machine without its knowledge (DNS rebinding) is refused, and so are acts and sockets that a
page of another origin has begun. Programs, which send no `Origin`, are not asked for one.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from kemu.core.printable import one_line

from .errors import ApiError

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
READING = frozenset({"GET", "HEAD"})


def check(scope: Scope, names: frozenset[str]) -> None:
    """Raise unless the request is meant for this server, by a page of its own if by any.

    It is always called by the address that a connection has reached; and by the names that it was told.
    """
    headers = Headers(scope=scope)
    host = headers.get("host")
    if host is not None:
        called = _hostname(host)
        reached = scope["server"][0] if scope.get("server") else None
        if called not in LOOPBACK and called not in names and called != reached:
            words = (
                f"This server is not called '{one_line(called)}'. If it should be: kemu serve --name {one_line(called)}"
            )
            raise ApiError(421, "wrong-host", words)
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in READING):
        return
    asked = origin.partition("://")[2]
    if asked != host and _hostname(asked) not in names:
        raise ApiError(403, "foreign-origin", "Another site's page may do nothing here.")


@lru_cache(64)
def _hostname(host: str) -> str:
    """Return a host without its port.

    >>> _hostname("[::1]:8795"), _hostname("Kemu.example:443"), _hostname("][")
    ('::1', 'kemu.example', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
