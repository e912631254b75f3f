"""Exact odds of a shot or a melee, for prompts, labels and the evaluation."""

from __future__ import annotations

from functools import lru_cache

from kemu.parts.odds import Odds


@lru_cache(maxsize=4096)
def kills(dice: int, need: int, most: int = 1000) -> Odds:
    """Return how many are killed by so many dice at so many points a kill, at most as many as there are.

    >>> round(float(kills(7, 6).mean), 2), round(float(kills(7, 12).mean), 2)
    (3.67, 1.59)
    """
    return Odds.of_sum(dice).map(lambda total: min(total // need, most))


def told(odds: Odds) -> str:
    """Return the odds of a number of kills in words: the mean, and the chance of each number that is not rare."""
    parts = [f"{value}: {float(odds.chance(value)):.0%}" for value in odds.weights if odds.chance(value) * 100 >= 1]
    return f"{float(odds.mean):.2f} killed on average ({', '.join(parts)})"
