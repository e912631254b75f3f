"""Strips: what lies ahead of an edge, between two lines, as seen from that edge."""

from __future__ import annotations

from collections.abc import Sequence

from .oriented import COS, SCALE, SIN
from .points import Point

STEP = SCALE
"""A step in the millionths in which points are seen from a place."""


def seen(at: Point, facing: int, outline: Sequence[Point]) -> list[Point]:
    """Return points as seen from a place: forward and to the right, in millionths of a step."""
    s, c = SIN[facing], COS[facing]
    x, y = at
    return [((px - x) * s + (py - y) * c, (px - x) * c - (py - y) * s) for px, py in outline]


def strip_part(
    at: Point, facing: int, outline: Sequence[Point], left: int, right: int, ahead: int
) -> list[Point] | None:
    """Return what of an outline lies in a strip, as seen; None unless some of it is more than `ahead` forward.

    What lies behind the edge is cut off.
    """
    points = seen(at, facing, outline)
    if all(f <= ahead for f, _ in points) or all(r <= left for _, r in points) or all(r >= right for _, r in points):
        return None
    points = cut_right(cut_left(points, left), right)
    if not points or all(f <= ahead for f, _ in points):
        return None
    return cut_ahead(points, 0)


def cut_left(points: Sequence[Point], bound: int) -> list[Point]:
    """Return what lies at least so far to the right."""
    kept: list[Point] = []
    if not points:
        return kept
    pf, pr = points[-1]
    for qf, qr in points:
        if (pr > bound > qr) or (pr < bound < qr):
            kept.append((pf + (qf - pf) * (bound - pr) // (qr - pr), bound))
        if qr >= bound:
            kept.append((qf, qr))
        pf, pr = qf, qr
    return kept


def cut_right(points: Sequence[Point], bound: int) -> list[Point]:
    """Return what lies at most so far to the right."""
    return [(f, -r) for f, r in cut_left([(f, -r) for f, r in points], -bound)]


def cut_ahead(points: Sequence[Point], bound: int) -> list[Point]:
    """Return what lies at least so far forward."""
    return [(f, r) for r, f in cut_left([(r, f) for f, r in points], bound)]


def cut_behind(points: Sequence[Point], bound: int) -> list[Point]:
    """Return what lies at most so far forward."""
    return [(f, r) for r, f in cut_right([(r, f) for f, r in points], bound)]
