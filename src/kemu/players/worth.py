"""What a pause is worth to a seat, for players: an end by its winner, all else by the game's own evaluation."""

from __future__ import annotations

from itertools import islice
from typing import Any

from kemu.core.game import Game
from kemu.core.pending import Chance, Over, Pending
from kemu.core.rng import Rng

LEAVES = 36
"""How many ends of chance are looked at for one answer: two dice are weighed exactly, more of them by samples."""
SAMPLED = 12
"""How many throws stand for chance that has too many outcomes."""


def reward(over: Over, seat: int) -> float:
    """Return 1 for a win, -1 for a loss and 0 for a draw.

    >>> reward(Over(1, "marae", "moeraki:D.5", (3.0, 4.0)), 0)
    -1.0
    """
    return 0.0 if over.winner is None else 1.0 if over.winner == seat else -1.0


def worth(game: Game[Any, Any], state: Any, pending: Pending, seat: int) -> float:
    """Return what a state that waits for `pending` is worth to the seat."""
    return reward(pending, seat) if isinstance(pending, Over) else game.evaluate(state, seat)


def expected(game: Game[Any, Any], state: Any, seat: int, rng: Rng, leaves: int = LEAVES) -> float:
    """Return what a state is worth to the seat once the chance that is due has spoken: exactly where that is cheap.

    Chance may follow on chance. Each throw shares the leaves that it was given among its outcomes, so the whole looks
    at about so many states, however long the chain is.
    """
    pending = game.pending(state)
    if not isinstance(pending, Chance):
        return worth(game, state, pending, seat)
    weighed = list(islice(pending.outcomes(), leaves + 1))
    if len(weighed) > leaves:
        weighed = [(pending.sample(rng), 1) for _ in range(min(SAMPLED, leaves))]
    share = leaves // len(weighed)
    total = 0.0
    for outcome, weight in weighed:
        total += weight * expected(game, game.apply(state, outcome)[0], seat, rng, max(1, share))
    return total / sum(weight for _, weight in weighed)
