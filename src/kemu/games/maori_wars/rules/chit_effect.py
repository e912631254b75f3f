"""9.0 (3): what every frame of a chit's effect has: the chit, the effect, and what the kit says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from .frame import Procedure

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model import chits as words
    from ..model.state import State

CLAUSE = "maori_wars:9.0.3"


@rule("maori_wars:9.0.3", "maori_wars:R28")
class OfChit(Procedure, frozen=True):
    """An effect of a chit that asks somebody."""

    chit: int
    effect: int

    def data(self, game: MaoriWars) -> words.Effect:
        """Return the effect as the kit has it."""
        return game.cat.chits[self.chit - 1].effects[self.effect]

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """It is impossible: it is skipped."""
        step.pop()
