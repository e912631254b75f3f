"""What opponents know: what a position is worth, which group acts, at whom it shoots, whom it goes for."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.siege import Siege, State
from kemu.games.siege.mind import due
from kemu.games.siege.mind.assault import Aim, hope
from kemu.games.siege.mind.assault import aims as aims_of
from kemu.games.siege.model.actions import (
    Activate,
    Fire,
    FireMelee,
    FirstEdge,
    LeaveEdge,
    Lose,
    RollEdge,
    Stay,
    Stop,
    Withdraw,
)
from kemu.games.siege.model.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.acting import Act
from kemu.games.siege.rules.cards import AfterActions, NextCard
from kemu.games.siege.rules.losses import Lose as Losing
from kemu.games.siege.rules.losses import Morale
from kemu.games.siege.rules.winning import Finished
from kemu.players import consult, make_player

from .positions import GAME, actions, foes, house, inches, on_table, order, piece, row, settled, squad, state, wall

OPEN = on_table()
SQUAD = squad(1, row(20, 20, 7))


def aims(game: Siege, position: State) -> list[Aim]:
    return aims_of(game, position, game.mind.numbers, due(game, position))


def candidates(position: State, game: Siege = OPEN) -> list[object]:
    decide = game.pending(position)
    assert isinstance(decide, Decide)
    return list(game.mind.candidates(game.view(position, decide.seat), decide))


def value(position: State, game: Siege = OPEN) -> float:
    """What a position is worth to the garrison."""
    ours, theirs = game.mind.value(position, game.pending(position), QuickRng(1))
    assert theirs == -ours
    return ours


def test_the_last_man_counts_for_more_and_nobody_dies_twice() -> None:
    assert hope(7, 6, 1, 1.0) == pytest.approx(2.0, abs=0.01)
    assert hope(30, 6, 4, 1.0) == pytest.approx(5.0, abs=0.01)
    assert hope(0, 6, 4, 1.0) == hope(7, 6, 0, 1.0) == 0.0


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
    assert best(OPEN, distant)[1:4] == (9, 1, 0)
    # A melee waits for a face card, the dice of a volley fall now.
    near = state(SQUAD, muskets, foes(10, row(20, 24, 7)), game=OPEN)
    assert best(OPEN, near)[1:4] == (9, 1, 0)
    close = state(squad(1, row(20, 20, 3)), foes(9, row(2, 20, 2), "muskets"), foes(10, row(20, 24, 9)), game=OPEN)
    assert best(OPEN, close)[1:4] == (10, 1, 6)


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


# -- what a position is worth -----------------------------------------------------------------------------------------

BAND = foes(9, row(20, 36, 9))


def test_fewer_men_nearer_enemies_and_no_ammunition_are_worse_for_the_garrison() -> None:
    even = value(state(SQUAD, BAND, game=OPEN, rifle=20))
    assert value(state(squad(1, row(20, 20, 3)), BAND, game=OPEN, rifle=20)) < even
    assert value(state(SQUAD, foes(9, row(20, 22, 9)), game=OPEN, rifle=20)) < even
    assert value(state(SQUAD, BAND, game=OPEN, rifle=0)) < even


def test_an_end_is_worth_all() -> None:
    won = state(SQUAD, BAND, game=OPEN, stack=(Finished(ATTACKERS, "", "siege:WI.2"),))
    assert value(won) == -1.0


def test_men_who_are_about_to_die_count_no_more() -> None:
    """Who fires sees the kills at once, not only when their owner has picked the dead."""
    falling = state(SQUAD, BAND, game=OPEN, stack=(Losing(GARRISON, (1,), 3),))
    assert due(OPEN, falling)[1] == 4
    assert value(falling) == pytest.approx(value(state(squad(1, row(20, 20, 4)), BAND, game=OPEN)))


def test_attackers_who_must_test_are_fewer_and_fanatics_are_not() -> None:
    for kind, left in (("boxers", 9 * (1 - 4 / 6)), ("tigers", 9.0)):
        tested = state(SQUAD, foes(9, row(20, 36, 9), kind), game=OPEN, stack=(Morale((9,), 4),))
        assert due(OPEN, tested)[9] == pytest.approx(left)
    nine = state(SQUAD, BAND, game=OPEN, stack=(Morale((9,), 8),))
    assert due(OPEN, nine)[9] == pytest.approx(9 / 6)


def test_each_step_nearer_is_better_for_the_attackers_even_for_the_last_man() -> None:
    last = squad(1, row(20, 20, 1))
    crowd = [foes(9 + i, row(5, 40 - 3 * i, 7)) for i in range(4)]
    values = [value(state(last, *crowd, foes(30, row(20, y, 7)), game=OPEN)) for y in (46, 38, 30)]
    assert values[0] > values[1] > values[2]


def test_a_melee_counts_before_it_is_fought() -> None:
    touching = foes(9, row(20, 21, 9))
    assert value(state(SQUAD, touching, Melee((1, 9), GARRISON), game=OPEN)) < value(state(SQUAD, BAND, game=OPEN))


def test_a_turn_is_what_one_card_brings() -> None:
    position = state(SQUAD, BAND, game=OPEN, drawn=7)
    assert OPEN.mind.turn(position) == OPEN.mind.turn(actions(position, ATTACKERS, 2))
    assert OPEN.mind.turn(position) != OPEN.mind.turn(replace(position, drawn=8))


@pytest.mark.parametrize("change", [{"wait": None}, {"patience": 2.0}, {"stairs": 18.5}])
def test_numbers_that_are_not_those_of_the_mind_are_not_read(change: dict[str, float | None]) -> None:
    game = Siege()
    given = game.mind.weights
    changed = {name: number for name, number in ({**given.numbers, **change}).items() if number is not None}
    vars(game.mind)["weights"] = replace(given, numbers=changed)
    with pytest.raises(msgspec.ValidationError):
        game.mind.numbers  # noqa: B018


# -- what a search thinks about ---------------------------------------------------------------------------------------


def test_a_search_is_told_which_group_acts() -> None:
    near, far = foes(9, row(20, 28, 7)), foes(10, row(20, 44, 7))
    position = actions(state(SQUAD, near, far, game=OPEN), ATTACKERS, 2)
    assert candidates(position) == [Activate(9)]
    decide = OPEN.pending(position)
    assert isinstance(decide, Decide)
    assert consult(make_player("mcts:5", 1), OPEN, position, decide) == Activate(9)


def test_groups_whose_turn_is_over_are_not_advised_and_musketeers_in_melee_are() -> None:
    near, far = foes(9, row(20, 28, 7)), foes(10, row(20, 44, 7))
    muskets = foes(11, row(20, 21, 3), "muskets")
    position = actions(state(SQUAD, near, far, muskets, Melee((1, 11), GARRISON), game=OPEN), ATTACKERS, 2)
    assert candidates(position) == [Activate(9), Activate(11)]
    over = replace(position, stack=(NextCard(), Act(ATTACKERS, 1, 9, 1, (9,))))
    assert candidates(over) == [Activate(10), Activate(11)]
    after, _ = OPEN.apply(position, Activate(11))
    assert candidates(after) == [FireMelee()]


def test_a_search_is_told_the_best_shot_of_several() -> None:
    """The smaller squad in the open, not the larger one behind its wall."""
    game = on_table(wall((10, 30), (30, 30)))
    shooters = foes(9, row(20, 22, 4), "muskets")
    position = order(state(squad(1, row(15, 30.6, 7)), squad(2, row(24, 12, 4)), shooters, game=game), 9)
    decide = game.pending(position)
    assert isinstance(decide, Decide)
    assert {Fire(1), Fire(2)} <= set(decide.options)
    told = candidates(position, game)
    assert [option for option in told if isinstance(option, Fire)] == [Fire(2)]
    assert Stay() not in told


def test_the_garrison_is_left_to_think_for_itself() -> None:
    second = squad(2, row(30, 20, 7))
    position = actions(state(SQUAD, second, foes(9, row(20, 28, 7)), game=OPEN), GARRISON, 1)
    assert candidates(position) == [Activate(1), Activate(2), Stop()]


def asked(seat: int, *choices: object) -> Decide:
    return Decide(seat, "", "siege:UA.2", choices)  # pyright: ignore[reportArgumentType]


def told(decide: Decide) -> tuple[object, ...]:
    """The candidates of a decision on an empty table, where no group promises more than another."""
    return tuple(GAME.mind.candidates(GAME.view(state(), decide.seat), decide))


def test_figures_of_one_group_are_alike_to_a_search() -> None:
    assert told(asked(GARRISON, Lose(1, 1), Lose(1, 2), Lose(3, 1))) == (Lose(1, 2), Lose(3, 1))


def test_attackers_do_not_think_of_idling() -> None:
    assert told(asked(ATTACKERS, Activate(1), Activate(2), Stop())) == (Activate(1), Activate(2))
    assert told(asked(ATTACKERS, Activate(1), Stop())) == (Activate(1),)
    assert told(asked(ATTACKERS, Fire(1), Withdraw(), Stay())) == (Fire(1),)
    assert told(asked(ATTACKERS, Withdraw(), Stay())) == (Stay(),)
    assert told(asked(ATTACKERS, RollEdge(1), LeaveEdge(1))) == (RollEdge(1),)
    assert told(asked(ATTACKERS, FirstEdge(1), FirstEdge(2))) == (FirstEdge(1),)
    assert told(asked(ATTACKERS)) == ()


def test_the_garrison_may_save_its_ammunition() -> None:
    decide = asked(GARRISON, Activate(1), Stop())
    assert told(decide) == decide.options


def test_candidates_are_answers_through_a_whole_game() -> None:
    rng, position, narrowed = QuickRng(5), GAME.start(), 0
    while not isinstance(pending := GAME.pending(position), Over) and position.drawn < 40:
        if isinstance(pending, Decide):
            found = list(GAME.mind.candidates(GAME.view(position, pending.seat), pending))
            assert all(pending.check(action) is None for action in found)
            assert found or not len(pending.options)
            narrowed += len(found) < len(pending.options)
            choice = pending.pick(rng)
        else:
            choice = pending.sample(rng)
        position, _ = GAME.apply(position, choice)
    assert narrowed > 10


def test_a_search_ends_with_the_card() -> None:
    """The kills of the card's own melees are within it, what the next card brings is not."""
    fought = state(SQUAD, foes(9, row(20, 21, 7)), Melee((1, 9), GARRISON), game=OPEN)
    due = replace(fought, stack=(NextCard(), AfterActions(ATTACKERS)))
    assert OPEN.mind.quiet(fought)
    assert not OPEN.mind.quiet(settled(OPEN, due)[0])
