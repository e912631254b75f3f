"""Decks: draws from what is left, made only when they are due.

A deck in a state is the multiset of the cards still in it, not their order: nobody knows the order, so there is
none until a card is drawn. That keeps states small, makes `redeal` honest and the odds of a draw exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod
from typing import ClassVar, TypeVar

from kemu.core.pending import Chance, Outcome
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.core.sources import Pool, Source

Card = TypeVar("Card", int, str)


def _place(card: int | str) -> tuple[str, int | str]:
    """Return what cards are sorted by: numbers before names."""
    return str(type(card)), card


class Draw(Chance):
    """n cards drawn from a pool without putting any back; `seen` lists who sees them (None: everybody).

    >>> list(Draw(("ace", "ace", "king"), "toy:2").outcomes())
    [(('ace',), 2), (('king',), 1)]
    """

    kind: ClassVar[str] = "draw"

    def __init__(
        self,
        pool: Sequence[int | str],
        clause: str,
        prompt: str = "",
        *,
        n: int = 1,
        seen: tuple[int, ...] | None = None,
    ) -> None:
        if n > len(pool):
            raise AssertionError(f"{clause}: {n} cards from a pool of {len(pool)}")
        self.pool = tuple(sorted(pool, key=_place))
        self.n = n
        self.clause = clause
        self.prompt = prompt
        self.seen = seen

    def drawn_from(self) -> tuple[Source, ...]:
        """The pool, sorted."""
        return (Pool(self.n, self.pool),)

    def sample(self, rng: Rng) -> Outcome:
        """Draw one after the other: each time `below(cards left)` indexes the sorted pool."""
        left = list(self.pool)
        return tuple([left.pop(rng.below(len(left))) for _ in range(self.n)])

    def outcomes(self) -> Iterator[tuple[Outcome, int]]:
        """Yield the hands that differ, sorted, with the number of ways to each; the weights sum to C(pool, n)."""
        count = Counter(self.pool)
        seen: set[Outcome] = set()
        for hand in combinations(self.pool, self.n):
            if hand not in seen:
                seen.add(hand)
                yield hand, prod(comb(count[card], k) for card, k in Counter(hand).items())

    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None for n cards that the pool has."""
        if len(outcome) != self.n:
            return Refusal(f"{self.n} cards are due, not {len(outcome)}.", self.clause)
        left = Counter((type(card), card) for card in self.pool)
        left.subtract((type(card), card) for card in outcome)
        if any(number < 0 for number in left.values()):
            return Refusal("That card is not in the pool.", self.clause)
        return None

    def counts_as(self, outcome: Outcome) -> Outcome:
        """The order in which the cards came is nothing."""
        return tuple(sorted(outcome, key=_place))

    def total(self) -> int:
        """Return the number of hands, equal cards told apart."""
        return comb(len(self.pool), self.n)


def without(pool: tuple[Card, ...], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pool less these cards; every one of them must be in it."""
    left = list(pool)
    for card in cards:
        left.remove(card)
    return tuple(left)
