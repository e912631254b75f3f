"""Line of sight: straight, in three dimensions, eye to eye."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.parts.tabletop.points import Point, side
from kemu.parts.tabletop.polygons import clipped, contains, passes_through
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


def on_step(ground: Ground, piece: Obstacle, man: Point, down: int) -> bool:
    """R19: whether who stands here in the open lines a high wall on a side with a firing step."""
    if not (piece.left or piece.right):
        return False
    where = side(piece.a, piece.b, man)
    return (piece.left if where > 0 else piece.right) and piece.index in ground.lined(man, down)


@rule("siege:SH.3", "siege:R16", "siege:R17", "siege:R18", "siege:R19")
def terrain_clear(ground: Ground, down: int, a: Eye, b: Eye) -> bool:
    """Return whether no wall, house or stand of trees hides one eye from the other."""
    if a.room == OUTSIDE == b.room:
        return _level(ground, down, a.at, b.at)
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
            and not (a.room == OUTSIDE and on_step(ground, piece, a.at, down))
            and not (b.room == OUTSIDE and on_step(ground, piece, b.at, down))
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


def men_in_view(ground: Ground, down: int, eye: Eye, men: Sequence[Point]) -> list[bool]:
    """Return for men in the open, one by one, whether the ground leaves them in view of an eye."""
    if eye.room != OUTSIDE:
        return [terrain_clear(ground, down, eye, Eye(man, EYE)) for man in men]
    return [_level(ground, down, eye.at, man) for man in men]


@rule("siege:SH.3", "siege:R16", "siege:R17", "siege:R19")
def _level(ground: Ground, down: int, p: Point, q: Point) -> bool:
    """Return whether two men in the open see each other.

    Nothing needs its height here: all that hides is higher than a man, so the line is laid on the table.
    """
    px, py = p
    qx, qy = q
    west, east = (px, qx) if px < qx else (qx, px)
    south, north = (py, qy) if py < qy else (qy, py)
    for x0, x1, y0, y1, piece in ground.high:
        if x0 > east or x1 < west or y0 > north or y1 < south or down >> piece.index & 1:
            continue
        (ax, ay), (bx, by) = piece.a, piece.b
        p_side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        q_side = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
        if (p_side > 0 and q_side > 0) or (p_side < 0 and q_side < 0):
            continue
        a_side = (qx - px) * (ay - py) - (qy - py) * (ax - px)
        b_side = (qx - px) * (by - py) - (qy - py) * (bx - px)
        # Four zeros: all on one line, and the boxes meet, so they touch.
        if (a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0):
            continue
        if not (on_step(ground, piece, p, down) or on_step(ground, piece, q, down)):
            return False
    for x0, x1, y0, y1, house in ground.tall:
        if x0 <= east and x1 >= west and y0 <= north and y1 >= south and clipped(house.outline, p, q) is not None:
            return False
    for x0, x1, y0, y1, area in ground.trees:
        if (
            x0 <= east
            and x1 >= west
            and y0 <= north
            and y1 >= south
            and passes_through(area.outline, p, q) is not None
            and not contains(area.outline, p)
            and not contains(area.outline, q)
        ):
            return False
    return True


@rule("siege:SH.3", "siege:R20")
def friends_clear(field: Field, group: Group, a: Eye, b: Eye) -> bool:
    """Return whether no figure or gun of another friendly group is in the way."""
    line = Line(a.at, a.height, b.at, b.height)
    (ax, ay), (bx, by) = a.at, b.at
    west, east = min(ax, bx) - RADIUS, max(ax, bx) + RADIUS
    south, north = min(ay, by) - RADIUS, max(ay, by) + RADIUS
    for _, _, _, _, other in field.near(west, east, south, north):
        if other.side != group.side or other.id == group.id:
            continue
        place = field.ground.layout.rooms[other.room]
        if other.room != OUTSIDE and not place.roof:
            continue
        head = place.level * STOREY + EYE
        for man in other.men:
            if west <= man[0] <= east and south <= man[1] <= north and figure_hides(line, man, RADIUS, head):
                return False
    return not any(
        gun.side == group.side and gun.id != group.gun and figure_hides(line, gun.at, RADIUS, EYE)
        for gun in field.guns.values()
    )


@rule("siege:SH.9", "siege:R22")
def figure_cover(field: Field, eye: Eye, man: Point, room: int, in_view: bool | None = None) -> int:
    """Return one figure's cover from an eye: hard, soft or none. `in_view`: whether the ground leaves it in view."""
    if room != OUTSIDE:
        return HARD
    ground, down = field.ground, field.down
    best = OPEN
    for area in ground.areas_at(man):
        best = max(best, SOFT if area.kind == "scrub" else HARD)
    if best == HARD:
        return HARD
    lined = ground.lined(man, down)
    if lined:
        lined_here = ground.lined(eye.at, down) if eye.room == OUTSIDE else ()
        for index in lined:
            piece = ground.layout.lines[index]
            if index not in lined_here and meets(eye.at, man, piece.a, piece.b):
                best = max(best, HARD if piece.kind in HARD_LINES else SOFT if piece.kind in SOFT_LINES else OPEN)
    if best < HARD:
        hidden = not (terrain_clear(ground, down, eye, Eye(man, EYE)) if in_view is None else in_view)
        return HARD if hidden else best
    return best


@rule("siege:SH.9", "siege:R22")
def group_cover(field: Field, eye: Eye, group: Group, in_view: Sequence[bool] | None = None) -> int:
    """Return a group's cover: what more than half of its figures have, or better."""
    if group.room != OUTSIDE:
        return HARD
    seen = men_in_view(field.ground, field.down, eye, group.men) if in_view is None else in_view
    covers = [figure_cover(field, eye, man, group.room, there) for man, there in zip(group.men, seen, strict=True)]
    if 2 * covers.count(HARD) > len(covers):
        return HARD
    return SOFT if 2 * (len(covers) - covers.count(OPEN)) > len(covers) else OPEN
