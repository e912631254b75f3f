"""Cells: which shapes come near a square of the table, worked out once for each square that is asked about.

Most places have nothing near them, and a glance at their cell says so. What a cell lists is never too little: every
shape that comes within the margin of any point of the cell is there; whoever asks looks closer at those few.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Generic, TypeVar

from .points import Point

T = TypeVar("T")

FINE = 8
"""A fine cell is 2 ** 8 steps wide: for what is asked most, since fewer of them have anything near."""
COARSE = 10
"""For what takes long to find out."""


class Cells(Generic[T]):
    """A table of what is near: `look(middle, reach)` makes an entry for the cell round a middle.

    `reach` is the margin and half a diagonal: whatever is within the margin of some point of the cell is within
    reach of its middle.
    """

    __slots__ = ("_half", "_look", "_reach", "_shift", "kept")

    def __init__(self, margin: int, look: Callable[[Point, int], T], shift: int) -> None:
        self._shift = shift
        self._half = 1 << shift - 1
        self._reach = margin + isqrt(2 * self._half * self._half) + 1
        self._look = look
        self.kept: dict[tuple[int, int], T] = {}
        """The entries so far, by column and row: the coordinates shifted."""

    def at(self, p: Point) -> T:
        """Return the entry of the cell in which a point lies."""
        shift = self._shift
        key = (p[0] >> shift, p[1] >> shift)
        found = self.kept.get(key)
        if found is None:
            middle = ((key[0] << shift) + self._half, (key[1] << shift) + self._half)
            found = self.kept[key] = self._look(middle, self._reach)
        return found
