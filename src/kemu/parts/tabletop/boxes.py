"""Boxes: which of some shapes may meet a box, found by four glances at lists of bits, without looking at any shape.

Every shape has a bit. For each column of the table there is the set of shapes that reach so far west, and of those that
reach so far east; the same for rows. What four of these sets have in common is never too little: whoever asks looks
closer at those few. A set of shapes that are gone is taken away by its bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from .points import Point

T = TypeVar("T")

Box = tuple[int, int, int, int]
"""West, east, south, north."""

SHIFT = 10
"""A column is 2 ** 10 steps wide."""
MIDDLE = 256
"""The columns run from 256 before the corner of the table to 255 after it: places farther off are not to be asked."""


def box_of(points: Sequence[Point]) -> Box:
    """Return the box round some points."""
    west, south = east, north = points[0]
    for x, y in points:
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    return west, east, south, north


class Boxes(Generic[T]):
    """Shapes by their bits, each with the box round it.

    >>> shapes = Boxes({0: ((0, 4000, 0, 0), "wall"), 1: ((9000, 9000, 0, 8000), "fence")})
    >>> shapes.near(2000, 3000, -500, 500), shapes.near(2000, 9500, 0, 100), shapes.near(2000, 9500, 0, 100, gone=1)
    (('wall',), ('wall', 'fence'), ('fence',))
    """

    __slots__ = ("_known", "_not_after", "_not_before", "_not_over", "_not_under", "_shapes")

    def __init__(self, shapes: Mapping[int, tuple[Box, T]]) -> None:
        self._shapes = {bit: shape for bit, (_, shape) in sorted(shapes.items())}
        self._known: dict[int, tuple[T, ...]] = {0: ()}
        boxes = [(1 << bit, box) for bit, (box, _) in shapes.items()]
        self._not_before = _from_the_end([(bit, box[1] >> SHIFT) for bit, box in boxes])
        self._not_after = _from_the_end([(bit, -1 - (box[0] >> SHIFT)) for bit, box in boxes])[::-1]
        self._not_under = _from_the_end([(bit, box[3] >> SHIFT) for bit, box in boxes])
        self._not_over = _from_the_end([(bit, -1 - (box[2] >> SHIFT)) for bit, box in boxes])[::-1]

    def near(self, west: int, east: int, south: int, north: int, gone: int = 0) -> tuple[T, ...]:
        """Return every shape whose box meets this one, and perhaps a few more, in the order of their bits."""
        bits = (
            self._not_before[(west >> SHIFT) + MIDDLE]
            & self._not_after[(east >> SHIFT) + MIDDLE]
            & self._not_under[(south >> SHIFT) + MIDDLE]
            & self._not_over[(north >> SHIFT) + MIDDLE]
            & ~gone
        )
        found = self._known.get(bits)
        if found is None:
            found = self._known[bits] = tuple(shape for bit, shape in self._shapes.items() if bits >> bit & 1)
        return found


def _from_the_end(edges: list[tuple[int, int]]) -> list[int]:
    """Return for each column the bits of those whose edge is in it or in a later one."""
    columns = [0] * (2 * MIDDLE)
    for bit, column in edges:
        columns[column + MIDDLE] |= bit
    for column in range(2 * MIDDLE - 2, -1, -1):
        columns[column] |= columns[column + 1]
    return columns
