"""Limits by address: rates as token buckets, open sockets as a count."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

from starlette.requests import HTTPConnection

from .errors import ApiError
from .settings import Limits

REMEMBERED = 50_000
"""Addresses whose buckets are kept; the ones seen least lately are forgotten (their buckets are full again)."""


def address(connection: HTTPConnection) -> str:
    """Return whom limits count: an IPv4 address, or the /64 network of an IPv6 one, which one person commonly has.

    uvicorn has put the forwarded address here already if, and only if, the request came from a trusted proxy.
    """
    return counted(connection.client.host if connection.client else "")


@lru_cache(1_000)
def counted(host: str) -> str:
    """Return whom a host's address counts for.

    >>> counted("192.0.2.7"), counted("::ffff:192.0.2.7"), counted("2001:db8::5:6:7:8")
    ('192.0.2.7', '192.0.2.7', '2001:db8::')
    """
    try:
        ip = ip_address(host)
    except ValueError:
        return host
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped) if ip.ipv4_mapped else str(IPv6Address(int(ip) >> 64 << 64))
    return host


class Buckets:
    """A token bucket for each address: so many at once, and so many a second for good."""

    def __init__(self, rate: float, burst: int, remembered: int = REMEMBERED) -> None:
        self.rate = rate
        self.burst = burst
        self._remembered = remembered
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """Take a token and return 0, or return in how many seconds there will be one."""
        now = monotonic()
        tokens, since = self._buckets.get(who, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + (now - since) * self.rate)
        if tokens < 1:
            return (1 - tokens) / self.rate
        self._buckets[who] = (tokens - 1, now)
        self._buckets.move_to_end(who)
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return 0.0

    def take(self, who: str) -> None:
        """Take a token, or raise."""
        wait = self.wait(who)
        if wait:
            seconds = str(int(wait) + 1)
            raise ApiError(429, "too-fast", f"Too many requests: wait {seconds} s.", headers={"Retry-After": seconds})


class Gate:
    """All limits of one process. It lives on the event loop, so nothing here needs a lock."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Buckets(limits.requests, limits.burst)
        self.tables = Buckets(limits.tables_per_hour / 3600, limits.tables_at_once)
        self.thoughts = Buckets(limits.thoughts, limits.thoughts_at_once)
        self._sockets: Counter[str] = Counter()

    @contextmanager
    def socket(self, who: str) -> Generator[None]:
        """Count a socket for as long as it is open, or raise."""
        if self._sockets[who] >= self.limits.sockets:
            raise ApiError(429, "too-many-sockets", "Too many open connections from this address.")
        self._sockets[who] += 1
        try:
            yield
        finally:
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]
