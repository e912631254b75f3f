"""Dice, draws and odds are exact."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from kemu import Dealer, QuickRng
from kemu.parts.decks import Draw, without
from kemu.parts.dice import AVERAGE, D6, Dice
from kemu.parts.odds import Odds


@pytest.mark.parametrize("faces", [D6, AVERAGE])
@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_outcomes_of_dice_are_every_throw_by_its_weight(n: int, faces: tuple[int, ...]) -> None:
    every = Counter(tuple(sorted(throw)) for throw in product(faces, repeat=n))
    assert dict(Dice(n, "toy:1", faces=faces).outcomes()) == every
    ordered = dict(Dice(n, "toy:1", faces=faces, ordered=True).outcomes())
    assert ordered == Counter(product(faces, repeat=n))
    assert sum(every.values()) == Dice(n, "toy:1", faces=faces).total()


def test_thrown_dice_follow_the_weights() -> None:
    dealer = Dealer.from_seed(3)
    throws = Counter(Dice(1, "toy:1", faces=AVERAGE).sample(dealer.draw(i))[0] for i in range(6000))
    for face, weight in Counter(AVERAGE).items():
        assert abs(throws[face] - 1000 * weight) < 5 * (1000 * weight) ** 0.5


@pytest.mark.parametrize("outcome", [(1,), (1, 2, 3), (0, 1), (7, 1), ("1", 1), (True, 1), (1.0, 2)])
def test_what_dice_cannot_show_is_refused(outcome: tuple[int, ...]) -> None:
    assert Dice(2, "toy:1").check(outcome) is not None
    assert Dice(2, "toy:1").check((6, 1)) is None


def test_outcomes_of_a_draw_are_every_hand_by_its_weight() -> None:
    pool = ("a", "a", "b", "c", "c", "c")
    for n in (0, 1, 2, 3):
        every = Counter(tuple(sorted(hand)) for hand in permutations(pool, n))
        ways = 1
        for i in range(n):
            ways *= i + 1
        assert {hand: weight * ways for hand, weight in Draw(pool, "toy:1", n=n).outcomes()} == every
        assert sum(weight for _, weight in Draw(pool, "toy:1", n=n).outcomes()) == Draw(pool, "toy:1", n=n).total()


def test_a_draw_takes_each_card_once() -> None:
    draw = Draw((1, 1, 2, 3), "toy:1", n=4)
    rng = QuickRng(1)
    assert all(sorted(draw.sample(rng)) == [1, 1, 2, 3] for _ in range(20))
    assert draw.check((1, 1, 2, 3)) is None
    assert draw.check((1, 2, 2, 3)) is not None
    assert Draw((1, 2), "toy:1").check((True,)) is not None
    assert Draw((1, 2), "toy:1").check((1, 2)) is not None


def test_no_more_can_be_drawn_than_there_is() -> None:
    with pytest.raises(AssertionError, match="3 cards from a pool of 2"):
        Draw((1, 2), "toy:1", n=3)


def test_what_is_drawn_is_gone() -> None:
    assert without((1, 1, 2), (1,)) == (1, 2)
    with pytest.raises(ValueError, match="not in"):
        without((1, 2), (3,))


@pytest.mark.parametrize("n", [0, 1, 4])
def test_the_odds_of_a_sum_are_those_of_the_throws(n: int) -> None:
    assert Odds.of_sum(n, AVERAGE) == Odds(Counter(sum(throw) for throw in product(AVERAGE, repeat=n)))
    assert Odds.of_count(n, lambda die: die >= 5) == Odds(
        Counter(sum(die >= 5 for die in throw) for throw in product(D6, repeat=n))
    )


def test_odds_answer_questions() -> None:
    odds = Odds.of_sum(2)
    assert odds.chance(2) == Fraction(1, 36)
    assert odds.chance(13) == 0
    assert odds.at_least(2) == 1
    assert odds.map(lambda value: value % 2).chance(0) == Fraction(1, 2)
    assert odds == Odds({value: weight * 5 for value, weight in odds.weights.items()})
    assert hash(odds) == hash(Odds({value: weight * 5 for value, weight in odds.weights.items()}))
    assert odds != Odds.of_sum(3)
    assert odds != "odds"
