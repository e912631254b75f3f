"""What a pause is worth: ends by their winner, chance by its exact outcomes, the rest by the mind's value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from kemu import Over, QuickRng
from kemu.core.mind import Mind, rewards
from kemu.players.expected import LEAVES, expected
from toys.volley import Throw, Turn, VolleyGame, odds


@pytest.mark.parametrize(("winner", "worth"), [(0, 1.0), (1, -1.0), (None, 0.0)])
def test_an_end_is_worth_what_its_winner_says(winner: int | None, worth: float) -> None:
    assert rewards(Over(winner, "", "", ()), 2) == (worth, -worth)


@pytest.mark.parametrize("men", [1, 2])
def test_few_outcomes_are_weighed_exactly(men: int) -> None:
    game = VolleyGame()
    state = replace(game.start(), men=(men, 12), stack=(Turn(1), Throw(0, "aimed")))
    exact = sum(
        Fraction(weight, odds("aimed", men).total) * Fraction(men - (12 - hits), 12)
        for hits, weight in odds("aimed", men).weights.items()
    )
    assert expected(game, state, 0, QuickRng(1)) == pytest.approx(float(exact))


def test_many_outcomes_are_sampled() -> None:
    game = VolleyGame()
    state = replace(game.start(), stack=(Turn(1), Throw(0, "massed")))
    assert sum(1 for _ in game.pending(state).outcomes()) > LEAVES
    values = {expected(game, state, 0, QuickRng(seed)) for seed in range(6)}
    assert len(values) > 1
    # The sum of twelve dice is 42 on average: seven sixes, of which one half is lost to rounding down.
    assert all(0.4 < value < 0.7 for value in values)


class Counting(Mind[Any]):
    """A mind that counts how many states it is asked to judge."""

    judged = 0

    def value(self, state: Any, pending: Any, rng: Any) -> tuple[float, float]:
        self.judged += 1
        return 0.0, 0.0


def test_chance_upon_chance_looks_at_a_bounded_number_of_states() -> None:
    for men in (1, 2, 3, 12):
        game = VolleyGame()
        game.mind = counting = Counting(game)
        state = replace(game.start(), men=(men, 999), stack=(Turn(1), *(Throw(0, "aimed"),) * 12))
        expected(game, state, 0, QuickRng(1))
        assert 1 <= counting.judged <= LEAVES
