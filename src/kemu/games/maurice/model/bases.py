"""Bases and the blocks that they form: outlines on the grid, from a front's midpoint, a facing and a formation."""

from __future__ import annotations

from functools import cached_property, lru_cache

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import Outline, box
from kemu.parts.tabletop.oriented import TURN, ahead, hypotenuse, rectangle
from kemu.parts.tabletop.points import Point

from .units import BW, COLUMN, GUNS, LINE, Unit

TOUCH = 5
"""R02: what is at most so far away touches; what intrudes by more than this is in."""

FILES = (4, 1, 2, 1)
"""How many bases stand abreast: in line, column, massed, and artillery."""
RANKS = (1, 4, 2, 1)


class Body:
    """What the pose of a unit comes to: its outline, its bases, and a circle round it for quick answers."""

    def __init__(self, at: Point, facing: int, formation: int, depth: int) -> None:
        self.at = at
        self.facing = facing
        self.formation = formation
        self.base_depth = depth
        self.half = FILES[formation] * BW // 2
        self.depth = RANKS[formation] * depth
        self.corners: Outline = rectangle(at, facing, -self.half, self.half, 0, -self.depth)
        """Front left, rear left, rear right, front right."""
        self.box = box(self.corners)
        self.centre = ahead(at, facing, -self.depth // 2)
        self.radius = hypotenuse(self.half, (self.depth + 1) // 2) + 2

    @cached_property
    def bases(self) -> tuple[Outline, ...]:
        """R01: the bases, rank by rank from the front and each from left to right."""
        deep = self.base_depth
        return tuple(
            rectangle(self.at, self.facing, left, left + BW, -rank * deep, -(rank + 1) * deep)
            for rank in range(RANKS[self.formation])
            for left in range(-self.half, self.half, BW)
        )

    @cached_property
    def rear(self) -> Point:
        """The middle of the rear edge."""
        return ahead(self.at, self.facing, -self.depth)

    @cached_property
    def fronts(self) -> tuple[Point, ...]:
        """The middle of the front edge of each base of the first rank, from the left."""
        return tuple(self.front_base(file) for file in range(FILES[self.formation]))

    def front_base(self, file: int) -> Point:
        """Return the middle of the front edge of a base of the first rank, counted from the left."""
        return ahead(self.at, self.facing, 0, file * BW + BW // 2 - self.half)


@lru_cache(maxsize=1 << 15)
def body(x: int, y: int, facing: int, formation: int, depth: int) -> Body:
    """Return the body of a pose."""
    return Body((x, y), facing % TURN, formation, depth)


@rule("maurice:1.bases", "maurice:R01", "maurice:R14")
def body_of(unit: Unit, depths: tuple[int, int]) -> Body:
    """A base is 1 BW wide; infantry and cavalry bases are as deep as each other, guns may be deeper."""
    return body(unit.x, unit.y, unit.facing, unit.formation, depths[unit.formation == GUNS])


def square_at(p: Point) -> Outline:
    """R32: the marker of a CinC, 1 BW square and parallel to the table."""
    x, y = p
    half = BW // 2
    return ((x - half, y + half), (x - half, y - half), (x + half, y - half), (x + half, y + half))


__all__ = ["COLUMN", "LINE", "TOUCH", "Body", "body", "body_of", "square_at"]
