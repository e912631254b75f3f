"""Convex outlines: houses, woods, whole tables. Corners run anticlockwise."""

from __future__ import annotations

from collections.abc import Sequence

from .points import Point, side
from .segments import Segment, near, nearer, on

Outline = tuple[Point, ...]
Part = tuple[tuple[int, int], tuple[int, int]]
"""From one fraction of a segment to another; a fraction is (above, below)."""


def edges(outline: Sequence[Point]) -> list[Segment]:
    """Return the sides of an outline, in order."""
    return [(outline[i - 1], outline[i]) for i in range(1, len(outline))] + [(outline[-1], outline[0])]


def convex(outline: Sequence[Point]) -> bool:
    """Return whether the corners turn left all the way round, exactly once."""
    n = len(outline)
    if n < 3:
        return False
    if any(side(outline[i], outline[(i + 1) % n], outline[(i + 2) % n]) <= 0 for i in range(n)):
        return False
    return all(side(a, b, p) >= 0 for a, b in edges(outline) for p in outline)


def contains(outline: Sequence[Point], p: Point) -> bool:
    """Return whether a point lies in a convex outline or on it."""
    a = outline[-1]
    for b in outline:
        if (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) < 0:
            return False
        a = b
    return True


def inside(outline: Sequence[Point], p: Point) -> bool:
    """Return whether a point lies in a convex outline and not on it."""
    return all(side(a, b, p) > 0 for a, b in edges(outline))


def clipped(outline: Sequence[Point], p: Point, q: Point) -> Part | None:
    """Return which part of the segment from `p` to `q` lies in a convex outline or on it; None if no point does."""
    enter, leave = (0, 1), (1, 1)
    a = outline[-1]
    for b in outline:
        f = side(a, b, p)
        g = side(a, b, q)
        a = b
        if f < 0:
            if g < 0:
                return None
            at = (-f, g - f)
            if at[0] * enter[1] > enter[0] * at[1]:
                enter = at
        elif g < 0:
            at = (f, f - g)
            if at[0] * leave[1] < leave[0] * at[1]:
                leave = at
    if enter[0] * leave[1] > leave[0] * enter[1]:
        return None
    return enter, leave


def touched(outline: Sequence[Point], p: Point, q: Point) -> bool:
    """Return whether a segment has a point in common with a convex outline: unless a line parts them.

    That line would run along a side of the outline, or along the segment.
    """
    px, py = p
    qx, qy = q
    dx, dy = qx - px, qy - py
    left = right = False
    ax, ay = outline[-1]
    for bx, by in outline:
        vx, vy = bx - ax, by - ay
        if vx * (py - ay) < vy * (px - ax) and vx * (qy - ay) < vy * (qx - ax):
            return False
        turn = dx * (by - py) - dy * (bx - px)
        left = left or turn >= 0
        right = right or turn <= 0
        ax, ay = bx, by
    return left and right


def passes_through(outline: Sequence[Point], p: Point, q: Point) -> Part | None:
    """Return the part of a segment inside a convex outline, if it is more than a touch or a run along a side."""
    part = clipped(outline, p, q)
    if part is None:
        return None
    (a, b), (c, d) = part
    if a * d >= c * b:
        return None
    if any(side(e, f, p) == 0 == side(e, f, q) for e, f in edges(outline)):
        return None
    return part


def disc_touches(outline: Sequence[Point], centre: Point, radius: int) -> bool:
    """Return whether a disc and a convex outline overlap by more than a touch."""
    return contains(outline, centre) or any(nearer(centre, a, b, radius) for a, b in edges(outline))


def disc_inside(outline: Sequence[Point], centre: Point, radius: int) -> bool:
    """Return whether a disc lies wholly in a convex outline; touching the sides is inside."""
    return contains(outline, centre) and not any(nearer(centre, a, b, radius) for a, b in edges(outline))


def on_border(outline: Sequence[Point], p: Point) -> bool:
    """Return whether a point lies on a side of the outline."""
    return any(on(p, a, b) for a, b in edges(outline))


def near_outline(outline: Sequence[Point], p: Point, limit: int) -> bool:
    """Return whether a point lies in the outline or at most `limit` from it."""
    return contains(outline, p) or any(near(p, a, b, limit) for a, b in edges(outline))


def overlap(first: Sequence[Point], second: Sequence[Point]) -> bool:
    """Return whether two convex outlines overlap by more than a touch (a line parts them, or they do)."""
    for one, other in ((first, second), (second, first)):
        for a, b in edges(one):
            if all(side(a, b, p) <= 0 for p in other):
                return False
    return True
