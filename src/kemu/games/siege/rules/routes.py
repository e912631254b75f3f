"""Routes (MV.1, MV.5 to MV.8, R6 to R11): how the lead gets where it is to be, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.points import FINE, Point, fine_length, side, square, towards, within
from kemu.parts.tabletop.segments import Segment, crossing, gap_square, meets, near, on

from ..model.field import ACROSS
from ..model.ground import BASE, LINES, TOUCH, box_of
from ..model.layout import OUTSIDE, Obstacle
from ..model.pieces import GARRISON, Group

if TYPE_CHECKING:
    from ..model.field import Body, Field

CROSSING = 3000
"""How far a lead may get with the action that takes it over an obstacle."""
LEAP = 6000
"""What a low obstacle costs mounted troops."""
FAR = 1 << 30
"""Farther than anything on a table."""
PACE = 50
"""The way is looked at every twentieth of an inch for contact with the enemy."""
STRIDE = 100
"""An undefended point of an obstacle is looked for every tenth of an inch."""
CLOSING = 1000
"""From its first contact on, a lead may only close up, so far at most."""


class Route(Struct, frozen=True):
    """A lead's way: the points outdoors, what it cost in thousandths of a step, and the obstacle it went over."""

    points: tuple[Point, ...]
    cost: int
    over: int = -1


def open_to(field: Field, side: int) -> int:
    """R12: the pieces that do not stop this side: those that are down, and for the garrison its own gates."""
    return field.down | field.ground.gates if side == GARRISON else field.down


@rule("siege:MV.1", "siege:R6", "siege:R11", "siege:R15")
def find_route(field: Field, group: Group, start: Point, end: Point, room: int, limit: int) -> Route | Refusal:
    """Return the lead's way, or why there is none."""
    if room == group.room:
        if room != OUTSIDE:
            return Route((), 0)
        return in_the_open(field, group, start, end, limit)
    if group.mounted:
        return Refusal("Mounted troops do not enter houses.", "siege:R9")
    if room != OUTSIDE and field.held(room, 1 - group.side):
        return Refusal("The enemy holds that room: only a won melee lets you in.", "siege:R15")
    if room == OUTSIDE:
        return out_by_a_door(field, group, end, limit)
    if group.room == OUTSIDE:
        return in_by_a_door(field, group, start, room, limit)
    return between_floors(field, group, room)


@rule("siege:MV.5", "siege:R11")
def between_floors(field: Field, group: Group, room: int) -> Route | Refusal:
    """From any floor to any other of the same house, or its roof, is a full move."""
    ground = field.ground
    if ground.house_of(room) is not ground.house_of(group.room):
        return Refusal("A move leads out of a house or into one, never both.", "siege:R11")
    return Route((), 0)


@rule("siege:MV.6", "siege:R11")
def out_by_a_door(field: Field, group: Group, end: Point, limit: int) -> Route | Refusal:
    """Figures in the same room as a door leave by it, and the move is measured from the door."""
    doors = [way for way in field.ground.layout.rooms[group.room].openings if way.door]
    if not doors:
        return Refusal("There is no door on this floor.", "siege:R11")
    best: Route | None = None
    for door in doors:
        way = field.ground.way(door.at, end, limit, open_to(field, group.side), door.out)
        if way is not None and (best is None or way.length < best.cost):
            best = Route(way.points, way.length)
    return best or Refusal(f"That is more than {limit / 1000:g} inches from the door.", "siege:MV.6")


@rule("siege:MV.6", "siege:R11", "siege:R54")
def in_by_a_door(field: Field, group: Group, start: Point, room: int, limit: int) -> Route | Refusal:
    """The way must reach a door of that floor; the move ends inside, where in the room is free."""
    doors = [way for way in field.ground.layout.rooms[room].openings if way.door]
    if not doors:
        return Refusal("Nobody gets up there from outside: go in by the door first.", "siege:R11")
    best: Route | None = None
    for door in doors:
        way = field.ground.way(start, door.at, limit, open_to(field, group.side), (0, 0), door.out)
        if way is not None and (best is None or way.length < best.cost):
            best = Route(way.points, way.length)
    return best or Refusal(f"The door is more than {limit / 1000:g} inches away.", "siege:MV.6")


def in_the_open(field: Field, group: Group, start: Point, end: Point, limit: int) -> Route | Refusal:
    """Return the way over the table: round the obstacles, or over one."""
    down, far = open_to(field, group.side), not within(start, end, limit)
    if not far and field.ground.ways(down).clear(start, end):
        return Route((start, end), fine_length(start, end))
    way = None if far else field.ground.way(start, end, limit, down)
    if way is not None:
        return Route(way.points, way.length)
    over = leap(field, group, start, end, limit) if group.mounted else cross(field, group, start, end)
    if isinstance(over, Route):
        return over
    if far:
        return Refusal(f"That is more than {limit / 1000:g} inches.", "siege:MV.1")
    return over


@rule("siege:MV.7", "siege:UA.5", "siege:R8")
def cross(field: Field, group: Group, start: Point, end: Point) -> Route | Refusal:
    """On foot an obstacle is crossed by a whole action: from lining it to lining its other side, in three inches."""
    ground = field.ground
    pieces = ground.crossed(start, end, open_to(field, group.side))
    if pieces is None:
        return Refusal("A house stands in the way.", "siege:R6")
    if not pieces:
        return Refusal("The way round is too long.", "siege:R6")
    if len(pieces) > 1 and not _joint(pieces, start, end):
        return Refusal("One action crosses one obstacle.", "siege:R8")
    for piece in pieces:
        if piece.index not in ground.lined(start, field.down):
            return Refusal(f"To cross the {piece.id} the lead must begin the action lining it.", "siege:R8")
        if piece.index not in ground.lined(end, field.down):
            return Refusal(f"Crossing ends on the other side of the {piece.id}, lining it.", "siege:R8")
    if not within(start, end, CROSSING):
        return Refusal("Crossing ends at most three inches from where it began.", "siege:R8")
    for piece in pieces:
        if field.defended(piece.index, crossing(start, end, piece.a, piece.b), 1 - group.side):
            return Refusal(f"The {piece.id} is defended there: it cannot be crossed.", "siege:MV.7")
    return Route((start, end), limit_cost(group), pieces[0].index)


@rule("siege:R8")
def _joint(pieces: list[Obstacle], start: Point, end: Point) -> bool:
    """Return whether a way crosses several pieces just where they all join: that is one crossing."""
    first, *others = pieces
    shared = [at for at in (first.a, first.b) if all(at in (piece.a, piece.b) for piece in others)]
    return any(on(at, start, end) for at in shared)


@rule("siege:R6", "siege:R8")
def crossings(field: Field, group: Group, start: Point, end: Point) -> Iterator[Route]:
    """Yield the ways over an obstacle that cross it elsewhere than straight ahead, by three inches at most."""
    ground, down = field.ground, open_to(field, group.side)
    there = ground.lined(end, field.down)
    for index in ground.lined(start, field.down):
        piece = ground.layout.lines[index]
        if index not in there or down >> index & 1 or side(piece.a, piece.b, start) * side(piece.a, piece.b, end) >= 0:
            continue
        for at in _along(piece):
            if fine_length(start, at) + fine_length(at, end) > CROSSING * FINE:
                continue
            met = [ground.crossed(p, q, down) for p, q in ((start, at), (at, end))]
            if None in met or {found.index for pieces in met for found in pieces or ()} != {index}:
                continue
            if not field.defended(index, at, 1 - group.side):
                yield Route((start, at, end), limit_cost(group), index)


def _along(piece: Obstacle) -> list[Point]:
    """Return the points of a piece at which a crossing is looked for, every tenth of an inch."""
    (ax, ay), (bx, by) = piece.a, piece.b
    parts = max(isqrt(square(piece.a, piece.b)) // STRIDE, 1)
    return [(ax + (bx - ax) * i // parts, ay + (by - ay) * i // parts) for i in range(parts + 1)]


def limit_cost(group: Group) -> int:
    """Crossing takes the whole move."""
    return (12_000 if group.mounted else 6000 if group.side == GARRISON else 8000) * FINE


@rule("siege:MV.8", "siege:MV.12", "siege:R9")
def leap(field: Field, group: Group, start: Point, end: Point, limit: int) -> Route | Refusal:
    """Mounted troops add 6 inches to their way for a low, undefended obstacle. Two would leave nothing to ride."""
    ground, down = field.ground, open_to(field, group.side)
    fault = Refusal("Mounted troops cannot get there: a high wall, a house or the distance stops them.", "siege:R9")
    best: Route | None = None
    joined = ground.crossed(start, end, down) or []
    if len(joined) > 1 and not any(piece.high for piece in joined) and _joint(joined, start, end):
        # Straight over the joint of two pieces: one obstacle, but neither of them alone leaves the way free.
        barred = [p for p in joined if field.defended(p.index, crossing(start, end, p.a, p.b), 1 - group.side)]
        if barred:
            fault = Refusal(f"The {barred[0].id} is defended there: it cannot be crossed.", "siege:MV.8")
        elif within(start, end, limit - LEAP):
            best = Route((start, end), fine_length(start, end) + LEAP * FINE, joined[0].index)
    for piece in ground.standing(down):
        if piece.high or not (
            near(start, piece.a, piece.b, limit - LEAP) and near(end, piece.a, piece.b, limit - LEAP)
        ):
            continue
        way = ground.way(start, end, limit - LEAP, down | 1 << piece.index)
        if way is None:
            continue
        legs = [(p, q) for p, q in pairwise(way.points) if meets(p, q, piece.a, piece.b)]
        if len(legs) != 1:
            continue
        if field.defended(piece.index, crossing(*legs[0], piece.a, piece.b), 1 - group.side):
            fault = Refusal(f"The {piece.id} is defended there: it cannot be crossed.", "siege:MV.8")
            continue
        if best is None or way.length + LEAP * FINE < best.cost:
            best = Route(way.points, way.length + LEAP * FINE, piece.index)
    return best or fault


@rule("siege:R6", "siege:R9")
def leaps_aside(field: Field, group: Group, start: Point, end: Point, limit: int) -> Iterator[Route]:
    """Yield the ways on horseback over an obstacle where nobody defends it, the shortest first."""
    ground, far = field.ground, limit - LEAP
    open_ = open_to(field, group.side)
    found: list[tuple[int, Point, Obstacle]] = []
    for piece in ground.standing(open_):
        if piece.high or not (near(start, piece.a, piece.b, far) and near(end, piece.a, piece.b, far)):
            continue
        for at in _along(piece):
            least = fine_length(start, at) + fine_length(at, end)
            if least <= far * FINE and not field.defended(piece.index, at, 1 - group.side):
                found.append((least, at, piece))
    for _, at, piece in sorted(found, key=lambda one: one[:2]):
        down = open_ | 1 << piece.index
        there, on_ = ground.way(start, at, far, down), ground.way(at, end, far, down)
        if there is not None and on_ is not None and there.length + on_.length <= far * FINE:
            yield Route((*there.points, *on_.points[1:]), there.length + on_.length + LEAP * FINE, piece.index)


@rule("siege:R6")
def stopped(field: Field, group: Group, route: Route, fought: frozenset[int] | None = None) -> Refusal | None:
    """Contact with an enemy ends the move: from the first contact on, the lead may only close up.

    `fought` are the enemies from whom a group falls back: whom it fought it may brush past, and those who stand at the
    very opening by which it leaves a house do not hold it there.
    """
    enemy, points, ground = 1 - group.side, route.points, field.ground
    west, east, south, north = box_of(points)
    bodies = field.outdoors(enemy, west - ACROSS, east + ACROSS, south - ACROSS, north + ACROSS)
    doors = ground.openings(field.rooms[enemy], west - LINES, east + LINES, south - LINES, north + LINES)
    guns = [at for at, _ in field.manned(enemy)] if field.guns else []
    if not bodies and not doors and not guns:
        return None
    legs = list(pairwise(points))
    foes: list[Foe] = []
    for body in bodies:
        foes += _foes(field, body[4], legs)
    foes += [(at, []) for at in guns if _on_way(at, legs, TOUCH)]
    if fought is not None:
        foes = [foe for foe in foes if not within(points[0], foe[0], BASE - 1)]
    if doors:
        doors = [at for at in doors if _on_way(at, legs, LINES)]
    if not (foes or doors):
        return None
    meeting: Meeting | None = None
    first: int | None = None
    walked, whole = 0, sum([_paces(square(p, q)) for p, q in legs])
    for p, q in legs:
        last = _paces(square(p, q))
        gone = 0
        while True:
            here = towards(p, q, gone) if gone < last else q
            gap = _gap(here, foes, doors)
            touched = False
            if gap <= 0:
                if any(within(here, foe[0], BASE - 1) and not ground.blocked(here, foe[0], field.down) for foe in foes):
                    return Refusal("The way leads through the enemy.", "siege:R6")
                meeting = meeting or Meeting(field, group, points[0], bodies, fought)
                touched = meeting.at(here)
            if touched and first is None:
                first = walked + gone
            if first is not None and (not touched or whole - first > CLOSING):
                return Refusal("Contact with the enemy on the way ends the move there.", "siege:R6")
            if gone >= last:
                break
            # Nothing can be touched before the gap is closed.
            gone = min(gone + max(gap // PACE, 1) * PACE, last)
        walked += gone
    return None


Foe = tuple[Point, list[Segment]]
"""An enemy in the open, and the pieces across which he can be met."""


def _foes(field: Field, body: Group, legs: list[Segment]) -> list[Foe]:
    """Return the men of a group whom one may meet on the way: who lines nothing is met only by touching him."""
    ground, lines = field.ground, field.lined_by(body)
    found: list[Foe] = []
    for man in body.men:
        lined = ground.lined(man, field.down) if lines else ()
        if _on_way(man, legs, ACROSS if lined else TOUCH):
            pieces = [(ground.layout.lines[index].a, ground.layout.lines[index].b) for index in lined] if lined else []
            found.append((man, pieces))
    return found


def _on_way(p: Point, legs: list[Segment], reach: int) -> bool:
    """Return whether a way comes so near to a point."""
    for a, b in legs:  # noqa: SIM110 (mostly there is one leg, and `any` takes three times as long)
        if near(p, a, b, reach):
            return True
    return False


class Meeting:
    """Whom a lead meets on its way, apart from those with whom it was in contact when it began."""

    def __init__(
        self, field: Field, group: Group, start: Point, bodies: list[Body], fought: frozenset[int] | None = None
    ) -> None:
        self.field = field
        self.enemy = 1 - group.side
        self.already = field.contacts(start, group.room, self.enemy) if fought is None else fought
        self.men = [man for body in bodies if body[4].id not in self.already for man in body[4].men]
        self.last: Point | None = None
        """Who was met a pace ago: mostly he still is."""

    def at(self, here: Point) -> bool:
        """Return whether the lead is in contact with anybody new here."""
        field, last = self.field, self.last
        if last is not None and field.in_contact(here, OUTSIDE, last, OUTSIDE):
            return True
        for man in self.men:
            if within(here, man, ACROSS) and field.in_contact(here, OUTSIDE, man, OUTSIDE):
                self.last = man
                return True
        met = field.contacts_at_openings(here, self.enemy) + field.contacts_at_guns(here, self.enemy)
        return any(gid not in self.already for gid in met)


def _paces(length_square: int) -> int:
    """Return how far one has gone after the pace that ends a leg."""
    paces = isqrt(length_square) // PACE
    while paces * paces * PACE * PACE < length_square:
        paces += 1
    return paces * PACE


def _gap(here: Point, foes: list[Foe], doors: list[Point]) -> int:
    """Return how far it is at least until somebody can be touched; 0 or less if that may be so here."""
    x, y = here
    least = isqrt(min([square(here, at) for at in doors])) - LINES if doors else FAR
    for (mx, my), pieces in foes:
        far = isqrt((mx - x) * (mx - x) + (my - y) * (my - y))
        if far - TOUCH < least:
            least = far - TOUCH
        if least <= 0:
            return 0
        if far - ACROSS < least:
            # Across a piece both must line it.
            for a, b in pieces:
                above, below = gap_square(here, a, b)
                least = min(least, max(isqrt(above // below) - LINES, far - ACROSS))
    # Places on the way are rounded to the grid.
    return least - 3 if least > 0 else 0
