"""How far it is to the enemy, for opponents: by the way round houses and over walls, not as the crow flies.

A grid of inches lies over the table. A field says for each of its cells how far it is from there to one figure;
walls can be crossed where nobody stands behind them, at the cost of the action that it takes. No rule asks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kemu.parts.tabletop.points import Point, minus, plus, square, towards
from kemu.parts.tabletop.segments import foot, meets

from .ground import Ground
from .layout import OUTSIDE

FAR = 400
"""Farther than anything on the table, in half inches."""
STRAIGHT, ASLANT, OVER = 2, 3, 22
"""Half inches: a step, a step across the corner, and what a wall costs: an action, and coming up to it."""
HELD = 3500
"""Near a figure that lines it, a wall is not crossed."""
STAND = 600
"""How far from a wall a man who lines it stands."""
HOUSE = -2
STEPS = ((1, 0, STRAIGHT), (0, 1, STRAIGHT), (1, 1, ASLANT), (1, -1, ASLANT))

Field = list[int]


class Approach:
    """The grid of one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.wide, self.high = -(-ground.layout.width // 1000), -(-ground.layout.height // 1000)
        self.plain: list[list[tuple[int, int]]] = [[] for _ in range(self.wide * self.high)]
        """For each cell its neighbours and what a step there costs."""
        self.over: list[list[tuple[int, int, Point]]] = [[] for _ in self.plain]
        """For each cell its neighbours beyond an obstacle, which one, and where it is crossed."""
        self._link()
        self.field = lru_cache(maxsize=1024)(self._field)
        self.between = lru_cache(maxsize=8192)(self._between)

    def cell(self, p: Point) -> int:
        """Return the cell in which a place lies."""
        return min(max(p[0] // 1000, 0), self.wide - 1) + self.wide * min(max(p[1] // 1000, 0), self.high - 1)

    def middle(self, cell: int) -> Point:
        """Return the middle of a cell."""
        return cell % self.wide * 1000 + 500, cell // self.wide * 1000 + 500

    def _link(self) -> None:
        """Join neighbouring cells; what is solid between two of them says how."""
        between: dict[tuple[int, int], int] = {}
        for x0, x1, y0, y1, index, a, b in self.ground.boxes:
            for x in range(max(x0 // 1000 - 1, 0), min(x1 // 1000 + 1, self.wide - 1) + 1):
                for y in range(max(y0 // 1000 - 1, 0), min(y1 // 1000 + 1, self.high - 1) + 1):
                    here = x + y * self.wide
                    for dx, dy, _ in STEPS:
                        if x + dx < self.wide and 0 <= y + dy < self.high:
                            there = here + dx + dy * self.wide
                            if meets(self.middle(here), self.middle(there), a, b):
                                # A second obstacle on one step: not that way.
                                between[here, there] = index if (here, there) not in between else HOUSE
        for x in range(self.wide):
            for y in range(self.high):
                here = x + y * self.wide
                for dx, dy, cost in STEPS:
                    if not (x + dx < self.wide and 0 <= y + dy < self.high):
                        continue
                    there = here + dx + dy * self.wide
                    index = between.get((here, there))
                    if index is None:
                        self.plain[here].append((there, cost))
                        self.plain[there].append((here, cost))
                    elif index >= 0 and cost == STRAIGHT:
                        p, q = self.middle(here), self.middle(there)
                        at = ((p[0] + q[0]) // 2, (p[1] + q[1]) // 2)
                        self.over[here].append((there, index, at))
                        self.over[there].append((here, index, at))

    def _field(self, seed: int, man: Point, held: tuple[int, ...], down: int) -> Field:
        """Return how far it is to a cell from everywhere, in half inches; `man` holds these obstacles near him."""
        found = [FAR] * len(self.plain)
        found[seed] = 0
        waiting: list[list[int]] = [[] for _ in range(FAR + OVER + 1)]
        waiting[0].append(seed)
        plain, over = self.plain, self.over
        for far in range(FAR):
            for here in waiting[far]:
                if found[here] < far:
                    continue
                for there, cost in plain[here]:
                    if far + cost < found[there]:
                        found[there] = far + cost
                        waiting[far + cost].append(there)
                for there, index, at in over[here]:
                    if down >> index & 1:
                        cost = STRAIGHT
                    elif index in held and square(at, man) < HELD * HELD:
                        continue
                    else:
                        cost = OVER
                    if far + cost < found[there]:
                        found[there] = far + cost
                        waiting[far + cost].append(there)
        return found

    def posts(self, man: Point, room: int, down: int) -> list[tuple[int, Point, tuple[int, ...], int, int]]:
        """Return where one goes against a figure: a cell, how much farther it is from there, and the points to kill.

        In the open beside him; on the other side of what he lines; at a door or window of his house.
        """
        ground = self.ground
        if room != OUTSIDE:
            house = ground.house_of(room)
            low = ground.layout.rooms[house.rooms[0]].openings
            more = 0 if room == house.rooms[0] else 2 * 10
            ways = low if not more else tuple(way for way in low if way.door)
            return [(self.cell(towards(way.at, plus(way.at, way.out), STAND)), way.at, (), more, 12) for way in ways]
        lined = ground.lined(man, down)
        here = self.cell(man)
        found = [(here, self.middle(here), lined, 0, 6)]
        for index in lined:
            line = ground.layout.lines[index]
            at = foot(man, line.a, line.b)
            beyond = towards(at, plus(at, minus(at, man)), STAND)
            need = 12 if line.kind in ("wall", "gate", "prepared") else 9 if line.kind == "hasty" else 6
            found.append((self.cell(beyond), self.middle(here), lined, 0, need))
        return found

    def _between(
        self, men: tuple[Point, ...], room: int, foes: tuple[Point, ...], place: int, down: int
    ) -> tuple[tuple[int, int], ...]:
        """Return how far a group is from contact with another in half inches, for each number of points to a kill."""
        best: dict[int, int] = {}
        starts = self.starts(men, room)
        for foe in some(foes):
            for seed, at, held, more, need in self.posts(foe, place, down):
                field = self.field(seed, at, held, down)
                far = min([field[cell] + extra for cell, extra in starts]) + more
                if far < best.get(need, FAR):
                    best[need] = far
        return tuple(best.items())

    def starts(self, men: tuple[Point, ...], room: int) -> list[tuple[int, int]]:
        """Return the cells from which a group sets out, and what it takes to get there."""
        if room == OUTSIDE:
            return [(cell, 0) for cell in {self.cell(man) for man in men}]
        house = self.ground.house_of(room)
        doors = [way for way in self.ground.layout.rooms[house.rooms[0]].openings if way.door]
        more = 0 if room == house.rooms[0] else 16
        return [(self.cell(towards(way.at, plus(way.at, way.out), STAND)), more) for way in doors] or [(0, FAR)]


def some(men: Sequence[Point]) -> Sequence[Point]:
    """Return a few figures that stand for all: the first, a middle one and the last."""
    return men if len(men) <= 3 else (men[0], men[len(men) // 2], men[-1])


@lru_cache(maxsize=16)
def approach(ground: Ground) -> Approach:
    """Return the grid of a ground, made once."""
    return Approach(ground)
