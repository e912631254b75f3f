"""Line of sight: straight, in three dimensions, eye to eye."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.parts.tabletop.points import Point, side
from kemu.parts.tabletop.polygons import contains
from kemu.parts.tabletop.segments import meets
from kemu.parts.tabletop.sight import Line, figure_hides, solid_hides, stand_hides, wall_hides

from ..ground import RADIUS, Ground
from ..layout import EYE, OUTSIDE, STOREY, TREE_TOP, WALL_TOP, Obstacle
from ..pieces import Group

if TYPE_CHECKING:
    from ..field import Field

HARD_LINES = ("wall", "gate", "prepared", "hasty")
SOFT_LINES = ("fence", "hedge", "carcass")
OPEN, SOFT, HARD = 0, 1, 2
COVER_NAMES = ("open", "soft", "hard")


class Eye(Struct, frozen=True):
    """A place from which, or at which, one looks. `house`: the house whose opening it is, or -1; `out`: its outside."""

    at: Point
    height: int
    room: int = OUTSIDE
    house: int = -1
    out: Point = (0, 0)


@rule("siege:R16", "siege:R18")
def eyes(ground: Ground, man: Point, room: int) -> list[Eye]:
    """Return where a figure's eyes are: over its place; in a room, at the middle of any opening of its floor."""
    if room == OUTSIDE:
        return [Eye(man, EYE)]
    place = ground.layout.rooms[room]
    height = place.level * STOREY + EYE
    if place.roof:
        return [Eye(man, height, room)]
    return [Eye(way.at, height, room, place.house, way.out) for way in place.openings]


def on_step(ground: Ground, piece: Obstacle, eye: Eye, down: int) -> bool:
    """R19: whether who stands here lines a high wall on a side with a firing step."""
    if eye.room != OUTSIDE or not (piece.left or piece.right):
        return False
    where = side(piece.a, piece.b, eye.at)
    return (piece.left if where > 0 else piece.right) and piece.index in ground.lined(eye.at, down)


@rule("siege:SH.3", "siege:R16", "siege:R17", "siege:R18", "siege:R19")
def terrain_clear(ground: Ground, down: int, a: Eye, b: Eye) -> bool:
    """Return whether no wall, house or stand of trees hides one eye from the other."""
    for here, there in ((a, b), (b, a)):
        if here.house >= 0:
            ahead = (there.at[0] - here.at[0]) * here.out[0] + (there.at[1] - here.at[1]) * here.out[1]
            if ahead <= 0:
                return False
    line = Line(a.at, a.height, b.at, b.height)
    (ax, ay), (bx, by) = a.at, b.at
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    for x0, x1, y0, y1, piece in ground.high:
        if (
            x0 <= east
            and x1 >= west
            and y0 <= north
            and y1 >= south
            and not down >> piece.index & 1
            and wall_hides(line, piece.a, piece.b, WALL_TOP)
            and not (on_step(ground, piece, a, down) or on_step(ground, piece, b, down))
        ):
            return False
    for x0, x1, y0, y1, house in ground.tall:
        if (
            x0 <= east
            and x1 >= west
            and y0 <= north
            and y1 >= south
            and house.index != a.house
            and house.index != b.house
            and solid_hides(line, house.outline, house.top)
        ):
            return False
    for x0, x1, y0, y1, area in ground.trees:
        if x0 <= east and x1 >= west and y0 <= north and y1 >= south and stand_hides(line, area.outline, TREE_TOP):
            a_in = a.room == OUTSIDE and contains(area.outline, a.at)
            b_in = b.room == OUTSIDE and contains(area.outline, b.at)
            if not (a_in or b_in):
                return False
    return True


@rule("siege:SH.3", "siege:R20")
def friends_clear(field: Field, group: Group, a: Eye, b: Eye) -> bool:
    """Return whether no figure or gun of another friendly group is in the way."""
    line = Line(a.at, a.height, b.at, b.height)
    (ax, ay), (bx, by) = a.at, b.at
    left, right = min(ax, bx) - RADIUS, max(ax, bx) + RADIUS
    low, high = min(ay, by) - RADIUS, max(ay, by) + RADIUS
    rooms = field.ground.layout.rooms
    for man, room, gid in field.figures[group.side]:
        if gid == group.id or not (left <= man[0] <= right and low <= man[1] <= high):
            continue
        place = rooms[room]
        if (room == OUTSIDE or place.roof) and figure_hides(line, man, RADIUS, place.level * STOREY + EYE):
            return False
    return not any(
        gun.side == group.side and gun.id != group.gun and figure_hides(line, gun.at, RADIUS, EYE)
        for gun in field.guns.values()
    )


@rule("siege:SH.9", "siege:R22")
def figure_cover(field: Field, eye: Eye, man: Point, room: int) -> int:
    """Return one figure's cover from an eye: hard, soft or none."""
    if room != OUTSIDE:
        return HARD
    ground, down = field.ground, field.down
    best = OPEN
    for area in ground.areas_at(man):
        best = max(best, SOFT if area.kind == "scrub" else HARD)
    if best == HARD:
        return HARD
    lined_here = ground.lined(eye.at, down) if eye.room == OUTSIDE else ()
    for index in ground.lined(man, down):
        piece = ground.layout.lines[index]
        if index not in lined_here and meets(eye.at, man, piece.a, piece.b):
            best = max(best, HARD if piece.kind in HARD_LINES else SOFT if piece.kind in SOFT_LINES else OPEN)
    if best < HARD and not ground.clear(down, eye, Eye(man, EYE)):
        return HARD
    return best


@rule("siege:SH.9", "siege:R22")
def group_cover(field: Field, eye: Eye, group: Group) -> int:
    """Return a group's cover: what more than half of its figures have, or better."""
    covers = [figure_cover(field, eye, man, group.room) for man in group.men]
    if 2 * sum(cover == HARD for cover in covers) > len(covers):
        return HARD
    return SOFT if 2 * sum(cover >= SOFT for cover in covers) > len(covers) else OPEN
