"""The time, as storage and wire count it."""

from __future__ import annotations

from time import time


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time() * 1000)
