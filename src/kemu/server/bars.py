"""Addresses that an admin has barred. Every process reads them again when one is barred or let in."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from .clock import now
from .errors import ApiError

Network = IPv4Network | IPv6Network


class Bars:
    """Who may not come in."""

    def __init__(self) -> None:
        self._bars: tuple[tuple[Network, int], ...] = ()

    def set(self, bars: dict[str, int]) -> None:
        """Bar these addresses and networks, each until a moment; 0: for good."""
        self._bars = tuple((ip_network(address, strict=False), until) for address, until in bars.items())

    def check(self, who: str) -> None:
        """Raise if an address is barred."""
        if not self._bars:
            return
        ip = _ip(who)
        if ip is not None and any(ip in network and (not until or now() < until) for network, until in self._bars):
            raise ApiError(403, "barred", "Whoever runs this server has barred your address.")


@lru_cache(1_000)
def _ip(who: str) -> object:
    try:
        return ip_address(who)
    except ValueError:
        return None
