"""How a game is won: `winning.toml`, three sentences and a picture. How near each side is, the game says itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from .kit import error_in, read_shaped
from .lesson import Choice

FILE = "winning.toml"
MOST = 3
"""Who is to read it before the first move reads no more sentences than this."""


class Near(Struct, frozen=True):
    """How near a seat is to winning, in its game's words, and as a part of the way from 0 to 1."""

    seat: int
    words: str
    part: float


class Winning(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is won, for one who has read nothing."""

    ways: tuple[str, ...]
    """The ways to win, a sentence each."""
    caption: str
    """What the picture shows."""
    settings: dict[str, Any] = {}
    seed: int = 1
    start: tuple[Choice, ...] = ()
    """What was played up to the picture."""


def read_winning(folder: Path) -> Winning | None:
    """Return what a game's folder says of winning, or None if it says nothing; a mistake in it is a `KitError`."""
    path = folder / FILE
    if not path.is_file():
        return None
    winning = read_shaped(path, Winning)
    if not 1 <= len(winning.ways) <= MOST:
        raise error_in(path, ("ways",), f"how a game is won is said in {MOST} sentences at most")
    return winning
