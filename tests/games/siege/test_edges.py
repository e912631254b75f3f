"""Limits of the ground: what a room, a joint of walls or a wall before a door changes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.games.siege.rules.sight import Eye, terrain_clear
from kemu.games.siege.rules.troops import serving

from .positions import OPEN, SPARE, area, crew, house, on_table, piece, row, state, wall

DOORS = (("door", 0, 24, 20), ("window", 0, 28, 24))
EAST_WINDOW = Eye((28_000, 24_000), 1000, 1, 0, (8000, 0))


@pytest.mark.rule("siege:R40")
def test_men_inside_a_house_do_not_serve_a_gun_before_its_wall() -> None:
    men = crew(2, 50, row(21, 20, 3))
    gun = piece(50, 20, 20)
    outside = state(men, gun, SPARE, game=OPEN)
    assert serving(outside, outside.group(2)) == 3
    inside = state(replace(men, room=1), gun, SPARE, game=OPEN)
    assert serving(inside, inside.group(2)) == 0


@pytest.mark.rule("siege:R17")
def test_whoever_is_in_a_house_among_trees_is_not_in_the_trees() -> None:
    wood = on_table(house(20, 20, 8, 8, DOORS), area("trees", 15, 15, 20, 20)).grounds["legation"]
    before = Eye((28_600, 24_000), 1000)
    beyond = Eye((40_000, 24_000), 1000)
    assert terrain_clear(wood, 0, before, beyond)  # he stands in that stand himself
    assert not terrain_clear(wood, 0, EAST_WINDOW, beyond)
    assert not terrain_clear(wood, 0, beyond, EAST_WINDOW)
    assert terrain_clear(wood, 0, EAST_WINDOW, before)


@pytest.mark.rule("siege:R18")
def test_a_line_from_a_window_does_not_run_along_the_wall() -> None:
    ground = on_table(house(20, 20, 8, 8, DOORS)).grounds["legation"]
    assert terrain_clear(ground, 0, EAST_WINDOW, Eye((28_001, 32_000), 1000))
    assert not terrain_clear(ground, 0, EAST_WINDOW, Eye((28_000, 32_000), 1000))
    assert not terrain_clear(ground, 0, Eye((28_000, 32_000), 1000), EAST_WINDOW)


@pytest.mark.rule("siege:R7")
def test_at_the_joint_of_two_walls_a_man_lines_both() -> None:
    ground = on_table(wall((10, 25), (20, 25)), wall((20, 25), (20, 30))).grounds["legation"]
    assert ground.lined((20_500, 24_500), 0) == (0, 1)
    assert ground.lined((19_400, 25_600), 0) == (0, 1)


@pytest.mark.rule("siege:R14")
def test_a_wall_before_a_door_keeps_a_man_from_it() -> None:
    ground = on_table(house(20, 20, 8, 8, DOORS), wall((22, 19.5), (26, 19.5), "fence")).grounds["legation"]
    assert not ground.at_opening((24_000, 19_100), 1, 0)
    assert ground.at_opening((24_000, 19_100), 1, 1)
    assert not ground.at_opening((24_000, 18_999), 1, 1)
