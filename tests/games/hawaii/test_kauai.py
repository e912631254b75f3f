"""2.0: Kauaʻi on a side. But for recruiting, and for going home, its counters are that side's own."""

from __future__ import annotations

import pytest

from .positions import GAME, A, K, asked, at, choices_of, play, position, where

K_FIRST, A_FIRST = (6, 1), (1, 6)


@pytest.mark.rule("hawaii:R2", "hawaii:11.5")
def test_the_beaten_retreat_to_a_space_that_only_kauai_occupies() -> None:
    state = position("battle", K, ally=K, rode="k-w7", sailed="k-c1", molokai="k-w7 k-c1 a-w1", waikiki="a-kal")
    state = play(state, A_FIRST, 4, 1)
    assert at(state, "kauai") == {"x-w1", "x-w2", "x-c1", "k-w7", "k-c1"}


@pytest.mark.rule("hawaii:11.5", "hawaii:R40")
def test_a_beaten_landing_takes_its_men_and_canoes_of_kauai_with_it() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "molokai": "x-w2 x-c1 a-w1"}
    state = position("battle", K, ally=K, rode="x-w2", sailed="x-c1", gone="x-w1", **there)
    state = play(state, A_FIRST, 4, 1)
    assert at(state, "kona") == {"k-kam", "x-w2", "x-c1"}


@pytest.mark.rule("hawaii:11.7", "hawaii:11.8", "hawaii:R24")
def test_a_landing_of_kauai_is_met_at_sea() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "molokai": "x-w1 x-c1 a-w1 a-c1"}
    state = position("battle", K, ally=K, rode="x-w1", sailed="x-c1", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea")
    assert {where(state, unit) for unit in ("x-w1", "x-c1", "a-w1", "a-c1")} == {"sea"}


@pytest.mark.rule("hawaii:11.7", "hawaii:R25", "hawaii:R26")
def test_kauai_launches_a_war_fleet_for_its_side() -> None:
    state = position(
        "battle", K, ally=A, rode="k-w1", sailed="k-c1", kona="k-kam", kauai="k-w1 k-c1 x-w1 x-w2 x-c1", waikiki="a-kal"
    )
    assert GAME.pending(state) in GAME.cat.sighting
    state = play(state, 1, "launch x-c1", "launch x-w1")
    assert (asked(state), choices_of(state)) == (A, ["sea", "launch x-w2"])


@pytest.mark.rule("hawaii:11.8", "hawaii:R27")
def test_those_of_kauai_left_ashore_leave_with_the_beaten_fleet() -> None:
    there = {"kona": "k-kam", "molokai": "k-w1 k-c1 a-w1 a-c1 x-w1", "waikiki": "a-kal"}
    state = position("battle", K, ally=A, rode="k-w1", sailed="k-c1", gone="x-w2 x-c1", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea", K_FIRST, 6)
    assert at(state, "molokai") == {"k-w1", "k-c1"}
    assert at(state, "waikiki") == {"a-kal", "a-c1", "x-w1"}


@pytest.mark.rule("hawaii:R23")
def test_canoes_of_kauai_whose_garrison_is_destroyed_sail_off() -> None:
    there = {"kona": "k-kam", "molokai": "k-w1 k-c1 a-w4 x-c1", "waikiki": "a-kal"}
    state = position("battle", K, ally=A, rode="k-w1", sailed="k-c1", gone="x-w1 x-w2", **there)
    state = play(state, 6, K_FIRST, 6)  # the landing is not sighted, and the garrison falls
    assert at(state, "molokai") == {"k-w1", "k-c1"}
    assert where(state, "x-c1") == "waikiki"


@pytest.mark.rule("hawaii:R18")
def test_an_appeal_to_those_who_have_joined_already_calls_nobody_home() -> None:
    """Kauaʻi's warriors are with Kamehameha on Maui; the Chiefs' appeal turns out a 6, for him again."""
    state = position("card", A, month=5, ally=K, kona="k-kam", waikiki="a-kal", maui="x-w1 x-c1")
    state = play(state, ("A6",), 6)
    assert state.kauai == K
    assert (where(state, "x-w1"), where(state, "x-c1")) == ("maui", "maui")
