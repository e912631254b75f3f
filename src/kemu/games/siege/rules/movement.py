"""Movement: any place in reach may be chosen for the lead; the others close up round it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.pending import Action, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import Point, minus, square, within
from kemu.parts.tabletop.polygons import contains

from ..actions import Move, Turn
from ..ground import TOUCH
from ..layout import OUTSIDE
from ..pieces import ATTACKERS, CREW, FULL_CREW, GARRISON, SQUAD, Group
from .melee_front import PREPARED, front
from .placing import Places, with_lead
from .routes import Route, find_route, stopped
from .troops import allowance, serving

if TYPE_CHECKING:
    from .. import Siege
    from ..field import Field
    from ..state import State


class Plan(Struct, frozen=True):
    """A legal move: where everybody ends, and whom the lead meets there."""

    men: tuple[Point, ...]
    room: int
    route: Route
    foes: tuple[int, ...] = ()
    """Enemy groups with which the lead ends in contact."""
    friends: tuple[int, ...] = ()
    """Groups in melee that the lead touches."""
    gun_at: Point | None = None
    face: Point | None = None


def plan_move(game: Siege, state: State, group: Group, move: Move) -> Plan | Refusal:
    """Return the move worked out, or why it is not legal. The last answer is kept: the act follows the check."""
    field = game.field(state)
    also = (state.ruins, state.options)
    kept = game.kept_plan
    if kept is not None and kept[0] is field and kept[1] is group and kept[2] == move and kept[3] == also:
        return kept[4]
    plan = _plan(game, state, field, group, move)
    game.kept_plan = (field, group, move, also, plan)
    return plan


@rule("siege:MV.1", "siege:MV.3", "siege:MV.9", "siege:MV.11", "siege:FG.1", "siege:FG.2", "siege:R6", "siege:R44")
def _plan(game: Siege, state: State, field: Field, group: Group, move: Move) -> Plan | Refusal:
    if not 0 <= move.figure < len(group.men) or (group.kind == SQUAD and move.figure):
        return Refusal("A squad's move is measured from its officer.", "siege:MV.3")
    if not 0 <= move.room < len(field.ground.layout.rooms):
        return Refusal("There is no such room.", "siege:R11")
    if move.room and state.ruins >> field.ground.layout.rooms[move.room].house & 1:
        return Refusal("That house has burnt down: nobody enters the ruin.", "siege:R54")
    gun = state.gun(group.gun) if group.gun >= 0 else None
    if group.kind == CREW and (gun is None or serving(state, group) == len(group.men)):
        return Refusal("The garrison's gun and its crew stay where they are.", "siege:MV.9")
    if group.side == ATTACKERS and gun is not None:
        if gun.fired:
            return Refusal("A gun that has fired does not move again.", "siege:FG.2")
        if move.room:
            return Refusal("A gun does not go into a house.", "siege:FG.1")
    start, end = group.men[move.figure], (move.x, move.y)
    own_gun = group.gun if group.side == ATTACKERS else -1
    places = Places(field, group, move.room, contact=True, gun=own_gun)
    fault = places.fault(end)
    if fault is not None:
        return fault
    route = find_route(field, group, start, end, move.room, allowance(group))
    if isinstance(route, Refusal):
        return route
    if route.points and (fault := stopped(field, group, route)) is not None:
        return fault
    foes = field.contacts(end, move.room, 1 - group.side)
    if foes and group.mounted and (fault := cavalry_bar(game, state, field, group, end, move.room)) is not None:
        return fault
    friends = tuple(
        gid
        for melee in state.melees
        for gid in melee.groups
        if field.groups[gid].side == group.side and field.touches_group(end, move.room, field.groups[gid])
    )
    if friends and group.mounted and state.options.cavalry and _held_hard(game, state, group, friends):
        return Refusal("Mounted troops cannot be fed in against men in hard cover.", "siege:OC.2")
    places.contact = bool(foes)
    if group.kind == CREW and gun is not None and not within(end, gun.at, TOUCH):
        return Refusal("A crew that has left its gun moves only back to it.", "siege:R40")
    return _placed(state, field, group, move, route, places, foes, friends)


def _placed(
    state: State,
    field: Field,
    group: Group,
    move: Move,
    route: Route,
    places: Places,
    foes: tuple[int, ...],
    friends: tuple[int, ...],
) -> Plan | Refusal:
    end, others = (move.x, move.y), len(group.men) - 1
    if group.side == ATTACKERS and group.gun >= 0:
        placed = places.close_up(end, others + 1)
        if placed is None:
            return Refusal("There is no room for the gun and its crew round that place.", "siege:R4")
        face = (move.fx, move.fy)
        if face == (0, 0):
            face = facing(field, placed[0], 1 - group.side)
        men = with_lead(end, move.figure, placed[1:])
        return Plan(men, move.room, route, foes, friends, placed[0], face)
    rest = places.arranged(end, others, move.spread, move.rest)
    if isinstance(rest, Refusal):
        return rest
    return Plan(with_lead(end, move.figure, rest), move.room, route, foes, friends)


def facing(field: Field, at: Point, enemy: int) -> Point:
    """Return the direction to the nearest enemy, or to the middle of the table."""
    men = [man for man, _, _ in field.figures[enemy]]
    layout = field.ground.layout
    target = min(men, key=lambda man: (square(at, man), man)) if men else (layout.width // 2, layout.height // 2)
    return minus(target, at) if target != at else (0, 1000)


@rule("siege:OC.2", "siege:R49")
def cavalry_bar(game: Siege, state: State, field: Field, group: Group, at: Point, room: int) -> Refusal | None:
    """With the cavalry option riders do not attack men in hard cover: houses, walls, prepared barricades, trees."""
    if not state.options.cavalry:
        return None
    ground = field.ground
    for man, place, _ in field.figures[1 - group.side]:
        if not field.in_contact(at, room, man, place):
            continue
        behind = field.across(at, man) if room == OUTSIDE == place else -1
        hard = place != OUTSIDE or (behind >= 0 and ground.layout.lines[behind].kind in ("wall", "gate", "prepared"))
        if hard or any(area.kind in ("trees", "rocks") for area in ground.areas_at(man)):
            return Refusal("Mounted troops cannot fight men in hard cover.", "siege:OC.2")
    return None


@rule("siege:OC.2", "siege:R49")
def _held_hard(game: Siege, state: State, group: Group, friends: tuple[int, ...]) -> bool:
    """Return whether a melee that these friends are in is fought against an enemy who has 12."""
    melees = [melee for melee in state.melees if set(friends) & set(melee.groups)]
    return any(melee.holder != group.side and front(game, state, melee) == PREPARED for melee in melees)


@rule("siege:MV.9", "siege:R40")
def may_turn(state: State, group: Group) -> Refusal | None:
    """The garrison's gun is turned, as a move, by a full crew."""
    if group.kind != CREW or group.gun < 0:
        return Refusal("Only the garrison's guns are turned; all others face where they like.", "siege:MV.9")
    if serving(state, group) < FULL_CREW:
        return Refusal("A gun is turned only by its full crew.", "siege:MV.9")
    return None


class March:
    """Where a group may move, or how its gun may turn: the continuum of an order."""

    def __init__(self, game: Siege, state: State, group: Group) -> None:
        self.game = game
        self.state = state
        self.group = group

    def check(self, action: Action) -> Refusal | None:
        """Return None if this move or turn is legal, else why not."""
        if isinstance(action, Turn):
            if (action.fx, action.fy) == (0, 0):
                return Refusal("A gun faces somewhere.", "siege:MV.9")
            return may_turn(self.state, self.group)
        if not isinstance(action, Move):
            return Refusal("That is not among the orders for this group now.", "siege:UA.2")
        plan = plan_move(self.game, self.state, self.group, action)
        return plan if isinstance(plan, Refusal) else None

    def reach(self) -> tuple[Reach, ...]:
        """Return what to draw: the ground in reach, and the far side of what can be crossed."""
        from .reaching import reach_of

        return reach_of(self.game, self.state, self.group)

    def sample(self, rng: Rng) -> Action | None:
        """Return a sensible move: to the enemy, to a wall, to a gate, into cover, over a wall; sometimes anywhere."""
        from .sampling import sample_move

        return sample_move(self, rng)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the move that a drag to a point of the scene stands for, legal or not."""
        from ..units import from_scene

        layout = self.game.ground(self.state).layout
        p = from_scene(layout, x, y)
        if p is None:
            return None
        figure = 0
        if self.group.kind != SQUAD and "-" in piece and piece.rsplit("-", 1)[1].isdigit():
            figure = min(int(piece.rsplit("-", 1)[1]), len(self.group.men) - 1)
        spread = 1450 if self.group.kind == SQUAD else 0
        return Move(figure, p[0], p[1], self._room(p), spread)

    def _room(self, p: Point) -> int:
        """Return the room that a point of the table stands for: on a house, the ground floor, or the group's own."""
        for house in self.game.ground(self.state).layout.houses:
            if contains(house.outline, p):
                return self.group.room if self.group.room in house.rooms else house.rooms[0]
        return OUTSIDE


def movable(state: State, group: Group) -> bool:
    """Return whether a group has any move at all, apart from where to."""
    if not group.men:
        return False
    if group.side == GARRISON:
        return group.kind != CREW or serving(state, group) < len(group.men) or may_turn(state, group) is None
    return group.gun < 0 or not state.gun(group.gun).fired
