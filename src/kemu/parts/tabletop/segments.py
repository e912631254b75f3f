"""Segments: lines without thickness, such as walls and sight lines. All tests are exact."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from .points import Point, nearest, side, square

Segment = tuple[Point, Point]


def meets(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two closed segments have a point in common: crossing, touching or lying on one another."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    if (
        (cx < west and dx < west)
        or (cx > east and dx > east)
        or (cy < south and dy < south)
        or (cy > north and dy > north)
    ):
        return False
    ux, uy = bx - ax, by - ay
    c_side, d_side = ux * (cy - ay) - uy * (cx - ax), ux * (dy - ay) - uy * (dx - ax)
    if (c_side > 0 and d_side > 0) or (c_side < 0 and d_side < 0):
        return False
    vx, vy = dx - cx, dy - cy
    a_side, b_side = vx * (ay - cy) - vy * (ax - cx), vx * (by - cy) - vy * (bx - cx)
    # Four zeros: all on one line, and the boxes overlap, so the segments do.
    return not ((a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two segments cross in a single point that is an end of neither."""
    c_side, d_side = side(a, b, c), side(a, b, d)
    if not ((c_side > 0 > d_side) or (c_side < 0 < d_side)):
        return False
    a_side, b_side = side(c, d, a), side(c, d, b)
    return (a_side > 0 > b_side) or (a_side < 0 < b_side)


def on(p: Point, a: Point, b: Point) -> bool:
    """Return whether a point lies on a closed segment."""
    return (
        side(a, b, p) == 0 and min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def gap_square(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """Return the square of the distance from a point to a segment, as a fraction (above, below)."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    wx, wy = p[0] - a[0], p[1] - a[1]
    ahead = wx * vx + wy * vy
    if ahead <= 0:
        return wx * wx + wy * wy, 1
    length = vx * vx + vy * vy
    if ahead >= length:
        return square(p, b), 1
    off = vx * wy - vy * wx
    return off * off, length


def near(p: Point, a: Point, b: Point, limit: int) -> bool:
    """Return whether a point is at most `limit` from a segment."""
    (x, y), (ax, ay), (bx, by) = p, a, b
    if (
        (x < ax - limit and x < bx - limit)
        or (x > ax + limit and x > bx + limit)
        or (y < ay - limit and y < by - limit)
        or (y > ay + limit and y > by + limit)
    ):
        return False
    vx, vy, wx, wy = bx - ax, by - ay, x - ax, y - ay
    ahead, length = wx * vx + wy * vy, vx * vx + vy * vy
    if ahead <= 0:
        return wx * wx + wy * wy <= limit * limit
    if ahead >= length:
        return (x - bx) * (x - bx) + (y - by) * (y - by) <= limit * limit
    off = vx * wy - vy * wx
    return off * off <= limit * limit * length


def nearer(p: Point, a: Point, b: Point, limit: int) -> bool:
    """Return whether a point is less than `limit` from a segment."""
    above, below = gap_square(p, a, b)
    return above < limit * limit * below


def along(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """Return how far along a segment the point nearest to `p` is, as a fraction (above, below) from 0 to 1."""
    (ax, ay), (bx, by) = a, b
    vx, vy = bx - ax, by - ay
    below = vx * vx + vy * vy
    if not below:
        return 0, 1
    above = (p[0] - ax) * vx + (p[1] - ay) * vy
    return (0 if above < 0 else min(above, below)), below


def foot(p: Point, a: Point, b: Point) -> Point:
    """Return the point of a segment nearest to `p`, rounded to the grid."""
    above, below = along(p, a, b)
    if not above:
        return a
    if above == below:
        return b
    return a[0] + nearest((b[0] - a[0]) * above, below), a[1] + nearest((b[1] - a[1]) * above, below)


def feet(points: Sequence[Point], a: Point, b: Point) -> list[Point]:
    """Return the foot of each of some points."""
    (ax, ay), (bx, by) = a, b
    vx, vy = bx - ax, by - ay
    below = vx * vx + vy * vy
    found: list[Point] = []
    for x, y in points:
        above = (x - ax) * vx + (y - ay) * vy
        if above <= 0 or not below:
            found.append(a)
        elif above >= below:
            found.append(b)
        else:
            found.append((ax + nearest(vx * above, below), ay + nearest(vy * above, below)))
    return found


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Return where the line from `a` to `b` crosses the segment `cd`, on the grid. They must not be parallel."""
    c_side, d_side = side(a, b, c), side(a, b, d)
    above, below = (c_side, c_side - d_side) if c_side > d_side else (-c_side, d_side - c_side)
    return c[0] + nearest((d[0] - c[0]) * above, below), c[1] + nearest((d[1] - c[1]) * above, below)


def joined(segments: list[Segment]) -> list[Segment]:
    """Return the same lines, cut wherever the end of one lies on another, so that they share their ends.

    Segments that cross in the open or lie on one another are the caller's mistake: see `clash`.
    """
    ends = sorted({end for segment in segments for end in segment})
    pieces: list[Segment] = []
    for a, b in segments:
        cuts = sorted((p for p in ends if on(p, a, b)), key=lambda p: square(a, p))
        pieces += list(itertools.pairwise(cuts))
    return pieces


def clash(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two segments cross in the open, or lie on one another for some length."""
    if crosses(a, b, c, d):
        return True
    if side(a, b, c) or side(a, b, d):
        return False
    shared = {p for p in (a, b) if on(p, c, d)} | {p for p in (c, d) if on(p, a, b)}
    return len(shared) > 1
