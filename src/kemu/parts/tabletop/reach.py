"""Reach: an outline of where a point can get, to be drawn. Floats are welcome here: nothing is decided by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, hypot, pi, sin

from .points import FINE, Point
from .ways import STILL, Nudge, Ways

STEP = pi / 36
"""Rays every five degrees, and one to either side of each corner."""
CLOSER = 4
"""How often the angle between two rays is halved to find an edge, or a piece of a ray to find its end."""
PACES = 8
"""At how many points of a ray one looks."""
ALIKE = 500
"""Rays whose lengths differ by more are not of one fan."""
OUT = 15
"""How far a fan's rim is drawn beyond the ends of its rays: what lies between them may reach a little farther."""
Ring = list[tuple[float, float]]
Ray = tuple[float, Point | None]
"""A direction, and where it ends, if one may go that way."""
Kept = Callable[[Point], bool]
"""Whether a point is to be drawn."""


def outlines(ways: Ways, p: Point, limit: int, nudge: Nudge = STILL, kept: Kept | None = None) -> list[Ring]:
    """Return rings whose union holds every point within `limit` of `p`, round the walls.

    With `kept` each ray ends where that does not hold any more.
    """
    costs, _ = ways.spread(p, limit, nudge)
    rings = [_star(ways, p, nudge, float(limit), kept)]
    for index, cost in sorted(costs.items()):
        left = limit - cost / FINE
        if left > 50:
            rings.append(_star(ways, ways.nodes[index].at, ways.nodes[index].nudge, left, kept))
    return rings


def _star(ways: Ways, p: Point, nudge: Nudge, limit: float, kept: Kept | None) -> Ring:
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
        if kept is not None:
            length = _cut(x, y, dx, dy, length, kept)
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


def _cut(x: float, y: float, dx: float, dy: float, length: float, kept: Kept) -> float:
    """Return how far along a ray is the last point at which something holds; 0 if there is none."""

    def holds(far: float) -> bool:
        return kept((round(x + dx * far), round(y + dy * far)))

    if holds(length):
        return length
    high = length
    for step in range(PACES - 1, 0, -1):
        low = length * step / PACES
        if holds(low):
            break
        high = low
    else:
        low = 0.0
    for _ in range(CLOSER):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def fans(origin: Point, angles: list[float], end: Callable[[float], Point | None]) -> Iterator[Ring]:
    """Yield a ring for each run of rays that are legal, from where they begin to where they end."""
    rays: list[Ray] = []
    for angle in angles:
        ray = (angle, end(angle))
        if rays:
            rays += _between(origin, rays[-1], ray, end, CLOSER)
        rays.append(ray)
    run: list[Ray] = []
    for ray in (*rays, (0.0, None)):
        if run and not _alike(origin, run[-1], ray):
            yield [(float(origin[0]), float(origin[1])), *_rim(origin, run)]
            run = []
        if ray[1] is not None:
            run.append(ray)


def _between(origin: Point, one: Ray, two: Ray, end: Callable[[float], Point | None], more: int) -> list[Ray]:
    """Return rays between two that are unlike each other, so that the edge lies between close ones."""
    if not more or _alike(origin, one, two) or one[1] is two[1] is None:
        return []
    angle = (one[0] + two[0]) / 2
    middle = (angle, end(angle))
    before, after = (_between(origin, *pair, end, more - 1) for pair in ((one, middle), (middle, two)))
    return [*before, middle, *after]


def _alike(origin: Point, one: Ray, two: Ray) -> bool:
    """Return whether two rays are both legal, and about as long: one that goes over a wall is not."""
    if one[1] is None or two[1] is None:
        return False
    (ax, ay), (bx, by), (x, y) = one[1], two[1], origin
    return abs(hypot(ax - x, ay - y) - hypot(bx - x, by - y)) < ALIKE


def _rim(origin: Point, run: list[Ray]) -> Iterator[tuple[float, float]]:
    """Yield the ends of a run of rays; of a single one, a narrow edge."""
    x, y = origin
    for angle, end in run if len(run) > 1 else ((run[0][0] + turn, run[0][1]) for turn in (-0.01, 0.01)):
        assert end is not None
        far = hypot(end[0] - x, end[1] - y) + OUT
        yield x + far * cos(angle), y + far * sin(angle)
