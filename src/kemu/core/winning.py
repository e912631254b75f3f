"""How a game is won: `winning.toml`, three sentences and a picture. How near each side is, the game says itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .kit import error_in, read_shaped
from .lesson import WrittenChoice

if TYPE_CHECKING:
    from .game import Game
    from .pending import Over

FILE = "winning.toml"
MOST = 3
"""Who is to read it before the first move reads no more sentences than this."""


UNPLAYED = ("resigned", "agreed", "timed-out")
"""How a game ends outside its rules: that explains itself."""


class Near(Struct, frozen=True):
    """How near a seat is to winning, in its game's words, and as a part of the way from 0 to 1."""

    seat: int
    words: str
    part: float


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """What an ending means, for one who does not know the word for it. What is left empty fits any ending."""

    words: str
    """`{winner}` and `{loser}` stand for the sides."""
    reason: str = ""
    clause: str = ""
    winner: str = ""

    def fits(self, reason: str, clause: str, winner: str) -> bool:
        """Tell whether this speaks of an ending for this reason, under this clause, won by this seat."""
        return (self.reason or reason, self.clause or clause, self.winner or winner) == (reason, clause, winner)


class Winning(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is won, for one who has read nothing."""

    ways: tuple[str, ...]
    """The ways to win, a sentence each."""
    caption: str
    """What the picture shows."""
    settings: dict[str, Any] = {}
    seed: int = 1
    start: tuple[WrittenChoice, ...] = ()
    """What was played up to the picture."""
    end: tuple[Ended, ...] = ()
    """What each ending means; the first that fits is told."""


@cache
def _told(folder: Path) -> Winning | None:
    return read_winning(folder)


def read_winning(folder: Path) -> Winning | None:
    """Return what a game's folder says of winning, or None if it says nothing; a mistake in it is a `KitError`."""
    path = folder / FILE
    if not path.is_file():
        return None
    winning = read_shaped(path, Winning)
    if not 1 <= len(winning.ways) <= MOST:
        raise error_in(path, ("ways",), f"how a game is won is said in {MOST} sentences at most")
    return winning


def meaning(game: Game[Any, Any], over: Over) -> str:
    """Return what an ending means, in plain words; nothing where the game says nothing of it, or it ended otherwise."""
    winning = _told(game.folder)
    if winning is None:
        return ""
    winner = "" if over.winner is None else game.seats[over.winner]
    clause = over.clause.partition(":")[2]
    found = next((one for one in winning.end if one.fits(over.reason, clause, winner)), None)
    if found is None or over.reason in UNPLAYED:
        return ""
    loser = next((index for index in range(len(game.seats)) if index != over.winner), 0)
    named = "" if over.winner is None else game.seat_title(over.winner)
    return found.words.format(winner=named, loser=game.seat_title(loser))
