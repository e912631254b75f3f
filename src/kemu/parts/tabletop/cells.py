"""Cells: which shapes come near a square of the table, worked out once for each square that is asked about.

Most places have nothing near them, and a glance at their cell says so. What a cell lists is never too little: every
shape that comes within the margin of any point of the cell is there; whoever asks looks closer at those few.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from .points import Point

T = TypeVar("T")

CELL = 1000
HALF_DIAGONAL = 708
"""From the middle of a cell to its corner, rounded up."""


class Cells(Generic[T]):
    """A table of what is near: `look(middle, reach)` makes an entry for the cell round a middle.

    `reach` is the margin and half a diagonal: whatever is within the margin of some point of the cell is within
    reach of its middle.
    """

    __slots__ = ("_look", "_reach", "kept")

    def __init__(self, margin: int, look: Callable[[Point, int], T]) -> None:
        self._reach = margin + HALF_DIAGONAL
        self._look = look
        self.kept: dict[tuple[int, int], T] = {}
        """The entries so far, by column and row."""

    def at(self, p: Point) -> T:
        """Return the entry of the cell in which a point lies."""
        key = (p[0] // CELL, p[1] // CELL)
        found = self.kept.get(key)
        if found is None:
            middle = (key[0] * CELL + CELL // 2, key[1] * CELL + CELL // 2)
            found = self.kept[key] = self._look(middle, self._reach)
        return found
