"""Where a group may fall back to (R37, R38): a full move away from the enemy, in three stages."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.pending import Action, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import FINE, Point, cross, dot, minus, plus, towards
from kemu.parts.tabletop.ways import STILL

from ...model.actions import Move
from ...model.ground import BASE
from ...model.layout import OUTSIDE
from ...model.layout import Way as Opening
from ...model.pieces import ATTACKERS, SQUAD, Group
from ..continuum import Continuum
from ..placing import Places
from ..routes import LEAP, Route, find_route, open_to, stopped
from ..troops import allowance, lead_choices

if TYPE_CHECKING:
    from ... import Siege
    from ...model.state import State

SLACK = 100
"""A full move is one to a tenth of an inch."""
FAN = (
    (1000, 0), (996, 87), (985, 174), (966, 259), (940, 342), (906, 423), (866, 500), (819, 574), (766, 643),
    (707, 707), (643, 766), (574, 819), (500, 866), (423, 906), (342, 940), (259, 966), (174, 985),
    (87, 996), (0, 1000),
)  # fmt: skip
"""Directions from straight ahead to square, every five degrees."""
Judged = tuple[int, tuple[Point, ...]]
"""How far a retreat goes, and everybody's place at its end."""
NARROW, WIDE, LONGEST = 0, 1, 2
"""Full move within 45 degrees; full move within 90; the longest within 90."""


class Retreat(Continuum):
    """Where a group may fall back to: the continuum of that decision.

    The rule has three stages, each open only if the one before gives nothing. Which one holds is looked for on a
    fan of directions every five degrees, and round the corners in reach, with every figure that may lead; the answer
    may then be any place that satisfies it.
    """

    def __init__(self, game: Siege, state: State, group: Group, away: Point, exit_: Opening | None) -> None:
        self.game = game
        self.state = state
        self.group = group
        self.away = away
        self.exit = exit_
        self.field = game.field(state)
        self.limit = allowance(group)
        self.fought = self._fought()
        self._kept: tuple[Move, Judged | Refusal] | None = None
        self.drawn: tuple[Reach, ...] | None = None
        """The ground on which a drop is taken, once the scene has drawn it."""
        self.stage, self.longest, self.known = self._stage()

    def _fought(self) -> frozenset[int]:
        """Return the enemies whom the group is in contact with where it stands, or fights, or meets as it comes out."""
        group, field = self.group, self.field
        enemy = 1 - group.side
        found = {gid for man in group.men for gid in field.contacts(man, group.room, enemy)}
        melee = self.state.melee_of(group.id)
        if melee is not None:
            found.update(melee.groups)
        if self.exit is not None:
            # The opening itself is a point of the wall, from which the wall hides everybody: look from just outside.
            outside = towards(self.exit.at, plus(self.exit.at, self.exit.out), 10)
            found.update(field.contacts(outside, OUTSIDE, enemy))
        return frozenset(found)

    def start(self, figure: int) -> Point:
        """Return from where a figure's way is measured: its place, or the opening by which the group leaves."""
        return self.group.men[figure] if self.exit is None else self.exit.at

    def _route(self, start: Point, end: Point) -> Route | Refusal:
        if self.exit is None:
            return find_route(self.field, self.group, start, end, OUTSIDE, self.limit)
        way = self.field.ground.way(start, end, self.limit, open_to(self.field, self.group.side), self.exit.out)
        return Route(way.points, way.length) if way is not None else Refusal("That is too far.", "siege:R38")

    @property
    def takes_gun(self) -> bool:
        """Whether a gun goes along: one that has not fired."""
        group = self.group
        return group.side == ATTACKERS and group.gun >= 0 and not self.state.gun(group.gun).fired

    def judged(self, move: Move) -> Judged | Refusal:
        """Return how far a retreat goes, and everybody's place at its end; or why it is not legal at any stage.

        The last answer is kept: the act follows the check.
        """
        kept = self._kept
        if kept is None or kept[0] != move:
            self._kept = kept = (move, self._judged(move))
        return kept[1]

    @rule("siege:ME.10", "siege:R6", "siege:R37", "siege:R38")
    def _judged(self, move: Move, least: int = 0) -> Judged | Refusal:
        """Judge a retreat; nobody is placed for one that is shorter than `least`."""
        group = self.group
        if move.figure not in lead_choices(group):
            if group.kind != SQUAD:
                return Refusal("There is no such figure in the group: it falls back with one of them.", "siege:MV.11")
            return Refusal("A squad falls back with its officer.", "siege:MV.3")
        if move.room != OUTSIDE:
            return Refusal("Who falls back goes into the open.", "siege:R37")
        start, end = self.start(move.figure), (move.x, move.y)
        if dot(minus(end, start), self.away) < 0 or start == end:
            return Refusal("That is not away from the enemy.", "siege:R37")
        gun = group.gun if self.takes_gun else -1
        places = Places(self.field, group, OUTSIDE, contact=False, gun=gun)
        fault = places.fault(end)
        if fault is not None:
            return fault
        route = self._route(start, end)
        if isinstance(route, Refusal):
            return route
        if route.cost < least:
            return Refusal("It is too short.", "siege:R37")
        fault = stopped(self.field, group, route, self.fought)
        if fault is not None:
            return fault
        others = len(group.men) - 1 + (gun >= 0)
        rest = places.arranged(end, others, move.spread, move.rest)
        if isinstance(rest, Refusal):
            return rest
        return route.cost, (end, *rest)  # a wall crossed on foot costs the whole move

    def _narrow(self, start: Point, end: Point) -> bool:
        gone = minus(end, start)
        return abs(cross(self.away, gone)) <= dot(self.away, gone)

    def check(self, action: Action) -> Refusal | None:
        """Return None if this is a legal way to fall back now."""
        if not isinstance(action, Move):
            return Refusal("The group must fall back: say where to.", "siege:ME.10")
        judged = self.judged(action)
        if isinstance(judged, Refusal):
            return judged
        length = judged[0]
        if self.stage == LONGEST:
            if length < self.longest - SLACK * FINE:
                return Refusal("It must fall back as far as it can.", "siege:R37")
            return None
        if length < (self.limit - SLACK) * FINE:
            return Refusal("Who falls back goes a full move.", "siege:R37")
        if self.stage == NARROW and not self._narrow(self.start(action.figure), (action.x, action.y)):
            return Refusal("There is room to fall back within 45 degrees of straight away.", "siege:R37")
        return None

    def _ends(self, start: Point, length: int, first: int, last: int) -> Iterator[Point]:
        """Yield the ends of the fan's rays from one of its directions to another, both sides in turn."""
        ax, ay = self.away
        for ahead, aside in FAN[first:last]:
            for sign in (1, -1) if aside else (1,):
                ray = (ax * ahead - ay * aside * sign, ay * ahead + ax * aside * sign)
                end = towards(start, (start[0] + ray[0], start[1] + ray[1]), length)
                if dot(minus(end, start), self.away) >= 0:
                    yield end

    def _leads(self) -> range:
        """Return the figures to look with: by an opening all of them go from the same place."""
        return lead_choices(self.group) if self.exit is None else range(1)

    def _found(self, figure: int, length: int, first: int, last: int, least: int) -> Iterator[tuple[int, Move]]:
        start = self.start(figure)
        for end in self._ends(start, length, first, last):
            move = Move(figure, *end)
            judged = self._judged(move, least)
            if not isinstance(judged, Refusal):
                yield judged[0], move

    def _round_corners(self, figure: int, stage: int, full: int, least: int) -> Iterator[Move]:
        """Yield full moves that bend: round the corners in reach, and on from there in any direction by ten degrees."""
        start, exit_ = self.start(figure), self.exit
        ways = self.field.ground.ways(open_to(self.field, self.group.side))
        costs, _ = ways.spread(start, self.limit, STILL if exit_ is None else exit_.out)
        for node, cost in sorted(costs.items()):
            corner, left = ways.nodes[node].at, full - cost // FINE
            for ahead, aside in FAN[::2] if left > 0 else ():
                for ray in ((ahead, aside), (-aside, ahead), (-ahead, -aside), (aside, -ahead)):
                    end = towards(corner, plus(corner, ray), left)
                    if dot(minus(end, start), self.away) < 0 or (stage == NARROW and not self._narrow(start, end)):
                        continue
                    move = Move(figure, *end)
                    if not isinstance(self._judged(move, least), Refusal):
                        yield move

    def _full(self, stage: int, figure: int) -> Move | None:
        """Return a full move that this stage allows with that figure as the lead, if one is found."""
        full, least = self.limit - 5, (self.limit - SLACK) * FINE
        first, last = (0, 10) if stage == NARROW else (10, 19)
        # Over a wall a full move is a shorter way: riders pay for the leap, men on foot only just get across.
        for length in (full, full - LEAP) if self.group.mounted else (full, 2900, 2400, 1900):
            for _, move in self._found(figure, length, first, last, least):
                if stage == WIDE or self._narrow(self.start(figure), (move.x, move.y)):
                    return move
        return next(self._round_corners(figure, stage, full, least), None)

    def _stage(self) -> tuple[int, int, Move | None]:
        """Return the stage that holds, the longest way found at the last one, and a retreat that is legal."""
        for stage in (NARROW, WIDE):
            for figure in self._leads():
                move = self._full(stage, figure)
                if move is not None:
                    return stage, 0, move
        longest, best = 0, None
        # A shorter ray may be the longer way, round a corner: so all of them are looked at.
        for length in (*range(self.limit - 5, BASE // 2, -BASE // 2), BASE // 2 + 5):
            for figure in self._leads():
                for far, move in self._found(figure, length, 0, 19, longest + 1):
                    if far > longest:
                        longest, best = far, move
        return LONGEST, longest, best

    @property
    def label(self) -> str:
        """What the ground drawn stands for."""
        return "fall back as far as possible" if self.stage == LONGEST else "fall back a full move"

    @property
    def widest(self) -> float:
        """How far from straight away a retreat may lead, in radians: for drawing only."""
        return pi / 4 if self.stage == NARROW else pi / 2

    def ahead(self, figure: int, end: Point) -> bool:
        """Return whether a place lies away from the enemy as far as the stage asks."""
        start = self.start(figure)
        return self._narrow(start, end) if self.stage == NARROW else dot(minus(end, start), self.away) >= 0

    def lengths(self) -> list[int]:
        """Return how long a retreat may be, the longest first: a full move; at the last stage about the longest."""
        if self.stage != LONGEST:
            return [self.limit - 5]
        longest = self.longest // FINE
        return list(range(min(longest + BASE // 2, self.limit - 5), longest - SLACK, -50))

    def sample(self, rng: Rng) -> Action | None:
        """Return a legal retreat: a random ray of the fan, else the one that is known."""
        start = self.start(0)
        ends = list(self._ends(start, self.limit - 5, 0, 10 if self.stage == NARROW else 19))
        for _ in range(4):
            move = Move(0, *ends[rng.below(len(ends))])
            if self.check(move) is None:
                return move
        return self.known

    def others(self, move: Move) -> tuple[Point, ...] | None:
        """Return where all but the lead end, a gun first; None if the retreat is not legal."""
        judged = self.judged(move)
        return None if isinstance(judged, Refusal) else judged[1][1:]
