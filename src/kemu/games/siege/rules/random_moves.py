"""Moves at random, for whoever plays or tests without a plan: anywhere in reach, to an enemy, an obstacle, a room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import Point, minus, plus, square, towards
from kemu.parts.tabletop.segments import foot

from ..model.actions import Move, Turn
from ..model.layout import OUTSIDE
from ..model.pieces import CREW, GARRISON, Group
from .movement import March, may_turn, plan_move
from .troops import allowance, lead_choices

if TYPE_CHECKING:
    from ..model.field import Field

TRIES = 12
STAND = 750
"""How far from a wall a man who lines it stands."""
CLOSE = 1020
"""How near to an enemy a lead ends that goes for him."""
HAIR = 5
"""So much less than the limit is gone: places are rounded to the grid."""
DIRECTIONS: tuple[Point, ...] = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383),
)  # fmt: skip


def sample_move(march: March, rng: Rng) -> Move | Turn | None:
    """Return a legal move or turn at random, or None if a handful of tries found none."""
    state, group, game = march.state, march.group, march.game
    field = game.field(state)
    if group.kind == CREW and may_turn(state, group) is None:
        return Turn(*DIRECTIONS[rng.below(16)])
    choices, pick = lead_choices(group), _BACK if group.kind == CREW else _WAYS
    for _ in range(TRIES):
        figure = choices[rng.below(len(choices))]
        start = _start(field, group, figure, rng)
        if start is None:
            move = _room(march, field, figure, group.men[figure], rng)
        else:
            move = pick[rng.below(len(pick))](march, field, figure, start, rng)
        if move is not None and not isinstance(plan_move(game, state, group, move), Refusal):
            return move
    return None


def _start(field: Field, group: Group, figure: int, rng: Rng) -> Point | None:
    """Return from where a way into the open is measured: a hair outside a door for a group in a room with one."""
    if group.room == OUTSIDE:
        return group.men[figure]
    doors = [way for way in field.ground.layout.rooms[group.room].openings if way.door]
    if not doors or not rng.below(3):
        return None
    door = doors[rng.below(len(doors))]
    return towards(door.at, plus(door.at, door.out), HAIR)


def _anywhere(march: March, field: Field, figure: int, start: Point, rng: Rng) -> Move | None:
    (dx, dy), far = DIRECTIONS[rng.below(16)], rng.below(allowance(march.group)) + 1
    return Move(figure, start[0] + dx * far // 1000, start[1] + dy * far // 1000)


def _to_an_enemy(march: March, field: Field, figure: int, start: Point, rng: Rng) -> Move | None:
    """Into contact, if he is in reach; else as far towards him as one gets."""
    foes, limit = field.spots(1 - march.group.side), allowance(march.group)
    if not foes:
        return None
    foe = min((foes[rng.below(len(foes))] for _ in range(4)), key=lambda at: square(start, at))
    if square(start, foe) <= (limit + CLOSE) ** 2:
        return Move(figure, *towards(foe, start, CLOSE))
    return Move(figure, *towards(start, foe, limit - HAIR))


def _to_an_obstacle(march: March, field: Field, figure: int, start: Point, rng: Rng) -> Move | None:
    """To line a wall or the like on this side, or on the far side of it."""
    ground, down, (x, y) = field.ground, field.down, start
    far = allowance(march.group) + STAND
    lines = ground.lines_near(x - far, x + far, y - far, y + far, down)
    if not lines:
        return None
    line = lines[rng.below(len(lines))]
    at = foot(start, line.a, line.b)
    if at == start:
        return None
    side = start if rng.below(2) else plus(at, minus(at, start))
    spread = 1010 + 110 * rng.below(7) if march.group.side == GARRISON else 0
    return Move(figure, *towards(at, side, STAND), OUTSIDE, spread)


def _room(march: March, field: Field, figure: int, start: Point, rng: Rng) -> Move | None:
    """Into a house from the open, or to another floor."""
    ground, group = field.ground, march.group
    if group.room != OUTSIDE:
        rooms = [room for room in ground.house_of(group.room).rooms if room != group.room]
    else:
        near = allowance(group) ** 2
        ways = [(room.index, way) for room in ground.layout.rooms for way in room.openings if way.door]
        rooms = sorted({room for room, way in ways if square(start, way.at) <= near})
    if not rooms or group.mounted:
        return None
    room = rooms[rng.below(len(rooms))]
    west, east, south, north = ground.house_boxes[ground.layout.rooms[room].house]
    return Move(figure, west + 500 + rng.below(east - west - 999), south + 500 + rng.below(north - south - 999), room)


def _back(march: March, field: Field, figure: int, start: Point, rng: Rng) -> Move | None:
    """A crewman who was driven off goes back to his gun."""
    return Move(figure, *plus(march.state.gun(march.group.gun).at, DIRECTIONS[rng.below(16)]))


_WAYS: tuple[Callable[[March, Field, int, Point, Rng], Move | None], ...] = (
    _anywhere, _to_an_enemy, _to_an_enemy, _to_an_obstacle, _room,
)  # fmt: skip
_BACK = (_back,)
