"""A grid of hexes: directions with names, distances, rings, lines, paths with costs, features of hexsides.

A hex is a small int. The grid is a rectangle of columns and rows, as printed maps are: a hex's label is its column
and its row, two digits each, both from 01. *Flat-topped* hexes stand in straight columns, and every other column sits
half a hex lower; *pointy-topped* ones lie in straight rows, and every other row sits half a hex to the right.

Directions are 0 to 5, clockwise from the first one that has a hexside: N on a flat-topped grid, NE on a pointy one. A
set of a hex's six sides is a number with one bit a direction.

>>> grid = HexGrid(columns=37, rows=50, top="flat", shifted="even")
>>> auckland = grid.hex("1417")
>>> grid.label(grid.go(auckland, "NW", 4))
'1015'
>>> grid.distance(auckland, grid.hex("0907"))
13
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from math import sqrt
from typing import Literal

from msgspec import Struct

Top = Literal["flat", "pointy"]
Parity = Literal["odd", "even"]
Point = tuple[float, float]

OFF = -1
"""Instead of a hex: off the grid."""
FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
_STEPS = {
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
"""What each direction adds to a hex's two slanting coordinates."""
_R = 1 / sqrt(3)
"""From the middle of a hex to a corner, where it is 1 across its flats."""
_CORNERS = {
    "flat": ((-_R / 2, -0.5), (_R / 2, -0.5), (_R, 0.0), (_R / 2, 0.5), (-_R / 2, 0.5), (-_R, 0.0)),
    "pointy": ((0.0, -_R), (0.5, -_R / 2), (0.5, _R / 2), (0.0, _R), (-0.5, _R / 2), (-0.5, -_R / 2)),
}
"""The corners, clockwise; side d lies between corners d and d + 1."""


def opposite(direction: int) -> int:
    """Return the direction back.

    >>> FLAT[opposite(FLAT.index("NE"))]
    'SW'
    """
    return (direction + 3) % 6


class Ways(Struct, frozen=True):
    """What can be reached from a hex: what it costs to stand there, and over which hex one comes."""

    start: int
    cost: Mapping[int, int]
    """Every hex within reach, the start among them, in the order of their costs."""
    before: Mapping[int, int]

    def path(self, goal: int) -> tuple[int, ...]:
        """Return a cheapest path from the start to the goal, both included; empty if it is out of reach."""
        if goal not in self.cost:
            return ()
        path = [goal]
        while path[-1] != self.start:
            path.append(self.before[path[-1]])
        return tuple(reversed(path))


class HexGrid:
    """A rectangle of hexes, `shifted` naming the columns (or rows) that sit half a hex lower (or to the right)."""

    def __init__(self, columns: int, rows: int, top: Top = "flat", shifted: Parity = "even") -> None:
        if not (1 <= columns <= 99 and 1 <= rows <= 99):
            raise ValueError(f"a grid has 1 to 99 columns and rows, not {columns} and {rows}")
        self.columns, self.rows, self.top, self.shifted = columns, rows, top, shifted
        self.count = columns * rows
        self.directions = FLAT if top == "flat" else POINTY
        self._odd = 1 if shifted == "odd" else 0
        self._axial = tuple(self._slanting(h) for h in range(self.count))
        self._at = {place: h for h, place in enumerate(self._axial)}
        steps = _STEPS[top]
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._at.get((a + da, b + db), OFF) for da, db in steps) for a, b in self._axial
        )
        """For each hex the six beside it, by direction; `OFF` where the grid ends."""
        self.beside: tuple[tuple[int, ...], ...] = tuple(
            tuple(other for other in around if other != OFF) for around in self.neighbours
        )
        """The same without those off the grid."""
        self._distances: dict[int, bytes] = {}

    # -- labels ------------------------------------------------------------------------------------------

    def label(self, hex: int) -> str:  # noqa: A002
        """Return a hex's column and row, as printed: '1417'."""
        column, row = divmod(hex, self.rows)
        return f"{column + 1:02d}{row + 1:02d}"

    def hex(self, label: str) -> int:
        """Return the hex with this label; a `ValueError` if there is none."""
        if len(label) == 4 and label.isdecimal() and label.isascii():
            column, row = int(label[:2]) - 1, int(label[2:]) - 1
            if 0 <= column < self.columns and 0 <= row < self.rows:
                return column * self.rows + row
        raise ValueError(f"there is no hex '{label}'; they run from 0101 to {self.columns:02d}{self.rows:02d}")

    def _slanting(self, hex: int) -> tuple[int, int]:  # noqa: A002
        column, row = divmod(hex, self.rows)
        if self.top == "flat":
            return column, row - (column + self._odd) // 2
        return column - (row + self._odd) // 2, row

    # -- distance and direction --------------------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        """Return how many steps apart two hexes are, across anything."""
        (a1, a2), (b1, b2) = self._axial[a], self._axial[b]
        d1, d2 = a1 - b1, a2 - b2
        return max(abs(d1), abs(d2), abs(d1 + d2))

    def distances(self, a: int) -> bytes:
        """Return how far every hex is from one of them. It is worked out once: a search asks the same again and again.

        >>> list(HexGrid(2, 2).distances(0))
        [0, 1, 1, 2]
        """
        known = self._distances.get(a)
        if known is None:
            known = self._distances[a] = bytes([self.distance(a, b) for b in range(self.count)])
        return known

    def direction(self, a: int, b: int) -> int:
        """Return in which direction a neighbour lies, or -1 if it is none."""
        return self.neighbours[a].index(b) if a != b and b in self.neighbours[a] else -1

    def go(self, hex: int, way: str, steps: int = 1) -> int:  # noqa: A002
        """Return the hex so many steps off in a direction, `OFF` if that is off the grid.

        Where no hexside faces a compass point (E and W if flat-topped, N and S if pointy), the way zigzags along the
        row or column of that name.
        """
        if way in self.directions:
            d = self.directions.index(way)
            for _ in range(steps):
                hex = self.neighbours[hex][d]  # noqa: A001
                if hex == OFF:
                    return OFF
            return hex
        zigzag = {"flat": {"E": (1, 0), "W": (-1, 0)}, "pointy": {"N": (0, -1), "S": (0, 1)}}[self.top]
        if way not in zigzag:
            raise ValueError(f"there is no direction '{way}'; there are {', '.join((*self.directions, *zigzag))}")
        column, row = divmod(hex, self.rows)
        column, row = column + steps * zigzag[way][0], row + steps * zigzag[way][1]
        return column * self.rows + row if 0 <= column < self.columns and 0 <= row < self.rows else OFF

    def ring(self, hex: int, radius: int) -> tuple[int, ...]:  # noqa: A002
        """Return the hexes of the grid that are exactly so far away, clockwise."""
        if radius == 0:
            return (hex,)
        steps = _STEPS[self.top]
        a, b = self._axial[hex]
        a, b = a + radius * steps[4][0], b + radius * steps[4][1]
        found: list[int] = []
        for da, db in steps:
            for _ in range(radius):
                if (a, b) in self._at:
                    found.append(self._at[a, b])
                a, b = a + da, b + db
        return tuple(found)

    def within(self, hex: int, radius: int) -> tuple[int, ...]:  # noqa: A002
        """Return the hexes at most so far away, nearest first."""
        return tuple(other for r in range(radius + 1) for other in self.ring(hex, r))

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """Return the hexes under a straight line from the middle of one to the middle of another, both included.

        A line along a hexside keeps to the same side of it all the way.
        """
        n = self.distance(a, b)
        (a1, a2), (b1, b2) = self._axial[a], self._axial[b]
        nudge = 1e-6
        found: list[int] = []
        for i in range(n + 1):
            t = i / n if n else 0.0
            place = _rounded(a1 + (b1 - a1) * t + nudge, a2 + (b2 - a2) * t + nudge)
            if place in self._at:
                found.append(self._at[place])
        return tuple(found)

    # -- paths -------------------------------------------------------------------------------------------

    def reach(self, start: int, most: int, cost: Callable[[int, int, int], int | None]) -> Ways:
        """Return what can be reached from a hex for at most so much.

        `cost(from, direction, to)` is what one step takes, None where it is closed. Paths of equal cost are settled
        by the order of the hexes, so the answer depends on nothing else.
        """
        known: dict[int, int] = {}
        before: dict[int, int] = {}
        queue = [(0, start, start)]
        while queue:
            paid, here, came = heappop(queue)
            if here in known:
                continue
            known[here] = paid
            if here != start:
                before[here] = came
            for d, there in enumerate(self.neighbours[here]):
                if there == OFF or there in known:
                    continue
                step = cost(here, d, there)
                if step is not None and paid + step <= most:
                    heappush(queue, (paid + step, there, here))
        return Ways(start, known, before)

    # -- hexsides ----------------------------------------------------------------------------------------

    def sides(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return for each hex the set of its sides that have a feature, given as pairs of neighbours."""
        masks = [0] * self.count
        for a, b in pairs:
            d = self.direction(a, b)
            if d < 0:
                raise ValueError(f"hexes {self.label(a)} and {self.label(b)} have no side in common")
            masks[a] |= 1 << d
            masks[b] |= 1 << opposite(d)
        return tuple(masks)

    # -- the plane ---------------------------------------------------------------------------------------

    def centre(self, hex: int) -> Point:  # noqa: A002
        """Return the middle of a hex, y down, where hexes are 1 across their flats; the first is at (0, 0)."""
        column, row = divmod(hex, self.rows)
        shift = 0.5 if (column if self.top == "flat" else row) % 2 == 1 - self._odd else 0.0
        if self.top == "flat":
            return column * sqrt(3) / 2, row + shift
        return column + shift, row * sqrt(3) / 2

    def corners(self, hex: int) -> tuple[Point, ...]:  # noqa: A002
        """Return the six corners, clockwise; side d lies between corners d and d + 1."""
        x, y = self.centre(hex)
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS[self.top])

    def side(self, hex: int, direction: int) -> tuple[Point, Point]:  # noqa: A002
        """Return the two ends of a hexside."""
        corners = self.corners(hex)
        return corners[direction], corners[(direction + 1) % 6]

    def at(self, x: float, y: float) -> int:
        """Return the hex at a point of the plane, or `OFF`."""
        if self.top == "flat":
            a = x * 2 / sqrt(3)
            place = _rounded(a, y - (a + self._odd) / 2)
        else:
            b = y * 2 / sqrt(3)
            place = _rounded(x - (b + self._odd) / 2, b)
        return self._at.get(place, OFF)


def _rounded(a: float, b: float) -> tuple[int, int]:
    """Return the hex in which a point of the slanting coordinates lies."""
    c = -a - b
    ra, rb, rc = round(a), round(b), round(c)
    da, db, dc = abs(ra - a), abs(rb - b), abs(rc - c)
    if da > db and da > dc:
        ra = -rb - rc
    elif db > dc:
        rb = -ra - rc
    return ra, rb
