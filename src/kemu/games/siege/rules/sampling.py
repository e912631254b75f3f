"""Sensible moves for machines: to the enemy, to a wall or gate, into cover, over what is lined; sometimes anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import Point, minus, plus, side, square, towards
from kemu.parts.tabletop.segments import crossing, foot, meets

from ..actions import Move, Turn
from ..layout import OUTSIDE, Way
from ..pieces import CREW, GARRISON, Group
from .movement import March, may_turn, plan_move
from .troops import allowance, lead_choices

if TYPE_CHECKING:
    from ..field import Body, Field

TRIES = 10
STAND = 750
"""How far from a wall a man who lines it stands."""
CORNER = 800
"""How far past the corner of a house one goes."""
CLOSE = 1020
"""How near to an enemy a lead ends that goes for him."""
HAIR = 5
"""So much less than the limit is gone: places are rounded to the grid."""
FOREMOST = 4
"""So many men of an enemy group, the nearest, may be gone for."""
DIRECTIONS: tuple[Point, ...] = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383),
)  # fmt: skip


def sample_move(march: March, rng: Rng) -> Move | Turn | None:
    """Return a legal move that makes sense, or None if a handful of tries found none."""
    state, group, game = march.state, march.group, march.game
    field = game.field(state)
    if group.kind == CREW and may_turn(state, group) is None:
        return _turn(march, field, rng)
    choices = lead_choices(group)
    for _ in range(TRIES):
        figure = choices[rng.below(len(choices))]
        if group.kind == CREW:
            move = _beside(state.gun(group.gun).at, figure, rng)
        elif group.side == GARRISON:
            move = _garrison(march, field, rng)
        else:
            move = _attackers(march, field, figure, rng)
        if move is not None and not isinstance(plan_move(game, state, group, move), Refusal):
            return move
    return None


def _turn(march: March, field: Field, rng: Rng) -> Turn | None:
    gun = march.state.gun(march.group.gun)
    foes = field.spots(1 - march.group.side)
    if not foes:
        return Turn(*DIRECTIONS[rng.below(16)])
    face = minus(foes[rng.below(len(foes))], gun.at)
    return Turn(*face) if face != (0, 0) else None


def _beside(at: Point, figure: int, rng: Rng) -> Move:
    step = DIRECTIONS[rng.below(16)]
    return Move(figure, at[0] + step[0] * CLOSE // 1000, at[1] + step[1] * CLOSE // 1000)


def _rooms(march: March, field: Field) -> list[int]:
    """Return the rooms that a group might go into next."""
    layout, room = field.ground.layout, march.group.room
    if room != OUTSIDE:
        return [r for r in field.ground.house_of(room).rooms if r != room]
    return [house.rooms[0] for house in layout.houses if not march.state.ruins >> house.index & 1]


def _inside(field: Field, room: int, rng: Rng) -> Point:
    ground = field.ground
    west, east, south, north = ground.house_boxes[ground.layout.rooms[room].house]
    return (
        west + 500 + rng.below(max(east - west - 1000, 0) + 1),
        south + 500 + rng.below(max(north - south - 1000, 0) + 1),
    )


def _out_of(door: Way) -> Point:
    """Return a place a hair outside a door: what is in the way from there is not the house's own wall."""
    return towards(door.at, plus(door.at, door.out), HAIR)


def _enter(field: Field, figure: int, start: Point, limit: int, room: int, rng: Rng) -> Move | None:
    """Go into a room from the open, if a door is near enough as the crow flies."""
    inside = _inside(field, room, rng)
    for way in field.ground.layout.rooms[room].openings:
        if way.door and square(start, way.at) <= limit * limit:
            return Move(figure, *inside, room)
    return None


def _wall_spots(field: Field, near: Point, limit: int) -> list[tuple[Point, Point]]:
    """Return from where to line the obstacles in reach, on this side; on the far one if it is lined already.

    Each is a point of an obstacle, and one towards which to stand before it.
    """
    found: list[tuple[Point, Point]] = []
    ground, down, far = field.ground, field.down, limit + STAND
    x, y = near
    lined = ground.lined(near, down)
    for line in ground.lines_near(x - far, x + far, y - far, y + far, down):
        at = foot(near, line.a, line.b)
        gap = square(at, near)
        if 0 < gap <= far * far:
            found.append((at, near))
            if line.index in lined:
                found.append((at, plus(at, minus(at, near))))
    return found


def _garrison(march: March, field: Field, rng: Rng) -> Move | None:
    group = march.group
    limit = allowance(group)
    kind = rng.below(6)
    start = group.men[0]
    if group.room != OUTSIDE:
        doors = [way for way in field.ground.layout.rooms[group.room].openings if way.door]
        if doors and kind > 1:
            start = _out_of(doors[rng.below(len(doors))])
        else:
            rooms = _rooms(march, field)
            if not rooms:
                return None
            room = rooms[rng.below(len(rooms))]
            return Move(0, *_inside(field, room, rng), room)
    elif kind == 0 and not group.mounted:
        rooms = _rooms(march, field)
        if rooms:
            return _enter(field, 0, start, limit, rooms[rng.below(len(rooms))], rng)
    if kind < 4:
        walls = _wall_spots(field, start, limit)
        while walls:
            spot = towards(*walls.pop(rng.below(len(walls))), STAND)
            if field.ground.in_compound(spot):
                return Move(0, *spot, 0, 1010 + 110 * rng.below(7))
    if kind == 5:
        foes = field.spots(1 - group.side)
        if foes:
            return _advance(field, 0, start, foes[rng.below(len(foes))], limit, rng)
    step = DIRECTIONS[rng.below(16)]
    far = rng.below(limit) + 1
    return Move(0, start[0] + step[0] * far // 1000, start[1] + step[1] * far // 1000)


def _towards(figure: int, start: Point, goal: Point, limit: int, rng: Rng) -> Move:
    """Go for a point: into contact if it is in reach, else as far as one gets, a little to one side or the other."""
    if square(start, goal) <= (limit + CLOSE) ** 2:
        return Move(figure, *towards(goal, start, CLOSE))
    ahead = towards(start, goal, limit - HAIR)
    if rng.below(3):
        return Move(figure, *ahead)
    aside = minus(ahead, start)
    part = rng.below(601) - 300
    bent = (ahead[0] - aside[1] * part // 1000, ahead[1] + aside[0] * part // 1000)
    return Move(figure, *towards(start, bent, limit - HAIR))


def _advance(field: Field, figure: int, start: Point, goal: Point, limit: int, rng: Rng) -> Move:
    """Go for a point by what is in the way: up to the first wall, over it if it is lined already, round a house."""
    ground, down = field.ground, field.down
    (x, y), (u, v) = start, goal
    first, wall = 0, None
    for _, _, _, _, index, a, b in ground.solids_near(min(x, u), max(x, u), min(y, v), max(y, v), down):
        # What one goes along is not in the way.
        if meets(start, goal, a, b) and side(start, goal, a) != side(start, goal, b):
            at = crossing(start, goal, a, b)
            gap = square(start, at)
            if wall is None or gap < first:
                first, wall = gap, (index, a, b, at)
    if wall is None:
        return _towards(figure, start, goal, limit, rng)
    index, a, b, at = wall
    if index < 0:
        # Past the end of that house wall from which the goal is nearer, mostly; else past the other one.
        near, other = (a, b) if square(a, goal) < square(b, goal) else (b, a)
        corner, back = (near, other) if rng.below(3) else (other, near)
        return _towards(figure, start, towards(corner, plus(corner, minus(corner, back)), CORNER), limit, rng)
    out = (b[1] - a[1], a[0] - b[0])
    if out[0] * (x - a[0]) + out[1] * (y - a[1]) < 0:
        out = (-out[0], -out[1])
    if index in ground.lined(start, down):
        beyond = foot(start, a, b)
        return Move(figure, *towards(beyond, minus(beyond, out), STAND))
    end = towards(at, plus(at, out), STAND)
    if square(start, end) > limit * limit:
        end = towards(start, end, limit - HAIR)
    return Move(figure, *end)


def _before(field: Field, goal: Point, room: int, rng: Rng) -> Point:
    """Return where to stand against an enemy: over the wall that he lines, before a door of his house, or his place."""
    if room != OUTSIDE:
        ways = field.ground.layout.rooms[field.ground.house_of(room).rooms[0]].openings
        way = ways[rng.below(len(ways))]
        return towards(way.at, plus(way.at, way.out), STAND)
    lined = field.ground.lined(goal, field.down)
    if not lined:
        return goal
    line = field.ground.layout.lines[lined[rng.below(len(lined))]]
    at = foot(goal, line.a, line.b)
    return towards(at, plus(at, minus(at, goal)), STAND)


def _order(men: tuple[Point, ...], p: Point) -> list[int]:
    """Return the numbers of some men, the nearest to a place first."""
    x, y = p
    gaps = [(mx - x) * (mx - x) + (my - y) * (my - y) for mx, my in men]
    return sorted(range(len(men)), key=gaps.__getitem__)


def _nearest(bodies: list[Body], p: Point, number: int, rng: Rng) -> Group:
    """Return one of so many groups that are nearest to a place, by the middle of the box round each."""
    x, y = 2 * p[0], 2 * p[1]
    gaps = [abs(x0 + x1 - x) + abs(y0 + y1 - y) for x0, x1, y0, y1, _ in bodies]
    for _ in range(rng.below(min(number, len(gaps)))):
        gaps[gaps.index(min(gaps))] = 1 << 30
    return bodies[gaps.index(min(gaps))][4]


def _attackers(march: March, field: Field, figure: int, rng: Rng) -> Move | None:
    group = march.group
    limit = allowance(group)
    start = group.men[figure]
    if group.room != OUTSIDE:
        rooms = _rooms(march, field)
        doors = [way for way in field.ground.layout.rooms[group.room].openings if way.door]
        if rooms and (not doors or rng.below(3) == 0):
            room = rooms[rng.below(len(rooms))]
            return Move(figure, *_inside(field, room, rng), room)
        if not doors:
            return None
        start = _out_of(doors[rng.below(len(doors))])
    kind = rng.below(8)
    foes = field.sides[1 - group.side]
    if kind <= 4 and foes:
        foe = _nearest(list(foes.values()), start, 3 if kind > 2 else 1, rng)
        if group.room == OUTSIDE:
            # The man who is nearest leads: the others close up round him.
            figure = _order(group.men, foe.men[0])[0]
            start = group.men[figure]
        nearest = _order(foe.men, start)
        where = foe.men[nearest[rng.below(min(len(nearest), FOREMOST))]]
        goal = _before(field, where, foe.room, rng)
        if square(start, goal) <= limit * limit and goal != where:
            return Move(figure, *goal)
        return _advance(field, figure, start, goal, limit, rng)
    if kind == 5:
        spots = _wall_spots(field, start, limit)
        if spots:
            at, side = spots[rng.below(len(spots))]
            return Move(figure, *towards(at, side, STAND))
        lines = field.ground.standing(field.down)
        if lines:
            line = lines[rng.below(len(lines))]
            goal = (line.a[0] + line.b[0]) // 2, (line.a[1] + line.b[1]) // 2
            return _towards(figure, start, goal, limit, rng)
    if kind == 6 and rng.below(2) and not group.mounted:
        rooms = _rooms(march, field)
        if rooms and group.room == OUTSIDE:
            return _enter(field, figure, start, limit, rooms[rng.below(len(rooms))], rng)
    if kind == 6 and rng.below(2) and field.ground.layout.areas:
        area = field.ground.layout.areas[rng.below(len(field.ground.layout.areas))]
        goal = area.outline[rng.below(len(area.outline))]
        return _towards(figure, start, goal, limit, rng)
    step = DIRECTIONS[rng.below(16)]
    far = rng.below(limit) + 1
    return Move(figure, start[0] + step[0] * far // 1000, start[1] + step[1] * far // 1000)
