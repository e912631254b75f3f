"""Random play has a shape of its own: a broken rule shows in it.

Shares known of random games (the ball and every stone uniform): 56 % Tahuna, 36 % Awa, 8 % Ara, under 1 % a full board.
In 2,000 games a share of a half varies with a standard deviation of 1.1 points. A band of three and a half of them is
almost never left by chance (once in some 2,000 seeds), and is left when a family of lines is missing.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from kemu import Over, QuickRng

from .positions import GAME

GAMES = 2_000
SHARES = {"tahuna": 0.557, "awa": 0.362, "ara": 0.077, "full": 0.0042}
"""Measured over 200,000 games."""


@pytest.mark.rule("moeraki:D.1", "moeraki:D.2", "moeraki:D.3", "moeraki:D.4", "moeraki:R.3")
@pytest.mark.parametrize("variant", ["beginner", "basic"])
def test_random_games_end_in_the_known_ways(variant: str) -> None:
    rng = QuickRng(1)
    ways: Counter[str] = Counter()
    options = GAME.parse_settings({"variant": variant})
    for _ in range(GAMES):
        state = GAME.start(options)
        while not isinstance(pending := GAME.pending(state), Over):
            state, _ = GAME.apply(state, pending.pick(rng))
        ways["full" if pending.reason in ("draw", "marae") else pending.reason] += 1
    for way, share in SHARES.items():
        band = 3.5 * sqrt(share * (1 - share) / GAMES)
        assert abs(ways[way] / GAMES - share) < band, (way, ways)
