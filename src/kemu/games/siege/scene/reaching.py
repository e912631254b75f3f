"""What a move can reach, to be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import TYPE_CHECKING

from kemu.core.pending import Reach
from kemu.parts.tabletop.points import Point, towards
from kemu.parts.tabletop.reach import Ring, fans, outlines
from kemu.parts.tabletop.segments import near
from kemu.parts.tabletop.ways import STILL, Nudge

from ..model.layout import OUTSIDE
from ..model.pieces import CREW, Group
from ..rules.movement import back_to, may_turn
from ..rules.routes import CROSSING, LEAP, Route, find_route, open_to
from ..rules.troops import allowance, lead_choices
from .units import to_scene

if TYPE_CHECKING:
    from .. import Siege
    from ..model.field import Field
    from ..model.layout import House, Layout
    from ..model.state import State


def path_of(layout: Layout, ring: Ring) -> str:
    """Return a ring as an SVG path in the scene's units."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in (to_scene(layout, p) for p in ring)) + "z"


def disc(layout: Layout, p: Point, radius: int) -> str:
    """Return a circle as an SVG path in the scene's units."""
    x, y = to_scene(layout, p)
    r = radius / 20
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


def whole(layout: Layout, label: str) -> tuple[Reach, ...]:
    """Return the whole table: what is chosen there is a direction."""
    w, h = float(layout.width), float(layout.height)
    return (Reach(path_of(layout, [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]), label),)


def reach_of(game: Siege, state: State, group: Group) -> tuple[Reach, ...]:
    """Return where a group's lead may end: by each figure that may lead it, and by each door.

    A gun that its crew turns faces any place; who was driven off his gun goes only back to it.
    """
    field = game.field(state)
    layout = field.ground.layout
    if group.kind == CREW:
        if may_turn(state, group) is None:
            return whole(layout, "face this way")
        return tuple(_back(field, group, state.gun(group.gun).at))
    starts: list[tuple[Point, Nudge]] = []
    if group.room == OUTSIDE:
        starts = [(group.men[i], STILL) for i in lead_choices(group)]
    else:
        starts = [(way.at, way.out) for way in layout.rooms[group.room].openings if way.door]
    found: list[Reach] = []
    ways = field.ground.ways(open_to(field, group.side))
    for start, nudge in starts:
        rings = outlines(ways, start, allowance(group), nudge)
        found.append(Reach("".join(path_of(layout, ring) for ring in rings), f"{allowance(group) / 1000:g} inches"))
        found += _over(field, group, start)
    if group.room != OUTSIDE:
        house = field.ground.house_of(group.room)
        found.append(Reach(path_of(layout, [(float(x), float(y)) for x, y in house.outline]), house.name))
    elif not group.mounted and group.gun < 0:
        for house in layout.houses:
            if not state.ruins >> house.index & 1 and _enterable(field, group, house):
                inside = path_of(layout, [(float(x), float(y)) for x, y in house.outline])
                found.append(Reach(inside, f"into {house.name}"))
    return tuple(found) or (Reach(disc(layout, group.men[0], 500), "here"),)


def _back(field: Field, group: Group, gun: Point) -> Iterator[Reach]:
    """Yield the ground nearer to a gun, for each of a crew that was driven off it."""
    layout = field.ground.layout
    ways = field.ground.ways(open_to(field, group.side))
    for start in group.men:

        def nearer(p: Point, start: Point = start) -> bool:
            return back_to(field, start, p, gun)

        def over(angle: float, start: Point = start) -> Point | None:
            far = (start[0] + round(10_000 * cos(angle)), start[1] + round(10_000 * sin(angle)))
            for length in range(CROSSING, 1000, -100):
                end = towards(start, far, length)
                route = find_route(field, group, start, end, OUTSIDE, allowance(group))
                if isinstance(route, Route) and route.over >= 0 and back_to(field, start, end, gun):
                    return end
            return None

        rings = outlines(ways, start, allowance(group), kept=nearer)
        if field.ground.lined(start, field.down):
            rings += fans(start, [pi * i / 36 for i in range(73)], over)
        yield Reach("".join(path_of(layout, ring) for ring in rings), "back to the gun")


def _enterable(field: Field, group: Group, house: House) -> bool:
    """Return whether a group in the open can get into the ground floor of a house."""
    return any(
        isinstance(find_route(field, group, group.men[i], group.men[i], house.rooms[0], allowance(group)), Route)
        for i in lead_choices(group)
    )


def _over(field: Field, group: Group, start: Point) -> list[Reach]:
    """What lies over an obstacle: three inches on foot, six on horseback."""
    layout = field.ground.layout
    if group.room != OUTSIDE:
        return []
    if group.mounted:
        far = allowance(group) - LEAP
        lines = field.ground.standing(open_to(field, group.side))
        low = any(not line.high and near(start, line.a, line.b, far) for line in lines)
        return [Reach(disc(layout, start, far), "over a low obstacle")] if low else []
    if field.ground.lined(start, field.down):
        return [Reach(disc(layout, start, CROSSING), "over what it lines")]
    return []
