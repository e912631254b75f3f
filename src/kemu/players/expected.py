"""What a state is worth to a seat once the chance that is due has spoken."""

from __future__ import annotations

from itertools import islice
from typing import Any

from kemu.core.game import Game
from kemu.core.pending import Chance
from kemu.core.rng import Rng

LEAVES = 36
"""How many ends of chance are looked at for one answer: two dice are weighed exactly, more of them by samples."""
SAMPLED = 12
"""How many throws stand for chance that has too many outcomes."""


def expected(game: Game[Any, Any], state: Any, seat: int, rng: Rng, leaves: int = LEAVES) -> float:
    """Return what a state is worth to the seat once the chance that is due has spoken: exactly where that is cheap.

    Chance may follow on chance. Each throw shares the leaves that it was given among its outcomes, so the whole looks
    at about so many states, however long the chain is.
    """
    pending = game.pending(state)
    if not isinstance(pending, Chance):
        return game.mind.value(state, pending, rng)[seat]
    weighed = list(islice(pending.outcomes(), leaves + 1))
    if len(weighed) > leaves:
        weighed = [(pending.sample(rng), 1) for _ in range(min(SAMPLED, leaves))]
    share = leaves // len(weighed)
    total = 0.0
    for outcome, weight in weighed:
        total += weight * expected(game, game.apply(state, outcome)[0], seat, rng, max(1, share))
    return total / sum(weight for _, weight in weighed)
