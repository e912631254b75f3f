"""The evaluation for opponents: what it counts, and the way that it measures."""

from __future__ import annotations

import pytest

from kemu.games.siege.approach import FAR, Approach, approach
from kemu.games.siege.features import evaluate, hope, sizes, standing
from kemu.games.siege.pieces import ATTACKERS, GARRISON, Melee
from kemu.games.siege.rules.losses import Lose, Morale
from kemu.games.siege.rules.shooting import Volley
from kemu.games.siege.rules.winning import Finished

from .positions import crew, foes, house, on_table, piece, row, squad, state, wall

OPEN = on_table()
SQUAD = squad(1, row(20, 20, 7))
BAND = foes(9, row(20, 36, 9))


def test_an_end_is_worth_all() -> None:
    won = state(SQUAD, BAND, game=OPEN, stack=(Finished(ATTACKERS, "", "siege:WI.2"),))
    assert (evaluate(OPEN, won, ATTACKERS), evaluate(OPEN, won, GARRISON)) == (1.0, -1.0)


def test_men_who_are_about_to_die_count_no_more() -> None:
    """Who fires sees the kills at once, not only when their owner has picked the dead."""
    before = state(SQUAD, BAND, game=OPEN)
    due = state(SQUAD, BAND, game=OPEN, stack=(Lose(GARRISON, (1,), 3),))
    after = state(squad(1, row(20, 20, 4)), BAND, game=OPEN)
    assert standing(OPEN, due) == pytest.approx(standing(OPEN, after))
    assert standing(OPEN, after) < standing(OPEN, before) - 2


def test_a_volley_is_worth_its_kills_before_the_dice_fall() -> None:
    muskets = foes(9, row(20, 30, 5), "muskets")
    before = state(SQUAD, muskets, game=OPEN)
    shot = state(SQUAD, muskets, game=OPEN, stack=(Volley(9, (1,), 5, 6, 0),))
    assert sizes(OPEN, shot)[1] == pytest.approx(7 - (5 * 3.5 / 6 - 0.4))
    assert standing(OPEN, shot) < standing(OPEN, before) - 0.5


def test_attackers_who_must_test_are_fewer_and_fanatics_are_not() -> None:
    for kind, left in (("boxers", 9 * (1 - 4 / 6)), ("tigers", 9.0)):
        tested = state(SQUAD, foes(9, row(20, 36, 9), kind), game=OPEN, stack=(Morale((9,), 4),))
        assert sizes(OPEN, tested)[9] == pytest.approx(left)
    nine = state(SQUAD, BAND, game=OPEN, stack=(Morale((9,), 8),))
    assert sizes(OPEN, nine)[9] == pytest.approx(9 / 6)


def test_who_kills_all_does_not_test() -> None:
    assert hope(12, 7, 6, False) == (9.0, pytest.approx(12 - 7 * 3.5 / 6))
    kills, left = hope(7, 7, 12, False)
    assert kills == pytest.approx(7 * 3.5 / 12)
    assert left < 1
    assert hope(7, 7, 12, True)[1] > left


def test_each_step_nearer_is_better_for_the_attackers_even_for_the_last_man() -> None:
    last = squad(1, row(20, 20, 1))
    crowd = [foes(9 + i, row(5, 40 - 3 * i, 7)) for i in range(4)]
    values = [standing(OPEN, state(last, *crowd, foes(30, row(20, y, 7)), game=OPEN)) for y in (46, 38, 30)]
    assert values[0] > values[1] > values[2]


def test_a_melee_counts_before_it_is_fought() -> None:
    touching = state(SQUAD, foes(9, row(20, 21, 9)), Melee((1, 9), GARRISON), game=OPEN)
    assert standing(OPEN, touching) < standing(OPEN, state(SQUAD, foes(9, row(20, 21, 9)), game=OPEN))


def test_firearms_are_worth_more_where_they_see_somebody() -> None:
    game = on_table(wall((10, 25), (30, 25), height="high"))
    seen = state(SQUAD, foes(9, row(40, 22, 5), "muskets"), game=game)
    hidden = state(SQUAD, foes(9, row(20, 30, 5), "muskets"), game=game)
    assert standing(game, seen) < standing(game, hidden)


def test_a_gun_without_crew_is_nobody() -> None:
    empty = state(crew(1, 50, ()), piece(50, 20, 20), BAND, game=OPEN)
    assert standing(OPEN, empty) == 0.0


# -- the way ------------------------------------------------------------------------------------------------


def far(grid: Approach, men: tuple[tuple[int, int], ...], target: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """Return how many half inches it is to contact, by the points that a kill then takes."""
    return dict(grid.between(men, 0, target, 0, 0))


def test_the_way_in_the_open_is_about_the_distance() -> None:
    grid = approach(OPEN.grounds["legation"])
    assert far(grid, row(20.5, 40.5, 1), row(20.5, 20.5, 1)) == {6: 40}


def test_a_house_is_gone_round_and_a_wall_costs_an_action() -> None:
    bare = far(Approach(OPEN.grounds["legation"]), row(20.5, 30.5, 1), row(20.5, 10.5, 1))[6]
    shut = on_table(house(14, 18, 14, 4, [("door", 0, 21, 18)]))
    round_it = far(Approach(shut.grounds["legation"]), row(20.5, 30.5, 1), row(20.5, 10.5, 1))[6]
    assert bare + 4 < round_it < bare + 20
    walled = on_table(wall((0, 20), (48, 20)))
    over = far(Approach(walled.grounds["legation"]), row(20.5, 30.5, 1), row(20.5, 10.5, 1))[6]
    assert over == bare + 20


def test_a_wall_is_not_crossed_where_it_is_held_but_fought_across() -> None:
    game = on_table(wall((10, 20), (30, 20)))
    found = far(Approach(game.grounds["legation"]), row(20.5, 30.5, 1), row(20.5, 19.4, 1))
    assert found[12] <= 22
    assert found[6] > found[12] + 20


def test_men_in_a_house_are_met_at_its_openings() -> None:
    game = on_table(house(18, 18, 6, 4, [("door", 0, 21, 18)], storeys=2))
    grid = Approach(game.grounds["legation"])
    below = dict(grid.between(row(20.5, 10.5, 1), 0, row(20.5, 20.5, 1), 1, 0))
    above = dict(grid.between(row(20.5, 10.5, 1), 0, row(20.5, 20.5, 1), 2, 0))
    assert 10 <= below[12] <= 16
    assert above[12] > below[12] + 16
    assert below[12] < FAR
