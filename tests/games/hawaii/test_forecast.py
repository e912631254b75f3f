"""What battles are likely to come to: held against the exact odds, and the same however they are asked for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kemu.games.hawaii.catalogue import bits
from kemu.games.hawaii.estimate import estimate
from kemu.games.hawaii.features import chance
from kemu.games.hawaii.forecast import BATTLES as BATTLES_THROWN
from kemu.games.hawaii.forecast import EXACT, KINDS, Ending, Forecasts
from kemu.games.hawaii.might import takes
from kemu.games.hawaii.odds import Endings, battle_odds
from kemu.games.hawaii.odds import endings as exactly
from kemu.games.hawaii.outright import Outright

from .positions import CAT, GAME, A, K, units

BATTLES = {
    "two v two": ("k-w1 k-w2", "a-w1 a-w2", K, False, False),
    "three v two in a fort": ("a-w1..3", "k-w1 k-w2", A, True, False),
    "chiefs, gunpowder and pikes": ("k-kam k-mus k-w1", "a-kal a-pik a-w1", K, False, False),
    "at sea": ("k-gua k-w1 k-w2", "a-thu a-w1 a-w2", K, False, True),
}


def asked(attackers: str, defenders: str, attacker: int, wall: bool, sea: bool) -> list[Ending]:
    return GAME.forecasts(units(attackers), units(defenders), attacker=attacker, wall=wall, sea=sea)


def dice(mask: int) -> int:
    return sum(CAT.strength[unit] for unit in bits(mask))


@pytest.mark.parametrize("name", BATTLES)
def test_it_is_near_the_exact_odds(name: str) -> None:
    attackers, defenders, attacker, wall, sea = BATTLES[name]
    found = asked(*BATTLES[name])
    odds = battle_odds(GAME, units(attackers), units(defenders), attacker=attacker, wall=wall, sea=sea)
    assert sum(likely for likely, *_ in found) == pytest.approx(1.0)
    assert sum(likely for likely, wins, *_ in found if wins) == pytest.approx(odds.takes, abs=0.12)
    for side, force in enumerate((attackers, defenders)):
        lost = sum(end[0] * (dice(units(force)) - dice(end[2 + side])) for end in found)
        assert lost == pytest.approx(odds.lost_dice[side], abs=0.7)


@pytest.mark.parametrize("name", BATTLES)
def test_a_few_ends_stand_for_all_and_each_leaves_somebody(name: str) -> None:
    attackers, defenders, _, _, sea = BATTLES[name]
    found = asked(*BATTLES[name])
    assert 2 <= len(found) <= KINDS + 4
    for _, wins, one, other in found:
        assert one & ~units(attackers) == 0
        assert other & ~units(defenders) == 0
        assert one if wins else other
        assert sea or not (wins and other), "beaten on the cliff nobody is left"


def test_a_victory_in_which_a_chief_falls_is_an_end_of_its_own() -> None:
    """Both chiefs and one warrior against a line nearly as good: sometimes they win, and one of them is dead."""
    found = asked("a-kal a-kai a-w4", "k-gua k-w1 k-w2", A, wall=False, sea=False)
    kal, kai = units("a-kal"), units("a-kai")
    left = {(wins, bool(one & kal), bool(one & kai)) for _, wins, one, _ in found}
    assert {(True, True, True), (True, True, False), (False, False, False)} <= left


def test_that_a_king_may_die_is_told_though_it_is_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 48 battles one in forty is none, or two: where a chief fights and nearly always wins it is worked out."""
    rng, rare = Random(5), list[tuple[int, int, bool, float]]()
    while len(rare) < 25:
        attackers = units("k-kam") | units(" ".join(rng.sample(["k-w1", "k-w2", "k-w3", "k-pik", "k-gua"], 3)))
        defenders = units(" ".join(rng.sample(["a-kal", "a-thu", "a-w1", "a-w2", "a-pik"], rng.randint(1, 2))))
        wall = rng.random() < 0.3
        fails = 1.0 - battle_odds(GAME, attackers, defenders, attacker=K, wall=wall).takes
        if 0.01 < fails < 0.08:
            rare.append((attackers, defenders, wall, fails))

    def off() -> float:
        forecasts = Forecasts(CAT, GAME.might, Outright(CAT))
        told = [
            sum(end[0] for end in forecasts(one, other, attacker=K, wall=wall) if not end[2] & units("k-kam"))
            for one, other, wall, _ in rare
        ]
        return (sum((says - fails) ** 2 for says, (*_, fails) in zip(told, rare, strict=True)) / len(rare)) ** 0.5

    assert off() < 1e-4
    monkeypatch.setattr("kemu.games.hawaii.forecast.EXACT", 0)
    assert 1e-4 < off() < 0.013, "in large battles more are thrown out"
    monkeypatch.setattr("kemu.games.hawaii.forecast.MORE", 0)
    assert off() > 0.016, "or it would not be worth the time"


@pytest.mark.parametrize(
    ("ours", "others"), [("k-w1 k-w2", "k-w5 k-w6"), ("k-gua k-w1", "k-gua k-w6"), ("k-w1", "k-w2")]
)
def test_equal_counters_are_told_of_alike(ours: str, others: str) -> None:
    one, other = (
        asked(ours, "a-thu a-w4", K, wall=False, sea=False),
        asked(others, "a-thu a-w5", K, wall=False, sea=False),
    )
    assert [(likely, wins, a.bit_count(), d.bit_count()) for likely, wins, a, d in one] == [
        (likely, wins, a.bit_count(), d.bit_count()) for likely, wins, a, d in other
    ]
    assert all(a & ~units(others) == 0 and d & ~units("a-thu a-w5") == 0 for _, _, a, d in other)
    assert any(a == units(others) or d == units("a-thu a-w5") for _, _, a, d in other), "nobody is lost"


def test_the_same_is_told_whatever_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Forecasts(CAT, GAME.might, Outright(CAT))
    first = fresh(units("k-kam k-w1"), units("a-w1 a-w2"), attacker=K, wall=False)
    monkeypatch.setattr("kemu.games.hawaii.forecast.KEPT", 1)
    for number in range(1, 6):
        fresh(units(f"k-w1..{number}"), units("a-thu"), attacker=K, wall=False)
    assert len(fresh._known) <= 2  # pyright: ignore[reportPrivateUsage]
    assert fresh(units("k-kam k-w1"), units("a-w1 a-w2"), attacker=K, wall=False) == first
    assert fresh(units("k-kam k-w1"), units("a-w1 a-w2"), attacker=K, wall=True) != first
    assert fresh(units("k-kam k-w1"), units("a-w1 a-w2"), attacker=K, wall=False, sea=True) != first


def test_where_the_battles_disagree_the_formula_counts_for_some_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    attackers, defenders = units("k-w1 k-w2"), units("a-thu a-w1")
    told = {}
    for trust in (0, 16, 10_000):
        monkeypatch.setattr("kemu.games.hawaii.forecast.TRUST", trust)
        found = Forecasts(CAT, GAME.might, Outright(CAT))(attackers, defenders, attacker=K, wall=False)
        told[trust] = sum(likely for likely, wins, *_ in found if wins)
    assert told[10_000] == pytest.approx(GAME.might.takes(attackers, defenders, wall=False), abs=0.01)
    assert told[0] * BATTLES_THROWN == pytest.approx(round(told[0] * BATTLES_THROWN)), "so many of them were won"
    assert told[16] == pytest.approx((BATTLES_THROWN * told[0] + 16 * told[10_000]) / (BATTLES_THROWN + 16), abs=0.01)


def test_more_kinds_of_ends_are_told_of_where_more_are_asked_for() -> None:
    force, here = units("k-w1..4"), units("a-w1 a-w2 a-w4")
    few, many, again = (GAME.forecasts(force, here, attacker=K, wall=False, kinds=kinds) for kinds in (2, 12, 2))
    assert len(few) < len(many)
    assert few == again


@pytest.mark.parametrize("wall", [False, True])
def test_what_is_beaten_on_the_beach_fights_once_more_and_without_a_wall(
    monkeypatch: pytest.MonkeyPatch, wall: bool
) -> None:
    """Many battles, so that it is told to two points: the exact odds know both battles."""
    monkeypatch.setattr("kemu.games.hawaii.forecast.BATTLES", 4_000)
    attackers, defenders = units("k-w1 k-w2"), units("a-w1 a-w2")
    found = Forecasts(CAT, GAME.might, Outright(CAT))(attackers, defenders, attacker=K, wall=wall)
    odds = battle_odds(GAME, attackers, defenders, attacker=K, wall=wall)
    assert sum(likely for likely, wins, *_ in found if wins) == pytest.approx(odds.takes, abs=0.025)
    assert (abs(odds.takes - odds.first) > 0.05) is not wall, "the second battle matters, and a fort has none"


# -- the formula --------------------------------------------------------------------------------------------


def test_the_formula_is_nearer_the_odds_than_the_greedy_players() -> None:
    rng = Random(3)
    errors = [0.0, 0.0]
    sides = [bits(CAT.sides[seat] & CAT.fighters) for seat in (K, A)]
    number = 0
    while number < 120:
        attacker = rng.randrange(2)
        lines = [sum(1 << unit for unit in rng.sample(sides[seat], rng.randint(1, 9))) for seat in (K, A)]
        if attacker == A:
            lines.reverse()
        wall = rng.random() < 0.3
        odds = estimate(GAME, lines[0], lines[1], attacker=attacker, wall=wall, battles=200).takes
        if not 0.1 < odds < 0.9:
            continue
        number += 1
        errors[0] += (GAME.might.takes(lines[0], lines[1], wall=wall) - odds) ** 2
        errors[1] += (chance(GAME.weights(lines[0]), GAME.weights(lines[1]), wall=wall) - odds) ** 2
    new, old = ((error / number) ** 0.5 for error in errors)
    assert new < 0.1
    assert new < 0.8 * old


def test_nobody_is_beaten_by_nobody() -> None:
    assert takes(0.0, 3.0, wall=False) == 0.0
    assert takes(3.0, 0.0, wall=True) == 1.0
    assert takes(1e-6, 40.0, wall=True) == pytest.approx(0.0)
    assert takes(4.0, 4.0, wall=True) < 0.25 < takes(4.0, 4.0, wall=False) < 0.5
    assert GAME.might(units("k-c1 k-c2")) == 0.0


def test_beaten_at_sea_some_get_away() -> None:
    found = asked("k-w1 k-w2", "a-w1 a-w2", K, wall=False, sea=True)
    assert any(wins and other for _, wins, _, other in found)


@pytest.mark.parametrize(
    ("one", "other"), [("k-w1..6", "a-kal"), ("a-kal a-w4", "k-gua k-w1..4"), ("k-gua k-w1..4", "a-kal a-w4")]
)
def test_a_chief_who_defends_or_is_as_good_as_lost_is_worked_out_too(one: str, other: str) -> None:
    attacker = K if one.startswith("k") else A
    forecasts = Forecasts(CAT, GAME.might, Outright(CAT))
    told = sum(end[0] for end in forecasts(units(one), units(other), attacker=attacker, wall=False) if end[1])
    exact = battle_odds(GAME, units(one), units(other), attacker=attacker).takes
    assert min(exact, 1.0 - exact) < 0.12
    assert told == pytest.approx(exact, abs=1e-4)


def test_the_largest_battle_that_is_worked_out_is_nearly_exact() -> None:
    """What is too unlikely to be followed is left out, and the rest stands for it."""
    one, other = "k-kam k-gua k-van k-pik k-w1..2 k-w7", "a-thu a-w1..2 a-w4"
    assert (units(one) | units(other)).bit_count() == EXACT
    found = asked(one, other, K, wall=False, sea=False)
    odds = battle_odds(GAME, units(one), units(other), attacker=K)
    assert 0.0 < 1.0 - odds.takes < 0.1
    assert sum(likely for likely, *_ in found) == pytest.approx(1.0, abs=1e-9)
    assert sum(likely for likely, wins, *_ in found if wins) == pytest.approx(odds.takes, abs=0.005)


def test_where_few_ends_are_asked_for_nothing_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are many strikes to look at: it would take too long."""
    worked_out: list[object] = []

    def endings(*given: Any, **more: Any) -> Endings:
        worked_out.append(given)
        return exactly(*given, **more)

    monkeypatch.setattr("kemu.games.hawaii.forecast.endings", endings)
    for kinds in (KINDS - 1, KINDS):
        forecasts = Forecasts(CAT, GAME.might, Outright(CAT))
        forecasts(units("k-kam k-w1..4"), units("a-w1"), attacker=K, wall=False, kinds=kinds)
        assert bool(worked_out) == (kinds == KINDS)
