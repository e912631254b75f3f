"""Training: weights that foretell who wins, and a game that is left as it was."""

from __future__ import annotations

from math import exp
from pathlib import Path

import msgspec
import pytest

import kemu
from kemu import QuickRng, Refusal
from kemu.core.mind import Weights
from kemu.lab.train import Seen, error, fitted, train, written


def games_won_by(weight: float, number: int) -> list[Seen]:
    """Positions with one feature that decides, by so much, and one that says nothing."""
    rng, seen = QuickRng(7), list[Seen]()
    for _ in range(number):
        lead, noise = rng.below(401) / 100 - 2, rng.below(401) / 100 - 2
        wins = rng.below(10_000) < 10_000 / (1 + exp(-2 * weight * lead))
        seen.append(Seen((lead, noise), 1.0 if wins else -1.0))
    return seen


def test_what_decides_is_found_and_what_says_nothing_counts_for_little() -> None:
    seen = games_won_by(0.8, 4_000)
    decides, says_nothing = fitted([0.0, 0.0], seen)
    assert decides == pytest.approx(0.8, abs=0.1)
    assert abs(says_nothing) < 0.05
    names = ("lead", "noise")
    assert error({"lead": decides, "noise": says_nothing}, names, seen) < error(
        {"lead": 0.0, "noise": 0.0}, names, seen
    )


def test_a_few_positions_hardly_move_the_weights() -> None:
    one = [Seen((1.0, 0.0), 1.0), Seen((-1.0, 0.0), -1.0)]
    assert fitted([0.5, 0.3], one)[0] == pytest.approx(0.5, abs=0.1)
    assert fitted([0.5, 0.3], one)[1] == 0.3


def test_a_game_is_trained_by_playing_and_left_as_it_was(tmp_path: Path) -> None:
    game = kemu.game("moeraki")
    before = game.mind.weights
    told: list[tuple[int, int]] = []
    (first, second) = train(game, "random", 10, rounds=2, progress=lambda done, total: told.append((done, total)))
    assert game.mind.weights == before
    assert told[0] == (1, 20)
    assert told[-1] == (20, 20)
    assert first.weights.weights.keys() == before.weights.keys()
    assert first.weights.weights != before.weights
    assert second.weights.weights != first.weights.weights
    assert second.weights.numbers == before.numbers
    assert msgspec.json.decode(written(second.weights), type=Weights) == second.weights
    again = train(game, "random", 10, rounds=2)
    assert [one.weights for one in again] == [first.weights, second.weights]


def test_a_game_without_weights_is_refused() -> None:
    from toys.volley import VolleyGame

    with pytest.raises(Refusal, match="has no weights"):
        train(VolleyGame(), "random", 10)
    with pytest.raises(Refusal, match="too few"):
        train(kemu.game("moeraki"), "random", 9)
