"""Dice, as chance that a game pauses for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import ClassVar

from kemu.core.pending import Chance, Outcome
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.core.sources import Faces, Source

D6 = (1, 2, 3, 4, 5, 6)
AVERAGE = (2, 3, 3, 4, 4, 5)
"""The average die: six faces, none of them wild."""


class Dice(Chance):
    """n dice thrown at once. The outcome has one value a die, in the order thrown.

    Where the rules treat the dice alike, `outcomes` yields each handful once, sorted, with the number of ways to
    throw it: 12 dice are 6,188 outcomes instead of 2,176,782,336. With `ordered` every sequence is an outcome of
    its own, for dice that mean different things.

    >>> list(Dice(2, "toy:1", faces=(1, 2)).outcomes())
    [((1, 1), 1), ((1, 2), 2), ((2, 2), 1)]
    """

    kind: ClassVar[str] = "dice"

    def __init__(
        self,
        n: int,
        clause: str,
        prompt: str = "",
        *,
        faces: tuple[int, ...] = D6,
        ordered: bool = False,
        seen: tuple[int, ...] | None = None,
    ) -> None:
        self.n = n
        self.clause = clause
        self.prompt = prompt
        self.faces = faces
        self.ordered = ordered
        self.seen = seen

    def drawn_from(self) -> tuple[Source, ...]:
        """The dice, by their faces."""
        return (Faces(self.n, self.faces),)

    def sample(self, rng: Rng) -> Outcome:
        """Throw: one `below(faces)` a die."""
        faces = self.faces
        return tuple([faces[rng.below(len(faces))] for _ in range(self.n)])

    def outcomes(self) -> Iterator[tuple[Outcome, int]]:
        """Yield the throws that differ, with the number of ways to each; the weights sum to faces ** n."""
        on_die = Counter(self.faces)
        if self.ordered:
            for throw in product(sorted(on_die), repeat=self.n):
                yield throw, prod(on_die[value] for value in throw)
            return
        ways = factorial(self.n)
        for throw in combinations_with_replacement(sorted(on_die), self.n):
            weight = ways
            for value, count in Counter(throw).items():
                weight = weight // factorial(count) * on_die[value] ** count
            yield throw, weight

    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None for n values that these dice have."""
        if len(outcome) != self.n:
            return Refusal(f"{self.n} dice are due, not {len(outcome)}.", self.clause)
        for value in outcome:
            if type(value) is not int or value not in self.faces:
                return Refusal("There is no such face on the die.", self.clause)
        return None

    def counts_as(self, outcome: Outcome) -> Outcome:
        """Where the dice are alike, their order is nothing."""
        return outcome if self.ordered else tuple(sorted(outcome))

    def total(self) -> int:
        """Return the number of ways these dice can fall."""
        return len(self.faces) ** self.n
