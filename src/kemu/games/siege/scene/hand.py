"""The hand on the table: which pieces a decision moves, where they may go, and what dropping one of them stands for."""

from __future__ import annotations

from msgspec.structs import replace

from kemu.core.pending import Action, Decide, Reach
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.points import Point, minus, square
from kemu.parts.tabletop.polygons import Outline, contains

from ..model.actions import ComeOn, Move, Place, PlaceGun, Turn
from ..model.layout import OUTSIDE, Layout
from ..model.names import EDGES
from ..model.pieces import SQUAD
from ..rules.continuum import Continuum
from ..rules.facing import Pointing
from ..rules.movement import March, may_turn
from ..rules.occupying import NEAR, Occupation
from ..rules.reinforcements import EAST, NORTH, SOUTH, WEST, Arrival
from ..rules.retreat.one_way import Retreat
from ..rules.retreat.several_ways import Flight
from ..rules.setup import Deployment
from .dragging import adjusted, dragged
from .dropping import dropped, ground_of
from .reaching import disc, path_of, reach_of, whole
from .units import from_scene

SPREAD = 1450
"""How far apart men stand who are dragged to a wall."""
STRIP = 2000.0
"""How deep the strip along an edge is drawn."""


def drags(decide: Decide) -> tuple[str, ...]:
    """Return the figures and the gun of the group that moves, or the gun that is turned; where one is placed, none."""
    free = decide.free
    if isinstance(free, Pointing):
        return (f"gun{free.gun.id}",)
    if isinstance(free, Flight):
        free = free.ways[0]
    if not isinstance(free, March | Retreat | Occupation):
        return ()
    group = free.group
    figures = tuple(f"g{group.id}-{mark}" for mark in group.figures)
    return figures if group.gun < 0 else (*figures, f"gun{group.gun}")


def _layout(free: Continuum) -> Layout:
    if isinstance(free, Flight):
        return _layout(free.ways[0])
    assert isinstance(free, March | Pointing | Deployment | Arrival | Retreat | Occupation)
    return free.game.ground(free.state).layout


# -- what is drawn ------------------------------------------------------------------------------------------


def reach(free: Continuum) -> tuple[Reach, ...]:
    """Return the ground on which an answer may lie."""
    layout = _layout(free)
    match free:
        case March():
            return reach_of(free.game, free.state, free.group)
        case Pointing():
            return whole(layout, "face this way")
        case Deployment():
            return tuple(Reach(_outline(layout, outline), "the compound") for outline in layout.compounds)
        case Arrival():
            return (Reach(_strip(layout, free.edge), f"the {EDGES[free.edge]} edge"),)
        case Retreat():
            return _kept_ground(free)
        case Flight():
            return tuple(ground for way in free.ways for ground in _kept_ground(way))
        case Occupation():
            return _places(layout, free)
        case _:
            raise AssertionError(f"no such continuum: {free}")


def _kept_ground(retreat: Retreat) -> tuple[Reach, ...]:
    """Return the ground of a retreat. It is kept: every watcher is shown it."""
    if retreat.drawn is None:
        retreat.drawn = ground_of(retreat)
    return retreat.drawn


def _outline(layout: Layout, outline: Outline) -> str:
    return path_of(layout, [(float(x), float(y)) for x, y in outline])


def _strip(layout: Layout, edge: int) -> str:
    w, h, deep = float(layout.width), float(layout.height), STRIP
    strips = {
        NORTH: [(0.0, h - deep), (w, h - deep), (w, h), (0.0, h)],
        EAST: [(w - deep, 0.0), (w, 0.0), (w, h), (w - deep, h)],
        SOUTH: [(0.0, 0.0), (w, 0.0), (w, deep), (0.0, deep)],
        WEST: [(0.0, 0.0), (deep, 0.0), (deep, h), (0.0, h)],
    }
    return path_of(layout, strips[edge])


def _places(layout: Layout, free: Occupation) -> tuple[Reach, ...]:
    """Return an inch round each place where a loser stood, and the rooms that losers held."""
    ground = free.field.ground
    found = (
        disc(layout, (x, y), NEAR) if room == OUTSIDE else _outline(layout, ground.house_of(room).outline)
        for x, y, room in free.spots
    )
    return tuple(Reach(path, "where the loser stood") for path in dict.fromkeys(found))


# -- what a drop stands for ---------------------------------------------------------------------------------


def drop(free: Continuum, x: float, y: float, piece: str) -> Action | None:
    """Return the answer that dropping a piece at a point of the scene stands for, legal or not; None off the table."""
    layout = _layout(free)
    p = from_scene(layout, x, y)
    if p is None:
        return None
    match free:
        case March():
            return _march(free, p, piece)
        case Pointing():
            return Turn(*minus(p, free.gun.at))
        case Deployment(gun=True):
            return PlaceGun(*p, p[0] - layout.width // 2 or 1, p[1] - layout.height // 2)
        case Deployment():
            room = next((house.rooms[0] for house in layout.houses if contains(house.outline, p)), OUTSIDE)
            return Place(*p, room, 0 if room else SPREAD, free.mounted)
        case Arrival():
            return ComeOn(p[0] if free.edge in (NORTH, SOUTH) else p[1])
        case Retreat():
            return dropped(free, dragged(free.group, piece), p)
        case Flight():
            return _flight(free, p, piece)
        case Occupation():
            ground = free.field.ground
            held = (room for _, _, room in free.spots if room and contains(ground.house_of(room).outline, p))
            return Move(dragged(free.group, piece), p[0], p[1], next(held, OUTSIDE))
        case _:
            raise AssertionError(f"no such continuum: {free}")


def _march(march: March, p: Point, piece: str) -> Action:
    """A group goes there, into the house if it is one. A gun that is fully manned does not move: it turns there."""
    group = march.group
    if may_turn(march.state, group) is None:
        return Turn(*minus(p, march.state.gun(group.gun).at))
    room = OUTSIDE
    for house in _layout(march).houses:
        if contains(house.outline, p):
            room = group.room if group.room in house.rooms else house.rooms[0]
            break
    return Move(dragged(group, piece), p[0], p[1], room, SPREAD if group.kind == SQUAD else 0)


def _flight(flight: Flight, p: Point, piece: str) -> Action | None:
    """Return the retreat led by the man who is dragged, to the end nearest to the place, by whichever way is legal."""
    taken = dragged(flight.ways[0].group, piece)
    legal = [move for way in flight.ways if flight.check(move := dropped(way, taken, p)) is None]
    if legal:
        return min(legal, key=lambda move: (move.figure != taken, square((move.x, move.y), p)))
    return dropped(flight.nearest(p), taken, p)


# -- one figure of a draft put elsewhere --------------------------------------------------------------------


def adjust(free: Continuum, draft: Action, x: float, y: float, piece: str) -> Action | None:
    """Return an answer not yet confirmed with one figure put elsewhere; a new answer if that cannot be."""
    p = from_scene(_layout(free), x, y)
    moved: Action | None = None
    match free:
        case March():
            moved = adjusted(free.group, draft, free.others, p, piece, gun=free.takes_gun)
        case Retreat():
            moved = adjusted(free.group, draft, free.others, p, piece, gun=free.takes_gun)
        case Flight():
            way = free.by(draft)
            moved = adjusted(way.group, draft, way.others, p, piece, gun=way.takes_gun)
        case Occupation():
            moved = adjusted(free.group, draft, free.others, p, piece, gun=False)
        case Deployment():
            moved = _placed_anew(free, draft, p, piece)
        case _:
            pass
    return moved or drop(free, x, y, piece)


def _placed_anew(free: Deployment, draft: Action, p: Point | None, piece: str) -> Action | None:
    """Return a placing with one man, by his number (`new-3`), put elsewhere."""
    mark, placed = piece.rpartition("-")[2], free.judged(draft)
    number = int(mark) if mark.isdecimal() else 0
    if p is None or isinstance(placed, Refusal) or not 1 <= number < len(placed):
        return None
    if not isinstance(draft, Place | PlaceGun):
        return None
    return replace(draft, rest=tuple(p if i == number else man for i, man in enumerate(placed) if i))
