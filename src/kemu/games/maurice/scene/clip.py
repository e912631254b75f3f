"""What is drawn of a shape that reaches beyond the table: the part that lies on it."""

from __future__ import annotations

import re
from collections.abc import Sequence

Spot = tuple[float, float]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def on_table(points: Sequence[Spot], width: float, height: float) -> list[Spot]:
    """Return the part of an outline inside the table, side by side of it (Sutherland and Hodgman).

    >>> on_table([(-2, 1), (2, 1), (2, 3)], 4, 4)
    [(2, 1), (2, 3), (0.0, 2.0), (0.0, 1.0)]
    """
    found = list(points)
    for axis, limit, sign in ((0, 0.0, 1), (0, width, -1), (1, 0.0, 1), (1, height, -1)):
        kept: list[Spot] = []
        for i, b in enumerate(found):
            a = found[i - 1]
            inside_a, inside_b = sign * (a[axis] - limit) >= 0, sign * (b[axis] - limit) >= 0
            if inside_a != inside_b:
                t = (limit - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            if inside_b:
                kept.append(b)
        found = kept
    return found


def clipped(path: str, width: float, height: float) -> str:
    """Return a path of one straight-sided outline, cut off at the table's edge; empty if nothing is left."""
    numbers = [float(number) for number in NUMBER.findall(path)]
    points = on_table(list(zip(numbers[::2], numbers[1::2], strict=True)), width, height)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z" if len(points) > 2 else ""
