"""Exact odds: distributions as whole-number weights, so that nothing is ever rounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import cast

from kemu.core.pending import Chance, Outcome

from .dice import D6


class Odds:
    """A distribution over whole numbers: each value with its weight. The weights need not be reduced.

    >>> two = Odds.of_sum(2)
    >>> two.chance(7), two.at_least(11), two.mean
    (Fraction(1, 6), Fraction(1, 12), Fraction(7, 1))
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[int, int] | Iterable[tuple[int, int]]) -> None:
        gathered: Counter[int] = Counter()
        pairs = cast(Iterable[tuple[int, int]], weights.items() if isinstance(weights, Mapping) else weights)
        for value, weight in pairs:
            gathered[value] += weight
        self.weights: dict[int, int] = dict(sorted((v, w) for v, w in gathered.items() if w))
        self.total = sum(self.weights.values())

    @classmethod
    def of_sum(cls, n: int, faces: tuple[int, ...] = D6) -> Odds:
        """Return the sum of n dice, by doubling: milliseconds for any handful."""
        result, power = cls({0: 1}), cls((face, 1) for face in faces)
        while n:
            if n & 1:
                result = result.plus(power)
            n >>= 1
            if n:
                power = power.plus(power)
        return result

    @classmethod
    def of_count(cls, n: int, hits: Callable[[int], bool], faces: tuple[int, ...] = D6) -> Odds:
        """Return how many of n dice are hits."""
        return cls.of_sum(n, tuple(int(hits(face)) for face in faces))

    @classmethod
    def of_chance(cls, chance: Chance, value: Callable[[Outcome], int]) -> Odds:
        """Return the value of a pending chance, over its exact outcomes."""
        return cls((value(outcome), weight) for outcome, weight in chance.outcomes())

    def plus(self, other: Odds) -> Odds:
        """Return the sum of two independent values."""
        sums: Counter[int] = Counter()
        for a, weight in self.weights.items():
            for b, factor in other.weights.items():
                sums[a + b] += weight * factor
        return Odds(sums)

    def map(self, function: Callable[[int], int]) -> Odds:
        """Return the distribution of a function of the value."""
        return Odds((function(value), weight) for value, weight in self.weights.items())

    def chance(self, value: int) -> Fraction:
        """Return the chance of exactly this value."""
        return Fraction(self.weights.get(value, 0), self.total)

    def at_least(self, value: int) -> Fraction:
        """Return the chance of this value or more."""
        return Fraction(sum(weight for v, weight in self.weights.items() if v >= value), self.total)

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        return {v: self.chance(v) for v in self.weights} == {v: other.chance(v) for v in other.weights}

    def __hash__(self) -> int:
        return hash(tuple((v, self.chance(v)) for v in self.weights))

    def __repr__(self) -> str:
        return f"Odds({self.weights})"
