"""10: movement."""

from __future__ import annotations

import pytest

from kemu.core.pending import Decide

from .positions import CAT, GAME, A, K, asked, at, choices_of, play, position, where

ARMY = {"kona": "k-kam k-w1 k-w2 k-w7 k-c1 k-c2", "hilo": "k-w3 k-c3", "waikiki": "a-kal a-c1", "maui": "a-w3"}


def loads(state: object) -> list[str]:
    return [c for c in choices_of(state) if c.startswith("load")]  # type: ignore[arg-type]


def lands(state: object) -> set[str]:
    return {c.split()[1] for c in choices_of(state) if c.startswith("land")}  # type: ignore[arg-type]


@pytest.mark.rule("hawaii:10.0")
def test_a_player_moves_his_own_units_only() -> None:
    state = position("move", K, **ARMY)
    assert asked(state) == K
    assert all(c == "done" or c.split()[1].startswith("k-") for c in choices_of(state))


@pytest.mark.rule("hawaii:10.3")
def test_the_prompt_names_who_is_on_board() -> None:
    def prompt(*choices: str) -> str:
        pending = GAME.pending(play(position("move", K, **ARMY), "sail k-c1", *choices))
        assert isinstance(pending, Decide)
        return pending.prompt

    warriors = CAT.name("k-w1")
    assert "On board" not in prompt()
    assert prompt("load k-w1") == f"On board: {warriors}. Take more on board, or sail: where to?"
    assert prompt("load k-w1", "load k-w2", "load k-kam") == (
        f"On board: {CAT.name('k-kam')} and 2 x {warriors}. Sail: where to?"
    )


@pytest.mark.rule("hawaii:10.1")
def test_stacking_is_unlimited() -> None:
    everybody = "k-kam k-you k-gua k-van k-mus k-pik k-w1..9 k-c1..4"
    state = position("move", K, kona="k-w1", hilo=everybody.replace("k-w1..9", "k-w2..9"), waikiki="a-kal")
    state = play(state, "walk k-w1")
    assert len(at(state, "hilo")) == 19


@pytest.mark.rule("hawaii:10.2", "hawaii:R19")
def test_units_walk_between_the_two_spaces_once_and_may_then_embark() -> None:
    state = play(position("move", K, **ARMY), "walk k-w1")
    assert where(state, "k-w1") == "hilo"
    assert "walk k-w1" not in choices_of(state)
    assert state.fleet == 3
    state = play(state, "sail k-c3", "load k-w1", "land molokai")
    assert where(state, "k-w1") == "molokai"


@pytest.mark.rule("hawaii:R19")
def test_a_unit_that_landed_stays_there() -> None:
    state = position("move", K, kona="k-kam", molokai="k-w1 k-c1", waikiki="a-kal")
    state = play(state, "sail k-c1", "load k-w1", "land hilo")
    assert "walk k-w1" not in choices_of(state)
    assert "walk k-kam" in choices_of(state)
    assert "walk k-c1" not in choices_of(state)


@pytest.mark.rule("hawaii:R19")
def test_walking_into_an_enemy_ends_the_move() -> None:
    state = position("move", A, waikiki="k-w1", koolau="a-kal a-w1 a-c1", kona="k-kam")
    state = play(state, "walk a-w1")
    assert where(state, "a-w1") == "waikiki"
    state = play(state, "sail a-c1")
    assert loads(state) == ["load a-kal"]


@pytest.mark.rule("hawaii:R19")
def test_canoes_shift_only_to_a_space_without_enemies() -> None:
    assert "walk k-c1" in choices_of(position("move", K, **ARMY))
    state = position("move", A, waikiki="k-w1", koolau="a-kal a-w1 a-c1", kona="k-kam")
    assert "walk a-c1" not in choices_of(state)
    assert "walk a-w1" in choices_of(state)


@pytest.mark.rule("hawaii:10.3", "hawaii:R20")
def test_a_fleet_move_picks_up_in_one_space_and_unloads_in_another() -> None:
    state = play(position("move", K, **ARMY), "sail k-c1")
    assert loads(state) == ["load k-kam", "load k-w1", "load k-w7", "load k-w3"]
    state = play(state, "load k-w3")
    assert loads(state) == []
    assert lands(state) == {"kona", "maui", "molokai", "waikiki", "koolau", "kauai"}
    state = play(state, "land maui")
    assert {"k-w3", "k-c1"} <= at(state, "maui")
    assert state.fleet == 2


@pytest.mark.rule("hawaii:10.3", "hawaii:R20")
def test_a_canoe_sails_once_and_the_card_limits_how_many() -> None:
    state = play(position("move", K, fleet=2, **ARMY), "sail k-c1", "load k-w1", "land molokai")
    assert [c for c in choices_of(state) if c.startswith("sail")] == ["sail k-c2", "sail k-c3"]
    state = play(state, "sail k-c2", "load k-w2", "land molokai")
    assert not any(c.startswith("sail") for c in choices_of(state))


@pytest.mark.rule("hawaii:R20")
def test_a_unit_rides_once_a_turn() -> None:
    state = position("move", K, kona="k-w1 k-c1", molokai="k-c2", hilo="k-kam", waikiki="a-kal")
    state = play(state, "sail k-c1", "load k-w1", "land molokai", "sail k-c2")
    assert loads(state) == ["load k-kam"]


@pytest.mark.rule("hawaii:R20")
def test_a_unit_that_was_landed_does_not_follow_the_first_on_board_of_the_next_canoe() -> None:
    state = position("move", K, kona="k-w1 k-c1", molokai="k-w7 k-w8 k-c2", hilo="k-kam", waikiki="a-kal")
    state = play(state, "sail k-c1", "load k-w1", "land molokai", "sail k-c2", "load k-w7")
    assert loads(state) == ["load k-w8"]


@pytest.mark.rule("hawaii:R20", "hawaii:R23")
def test_an_empty_canoe_goes_where_no_enemy_is() -> None:
    state = play(position("move", K, **ARMY), "sail k-c1")
    assert lands(state) == {"hilo", "molokai", "koolau"}  # not Maui, Waikīkī, nor neutral Kauaʻi


@pytest.mark.rule("hawaii:R23", "hawaii:R19")
def test_an_empty_canoe_enters_no_space_with_enemy_canoes_either() -> None:
    state = position("move", K, kona="k-kam k-c1", hilo="a-c1", molokai="a-c2", waikiki="a-kal")
    assert "walk k-c1" not in choices_of(state)
    assert lands(play(state, "sail k-c1")) == {"maui", "koolau"}
    manned = play(state, "sail k-c1", "load k-kam", "land molokai")
    assert at(manned, "molokai") == {"k-kam", "k-c1"}
    assert where(manned, "a-c2") == "waikiki"  # caught alone, they sail off


@pytest.mark.rule("hawaii:R20")
def test_nobody_is_picked_up_beside_an_enemy() -> None:
    state = position("move", A, waikiki="k-w1", koolau="a-kal a-w1 a-w2", maui="a-c1", kona="k-kam")
    state = play(state, "walk a-w1", "sail a-c1", "load a-w2")
    assert where(state, "a-w1") == "waikiki"
    assert loads(state) == ["load a-kal"]


@pytest.mark.rule("hawaii:10.3", "hawaii:R21", "hawaii:3.1")
def test_a_canoe_carries_two_units_and_any_leaders() -> None:
    state = position("move", K, kona="k-kam k-you k-w1 k-w2 k-w7 k-c1", waikiki="a-kal")
    state = play(state, "sail k-c1", "load k-w1", "load k-w7")
    assert loads(state) == ["load k-kam", "load k-you"]
    state = play(state, "load k-kam", "load k-you", "land maui")
    assert at(state, "maui") == {"k-kam", "k-you", "k-w1", "k-w7", "k-c1"}
    alone = position("move", K, kona="k-kam k-c1", waikiki="a-kal")
    assert where(play(alone, "sail k-c1", "load k-kam", "land maui"), "k-kam") == "maui"


@pytest.mark.rule("hawaii:10.3", "hawaii:11.0")
def test_whoever_lands_beside_an_enemy_fights_when_all_movement_is_over() -> None:
    state = play(position("move", K, **ARMY), "sail k-c1", "load k-w1", "land maui")
    assert "done" in choices_of(state)
    assert at(state, "maui") == {"k-w1", "k-c1", "a-w3"}
    assert asked(play(state, "done")) is None  # the advantage roll


@pytest.mark.rule("hawaii:R17")
def test_neutral_kauai_never_moves() -> None:
    for seat in (K, A):
        state = position("move", seat, **ARMY)
        assert not any("x-" in c for c in choices_of(state))
    joined = play(position("move", K, ally=K, **ARMY), "sail x-c1", "load x-w1", "load x-w2", "land koolau")
    assert at(joined, "koolau") == {"x-w1", "x-w2", "x-c1"}
