"""Ground that walls seal off: whether a gate leads anywhere, and whether one gets from the edge into a compound.

The ground is looked at every half inch. A gap is an inch wide at least (the check of a layout sees to that), so no gap
is missed; fences, hedges and barricades stop nobody for long and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from kemu.parts.tabletop.boxes import Boxes, box_of
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.polygons import contains
from kemu.parts.tabletop.segments import Segment, meets

PITCH = 500
STRIDE = 3
"""In a compound every third look, both ways, tells where one is."""
POCKET = 100
"""A sealed place of fewer looks, 25 square inches, is no place to go to."""

FAR = 1 << 30
"""More looks than there are on any table."""

Cell = tuple[int, int]


class Enclosure:
    """A table's walls, and its gates: which of them stand shut is said by one bit each."""

    def __init__(self, walls: Sequence[Segment], gates: Sequence[Segment], width: int, height: int) -> None:
        self.gates = gates
        solid = [*gates, *walls]
        self._boxes: Boxes[Segment] = Boxes({i: (box_of(wall), wall) for i, wall in enumerate(solid)})
        self._wide, self._high = width // PITCH, height // PITCH

    def _at(self, cell: Cell) -> Point:
        return cell[0] * PITCH + PITCH // 2, cell[1] * PITCH + PITCH // 2

    def _shut(self, p: Point, q: Point, ajar: int) -> bool:
        west, east, south, north = box_of((p, q))
        return any(meets(p, q, a, b) for a, b in self._boxes.near(west, east, south, north, ajar))

    def _next(self, cell: Cell, ajar: int) -> list[Cell]:
        x, y = cell
        here = self._at(cell)
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [
            (u, v)
            for u, v in beside
            if 0 <= u < self._wide and 0 <= v < self._high and not self._shut(here, self._at((u, v)), ajar)
        ]

    def _edge(self, cell: Cell) -> bool:
        return cell[0] in (0, self._wide - 1) or cell[1] in (0, self._high - 1)

    def _from(self, cell: Cell, ajar: int, enough: int, out: set[Cell] | None = None) -> tuple[bool, set[Cell]]:
        """Return whether one gets to the table's edge or over so much ground, and the ground that was seen.

        `out` are places from which one surely gets to the edge.
        """
        seen, todo = {cell}, [cell]
        while todo:
            here = todo.pop()
            if self._edge(here) or len(seen) >= enough or (out and here in out):
                return True, seen
            for there in self._next(here, ajar):
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
        return False, seen

    def blind(self, number: int) -> bool:
        """Return whether a gate leads into a sealed pocket: there is no way on from one side of it, by other gates."""
        (ax, ay), (bx, by) = gate = self.gates[number]
        ajar = ((1 << len(self.gates)) - 1) & ~(1 << number)
        west, east, south, north = (value // PITCH for value in box_of(gate))
        sides = [
            cell
            for x in range(max(west - 1, 0), min(east + 2, self._wide))
            for y in range(max(south - 1, 0), min(north + 2, self._high))
            for cell in self._next((x, y), ajar | 1 << number)
            if meets(self._at((x, y)), self._at(cell), *gate)
        ]
        left = {c: (bx - ax) * (self._at(c)[1] - ay) - (by - ay) * (self._at(c)[0] - ax) > 0 for c in sides}
        return any(
            not any(self._from(cell, ajar, POCKET)[0] for cell in sides if left[cell] == side) for side in (True, False)
        )

    def cut_off(self, compound: Sequence[Point], houses: Sequence[Sequence[Point]]) -> bool:
        """Return whether one does not get from the greater part of a compound to the table's edge, by any gates."""
        west, east, south, north = (value // PITCH for value in box_of(compound))
        whole = [
            (x, y)
            for x in range(max(west, 0), min(east + 1, self._wide), STRIDE)
            for y in range(max(south, 0), min(north + 1, self._high), STRIDE)
            if contains(compound, self._at((x, y)))
            and not any(contains(outline, self._at((x, y))) for outline in houses)
        ]
        out: set[Cell] = set()
        shut: set[Cell] = set()
        for cell in whole:
            if cell not in out and cell not in shut:
                free, seen = self._from(cell, (1 << len(self.gates)) - 1, FAR, out)
                (out if free else shut).update(seen)
        return 2 * sum(cell in shut for cell in whole) > len(whole)
