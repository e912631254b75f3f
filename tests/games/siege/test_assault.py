"""What attackers would best do, for opponents: which group acts, at whom it shoots, whom it goes for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.siege import Siege, State
from kemu.games.siege.actions import Activate, Fire, FireMelee, Stay, Stop
from kemu.games.siege.assault import Aim, aims, below, kills
from kemu.games.siege.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.acting import Act
from kemu.games.siege.rules.cards import AfterActions, NextCard
from kemu.players import consult, make_player

from .positions import GAME, actions, foes, house, inches, on_table, order, piece, row, settled, squad, state, wall

OPEN = on_table()
SQUAD = squad(1, row(20, 20, 7))


def advised(position: State) -> list[object]:
    decide = OPEN.pending(position)
    assert isinstance(decide, Decide)
    return list(OPEN.advice(OPEN.view(position, decide.seat), decide))


@pytest.mark.parametrize("dice", [5, 7, 12])
def test_what_dice_add_up_to_is_near_enough(dice: int) -> None:
    """Held against the exact distribution."""
    ways = {0: 1}
    for _ in range(dice):
        after: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0) + number
        ways = after
    for points in range(dice, 6 * dice + 1):
        exact = sum(number for total, number in ways.items() if total < points) / 6**dice
        assert below(dice, points) == pytest.approx(exact, abs=0.012)


def test_the_last_man_counts_for_more_and_nobody_dies_twice() -> None:
    assert kills(7, 6, 1) == pytest.approx(2.0, abs=0.01)
    assert kills(30, 6, 4) == pytest.approx(5.0, abs=0.01)
    assert kills(0, 6, 4) == kills(7, 6, 0) == 0.0


def best(game: Siege, position: State) -> Aim:
    return aims(game, position)[0]


def test_the_nearer_of_two_groups_goes_on_so_that_one_arrives() -> None:
    """Each step makes the next one more likely: the same group is sent until it is there."""
    near, far = foes(9, row(20, 36, 7)), foes(10, row(20, 44, 7))
    position = state(SQUAD, near, far, game=OPEN)
    assert (best(OPEN, position).group, best(OPEN, position).squad) == (9, 1)
    stepped = state(SQUAD, foes(9, row(20, 28, 7)), far, game=OPEN)
    assert best(OPEN, stepped).group == 9
    assert best(OPEN, stepped).rate > best(OPEN, position).rate


def test_many_go_where_few_would_fail_and_men_in_the_open_come_first() -> None:
    game = on_table(wall((10, 30), (30, 30)), house(36, 18, 5, 4, [("door", 0, 38, 18)]))
    lined, indoors = squad(1, row(20, 30.6, 7)), squad(2, row(37, 20, 4), room=1)
    in_the_open = squad(3, row(20, 12, 7))
    both = state(lined, indoors, in_the_open, foes(9, row(20, 22, 7)), game=game)
    assert (best(game, both).squad, best(game, both).need) == (3, 6)
    rates = [best(game, state(lined, foes(9, row(20, 22, number)), game=game)).rate for number in (4, 7, 10)]
    assert rates[0] < rates[1] < rates[2]


def test_a_melee_is_fed_while_that_kills_more() -> None:
    """Who joins counts by what the mass kills beyond what it kills without him."""
    locked, fed = foes(9, row(20, 21, 7)), foes(10, row(20, 30, 7))
    alone = state(SQUAD, locked, fed, Melee((1, 9), GARRISON), game=OPEN)
    found = aims(OPEN, alone)
    assert {aim.group for aim in found} == {10}
    crowd = state(SQUAD, foes(9, row(15, 21, 30)), fed, Melee((1, 9), GARRISON), game=OPEN)
    assert found[0].rate > 1.0 > 100 * aims(OPEN, crowd)[0].rate


def test_a_good_shot_comes_before_a_long_way_and_a_poor_one_after_a_short_way() -> None:
    muskets = foes(9, row(2, 20, 4), "muskets")
    distant = state(SQUAD, muskets, foes(10, row(20, 46, 7)), game=OPEN)
    assert best(OPEN, distant)[1:] == (9, 1, 0)
    # A melee waits for a face card, the dice of a volley fall now.
    near = state(SQUAD, muskets, foes(10, row(20, 24, 7)), game=OPEN)
    assert best(OPEN, near)[1:] == (9, 1, 0)
    close = state(squad(1, row(20, 20, 3)), foes(9, row(2, 20, 2), "muskets"), foes(10, row(20, 24, 9)), game=OPEN)
    assert best(OPEN, close)[1:] == (10, 1, 6)


def test_a_gun_that_sees_nobody_does_not_charge() -> None:
    gun, gunners = piece(50, 40, 40, (0, 1), ATTACKERS), foes(9, inches((40, 41), (41, 40)), "gun", gun=50)
    assert aims(OPEN, state(SQUAD, gun, gunners, game=OPEN)) == []


def test_more_than_fit_into_the_ground_floor_do_not_go_for_those_upstairs() -> None:
    """Else the largest group stands before the door for ever, and nobody else is sent."""
    game = on_table(house(18, 18, 4, 3, [("door", 0, 20, 18)], storeys=2))
    few, many = foes(9, row(10, 8, 6)), foes(10, row(10, 12, 13))
    upstairs = state(squad(1, row(19, 19, 2), room=2), few, many, game=game)
    assert {aim.group for aim in aims(game, upstairs)} == {9}
    below_stairs = state(squad(1, row(19, 19, 2), room=1), few, many, game=game)
    assert {aim.group for aim in aims(game, below_stairs)} == {9, 10}
    within = state(squad(1, row(19, 19, 2), room=2), foes(10, row(18.5, 18.5, 13, 0.1), room=1), game=game)
    assert {aim.group for aim in aims(game, within)} == {10}


# -- the advice ---------------------------------------------------------------------------------------------------


def test_a_search_is_told_which_group_acts() -> None:
    near, far = foes(9, row(20, 28, 7)), foes(10, row(20, 44, 7))
    position = actions(state(SQUAD, near, far, game=OPEN), ATTACKERS, 2)
    assert advised(position) == [Activate(9)]
    decide = OPEN.pending(position)
    assert isinstance(decide, Decide)
    assert consult(make_player("mcts:5", 1), OPEN, position, decide) == Activate(9)


def test_groups_whose_turn_is_over_are_not_advised_and_musketeers_in_melee_are() -> None:
    near, far = foes(9, row(20, 28, 7)), foes(10, row(20, 44, 7))
    muskets = foes(11, row(20, 21, 3), "muskets")
    position = actions(state(SQUAD, near, far, muskets, Melee((1, 11), GARRISON), game=OPEN), ATTACKERS, 2)
    assert advised(position) == [Activate(9), Activate(11)]
    over = replace(position, stack=(NextCard(), Act(ATTACKERS, 1, 9, 1, (9,))))
    assert advised(over) == [Activate(10), Activate(11)]
    after, _ = OPEN.apply(position, Activate(11))
    assert advised(after) == [FireMelee()]


def test_a_search_is_told_the_best_shot_of_several() -> None:
    """The smaller squad in the open, not the larger one behind its wall."""
    game = on_table(wall((10, 30), (30, 30)))
    shooters = foes(9, row(20, 22, 4), "muskets")
    position = order(state(squad(1, row(15, 30.6, 7)), squad(2, row(24, 12, 4)), shooters, game=game), 9)
    decide = game.pending(position)
    assert isinstance(decide, Decide)
    assert {Fire(1), Fire(2)} <= set(decide.options)
    told = game.advice(game.view(position, ATTACKERS), decide)
    assert [option for option in told if isinstance(option, Fire)] == [Fire(2)]
    assert Stay() not in told


def test_the_garrison_is_left_to_think_for_itself() -> None:
    second = squad(2, row(30, 20, 7))
    position = actions(state(SQUAD, second, foes(9, row(20, 28, 7)), game=OPEN), GARRISON, 1)
    assert advised(position) == [Activate(1), Activate(2), Stop()]


def test_advice_is_some_of_the_options_through_a_whole_game() -> None:
    rng, position, narrowed = QuickRng(5), GAME.start(), 0
    while not isinstance(pending := GAME.pending(position), Over):
        if isinstance(pending, Decide):
            told = list(GAME.advice(GAME.view(position, pending.seat), pending))
            assert set(told) <= set(pending.options)
            assert told or not len(pending.options)
            narrowed += len(told) < len(pending.options)
            choice = pending.pick(rng)
        else:
            choice = pending.sample(rng)
        position, _ = GAME.apply(position, choice)
    assert narrowed > 20


def test_a_search_ends_with_the_card() -> None:
    """The kills of the card's own melees are within it, what the next card brings is not."""
    fought = state(SQUAD, foes(9, row(20, 21, 7)), Melee((1, 9), GARRISON), game=OPEN)
    due = replace(fought, stack=(NextCard(), AfterActions(ATTACKERS)))
    assert OPEN.horizon(fought)
    assert not OPEN.horizon(settled(OPEN, due)[0])
