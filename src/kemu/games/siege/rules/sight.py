"""Line of sight and cover (SH.3, SH.9, R16 to R22): straight, in three dimensions, eye to eye."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.parts.tabletop.points import Point, side
from kemu.parts.tabletop.polygons import contains, passes_through, touched
from kemu.parts.tabletop.segments import meets
from kemu.parts.tabletop.sight import Line, figure_hides, solid_hides, stand_hides, wall_hides

from ..model.ground import RADIUS, Ground, Screen, box_of
from ..model.layout import EYE, OUTSIDE, STOREY, TREE_TOP, WALL_TOP, Area, House, Obstacle
from ..model.pieces import Group

if TYPE_CHECKING:
    from ..model.field import Field

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
    for here, there in ((a, b), (b, a)):
        if here.house >= 0 and not _outward(here, there.at):
            return False
    (ax, ay), (bx, by) = a.at, b.at
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    screens = ground.screens.near(west, east, south, north, down)
    if not screens:
        return True
    return _hidden(ground, down, screens, a, b) is None


def _outward(eye: Eye, there: Point) -> bool:
    """R18: whether a line from an opening runs out of the house, not along its wall."""
    return (there[0] - eye.at[0]) * eye.out[0] + (there[1] - eye.at[1]) * eye.out[1] > 0


def _within(eye: Eye, area: Area) -> bool:
    return eye.room == OUTSIDE and contains(area.outline, eye.at)


def in_view(ground: Ground, down: int, eye: Eye, places: Sequence[Point]) -> Iterator[Point]:
    """Yield those places of men in the open that an eye sees, and from which it is seen, in their order."""
    return filter(looking(ground, down, eye, places), places)


def looking(ground: Ground, down: int, eye: Eye, places: Sequence[Point]) -> Callable[[Point], bool]:
    """Return the question whether an eye sees a man in the open, and he it, at one of these places."""
    x, y = eye.at
    west, east, south, north = box_of(places)
    if eye.house >= 0 and not _outward(eye, (east if eye.out[0] > 0 else west, north if eye.out[1] > 0 else south)):
        return _unseen
    screens = ground.screens.near(min(x, west), max(x, east), min(y, south), max(y, north), down)
    last: Screen | None = None

    def sees(place: Point) -> bool:
        nonlocal last
        if eye.house >= 0 and not _outward(eye, place):
            return False
        if not screens:
            return True
        there = Eye(place, EYE)
        # What hid the man before mostly hides his neighbour, too.
        if last is not None and _hidden(ground, down, (last,), eye, there):
            return False
        last = _hidden(ground, down, screens, eye, there)
        return last is None

    return sees


def _unseen(_: Point) -> bool:
    return False


@rule("siege:SH.3", "siege:R16", "siege:R17", "siege:R19")
def _hidden(ground: Ground, down: int, screens: tuple[Screen, ...], a: Eye, b: Eye) -> Screen | None:
    """Return the first of these that hides two eyes from each other, or None.

    The line is laid on the table first. Between two eyes on the ground that is all: whatever hides is higher than a
    man. Only if one of them is above it matters how high the line runs.
    """
    p, q = a.at, b.at
    line = None if a.height == EYE == b.height else Line(p, a.height, q, b.height)
    px, py = p
    qx, qy = q
    dx, dy = qx - px, qy - py
    west, east = (px, qx) if dx > 0 else (qx, px)
    south, north = (py, qy) if dy > 0 else (qy, py)
    for found in screens:
        x0, x1, y0, y1, screen = found
        if x0 > east or x1 < west or y0 > north or y1 < south:
            continue
        if isinstance(screen, Obstacle):
            (ax, ay), (bx, by) = screen.a, screen.b
            vx, vy = bx - ax, by - ay
            p_side = vx * (py - ay) - vy * (px - ax)
            q_side = vx * (qy - ay) - vy * (qx - ax)
            if (p_side > 0 and q_side > 0) or (p_side < 0 and q_side < 0):
                continue
            a_side = dx * (ay - py) - dy * (ax - px)
            b_side = dx * (by - py) - dy * (bx - px)
            # Four zeros: all on one line, and the boxes meet, so they touch.
            if (a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0):
                continue
            # In a house one lines nothing, its own wall being between: that is asked first because it is quicker.
            if (screen.left or screen.right) and (
                (a.room == OUTSIDE and on_step(ground, screen, p, down))
                or (b.room == OUTSIDE and on_step(ground, screen, q, down))
            ):
                continue
            if line is None or wall_hides(line, screen.a, screen.b, WALL_TOP):
                return found
        elif isinstance(screen, House):
            if (
                screen.index != a.house
                and screen.index != b.house
                and touched(screen.outline, p, q)
                and (line is None or solid_hides(line, screen.outline, screen.top))
            ):
                return found
        elif (
            passes_through(screen.outline, p, q) is not None
            and not (_within(a, screen) or _within(b, screen))
            and (line is None or stand_hides(line, screen.outline, TREE_TOP))
        ):
            return found
    return None


@rule("siege:SH.3", "siege:R20")
def friends_clear(field: Field, group: Group, a: Eye, b: Eye) -> bool:
    """Return whether no figure or gun of another friendly group is in the way."""
    (ax, ay), (bx, by) = a.at, b.at
    west, east = (ax - RADIUS, bx + RADIUS) if ax < bx else (bx - RADIUS, ax + RADIUS)
    south, north = (ay - RADIUS, by + RADIUS) if ay < by else (by - RADIUS, ay + RADIUS)
    line: Line | None = None
    for men, head in field.friends(group, west, east, south, north):
        for man in men:
            if west <= man[0] <= east and south <= man[1] <= north:
                if line is None:
                    line = Line(a.at, a.height, b.at, b.height)
                if figure_hides(line, man, RADIUS, head):
                    return False
    return True


def shelter(field: Field, eye: Eye, man: Point) -> int:
    """Return the cover that a figure in the open has from an eye: by where it stands, or by what it lines."""
    ground, down = field.ground, field.down
    if not ground.shelters(man):
        return OPEN
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
    return best


@rule("siege:SH.9", "siege:R22")
def figure_cover(field: Field, eye: Eye, man: Point, room: int) -> int:
    """Return one figure's cover from an eye: hard, soft or none. Who is hidden by the ground has hard cover."""
    if room != OUTSIDE:
        return HARD
    best = shelter(field, eye, man)
    return best if best == HARD or terrain_clear(field.ground, field.down, eye, Eye(man, EYE)) else HARD


@rule("siege:SH.9", "siege:R22")
def group_cover(field: Field, eye: Eye, group: Group) -> int:
    """Return a group's cover: what more than half of its figures have, or better.

    Whether the ground hides a man is asked only as long as it can still tip the balance.
    """
    if group.room != OUTSIDE:
        return HARD
    shelters = field.ground.shelters
    covers = [shelter(field, eye, man) if shelters(man) else OPEN for man in group.men]
    sees = looking(field.ground, field.down, eye, group.men)
    number = len(covers)
    hard, covered = covers.count(HARD), number - covers.count(OPEN)
    unknown, open_ = number - hard, number - covered
    for man, cover in zip(group.men, covers, strict=True):
        if 2 * hard > number:
            return HARD
        if 2 * (hard + unknown) <= number and (2 * covered > number or 2 * (covered + open_) <= number):
            break
        if cover == HARD:
            continue
        unknown -= 1
        open_ -= cover == OPEN
        if not sees(man):
            hard += 1
            covered += cover == OPEN
    if 2 * hard > number:
        return HARD
    return SOFT if 2 * covered > number else OPEN
