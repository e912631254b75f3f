"""What a test of the command line works with."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class Ran(Struct, frozen=True):
    """What a command gave back."""

    code: int
    out: str
    err: str


Kemu = Callable[..., Ran]
"""Runs a command: `kemu_here("verify", file)`; `lines` are what is typed."""
