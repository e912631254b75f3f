"""Oriented rectangles: facings in hundredths of a degree clockwise from north, whole numbers all the way.

x grows to the east, y to the north. A place is given by the middle of a front edge and a facing; corners follow from
one table of sines and are rounded once. Rounding goes away from zero, so that a table mirrored or turned by right
angles gives the mirrored or turned answer, to the step.
"""

from __future__ import annotations

from math import atan2, isqrt, pi

from .points import Point

TURN = 36_000
"""A full turn."""
RIGHT = 9_000
SCALE = 1_000_000
"""Sines are whole millionths: an error of less than a fortieth of a step across a table of 45,000."""
_HUNDREDTHS = TURN / (2 * pi)
_BITS = 100
PI, PI_SCALE = 314_159_265_358_979_323_846_264_338_328, 10**29


def _sines() -> tuple[int, ...]:
    """Return the sine of every facing in millionths, by whole numbers alone: the same on every machine."""
    one = 1 << _BITS
    step = (PI << _BITS) // (PI_SCALE * TURN // 2)
    sine, cosine = _series(step, step, 1), _series(one, step, 0)
    s, c = 0, one
    quarter = [0]
    for _ in range(RIGHT):
        s, c = (s * cosine + c * sine) >> _BITS, (c * cosine - s * sine) >> _BITS
        quarter.append((s * SCALE * 2 + one) >> (_BITS + 1))
    half = quarter + quarter[-2:0:-1]
    return tuple(half + [-n for n in half])


def _series(first: int, angle: int, power: int) -> int:
    """Return the series that begins with this power of the angle: 1 for its sine, 0 for its cosine."""
    total = term = first
    while term:
        term = -((term * angle * angle) >> (2 * _BITS)) // ((power + 1) * (power + 2))
        power += 2
        total += term
    return total


SIN = _sines()
COS = SIN[RIGHT:] + SIN[:RIGHT]


def rounded(n: int) -> int:
    """Return millionths rounded to the nearest whole, halves away from zero.

    >>> rounded(1_500_000), rounded(-1_500_000), rounded(-1_499_999)
    (2, -2, -1)
    """
    return (n + 500_000) // SCALE if n >= 0 else -((500_000 - n) // SCALE)


def ahead(at: Point, facing: int, forward: int, right: int = 0) -> Point:
    """Return the point so far forward and to the right of another, for one that faces this way.

    >>> ahead((0, 0), 9_000, 4_000, 1_000)
    (4000, -1000)
    """
    s, c = SIN[facing], COS[facing]
    return at[0] + rounded(forward * s + right * c), at[1] + rounded(forward * c - right * s)


def rectangle(
    at: Point, facing: int, left: int, right: int, front: int, rear: int
) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a rectangle: front left, rear left, rear right, front right, which is anticlockwise."""
    x, y = at
    s, c = SIN[facing], COS[facing]
    fs, fc, bs, bc = front * s, front * c, rear * s, rear * c
    ls, lc, rs, rc = left * s, left * c, right * s, right * c
    return (
        (x + rounded(fs + lc), y + rounded(fc - ls)),
        (x + rounded(bs + lc), y + rounded(bc - ls)),
        (x + rounded(bs + rc), y + rounded(bc - rs)),
        (x + rounded(fs + rc), y + rounded(fc - rs)),
    )


def local(at: Point, facing: int, p: Point) -> Point:
    """Return a point as seen from a place: how far forward and how far to the right, in millionths of a step.

    >>> local((0, 0), 9_000, (3, 1))
    (3000000, -1000000)
    """
    dx, dy = p[0] - at[0], p[1] - at[1]
    s, c = SIN[facing], COS[facing]
    return dx * s + dy * c, dx * c - dy * s


def turned(facing: int, by: int) -> int:
    """Return a facing turned clockwise, within a full turn."""
    return (facing + by) % TURN


def facing_towards(a: Point, b: Point) -> int:
    """Return the facing from one point to another, to the nearest hundredth of a degree; 0 if they are one.

    >>> facing_towards((0, 0), (5, 5)), facing_towards((0, 0), (-5, 0))
    (4500, 27000)
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    if not dx and not dy:
        return 0
    u, v = abs(dx), abs(dy)
    # A float comes within a step of the angle; the table decides. From north it is at least `low` if u / v >= tan.
    low = min(int(atan2(u, v) * _HUNDREDTHS), RIGHT - 1)
    while u * COS[low] < v * SIN[low]:
        low -= 1
    while low < RIGHT - 1 and u * COS[low + 1] >= v * SIN[low + 1]:
        low += 1
    high = low + 1
    off_low, off_high = abs(u * COS[low] - v * SIN[low]), abs(u * COS[high] - v * SIN[high])
    angle = low if off_low <= off_high else high
    if dy >= 0:
        return angle if dx >= 0 else (TURN - angle) % TURN
    return 2 * RIGHT - angle if dx >= 0 else 2 * RIGHT + angle


def arc(radius: int, angle: int) -> int:
    """Return the length of an arc of so many hundredths of a degree, rounded up.

    >>> arc(4_000, 1_432), arc(2_000, 2_864)
    (1000, 1000)
    """
    return -(-radius * angle * PI // (18_000 * PI_SCALE))


def angle_of(radius: int, length: int) -> int:
    """Return the greatest angle whose arc is at most so long.

    >>> angle_of(4_000, 1_000), angle_of(2_000, 1_000)
    (1432, 2864)
    """
    return length * 18_000 * PI_SCALE // (radius * PI)


def hypotenuse(a: int, b: int) -> int:
    """Return the length of a diagonal, rounded up: nothing that turns about one of its ends reaches farther."""
    square = a * a + b * b
    root = isqrt(square)
    return root if root * root == square else root + 1
