"""Straight lines from an edge to something ahead of it: whether one gets there past what stands between.

All points are as seen from a place (`strips.seen`): forward and to the right. Eyes lie behind all that they look at,
so every direction is a slope, and slopes are compared by cross products. Screens reach a little farther to either side
than they do, so that no line slips through the crack between two that touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from itertools import pairwise
from math import sqrt

from .points import Point
from .strips import STEP

Seen = Sequence[Point]
MARGIN = 5 * STEP


def clear(eye: Point, target: Seen, screens: Iterable[Seen], margin: int = MARGIN) -> bool:
    """Return whether some straight line from an eye meets a convex target before any of the convex screens.

    >>> wall = [(5 * STEP, -9 * STEP), (5 * STEP, 0)]
    >>> clear((0, 0), [(20 * STEP, -9 * STEP), (20 * STEP, 9 * STEP)], [wall], 0)
    True
    >>> clear((0, 0), [(20 * STEP, -9 * STEP), (20 * STEP, 0)], [wall], 0)
    False
    """
    low, high = _fan(eye, target, 0)
    shadows: list[tuple[Point, Point]] = []
    for screen in screens:
        if _first(eye, screen, target):
            shadow = _fan(eye, screen, margin)
            if _turn(shadow[1], low) >= 0 and _turn(shadow[0], high) <= 0:
                if _turn(shadow[0], low) <= 0 and _turn(shadow[1], high) >= 0:
                    return False
                shadows.append(shadow)
    shadows.sort(key=_by_left)
    reached, covered = low, False
    for left, right in shadows:
        if _turn(left, reached) > 0:
            return True
        if _turn(right, reached) >= 0:
            reached, covered = right, True
    return not covered or _turn(reached, high) < 0


def _turn(a: Point, b: Point) -> int:
    """Return a positive number if direction `a` lies to the right of `b`."""
    return a[1] * b[0] - b[1] * a[0]


def _compare_left(one: tuple[Point, Point], other: tuple[Point, Point]) -> int:
    return _turn(one[0], other[0])


_by_left = cmp_to_key(_compare_left)


def _fan(eye: Point, points: Seen, margin: int) -> tuple[Point, Point]:
    """Return the leftmost and rightmost direction from an eye to some points, widened by a margin."""
    f, r = eye
    low = high = (points[0][0] - f, points[0][1] - r)
    low, high = (low[0], low[1] - margin), (high[0], high[1] + margin)
    for pf, pr in points[1:]:
        df, dr = pf - f, pr - r
        if (dr - margin) * low[0] < low[1] * df:
            low = (df, dr - margin)
        if (dr + margin) * high[0] > high[1] * df:
            high = (df, dr + margin)
    return low, high


def _first(eye: Point, screen: Seen, target: Seen) -> bool:
    """Return whether lines from an eye that meet both meet the screen first: on whose side of what parts them it is."""
    best, there = -1e300, True
    for one, other, mine in ((screen, target, True), (target, screen, False)):
        af, ar = one[-1]
        for bf, br in one:
            ef, er = bf - af, br - ar
            length = ef * ef + er * er
            if length:
                sides = [ef * (r - ar) - er * (f - af) for f, r in one]
                inner = max(sides) if -min(sides) <= max(sides) else min(sides)
                sign = 1 if inner >= 0 else -1
                # How far the nearest of the other lies beyond this side, in steps.
                beyond = [-sign * (ef * (r - ar) - er * (f - af)) for f, r in other]
                if inner == 0 and max(beyond) <= 0:
                    sign, beyond = -sign, [-n for n in beyond]
                off = min(beyond) / sqrt(length)
                if off > best:
                    best = off
                    at = sign * (ef * (eye[1] - ar) - er * (eye[0] - af))
                    there = (at >= 0) if mine else (at < 0)
            af, ar = bf, br
    return there


def screened(eyes: tuple[Point, Point], targets: Sequence[Seen], screens: Sequence[Seen]) -> bool:
    """Return whether every straight line from an edge to any of some targets meets a screen first.

    The edge runs from one eye to the other across our way of looking, at one distance. What can be seen from it changes
    only where it is cut by a line through two corners: one look between each two such places is enough.
    """
    targets = [target for target in targets if target]
    if not targets:
        return True
    if not screens:
        return False
    (f, left), (_, right) = eyes
    corners = list(dict.fromkeys(p for shape in (*targets, *screens) for p in shape))
    corners += [(q, r + side) for screen in screens for q, r in screen for side in (-MARGIN, MARGIN)]
    cuts = {left, right}
    for i, (pf, pr) in enumerate(corners):
        for qf, qr in corners[i + 1 :]:
            if pf != qf:
                at = pr + (qr - pr) * (f - pf) // (qf - pf)
                if left < at < right:
                    cuts.add(at)
    ordered = sorted(cuts)
    looks = [ordered[0], ordered[-1], *((a + b) // 2 for a, b in pairwise(ordered))]
    return not any(clear((f, r), target, screens) for r in looks for target in targets)
