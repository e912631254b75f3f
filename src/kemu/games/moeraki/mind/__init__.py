"""What opponents know of Moeraki-Kemu beyond its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import tanh
from typing import TYPE_CHECKING

from kemu.core.mind import Mind
from kemu.core.pending import Over, Pending
from kemu.core.rng import Rng

from ..model.state import State
from ..rules.ball import PlaceBall
from ..rules.kemu import Finished
from ..rules.tiles import points

if TYPE_CHECKING:
    from .. import MoerakiKemu  # noqa: F401

NEEDS: tuple[str, ...] = ("", "needs one", "needs two", "needs three", "needs four", "needs five")
"""The name of an open line by the number of stones that it still needs."""


class MoerakiMind(Mind["MoerakiKemu"]):
    """Open lines count by how little they need, and so do the victories and the points so far."""

    def features(self, state: State) -> Mapping[str, float]:
        """Return black's lead in open lines of each kind, and in points."""
        counted = dict.fromkeys(NEEDS[1:], 0.0)
        black, white = state.stones
        for line in self.game.board.lines(state.ball) if state.ball >= 0 else ():
            mask = line.mask
            if not white & mask:
                counted[NEEDS[min((mask & ~black).bit_count(), 5)]] += 1
            if not black & mask:
                counted[NEEDS[min((mask & ~white).bit_count(), 5)]] -= 1
        if state.settings.variant != "beginner":
            halves = points(self.game.board, state)
            counted["points"] = halves[0] - halves[1]
        return counted

    def value(self, state: State, pending: Pending, rng: Rng) -> Sequence[float]:
        """Return how good it looks. With the move, a line that needs a single stone is as good as won."""
        if isinstance(pending, Over):
            return super().value(state, pending, rng)
        numbers, kemu = self.weights.numbers, state.settings.kemu
        below = state.stack[0]
        assert not isinstance(below, Finished), "an end has been valued above"
        if isinstance(below, PlaceBall):
            lead = 0.0
        elif self._threat(state, below.seat):
            lead = numbers["threat"] if below.seat == 0 else -numbers["threat"]
        else:
            weights = self.weights.weights
            lead = numbers["open"] * tanh(sum(weights[name] * n for name, n in self.features(state).items() if n))
        if kemu > 1:
            won = state.victories()
            share = numbers["victories"]
            lead = share * (won[0] - won[1]) / kemu + (1.0 - share) * lead
        return (lead, -lead)

    def _threat(self, state: State, seat: int) -> bool:
        """Tell whether this seat has a line that needs a single stone."""
        own, his = state.stones[seat], state.stones[1 - seat]
        return any(
            not his & line.mask and (line.mask & ~own).bit_count() == 1 for line in self.game.board.lines(state.ball)
        )
