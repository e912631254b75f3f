"""The exact odds, held against the engine's own chance outcomes and against simulated battles."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from kemu.core.pending import Chance
from kemu.core.rng import QuickRng
from kemu.games.hawaii.odds.estimate import estimate
from kemu.games.hawaii.odds.exact import BattleOdds, battle_odds, endings
from kemu.games.hawaii.odds.lines import Line
from kemu.games.hawaii.rules.fight import Fight

from .positions import CAT, GAME, A, K, position, simulated, units

FIELD = {"kona": "k-w9", "maui": "a-w5"}


def landing(attackers: str, defenders: str, at: str = "molokai") -> Any:
    there = {**FIELD, at: f"{attackers} k-c1 {defenders}"}
    return position("battle", K, rode=attackers, sailed="k-c1", **there)


def won(state: Any, attackers: str, at: str) -> bool:
    """Whether the attacker ended with the space."""
    return bool(state.places[CAT.space[at]] & units(attackers))


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
    lost: tuple[list[int], ...] = ([], [], [], [])
    for _ in range(number):
        end = simulated(start, rng)
        taken += won(end, attackers, at)
        dead = end.places[CAT.boxes[0]] | end.places[CAT.boxes[1]] | end.places[CAT.gone]
        for side, names in enumerate((attackers, defenders)):
            fallen = units(names) & dead
            lost[side].append(fallen.bit_count())
            lost[2 + side].append(sum(CAT.strength[i] for i in range(40) if fallen >> i & 1))
    error = sqrt(odds.takes * (1 - odds.takes) / number)
    assert abs(taken / number - odds.takes) < 4 * error
    for counts, expected in zip(lost, (*odds.lost_units, *odds.lost_dice), strict=True):
        mean = sum(counts) / number
        spread = sqrt(sum((count - mean) ** 2 for count in counts) / number / number)
        assert abs(mean - expected) < 4 * spread


@pytest.mark.parametrize(("attackers", "defenders", "at"), BATTLES)
def test_the_odds_agree_with_simulated_battles(attackers: str, defenders: str, at: str) -> None:
    compare(attackers, defenders, at, 800, 11)


@pytest.mark.slow
@pytest.mark.parametrize(("attackers", "defenders", "at"), BATTLES)
def test_the_odds_agree_with_a_hundred_thousand_simulated_battles(attackers: str, defenders: str, at: str) -> None:
    compare(attackers, defenders, at, 100_000, 12)


CHIEFS = [
    ("k-kam k-w1", "a-w1 a-w2 a-w4", "molokai"),
    ("k-kam k-pik k-w7", "a-kal a-w1", "molokai"),
    ("k-kam k-w1 k-w2", "a-kal a-w1", "hilo"),
]


def compare_falls(attackers: str, defenders: str, at: str, number: int, seed: int) -> None:
    start = landing(attackers, defenders, at)
    rng = QuickRng(seed)
    wall = CAT.fort[CAT.space[at]]
    odds = battle_odds(GAME, units(attackers), units(defenders), attacker=K, wall=wall)
    about = estimate(GAME, units(attackers), units(defenders), attacker=K, wall=wall)
    chiefs = {CAT.counters[CAT.index[name]].name: units(name) for name in ("k-kam", "a-kal")}
    fallen = dict.fromkeys(chiefs, 0)
    for _ in range(number):
        gone = simulated(start, rng).places[CAT.gone]
        for name, bit in chiefs.items():
            fallen[name] += bool(gone & bit)
    assert [name for name, _ in odds.falls] == [
        name for name, bit in chiefs.items() if bit & units(f"{attackers} {defenders}")
    ]
    for (name, chance), (same, guess) in zip(odds.falls, about.falls, strict=True):
        assert 0.02 < chance < 0.98
        assert abs(fallen[name] / number - chance) < 4 * sqrt(chance * (1 - chance) / number)
        assert name == same
        assert abs(guess - chance) < 4 * sqrt(chance * (1 - chance) / about.sampled)


@pytest.mark.rule("hawaii:5.2")
@pytest.mark.parametrize(("attackers", "defenders", "at"), CHIEFS)
def test_how_likely_a_chief_falls_agrees_with_simulated_battles(attackers: str, defenders: str, at: str) -> None:
    compare_falls(attackers, defenders, at, 2_000, 21)


@pytest.mark.slow
@pytest.mark.parametrize(("attackers", "defenders", "at"), CHIEFS)
def test_how_likely_a_chief_falls_agrees_with_many_simulated_battles(attackers: str, defenders: str, at: str) -> None:
    compare_falls(attackers, defenders, at, 50_000, 22)


def test_only_chiefs_whose_deaths_decide_the_game_are_spoken_of() -> None:
    odds = battle_odds(GAME, units("k-you k-w1"), units("a-w1 a-kai"), attacker=K)
    assert [name for name, _ in odds.falls] == ["Kaʻiana"]
    assert str(odds).endswith(f"; Kaʻiana falls: {odds.falls[0][1]:.0%}")


def test_the_defender_sees_the_same_battle_from_the_other_side() -> None:
    odds = battle_odds(GAME, units("k-kam k-w1"), units("a-w1"), attacker=K)
    other = odds.turned()
    assert other.takes == pytest.approx(1.0 - odds.takes)
    assert other.lost_dice == odds.lost_dice[::-1]
    assert other.lost_units == odds.lost_units[::-1]
    assert other.falls == odds.falls


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


def test_behind_a_wall_there_is_no_second_battle_and_a_card_serves_in_both() -> None:
    walled = battle_odds(GAME, units("k-van k-w1"), units("a-w1 a-w2"), attacker=K, wall=True)
    assert walled.takes == pytest.approx(walled.first)
    # One shot of two dice against one unit, both battles by the same die: gilt guns hit on 4 faces of 6, twice.
    plain = battle_odds(GAME, units("k-van"), units("a-w4"), attacker=K)
    gilt = battle_odds(GAME, units("k-van"), units("a-w4"), attacker=K, gilt=units("k-van"))
    assert gilt.takes / gilt.first > plain.takes / plain.first


def test_on_foot_against_canoes_the_beaten_get_away() -> None:
    """An attack from the island's other space, 1,500 times: the defender's losses are those of `escape`."""
    attackers, defenders = "a-w1 a-w2", "k-w7 k-w8"
    start = position(
        "battle", A, walked=attackers, kona="k-kam", waikiki="a-kal", koolau=f"{attackers} {defenders} k-c1"
    )
    rng, number = QuickRng(5), 1_500
    lost = [0, 0]
    for _ in range(number):
        end = simulated(start, rng, A)
        for side, names in enumerate((attackers, defenders)):
            lost[side] += (units(names) & end.places[CAT.boxes[1 - side]]).bit_count()
    odds = battle_odds(GAME, units(attackers), units(defenders), attacker=A, escape=True)
    ashore = battle_odds(GAME, units(attackers), units(defenders), attacker=A)
    assert odds.takes == pytest.approx(ashore.takes)
    assert odds.lost_units[1] < ashore.lost_units[1]
    for side in (0, 1):
        assert abs(lost[side] / number - odds.lost_units[side]) < 4 * 0.8 / sqrt(number)


def test_large_armies_are_worked_out_and_little_is_dropped() -> None:
    attackers, defenders = units("k-kam k-gua k-van k-mus k-pik k-w1 k-w7"), units("a-kal a-thu a-bro a-pik a-w1 a-w4")
    odds = battle_odds(GAME, attackers, defenders, attacker=K)
    assert odds.missing < 1e-6
    rough = battle_odds(GAME, attackers, defenders, attacker=K, least=1e-7)
    assert 0.0 < rough.missing < 0.01
    assert abs(rough.takes - odds.takes) <= rough.missing


def test_an_estimate_says_that_it_is_one_and_agrees_with_the_exact_odds() -> None:
    attackers, defenders = units("k-kam k-van k-w1 k-w7"), units("a-kal a-pik a-w1 a-w4")
    exact = battle_odds(GAME, attackers, defenders, attacker=K)
    about = estimate(GAME, attackers, defenders, attacker=K, battles=3_000)
    assert about.sampled == 3_000
    assert str(about).startswith("about ")
    assert not str(exact).startswith("about ")
    assert abs(about.takes - exact.takes) < 4 * sqrt(0.25 / 3_000)
    assert about.lost_dice == pytest.approx(exact.lost_dice, abs=0.25)


def test_an_estimate_of_a_battle_at_sea_ends_with_it() -> None:
    attackers, defenders = units("k-w1 k-w2 k-w7"), units("a-w1 a-w2")
    exact = battle_odds(GAME, attackers, defenders, attacker=K, sea=True)
    about = estimate(GAME, attackers, defenders, attacker=K, sea=True, battles=3_000)
    assert abs(about.takes - exact.takes) < 4 * sqrt(exact.takes * (1 - exact.takes) / 3_000)
    assert about.takes == about.first


@pytest.mark.parametrize(
    ("takes", "missing", "sampled", "words"),
    [
        (0.9987, 0.0, 0, ">99%"),
        (1.0, 1e-9, 0, ">99%"),
        (1.0, 0.0, 0, "100%"),
        (0.0013, 0.0, 0, "<1%"),
        (0.0, 0.0, 0, "0%"),
        (0.994, 0.0, 0, "99%"),
        (1.0, 0.0, 400, "about 100%"),
    ],
)
def test_only_what_is_certain_is_called_certain(takes: float, missing: float, sampled: int, words: str) -> None:
    odds = BattleOdds(takes, takes, (1.0, 2.0), (1.2, 2.4), missing, sampled)
    assert str(odds) == f"{words}, expected losses: you 1.2 dice, they 2.4"


def test_what_is_dropped_in_the_second_battle_is_counted_too() -> None:
    line = Line(CAT, walled=False, gilt=0)
    forces = units("k-kam k-gua k-van k-mus k-pik k-w1 k-w7"), units("a-w1 a-w2 a-w4 a-bro a-pik")
    for least in (1e-5, 1e-7):
        ends = endings((line, line), forces, attacker=K, sea=False, least=least)
        kept = sum(chance for *_, chance in (*ends.won, *ends.lost))
        assert ends.missing == pytest.approx(1.0 - kept, abs=1e-9)
        assert ends.missing > 0.0
