"""11.1 i-iii: the battlefield advantage. Who has it fires first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from kemu.core.clauses import rule
from kemu.core.pending import Chance, Outcome
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.core.sources import OneOf, Source

from ..model.catalogue import Catalogue

PAIRS = tuple((k, a) for k in range(1, 7) for a in range(1, 7))


class AdvantageRoll(Chance):
    """11.1 i-iii: each player rolls a die, one of them may add 1; ties are rolled again, so the outcome is never a tie.

    >>> list(AdvantageRoll(-1).outcomes())
    [((2, 1), 15), ((1, 2), 15)]
    """

    kind: ClassVar[str] = "advantage"

    def __init__(self, plus: int) -> None:
        self.plus = plus
        self.clause = "hawaii:11.1"
        self.prompt = "Each side rolls a die for the battlefield advantage."
        self.pairs = tuple(pair for pair in PAIRS if self.first(pair) >= 0)

    def first(self, pair: tuple[int, int]) -> int:
        """Return who has the advantage, or -1 for a tie."""
        k, a = pair[0] + (self.plus == 0), pair[1] + (self.plus == 1)
        return -1 if k == a else int(a > k)

    def drawn_from(self) -> tuple[Source, ...]:
        """The pairs that are no tie."""
        return (OneOf(self.pairs),)

    def sample(self, rng: Rng) -> Outcome:
        """Draw one of the pairs that are no tie: what rolling again until there is none comes to."""
        return self.pairs[rng.below(len(self.pairs))]

    def outcomes(self) -> Iterator[tuple[Outcome, int]]:
        """Yield the two that differ to the rules: one side's advantage, and the other's."""
        for seat in (0, 1):
            won = [pair for pair in self.pairs if self.first(pair) == seat]
            yield won[0], len(won)

    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None for two dice that are no tie."""
        return None if outcome in self.pairs else Refusal("Two dice are due, and no tie.", self.clause)

    def counts_as(self, outcome: Outcome) -> Outcome:
        """Only who has the advantage matters."""
        return next(pair for pair in self.pairs if self.first(pair) == self.first(outcome))  # pyright: ignore


ROLLS = (AdvantageRoll(0), AdvantageRoll(1), AdvantageRoll(-1))
"""By the seat that adds 1: Kamehameha, the Allied Chiefs, nobody (the last)."""


@rule("hawaii:11.1", "hawaii:12.0", "hawaii:R30")
def plus_one(cat: Catalogue, lines: tuple[int, int], panicked: int) -> int:
    """Return who adds 1 to the roll: the side with more unpanicked elites, however many more; -1 for nobody."""
    elites = cat.elites & ~panicked
    k, a = (lines[0] & elites).bit_count(), (lines[1] & elites).bit_count()
    return -1 if k == a else int(a > k)
