"""What `about.toml` says of a game: all that a list of games shows, read without importing the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from .kit import read_shaped

FILE = "about.toml"


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in a list of games. `about.toml` in the game's folder is the one place where these facts stand."""

    id: str
    """Short, lower case; clause ids begin with it."""
    title: str
    """The name that players see."""
    sentence: str
    seats: tuple[str, ...]
    """The seats' names, in order: what records and command lines write. Everywhere else a seat is its index."""
    minutes: str
    entry: str = ""
    """`package.module:Class`, where the game is. Another package says it by its entry point instead."""
    titles: dict[str, str] = {}
    """What people call a seat, by its name, where that is not simply its name with a capital."""
    colours: tuple[str, ...] = ()
    """The colour of each seat's pieces, as CSS writes it, to mark the seat by; none: whoever draws chooses."""
    credits: str = ""
    """Who designed and published the game, for the page on which it is set up."""
    draws: bool = False
    """Whether the rules know a draw: only then may players agree on one."""
    listed: bool = True
    """Whether the game stands in the list of games. One in the making does not: it is named by its class."""
    easy: dict[str, Any] = {}
    """The settings for somebody's first game, where the usual ones are not the easiest."""
    broken: str = ""
    """Why the game cannot be played here, for its author; empty if nothing is known against it."""

    def title_of(self, seat: str) -> str:
        """Return what people call a seat.

        >>> About("war", "War", "", ("maori", "red_coats"), "", titles={"maori": "Māori"}).title_of("maori")
        'Māori'
        """
        return self.titles.get(seat) or capital(seat)


def capital(seat: str) -> str:
    """Return a seat's name as one writes it.

    >>> capital("red_coats")
    'Red coats'
    """
    return seat.replace("_", " ").capitalize()


def read_about(folder: Path) -> About | None:
    """Return what a game's folder says of it, or None if it has no `about.toml`; a mistake in it is a `KitError`."""
    path = folder / FILE
    return read_shaped(path, About) if path.is_file() else None
