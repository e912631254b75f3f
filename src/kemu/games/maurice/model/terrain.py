"""The ground: pieces of terrain cut into convex parts and lines, by what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import Outline, box, convex_parts, covered, intrudes, without
from kemu.parts.tabletop.points import Point

from .bases import TOUCH
from .units import Piece, Table, TerrainKind

Box = tuple[int, int, int, int]
Part = tuple[Outline, Box, int]
"""A convex part of an area or a line of two points, the box round it, and of a line the number of its piece, from 1."""


class Ground:
    """The terrain of one table by its effects. Each list holds areas in convex parts and lines in straight ones."""

    @rule("maurice:5.terrain", "maurice:R06", "maurice:R07")
    def __init__(self, table: Table, pieces: tuple[Piece, ...]) -> None:
        self.table = table
        self.pieces = pieces
        bridges = self._parts(lambda kind: kind.bridge)
        self.difficult = _less(self._parts(lambda kind: kind.difficult), bridges)
        self.water = _less(self._parts(lambda kind: kind.water), bridges)
        self.impassable = self._parts(lambda kind: kind.impassable)
        self.cover = self._parts(lambda kind: kind.cover)
        self.obstruction = self._parts(lambda kind: kind.obstruction)
        self.woods = self._parts(lambda kind: kind.woods)
        self.lines: dict[int, list[Outline]] = {}
        """The segments of each line that obstructs or covers, by the number of its piece."""
        for outline, _, line in (*self.obstruction, *self.cover):
            if line:
                self.lines.setdefault(line, []).append(outline)
        self.hills = tuple(
            (self._parts_of(number, piece), table.kinds[piece.kind].level)
            for number, piece in enumerate(pieces)
            if table.kinds[piece.kind].level > 0
        )
        self.crests: tuple[Part, ...] = tuple(
            (segment, box(segment), number + 1)
            for number, piece in enumerate(pieces)
            for segment in pairwise(piece.crest)
        )
        self.lasting: dict[object, Any] = {}
        """Answers about this ground and the bodies that are named in the question: they hold wherever others stand."""

    def _parts(self, wanted: Callable[[TerrainKind], bool]) -> tuple[Part, ...]:
        return tuple(
            part
            for number, piece in enumerate(self.pieces)
            if wanted(self.table.kinds[piece.kind])
            for part in self._parts_of(number, piece)
        )

    def _parts_of(self, number: int, piece: Piece) -> tuple[Part, ...]:
        if self.table.kinds[piece.kind].linear:
            return tuple((segment, box(segment), number + 1) for segment in pairwise(piece.points))
        return tuple((part, box(part), 0) for part in convex_parts(piece.points))

    @rule("maurice:R57")
    def level(self, outline: Outline) -> int:
        """A unit's level is the lowest under any part of it: to be on a hill it must be completely on it."""
        best = 0
        for level in sorted({level for _, level in self.hills}):
            if level > best and covered(
                outline, [p for parts, up in self.hills if up >= level for p, _, _ in parts], TOUCH
            ):
                best = level
        return best


def _less(parts: tuple[Part, ...], bridges: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return parts without what lies under a bridge."""
    left = list(parts)
    for bridge, _, _ in bridges:
        left = [
            (piece, box(piece), line)
            for outline, _, line in left
            for piece in ([outline] if line else without(outline, bridge))
        ]
    return tuple(left)


def boxes_meet(one: Box, other: Box) -> bool:
    """Return whether two boxes have a point in common."""
    return one[0] <= other[1] and other[0] <= one[1] and one[2] <= other[3] and other[2] <= one[3]


@rule("maurice:R06")
def stands_in(outline: Outline, around: Box, parts: Sequence[Part]) -> bool:
    """A base is in an area if it overlaps it, on a line if the line runs through its inside; touching is neither."""
    return any(boxes_meet(around, where) and intrudes(outline, part, TOUCH) for part, where, _ in parts)


@rule("maurice:R06")
def wholly_in(outline: Outline, parts: Sequence[Part]) -> bool:
    """Completely in: inside the union of the pieces with that effect. Lines hold nothing."""
    around = box(outline)
    near = [part for part, where, line in parts if not line and boxes_meet(around, where)]
    return bool(near) and covered(outline, near, TOUCH)


@lru_cache(maxsize=16)
def ground_of(table: Table, pieces: tuple[Piece, ...]) -> Ground:
    """Return the ground of a table, made once for each set of pieces."""
    return Ground(table, pieces)


def middle(outline: Sequence[Point]) -> Point:
    """Return about the middle of an outline."""
    n = len(outline)
    return sum(p[0] for p in outline) // n, sum(p[1] for p in outline) // n
