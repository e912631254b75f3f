"""Oriented rectangles, gaps, intrusions, sweeps and views, by hand and against Shapely on random cases."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest

from kemu.core.rng import QuickRng
from kemu.parts.tabletop.convex import common, convex_parts, covered, gap_square, hull, intrudes, within, without
from kemu.parts.tabletop.detours import detour, grown
from kemu.parts.tabletop.oriented import (
    COS,
    SCALE,
    SIN,
    TURN,
    ahead,
    angle_of,
    arc,
    facing_towards,
    local,
    rectangle,
)
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.strips import STEP, seen
from kemu.parts.tabletop.sweeps import Sweep, wheel_sectors, wheeled
from kemu.parts.tabletop.visibility import clear, screened

pytest.importorskip("shapely")
from shapely import affinity
from shapely.geometry import LineString, MultiPoint, Polygon
from shapely.geometry import Point as Dot
from shapely.ops import unary_union

Quad = tuple[Point, ...]


def a_rectangle(rng: QuickRng, spread: int = 9_000) -> tuple[Quad, Point, int, int, int]:
    """A block of some formation somewhere, with its front's middle, facing, half width and depth."""
    wide, deep = ((4, 1), (1, 4), (2, 2), (1, 1))[rng.below(4)]
    at = (rng.below(spread), rng.below(spread))
    facing = rng.below(TURN) if rng.below(3) else 9_000 * rng.below(4)
    return rectangle(at, facing, -wide * 500, wide * 500, 0, -deep * 1_000), at, facing, wide * 500, deep * 1_000


def depth_of(one: Quad, other: Quad) -> float:
    """How deep two outlines intrude, or minus their gap: where the origin is in the hull of their differences."""
    differences = MultiPoint([(a[0] - b[0], a[1] - b[1]) for a in one for b in other]).convex_hull
    off = differences.exterior.distance(Dot(0, 0))
    return off if differences.contains(Dot(0, 0)) else -off


def test_sines_are_the_nearest_millionths() -> None:
    for facing in range(0, TURN, 7):
        assert abs(SIN[facing] - sin(radians(facing / 100)) * SCALE) <= 0.500001
        assert abs(COS[facing] - cos(radians(facing / 100)) * SCALE) <= 0.500001


def test_sines_are_symmetric_to_the_last_digit() -> None:
    for facing in range(TURN):
        assert SIN[facing] == -SIN[-facing % TURN] == SIN[(TURN // 2 - facing) % TURN] == COS[(facing - 9_000) % TURN]


def test_one_base_width_of_arc_is_fourteen_degrees_for_a_line_and_twice_that_for_massed() -> None:
    assert (angle_of(4_000, 1_000), angle_of(2_000, 1_000)) == (1_432, 2_864)
    assert arc(4_000, 1_433) == 1_001


def test_facing_towards_is_the_nearest_hundredth_of_a_degree() -> None:
    rng = QuickRng(3)
    for _ in range(2_000):
        facing, far = rng.below(TURN), 20_000 + rng.below(20_000)
        found = facing_towards((0, 0), ahead((0, 0), facing, far))
        assert (found - facing + 1) % TURN <= 2


@pytest.mark.parametrize("seed", range(4))
def test_corners_mirror_and_turn_with_the_table_to_the_step(seed: int) -> None:
    rng = QuickRng(seed)
    for _ in range(500):
        at, facing = (rng.below(9_000) - 4_500, rng.below(9_000) - 4_500), rng.below(TURN)
        corners = rectangle(at, facing, -2_000, 2_000, 0, -1_000)
        mirrored = rectangle((-at[0], at[1]), -facing % TURN, -2_000, 2_000, 0, -1_000)
        assert {(-x, y) for x, y in mirrored} == set(corners)
        turned = rectangle((at[1], -at[0]), (facing + 9_000) % TURN, -2_000, 2_000, 0, -1_000)
        assert [(-y, x) for x, y in turned] == list(corners)


def compare_pairs(rng: QuickRng, cases: int) -> None:
    """Gaps and intrusions of two blocks agree with Shapely but for a hair at the limit itself."""
    for _ in range(cases):
        one, other = a_rectangle(rng)[0], a_rectangle(rng)[0]
        a, b = Polygon(one), Polygon(other)
        above, below = gap_square(one, other)
        assert abs((above / below) ** 0.5 - a.distance(b)) < 1e-6
        limit = (5, 20, 1_000, 2_000, 4_000)[rng.below(5)]
        if abs(a.distance(b) - limit) > 1e-6:
            assert within(one, other, limit) == (a.distance(b) <= limit), (one, other, limit)
        depth = depth_of(one, other)
        if abs(depth - 5) > 1e-6:
            assert intrudes(one, other, 5) == (depth > 5), (one, other)
        meet = a.intersection(b)
        ours = common(one, other)
        size = Polygon(ours).area if len(ours) > 2 else 0.0
        assert abs(size - meet.area) <= 8_000, (one, other)
        assert abs(sum(Polygon(p).area for p in without(one, other)) - a.difference(b).area) <= 16_000


def test_gaps_and_intrusions_agree_with_shapely() -> None:
    compare_pairs(QuickRng(11), 1_500)


@pytest.mark.slow
def test_gaps_and_intrusions_agree_with_shapely_in_many_cases() -> None:
    compare_pairs(QuickRng(12), 80_000)


def compare_wheels(rng: QuickRng, cases: int) -> None:
    """The ground covered by a wheel agrees with the union of many footprints on the way, but for a hair."""
    for _ in range(cases):
        start, at, facing, half, depth = a_rectangle(rng, 4_000)
        right, forward = rng.below(2) == 1, rng.below(2) == 1
        angle = 1 + rng.below(angle_of(2 * half, 8_000 if half < 2_000 else 4_000))
        turn = angle if right == forward else -angle
        back = 0 if forward else depth
        pivot, after, faced = wheeled(right, at, facing, half, turn, back)
        across = -half if right else half
        far = ahead(at, facing, 0 if not forward else -depth, across)
        sweep = Sweep(
            (start, rectangle(after, faced, -half, half, 0, -depth)),
            wheel_sectors(pivot, far, 2 * half, depth, turn),
        )
        shape = Polygon(start)
        n = max(60, angle // 50)
        swept = unary_union([affinity.rotate(shape, -turn / 100 * i / n, origin=pivot) for i in range(n + 1)])
        # Between two footprints the ground covered reaches beyond both, by so much at most.
        radius, step = hypot(2 * half, depth), radians(angle / 100 / n)
        bulge = radius * step / 2 + radius * (1 - cos(step / 2)) + 3
        for _ in range(6):
            other = a_rectangle(rng, 8_000)[0]
            gap = swept.distance(Polygon(other))
            assert sweep.within(other, 20) or gap > 20 - bulge, (start, turn, other, gap)
            assert not sweep.within(other, 20) or gap <= 20 + bulge, (start, turn, other, gap)
            if sweep.enters(other, 5):
                assert gap <= bulge
            elif Polygon(other).area:
                core = swept.intersection(Polygon(other))
                # What is not entered is a sliver.
                assert core.buffer(-12).is_empty, (start, turn, other, core.area)


def test_wheels_cover_what_shapely_says() -> None:
    compare_wheels(QuickRng(21), 60)


@pytest.mark.slow
def test_wheels_cover_what_shapely_says_in_many_cases() -> None:
    compare_wheels(QuickRng(22), 1_500)


def test_a_concave_outline_is_cut_into_convex_parts_that_fill_it() -> None:
    rng = QuickRng(5)
    for _ in range(200):
        angles = sorted({rng.below(TURN) for _ in range(9)})
        star = [ahead((0, 0), angle, 500 + rng.below(4_000)) for angle in angles]
        shape = Polygon(star)
        if not shape.is_valid or not shape.contains(Dot(0, 0)):
            continue
        parts = convex_parts(star)
        assert abs(sum(Polygon(p).area for p in parts) - shape.area) < 1
        assert unary_union([Polygon(p) for p in parts]).symmetric_difference(shape).area < 1
        assert all(abs(Polygon(p).area - Polygon(p).convex_hull.area) < 1 for p in parts)


def test_covered_is_being_within_the_union() -> None:
    rng = QuickRng(6)
    seen_both = set()
    for _ in range(400):
        base = rectangle((2_000, 2_000), rng.below(TURN), -500, 500, 0, -1_000)
        covers = [a_rectangle(rng, 4_500)[0] for _ in range(4)]
        left = Polygon(base).difference(unary_union([Polygon(c) for c in covers]))
        inside = covered(base, covers, 5)
        seen_both.add(inside)
        if inside:
            assert left.buffer(-6).is_empty
        elif left.is_empty:
            pytest.fail(f"{base} is in {covers}")
    assert seen_both == {True, False}


def test_points_are_seen_forward_and_to_the_right() -> None:
    assert local((10, 10), 9_000, (15, 8)) == (5 * STEP, 2 * STEP)
    assert seen((10, 10), 18_000, [(8, 4)]) == [(6 * STEP, 2 * STEP)]


def compare_sight(rng: QuickRng, cases: int) -> None:
    """An eye meets a target past screens just if some of many rays does, away from the margins."""
    for _ in range(cases):
        boxes: list[Polygon] = []
        target = Polygon(rectangle((rng.below(1_000) - 500, 3_000), rng.below(TURN), -300, 300, 0, -300))
        for _ in range(1 + rng.below(3)):
            at = (rng.below(2_400) - 1_200, 900 + rng.below(2_600))
            box = Polygon(rectangle(at, rng.below(TURN), -(100 + rng.below(500)), 300, 0, -200))
            if not box.buffer(30).intersects(target) and box.bounds[1] > 50:
                boxes.append(box)
        screens = [[(y * STEP, x * STEP) for x, y in list(box.exterior.coords)[:-1]] for box in boxes]
        shape = [(y * STEP, x * STEP) for x, y in list(target.exterior.coords)[:-1]]
        screens = [[(int(f), int(r)) for f, r in screen] for screen in screens]
        ends = [target.exterior.interpolate(i / 120, normalized=True) for i in range(120)]
        rays = [LineString([(0, 0), (end.x, end.y)]) for end in ends]
        wall = unary_union(boxes) if boxes else Polygon()
        free = [ray for ray in rays if not ray.intersects(wall)]
        well_free = [ray for ray in rays if not ray.intersects(wall.buffer(25))]
        found = clear((0, 0), [(int(f), int(r)) for f, r in shape], screens)
        if well_free:
            assert found
        if found:
            # There may be a narrow line between two rays; then it is narrow indeed.
            assert free or any(not ray.intersects(wall.buffer(-25)) for ray in rays)


def test_lines_of_sight_agree_with_many_rays() -> None:
    compare_sight(QuickRng(31), 150)


@pytest.mark.slow
def test_lines_of_sight_agree_with_many_rays_in_many_cases() -> None:
    compare_sight(QuickRng(32), 5_000)


def test_an_edge_sees_past_screens_just_if_some_of_its_points_does() -> None:
    rng = QuickRng(41)
    answers = set()
    for _ in range(120):
        target = [(3_000 * STEP, (-400) * STEP), (3_000 * STEP, 400 * STEP)]
        screens: list[list[Point]] = []
        for _ in range(1 + rng.below(4)):
            left = rng.below(1_400) - 900
            f = 500 + rng.below(2_000)
            screens.append([(f * STEP, left * STEP), ((f + 60) * STEP, (left + 300 + rng.below(500)) * STEP)])
        hidden = screened(((0, -495 * STEP), (0, 495 * STEP)), [target], screens)
        eyes = [(0, (-495 + 990 * i // 400) * STEP) for i in range(401)]
        assert hidden == (not any(clear(eye, target, screens) for eye in eyes)), screens
        answers.add(hidden)
    assert answers == {True, False}


def test_a_detour_is_straight_if_it_can_be_and_the_shortest_round_if_not() -> None:
    start, goal = ((0, 0),), ((10_000, 0),)
    straight = detour(start, goal, [])
    assert straight is not None
    assert straight.length == 10_000_000
    wall = rectangle((5_000, -3_000), 9_000, -4_000, 1_000, 0, -200)
    way = detour(start, goal, [wall])
    assert way is not None
    corner = min(y for _, y in wall if y < 0)
    low = min((x for x, y in wall if y == corner), default=0)
    high = max((x for x, y in wall if y == corner), default=0)
    around = hypot(low, corner) + (high - low) + hypot(10_000 - high, corner)
    top = max(y for _, y in wall)
    over = hypot(low, top) + (high - low) + hypot(10_000 - high, top)
    assert abs(way.length / 1000 - min(around, over)) < 2


def test_a_closed_ring_lets_nobody_out() -> None:
    sides = [rectangle(at, f, -3_000, 3_000, 0, -500) for at, f in (((0, 3_000), 0), ((0, -3_000), 18_000))]
    sides += [rectangle(at, f, -3_000, 3_000, 0, -500) for at, f in (((3_000, 0), 9_000), ((-3_000, 0), 27_000))]
    assert detour(((0, 0),), ((9_000, 0),), sides) is None
    assert detour(((0, 0),), ((9_000, 0),), sides[:3]) is not None


def test_growing_keeps_the_radius_along_the_sides_and_a_little_more_at_the_corners() -> None:
    rng = QuickRng(9)
    for _ in range(50):
        outline, _, facing, _, _ = a_rectangle(rng)
        ring = Polygon(grown(outline, facing, 1_000))
        exact = Polygon(outline).buffer(1_000, quad_segs=64)
        assert ring.buffer(3).contains(exact)
        assert exact.buffer(25).contains(ring)
        assert hull(list(ring.exterior.coords)[:-1])
