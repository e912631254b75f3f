"""Sight lines in three dimensions: straight from eye to eye, stopped by what stands higher than the line runs.

An eye is a point of the table and a height, in steps. The height of the line at a place is compared with a top by
whole numbers: the place is a fraction of the line, and both sides are multiplied out.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .points import Point, side
from .polygons import Part, clipped, passes_through
from .segments import along, meets, nearer


class Line(Struct, frozen=True):
    """A sight line from an eye to an eye."""

    a: Point
    a_height: int
    b: Point
    b_height: int

    def below(self, fraction: tuple[int, int], top: int) -> bool:
        """Return whether the line runs below `top` at this fraction of it; level with the top is not below."""
        above, whole = fraction
        return self.a_height * whole + (self.b_height - self.a_height) * above < top * whole

    def below_within(self, part: Part, top: int) -> bool:
        """Return whether the line runs below `top` anywhere in a part of it: it is straight, so look at the ends."""
        return self.below(part[0], top) or self.below(part[1], top)


def wall_hides(line: Line, a: Point, b: Point, top: int) -> bool:
    """Return whether an upright wall from `a` to `b` stops the line; touching its end is enough."""
    if line.a_height >= top and line.b_height >= top:
        return False
    p, q = line.a, line.b
    f, g = side(a, b, p), side(a, b, q)
    if (f > 0 and g > 0) or (f < 0 and g < 0) or not meets(p, q, a, b):
        return False
    if f == g:
        # Along the wall: the part of the line over it is between the wall's ends.
        ends = sorted((along(a, p, q), along(b, p, q)), key=lambda at: at[0])
        return line.below_within((ends[0], ends[1]), top)
    return line.below((f, f - g) if f > g else (-f, g - f), top)


def solid_hides(line: Line, outline: Sequence[Point], top: int) -> bool:
    """Return whether a solid with a convex outline stops the line; touching it is enough."""
    if line.a_height >= top and line.b_height >= top:
        return False
    part = clipped(outline, line.a, line.b)
    return part is not None and line.below_within(part, top)


def stand_hides(line: Line, outline: Sequence[Point], top: int) -> bool:
    """Return whether an area such as a wood stops the line: it must run through it, not along its border."""
    if line.a_height >= top and line.b_height >= top:
        return False
    part = passes_through(outline, line.a, line.b)
    return part is not None and line.below_within(part, top)


def figure_hides(line: Line, centre: Point, radius: int, head: int) -> bool:
    """Return whether a figure is in the way: the line passes within its base, not just along it, not over its head."""
    if not nearer(centre, line.a, line.b, radius):
        return False
    above, whole = along(centre, line.a, line.b)
    return line.a_height * whole + (line.b_height - line.a_height) * above <= head * whole
