"""Ports of this machine for the servers that tests start."""

from __future__ import annotations

import atexit
import socket

_HELD: list[socket.socket] = []


def free_port() -> int:
    """Return a port that nobody listens on, and that nobody is given before our server listens there.

    It stays bound for as long as this process lives, though nobody listens: so the system hands it to no one else,
    not even while the server is down. A server that may reuse an address, as all of ours may, binds it all the same.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    _HELD.append(held)
    return held.getsockname()[1]


@atexit.register
def _give_back() -> None:
    for held in _HELD:
        held.close()
