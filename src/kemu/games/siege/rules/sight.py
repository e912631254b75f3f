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

from ..ground import RADIUS, Ground, box_of
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
    if a.room == OUTSIDE == b.room:
        return men_in_view(ground, down, a, (b.at,))[0]
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


@rule("siege:SH.3", "siege:R16", "siege:R17", "siege:R19")
def men_in_view(ground: Ground, down: int, eye: Eye, men: Sequence[Point]) -> list[bool]:
    """Return for men in the open, one by one, whether no wall, house or stand of trees hides them from an eye.

    It answers as `terrain_clear` does. From an eye on the ground nothing needs its height: all that hides is higher
    than a man, so the lines are laid on the table; and what is out of the way of all of them is left out at once.
    """
    if eye.room != OUTSIDE:
        return [terrain_clear(ground, down, eye, Eye(man, EYE)) for man in men]
    ex, ey = eye.at
    if len(men) == 1:
        ((mx, my),) = men
        west, east = (ex, mx) if ex < mx else (mx, ex)
        south, north = (ey, my) if ey < my else (my, ey)
    else:
        west, east, south, north = box_of((eye.at, *men))
    walls: list[tuple[Obstacle, int, int, int, int, int]] = []
    for x0, x1, y0, y1, piece in ground.high:
        if x0 <= east and x1 >= west and y0 <= north and y1 >= south and not down >> piece.index & 1:
            (ax, ay), (bx, by) = piece.a, piece.b
            walls.append((piece, ax - ex, ay - ey, bx - ax, by - ay, (bx - ax) * (ey - ay) - (by - ay) * (ex - ax)))
    others = [h for x0, x1, y0, y1, h in ground.tall if x0 <= east and x1 >= west and y0 <= north and y1 >= south]
    trees = [t for x0, x1, y0, y1, t in ground.trees if x0 <= east and x1 >= west and y0 <= north and y1 >= south]
    if not (walls or others or trees):
        return [True] * len(men)
    return [
        not _wall_before(ground, down, eye, man, walls)
        and not any(clipped(house.outline, eye.at, man) is not None for house in others)
        and not any(
            passes_through(area.outline, eye.at, man) is not None
            and not contains(area.outline, eye.at)
            and not contains(area.outline, man)
            for area in trees
        )
        for man in men
    ]


def _wall_before(
    ground: Ground, down: int, eye: Eye, man: Point, walls: list[tuple[Obstacle, int, int, int, int, int]]
) -> bool:
    """Return whether a high wall stands between an eye on the ground and a man, and neither has a step to see over it.

    Of each wall: its first end from the eye, its run, and on which side of it the eye is.
    """
    dx, dy = man[0] - eye.at[0], man[1] - eye.at[1]
    for piece, ax, ay, vx, vy, eye_side in walls:
        first = dx * ay - dy * ax
        last = first + dx * vy - dy * vx
        if (first > 0 and last > 0) or (first < 0 and last < 0):
            continue
        man_side = eye_side + vx * dy - vy * dx
        if (eye_side > 0 and man_side > 0) or (eye_side < 0 and man_side < 0):
            continue
        if not (eye_side or man_side) and not meets(eye.at, man, piece.a, piece.b):
            continue
        if not (on_step(ground, piece, eye, down) or on_step(ground, piece, Eye(man, EYE), down)):
            return True
    return False


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
