"""Detours: the shortest way from one outline to another round convex obstacles.

The straight line comes first. What it runs into is taken into account, and again, until the way is clear: a way that
ignores some obstacles is never too long, so the first that is clear of all is the shortest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import isqrt

from .convex import Outline, box, hull
from .oriented import TURN, ahead
from .points import FINE, Point, fine_length, side, square
from .polygons import clipped, inside
from .segments import feet, meets

Box = tuple[int, int, int, int]
Boxed = tuple[Outline, Box]


class Detour:
    """A way: its length in thousandths of a step, and its corners."""

    __slots__ = ("length", "points")

    def __init__(self, length: int, points: tuple[Point, ...]) -> None:
        self.length = length
        self.points = points


@lru_cache(maxsize=1 << 12)
def grown(outline: Outline, facing: int, radius: int) -> Outline:
    """Return an outline grown by a radius: at each corner a polygon of sixteen sides is put round the circle.

    Two of its sides are parallel to the front, so that along its own sides the outline grows by just the radius.
    """
    # 1 / cos(pi / 16) in millionths.
    out = -(-radius * 1_019_592 // 1_000_000)
    return hull([ahead(corner, (facing + 1_125 + 2_250 * i) % TURN, out) for corner in outline for i in range(16)])


def detour(start: Outline, goal: Outline, obstacles: Sequence[Outline], table: Box | None = None) -> Detour | None:
    """Return the shortest way from any point of one outline to any of another through the inside of no obstacle."""
    return way_round(start, goal, [(obstacle, box(obstacle)) for obstacle in obstacles], table)


def way_round(start: Outline, goal: Outline, obstacles: Sequence[Boxed], table: Box | None = None) -> Detour | None:
    """Return the same for obstacles that come with the boxes round them."""
    active: list[Outline] = []
    # As the crow flies first, which is mostly all.
    way = _straight(start, goal, table)
    idle = list(obstacles)
    while True:
        if way is None:
            return None
        hit = [one for one in idle if _stopped(way.points, *one)]
        if not hit:
            return way
        active += [obstacle for obstacle, _ in hit]
        idle = [one for one in idle if one not in hit]
        way = _shortest(start, goal, active, table)


@lru_cache(maxsize=1 << 12)
def _straight(start: Outline, goal: Outline, table: Box | None) -> Detour | None:
    """Return the same as `_shortest` where there is nothing to go round, in less time."""
    goals = [p for p in _ends(goal, start, (), ()) if _open(p, (), table)]
    best: tuple[int, Point, Point] | None = None
    for p in sorted(_ends(start, goal, (), ())):
        if not _open(p, (), table):
            continue
        px, py = p
        near = min([(px - x) * (px - x) + (py - y) * (py - y) for x, y in goals], default=-1)
        if near < 0:
            return None
        length = isqrt(near * FINE * FINE)
        if best is None or length < best[0]:
            # Of goals as far, to the thousandth of a step, the first.
            best = (length, p, next(q for q in goals if fine_length(p, q) == length))
    return None if best is None else Detour(best[0], (best[1], best[2]))


def _stopped(points: Sequence[Point], obstacle: Outline, around: Box) -> bool:
    return any(_through(obstacle, around, p, q) for p, q in pairwise(points))


def _through(obstacle: Outline, around: Box, p: Point, q: Point) -> bool:
    """Return whether a line runs through the inside of an obstacle."""
    west, east, south, north = around
    (px, py), (qx, qy) = p, q
    if (
        (px <= west and qx <= west)
        or (px >= east and qx >= east)
        or (py <= south and qy <= south)
        or (py >= north and qy >= north)
    ):
        return False
    if p == q:
        return inside(obstacle, p)
    part = clipped(obstacle, p, q)
    if part is None:
        return False
    (a, b), (c, d) = part
    if a * d >= c * b:
        return False
    n = len(obstacle)
    # The middle of the part inside, in units of 1 / (2 b d).
    middle, below = a * d + c * b, 2 * b * d
    mx, my = px * below + (qx - px) * middle, py * below + (qy - py) * middle
    for i in range(n):
        (ax, ay), (bx, by) = obstacle[i - 1], obstacle[i]
        if (bx - ax) * (my - ay * below) - (by - ay) * (mx - ax * below) <= 0:
            return False
    return True


def _shortest(start: Outline, goal: Outline, active: list[Outline], table: Box | None) -> Detour | None:
    boxes = [(obstacle, box(obstacle)) for obstacle in active]
    nodes: list[tuple[Point, Point, Point]] = []
    """The corners of obstacles round which a way may bend, each with its neighbours."""
    for obstacle in active:
        for i, corner in enumerate(obstacle):
            if _open(corner, boxes, table):
                nodes.append((corner, obstacle[i - 1], obstacle[(i + 1) % len(obstacle)]))
    corners = [node[0] for node in nodes]
    starts = [p for p in _ends(start, goal, corners, active) if _open(p, boxes, table)]
    goals = [p for p in _ends(goal, start, corners, active) if _open(p, boxes, table)]
    best: dict[int, int] = {}
    heap: list[tuple[int, int, int, Point, tuple[Point, ...]]] = []
    for p in starts:
        heappush(heap, (_least(p, goals), 0, -1, p, (p,)))
    ended: tuple[int, tuple[Point, ...]] | None = None
    while heap:
        guess, cost, number, p, path = heappop(heap)
        if ended is not None and guess >= ended[0]:
            break
        if number >= 0:
            if best.get(number, cost + 1) <= cost:
                continue
            best[number] = cost
        for q in goals:
            total = cost + fine_length(p, q)
            if (ended is None or total < ended[0]) and not _blocked(p, q, boxes):
                ended = (total, (*path, q))
        px, py = p
        for i, (q, before, after) in enumerate(nodes):
            if i == number or i in best or q == p:
                continue
            # A taut way only bends where it leaves the obstacle on one side.
            ex, ey = q[0] - px, q[1] - py
            one = ex * (before[1] - py) - ey * (before[0] - px)
            two = ex * (after[1] - py) - ey * (after[0] - px)
            if (one > 0 > two) or (one < 0 < two):
                continue
            total = cost + fine_length(p, q)
            guess = total + _least(q, goals)
            if (ended is None or guess < ended[0]) and not _blocked(p, q, boxes):
                heappush(heap, (guess, total, i, q, (*path, q)))
    return None if ended is None else Detour(*ended)


def _least(p: Point, goals: Sequence[Point]) -> int:
    """Return the length as the crow flies to the nearest goal: no way is shorter."""
    if not goals:
        return 0
    return fine_length(p, min(goals, key=lambda q: square(p, q)))


def _blocked(p: Point, q: Point, boxes: Sequence[Boxed]) -> bool:
    return any(_through(obstacle, around, p, q) for obstacle, around in boxes)


def _open(p: Point, active: Sequence[Boxed], table: Box | None) -> bool:
    x, y = p
    if table is not None and not (table[0] <= p[0] <= table[1] and table[2] <= p[1] <= table[3]):
        return False
    return not any(w < x < e and s < y < n and inside(obstacle, p) for obstacle, (w, e, s, n) in active)


def _ends(outline: Outline, other: Outline, corners: Sequence[Point], active: Sequence[Outline]) -> list[Point]:
    """Return points of an outline at which a shortest way may end: its corners, feet, and where obstacles cut it."""
    points = list(outline)
    if len(outline) > 1:
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
            points += feet((*other, *corners), a, b)
            for obstacle in active:
                for c, d in zip(obstacle, (*obstacle[1:], obstacle[0]), strict=True):
                    if meets(a, b, c, d) and side(a, b, c) != side(a, b, d):
                        points += _outward(a, b, c, d)
    return list(dict.fromkeys(points))


def _outward(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """Return grid points of a side next to where it is cut, on either side of the cut."""
    above, below = side(c, d, a), side(c, d, a) - side(c, d, b)
    if not below:
        return []
    length = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
    near = above * length // below
    return [
        (a[0] + (b[0] - a[0]) * n // length, a[1] + (b[1] - a[1]) * n // length)
        for n in (near - 1, near, near + 1, near + 2)
        if 0 <= n <= length
    ]


def whole_steps(way: Detour) -> int:
    """Return the length of a way in whole steps, rounded down."""
    return way.length // FINE
