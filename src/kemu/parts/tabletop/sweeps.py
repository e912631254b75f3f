"""Sweeps: the ground that a rectangle covers on its way, exactly: rectangles, discs, and sectors where it wheels.

A rectangle that turns about one of its corners covers its first and last footprint and the sector of its diagonal from
the one to the other: at every distance from the corner the diagonal lies in the rectangle, so nothing is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from .convex import Outline, box, intrudes, within
from .oriented import COS, RIGHT, SCALE, SIN, TURN, ahead, facing_towards, hypotenuse, local, rectangle, turned
from .points import Point
from .polygons import contains
from .segments import gap_square

Box = tuple[int, int, int, int]
Sector = tuple[Point, int, int, int]
"""Centre, radius, and from which facing clockwise through which angle, at most a quarter turn."""
Disc = tuple[Point, int]


class Sweep:
    """The ground covered on a way, as a union of convex outlines, sectors and discs."""

    __slots__ = ("box", "discs", "hulls", "sectors")

    def __init__(self, hulls: Sequence[Outline], sectors: Sequence[Sector] = (), discs: Sequence[Disc] = ()) -> None:
        self.hulls = tuple(dict.fromkeys(hulls))
        self.sectors = tuple(sectors)
        self.discs = tuple(discs)
        boxes = [box(hull) for hull in self.hulls]
        boxes += [(x - r, x + r, y - r, y + r) for (x, y), r, _, _ in self.sectors]
        boxes += [(x - r, x + r, y - r, y + r) for (x, y), r in self.discs]
        self.box = (
            min(b[0] for b in boxes),
            max(b[1] for b in boxes),
            min(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )

    def far(self, around: Box, limit: int) -> bool:
        """Return whether the box round something is more than `limit` away, at a glance."""
        west, east, south, north = self.box
        return (
            around[0] > east + limit
            or around[1] < west - limit
            or around[2] > north + limit
            or around[3] < south - limit
        )

    def within(self, outline: Sequence[Point], limit: int) -> bool:
        """Return whether an outline comes within `limit` of the ground covered."""
        return (
            any(within(hull, outline, limit) for hull in self.hulls)
            or any(sector_reaches(sector, outline, sector[1] + limit) for sector in self.sectors)
            or any(disc_reaches(centre, outline, radius + limit) for centre, radius in self.discs)
        )

    def enters(self, outline: Sequence[Point], tolerance: int) -> bool:
        """Return whether the ground covered overlaps an outline by more than a tolerance."""
        return (
            any(intrudes(hull, outline, tolerance) for hull in self.hulls)
            or any(sector_reaches(sector, outline, sector[1] - tolerance - 1, tolerance) for sector in self.sectors)
            or any(disc_reaches(centre, outline, radius - tolerance - 1) for centre, radius in self.discs)
        )


def disc_reaches(centre: Point, outline: Sequence[Point], radius: int) -> bool:
    """Return whether an outline comes within a radius of a point."""
    if len(outline) > 2 and contains(outline, centre):
        return True
    a = outline[-1]
    for b in outline:
        above, below = gap_square(centre, a, b)
        if above <= radius * radius * below:
            return True
        a = b
    return False


def sector_reaches(sector: Sector, outline: Sequence[Point], radius: int, inside: int = 0) -> bool:
    """Return whether an outline has a part between the rays of a sector and at most `radius` from its centre.

    With `inside` that part must be so far from either ray: who touches the corner about which another turns is not in
    the sector. Along the rays it is the first and the last footprint that tell who is in the way.
    """
    centre, _, start, angle = sector
    if not disc_reaches(centre, outline, radius):
        return False
    rest = [local(centre, start, p) for p in outline]
    rest = _half(rest, 0, 1, inside * SCALE)
    # Left of the last ray: forward * sin(angle) >= right * cos(angle).
    rest = _half(rest, SIN[angle], -COS[angle], inside * SCALE * SCALE)
    if not rest:
        return False
    return disc_reaches((0, 0), rest, radius * SCALE) if len(rest) > 1 else _size(rest[0]) <= (radius * SCALE) ** 2


def _size(p: Point) -> int:
    return p[0] * p[0] + p[1] * p[1]


def _half(points: list[Point], forward: int, right: int, least: int) -> list[Point]:
    """Return what of an outline has at least such a product with this direction."""
    kept: list[Point] = []
    if not points:
        return kept
    p = points[-1]
    f = p[0] * forward + p[1] * right - least
    for q in points:
        g = q[0] * forward + q[1] * right - least
        if (f > 0 > g) or (f < 0 < g):
            kept.append((p[0] + (q[0] - p[0]) * f // (f - g), p[1] + (q[1] - p[1]) * f // (f - g)))
        if g >= 0:
            kept.append(q)
        p, f = q, g
    return kept


def wheel_sectors(pivot: Point, far: Point, width: int, depth: int, angle: int) -> list[Sector]:
    """Return the sectors that a diagonal covers, the angle positive if clockwise."""
    radius = hypotenuse(width, depth)
    start = facing_towards(pivot, far)
    if angle < 0:
        start, angle = turned(start, angle), -angle
    sectors: list[Sector] = []
    while angle > 0:
        part = min(angle, RIGHT)
        sectors.append((pivot, radius, start, part))
        start, angle = turned(start, part), angle - part
    return sectors


def corridor(at: Point, facing: int, length: int, half: int, behind: int = 0) -> Outline:
    """Return the rectangle from so far behind a place to so far ahead of it, `half` to either side."""
    return rectangle(at, facing, -half, half, length, -behind)


def wheeled(
    pivot_right: bool, at: Point, facing: int, half: int, angle: int, back: int = 0
) -> tuple[Point, Point, int]:
    """Return the pivot, and the front's middle and facing after a wheel about a corner, `back` behind the front."""
    across = half if pivot_right else -half
    pivot = ahead(at, facing, -back, across)
    after = (facing + angle) % TURN
    return pivot, ahead(pivot, after, back, -across), after
