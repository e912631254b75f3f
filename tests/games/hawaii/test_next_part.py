"""7.2: what a part leaves behind, and what it does not; and the small print of the cards' events."""

from __future__ import annotations

import pytest

from kemu.core.pending import Chance

from .positions import GAME, A, K, at, choices_of, play, position, where

HOME = {"kona": "k-kam k-w1 k-c1", "hilo": "k-mus", "waikiki": "a-kal a-w1 a-c1", "maui": "a-w3 a-c2"}


@pytest.mark.rule("hawaii:7.2", "hawaii:10.2", "hawaii:10.3")
def test_whoever_walked_and_what_sailed_may_move_again_in_the_next_part() -> None:
    state = position("move", K, decks=("K2", "A9"), **HOME)
    state = play(state, "walk k-mus", "sail k-c1", "load k-w1", "land molokai")
    assert {"walk k-mus", "sail k-c1"}.isdisjoint(choices_of(state))
    state = play(
        state, "done", ("A9",), "place a-w2 waikiki", "place a-w4 waikiki", "place a-c4 waikiki", "done", ("K2",)
    )
    while not any(choice == "done" for choice in choices_of(state)):
        state = play(state, choices_of(state)[0])
    assert {"walk k-mus", "sail k-c1"} <= set(choices_of(state))


@pytest.mark.rule("hawaii:8.2", "hawaii:7.2")
def test_a_storm_takes_nothing_that_sailed_in_an_earlier_part() -> None:
    state = position("move", A, decks=("K9", "A1"), **{**HOME, "maui": "a-w3"})
    state = play(state, "sail a-c1", "load a-w1", "land molokai", "done", ("K9",))
    while not any(choice == "done" for choice in choices_of(state)):
        state = play(state, choices_of(state)[0])
    still = play(state, "done")
    assert still.stack[0].seat == A  # type: ignore[union-attr]  # he has not sailed: no die is rolled
    state = play(state, "sail k-c1", "land hilo", "done", 1)
    assert where(state, "k-c1") == "box"  # unasked: the Chiefs' canoe of the part before is no prey of his storm
    assert at(state, "molokai") == {"a-w1", "a-c1"}


@pytest.mark.rule("hawaii:8.2")
def test_a_storm_that_leaves_no_choice_takes_canoe_and_cargo_unasked() -> None:
    state = position("move", K, card="K9", **HOME)
    state = play(state, "sail k-c1", "load k-w1", "land molokai", "done")
    assert isinstance(GAME.pending(state), Chance)
    state = play(state, 1)
    assert (where(state, "k-c1"), where(state, "k-w1")) == ("box", "box")
    assert state.stack[0].seat == A  # type: ignore[union-attr]


@pytest.mark.rule("hawaii:8.2")
def test_only_a_leader_of_their_own_keeps_warriors_from_going_home() -> None:
    # An enemy leader in the same space (a battle is to come) does not count; their own chief elsewhere does.
    there = {"kona": "k-kam k-w1 k-w2", "hilo": "k-w3 a-kai", "waikiki": "a-kal"}
    state = play(position("card", K, **there), ("K7",))
    assert where(state, "k-w3") == "box"
    assert sorted((where(state, "k-w1"), where(state, "k-w2"))) == ["box", "kona"]


@pytest.mark.rule("hawaii:8.2")
def test_a_cannon_in_the_box_is_not_recalled() -> None:
    state = position("card", A, kona="k-kam", waikiki="a-kal", gone="a-bro")
    assert where(play(state, ("A8",), 1), "a-bro") == "gone"


@pytest.mark.rule("hawaii:R18")
@pytest.mark.parametrize(("ally", "moved"), [(K, False), (A, True), (-1, True)])
def test_kauai_that_is_with_a_side_already_stays_where_it_stands(ally: int, moved: bool) -> None:
    there = {**HOME, "kona": "k-kam k-w1 k-c1 x-w1", "kauai": "x-w2 x-c1"}
    state = play(position("card", K, ally=ally, **there), ("K6",), 1)
    assert state.kauai == K
    assert (where(state, "x-w1") == "kauai") is moved
