"""Reach: an outline of where a point can get, to be drawn. Floats are welcome here: nothing is decided by it."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from .points import FINE, Point
from .ways import STILL, Nudge, Ways

STEP = pi / 36
"""Rays every five degrees, and one to either side of each corner."""
Ring = list[tuple[float, float]]


def outlines(ways: Ways, p: Point, limit: int, nudge: Nudge = STILL) -> list[Ring]:
    """Return rings whose union holds every point within `limit` of `p`, round the walls."""
    costs, _ = ways.spread(p, limit, nudge)
    rings = [_star(ways, p, nudge, float(limit))]
    for index, cost in sorted(costs.items()):
        left = limit - cost / FINE
        if left > 50:
            rings.append(_star(ways, ways.nodes[index].at, ways.nodes[index].nudge, left))
    return rings


def _star(ways: Ways, p: Point, nudge: Nudge, limit: float) -> Ring:
    """Return what is in plain view of a point, up to a distance."""
    size = hypot(*nudge) or 1.0
    x, y = p[0] + 0.5 * nudge[0] / size, p[1] + 0.5 * nudge[1] / size
    far = limit / cos(STEP / 2)
    walls = [
        (a, b)
        for a, b in ways.standing
        if min(a[0], b[0]) <= x + far and max(a[0], b[0]) >= x - far
        if min(a[1], b[1]) <= y + far and max(a[1], b[1]) >= y - far
    ]
    angles = [i * STEP for i in range(72)]
    for wall in walls:
        for end in wall:
            angle = atan2(end[1] - y, end[0] - x) % (2 * pi)
            angles += [(angle - 1e-5) % (2 * pi), (angle + 1e-5) % (2 * pi)]
    ring: Ring = []
    for angle in sorted(angles):
        dx, dy = cos(angle), sin(angle)
        length = min((_hit(x, y, dx, dy, a, b) for a, b in walls), default=far)
        length = min(length, far)
        ring.append((x + dx * length, y + dy * length))
    return ring


def _hit(x: float, y: float, dx: float, dy: float, a: Point, b: Point) -> float:
    """Return how far along a ray a wall stands; infinity if it does not meet it."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    below = dx * vy - dy * vx
    if abs(below) < 1e-12:
        return float("inf")
    wx, wy = a[0] - x, a[1] - y
    length = (wx * vy - wy * vx) / below
    at = (wx * dy - wy * dx) / below
    return length if length >= 0 and -1e-9 <= at <= 1 + 1e-9 else float("inf")
