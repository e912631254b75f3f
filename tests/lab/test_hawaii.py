"""Learning what a position is worth: games that are played as told, and a regression that finds what decides."""

from __future__ import annotations

import numpy as np
import pytest

from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.appraise import horizon
from kemu.lab import hawaii
from kemu.lab.hawaii import Lesson, chances, play, regress, surprise, table

GAME = Hawaii()


def test_a_lesson_has_the_positions_between_parts_and_is_the_same_again() -> None:
    lesson = play(GAME, 12, ["wild", "random"])
    assert lesson == play(GAME, 12, ["wild", "random"])
    assert lesson.positions
    for text in lesson.positions:
        assert horizon(GAME.decode(text.encode()))


def test_greedy_players_alone_are_followed_from_the_first_part() -> None:
    lesson = play(GAME, 2, ["greedy"])
    first = GAME.decode(lesson.positions[0].encode())
    assert first.month in (1, 3)
    assert len(lesson.positions) > 4


def test_the_table_parts_positions_by_who_is_to_draw() -> None:
    lesson = play(GAME, 2, ["greedy"])
    (rows, ends, numbers), (others, _, _) = table(GAME, [Lesson(1, lesson.positions), Lesson(None, lesson.positions)])
    assert len(rows) + len(others) == 2 * len(lesson.positions)
    assert set(ends.tolist()) == {1, 2}
    assert set(numbers.tolist()) == {0, 1}


def test_a_regression_finds_what_decides() -> None:
    rng = np.random.default_rng(1)
    rows = np.column_stack([rng.random((3000, 3)), np.ones(3000)])
    ends = np.where(rows[:, 0] > 0.6, 0, np.where(rows[:, 1] > 0.5, 1, 2))
    weights = regress(rows, ends)
    assert surprise(rows, ends, weights) < 0.5
    assert surprise(rows, ends, np.zeros_like(weights)) == pytest.approx(np.log(3))
    assert chances(rows, weights).sum(axis=1) == pytest.approx(np.ones(3000))
    assert weights[0, 0] - weights[0, 2] > 2.0
    assert abs(weights[2, 0] - weights[2, 2]) < 0.5


def test_fit_tells_how_well_it_foretells(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hawaii, "STEPS", 20)
    learned = hawaii.fit(GAME, [play(GAME, seed, ["greedy", "random"]) for seed in range(9)])
    assert set(learned) == set(GAME.seats)
    assert "surprise at" in capsys.readouterr().out
