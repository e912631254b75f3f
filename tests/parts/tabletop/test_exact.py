"""What no float can promise: limits that are met to the step, joints that let nobody through, packing that repeats."""

from __future__ import annotations

import pytest

from kemu.core.rng import QuickRng
from kemu.parts.tabletop.packing import cluster, in_line, linked, rank
from kemu.parts.tabletop.points import mean, nearest, side, towards, within
from kemu.parts.tabletop.polygons import contains, convex, disc_inside, inside, near_outline, on_border
from kemu.parts.tabletop.segments import clash, crosses, crossing, foot, joined, meets, near, nearer
from kemu.parts.tabletop.sight import Line, figure_hides, stand_hides, wall_hides
from kemu.parts.tabletop.ways import Ways

HOUSE = ((4000, 0), (8000, 0), (8000, 4000), (4000, 4000))


def test_a_limit_is_inclusive_to_the_step() -> None:
    assert within((0, 0), (3000, 4000), 5000)
    assert not within((0, 0), (3000, 4001), 5000)
    assert near((5000, 1000), (0, 0), (9000, 0), 1000)
    assert not near((5000, 1001), (0, 0), (9000, 0), 1000)
    assert nearer((5000, 999), (0, 0), (9000, 0), 1000)
    assert not nearer((5000, 1000), (0, 0), (9000, 0), 1000)


def test_a_way_round_the_end_of_a_wall_may_be_exactly_the_limit() -> None:
    ways = Ways([((0, 4000), (3000, 4000))], 20_000)
    way = ways.shortest((0, 0), (0, 8000), 10_000)
    assert way is not None
    assert way.length == 8_000_000  # the other end, straight along: a wall has no thickness
    ways = Ways(joined([((-9000, 4000), (3000, 4000))]), 20_000)
    assert ways.shortest((0, 0), (0, 8000), 10_000).length == 10_000_000
    assert ways.shortest((0, 0), (0, 8000), 9_999) is None


def test_nobody_slips_through_the_joint_of_two_walls() -> None:
    box = [((0, 0), (4000, 0)), ((4000, 0), (4000, 4000)), ((4000, 4000), (0, 4000)), ((0, 4000), (0, 0))]
    ways = Ways(box, 50_000)
    assert ways.shortest((2000, 2000), (6000, 6000), 50_000) is None
    assert ways.shortest((2000, 2000), (-2000, -2000), 50_000) is None
    assert ways.shortest((3000, 3000), (1000, 1000), 50_000).length // 1000 == 2828


def test_a_way_along_a_wall_keeps_to_its_side() -> None:
    wall = joined([((0, 0), (4000, 0)), ((4000, 0), (8000, 0)), ((4000, 0), (4000, -9000))])
    ways = Ways(wall, 50_000)
    assert ways.shortest((-1000, 0), (9000, 0), 20_000).length == 10_000_000
    below = ways.shortest((3000, -1000), (5000, -1000), 50_000)
    assert below.length > 10_000_000


def test_a_way_to_a_door_ends_outside_it() -> None:
    ways = Ways([(HOUSE[i - 1], HOUSE[i]) for i in range(4)], 30_000)
    near_side = ways.shortest((6000, -3000), (6000, 0), 30_000, q_nudge=(0, -1))
    far_side = ways.shortest((6000, -3000), (6000, 4000), 30_000, q_nudge=(0, 1))
    assert near_side.length == 3_000_000
    assert far_side.length // 1000 == 3605 + 4000 + 2000


def test_walls_that_touch_are_cut_and_walls_that_clash_are_found() -> None:
    assert joined([((0, 0), (10, 0)), ((5, 0), (5, 7))]) == [((0, 0), (5, 0)), ((5, 0), (10, 0)), ((5, 0), (5, 7))]
    assert clash((0, 0), (10, 0), (5, -5), (5, 5))
    assert clash((0, 0), (10, 0), (4, 0), (20, 0))
    assert not clash((0, 0), (10, 0), (10, 0), (20, 0))
    assert not clash((0, 0), (10, 0), (5, 0), (5, 5))
    assert crosses((0, 0), (2, 2), (0, 2), (2, 0))
    assert not crosses((0, 0), (2, 2), (2, 2), (4, 0))
    assert meets((0, 0), (2, 2), (2, 2), (4, 0))
    assert crossing((0, -5), (0, 5), (-3, 0), (3, 0)) == (0, 0)
    assert foot((4, 9), (0, 0), (10, 0)) == (4, 0)


def test_touching_a_walls_end_blocks_and_grazing_a_figure_does_not() -> None:
    level = Line((0, 0), 1000, (10_000, 0), 1000)
    assert wall_hides(level, (5000, 0), (5000, 3000), 2000)
    assert not wall_hides(level, (5000, 1), (5000, 3000), 2000)
    assert not wall_hides(level, (5000, 0), (5000, 3000), 1000)
    assert figure_hides(level, (5000, 499), 500, 1000)
    assert not figure_hides(level, (5000, 500), 500, 1000)
    assert not figure_hides(level, (5000, 0), 500, 999)


def test_a_line_along_the_border_of_a_wood_is_free() -> None:
    assert not stand_hides(Line((0, 0), 1000, (12_000, 0), 1000), HOUSE, 4000)
    assert stand_hides(Line((0, 1), 1000, (12_000, 1), 1000), HOUSE, 4000)


def test_outlines_know_inside_border_and_outside() -> None:
    assert convex(HOUSE)
    assert not convex(tuple(reversed(HOUSE)))
    assert contains(HOUSE, (4000, 2000))
    assert on_border(HOUSE, (4000, 2000))
    assert not inside(HOUSE, (4000, 2000))
    assert disc_inside(HOUSE, (4500, 500), 500)
    assert not disc_inside(HOUSE, (4499, 500), 500)
    assert near_outline(HOUSE, (6000, -2000), 2000)
    assert not near_outline(HOUSE, (6000, -2001), 2000)


def test_whole_numbers_round_one_way_everywhere() -> None:
    assert [nearest(n, 2) for n in (-3, -1, 1, 3)] == [-1, 0, 1, 2]
    assert towards((0, 0), (0, 0), 500) == (0, 0)
    assert towards((1000, 1000), (1000, 9000), 6000) == (1000, 7000)
    assert mean([(0, 0), (3, 5)]) == (2, 3)
    assert side((0, 0), (1, 0), (0, 1)) > 0


@pytest.mark.parametrize("seed", range(30))
def test_a_packed_group_touches_and_never_overlaps(seed: int) -> None:
    rng = QuickRng(seed)
    lead = (rng.below(10_000), rng.below(10_000))
    there = [(rng.below(10_000), rng.below(10_000)) for _ in range(5)]

    def fits(p: tuple[int, int]) -> bool:
        return 500 <= p[0] <= 9500 and 500 <= p[1] <= 9500 and not any(within(p, q, 999) for q in there)

    placed = cluster(lead, 9, fits, lambda p, q: True)
    assert placed is not None
    group = (lead, *placed)
    assert linked(group, 1050, lambda p, q: True)
    assert not any(within(p, q, 999) for i, p in enumerate(group) for q in group[:i])
    assert all(fits(p) for p in placed)
    assert placed == cluster(lead, 9, fits, lambda p, q: True)


def test_a_group_with_no_room_is_not_packed() -> None:
    assert cluster((0, 0), 2, lambda p: False, lambda p, q: True) is None
    assert cluster((0, 0), 1, lambda p: True, lambda p, q: False) is None


def test_a_chain_needs_every_link() -> None:
    row = ((0, 0), (1000, 0), (3051, 0))
    assert not linked(row, 1050, lambda p, q: True)
    assert linked(row, 2051, lambda p, q: True)
    assert not linked(row, 2051, lambda p, q: False)


def test_a_line_of_men_follows_the_wall_to_both_sides() -> None:
    places = in_line((0, 0), 4, ((0, 500), (9000, 500)), 1500, lambda p: p[0] > -2000, lambda p, q: True)
    assert places == [(1500, 0), (-1500, 0), (3000, 0), (4500, 0)]


def test_two_deep_is_half_in_front_rounded_up() -> None:
    assert rank((500, 500), (1000, 0), 5, (0, 1000)) == (
        (500, 500),
        (1500, 500),
        (2500, 500),
        (500, 1500),
        (1500, 1500),
    )
