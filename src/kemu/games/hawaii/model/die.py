"""One die: what nearly every roll of this game is."""

from __future__ import annotations

from kemu.core.pending import Outcome
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.dice import D6, Dice

FALLS: tuple[Outcome, ...] = tuple((face,) for face in D6)


class Die(Dice):
    """One six-sided die. It draws and judges as `Dice` of one do, without counting dice."""

    def __init__(self, clause: str, prompt: str) -> None:
        super().__init__(1, clause, prompt)

    def sample(self, rng: Rng) -> Outcome:
        """Throw: one `below(6)`."""
        return FALLS[rng.below(6)]

    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None for one of the six faces."""
        return None if outcome in FALLS and type(outcome[0]) is int else super().check(outcome)
