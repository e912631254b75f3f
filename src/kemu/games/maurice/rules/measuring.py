"""Chapter 1: near, contact, front and flank, forces, and where a unit may stand at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.convex import Outline, box, gap_square, intrudes, within
from kemu.parts.tabletop.oriented import COS, SIN, TURN, facing_towards
from kemu.parts.tabletop.points import Point, square
from kemu.parts.tabletop.polygons import clipped
from kemu.parts.tabletop.segments import foot
from kemu.parts.tabletop.strips import STEP, strip_part

from ..model.bases import TOUCH, Body, body_of
from ..model.terrain import boxes_meet, stands_in
from ..model.units import BW, Unit

if TYPE_CHECKING:
    from .field import Field

NEAR = 4 * BW
LINK = 2 * BW
PACE = 250
"""Behind impassable ground a way round is looked for from points so far apart on either outline."""


def far(one: Body, other: Body, limit: int) -> bool:
    """Return whether two bodies are surely more than `limit` apart, by the circles round them."""
    reach = one.radius + other.radius + limit
    dx, dy = one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]
    return dx * dx + dy * dy > reach * reach


def closer(one: Body, other: Body, limit: int) -> bool:
    """Return whether the gap between two units is at most `limit`."""
    return not far(one, other, limit) and within(one.corners, other.corners, limit)


@rule("maurice:1.bw", "maurice:R02")
def gap(field: Field, a: int, b: int) -> int:
    """The gap between two units in steps, rounded up: for telling; rules compare squares."""
    above, below = gap_square(field.body(a).corners, field.body(b).corners)
    root = isqrt(above // below)
    return root if root * root * below == above else root + 1


@rule("maurice:1.near", "maurice:R03")
def near(field: Field, uid: int) -> bool:
    """Near the enemy: some part within 4 BW of some part of an enemy, in a line that no impassable ground stops."""
    key = ("near", uid)
    found = field.answers.get(key)
    if found is None:
        found = field.answers[key] = body_near(field, field.body(uid), field.units[uid].side)
    return found


def body_near(field: Field, body: Body, side: int) -> bool:
    """Return whether a body would be near an enemy of this side."""
    for foe in field.foes(side):
        other = field.body(foe)
        if (
            not far(body, other, NEAR)
            and within(body.corners, other.corners, NEAR)
            and open_between(field, body.corners, other.corners)
        ):
            return True
    return False


def nearest_foe(field: Field, uid: int) -> tuple[int, int, int]:
    """Return the enemy whose middle is nearest to a unit's front: the square of how far off he is, who he is, and how
    far it must turn to look at him, to the right if positive. He is -1 if there is none.
    """
    key = ("foe", uid)
    found = field.answers.get(key)
    if found is None:
        body, bodies = field.bodies[uid], field.bodies
        x, y = body.at
        least, nearest = 0, -1
        for foe in field.foes(field.units[uid].side):
            ox, oy = bodies[foe].centre
            away = (ox - x) * (ox - x) + (oy - y) * (oy - y)
            if nearest < 0 or away < least:
                least, nearest = away, foe
        turn = 0 if nearest < 0 else turn_towards(body, bodies[nearest].centre)
        found = field.answers[key] = (least, nearest, turn)
    return found


def turn_towards(body: Body, point: Point) -> int:
    """Return how far a body must turn to look at a point, to the right if positive."""
    return (facing_towards(body.at, point) - body.facing + TURN // 2) % TURN - TURN // 2


def open_between(field: Field, one: Outline, other: Outline) -> bool:
    """Return whether some line of at most 4 BW from one outline to the other avoids the inside of impassable ground."""
    if not field.ground.impassable:
        return True
    a, b = box(one), box(other)
    around = (min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3]))
    bars = [part for part, where, _ in field.ground.impassable if boxes_meet(around, where)]
    if not bars:
        return True
    starts, ends = _points(one, other), _points(other, one)
    return any(
        square(p, q) <= NEAR * NEAR and not any(_through(bar, p, q) for bar in bars) for p in starts for q in ends
    )


def _points(one: Outline, other: Outline) -> list[Point]:
    """Return points along an outline: its corners, those nearest to the other's corners, and some between."""
    points: list[Point] = []
    a = one[-1]
    for b in one:
        points.append(b)
        points += [foot(p, a, b) for p in other]
        n = isqrt(square(a, b)) // PACE
        points += [(a[0] + (b[0] - a[0]) * i // n, a[1] + (b[1] - a[1]) * i // n) for i in range(1, n)]
        a = b
    return list(dict.fromkeys(points))


def _through(bar: Outline, p: Point, q: Point) -> bool:
    """Return whether a segment has a part inside an outline."""
    part = clipped(bar, p, q)
    if part is None:
        return False
    (n, m), (u, v) = part
    return n * v < u * m and intrudes(bar, (p, q), 0)


@rule("maurice:1.contact", "maurice:R05")
def contact(field: Field, a: int, b: int) -> bool:
    """Two units that touch in any way are in contact."""
    return closer(field.body(a), field.body(b), TOUCH)


@rule("maurice:1.front", "maurice:R04")
def part_ahead(body: Body, outline: Sequence[Point], margin: int = TOUCH) -> list[Point] | None:
    """What of an outline lies directly in front: in the strip ahead, between the flank lines, by more than a touch.

    The points are seen from the middle of the front edge, forward and to the right, in millionths of a step. None if
    no part of it is there.
    """
    half = (body.half - margin) * STEP
    return strip_part(body.at, body.facing, outline, -half, half, TOUCH * STEP)


@rule("maurice:1.front", "maurice:R04")
def behind_front(body: Body, outline: Sequence[Point]) -> bool:
    """Completely behind the front line: nothing of it is ahead of the line; touching the line is behind."""
    s, c = SIN[body.facing], COS[body.facing]
    x, y = body.at
    most = TOUCH * STEP
    return all((p[0] - x) * s + (p[1] - y) * c <= most for p in outline)


@rule("maurice:1.flanked", "maurice:1.flank")
def to_the_flank(body: Body, other: Body) -> bool:
    """To the flank: at least half its bases wholly behind the front line, and none of them directly in front."""
    behind = sum(behind_front(body, base) for base in other.bases)
    return 2 * behind >= len(other.bases) and part_ahead(body, other.corners) is None


@rule("maurice:5.difficult", "maurice:R16")
def in_difficult(field: Field, uid: int) -> bool:
    """In difficult ground: any part of any base in it or on it."""
    body = field.bodies[uid]
    key = ("difficult", body)
    found = field.lasting.get(key)
    if found is None:
        found = field.lasting[key] = stands_in(body.corners, body.box, field.ground.difficult)
    return found


@rule("maurice:5.bad", "maurice:R07")
def bad_terrain(field: Field, uid: int) -> bool:
    """What is difficult for a unit's movement is bad terrain for it in combat and to rally."""
    return in_difficult(field, uid)


@rule("maurice:R57")
def level(field: Field, uid: int) -> int:
    """The level on which a unit stands: the lowest under any part of it."""
    if not field.ground.hills:
        return 0
    body = field.bodies[uid]
    key = ("level", body)
    found = field.lasting.get(key)
    if found is None:
        found = field.lasting[key] = field.ground.level(body.corners)
    return found


@rule("maurice:1.forces", "maurice:R15", "maurice:R16")
def alike(field: Field, a: int, b: int) -> bool:
    """Two units may be linked if arm, formation and the effect of their ground agree, within 2 BW of each other."""
    one, other = field.units[a], field.units[b]
    if one.side != other.side or one.arm != other.arm or one.formation != other.formation:
        return False
    return _in_link(field, field.bodies[a], field.bodies[b]) and in_difficult(field, a) == in_difficult(field, b)


def _in_link(field: Field, one: Body, other: Body) -> bool:
    key = ("in link", one, other)
    found: bool | None = field.lasting.get(key)
    if found is None:
        found = field.lasting[key] = field.lasting["in link", other, one] = closer(one, other, LINK)
    return found


@rule("maurice:1.forces", "maurice:1.figForceAE", "maurice:1.figForceFH", "maurice:R15")
def linked(field: Field, uids: Iterable[int]) -> bool:
    """Units are a force if the links among themselves join them all."""
    todo = set(uids)
    if not todo or any(uid not in field.units for uid in todo):
        return False
    reached = [min(todo)]
    todo.discard(reached[0])
    while reached and todo:
        uid = reached.pop()
        next_to = todo.intersection(links(field, uid))
        todo -= next_to
        reached += next_to
    return not todo


def links(field: Field, uid: int) -> tuple[int, ...]:
    """Return the units with which one may be linked directly."""
    key = ("links", uid)
    found = field.answers.get(key)
    if found is None:
        units, bodies = field.units, field.bodies
        unit, body = units[uid], bodies[uid]
        close = [
            other
            for other in field.sides[unit.side]
            if units[other].formation == unit.formation and not far(body, bodies[other], LINK)
        ]
        found = tuple(other for other in close if other != uid and alike(field, uid, other))
        field.answers[key] = found
    return found


@rule("maurice:1.forces", "maurice:4.part")
def force_of(field: Field, uid: int) -> tuple[int, ...]:
    """The greatest force that holds a unit."""
    found = {uid}
    todo = [uid]
    while todo:
        for other in links(field, todo.pop()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return tuple(sorted(found))


def on_table(field: Field, outline: Sequence[Point]) -> bool:
    """Return whether an outline lies on the table, its edge included."""
    wide, high = field.table.width + TOUCH, field.table.height + TOUCH
    return all(-TOUCH <= x <= wide and -TOUCH <= y <= high for x, y in outline)


@rule("maurice:6.noStacking", "maurice:1.markers", "maurice:R02")
def overlapped(field: Field, body: Body, others: Iterable[int], besides: int) -> bool:
    """Return whether a body would sit on one of some units."""
    bodies, radius = field.bodies, body.radius
    x, y = body.centre
    for uid in others:
        other = bodies[uid]
        (ox, oy), room = other.centre, radius + other.radius
        if (
            (ox - x) * (ox - x) + (oy - y) * (oy - y) <= room * room
            and uid != besides
            and intrudes(body.corners, other.corners, TOUCH)
        ):
            return True
    return False


@rule("maurice:2.deployment", "maurice:R18", "maurice:6.noStacking")
def free_place(field: Field, unit: Unit) -> Refusal | None:
    """A unit stands on the table, on no other unit, and on no impassable ground."""
    body = body_of(unit, field.depths)
    if not on_table(field, body.corners):
        return Refusal("That is not wholly on the table.", "maurice:R18")
    if overlapped(field, body, field.bodies, unit.id):
        return Refusal("Another unit stands there.", "maurice:6.noStacking")
    if any(closer(body, field.body(foe), TOUCH) for foe in field.foes(unit.side) if foe != unit.id):
        return Refusal("That would touch the enemy.", "maurice:6.noContact")
    if stands_in(body.corners, body.box, field.ground.impassable):
        return Refusal("No unit can stand on impassable ground.", "maurice:5.terrain")
    return None
