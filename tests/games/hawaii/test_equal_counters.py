"""R42: equal counters are one answer, unless something that a later rule sees tells them apart."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide
from kemu.games.hawaii.model.actions import Lose

from .positions import GAME, A, K, asked, at, choices_of, play, position, where

KF, AF = (6, 1), (1, 6)
"""Advantage to Kamehameha, to the Allied Chiefs."""


@pytest.mark.rule("hawaii:R42", "hawaii:11.3")
def test_equal_units_are_lost_without_a_question() -> None:
    state = position("battle", K, rode="k-w1", sailed="k-c1", kona="k-kam", waikiki="a-kal", maui="k-w1 k-c1 a-w1 a-w2")
    state = play(state, KF, 6)
    assert at(state, "maui") == {"k-w1", "k-c1", "a-w2"}
    assert asked(state) is None


@pytest.mark.rule("hawaii:R42", "hawaii:11.3")
def test_a_unit_that_has_fired_is_not_equal_to_one_that_has_not() -> None:
    """Who has fired is the cheaper loss: the owner is asked, and it decides who still fires."""
    state = position("battle", K, rode="k-w1", sailed="k-c1", kona="k-kam", waikiki="a-kal", maui="k-w1 k-c1 a-w1 a-w2")
    state = play(state, AF, 1, 1, 6)
    assert asked(state) == A
    assert choices_of(state) == ["lose a-w2", "lose a-w1"]
    # The one that has not fired falls: nobody of the Chiefs' fires any more, and the round is over after one die more.
    assert where(play(state, "lose a-w2"), "a-w2") == "box"
    assert where(play(state, "lose a-w1"), "a-w1") == "box"


@pytest.mark.rule("hawaii:R42", "hawaii:R40", "hawaii:11.3")
@pytest.mark.parametrize(("lost", "kept", "back"), [("a-w1", "a-w2", "maui"), ("a-w2", "a-w1", "waikiki")])
def test_whoever_walked_in_is_not_equal_to_whoever_was_landed(lost: str, kept: str, back: str) -> None:
    there = {"kona": "k-kam", "koolau": "a-w1 a-w2 a-c1 k-gua", "maui": "a-w5 a-kal"}
    state = position("battle", A, walked="a-w1", rode="a-w2", sailed="a-c1", **there)
    state = play(state, KF, 6)
    assert asked(state) == A
    assert set(choices_of(state)) == {"lose a-w1", "lose a-w2"}
    state = play(state, f"lose {lost}", 1)
    assert where(state, kept) == "koolau"
    # The Guard's third die is a panic: the last attacker is turned, the battle lost, and he goes back as he came.
    state = play(state, 3)
    assert where(state, kept) == back


AT_SEA = {"kona": "k-kam", "koolau": "k-w7 k-c1 a-w1 a-c1", "waikiki": "a-w2 a-c2", "maui": "a-kal a-w3"}
"""A landing in one half of Oʻahu; the Chiefs have a warrior and a canoe in each."""
LAUNCHED = (1, "launch a-c1", "launch a-c2", "launch a-w1", "launch a-w2", "sea")


@pytest.mark.rule("hawaii:R42", "hawaii:R28", "hawaii:11.3")
@pytest.mark.parametrize(("lost", "kept", "back"), [("a-w1", "a-w2", "waikiki"), ("a-w2", "a-w1", "koolau")])
def test_whoever_was_launched_from_the_other_space_is_not_equal(lost: str, kept: str, back: str) -> None:
    """Winners return each to its own space, so which of two warriors dies at sea is their owner's to say."""
    state = play(position("battle", K, rode="k-w7", sailed="k-c1", **AT_SEA), *LAUNCHED, KF, 6)
    assert asked(state) == A
    assert set(choices_of(state)) == {"lose a-w1", "lose a-w2"}
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    assert {choice.also for choice in GAME.scene(GAME.view(state, A), pending).selectable} == {()}
    state = play(state, f"lose {lost}", 6)
    assert where(state, kept) == back


@pytest.mark.rule("hawaii:R42", "hawaii:R28", "hawaii:11.1")
def test_whoever_fires_first_of_two_launched_from_two_spaces_is_asked() -> None:
    """Who has fired is the cheaper loss, so that this too decides who returns where."""
    state = play(position("battle", K, rode="k-w7", sailed="k-c1", **AT_SEA), *LAUNCHED, AF)
    assert asked(state) == A
    assert set(choices_of(state)) == {"fire a-w1", "fire a-w2"}


@pytest.mark.rule("hawaii:R42", "hawaii:R28")
def test_a_click_on_a_warrior_of_the_fleet_means_one_of_his_own_space() -> None:
    there = {"hilo": "a-w1 a-c1 k-w1 k-w2 k-c1", "kona": "k-kam k-w3 k-w4 k-c2", "waikiki": "a-kal"}
    fleet = [f"launch {name}" for name in ("k-c1", "k-c2", "k-w1", "k-w2", "k-w3", "k-w4")]
    state = play(position("battle", A, rode="a-w1", sailed="a-c1", **there), 1, *fleet, "sea", AF, 6)
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    view = GAME.view(state, K)
    also = {choice.notation: choice.also for choice in GAME.scene(view, pending).selectable}
    assert also == {"lose k-w1": ("k-w2",), "lose k-w3": ("k-w4",)}
    assert GAME.explain(view, pending, Lose("k-w4")).reason == "k-w4 and k-w3 are alike; say it of k-w3."


@pytest.mark.rule("hawaii:R42", "hawaii:R28")
def test_two_launched_from_one_space_are_equal() -> None:
    there = {**AT_SEA, "koolau": "k-w7 k-c1 a-w4 a-c1", "waikiki": "a-w1 a-w2 a-c2"}
    state = position("battle", K, rode="k-w7", sailed="k-c1", **there)
    state = play(state, 1, "launch a-c2", "launch a-w1", "launch a-w2", "sea", KF, 6)
    assert asked(state) is None
    assert [where(state, unit) for unit in ("a-w1", "a-w2")] == ["box", "sea"]


@pytest.mark.rule("hawaii:R42")
def test_whoever_walked_before_the_ride_is_equal_to_whoever_only_rode_and_a_click_on_either_is_the_same() -> None:
    there = {"kona": "k-kam", "maui": "k-w1 k-w2 k-w7 k-c1 k-c2 a-w1 a-w2", "waikiki": "a-kal"}
    state = position("battle", K, walked="k-w1", rode="k-w1 k-w2 k-w7", sailed="k-c1 k-c2", **there)
    state = play(state, AF, 6)
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    assert choices_of(state) == ["lose k-w1", "lose k-w7"]
    view = GAME.view(state, K)
    assert GAME.scene(view, pending).selectable[0].also == ("k-w2",)
    assert GAME.explain(view, pending, Lose("k-w2")).reason == "k-w2 and k-w1 are alike; say it of k-w1."


@pytest.mark.rule("hawaii:R42", "hawaii:10.2")
def test_whoever_walked_to_the_canoe_is_not_equal_to_whoever_stood_there() -> None:
    state = position("move", K, kona="k-kam k-w1 k-c1", hilo="k-w3", waikiki="a-kal")
    state = play(state, "walk k-w3", "sail k-c1")
    assert {"load k-w1", "load k-w3"} <= set(choices_of(state))
    state = play(state, "load k-w3", "land maui")
    assert "walk k-w1" in choices_of(state)


@pytest.mark.rule("hawaii:R42")
def test_equal_units_are_loaded_as_one() -> None:
    state = play(position("move", K, kona="k-kam k-w1 k-w2 k-c1", waikiki="a-kal"), "sail k-c1")
    assert [choice for choice in choices_of(state) if choice.startswith("load")] == ["load k-kam", "load k-w1"]
