"""Another unit, as a firing unit sees it: which angles of a zone may meet it, and how far along one it begins."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, ceil, floor, sqrt
from math import degrees as degrees_of

from kemu.parts.tabletop.convex import Outline
from kemu.parts.tabletop.oriented import COS, SCALE, SIN, TURN, hypotenuse
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.strips import STEP, cut_ahead, seen

from ..model.bases import TOUCH, Body
from ..model.units import BW

HALF = BW // 2
WIDEST = 45
"""By how many whole degrees a zone may be turned to either side."""
TIE = TOUCH * STEP
NEVER = 1 << 62


class Seen:
    """Another unit, as the firing unit sees it: what lies beyond its front line, and a circle round it."""

    __slots__ = (
        "_bases",
        "_distances",
        "_spans",
        "ahead",
        "base",
        "body",
        "centre",
        "firsts",
        "friend",
        "points",
        "raised",
        "room",
        "unit",
    )

    def __init__(self, unit: int, friend: bool, shooter: Body, body: Body, raised: bool) -> None:
        self.unit = unit
        self.friend = friend
        self.raised = raised
        """Whether it is an enemy on a hill."""
        points = seen(shooter.at, shooter.facing, body.corners)
        self.ahead = max(points)[0] > TIE
        self.points = cut_ahead(points, 0)
        centre = seen(shooter.at, shooter.facing, (body.centre,))[0]
        self._distances: dict[tuple[int, int], int | None] = {}
        self._spans: dict[tuple[int, int], tuple[int, int, int] | None] = {}
        self.firsts: dict[tuple[int, int], list[First]] = {}
        """The bases met first, by the place of the shooting base and the angle."""
        self.centre = centre
        self.room = body.radius * STEP
        self.body = body
        self.base = (hypotenuse(BW, body.base_depth) // 2 + 3) * STEP
        """How far the corners of a base are from its middle, at most."""
        self._bases: list[tuple[Outline, list[Point], Point]] | None = None

    def span(self, offset: int, far: int) -> tuple[int, int, int] | None:
        """Return between which degrees a zone may meet it, and how far along it at least; see `span_of`."""
        key = (offset, far)
        if key not in self._spans:
            self._spans[key] = span_of(self.points, offset, far)
        return self._spans[key]

    def distance(self, offset: int, degrees: int) -> int | None:
        """Return how far along a zone it begins, or None if it is not in the zone."""
        key = (offset, degrees)
        if key not in self._distances:
            self._distances[key] = along(self.points, offset, degrees)
        return self._distances[key]

    def bases(self, at: Point, facing: int) -> list[tuple[Outline, list[Point], Point]]:
        """Return the bases with what of them lies beyond the front line, and their middles; always asked from there."""
        if self._bases is None:
            self._bases = []
            for outline in self.body.bases:
                corners = seen(at, facing, outline)
                points = cut_ahead(corners, 0)
                if len(points) > 2:
                    (af, ar), (bf, br) = corners[0], corners[2]
                    self._bases.append((outline, points, ((af + bf) // 2, (ar + br) // 2)))
        return self._bases


First = tuple[int, Seen, Outline]
"""How far along a zone an enemy begins, who it is, and the base of his that is met first."""


def span_of(points: Sequence[Point], offset: int, far: int) -> tuple[int, int, int] | None:
    """Return between which degrees a zone has to be turned to meet something, and how far along the zone that is at
    least; a degree or two more, or some steps less, do no harm.

    None if it is farther away than `far`, or too far aside.

    Floats are welcome: this only spares a closer look.
    """
    limit = HALF * STEP
    closest = _distance_from(points, offset)
    if closest > far:
        return None
    if closest <= 1.5 * limit:
        return -90, 90, 0
    angles = [atan2(r - offset, f) for f, r in points]
    wide = asin(limit / closest)
    low, high = floor(degrees_of(min(angles) - wide)) - 1, ceil(degrees_of(max(angles) + wide)) + 1
    if low > WIDEST or high < -WIDEST:
        return None
    return low, high, int(sqrt(closest * closest - limit * limit)) - TIE


def _distance_from(points: Sequence[Point], offset: int) -> float:
    """Return about how far an outline is from the middle of a base's front."""
    best = 1e30
    ax, ay = points[-1][0], points[-1][1] - offset
    for f, right in points:
        bx, by = f, right - offset
        ex, ey = bx - ax, by - ay
        length = ex * ex + ey * ey
        along = -(ax * ex + ay * ey) / length if length else 0.0
        along = 0.0 if along < 0 else min(along, 1.0)
        dx, dy = ax + along * ex, ay + along * ey
        best = min(best, dx * dx + dy * dy)
        ax, ay = bx, by
    return sqrt(best)


def along(points: list[Point], offset: int, degrees: int) -> int | None:
    """Return how far along a zone something begins that is seen from the unit, or None if it is not in the zone."""
    low, high = (TOUCH - HALF) * STEP, (HALF - TOUCH) * STEP
    if degrees:
        s, c = SIN[degrees * 100 % TURN], COS[degrees * 100 % TURN]
        points = [((f * c + (r - offset) * s) // SCALE, ((r - offset) * c - f * s) // SCALE) for f, r in points]
        # What lies behind the near edge of the turned zone is not in it.
        if points and min(points)[0] < 0:
            points = cut_ahead(points, 0)
    else:
        low, high = low + offset, high + offset
    if not points:
        return None
    rights = [r for _, r in points]
    if max(rights) <= low or min(rights) >= high:
        return None
    pf, pr = points[-1]
    best = NEVER
    for f, r in points:
        if low <= r <= high and f < best:
            best = f
        if pr < low < r or pr > low > r:
            at = pf + (f - pf) * (low - pr) // (r - pr)
            if at < best:
                best = at
        if pr < high < r or pr > high > r:
            at = pf + (f - pf) * (high - pr) // (r - pr)
            if at < best:
                best = at
        pf, pr = f, r
    return None if best == NEVER else best
