"""11.0, 11.4 to 11.6: the order of battles, the cliff, retreats, and islands with two spaces."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.games.hawaii.rules.advantage import AdvantageRoll
from kemu.games.hawaii.rules.fight import Fight

from .positions import GAME, A, K, asked, at, choices_of, over, play, position, told, where

K_FIRST, A_FIRST = (6, 1), (1, 6)


def fight(state: Any) -> Fight:
    frame = state.stack[-1]
    assert isinstance(frame, Fight)
    return frame


# -- 11.0, 11.1 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:11.0", "hawaii:11.1", "hawaii:10.3")
def test_the_attacker_takes_his_battles_in_the_order_he_likes_and_one_at_a_time() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-w1 k-c1 a-w1", "molokai": "k-w2 k-c2 a-w4"}
    state = position("battle", K, rode="k-w1 k-w2", sailed="k-c1 k-c2", **there)
    assert (asked(state), choices_of(state)) == (K, ["attack maui", "attack molokai"])
    state = play(state, "attack molokai")
    assert fight(state).at == GAME.cat.space["molokai"]
    state = play(state, K_FIRST, 6)
    assert fight(state).at == GAME.cat.space["maui"]


@pytest.mark.rule("hawaii:2.0", "hawaii:7.2")
def test_without_enemies_in_a_space_there_is_no_battle() -> None:
    state = position("battle", K, kona="k-kam", waikiki="a-kal", maui="k-w1")
    assert state.stack[0].seat == A  # type: ignore[union-attr]


@pytest.mark.rule("hawaii:R17")
def test_neutral_kauai_attacked_becomes_the_other_players() -> None:
    state = position(
        "battle", K, rode="k-w1 k-w2", sailed="k-c1", kona="k-kam", waikiki="a-kal", kauai="k-w1 k-w2 k-c1 x-w1 x-w2"
    )
    assert state.kauai == A
    state = play(state, K_FIRST, 6)
    assert (asked(state), choices_of(state)) == (A, ["lose x-w1", "lose x-w2"])
    state = play(state, "lose x-w2")
    assert where(state, "x-w2") == "gone"


# -- 11.4 the second battle ----------------------------------------------------------------------------------


def landing(defenders: str, **more: Any) -> Any:
    there = {"kona": "k-kam", "waikiki": "a-kal", "molokai": f"k-w1 k-w2 k-c1 {defenders}"}
    return position("battle", K, rode="k-w1 k-w2", sailed="k-c1", **{**there, **more})


@pytest.mark.rule("hawaii:11.4", "hawaii:4.1", "hawaii:11.6b")
def test_panicked_defenders_rally_on_the_cliff_and_fight_once_more() -> None:
    state = play(landing("a-w1 a-w4"), A_FIRST, "fire a-w4", 4, 4, "lose a-w1", 4, "lose a-w4")
    assert fight(state).stage == 2
    assert fight(state).panicked == 0  # both sides have rallied
    assert fight(state).round == 1
    assert isinstance(GAME.pending(state), AdvantageRoll)
    assert {where(state, "a-w1"), where(state, "a-w4")} == {"molokai"}


@pytest.mark.rule("hawaii:11.4")
def test_beaten_on_the_cliff_panicked_defenders_are_eliminated() -> None:
    state = play(landing("a-w4"), K_FIRST, 4, 1, 1, 1)
    assert fight(state).stage == 2
    state, events = told(state, K_FIRST, 4, 1, 1, 1)
    assert where(state, "a-w4") == "box"
    assert at(state, "molokai") == {"k-w1", "k-w2", "k-c1"}
    assert "hawaii:11.4" in [event.clause for event in events]


@pytest.mark.rule("hawaii:11.4", "hawaii:11.5")
def test_a_defender_who_wins_on_the_cliff_throws_the_attacker_back() -> None:
    state = play(landing("a-thu a-w4"), K_FIRST, 6, "lose a-thu", 4, 1, 1)
    assert fight(state).stage == 2
    state = play(state, A_FIRST, 4, 1, 1, A_FIRST, 4, "lose k-w2")
    assert at(state, "molokai") == {"a-w4"}
    assert {"k-w1", "k-w2", "k-c1"} <= at(state, "kona")


@pytest.mark.rule("hawaii:8.2", "hawaii:R11")
def test_the_cliff_card_spares_the_second_battle_of_a_landing() -> None:
    state = play(landing("a-w4", held="K5"), K_FIRST, 4, 1, 1, 1)
    assert (asked(state), choices_of(state)) == (K, ["use k5", "decline k5"])
    assert fight(play(state, "decline k5")).stage == 2
    state = play(state, "use k5")
    assert where(state, "a-w4") == "box"
    assert state.held[K] == 0


@pytest.mark.rule("hawaii:R36")
def test_a_battle_in_a_fort_has_no_second_part() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "hilo": "a-w1 a-c1 k-w1 k-w2"}
    state = play(position("battle", A, rode="a-w1", sailed="a-c1", **there), A_FIRST, 6, 6)
    assert at(state, "hilo") == {"a-w1", "a-c1"}
    assert state.stack[0].seat == K  # type: ignore[union-attr]


# -- earthworks ----------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:13.0", "hawaii:R37", "hawaii:9.0")
def test_earthworks_keep_the_defender_from_panic_in_the_first_battle() -> None:
    state = landing("a-w1 a-w4", held="A4")
    assert (asked(state), choices_of(state)) == (A, ["use a4", "decline a4"])
    assert fight(play(state, "decline a4")).wall == -1
    state = play(state, "use a4")
    assert where(state, "earth") == "molokai"
    assert state.held[A] == 0
    state = play(state, K_FIRST, 4)
    assert fight(state).panicked == 0
    state = play(state, 1, "fire a-w1", 1, 1, 1, 1, 1)
    assert fight(state).round == 2
    assert fight(state).wall == A  # all rounds of the first battle
    state = play(state, A_FIRST, "fire a-w1", 6, 1, 6, "lose a-w4", 6)
    assert where(state, "earth") == "aside"


@pytest.mark.rule("hawaii:R37")
def test_earthworks_are_not_offered_to_the_attacker_nor_in_a_fort() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "a-w1 a-c1 k-w1"}
    state = position("battle", A, held="A4", rode="a-w1", sailed="a-c1", **there)
    assert isinstance(GAME.pending(state), AdvantageRoll)
    fort = position(
        "battle", K, held="A4", rode="k-w1", sailed="k-c1", kona="k-kam", waikiki="a-kal", hilo="k-w1 k-c1 a-w1"
    )
    assert isinstance(GAME.pending(fort), AdvantageRoll)


@pytest.mark.rule("hawaii:R37", "hawaii:R27")
def test_earthworks_are_offered_ashore_after_a_battle_at_sea_as_well() -> None:
    """The chiefs beat the landing at sea; those who walked in still fight, now against earthworks."""
    there = {"kona": "k-kam", "koolau": "k-w1 k-c1 k-w2 a-w1 a-w4 a-c1", "waikiki": "k-w3", "maui": "a-kal"}
    state = position("battle", K, held="A4", rode="k-w1", sailed="k-c1", walked="k-w2", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea", A_FIRST, 6, "retreat kona")
    assert (asked(state), choices_of(state)) == (A, ["use a4", "decline a4"])
    assert fight(play(state, "use a4")).wall == A


# -- 11.5 retreats -------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:11.5", "hawaii:R40", "hawaii:R2")
def test_a_beaten_attacker_leaves_by_canoe_for_a_space_he_occupies() -> None:
    there = {"kona": "k-kam", "hilo": "k-c2", "kauai": "k-w3", "waikiki": "a-kal", "molokai": "k-w1 k-w7 k-c1 a-w1"}
    state = position("battle", K, rode="k-w1 k-w7", sailed="k-c1", gone="x-w1 x-w2 x-c1", **there)
    state = play(state, A_FIRST, 4, "lose k-w1", 4, "lose k-w7")
    assert (asked(state), choices_of(state)) == (K, ["retreat kona", "retreat kauai"])  # not Hilo: canoes hold nothing
    state = play(state, "retreat kauai")
    assert {"k-w1", "k-w7", "k-c1"} <= at(state, "kauai")


@pytest.mark.rule("hawaii:11.5", "hawaii:R40")
def test_nobody_retreats_into_a_battle_to_come() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-w2 k-c2 a-w2", "molokai": "k-w1 k-c1 a-w1"}
    state = position("battle", K, rode="k-w1 k-w2", sailed="k-c1 k-c2", **there)
    state = play(state, "attack molokai", A_FIRST, 4, 1)
    assert {"k-w1", "k-c1"} <= at(state, "kona")


@pytest.mark.rule("hawaii:11.5", "hawaii:R23")
def test_canoes_left_alone_sail_off_and_are_not_eliminated() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "molokai": "k-w1 k-c1 a-w1"}
    state = play(position("battle", K, rode="k-w1", sailed="k-c1", **there), A_FIRST, 6)
    assert where(state, "k-w1") == "box"
    assert where(state, "k-c1") == "kona"


@pytest.mark.rule("hawaii:11.5", "hawaii:R6", "hawaii:5.2")
def test_with_nowhere_to_go_the_whole_force_is_eliminated() -> None:
    there = {"waikiki": "a-kal", "molokai": "k-kam k-w1 k-c1 a-w1 a-w2", "hilo": "k-c2"}
    state = position("battle", K, rode="k-kam k-w1", sailed="k-c1", **there)
    state = play(state, A_FIRST, 6, "lose k-kam")
    ended = over(state)
    assert ended is not None
    assert (ended.winner, ended.reason) == (A, "sudden death")
    lost = position("battle", K, rode="k-w1", sailed="k-c1", **{**there, "molokai": "k-w1 k-c1 a-w1 a-w2"})
    lost = play(lost, A_FIRST, 4, 1, 1, 1)
    assert (where(lost, "k-w1"), where(lost, "k-c1")) == ("box", "box")


@pytest.mark.rule("hawaii:R40")
def test_without_a_canoe_a_beaten_landing_is_eliminated() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "molokai": "k-w1 a-w1"}
    state = play(position("battle", K, rode="k-w1", **there), A_FIRST, 4, 1)
    assert where(state, "k-w1") == "box"


@pytest.mark.rule("hawaii:R23")
def test_canoes_caught_alone_sail_off_and_without_a_space_are_lost() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "a-w1", "molokai": "k-w1 k-c1 a-c1"}
    state = position("battle", K, rode="k-w1", sailed="k-c1", **there)
    assert (asked(state), choices_of(state)) == (A, ["retreat maui", "retreat waikiki"])
    lost = position("battle", K, rode="k-w1", sailed="k-c1", kona="k-kam", molokai="k-w1 k-c1 a-c1")
    assert where(lost, "a-c1") == "box"


# -- 11.6 two-space islands ----------------------------------------------------------------------------------


def on_foot(defenders: str, **more: Any) -> Any:
    """The chiefs walk from Waikīkī against Kamehameha's men in Koʻolau."""
    there = {"kona": "k-kam", "waikiki": "a-kal", "koolau": f"a-w1 a-w2 {defenders}"}
    return position("battle", A, walked="a-w1 a-w2", **{**there, **more})


@pytest.mark.rule("hawaii:11.6", "hawaii:R22")
def test_attacked_from_the_other_space_the_beaten_leave_the_beach_by_canoe() -> None:
    state = on_foot("k-w7 k-c1")
    assert fight(state).stage == 1  # never sighted, though a canoe is there
    state = play(state, A_FIRST, 4, 1, 1, 1)
    assert fight(state).stage == 2
    state = play(state, A_FIRST, 4, 1, 1, 1)
    assert {"k-w7", "k-c1"} <= at(state, "kona")
    assert at(state, "koolau") == {"a-w1", "a-w2"}


@pytest.mark.rule("hawaii:11.6", "hawaii:R22")
def test_without_a_canoe_they_are_eliminated_there() -> None:
    state = play(on_foot("k-w7"), A_FIRST, 4, 1, 1, 1, A_FIRST, 4, 1, 1, 1)
    assert where(state, "k-w7") == "box"


@pytest.mark.rule("hawaii:11.6", "hawaii:R22")
def test_from_the_beach_nobody_leaves_for_a_space_with_a_battle_to_come() -> None:
    state = on_foot("k-w7 k-c1", hilo="k-w3 a-w5 a-c1", maui="k-w9", rode="a-w5", sailed="a-c1")
    state = play(state, "attack koolau", A_FIRST, 4, 1, 1, 1, A_FIRST, 4, 1, 1, 1)
    assert (asked(state), choices_of(state)) == (K, ["retreat kona", "retreat maui"])  # not Hilo: to be fought for


@pytest.mark.rule("hawaii:11.6", "hawaii:R22")
def test_a_canoe_of_kauai_takes_the_side_that_it_has_joined_off_the_beach() -> None:
    state = on_foot("k-w7 x-c1", ally=K, gone="x-w1 x-w2")
    state = play(state, A_FIRST, 4, 1, 1, 1, A_FIRST, 4, 1, 1, 1)
    assert {"k-w7", "x-c1"} <= at(state, "kona")


@pytest.mark.rule("hawaii:R22", "hawaii:11.4")
def test_a_landing_of_kauai_alone_comes_from_the_beach_too() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "molokai": "x-w1 x-c1 a-w4 a-c1"}
    state = position("battle", K, ally=K, rode="x-w1", sailed="x-c1", **there)
    state = play(state, 6, K_FIRST, 4, 1, K_FIRST, 4, 1)
    assert where(state, "a-w4") == "box"  # the cliff: no way out, canoe or not
    assert where(state, "a-c1") == "waikiki"


@pytest.mark.rule("hawaii:R40", "hawaii:R22")
def test_beaten_walkers_walk_back_even_to_an_empty_space() -> None:
    state = on_foot("k-gua", waikiki="a-c5", maui="a-kal")
    state = play(state, K_FIRST, 3, 3, "lose a-w2", 1)
    assert {where(state, "a-w1"), where(state, "a-w2")} == {"waikiki"}


@pytest.mark.rule("hawaii:R22")
def test_if_any_attacker_came_by_canoe_all_fight_from_the_beach() -> None:
    state = on_foot("k-w7 k-c1 a-w4 a-c1", rode="a-w4", sailed="a-c1")
    state = play(state, 6)  # a landing: it could be sighted
    state = play(state, A_FIRST, "fire a-w4", 4, 1, 1, 1, 1)
    assert fight(state).stage == 2
    state = play(state, A_FIRST, "fire a-w4", 4, 1, 1, 1, 1)
    assert where(state, "k-w7") == "box"  # the cliff: no way out, canoe or not
    assert where(state, "k-c1") == "kona"


@pytest.mark.rule("hawaii:R22", "hawaii:8.2")
def test_the_cliff_card_is_for_landings_only() -> None:
    there = {"kona": "k-kam", "koolau": "k-w1 k-w2 a-w4", "waikiki": "k-w3", "maui": "a-kal"}
    state = position("battle", K, walked="k-w1 k-w2", held="K5", **there)
    state = play(state, K_FIRST, 4, 1, 1, 1)
    assert fight(state).stage == 2


# -- 5.2 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:5.2")
def test_when_kamehameha_falls_the_chiefs_win_at_once() -> None:
    there = {"kona": "k-w1", "waikiki": "a-kal", "molokai": "k-kam k-c1 a-w1"}
    state = play(position("battle", K, rode="k-kam", sailed="k-c1", **there), A_FIRST, 6)
    ended = over(state)
    assert ended is not None
    assert (ended.winner, ended.clause, ended.scores) == (A, "hawaii:5.2", (0.0, 1.0))


@pytest.mark.rule("hawaii:5.2", "hawaii:R5")
@pytest.mark.parametrize(("gone", "ends"), [("a-kai", True), ("", False)])
def test_kamehameha_wins_when_both_chiefs_have_been_eliminated(gone: str, ends: bool) -> None:
    there = {"kona": "k-w1", "maui": "a-w2", "molokai": "k-kam k-c1 a-kal"}
    state = play(position("battle", K, rode="k-kam", sailed="k-c1", gone=gone, **there), K_FIRST, 6)
    assert where(state, "a-kal") == "gone"
    ended = over(state)
    assert (ended is not None) == ends
    if ended is not None:
        assert (ended.winner, ended.clause) == (K, "hawaii:5.2")


@pytest.mark.rule("hawaii:5.2", "hawaii:R4")
def test_sudden_death_counts_in_november() -> None:
    there = {"kona": "k-w1", "waikiki": "a-kal", "molokai": "k-kam k-c1 a-w1"}
    state = play(position("battle", K, month=11, rode="k-kam", sailed="k-c1", **there), A_FIRST, 6)
    ended = over(state)
    assert ended is not None
    assert ended.winner == A
