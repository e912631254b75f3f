"""How far it is to the enemy, by the way round houses and over walls, and where a group of attackers would go next.

A grid of inches lies over the table. For each man there is a map of how far it is to him from each of its cells, in
half inches; a wall is crossed where nobody holds it, at the cost of the action that this takes. No rule asks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from kemu.parts.tabletop.points import Point, minus, plus, square, towards
from kemu.parts.tabletop.segments import foot

from ..model.actions import Move
from ..model.ground import BASE, RADIUS, Ground
from ..model.layout import OUTSIDE
from ..model.pieces import Group
from ..rules.melee_front import OPEN_GROUND, PREPARED, behind_piece
from ..rules.movement import March
from ..rules.troops import allowance
from .numbers import Numbers

FAR, STRAIGHT, ASLANT = 400, 2, 3
"""Half inches: more than any way; a step, one across the corner."""
STAND, CLOSE = RADIUS + 100, BASE + 20
"""A base beside a wall, and one beside an enemy's: a little off, so that rounding puts neither on the other."""
DIRECTIONS = tuple((round(1000 * cos(i * pi / 8)), round(1000 * sin(i * pi / 8))) for i in range(16))
STEPS = ((1, 0, STRAIGHT), (0, 1, STRAIGHT), (1, 1, ASLANT), (1, -1, ASLANT))
Men = tuple[Point, ...]


class Post(NamedTuple):
    """A place to fight a man from; the pieces that he holds, how much farther it is to him, the points to a kill."""

    at: Point
    man: Point
    held: tuple[int, ...]
    more: int
    need: int


class Approach:
    """The grid of one ground."""

    def __init__(self, ground: Ground, numbers: Numbers) -> None:
        self.ground = ground
        self.numbers = numbers
        self.wide, self.high = -(-ground.layout.width // 1000), -(-ground.layout.height // 1000)
        self.plain: list[list[tuple[int, int]]] = [[] for _ in range(self.wide * self.high)]
        self.over: list[list[tuple[int, int, Point]]] = [[] for _ in self.plain]
        for here in range(len(self.plain)):
            self._link(here)
        self.distances = lru_cache(maxsize=1024)(self._distances)
        self.between = lru_cache(maxsize=8192)(self._between)

    def cell(self, p: Point) -> int:
        """Return the cell in which a place lies."""
        return min(max(p[0] // 1000, 0), self.wide - 1) + self.wide * min(max(p[1] // 1000, 0), self.high - 1)

    def _link(self, here: int) -> None:
        """Join a cell to its neighbours, straight or over one obstacle; through a house there is no way."""
        x, y = here % self.wide, here // self.wide
        p = x * 1000 + 500, y * 1000 + 500
        for dx, dy, cost in STEPS:
            if not (x + dx < self.wide and 0 <= y + dy < self.high):
                continue
            there = here + dx + dy * self.wide
            pieces = self.ground.crossed(p, (p[0] + dx * 1000, p[1] + dy * 1000), 0)
            if pieces == []:
                self.plain[here].append((there, cost))
                self.plain[there].append((here, cost))
            elif pieces and len(pieces) == 1 and cost == STRAIGHT:
                at = (p[0] + dx * 500, p[1] + dy * 500)
                self.over[here].append((there, pieces[0].index, at))
                self.over[there].append((here, pieces[0].index, at))

    def _distances(self, post: Post, down: int) -> list[int]:
        """Return how far it is to a post from every cell; the man there holds what he lines."""
        seed = self.cell(post.at)
        found = [FAR] * len(self.plain)
        found[seed] = post.more
        over, held = self.numbers.over, self.numbers.held
        waiting: list[list[int]] = [[] for _ in range(FAR + over + 1)]
        waiting[post.more].append(seed)
        for far in range(FAR):
            for here in waiting[far]:
                if found[here] < far:
                    continue
                steps = list(self.plain[here])
                for there, index, at in self.over[here]:
                    if down >> index & 1:
                        steps.append((there, STRAIGHT))
                    elif index not in post.held or square(at, post.man) >= held * held:
                        steps.append((there, over))
                for there, cost in steps:
                    if far + cost < found[there]:
                        found[there] = far + cost
                        waiting[far + cost].append(there)
        return found

    def posts(self, men: Sequence[Point], room: int, down: int) -> list[Post]:
        """Return where one goes against some men: beside them, across what they line, to the doors of their house."""
        if room != OUTSIDE:
            return [Post(at, at, (), more, PREPARED) for at, more in self._openings(room)]
        found: list[Post] = []
        for man in men if len(men) <= 3 else (men[0], men[len(men) // 2], men[-1]):
            lined = self.ground.lined(man, down)
            found.append(Post(man, man, lined, 0, OPEN_GROUND))
            for index in lined:
                line, need = self.ground.layout.lines[index], behind_piece(self.ground, index)
                at = foot(man, line.a, line.b)
                found.append(Post(towards(at, plus(at, minus(at, man)), STAND), man, lined, 0, need))
        return found

    def _openings(self, room: int) -> list[tuple[Point, int]]:
        """Return the places before the doors (and windows) by which one gets at a room or leaves it."""
        ground_floor = self.ground.house_of(room).rooms[0]
        ways = self.ground.layout.rooms[ground_floor].openings
        more = 0 if room == ground_floor else self.numbers.stairs
        return [(towards(way.at, plus(way.at, way.out), STAND), more) for way in ways if way.door or not more]

    def _between(self, men: Men, room: int, foes: Men, place: int, down: int) -> tuple[tuple[int, int], ...]:
        """Return how far a group is from contact with another, for each number of points to a kill."""
        starts = [(man, 0) for man in men] if room == OUTSIDE else self._openings(room)
        best: dict[int, int] = {}
        for post in self.posts(foes, place, down):
            distances = self.distances(post, down)
            far = min(distances[self.cell(at)] + more for at, more in starts)
            best[post.need] = min(far, best.get(post.need, FAR))
        return tuple(best.items())


@lru_cache(maxsize=16)
def approach(ground: Ground, numbers: Numbers) -> Approach:
    """Return the grid of a ground, made once."""
    return Approach(ground, numbers)


def moves_towards(march: March, squads: Sequence[Group]) -> list[Move]:
    """Return a few legal moves of a group in the open: into contact with a squad, or nearest to it by the way there."""
    group, field = march.group, march.game.field(march.state)
    ground, down, limit = field.ground, field.down, allowance(group)
    numbers = march.game.mind.numbers
    grid, found = approach(ground, numbers), dict[Move, float]()
    for post in (post for squad in squads for post in grid.posts(squad.men, squad.room, down)):
        far = grid.distances(post, down)
        figure = min(range(len(group.men)), key=lambda i: square(group.men[i], post.at))
        start = group.men[figure]
        contact = towards(post.man, start, CLOSE) if post.at == post.man else post.at
        ends = [contact] if square(start, contact) <= limit * limit else []
        # A hair less than it may go, so that rounding makes none of them too long.
        ends += [towards(start, plus(start, step), limit - 5) for step in DIRECTIONS]
        for line in ground.lines_near(start[0] - limit, start[0] + limit, start[1] - limit, start[1] + limit, down):
            at = foot(start, line.a, line.b)
            if 0 < square(at, start) <= limit * limit:
                ends += [towards(at, start, STAND), towards(at, plus(at, minus(at, start)), STAND)]
        for end in ends:
            nearer = far[grid.cell(end)] - STRAIGHT * (end == contact)
            found[Move(figure, *end)] = min(found.get(Move(figure, *end), FAR), nearer)
    tried = sorted(found, key=found.__getitem__)[: numbers.tried]
    return [move for move in tried if march.check(move) is None][: numbers.taken]
