"""What wins the game, in words, and how near a side is to it (5.1, 5.2): spaces and chiefs are those of the kit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kemu.core.clauses import rule
from kemu.parts.bits import bits

from ..model.catalogue import Catalogue
from ..model.events import side_does
from .board import occupied, strangers

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
BEGINS = ("when his turn begins", "when their part begins")


class Progress(NamedTuple):
    """How many of the spaces that an occupation victory takes a side has."""

    sure: int
    """Those where no enemy stands."""
    contested: int
    """Those that are still fought over, as far as they count beside the others."""
    needed: int

    def __str__(self) -> str:
        return f"{self.sure} of {self.needed}" + (f", {self.contested} contested" if self.contested else "")


@rule("hawaii:5.1", "hawaii:R2")
def held(game: Hawaii, state: State, seat: int) -> tuple[list[int], list[int]]:
    """Return the spaces that a side occupies alone, and those where somebody else has a fighting unit, too."""
    others = strangers(game, state, seat) & game.cat.fighters
    mine = occupied(game, state, seat)
    contested = [at for at in mine if state.places[at] & others]
    return [at for at in mine if at not in contested], contested


def progress(game: Hawaii, state: State, seat: int) -> Progress:
    """Return how near a side is to victory by occupation; what is contested is nobody's for sure."""
    alone, shared = held(game, state, seat)
    sure = contested = needed = 0
    for need, spaces in game.cat.wins[seat]:
        has = min(need, sum(at in alone for at in spaces))
        sure += has
        contested += min(need - has, sum(at in shared for at in spaces))
        needed += need
    return Progress(sure, contested, needed)


@rule("hawaii:5.1", "hawaii:5.2")
def goal(cat: Catalogue, seat: int, so_far: str = "") -> str:
    """Say how a side wins; `so_far`: how near it is to occupying what it must."""
    lines = " and with ".join(_spaces(cat, need, spaces) for need, spaces in cat.wins[seat])
    chiefs = [cat.counters[unit].name for unit in bits(cat.chiefs[1 - seat])]
    fall = f"{listed(chiefs, 'and')} {'is' if len(chiefs) == 1 else 'are'} eliminated"
    so_far = f" ({so_far})" if so_far else ""
    return f"{side_does(seat, 'win')} with {lines} {BEGINS[seat]}{so_far}, or at once when {fall}."


def _spaces(cat: Catalogue, need: int, spaces: tuple[int, ...]) -> str:
    names = [cat.spaces[at].name for at in spaces]
    if need == len(names):
        return listed(names, "and")
    number = NUMBERS[need] if need < len(NUMBERS) else str(need)
    return listed(names, "or") if need == 1 else f"{number} of {', '.join(names)}"


def listed(names: list[str], last: str) -> str:
    """Return names as a sentence lists them.

    >>> listed(["Kona", "Hilo", "Maui"], "or")
    'Kona, Hilo or Maui'
    """
    return f" {last} ".join(part for part in (", ".join(names[:-1]), names[-1] if names else "") if part)
