"""Every game conforms; and every check can fail."""

from __future__ import annotations

from typing import Any

import pytest

import kemu
from conformance.broken import BROKEN
from kemu.conformance import CHECKS, assert_conforms, check_game
from kemu.conformance.runner import option_sets
from toys.ambush import AmbushGame
from toys.dispatch import DispatchGame
from toys.march import MarchGame
from toys.volley import VolleyGame

TOYS = (MarchGame, DispatchGame, AmbushGame, VolleyGame)


@pytest.mark.parametrize("toy", TOYS)
def test_a_toy_game_conforms(toy: type[Any]) -> None:
    assert_conforms(toy(), games=25, look=0.5)


@pytest.mark.parametrize("id", kemu.list_games())
def test_every_registered_game_conforms(id: str) -> None:  # noqa: A002
    assert_conforms(kemu.game(id), games=4, look=0.05)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda game: game.__name__)
def test_a_broken_promise_is_found_under_its_name(broken: type[Any]) -> None:
    found = {finding.check for report in check_game(broken(), games=6) for finding in report.findings}
    assert BROKEN[broken] in found


def test_every_check_is_failed_by_some_broken_game() -> None:
    assert set(CHECKS) == set(BROKEN.values())


def test_findings_are_raised_with_their_names() -> None:
    with pytest.raises(AssertionError, match="does not conform"):
        assert_conforms(next(iter(BROKEN))(), games=1)


def test_all_choices_of_all_options_are_checked() -> None:
    sets = option_sets(kemu.game("moeraki"))
    assert {} in sets
    assert {"variant": "master"} in sets
    assert {"kemu": 10} in sets


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    check_game(VolleyGame(), games=3, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_ten_thousand_random_games_keep_the_invariants(variant: str) -> None:
    game = kemu.game("moeraki")
    (report,) = check_game(game, games=10_000, options={"variant": variant}, look=0.002)
    assert report.findings == ()
    assert report.games == 10_000
