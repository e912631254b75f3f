"""Where a retreat is dropped: a full move the way a hand has pointed, and the ground from which that is taken, drawn.

What may be chosen is a band a tenth of an inch wide, which no finger hits. So a place on the way there, or a little
beyond, stands for the full move by that way; and what is drawn is the ground on which a drop is taken, up to the rim
where the lead then ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING

from kemu.core.pending import Reach
from kemu.parts.tabletop.points import FINE, Point, fine_length, square, towards, within
from kemu.parts.tabletop.polygons import near_outline
from kemu.parts.tabletop.reach import Ring, fans
from kemu.parts.tabletop.segments import near
from kemu.parts.tabletop.ways import STILL, Way

from ..model.actions import Move
from ..model.ground import BASE
from ..rules.routes import CROSSING, LEAP, open_to
from ..rules.troops import lead_choices

if TYPE_CHECKING:
    from ..rules.retreat.one_way import Retreat

BEYOND = 1000
"""How far beyond the rim a drop is still taken."""
CLOSE = BASE // 2
"""How near to the retreat that is known a drop stands for it, where there is no other."""
STEP = pi / 36
"""Rays round a corner every five degrees."""
DOZEN = 12
"""With how many leads the ground is drawn, at the most."""
APART = 2 * BASE
"""How far a figure may be from one of those with which the ground is drawn."""
COMPASS = ((5, 0), (4, 4), (0, 5), (-4, 4), (-5, 0), (-4, -4), (0, -5), (4, -4))
RIM = 50
"""How near to the edge of what is drawn a retreat still counts as shown."""


def dropped(retreat: Retreat, figure: int, p: Point) -> Move:
    """Return the retreat that dropping a figure at a place stands for, legal or not.

    The place itself if it is legal; else a full move by the way there; else that of another figure that may lead; else
    the retreat that is known, if it ends close by.
    """
    others = [i for i in lead_choices(retreat.group) if i != figure]
    tried: Move | None = None
    for lead in (figure, *others) if retreat.exit is None else (figure,):
        for end in (p, *_full_moves(retreat, lead, p)):
            move = Move(lead, *end)
            if retreat.check(move) is None:
                return move
            if lead == figure and end != p:
                tried = tried or move
    known = retreat.known
    if known is not None and within(p, (known.x, known.y), CLOSE):
        return known
    # What is wrong with the full move says more than that the place is not one.
    return tried or Move(figure, *p)


def _full_moves(retreat: Retreat, figure: int, p: Point) -> Iterator[Point]:
    """Yield where a full move ends that passes a place or stops a little short of it; by the way, then over a wall."""
    start, field, exit_ = retreat.start(figure), retreat.field, retreat.exit
    if p == start:
        return
    lengths = retreat.lengths()
    nudge = STILL if exit_ is None else exit_.out
    way = field.ground.way(start, p, lengths[-1] + BEYOND, open_to(field, retreat.group.side), nudge)
    if way is not None:
        for length in lengths:
            yield _along(way, length)
    for length in sorted(_over(retreat, start), key=lambda length: (square(towards(start, p, length), p), length)):
        if within(start, p, length + BEYOND):
            yield towards(start, p, length)


def _along(way: Way, length: int) -> Point:
    """Return the place so far along a way; beyond its end it goes straight on."""
    left = length * FINE
    legs = list(pairwise(way.points))
    for a, b in legs[:-1]:
        leg = fine_length(a, b)
        if leg >= left:
            return towards(a, b, left // FINE)
        left -= leg
    return towards(*legs[-1], left // FINE)


def _over(retreat: Retreat, start: Point) -> list[int]:
    """Return how far a straight way over an obstacle may lead: on foot to its other side, riders less by their leap."""
    field, group = retreat.field, retreat.group
    if retreat.exit is not None:
        return []
    if not group.mounted:
        return list(range(CROSSING - 5, BASE, -100)) if field.ground.lined(start, field.down) else []
    far = [length - LEAP for length in retreat.lengths() if length > LEAP]
    lines = field.ground.standing(open_to(field, group.side))
    return far if far and any(not line.high and near(start, line.a, line.b, far[0]) for line in lines) else []


def ground_of(retreat: Retreat) -> tuple[Reach, ...]:
    """Return the ground on which a drop is taken, for each figure that may lead: what is drawn."""
    from .reaching import disc, path_of

    layout, label, known = retreat.field.ground.layout, retreat.label, retreat.known
    found: list[Reach] = []
    shown = known is None
    for figure in _drawn_with(retreat):
        rings = list(_rings(retreat, figure))
        if rings:
            found.append(Reach("".join(path_of(layout, ring) for ring in rings), label))
        shown = shown or (known is not None and any(_covers(ring, (known.x, known.y)) for ring in rings))
    if not shown and known is not None:
        # It lies in a gap between the rays, and may be the only one that there is.
        found.append(Reach(disc(layout, (known.x, known.y), CLOSE), label))
    return tuple(found)


def _drawn_with(retreat: Retreat) -> list[int]:
    """Return the figures with which the ground is drawn: of a large band about a dozen.

    They are those farthest out, in eight directions, and then whoever is farthest from all of them, until nobody is
    more than two inches from one. That is enough: in the open the fans of all are alike, so what those of the rest
    would add is slivers at the rim and nicks at the flanks, much narrower than that. Where obstacles leave a way to
    one of the rest alone it may be missing here, yet a drop there is taken all the same; and the lead of the retreat
    that is known is always among them, so that there is something to see.
    """
    if retreat.exit is not None:
        return [0]
    leads, men = lead_choices(retreat.group), retreat.group.men
    if len(leads) <= DOZEN:
        return list(leads)
    found = {max(leads, key=lambda i: men[i][0] * dx + men[i][1] * dy) for dx, dy in COMPASS}
    if retreat.known is not None:
        found.add(retreat.known.figure)
    while len(found) < DOZEN:
        off, farthest = max((min(square(men[i], men[j]) for j in found), i) for i in leads)
        if off <= APART * APART:
            break
        found.add(farthest)
    return sorted(found)


def _covers(ring: Ring, p: Point) -> bool:
    """Return whether a place lies in a fan of rays, or at its edge: a fan is the triangles between its rays."""
    origin, *rim = [(round(x), round(y)) for x, y in ring]
    return any(near_outline((origin, a, b), p, RIM) for a, b in pairwise(rim))


def _rings(retreat: Retreat, figure: int) -> Iterator[Ring]:
    """Yield fans of rays: from where the figure stands, and from each corner that it may go round."""
    start, field, exit_ = retreat.start(figure), retreat.field, retreat.exit

    def by(origin: Point) -> Callable[[float], Point | None]:
        return lambda angle: _end(retreat, figure, origin, angle)

    middle, wide = atan2(retreat.away[1], retreat.away[0]), retreat.widest
    yield from fans(start, [middle + wide * i / 18 for i in range(-18, 19)], by(start))
    ways = field.ground.ways(open_to(field, retreat.group.side))
    farthest = retreat.lengths()[0]
    costs, _ = ways.spread(start, farthest, STILL if exit_ is None else exit_.out)
    for index, cost in sorted(costs.items()):
        if cost < (farthest - BASE // 4) * FINE:
            corner = ways.nodes[index]
            middle = atan2(corner.nudge[1], corner.nudge[0])
            yield from fans(corner.at, [middle + STEP * i for i in range(-36, 36)], by(corner.at))


def _end(retreat: Retreat, figure: int, origin: Point, angle: float) -> Point | None:
    """Return where a retreat ends that goes off in a direction, from the start or a corner; None if none is legal."""
    near_by = (origin[0] + round(100 * cos(angle)), origin[1] + round(100 * sin(angle)))
    far = (origin[0] + round(100_000 * cos(angle)), origin[1] + round(100_000 * sin(angle)))
    start = retreat.start(figure)
    if origin == start:
        for length in (*retreat.lengths(), *_over(retreat, start)):
            end = towards(start, far, length)
            if retreat.check(Move(figure, *end)) is None:
                return end
        return None
    for end in _full_moves(retreat, figure, near_by):
        if retreat.ahead(figure, end) and _beyond(origin, near_by, end) and retreat.check(Move(figure, *end)) is None:
            return end
    return None


def _beyond(origin: Point, near_by: Point, end: Point) -> bool:
    """Return whether an end lies on the ray from a corner: else the way to the place beside it does not bend there."""
    (ax, ay), (bx, by), (x, y) = origin, near_by, end
    turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return abs(turn) <= 2 * hypot(x - ax, y - ay) and (bx - ax) * (x - ax) + (by - ay) * (y - ay) > 0
