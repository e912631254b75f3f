"""Convex outlines against each other: gaps, intrusions, what is left of one without the other. All on whole numbers.

An outline's corners run anticlockwise; two points stand for a line without thickness. Gaps are compared by their
squares, so `within` is exact. Where a cut makes new corners they are rounded to the grid.
"""

from __future__ import annotations

from collections.abc import Sequence

from .points import Point, nearest, side

Outline = tuple[Point, ...]


def box(outline: Sequence[Point]) -> tuple[int, int, int, int]:
    """Return west, east, south and north of an outline."""
    xs, ys = zip(*outline, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def parted(one: Sequence[Point], other: Sequence[Point], limit: int) -> bool:
    """Return whether a side of `one` shows at a glance that `other` is more than `limit` away."""
    ax, ay = one[-1]
    for bx, by in one:
        ex, ey = bx - ax, by - ay
        off = ex * ay - ey * ax
        most = max([ex * y - ey * x for x, y in other]) - off
        if most < 0 and most * most > limit * limit * (ex * ex + ey * ey):
            return True
        ax, ay = bx, by
    return False


def within(one: Sequence[Point], other: Sequence[Point], limit: int) -> bool:
    """Return whether the gap between two outlines is at most `limit`.

    >>> square = ((0, 0), (10, 0), (10, 10), (0, 10))
    >>> within(square, ((13, 14), (20, 14), (20, 20), (13, 20)), 5)
    True
    >>> within(square, ((13, 14), (20, 14), (20, 20), (13, 20)), 4)
    False
    """
    if parted(one, other, limit) or parted(other, one, limit):
        return False
    above, below = gap_square(one, other)
    return above <= limit * limit * below


def gap_square(one: Sequence[Point], other: Sequence[Point]) -> tuple[int, int]:
    """Return the square of the gap between two outlines as a fraction, (0, 1) if they meet."""
    above, below, meet = -1, 1, True
    for first, second in ((one, other), (other, one)):
        ax, ay = first[-1]
        for bx, by in first:
            ex, ey = bx - ax, by - ay
            length = ex * ex + ey * ey
            outside = True
            for x, y in second:
                wx, wy = x - ax, y - ay
                off = ex * wy - ey * wx
                if off >= 0:
                    # Inside of this side, or on it: another side is nearer, or they meet.
                    outside = False
                    if off:
                        continue
                along = ex * wx + ey * wy
                if along <= 0:
                    n, m = wx * wx + wy * wy, 1
                elif along >= length:
                    n, m = (x - bx) * (x - bx) + (y - by) * (y - by), 1
                else:
                    n, m = off * off, length
                if above < 0 or n * below < above * m:
                    above, below = n, m
            if outside:
                meet = False
            ax, ay = bx, by
    return (0, 1) if meet or above < 0 else (above, below)


def intrudes(one: Sequence[Point], other: Sequence[Point], tolerance: int) -> bool:
    """Return whether two outlines overlap by more than a tolerance: to part them one would have to move farther.

    >>> square = ((0, 0), (10, 0), (10, 10), (0, 10))
    >>> intrudes(square, ((7, 0), (20, 0), (20, 10), (7, 10)), 2), intrudes(square, ((7, 2), (17, 2)), 3)
    (True, False)
    """
    for first, second in ((one, other), (other, one)):
        ax, ay = first[-1]
        for bx, by in first:
            ex, ey = bx - ax, by - ay
            deep = max([ex * y - ey * x for x, y in second]) - ex * ay + ey * ax
            if deep <= 0 or deep * deep <= tolerance * tolerance * (ex * ex + ey * ey):
                return False
            ax, ay = bx, by
    return True


def cut(outline: Sequence[Point], a: Point, b: Point) -> Outline:
    """Return what of an outline lies to the left of the line from `a` to `b`, or on it."""
    kept: list[Point] = []
    p = outline[-1]
    f = side(a, b, p)
    for q in outline:
        g = side(a, b, q)
        if (f > 0 > g) or (f < 0 < g):
            above, below = (f, f - g) if f > g else (-f, g - f)
            kept.append((p[0] + nearest((q[0] - p[0]) * above, below), p[1] + nearest((q[1] - p[1]) * above, below)))
        if g >= 0:
            kept.append(q)
        p, f = q, g
    return tuple(kept)


def common(one: Sequence[Point], other: Sequence[Point]) -> Outline:
    """Return what two outlines have in common; nothing, or less than three points, if no area."""
    left = tuple(one)
    a = other[-1]
    for b in other:
        if len(left) < 2:
            return ()
        left = cut(left, a, b)
        a = b
    return left


def without(outline: Sequence[Point], hole: Sequence[Point]) -> list[Outline]:
    """Return the pieces of an outline that lie beyond the sides of another, without overlaps."""
    pieces: list[Outline] = []
    rest = tuple(outline)
    a = hole[-1]
    for b in hole:
        beyond = cut(rest, b, a)
        if len(beyond) > 2:
            pieces.append(beyond)
        rest = cut(rest, a, b)
        if len(rest) < 3:
            break
        a = b
    return pieces


def thick(outline: Sequence[Point], tolerance: int) -> bool:
    """Return whether an outline is more than so wide across each of its sides."""
    if len(outline) < 3:
        return False
    a = outline[-1]
    for b in outline:
        ex, ey = b[0] - a[0], b[1] - a[1]
        if ex or ey:
            deep = max([ex * (y - a[1]) - ey * (x - a[0]) for x, y in outline])
            if deep * deep <= tolerance * tolerance * (ex * ex + ey * ey):
                return False
        a = b
    return True


def covered(outline: Sequence[Point], covers: Sequence[Sequence[Point]], tolerance: int) -> bool:
    """Return whether nothing of an outline, but for slivers, lies outside of the union of some others."""
    rest = [tuple(outline)]
    for cover in covers:
        rest = [piece for one in rest for piece in without(one, cover) if thick(piece, tolerance)]
        if not rest:
            return True
    return False


def hull(points: Sequence[Point]) -> Outline:
    """Return the least convex outline round some points, anticlockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and side(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return (*halves[0], *halves[1])


def anticlockwise(outline: Sequence[Point]) -> Outline:
    """Return an outline with its corners in our order, whichever way they ran."""
    n = len(outline)
    twice = sum(outline[i - 1][0] * outline[i][1] - outline[i][0] * outline[i - 1][1] for i in range(n))
    return tuple(outline) if twice > 0 else tuple(outline)[::-1]


def convex_parts(outline: Sequence[Point]) -> tuple[Outline, ...]:
    """Return a simple outline cut into convex parts: ears are cut off, and joined again where that stays convex.

    >>> len(convex_parts(((0, 0), (9, 0), (9, 9), (0, 9)))), len(convex_parts(((0, 0), (9, 0), (9, 9), (8, 1))))
    (1, 2)
    """
    points = list(anticlockwise(outline))
    if _convex(points):
        return (tuple(points),)
    triangles: list[Outline] = []
    while len(points) > 3:
        for i, b in enumerate(points):
            a, c = points[i - 1], points[(i + 1) % len(points)]
            turn = side(a, b, c)
            if turn < 0 or any(p not in (a, b, c) and _in_triangle(a, b, c, p) for p in points):
                continue
            if turn:
                triangles.append((a, b, c))
            del points[i]
            break
        else:
            raise ValueError("an outline that crosses itself")
    triangles.append(tuple(points))
    return tuple(_joined(triangles))


def _in_triangle(a: Point, b: Point, c: Point, p: Point) -> bool:
    return side(a, b, p) >= 0 and side(b, c, p) >= 0 and side(c, a, p) >= 0


def _convex(points: Sequence[Point]) -> bool:
    n = len(points)
    return all(side(points[i - 2], points[i - 1], points[i]) >= 0 for i in range(n))


def _joined(parts: list[Outline]) -> list[Outline]:
    """Join parts that share a side as long as the two together are convex."""
    i = 0
    while i < len(parts):
        for j in range(i + 1, len(parts)):
            both = hull(parts[i] + parts[j])
            if len(set(parts[i]) & set(parts[j])) == 2 and _twice_area(both) == sum(
                map(_twice_area, (parts[i], parts[j]))
            ):
                parts[i] = both
                del parts[j]
                break
        else:
            i += 1
    return parts


def _twice_area(outline: Outline) -> int:
    return sum(outline[i - 1][0] * outline[i][1] - outline[i][0] * outline[i - 1][1] for i in range(len(outline)))
