"""Sight and cover worked out by Shapely, in floats, from a layout's entries and the rulings: nothing of ours is asked.

Heights are inches: eyes one above their floor, storeys three, high walls and gates two, trees four.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot

from kemu.games.siege.model.kitfile import AreaEntry, HouseEntry, LineEntry

Pair = tuple[float, float]
Thing = HouseEntry | AreaEntry | LineEntry
OPEN, SOFT, HARD = 0, 1, 2
HARD_LINES = ("wall", "gate", "prepared", "hasty")
SOFT_LINES = ("fence", "hedge", "carcass")
CLOSE = 2e-3
"""Nearer than this to a limit the floats do not say on which side."""
STOREY, EYE, WALL, TREES = 3.0, 1.0, 2.0, 4.0


class Place(NamedTuple):
    """Where a man is: in the open, or on a floor of a house, which is its number of storeys if it is the roof."""

    at: Pair
    house: HouseEntry | None = None
    floor: int = 0


class Looker(NamedTuple):
    """A point from which a man looks. `window`: the house at one of whose openings it is, and `out` the way out."""

    at: Pair
    height: float
    outdoors: bool
    window: HouseEntry | None = None
    out: Pair = (0.0, 0.0)


@lru_cache(maxsize=256)
def dot(p: Pair) -> Dot:
    return Dot(p)


@lru_cache(maxsize=256)
def ray(p: Pair, q: Pair) -> LineString:
    return LineString([p, q])


@lru_cache(maxsize=64)
def shape_of(thing: Thing) -> shapely.Geometry:
    return LineString(thing.points) if isinstance(thing, LineEntry) else Polygon(thing.outline)


def outward(house: HouseEntry, at: Pair) -> Pair:
    """The direction out of a house at a point of its wall: away from its middle, square to that wall."""
    ring = (*house.outline, house.outline[0])
    (ax, ay), (bx, by) = min(pairwise(ring), key=lambda wall: LineString(wall).distance(dot(at)))
    length = hypot(bx - ax, by - ay)
    nx, ny = (by - ay) / length, (ax - bx) / length
    middle = Polygon(house.outline).centroid
    return (nx, ny) if nx * (at[0] - middle.x) + ny * (at[1] - middle.y) > 0 else (-nx, -ny)


def lookers(place: Place) -> list[Looker]:
    """R16, R18: over one's place in the open and on a roof; in a room at the middle of any opening of that floor."""
    house, floor = place.house, place.floor
    if house is None:
        return [Looker(place.at, EYE, True)]
    if floor == house.storeys:
        return [Looker(place.at, floor * STOREY + EYE, False)]
    ways = [way for way in house.opening if way.storey == floor]
    return [Looker(way.at, floor * STOREY + EYE, False, house, outward(house, way.at)) for way in ways]


def top_of(thing: Thing) -> float:
    """How high a thing stands as far as sight is concerned; 0 if it never hides anybody."""
    if isinstance(thing, HouseEntry):
        return thing.storeys * STOREY
    if isinstance(thing, LineEntry):
        return WALL if thing.height == "high" or thing.kind == "gate" else 0.0
    return TREES if thing.kind == "trees" else 0.0


def lowest(a: Looker, b: Looker, thing: Thing) -> float:
    """How high the line runs over a thing, at its lowest; far above everything where it does not meet it."""
    flat = ray(a.at, b.at)
    part = flat.intersection(shape_of(thing))
    if part.is_empty or (isinstance(thing, AreaEntry) and part.length < 1e-9):
        return 1e9
    along = [flat.project(Dot(c)) / flat.length for c in shapely.get_coordinates(part)]
    return min(a.height + (b.height - a.height) * t for t in along)


def aside(wall: LineEntry, p: Pair) -> float:
    """How far a point is to the left of a wall, seen from its first point to its last."""
    (ax, ay), (bx, by) = wall.points
    return ((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)) / hypot(bx - ax, by - ay)


def on_step(things: list[Thing], wall: LineEntry, looker: Looker) -> bool:
    """R19: whether somebody in the open lines a wall on a side on which a firing step runs."""
    if not wall.step or not looker.outdoors or wall not in lines(things, looker.at):
        return False
    return wall.step == "both" or wall.step == ("left" if aside(wall, looker.at) > 0 else "right")


def hidden(things: list[Thing], a: Looker, b: Looker) -> bool:
    """R16 to R19: whether a thing's top rises above the line, or it does not leave a window outward."""
    for here, there in ((a, b), (b, a)):
        ahead = here.out[0] * (there.at[0] - here.at[0]) + here.out[1] * (there.at[1] - here.at[1])
        if here.window is not None and ahead <= 0:
            return True
    return any(hides(things, thing, a, b) for thing in things)


def hides(things: list[Thing], thing: Thing, a: Looker, b: Looker) -> bool:
    if thing is a.window or thing is b.window or lowest(a, b, thing) >= top_of(thing):
        return False
    if isinstance(thing, AreaEntry):
        return not any(each.outdoors and shape_of(thing).covers(dot(each.at)) for each in (a, b))
    if isinstance(thing, LineEntry):
        return not (on_step(things, thing, a) or on_step(things, thing, b))
    return True


def lines(things: list[Thing], man: Pair) -> list[LineEntry]:
    """R7: the pieces that a man in the open lines: within an inch of his centre, nothing solid before them."""
    solids = [thing for thing in things if not isinstance(thing, AreaEntry)]
    found: list[LineEntry] = []
    for thing in solids:
        if isinstance(thing, LineEntry) and shape_of(thing).distance(dot(man)) <= 1.0:
            foot = shape_of(thing).interpolate(shape_of(thing).project(dot(man)))
            way = LineString([man, (foot.x, foot.y)]).interpolate(0.995, normalized=True)
            before = LineString([man, (way.x, way.y)])
            if not any(before.intersects(shape_of(other)) for other in solids if other is not thing):
                found.append(thing)
    return found


def cover(things: list[Thing], eye: Looker, man: Place) -> int:
    """R22: hard in or on a house; else by where he stands, by what he lines and the shooter does not, or if hidden."""
    if man.house is not None:
        return HARD
    best = OPEN
    for thing in things:
        if isinstance(thing, AreaEntry) and shape_of(thing).covers(dot(man.at)):
            best = max(best, SOFT if thing.kind == "scrub" else HARD)
    own = lines(things, eye.at) if eye.outdoors else []
    for thing in lines(things, man.at):
        if thing not in own and ray(eye.at, man.at).intersects(shape_of(thing)):
            best = max(best, HARD if thing.kind in HARD_LINES else SOFT if thing.kind in SOFT_LINES else OPEN)
    return HARD if best < HARD and hidden(things, eye, lookers(man)[0]) else best


def shot(things: list[Thing], shooter: Place, targets: list[Place]) -> int | None:
    """R21: the cover of a group from the point that is best for the shooter; None if nobody of it can be seen."""
    points = [a for a in lookers(shooter) if any(not hidden(things, a, b) for man in targets for b in lookers(man))]
    return min((shared(sorted(cover(things, a, man) for man in targets)) for a in points), default=None)


def shared(covers: list[int]) -> int:
    """R22: what more than half of a group have, or better; the figures in order of their cover, worst first."""
    return covers[(len(covers) - 1) // 2]


def doubtful(things: list[Thing], a: Looker, b: Looker) -> bool:
    """Whether a float could err: a line that just touches a shape, or a top; a point just at a limit."""
    flat = ray(a.at, b.at)
    if flat.length < CLOSE:
        return True
    for here, there in ((a, b), (b, a)):
        ahead = here.out[0] * (there.at[0] - here.at[0]) + here.out[1] * (there.at[1] - here.at[1])
        if here.window is not None and abs(ahead) < CLOSE:
            return True
    return any(near_a_limit(thing, flat, a, b) for thing in things if thing is not a.window and thing is not b.window)


def near_a_limit(thing: Thing, flat: LineString, a: Looker, b: Looker) -> bool:
    shape = shape_of(thing)
    if top_of(thing) and abs(lowest(a, b, thing) - top_of(thing)) < CLOSE:
        return True
    if isinstance(thing, LineEntry):
        if 0 < flat.distance(shape) < CLOSE:
            return True
    elif abs(flat.distance(shape.boundary)) < CLOSE and flat.intersection(shape).length < CLOSE:
        return True
    for end in _outdoors(a, b):
        gap = shape.distance(dot(end))
        if abs(gap - 1.0) < CLOSE or abs(gap - 0.5) < CLOSE or 0 < gap < CLOSE:
            return True
        if isinstance(thing, LineEntry) and gap < 1.1 and abs(aside(thing, end)) < CLOSE:
            return True
    return False


def _outdoors(*ends: Looker) -> Iterator[Pair]:
    return (end.at for end in ends if end.outdoors)
