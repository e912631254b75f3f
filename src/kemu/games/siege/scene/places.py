"""Where a move ends, in words: how far, which way, and what one finds there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal
from kemu.parts.tabletop.points import FINE, Point, minus, square
from kemu.parts.tabletop.polygons import near_outline

from ..model.actions import Move
from ..model.layout import OUTSIDE, Layout
from ..model.names import name_of
from ..model.pieces import CREW, Group
from ..rules.acting import Order
from ..rules.facing import compass
from ..rules.movement import Plan, plan_move
from ..rules.occupying import Occupy
from ..rules.retreat.fall_back import FallBack

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

NEAR = 3000
"""So near a house or a wood is worth a word."""


def room_name(layout: Layout, room: int) -> str:
    """Return what a room is called."""
    return layout.rooms[room].name if 0 <= room < len(layout.rooms) else f"room {room}"


def room_words(layout: Layout, room: int) -> str:
    """Return where somebody is who is in a room."""
    return layout.rooms[room].within if 0 <= room < len(layout.rooms) else f"in room {room}"


def place_words(game: Siege, state: State, p: Point, room: int = OUTSIDE) -> str:
    """Return a place in words: the room, the wall that one lines there, the wood, the house near by, the compound."""
    ground = game.ground(state)
    layout = ground.layout
    if room != OUTSIDE:
        return room_words(layout, room)
    lined = ground.lined(p, state.down)
    if lined:
        return f"at the {layout.lines[lined[0]].id}"
    areas = ground.areas_at(p)
    if areas:
        return f"in {areas[0].name}"
    where = "in the compound" if ground.in_compound(p) else "in the open"
    house = next((house for house in layout.houses if near_outline(house.outline, p, NEAR)), None)
    return f"{where}, by {house.name}" if house is not None else where


def _mover(state: State) -> Group | None:
    frame = state.stack[-1]
    if isinstance(frame, Order | FallBack | Occupy):
        return next((group for group in state.groups if group.id == frame.group and group.men), None)
    return None


def move_words(game: Siege, state: State, move: Move) -> str:
    """Return a move in words, as it is confirmed: who, how far, which way, to what; and whom it meets."""
    group, end = _mover(state), (move.x, move.y)
    there = place_words(game, state, end, move.room)
    if group is None or not 0 <= move.figure < len(group.men):
        return f"Move: {there}"
    start = group.men[move.figure]
    inches = square(start, end) ** 0.5 / 1000
    told = f"{name_of(game, group)}: {inches:.1f} inches {compass(minus(end, start))}" if start != end else "stay"
    if not isinstance(state.stack[-1], Order) or group.kind == CREW:
        return f"{told}, {there}"
    plan = plan_move(game, state, group, move)
    return f"{told}, {there}" if isinstance(plan, Refusal) else f"{told}, {there}{_events(game, state, group, plan)}"


def _events(game: Siege, state: State, group: Group, plan: Plan) -> str:
    """Return what happens on the way: an obstacle crossed, a way round, a melee."""
    layout = game.ground(state).layout
    told = ""
    if plan.route.over >= 0:
        piece = layout.lines[plan.route.over]
        how = "over" if group.mounted else "climbing" if piece.high else "crossing"
        told += f"; {how} the {piece.id}, a whole action" if not group.mounted else f"; over the {piece.id} (6 inches)"
    elif len(plan.route.points) > 2:
        told += f"; {plan.route.cost / FINE / 1000:.1f} inches by the way round"
    foes = [name_of(game, g) for g in state.groups if g.id in plan.foes]
    if foes:
        told += f"; into melee with {' and '.join(foes)}"
    elif plan.friends:
        told += "; joins the melee"
    return told
