"""11.7, 11.8: sighting and sea battle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kemu import Table
from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.model.actions import Launch
from kemu.games.hawaii.rules.advantage import AdvantageRoll
from kemu.games.hawaii.rules.fight import Fight

from .positions import CAT, GAME, A, K, asked, at, cards, choices_of, overlaid, play, position, told, where

K_FIRST, A_FIRST = (6, 1), (1, 6)


def bound_for_oahu(koolau: str = "a-w1 a-c1", waikiki: str = "a-kal a-w2 a-c2", **more: Any) -> Any:
    """Kamehameha's men have landed in Koʻolau with two canoes; the sighting is due."""
    there = {
        "kona": "k-kam",
        "hilo": "k-w9",
        "koolau": f"k-w1 k-w2 k-c1 k-c2 {koolau}",
        "waikiki": waikiki,
        "maui": "a-w3",
    }
    return position("battle", K, rode="k-w1 k-w2", sailed="k-c1 k-c2", **{**there, **more})


def fight(state: Any) -> Fight:
    frame = state.stack[-1]
    assert isinstance(frame, Fight)
    return frame


@pytest.mark.rule("hawaii:11.7", "hawaii:R24")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_landing_is_sighted_on_1_to_3_by_one_roll(die: int) -> None:
    state = bound_for_oahu()
    assert GAME.pending(state) in CAT.sighting
    state = play(state, die)
    if die <= 3:
        assert asked(state) == A
        assert "wait" in choices_of(state)
    else:
        assert fight(state).stage == 1


@pytest.mark.rule("hawaii:R25")
def test_no_sighting_if_the_defender_could_not_launch() -> None:
    assert fight(bound_for_oahu("a-w1", "a-kal")).stage == 1  # no canoe on the island
    lone = bound_for_oahu("a-c1", "")
    assert where(lone, "a-c1") == "maui"  # no fighter: the canoe sails off
    assert lone.stack[0].seat == A  # and no die was due before that


@pytest.mark.rule("hawaii:R25", "hawaii:11.7")
def test_a_landing_on_the_empty_half_can_be_met_at_sea() -> None:
    state = bound_for_oahu("")
    assert GAME.pending(state) in CAT.sighting
    unseen = play(state, 4)
    assert at(unseen, "koolau") == {"k-w1", "k-w2", "k-c1", "k-c2"}
    assert unseen.stack[0].seat == A  # type: ignore[union-attr]
    met = play(state, 1, "launch a-c2", "launch a-kal", "sea")
    assert fight(met).stage == 0


@pytest.mark.rule("hawaii:R25")
def test_a_landing_beside_ones_own_garrison_is_no_invasion() -> None:
    state = position(
        "battle", K, rode="k-w1", sailed="k-c1", kona="k-kam", koolau="k-w1 k-c1 k-w5", waikiki="a-kal a-c1"
    )
    assert state.stack[0].seat == A  # type: ignore[union-attr]


@pytest.mark.rule("hawaii:R25")
def test_a_landing_whose_canoes_the_storm_took_is_not_met_at_sea() -> None:
    state = position("battle", K, rode="k-w1", kona="k-kam", koolau="k-w1 a-w1 a-c1", waikiki="a-kal")
    assert fight(state).stage == 1


@pytest.mark.rule("hawaii:11.7", "hawaii:R26", "hawaii:R21")
def test_the_war_fleet_draws_on_both_spaces_and_on_the_canoes_capacity() -> None:
    state = play(bound_for_oahu("a-w1 a-w4 a-w5 a-c1"), 1)
    assert choices_of(state) == ["wait", "launch a-c1", "launch a-c2"]
    state = play(state, "launch a-c1")
    assert "sea" not in choices_of(state)
    assert set(choices_of(state)) == {"launch a-c2", "launch a-w1", "launch a-w2", "launch a-w4", "launch a-kal"}
    state = play(state, "launch a-w1", "launch a-w4")
    assert set(choices_of(state)) == {"sea", "launch a-c2", "launch a-kal"}
    state = play(state, "launch a-kal", "sea")
    assert fight(state).stage == 0
    assert {where(state, unit) for unit in ("k-w1", "k-c1", "a-kal", "a-w1", "a-c1")} == {"sea"}
    assert (where(state, "a-w5"), where(state, "a-w2")) == ("koolau", "waikiki")


@pytest.mark.rule("hawaii:R26", "hawaii:R21")
def test_a_leader_on_board_takes_no_ones_place_in_the_war_fleet() -> None:
    state = play(bound_for_oahu("a-w1 a-w4 a-w5 a-c1"), 1, "launch a-c1", "launch a-kal", "launch a-w1")
    assert set(choices_of(state)) == {"sea", "launch a-c2", "launch a-w2", "launch a-w4"}
    assert set(choices_of(play(state, "launch a-w4"))) == {"sea", "launch a-c2"}


@pytest.mark.rule("hawaii:R21")
def test_a_third_passenger_is_told_that_the_canoes_are_full() -> None:
    state = play(bound_for_oahu("a-w1 a-w4 a-w5 a-c1"), 1, "launch a-c1", "launch a-w1", "launch a-w4")
    refusal = GAME.why_not(state, A, Launch("a-w2"))
    assert refusal is not None
    assert (refusal.clause, "full" in refusal.reason) == ("hawaii:R21", True)
    lone = play(bound_for_oahu("a-w1 a-w4 a-w5 a-c1", "a-kal"), 1, "launch a-c1", "launch a-w1", "launch a-w4")
    refusal = GAME.why_not(lone, A, Launch("a-w5"))
    assert refusal is not None
    assert (refusal.clause, "full" in refusal.reason) == ("hawaii:R21", True)


@pytest.mark.rule("hawaii:11.7")
def test_a_launch_can_be_taken_back_until_it_puts_to_sea_and_what_is_at_stake_is_said() -> None:
    table = Table(GAME, seed=1)
    table.state = play(bound_for_oahu(), 1)
    assert "those ashore leave with it" in table.pending.prompt
    table.play("launch a-c1")
    table.play("launch a-w1")
    assert "Undo takes that back" in table.pending.prompt
    table.undo()
    table.undo()
    assert choices_of(table.state) == ["wait", "launch a-c1", "launch a-c2"]


@pytest.mark.rule("hawaii:11.4", "hawaii:11.6", "hawaii:11.8")
def test_a_terminal_says_where_a_battle_is_fought() -> None:
    landing = bound_for_oahu()
    at_sea = play(landing, 1, "launch a-c1", "launch a-w1", "sea")
    ashore = play(landing, 6)
    cliff = play(
        position("battle", K, rode="k-w1", sailed="k-c1", maui="k-w1 k-c1 a-w3", kona="k-kam", waikiki="a-kal"),
        K_FIRST,
        4,
        1,
    )
    on_foot = position("battle", K, walked="k-w1", koolau="k-w1 a-w1", maui="a-w4", waikiki="a-kal", kona="k-kam")
    inland, beach = on_foot, play(on_foot, K_FIRST, 4, 1)
    fort = position("battle", A, rode="a-w1", sailed="a-c1", hilo="a-w1 a-c1 k-w1", kona="k-kam", waikiki="a-kal")
    said = {
        "A sea battle off Koʻolau": at_sea,
        "A battle on the beach of Koʻolau": ashore,
        "A battle on the cliff of Maui": cliff,
        "A battle inland in Koʻolau": inland,
        "A battle on the beach of": beach,
        "Kamehameha stands behind a wall": fort,
        "Hilo, a fort: Kamehameha with": fort,
    }
    for words, state in said.items():
        assert words in GAME.picture(GAME.view(state, None)), words


@pytest.mark.rule("hawaii:R26", "hawaii:R21", "hawaii:8.2")
def test_the_great_fleet_carries_no_more_for_those_who_meet_it() -> None:
    there = {"kona": "k-kam", "molokai": "k-w1 k-c1 a-w1 a-w2 a-w4 a-w5 a-c1", "waikiki": "a-kal"}
    state = position("battle", K, card="K8", rode="k-w1", sailed="k-c1", **there)
    assert choices_of(play(state, 1, "launch a-c1", "launch a-w1", "launch a-w4")) == ["sea"]


@pytest.mark.rule("hawaii:R26")
def test_nothing_is_launched_from_a_space_with_a_battle_to_come() -> None:
    there = {"waikiki": "k-w3 k-c3 a-kal a-w2 a-c2"}
    state = bound_for_oahu("a-w1 a-c1", **there)
    from msgspec.structs import replace

    assert "attack waikiki" in choices_of(replace_moves(state, "k-w3", "k-c3", replace))
    state = play(replace_moves(state, "k-w3", "k-c3", replace), "attack koolau", 1)
    assert choices_of(state) == ["wait", "launch a-c1"]


def replace_moves(state: Any, rode: str, sailed: str, replace: Any) -> Any:
    """The same, with one more landing."""
    from kemu.games.hawaii.rules.battle import BattlePhase
    from kemu.games.hawaii.rules.turn import PartEnd

    from .positions import settled, units

    return settled(
        replace(
            state,
            rode=state.rode | units(rode),
            sailed=state.sailed | units(sailed),
            stack=(PartEnd(K), BattlePhase(K)),
        )
    )


@pytest.mark.rule("hawaii:11.7")
def test_the_defender_may_wait_ashore() -> None:
    state = play(bound_for_oahu(), 1, "wait")
    assert fight(state).stage == 1


@pytest.mark.rule("hawaii:R36", "hawaii:11.8")
def test_no_wall_protects_at_sea() -> None:
    there = {"kona": "k-kam k-w1 k-c1 a-w1 a-w2 a-c1", "waikiki": "a-kal", "hilo": "k-w9"}
    state = position("battle", A, rode="a-w1 a-w2", sailed="a-c1", **there)
    state = play(state, 1, "launch k-c1", "launch k-w1", "sea")
    assert fight(state).wall == -1


# -- 11.8: won and lost by each side -------------------------------------------------------------------------


def met_at_sea(**more: Any) -> Any:
    """The chiefs meet the landing with a-w1 and both canoes; a-w4 stays ashore in the target, Kalanikūpule beyond."""
    return play(
        bound_for_oahu("a-w1 a-w4 a-c1", **more), 1, "launch a-c1", "launch a-c2", "launch a-w1", "launch a-w2", "sea"
    )


@pytest.mark.rule("hawaii:11.8", "hawaii:R27", "hawaii:R28")
def test_a_winning_attacker_lands_and_the_beaten_leave_with_half_their_canoes() -> None:
    state = play(met_at_sea(), K_FIRST, 4, "lose a-w1", 4, "lose a-w2", 1, 1)
    assert asked(state) == A
    assert choices_of(state) == ["retreat maui", "retreat waikiki"]
    assert [where(state, canoe) for canoe in ("a-c1", "a-c2")] == ["box", "sea"]
    state, events = told(state, "retreat maui")
    assert at(state, "koolau") == {"k-w1", "k-w2", "k-c1", "k-c2"}
    assert {"a-w1", "a-w2", "a-w4", "a-c2", "a-w3"} == at(state, "maui")  # those left ashore went with them
    assert at(state, "waikiki") == {"a-kal"}  # the other space stays
    assert state.stack[0].seat == A  # type: ignore[union-attr]  # and he does not attack again
    assert events


@pytest.mark.rule("hawaii:11.8", "hawaii:R28")
def test_a_beaten_fleet_with_nowhere_to_go_is_eliminated() -> None:
    state = bound_for_oahu("a-w1 a-c1", "", maui="")
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea", K_FIRST, 4, 1, 1, 1)
    assert (where(state, "a-w1"), where(state, "a-c1")) == ("box", "box")


@pytest.mark.rule("hawaii:11.8", "hawaii:R28")
def test_a_winning_defender_returns_each_to_its_own_space_and_the_landing_retreats() -> None:
    state = play(met_at_sea(), A_FIRST, "fire a-w1", 4, 4, "lose k-w2", 1, 1)
    assert (asked(state), choices_of(state)) == (K, ["retreat kona", "retreat hilo"])
    state = play(state, "retreat hilo")
    assert {"k-w1", "k-w2"} <= at(state, "hilo")
    assert sorted(where(state, canoe) for canoe in ("k-c1", "k-c2")) == ["box", "hilo"]
    assert at(state, "koolau") == {"a-w1", "a-w4", "a-c1"}
    assert at(state, "waikiki") == {"a-kal", "a-w2", "a-c2"}


@pytest.mark.rule("hawaii:11.8", "hawaii:R28")
@pytest.mark.parametrize(("canoes", "left"), [(1, 1), (2, 1), (3, 2)])
@pytest.mark.parametrize("loser", [K, A])
def test_half_of_the_losers_canoes_rounded_up_get_away(loser: int, canoes: int, left: int) -> None:
    """Of canoes that are equal to each other, so that nobody is asked which."""
    landing = ["k-c1", "k-c2", "k-c3"][: canoes if loser == K else 1]
    met_by = ["a-c1", "a-c2", "a-c4"][: canoes if loser == A else 1]
    there = {"kona": "k-kam", "koolau": " ".join(["k-w7 a-w4", *landing, *met_by]), "waikiki": "a-kal"}
    state = position("battle", K, rode="k-w7", sailed=" ".join(landing), **there)
    state = play(state, 1, *(f"launch {canoe}" for canoe in met_by), "launch a-w4", "sea")
    state = play(state, K_FIRST if loser == A else A_FIRST, 4)
    beaten, haven = ((landing, "kona"), (met_by, "waikiki"))[loser]
    fates = [where(state, canoe) for canoe in beaten]
    assert (fates.count(haven), fates.count("box")) == (left, canoes - left)


@pytest.mark.rule("hawaii:R28")
def test_the_owner_chooses_which_of_his_canoes_are_lost() -> None:
    state = bound_for_oahu("a-w1 a-c1", "a-kal a-c3")
    state = play(state, 1, "launch a-c1", "launch a-c3", "launch a-w1", "sea", K_FIRST, 6)
    assert (asked(state), choices_of(state)) == (A, ["wreck a-c1", "wreck a-c3"])  # O'ahu's, or Maui's
    state = play(state, "wreck a-c3")
    assert where(state, "a-c3") == "box"


@pytest.mark.rule("hawaii:R27", "hawaii:R22")
def test_walkers_move_in_after_a_sea_battle_won_and_fight_after_one_lost() -> None:
    there = {"kona": "k-kam", "koolau": "k-w1 k-c1 k-w2 a-w1 a-w4 a-c1", "waikiki": "k-w3", "maui": "a-kal"}
    state = position("battle", K, rode="k-w1", sailed="k-c1", walked="k-w2", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea")
    assert where(state, "k-w2") == "koolau"  # not at sea
    won = play(state, K_FIRST, 6)
    assert at(won, "koolau") == {"k-w1", "k-w2", "k-c1"}
    lost = play(state, A_FIRST, 6, "retreat kona")
    assert fight(lost).stage == 1
    assert "k-w2" in at(lost, "koolau")


@pytest.mark.rule("hawaii:8.2", "hawaii:R11", "hawaii:R12")
@pytest.mark.parametrize("yes", [True, False])
def test_the_red_mouthed_gun_says_whether_the_fleet_is_sighted(yes: bool) -> None:
    state = bound_for_oahu(held="K4")
    assert (asked(state), choices_of(state)) == (K, ["use k4", "decline k4"])
    assert GAME.pending(play(state, "decline k4")) in CAT.sighting
    state = play(state, "use k4")
    assert choices_of(state) == ["sighted true", "sighted false"]
    state = play(state, f"sighted {yes}".lower())
    assert state.held[K] == 0
    if yes:
        state = play(state, "launch a-c1", "launch a-w1", "sea")
        assert fight(state).first == K  # no roll in the first round
        state = play(state, 1, 1, 1, 1, 1, 1)
        assert isinstance(GAME.pending(state), AdvantageRoll)
    else:
        assert fight(state).stage == 1


@pytest.mark.rule("hawaii:8.2", "hawaii:R13")
def test_the_red_mouthed_gun_serves_kamehameha_as_defender_too() -> None:
    there = {"kona": "k-kam k-w1 k-c1 a-w1 a-w2 a-c1", "waikiki": "a-kal", "hilo": "k-w9"}
    state = position("battle", A, held="K4", rode="a-w1 a-w2", sailed="a-c1", **there)
    assert asked(state) == K
    state = play(state, "use k4", "sighted true", "launch k-c1", "launch k-w1", "sea")
    assert fight(state).first == K


@pytest.mark.rule("hawaii:8.2", "hawaii:11.7", "hawaii:R13")
def test_when_the_attacker_declines_his_sighting_card_the_defender_is_asked_for_his(tmp_path: Path) -> None:
    """In a kit whose card A4 decides a sighting too."""
    game = Hawaii(overlaid(tmp_path, "cards.toml", 'effect = "earthworks"', 'effect = "sighting"'))
    state = bound_for_oahu(held="K4 A4")
    assert (asked(state, game), choices_of(state, game)) == (K, ["use k4", "decline k4"])
    state = play(state, "decline k4", game=game)
    assert (asked(state, game), choices_of(state, game)) == (A, ["use a4", "decline a4"])
    assert asked(play(state, "decline a4", game=game), game) is None  # now the die decides
    seen = play(state, "use a4", "sighted true", "launch a-c1", "launch a-w1", "sea", game=game)
    assert fight(seen).first == A


@pytest.mark.rule("hawaii:8.2", "hawaii:R12")
def test_a_battle_bonus_declined_at_sea_is_offered_again_ashore() -> None:
    """The cannon goes down at sea; the musketeers, who walked in, fight on."""
    there = {"kona": "k-kam", "koolau": "k-van k-c1 k-mus a-w1 a-w4 a-c1", "waikiki": "k-w3", "maui": "a-kal"}
    state = position("battle", K, card="K3", rode="k-van", sailed="k-c1", walked="k-mus", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea")
    assert (asked(state), choices_of(state)) == (K, ["use k3", "decline k3"])
    state = play(state, "decline k3", A_FIRST, 1, 1, 6, "retreat kona")
    assert (asked(state), choices_of(state)) == (K, ["use k3", "decline k3"])
    assert fight(play(state, "decline k3")).gilt == 0


@pytest.mark.rule("hawaii:11.8", "hawaii:8.2")
def test_the_cliff_card_has_no_moment_after_a_battle_won_at_sea() -> None:
    state = play(met_at_sea(held="K5"), K_FIRST, 4, "lose a-w1", 4, "lose a-w2", 1, 1, "retreat maui")
    assert state.held[K] == cards("K5")
    assert where(state, "a-w1") == "maui"
    assert state.stack[0].seat == A  # type: ignore[union-attr]  # he was not asked: his part is over


@pytest.mark.rule("hawaii:R27", "hawaii:R28")
def test_a_canoe_left_ashore_is_none_of_those_of_which_half_are_lost() -> None:
    there = {"kona": "k-kam", "koolau": "k-w1 k-c1 a-w1 a-c1 a-c2", "waikiki": "a-kal"}
    state = position("battle", K, rode="k-w1", sailed="k-c1", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea", K_FIRST, 6)
    assert at(state, "waikiki") == {"a-kal", "a-c1", "a-c2"}


@pytest.mark.rule("hawaii:R27", "hawaii:R28")
def test_a_canoe_left_ashore_in_in_the_target_leaves_unharmed_beside_the_half_that_gets_away() -> None:
    there = {"kona": "k-kam", "koolau": "k-w1 k-c1 a-w1 a-c1", "waikiki": "a-kal a-w4 a-c2 a-c3", "maui": "a-w3"}
    state = position("battle", K, rode="k-w1", sailed="k-c1", **there)
    state = play(state, 1, "launch a-c2", "launch a-c3", "launch a-w4", "sea", K_FIRST, 6)
    assert (asked(state), choices_of(state)) == (A, ["wreck a-c2", "wreck a-c3"])
    state = play(state, "wreck a-c2", "retreat maui")
    assert at(state, "maui") == {"a-w1", "a-w3", "a-c1", "a-c3"}


@pytest.mark.rule("hawaii:R28")
def test_whoever_was_beaten_at_sea_retreats_to_no_space_with_a_battle_to_come() -> None:
    there = {"kona": "k-kam", "hilo": "k-w9", "koolau": "k-w7 k-c1 a-w1 a-c1", "maui": "k-w1 k-c2 a-w3"}
    state = position("battle", K, rode="k-w7 k-w1", sailed="k-c1 k-c2", waikiki="a-kal", **there)
    state = play(state, "attack koolau", 1, "launch a-c1", "launch a-w1", "sea", A_FIRST, 4, 1)
    assert (asked(state), choices_of(state)) == (K, ["retreat kona", "retreat hilo"])
