"""11.1 to 11.3, 12, 13, 14: the fight itself. Dice: 1 misses everybody, plain 4 panics, 6 eliminates."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.core.pending import Chance, Decide
from kemu.games.hawaii.rules.advantage import AdvantageRoll
from kemu.games.hawaii.rules.fight import MOST_ROUNDS, Fight

from .positions import GAME, A, K, asked, choices_of, play, position, told, units, where

K_FIRST, A_FIRST = (6, 1), (1, 6)


def attack(attackers: str, defenders: str, at: str = "molokai", **more: Any) -> Any:
    """Kamehameha has landed beside the chiefs; the advantage roll is due."""
    rest = {"kona": "k-kam", "waikiki": "a-kal"}
    for name, stack in (("kona", attackers), ("waikiki", defenders)):
        if rest[name] in stack:
            rest[name] = "k-w9" if name == "kona" else "a-w5"
    state = position(
        "battle", K, rode=attackers, sailed="k-c1", **{**rest, at: f"{attackers} k-c1 {defenders}"}, **more
    )
    if not isinstance(state.stack[-1], Fight):
        state = play(state, 6)  # a canoe could have sighted them, and did not
    assert isinstance(state.stack[-1], Fight)
    return state


def fight(state: Any) -> Fight:
    frame = state.stack[-1]
    assert isinstance(frame, Fight)
    return frame


def panicked(state: Any) -> set[str]:
    mask = fight(state).panicked
    return {c.id for i, c in enumerate(GAME.cat.counters) if mask >> i & 1}


# -- 11.1 the advantage --------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:11.1", "hawaii:R30")
@pytest.mark.parametrize(
    ("mine", "his", "plus"),
    [("k-w1", "a-w1", -1), ("k-gua", "a-w1", 0), ("k-gua", "a-thu a-w1", -1), ("k-w1", "a-thu a-kai", 1)],
)
def test_the_side_with_more_elites_adds_one(mine: str, his: str, plus: int) -> None:
    pending = GAME.pending(attack(mine, his))
    assert isinstance(pending, AdvantageRoll)
    assert pending.plus == plus


@pytest.mark.rule("hawaii:11.1", "hawaii:R30")
def test_the_higher_die_has_the_advantage_and_a_tie_cannot_come_out() -> None:
    even = AdvantageRoll(-1)
    assert {weight for _, weight in even.outcomes()} == {15}
    assert all(even.check((n, n)) is not None for n in range(1, 7))
    assert even.check((3, 2)) is None
    plus = AdvantageRoll(0)
    assert plus.check((2, 3)) is not None  # 2 + 1 ties
    assert plus.first((3, 3)) == K
    assert [weight for _, weight in plus.outcomes()] == [21, 10]
    assert even.check((0, 3)) is not None


@pytest.mark.rule("hawaii:11.1")
def test_whoever_has_the_advantage_fires_first() -> None:
    state = attack("k-w1 k-w7", "a-w1 a-w4")
    assert asked(play(state, K_FIRST)) == K
    assert asked(play(state, A_FIRST)) == A


@pytest.mark.rule("hawaii:11.1", "hawaii:R31")
def test_fire_alternates_and_the_longer_line_fires_on() -> None:
    state = play(attack("k-w1 k-w7 k-w8", "a-w1"), K_FIRST)
    assert choices_of(state) == ["fire k-w1", "fire k-w7"]
    state = play(state, "fire k-w7", 1)
    assert fight(state).shooter == GAME.cat.index["a-w1"]  # its only unit: no question
    state = play(state, 1, 1)
    assert choices_of(state) == ["fire k-w1", "fire k-w8"]
    state = play(state, "fire k-w1", 1, 1)
    assert fight(state).shooter == GAME.cat.index["k-w8"]
    state = play(state, 1)
    assert fight(state).round == 2
    assert isinstance(GAME.pending(state), AdvantageRoll)


@pytest.mark.rule("hawaii:11.1")
def test_whoever_is_hit_before_he_fired_does_not_fire() -> None:
    state = play(attack("k-w1", "a-w1 a-w4"), K_FIRST, 4, "lose a-w1", 1)
    assert fight(state).shooter == GAME.cat.index["a-w4"]
    state = play(state, 1)
    assert fight(state).round == 2
    assert panicked(state) == {"a-w1"}


@pytest.mark.rule("hawaii:R32", "hawaii:11.1")
def test_the_round_is_played_out_and_then_the_battle_is_lost() -> None:
    state = play(attack("k-w1 k-w2", "a-w4"), K_FIRST, 4, 1)
    assert panicked(state) == {"a-w4"}
    assert fight(state).shooter == GAME.cat.index["k-w2"]  # fires on at a panicked line
    assert where(play(state, 4), "a-w4") == "box"
    state, events = told(state, 1, 1)
    assert [e.winner for e in events if e.__struct_config__.tag == "won"] == [K]


@pytest.mark.rule("hawaii:R41")
def test_a_fight_that_never_ends_is_lost_by_the_attacker() -> None:
    state = attack("k-w7", "a-w4")
    for number in range(1, MOST_ROUNDS + 1):
        assert fight(state).round == number
        state, events = told(state, K_FIRST, 1, 1)
    assert [e.winner for e in events if e.__struct_config__.tag == "won"] == [A]
    assert where(state, "k-w7") == "kona"


# -- 11.2, 11.3 results --------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:11.2", "hawaii:12.0", "hawaii:R34")
@pytest.mark.parametrize(
    ("shooter", "die", "fate"),
    [
        *(("k-w7", die, fate) for die, fate in enumerate(["", "", "", "panic", "panic", "box"], 1)),
        *(("k-gua", die, fate) for die, fate in enumerate(["", "", "panic", "panic", "box", "box"], 1)),
    ],
)
def test_elites_fire_on_the_elite_column(shooter: str, die: int, fate: str) -> None:
    state = play(attack(shooter, "a-w1 a-w2"), K_FIRST, die)
    hit = "box" if where(state, "a-w1") == "box" else "panic" if panicked(state) else ""
    assert hit == fate


@pytest.mark.rule("hawaii:R34", "hawaii:12.0")
def test_a_defending_elite_fires_on_the_elite_column_too() -> None:
    state = play(attack("k-w1 k-w2", "a-thu"), A_FIRST, 3)
    assert panicked(state) == {"k-w1"}


@pytest.mark.rule("hawaii:11.2", "hawaii:3.0")
def test_a_unit_rolls_as_many_dice_as_its_strength() -> None:
    state = play(attack("k-gua", "a-w1 a-w2 a-w4"), K_FIRST)
    for _ in range(3):
        assert fight(state).shooter == GAME.cat.index["k-gua"]
        state = play(state, 1)
    assert asked(state) == A


@pytest.mark.rule("hawaii:11.3", "hawaii:R31")
def test_the_owner_of_the_target_chooses_after_each_die() -> None:
    state = play(attack("k-w1", "a-w1 a-w4"), K_FIRST, 6)
    assert (asked(state), choices_of(state)) == (A, ["lose a-w1", "lose a-w4"])
    state = play(state, "lose a-w4")
    assert where(state, "a-w4") == "box"
    assert isinstance(GAME.pending(state), Chance)  # the second die


@pytest.mark.rule("hawaii:11.3", "hawaii:R33")
def test_a_panic_may_go_to_a_panicked_unit_which_is_then_eliminated() -> None:
    state = play(attack("k-w1", "a-w1 a-w4"), K_FIRST, 4, "lose a-w4", 4)
    assert choices_of(state) == ["lose a-w1", "lose a-w4"]
    assert where(play(state, "lose a-w4"), "a-w4") == "box"
    spread = play(state, "lose a-w1")
    assert {where(spread, "a-w1"), where(spread, "a-w4")} == {"molokai"}
    assert fight(spread).stage == 2  # both panicked: beaten, but alive on the cliff


@pytest.mark.rule("hawaii:11.3", "hawaii:R33")
def test_an_elimination_must_take_an_unpanicked_unit_even_the_last_elite() -> None:
    state = play(attack("k-w1", "a-thu a-w4"), K_FIRST, 4)
    assert panicked(state) == {"a-w4"}
    state, _ = told(state, 6)
    assert where(state, "a-thu") == "box"
    assert where(state, "a-w4") == "molokai"


@pytest.mark.rule("hawaii:11.3", "hawaii:R31")
def test_results_with_nobody_left_are_lost() -> None:
    _state, events = told(attack("k-gua k-w1", "a-w4"), K_FIRST, "fire k-w1", 6)
    assert [e.winner for e in events if e.__struct_config__.tag == "won"] == [K]


@pytest.mark.rule("hawaii:R29", "hawaii:11.2")
def test_canoes_take_no_results_and_do_not_fire() -> None:
    state = attack("k-w1", "a-w1 a-c1")
    assert fight(state).lines == (units("k-w1"), units("a-w1"))
    state = play(state, A_FIRST, 6)  # the only fighter falls; the canoes do not go on fighting
    assert where(state, "k-w1") == "box"
    assert where(state, "k-c1") == "kona"


# -- 12, 13 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:12.0", "hawaii:R35")
def test_a_panic_goes_to_a_unit_that_is_not_elite_even_a_panicked_one() -> None:
    state = play(attack("k-w1", "a-thu a-w4"), K_FIRST, 4)
    assert panicked(state) == {"a-w4"}
    state = play(state, 4)
    assert where(state, "a-w4") == "box"


@pytest.mark.rule("hawaii:12.0", "hawaii:R35", "hawaii:11.3")
def test_a_panic_on_elites_alone_is_lost() -> None:
    state, events = told(attack("k-w1", "a-thu"), K_FIRST, 4)
    assert panicked(state) == set()
    assert events[-1].clause == "hawaii:12.0"


@pytest.mark.rule("hawaii:13.0", "hawaii:R36", "hawaii:R35")
def test_in_a_fort_the_defender_ignores_panic_but_not_the_attacker() -> None:
    state = position("battle", A, rode="a-w1", sailed="a-c1", hilo="a-w1 a-c1 k-w1", kona="k-kam", waikiki="a-kal")
    shot = play(state, A_FIRST, 4)
    assert panicked(shot) == set()
    back = play(state, K_FIRST, 4)
    assert panicked(back) == {"a-w1"}
    assert where(back, "a-w1") == "hilo"


@pytest.mark.rule("hawaii:R36", "hawaii:13.0")
def test_a_fort_protects_whoever_defends_it() -> None:
    state = attack("k-w1", "a-w1", at="hilo")
    assert fight(state).wall == A
    assert panicked(play(state, K_FIRST, 4)) == set()


# -- 14 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:14.1", "hawaii:R38")
def test_pikes_cancel_the_first_panic_of_each_round() -> None:
    state = play(attack("k-gua", "a-pik a-w1"), K_FIRST, 4)
    assert panicked(state) == set()
    state = play(state, 4)
    assert choices_of(state) == ["lose a-pik", "lose a-w1"]
    state = play(state, "lose a-w1", 1, 1, 1)
    assert fight(state).round == 2
    state = play(state, K_FIRST, 4)
    assert panicked(state) == {"a-w1"}
    assert asked(state) is None  # the second round's first panic is cancelled too: nobody is asked to take it
    assert fight(state).piked == 1 << A


@pytest.mark.rule("hawaii:14.1", "hawaii:R38")
def test_panicked_pikes_cancel_nothing_and_save_nothing_up() -> None:
    state = play(attack("k-gua", "a-pik a-w1"), K_FIRST, 4, 4, "lose a-pik", 1)
    state = play(state, 1, 1)
    assert fight(state).round == 2
    state = play(state, K_FIRST, 4)
    assert choices_of(state) == ["lose a-w1", "lose a-pik"]


@pytest.mark.rule("hawaii:R38", "hawaii:R35")
def test_panics_lost_behind_a_wall_do_not_use_up_the_pikes() -> None:
    state = attack("k-gua", "a-pik a-w1", at="hilo")
    assert fight(play(state, K_FIRST, 4)).piked == 0
    assert fight(play(attack("k-gua", "a-pik a-w1"), K_FIRST, 4)).piked == 1 << A


@pytest.mark.rule("hawaii:R38", "hawaii:14.1")
def test_pikes_serve_the_attacker_too_and_against_gunpowder() -> None:
    state = play(attack("k-pik k-w1", "a-bro"), A_FIRST, 4)
    assert panicked(state) == set()


@pytest.mark.rule("hawaii:14.2", "hawaii:R39")
def test_gunpowder_fires_first_on_both_sides_and_then_the_turns_begin() -> None:
    state = play(attack("k-van k-mus k-w1 k-w7", "a-bro a-w1 a-w4"), K_FIRST)
    assert choices_of(state) == ["fire k-van", "fire k-mus"]
    state = play(state, "fire k-mus", 1, 1, 1, 1)
    assert fight(state).shooter == GAME.cat.index["a-bro"]
    state = play(state, 1, 1)
    assert (asked(state), choices_of(state)) == (K, ["fire k-w1", "fire k-w7"])
    state = play(state, "fire k-w1", 1, 1)
    assert (asked(state), choices_of(state)) == (A, ["fire a-w1", "fire a-w4"])


@pytest.mark.rule("hawaii:14.2", "hawaii:R39")
def test_gunpowder_fires_first_in_later_rounds_and_even_alone_against_the_advantage() -> None:
    state = play(attack("k-w1 k-w7", "a-bro"), K_FIRST)
    assert fight(state).shooter == GAME.cat.index["a-bro"]
    state = play(state, 1, 1)
    assert asked(state) == K
    state = play(state, "fire k-w1", 1, 1, 1)
    assert fight(state).round == 2
    assert fight(play(state, K_FIRST)).shooter == GAME.cat.index["a-bro"]


@pytest.mark.rule("hawaii:14.2", "hawaii:R39")
def test_when_only_the_first_player_has_gunpowder_the_turns_begin_with_him_all_the_same() -> None:
    state = play(attack("k-van k-w1 k-w7", "a-w1 a-w4"), K_FIRST)
    assert fight(state).shooter == GAME.cat.index["k-van"]
    state = play(state, 1, 1)
    assert (asked(state), choices_of(state)) == (K, ["fire k-w1", "fire k-w7"])


@pytest.mark.rule("hawaii:R39")
def test_young_is_a_leader_and_no_gunpowder() -> None:
    state = play(attack("k-you k-w1", "a-w1"), A_FIRST, 1, 1)
    assert choices_of(state) == ["fire k-you", "fire k-w1"]


# -- 8.2: cards in a fight -----------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:8.2", "hawaii:R11", "hawaii:R13")
def test_the_thunderers_card_turns_the_advantage_round() -> None:
    state = play(attack("k-w1", "a-thu", held="A5"), K_FIRST)
    assert (asked(state), choices_of(state)) == (A, ["use a5", "decline a5"])
    used = play(state, "use a5")
    assert fight(used).shooter == GAME.cat.index["a-thu"]
    assert (used.held[A], used.discards[A]) == (0, 1 << GAME.cat.card["A5"])
    declined = play(state, "decline a5")
    assert fight(declined).shooter == GAME.cat.index["k-w1"]
    assert declined.held[A]
    assert not isinstance(GAME.pending(play(attack("k-w1", "a-w1", held="A5"), K_FIRST)), Decide)


@pytest.mark.rule("hawaii:8.2", "hawaii:R12", "hawaii:R13")
def test_a_battle_bonus_lets_gunpowder_fire_on_the_elite_column() -> None:
    rest = {"kona": "k-kam", "waikiki": "a-kal"}
    state = position("battle", K, card="K3", rode="k-van", sailed="k-c1", molokai="k-van k-c1 a-w1 a-w2", **rest)
    assert (asked(state), choices_of(state)) == (K, ["use k3", "decline k3"])
    assert panicked(play(state, "use k3", K_FIRST, 3)) == {"a-w1"}
    assert panicked(play(state, "decline k3", K_FIRST, 3)) == set()
    # In the second battle of the same landing too: a three panics again.
    second = play(state, "use k3", K_FIRST, 3, 3, "lose a-w2", K_FIRST)
    assert fight(second).stage == 2
    assert panicked(play(second, 3)) == {"a-w1"}
    # The enemy's guns stay on the plain column.
    guns = position("battle", K, card="K3", rode="k-van", sailed="k-c1", molokai="k-van k-c1 a-bro a-w1", **rest)
    assert panicked(play(guns, "use k3", A_FIRST, 3)) == set()
    # And at sea.
    afloat = position("battle", K, card="K3", rode="k-van", sailed="k-c1", molokai="k-van k-c1 a-w1 a-w2 a-c1", **rest)
    afloat = play(afloat, 1, "launch a-c1", "launch a-w1", "launch a-w2", "sea", "use k3")
    assert fight(play(afloat, K_FIRST)).stage == 0
    assert panicked(play(afloat, K_FIRST, 3)) == {"a-w1"}
    plain = position("battle", K, card="K3", rode="k-w1", sailed="k-c1", molokai="k-w1 k-c1 a-w1 a-w2", **rest)
    assert isinstance(GAME.pending(plain), AdvantageRoll)


@pytest.mark.rule("hawaii:R12", "hawaii:8.0")
def test_only_one_event_of_a_players_cards_in_one_battle() -> None:
    rest = {"kona": "k-kam", "waikiki": "a-kal"}
    there = {"molokai": "k-van k-w1 k-c1 a-w4", **rest}
    state = position("battle", K, card="K3", held="K5", rode="k-van k-w1", sailed="k-c1", **there)
    without = play(state, "use k3", K_FIRST, 4, 1, 1, 1)
    assert isinstance(without.stack[-1], Fight)
    assert fight(without).stage == 2  # the cliff card may not follow the bonus
    may = play(state, "decline k3", K_FIRST, 4, 1, 1, 1)
    assert choices_of(may) == ["use k5", "decline k5"]
