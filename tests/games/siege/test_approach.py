"""How far it is to the enemy, for opponents, by the way round houses and over walls."""

from __future__ import annotations

from kemu.games.siege import Siege
from kemu.games.siege.mind.approach import FAR, Approach, approach, moves_towards
from kemu.games.siege.rules.movement import March

from .positions import foes, house, on_table, row, squad, state, wall

OPEN = on_table()


def fresh(game: Siege) -> Approach:
    """Return the grid of the legation's ground, with nothing kept."""
    return Approach(game.grounds["legation"], game.mind.numbers)


def far(grid: Approach, men: tuple[tuple[int, int], ...], target: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """Return how many half inches it is to contact, by the points that a kill then takes."""
    return dict(grid.between(men, 0, target, 0, 0))


def test_the_way_in_the_open_is_about_the_distance() -> None:
    grid = approach(OPEN.grounds["legation"], OPEN.mind.numbers)
    assert far(grid, row(20.5, 40.5, 1), row(20.5, 20.5, 1)) == {6: 40}


def test_a_house_is_gone_round_and_a_wall_costs_an_action() -> None:
    bare = far(fresh(OPEN), row(20.5, 30.5, 1), row(20.5, 10.5, 1))[6]
    shut = on_table(house(14, 18, 14, 4, [("door", 0, 21, 18)]))
    round_it = far(fresh(shut), row(20.5, 30.5, 1), row(20.5, 10.5, 1))[6]
    assert bare + 4 < round_it < bare + 20
    walled = on_table(wall((0, 20), (48, 20)))
    over = far(fresh(walled), row(20.5, 30.5, 1), row(20.5, 10.5, 1))[6]
    assert over == bare + 20


def test_a_wall_is_not_crossed_where_it_is_held_but_fought_across() -> None:
    game = on_table(wall((10, 20), (30, 20)))
    found = far(fresh(game), row(20.5, 30.5, 1), row(20.5, 19.4, 1))
    assert found[12] <= 22
    assert found[6] > found[12] + 20


def test_men_in_a_house_are_met_at_its_openings() -> None:
    game = on_table(house(18, 18, 6, 4, [("door", 0, 21, 18)], storeys=2))
    grid = fresh(game)
    below = dict(grid.between(row(20.5, 10.5, 1), 0, row(20.5, 20.5, 1), 1, 0))
    above = dict(grid.between(row(20.5, 10.5, 1), 0, row(20.5, 20.5, 1), 2, 0))
    assert 10 <= below[12] <= 16
    assert above[12] > below[12] + 16
    assert below[12] < FAR


def ahead(game: object, *things: object) -> list[tuple[int, int]]:
    """Where the first group of attackers would go against the squad."""
    position = state(*things, game=game)  # type: ignore[arg-type]
    march = March(game, position, position.group(9))  # type: ignore[arg-type]
    return [(move.x, move.y) for move in moves_towards(march, [position.group(1)])]


def test_attackers_go_nearer_and_into_contact_as_soon_as_they_can() -> None:
    defenders = squad(1, row(20, 20, 3))
    far_off = ahead(OPEN, defenders, foes(9, row(20, 40, 3)))
    assert far_off
    assert all(y <= 33_000 for _, y in far_off)
    assert (20_000, 21_020) in ahead(OPEN, defenders, foes(9, row(20, 27, 1)))


def test_attackers_come_up_to_the_wall_that_is_held_and_never_stop_behind_a_house() -> None:
    walled = on_table(wall((10, 20), (30, 20)))
    assert (20_000, 20_600) in ahead(walled, squad(1, row(20, 19.4, 3)), foes(9, row(20, 25, 1)))
    shut = on_table(house(14, 20, 14, 4, [("door", 0, 21, 20)]))
    moves = ahead(shut, squad(1, row(20, 10, 3)), foes(9, row(20, 25, 1)))
    assert moves
    assert all(abs(x - 20_000) > 4000 for x, _ in moves)
