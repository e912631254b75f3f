"""Counting games: what is counted, and what the counts say, with error bars."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from msgspec import Struct


class Tally:
    """Games counted. Tallies add up in any order, so it does not matter which process played which game."""

    __slots__ = ("lengths", "reasons", "wins")

    def __init__(self) -> None:
        self.wins: Counter[int | None] = Counter()
        """Games by the seat that won; None is a draw."""
        self.reasons: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        """Games by the number of decisions that seats made in them."""

    def count(self, winner: int | None, reason: str, decisions: int) -> None:
        """Count one game."""
        self.wins[winner] += 1
        self.reasons[reason] += 1
        self.lengths[decisions] += 1

    def add(self, other: Tally) -> None:
        """Count another tally's games too."""
        self.wins.update(other.wins)
        self.reasons.update(other.reasons)
        self.lengths.update(other.lengths)

    @property
    def games(self) -> int:
        """How many games have been counted."""
        return self.wins.total()

    @property
    def decisions(self) -> int:
        """How many choices seats made in them; chance is not counted."""
        return sum(length * games for length, games in self.lengths.items())


class Lengths(Struct, frozen=True):
    """How long games are, in decisions of seats."""

    shortest: int
    median: float
    mean: float
    deviation: float
    """The standard deviation of the games played (not of their mean)."""
    longest: int


def lengths_of(counted: Counter[int]) -> Lengths | None:
    """Return the statistics of some lengths, or None if there is none.

    >>> lengths_of(Counter({2: 1, 4: 3}))
    Lengths(shortest=2, median=4.0, mean=3.5, deviation=0.8660254037844386, longest=4)
    """
    games = counted.total()
    if not games:
        return None
    # Sums of whole numbers: in whatever order the games were counted, the figures are the same to the last digit.
    total = sum(length * n for length, n in counted.items())
    squares = sum(length * length * n for length, n in counted.items())
    mean = total / games
    variance = (squares * games - total * total) / (games * games)
    lower, upper = _nth(counted, (games - 1) // 2), _nth(counted, games // 2)
    return Lengths(min(counted), (lower + upper) / 2, mean, sqrt(variance), max(counted))


def _nth(counted: Counter[int], index: int) -> int:
    """Return the length at this place when all of them are sorted."""
    for length in sorted(counted):
        index -= counted[length]
        if index < 0:
            return length
    raise IndexError(index)
