"""Detours (R6): where an enemy bars the shortest way, a longer one within the move is legal too."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.points import FINE, Point, fine_length
from kemu.parts.tabletop.segments import crossing, meets, near
from kemu.parts.tabletop.ways import STILL, Nudge

from ..model.field import ACROSS
from ..model.ground import LINES, TOUCH
from ..model.layout import OUTSIDE, Obstacle
from ..model.pieces import Group
from .routes import LEAP, Route, cross, crossings, find_route, leap, leaps_aside, open_to, stopped

if TYPE_CHECKING:
    from ..model.field import Field

WIDER = 1.025
"""How much farther out than an enemy's reach one bends: so that between two points of a ring one stays clear of him."""
RING = tuple((cos(i * pi / 8), sin(i * pi / 8)) for i in range(16))
MOST = 96
"""How many places to bend at are looked at, those that lengthen the way least."""
Leg = tuple[Point, Nudge, Point, Nudge]
"""From where to where one walks in the open; at a door, with the direction out of the house."""
Corner = tuple[Point, Nudge]


@rule("siege:R6")
def legal_route(field: Field, group: Group, start: Point, end: Point, room: int, limit: int) -> Route | Refusal:
    """Return the shortest way that no enemy bars, or why there is none.

    The way is the player's: he need not say which he takes, as long as there is one within the move.
    """
    route = find_route(field, group, start, end, room, limit)
    if isinstance(route, Refusal):
        fault: Refusal | None = route
        if route.clause not in (("siege:MV.8",) if group.mounted else ("siege:MV.7", "siege:R6", "siege:R8")):
            return route
    else:
        fault = stopped(field, group, route) if route.points else None
        if fault is None:
            return route
    others = _others(field, group, start, end, room, limit, route)
    return next((other for other in others if stopped(field, group, other) is None), fault)


def _others(
    field: Field, group: Group, start: Point, end: Point, room: int, limit: int, route: Route | Refusal
) -> Iterator[Route]:
    """Yield other ways than the shortest: round the enemies, then over an obstacle where nobody defends it."""
    if isinstance(route, Route) and route.over < 0:
        for leg in _legs(field, group, start, end, room):
            yield from _round(field, group, leg, limit)
    if room == group.room:
        over = leap(field, group, start, end, limit) if group.mounted else cross(field, group, start, end)
        if isinstance(over, Route):
            yield over
        if group.mounted:
            yield from leaps_aside(field, group, start, end, limit)
            yield from _leaps_round(field, group, start, end, limit)
        else:
            yield from crossings(field, group, start, end)


@rule("siege:R6", "siege:R9")
def _leaps_round(field: Field, group: Group, start: Point, end: Point, limit: int) -> Iterator[Route]:
    """Yield the ways on horseback that pass the enemies by and leap one obstacle, once, where nobody defends it."""
    far = limit - LEAP
    for piece in field.ground.standing(open_to(field, group.side)):
        if piece.high or not (near(start, piece.a, piece.b, far) and near(end, piece.a, piece.b, far)):
            continue
        for way in _round(field, group, (start, STILL, end, STILL), far, piece):
            legs = [(p, q) for p, q in pairwise(way.points) if meets(p, q, piece.a, piece.b)]
            if len(legs) == 1 and not field.defended(piece.index, crossing(*legs[0], piece.a, piece.b), 1 - group.side):
                yield Route(way.points, way.cost + LEAP * FINE, piece.index)


def _legs(field: Field, group: Group, start: Point, end: Point, room: int) -> list[Leg]:
    """Return from where to where one may walk: by any door, if one goes in or out."""
    if room == group.room:
        return [(start, STILL, end, STILL)]
    doors = [way for way in field.ground.layout.rooms[room or group.room].openings if way.door]
    if room == OUTSIDE:
        return [(door.at, door.out, end, STILL) for door in doors]
    return [(start, STILL, door.at, door.out) for door in doors]


def _round(field: Field, group: Group, leg: Leg, limit: int, over: Obstacle | None = None) -> Iterator[Route]:
    """Yield the shortest way by this door or none, then the shortest that passes every enemy by; `over` is leapt."""
    start, out, end, into = leg
    down = open_to(field, group.side) | (0 if over is None else 1 << over.index)
    way = field.ground.way(start, end, limit, down, out, into)
    if way is None:
        return
    yield Route(way.points, way.length)
    corners = _corners(field, group, start, end, limit, down)
    ways = field.ground.ways(down)
    goal = len(corners)
    places: list[Corner] = [*corners, (end, into)]
    heap: list[tuple[int, int, int, tuple[Point, ...]]] = [(fine_length(start, end), 0, -1, (start,))]
    done: set[int] = set()
    while heap:
        _, gone, here, points = heappop(heap)
        if here in done:
            continue
        done.add(here)
        if here == goal:
            yield Route(points, gone)
            return
        at, nudge = (start, out) if here < 0 else places[here]
        for there, (to, to_nudge) in enumerate(places):
            if there in done:
                continue
            walked = gone + fine_length(at, to)
            least = walked + fine_length(to, end)
            if least <= limit * FINE and ways.clear(at, to, nudge, to_nudge) and _free(field, group, at, to, end):
                heappush(heap, (least, walked, there, (*points, to)))


def _corners(field: Field, group: Group, start: Point, end: Point, limit: int, down: int) -> list[Corner]:
    """Return where a way may bend: at the corners of walls, and on rings round the enemies and the doors they hold."""
    ground, enemy, found = field.ground, 1 - group.side, dict[Corner, int]()

    def add(p: Point, nudge: Nudge) -> None:
        least = fine_length(start, p) + fine_length(p, end)
        if least <= limit * FINE:
            found[p, nudge] = least

    for node in ground.ways(down).nodes:
        if not field.contacts(node.at, OUTSIDE, enemy):
            add(node.at, node.nudge)
    x, y = start
    box = x - limit, x + limit, y - limit, y + limit
    rings = [(at, LINES) for at in ground.openings(field.rooms[enemy], *box)]
    rings += [(at, TOUCH) for at, _ in field.manned(enemy)]
    for body in field.outdoors(enemy, *box):
        lines = field.lined_by(body[4])
        for man in body[4].men:
            rings.append((man, TOUCH))
            if lines and ground.lined(man, field.down):
                rings.append((man, ACROSS))
    for (mx, my), radius in rings:
        for ahead, aside in RING:
            p = mx + round(WIDER * radius * ahead), my + round(WIDER * radius * aside)
            if ground.passable(p) and not field.contacts(p, OUTSIDE, enemy):
                add(p, STILL)
    return sorted(found, key=lambda corner: (found[corner], corner))[:MOST]


def _free(field: Field, group: Group, p: Point, q: Point, end: Point) -> bool:
    """Return whether a straight step meets no enemy; only the last one may end at one."""
    return (q != end and not _near_enemy(field, group, p, q)) or stopped(field, group, Route((p, q), 0)) is None


def _near_enemy(field: Field, group: Group, p: Point, q: Point) -> bool:
    """Return whether a straight step comes so near to an enemy, a door he holds or his gun that it may meet him."""
    enemy = 1 - group.side
    (px, py), (qx, qy) = p, q
    west, east, south, north = min(px, qx) - ACROSS, max(px, qx) + ACROSS, min(py, qy) - ACROSS, max(py, qy) + ACROSS
    for body in field.outdoors(enemy, west, east, south, north):
        reach = ACROSS if field.lined_by(body[4]) else TOUCH
        if any(near(man, p, q, reach) for man in body[4].men):
            return True
    doors = field.ground.openings(field.rooms[enemy], west, east, south, north)
    return any(near(door, p, q, LINES) for door in doors) or any(near(at, p, q, TOUCH) for at, _ in field.manned(enemy))
