"""Points on a whole-number grid: one inch (or base width) is 1,000 steps, and every question has an exact answer.

Coordinates are integers, distances are compared by their squares, and the side of a line is the sign of a cross
product. No float decides anything, so every machine gives the same answer.
"""

from __future__ import annotations

from math import isqrt

Point = tuple[int, int]

INCH = 1000
FINE = 1000
"""Lengths of paths are kept in thousandths of a step, rounded down: sums of roots cannot be compared exactly."""


def cross(a: Point, b: Point) -> int:
    """Return the z part of the product of two vectors: positive if `b` lies to the left of `a`."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Point, b: Point) -> int:
    """Return the scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1]


def minus(a: Point, b: Point) -> Point:
    """Return the vector from `b` to `a`."""
    return a[0] - b[0], a[1] - b[1]


def plus(a: Point, b: Point) -> Point:
    """Return the point `a`, moved by `b`."""
    return a[0] + b[0], a[1] + b[1]


def side(a: Point, b: Point, p: Point) -> int:
    """Return a positive number if `p` lies to the left of the line from `a` to `b`, 0 on it, negative to the right.

    >>> side((0, 0), (10, 0), (3, 2)) > 0
    True
    """
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def square(a: Point, b: Point) -> int:
    """Return the square of the distance between two points."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy


def within(a: Point, b: Point, limit: int) -> bool:
    """Return whether two points are at most `limit` apart; the limit itself is within."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy <= limit * limit


def fine_length(a: Point, b: Point) -> int:
    """Return the distance in thousandths of a step, rounded down: in the traveller's favour, by less than one of them.

    >>> fine_length((0, 0), (3000, 4000))
    5000000
    """
    return isqrt(square(a, b) * FINE * FINE)


def towards(a: Point, b: Point, length: int) -> Point:
    """Return the point `length` from `a` in the direction of `b`, each coordinate rounded to the nearest step.

    >>> towards((0, 0), (30, 40), 5)
    (3, 4)
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = isqrt((dx * dx + dy * dy) * FINE * FINE)
    if not whole:
        return a
    scale = 2 * length * FINE
    return a[0] + (dx * scale + whole) // (2 * whole), a[1] + (dy * scale + whole) // (2 * whole)


def nearest(above: int, below: int) -> int:
    """Return the whole number nearest to a fraction, halves rounded up; `below` is positive.

    >>> nearest(7, 2), nearest(-7, 2), nearest(-1, 3)
    (4, -3, 0)
    """
    return (2 * above + below) // (2 * below)


def mean(points: list[Point]) -> Point:
    """Return the middle of some points, rounded to the grid."""
    n = len(points)
    return nearest(sum(p[0] for p in points), n), nearest(sum(p[1] for p in points), n)
