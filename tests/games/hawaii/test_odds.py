"""The exact odds, held against the engine's own chance outcomes and against simulated battles."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from kemu.core.pending import Chance, Decide
from kemu.core.rng import QuickRng
from kemu.games.hawaii.odds import TooMany, battle_odds
from kemu.games.hawaii.policy import choose
from kemu.games.hawaii.rules.fight import Fight
from kemu.games.hawaii.rules.turn import PartEnd

from .positions import CAT, GAME, K, position, units

FIELD = {"kona": "k-w9", "maui": "a-w5"}


def landing(attackers: str, defenders: str, at: str = "molokai") -> Any:
    there = {**FIELD, at: f"{attackers} k-c1 {defenders}"}
    return position("battle", K, rode=attackers, sailed="k-c1", **there)


def won(state: Any, attackers: str, at: str) -> bool:
    """Whether the attacker ended with the space."""
    return bool(state.places[CAT.space[at]] & units(attackers))


def simulated(start: Any, rng: QuickRng) -> Any:
    """Play the battle on the engine, both sides by the policy, to the end of the part (or of the game)."""
    state = start
    while isinstance(state.stack[0], PartEnd) and state.stack[0].seat == K:
        pending = GAME.pending(state)
        top = state.stack[-1]
        if isinstance(pending, Decide):
            choice = choose(CAT, top, pending) if isinstance(top, Fight) else pending.options[0]
        else:
            assert isinstance(pending, Chance)
            choice = pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    return state


def test_one_against_one_is_what_one_works_out_by_hand() -> None:
    """One die each: plain fire panics on 2 faces of 6 and eliminates on 1; a round without effect is fought again."""
    hit = Fraction(1, 2)
    first = (hit + (1 - hit) * hit * 0) / 2 + (1 - hit) * hit / 2  # wins as first shooter, or as second
    lost = hit / 2 + (1 - hit) * hit / 2
    wins_fight = first / (first + lost)
    assert wins_fight == Fraction(1, 2)
    panicked = Fraction(2, 3)  # of the hits: then there is a second battle
    takes = wins_fight * ((1 - panicked) + panicked * wins_fight)
    odds = battle_odds(GAME, units("k-w7"), units("a-w4"), attacker=K)
    assert odds.takes == pytest.approx(float(takes))
    assert odds.first == pytest.approx(0.5)


def test_a_round_agrees_with_the_engines_chance_outcomes() -> None:
    """The tree of the engine's outcomes, cut after eight rounds: what is decided by then bounds the exact odds."""
    start = landing("k-w7", "a-w4", at="hilo")  # a fort: no second battle
    taken = beaten = Fraction(0)
    now = {start: Fraction(1)}
    while now:
        later: dict[Any, Fraction] = {}
        for state, chance in now.items():
            top = state.stack[-1]
            if not isinstance(top, Fight):
                taken, beaten = (taken + chance, beaten) if won(state, "k-w7", "hilo") else (taken, beaten + chance)
            elif top.round <= 8:
                pending = GAME.pending(state)
                assert isinstance(pending, Chance)
                total = pending.total()
                for outcome, weight in pending.outcomes():
                    after = GAME.apply(state, outcome)[0]
                    later[after] = later.get(after, Fraction(0)) + chance * weight / total
        now = later
    odds = battle_odds(GAME, units("k-w7"), units("a-w4"), attacker=K, wall=True)
    assert taken + beaten > Fraction(99, 100)
    assert float(taken) <= odds.takes <= float(1 - beaten)
    assert odds.takes == pytest.approx(float(taken / (taken + beaten)))  # the rounds are alike until something happens


BATTLES = [
    ("k-w1 k-w2", "a-w1 a-w2", "molokai"),
    ("k-pik k-w1 k-w7", "a-bro a-w1", "molokai"),
    ("k-gua k-mus", "a-thu a-w4", "molokai"),
    ("k-you k-w1 k-w2", "a-w1 a-w2 a-w4", "hilo"),
]


def compare(attackers: str, defenders: str, at: str, number: int, seed: int) -> None:
    start = landing(attackers, defenders, at)
    rng = QuickRng(seed)
    odds = battle_odds(GAME, units(attackers), units(defenders), attacker=K, wall=CAT.fort[CAT.space[at]])
    taken = 0
    dice: list[int] = []
    for _ in range(number):
        end = simulated(start, rng)
        taken += won(end, attackers, at)
        left = units(attackers) & ~end.places[CAT.boxes[K]] & ~end.places[CAT.gone]
        dice.append(sum(CAT.strength[i] for i in range(40) if (units(attackers) & ~left) >> i & 1))
    error = sqrt(odds.takes * (1 - odds.takes) / number)
    assert abs(taken / number - odds.takes) < 4 * error
    mean = sum(dice) / number
    spread = sqrt(sum((d - mean) ** 2 for d in dice) / number / number)
    assert abs(mean - odds.lost_dice[0]) < 4 * spread


@pytest.mark.parametrize(("attackers", "defenders", "at"), BATTLES)
def test_the_odds_agree_with_simulated_battles(attackers: str, defenders: str, at: str) -> None:
    compare(attackers, defenders, at, 800, 11)


@pytest.mark.slow
@pytest.mark.parametrize(("attackers", "defenders", "at"), BATTLES)
def test_the_odds_agree_with_a_hundred_thousand_simulated_battles(attackers: str, defenders: str, at: str) -> None:
    compare(attackers, defenders, at, 100_000, 12)


def test_at_sea_even_forces_win_as_often_as_they_lose() -> None:
    odds = battle_odds(GAME, units("k-w1 k-w2"), units("a-w1 a-w2"), attacker=K, sea=True)
    assert odds.takes == pytest.approx(0.5)
    assert odds.lost_dice[0] == pytest.approx(odds.lost_dice[1])
    other = battle_odds(GAME, units("a-w1 a-w2"), units("k-w1 k-w2"), attacker=1, sea=True)
    assert other.takes == pytest.approx(0.5)


def test_a_wall_and_a_card_move_the_odds_the_right_way() -> None:
    def takes(**more: Any) -> float:
        return battle_odds(GAME, units("k-van k-w1"), units("a-w1 a-w2"), attacker=K, **more).takes

    assert takes(wall=True) < takes() < takes(gilt=units("k-van"))


def test_a_battle_with_too_many_positions_is_refused_and_not_guessed() -> None:
    with pytest.raises(TooMany):
        battle_odds(GAME, units("k-kam k-gua k-mus k-w1 k-w7"), units("a-kal a-thu a-bro a-w1"), attacker=K, most=500)
