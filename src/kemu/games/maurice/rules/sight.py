"""Sight: what a unit sees of another. Units and walls do not stop it, crest lines and depth of woods do."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import Outline, box, within
from kemu.parts.tabletop.points import Point, square
from kemu.parts.tabletop.polygons import clipped
from kemu.parts.tabletop.segments import meets

from ..model.bases import TOUCH
from ..model.terrain import Part, boxes_meet
from ..model.units import BW

if TYPE_CHECKING:
    from .field import Field

LOOKS = 8
"""A front edge is looked from at its ends and at seven places between."""
FINE = 100
"""Where none of these lines is free, lines are tried between points so far apart: gaps as wide are found."""
DEPTH = 1 * BW
"""How much of woods in all one sees through."""


@rule("maurice:8.visible", "maurice:R50")
def visible(field: Field, left: Point, right: Point, target: Outline) -> bool:
    """A unit sees another if a straight line from its front edge to some part of it crosses no crest line and not more
    than 1 BW of woods in all.
    """
    key = ("sight", left, right, target)
    found: bool | None = field.lasting.get(key)
    if found is None:
        woods = field.ground.woods
        found = _seen(field, left, right, target, woods) or _seen(field, left, right, target, woods, FINE)
        field.lasting[key] = found
    return found


@rule("maurice:7.hill", "maurice:R50")
def not_behind_crest(field: Field, left: Point, right: Point, target: Outline) -> bool:
    """Whether some straight line from a base's front edge to another base crosses no crest line.

    For those who shoot, woods end the fire zone anyway, at the depth at which they end sight.
    """
    return not field.ground.crests or _seen(field, left, right, target, ())


def _seen(field: Field, left: Point, right: Point, target: Outline, hiding: tuple[Part, ...], fine: int = 0) -> bool:
    """Who stands on a crest sees and is seen both ways."""
    ground = field.ground
    if not ground.crests and not hiding:
        return True
    a, b = box((left, right)), box(target)
    around = (min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3]))
    near = [crest for crest in ground.crests if boxes_meet(around, crest[1])]
    on = {n for crest, _, n in near if within((left, right), crest, TOUCH) or within(target, crest, TOUCH)}
    crests = [crest for crest, _, n in near if n not in on]
    woods = [part for part in hiding if boxes_meet(around, part[1])]
    if not crests and not woods:
        return True
    if fine:
        eyes = _along(left, right, fine)
        ends = [p for i, corner in enumerate(target) for p in _along(target[i - 1], corner, fine)]
    else:
        eyes = [_between(left, right, i, LOOKS) for i in range(LOOKS + 1)]
        ends = [p for i, corner in enumerate(target) for p in (corner, _between(target[i - 1], corner, 1, 2))]
    return any(
        not any(meets(eye, end, crest[0], crest[1]) for crest in crests) and _woods(eye, end, woods) <= DEPTH
        for eye in eyes
        for end in ends
    )


def _along(a: Point, b: Point, fine: int) -> list[Point]:
    """Return points of a side, so close to one another."""
    n = max(1, isqrt(square(a, b)) // fine)
    return [_between(a, b, i, n) for i in range(n + 1)]


def _between(a: Point, b: Point, n: int, m: int) -> Point:
    return a[0] + (b[0] - a[0]) * n // m, a[1] + (b[1] - a[1]) * n // m


def _woods(p: Point, q: Point, woods: list[Part]) -> int:
    """Return how much of a line is in woods."""
    length = isqrt(square(p, q))
    deep = 0
    for outline, _, _ in woods:
        part = clipped(outline, p, q)
        if part is not None:
            (a, b), (c, d) = part
            deep += length * (c * b - a * d) // (b * d)
    return deep
