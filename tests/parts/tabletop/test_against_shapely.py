"""The table's geometry against Shapely, which works in floats and knows nothing of ours, on random layouts."""

from __future__ import annotations

from heapq import heappop, heappush
from math import hypot

import pytest

from kemu.core.rng import QuickRng
from kemu.parts.tabletop.points import FINE, Point
from kemu.parts.tabletop.polygons import clipped, contains, convex, disc_touches, overlap, passes_through
from kemu.parts.tabletop.reach import outlines
from kemu.parts.tabletop.segments import clash, joined, meets, near
from kemu.parts.tabletop.sight import Line, figure_hides, solid_hides, stand_hides, wall_hides
from kemu.parts.tabletop.ways import Ways

shapely = pytest.importorskip("shapely")
from shapely.geometry import LineString, MultiPoint, Polygon  # noqa: E402
from shapely.geometry import Point as Dot  # noqa: E402
from shapely.ops import unary_union  # noqa: E402

SIZE = 20_000
QUICK = range(300)
SOAK = range(10_000)


def point(rng: QuickRng, grid: int = 1) -> Point:
    return rng.below(SIZE // grid + 1) * grid, rng.below(SIZE // grid + 1) * grid


def outline(rng: QuickRng) -> tuple[Point, ...]:
    while True:
        x, y = point(rng)
        hull = MultiPoint([(x + rng.below(6000), y + rng.below(6000)) for _ in range(6)]).convex_hull
        if hull.geom_type == "Polygon":
            corners = tuple((int(a), int(b)) for a, b in shapely.geometry.polygon.orient(hull).exterior.coords)[:-1]
            if convex(corners):
                return corners


def walls(rng: QuickRng, number: int = 7) -> list[tuple[Point, Point]]:
    """Walls on a coarse grid, so that they often share their ends or lie in line."""
    found: list[tuple[Point, Point]] = []
    while len(found) < number:
        a = point(rng, 2000)
        b = found[-1][1] if found and rng.below(2) else point(rng, 2000)
        if a != b and hypot(a[0] - b[0], a[1] - b[1]) < 9000 and not any(clash(a, b, c, d) for c, d in found):
            found.append((a, b))
    return joined(found)


def off(p: Point, layout: list[tuple[Point, Point]]) -> bool:
    return all(LineString(wall).distance(Dot(p)) > 300 for wall in layout)


def check_overlap(seed: int) -> None:
    rng = QuickRng(seed)
    one, two, p, q = outline(rng), outline(rng), point(rng), point(rng)
    a, b = Polygon(one), Polygon(two)
    assert overlap(one, two) == (a.intersection(b).area > 1e-6)
    assert contains(one, p) == a.covers(Dot(p))
    gap = a.distance(Dot(p))
    if abs(gap - 500) > 1e-6:
        assert disc_touches(one, p, 500) == (gap < 500)
    line = LineString([p, q])
    inside = line.intersection(a)
    assert (clipped(one, p, q) is not None) == line.intersects(a)
    part = passes_through(one, p, q)
    assert (part is not None) == (inside.length > 1e-6)
    if part is not None:
        (m, n), (o, r) = part
        assert abs((o / r - m / n) * line.length - inside.length) < 1e-3


def check_sight(seed: int) -> None:
    rng = QuickRng(seed)
    p, q, w, v = (point(rng, 500) for _ in range(4))
    if p == q or w == v:
        return
    heights = rng.below(8) * 1000 + 1000, rng.below(8) * 1000 + 1000
    line, flat, top = Line(p, heights[0], q, heights[1]), LineString([p, q]), 2000 + 1000 * rng.below(4)

    def lowest(shape: object) -> float:
        """The height of the line over a shape, at its lowest; high above everything where it is not over it."""
        part = flat.intersection(shape)
        if part.is_empty:
            return 1e9
        at = [flat.project(Dot(c)) / flat.length for c in shapely.get_coordinates(part)]
        return min(heights[0] + (heights[1] - heights[0]) * t for t in at)

    wall = LineString([w, v])
    assert meets(p, q, w, v) == flat.intersects(wall)
    low = lowest(wall)
    if abs(low - top) > 1e-3:
        assert wall_hides(line, w, v, top) == (low < top)
    body = outline(rng)
    low = lowest(Polygon(body))
    if abs(low - top) > 1e-3:
        assert solid_hides(line, body, top) == (low < top)
        through = flat.intersection(Polygon(body)).length > 1e-6
        assert stand_hides(line, body, top) == (through and low < top)
    gap = flat.distance(Dot(w))
    assert near(w, p, q, 500) == (gap <= 500 + 1e-9)
    at = flat.project(Dot(w)) / flat.length
    height = heights[0] + (heights[1] - heights[0]) * at
    if abs(height - 1000) > 1e-3 and abs(gap - 500) > 1e-6:
        assert figure_hides(line, w, 500, 1000) == (gap < 500 and height < 1000)


def shortest_by_shapely(layout: list[tuple[Point, Point]], p: Point, q: Point) -> float:
    """Walls swollen by a hair, and a plain graph of their corners."""
    solid = unary_union([LineString(wall).buffer(0.05, cap_style="square", join_style="mitre") for wall in layout])
    shape = solid.buffer(0.01, join_style="mitre")
    stops = [p, q, *((c[0], c[1]) for c in shapely.get_coordinates(shape))]
    prepared = shapely.prepared.prep(solid)
    costs, heap = {}, [(0.0, 0)]
    while heap:
        cost, at = heappop(heap)
        if at in costs:
            continue
        costs[at] = cost
        if at == 1:
            return cost
        for other, stop in enumerate(stops):
            if other not in costs and not prepared.intersects(LineString([stops[at], stop])):
                heappush(heap, (cost + hypot(stop[0] - stops[at][0], stop[1] - stops[at][1]), other))
    return 1e9


def check_way(seed: int) -> None:
    rng = QuickRng(seed)
    layout = walls(rng)
    p, q = point(rng, 250), point(rng, 250)
    if not (off(p, layout) and off(q, layout)):
        return
    way = Ways(layout, 60_000).shortest(p, q, 60_000)
    there = shortest_by_shapely(layout, p, q)
    if way is None:
        assert there == 1e9
        return
    assert abs(way.length / FINE - there) < 5
    assert way.points[0] == p
    assert way.points[-1] == q
    for leg in zip(way.points, way.points[1:], strict=False):
        assert not any(LineString(leg).crosses(LineString(wall)) for wall in layout)


def check_reach(seed: int) -> None:
    """Whoever can get there is inside the drawn outline, and whoever is well inside can get there.

    Rays five degrees apart overshoot the limit by a thousandth of it at most.
    """
    rng = QuickRng(seed)
    layout = walls(rng)
    p = point(rng, 250)
    # Of some of the layouts a few walls have come down.
    gone = rng.below(1 << len(layout)) if rng.below(2) else 0
    standing = [wall for i, wall in enumerate(layout) if not gone >> i & 1]
    if not off(p, layout):
        return
    ways = Ways(layout, 8_100).without(gone)
    drawn = unary_union([Polygon(ring).buffer(2) for ring in outlines(ways, p, 8_000)])
    well_inside = drawn.buffer(-30)
    west, south, east, north = (int(side) for side in drawn.bounds)
    for _ in range(6):
        q = point(rng, 100)
        if off(q, standing) and ways.shortest(p, q, 8_000) is not None:
            assert drawn.covers(Dot(q)), (p, q, standing)
    for _ in range(12):
        q = west + rng.below(east - west + 1), south + rng.below(north - south + 1)
        if off(q, standing) and well_inside.covers(Dot(q)):
            assert ways.shortest(p, q, 8_010) is not None, (p, q, standing)


@pytest.mark.parametrize("check", [check_overlap, check_sight, check_way, check_reach])
def test_random_layouts(check: object) -> None:
    for seed in QUICK if check in (check_overlap, check_sight) else QUICK[:120]:
        check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("check", [check_overlap, check_sight, check_way, check_reach])
def test_ten_thousand_random_layouts(check: object) -> None:
    for seed in SOAK:
        check(seed)
