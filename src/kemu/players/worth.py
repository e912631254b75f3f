"""What a pause is worth to a seat, for players: an end by its winner, all else by the game's own evaluation."""

from __future__ import annotations

from itertools import islice
from typing import Any

from kemu.core.game import Game
from kemu.core.pending import Chance, Over, Pending
from kemu.core.rng import Rng

ENUMERATED = 36
"""Chance with at most so many outcomes is weighed exactly; beyond it, `SAMPLED` throws stand for it."""
SAMPLED = 12


def reward(over: Over, seat: int) -> float:
    """Return 1 for a win, -1 for a loss and 0 for a draw.

    >>> reward(Over(1, "marae", "moeraki:D.5", (3.0, 4.0)), 0)
    -1.0
    """
    return 0.0 if over.winner is None else 1.0 if over.winner == seat else -1.0


def worth(game: Game[Any, Any], state: Any, pending: Pending, seat: int) -> float:
    """Return what a state that waits for `pending` is worth to the seat."""
    return reward(pending, seat) if isinstance(pending, Over) else game.evaluate(state, seat)


def expected(game: Game[Any, Any], state: Any, seat: int, rng: Rng) -> float:
    """Return what a state is worth to the seat once the chance that is due has spoken: exactly where that is cheap."""
    pending = game.pending(state)
    if not isinstance(pending, Chance):
        return worth(game, state, pending, seat)
    weighed = list(islice(pending.outcomes(), ENUMERATED + 1))
    if len(weighed) > ENUMERATED:
        weighed = [(pending.sample(rng), 1) for _ in range(SAMPLED)]
    total = 0.0
    for outcome, weight in weighed:
        total += weight * expected(game, game.apply(state, outcome)[0], seat, rng)
    return total / sum(weight for _, weight in weighed)
