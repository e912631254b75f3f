"""Movement (MV): any place in reach may be chosen for the lead; the others close up round it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.pending import Action
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import Point, minus, square, within

from ..model.actions import Move, Turn
from ..model.ground import TOUCH
from ..model.layout import OUTSIDE
from ..model.pieces import ATTACKERS, CREW, FULL_CREW, GARRISON, SQUAD, Group, Melee
from .continuum import Continuum
from .detours import legal_route
from .melee_front import PREPARED, behind_piece, front
from .placing import Places, with_lead
from .routes import Route, open_to
from .troops import IN_THE_OPEN, allowance, serving

if TYPE_CHECKING:
    from .. import Siege
    from ..model.field import Field
    from ..model.state import State


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
    also = (state.ruins, state.settings)
    kept = game.memory.plan
    if kept is not None and kept[0] is field and kept[1] is group and kept[2] == move and kept[3] == also:
        return kept[4]
    plan = _plan(game, state, field, group, move)
    game.memory.plan = (field, group, move, also, plan)
    return plan


@rule(
    "siege:MV.1",
    "siege:MV.3",
    "siege:MV.9",
    "siege:MV.11",
    "siege:FG.1",
    "siege:FG.2",
    "siege:R6",
    "siege:R44",
    "siege:R56",
)
def _plan(game: Siege, state: State, field: Field, group: Group, move: Move) -> Plan | Refusal:
    if not 0 <= move.figure < len(group.men) or (group.kind == SQUAD and move.figure):
        if group.kind != SQUAD:
            return Refusal("There is no such figure in the group: one of them leads its move.", "siege:MV.11")
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
            return IN_THE_OPEN
    start, end = group.men[move.figure], (move.x, move.y)
    own_gun = group.gun if group.side == ATTACKERS else -1
    places = Places(field, group, move.room, contact=True, gun=own_gun)
    fault = places.fault(end)
    if fault is not None:
        return fault
    route = legal_route(field, group, start, end, move.room, allowance(group))
    if isinstance(route, Refusal):
        return route
    foes = places.foes_at(end)
    friends: tuple[int, ...] = ()
    if state.melees:
        friends = tuple(
            gid
            for melee in state.melees
            for gid in melee.groups
            if field.group(gid).side == group.side and field.touches_group(end, move.room, field.group(gid))
        )
    if friends and group.mounted and state.settings.cavalry and _held_hard(game, state, group, friends):
        return Refusal("Mounted troops cannot be fed in against men in hard cover.", "siege:OC.2")
    places.contact = bool(foes)
    if group.kind == CREW and gun is not None and (move.room or not back_to(field, start, end, gun.at)):
        return Refusal("A crew that has left its gun moves only back to it.", "siege:R40")
    plan = _placed(field, group, move, route, places, friends)
    if isinstance(plan, Refusal):
        return plan
    if group.kind == CREW and gun is not None and any(within(man, gun.at, TOUCH) for man in plan.men):
        # Whoever touches the gun is met by those who come back to it.
        foes = (*foes, *field.at_gun(gun.at, 1 - group.side))
    return _met(game, state, field, group, plan, foes) if foes else plan


@rule("siege:R40")
def back_to(field: Field, start: Point, end: Point, gun: Point) -> bool:
    """Return whether a crew gets back to its gun, or nearer to it: by the way there, or as the crow flies if none."""
    down = open_to(field, GARRISON)
    if within(end, gun, TOUCH) and not field.ground.blocked(end, gun, field.down):
        return True
    far = field.ground.layout.width + field.ground.layout.height
    before, after = (field.ground.way(gun, p, far, down) for p in (start, end))
    if before is None or after is None:
        return square(end, gun) < square(start, gun)
    return after.length < before.length


@rule("siege:ME.1", "siege:R5", "siege:R28")
def _met(game: Siege, state: State, field: Field, group: Group, plan: Plan, met: tuple[int, ...]) -> Plan | Refusal:
    """When the lead ends in contact, whoever of the group touches an enemy brings him into the melee too.

    So does a gun that moves with them: to touch it is contact with its crew.
    """
    enemy = 1 - group.side
    foes = set(met)
    if plan.gun_at is not None:
        foes.update(field.at_gun(plan.gun_at, enemy))
    for man in plan.men:
        foes.update(field.contacts(man, plan.room, enemy))
        if group.mounted and (fault := cavalry_bar(state, field, group, man, plan.room)) is not None:
            return fault
    return replace(plan, foes=tuple(sorted(foes)))


def _placed(
    field: Field, group: Group, move: Move, route: Route, places: Places, friends: tuple[int, ...]
) -> Plan | Refusal:
    """Return where everybody ends: where they are put, or closed up. A gun that moves is one of the bases."""
    end, others = (move.x, move.y), len(group.men) - 1
    has_gun = group.side == ATTACKERS and group.gun >= 0
    rest = places.arranged(end, others + has_gun, move.spread, move.rest)
    if isinstance(rest, Refusal):
        return rest
    if not has_gun:
        return Plan(with_lead(end, move.figure, rest), move.room, route, (), friends)
    face = (move.fx, move.fy)
    if face == (0, 0):
        face = facing(field, rest[0], 1 - group.side)
    return Plan(with_lead(end, move.figure, rest[1:]), move.room, route, (), friends, rest[0], face)


def facing(field: Field, at: Point, enemy: int) -> Point:
    """Return the direction to the nearest enemy, or to the middle of the table."""
    men = field.spots(enemy)
    layout = field.ground.layout
    target = min(men, key=lambda man: (square(at, man), man)) if men else (layout.width // 2, layout.height // 2)
    return minus(target, at) if target != at else (0, 1000)


@rule("siege:OC.2", "siege:R49")
def cavalry_bar(state: State, field: Field, group: Group, at: Point, room: int) -> Refusal | None:
    """With the cavalry option riders do not attack men in hard cover: houses, walls, prepared barricades, trees.

    A wall or house counts only for men who would hold it: not if the riders' own side was attacked there (R30).
    """
    if not state.settings.cavalry:
        return None
    ground = field.ground
    for man, place, gid in field.figures(1 - group.side):
        if not field.in_contact(at, room, man, place):
            continue
        melee = field.locked.get(gid)
        hard = place != OUTSIDE or (room == OUTSIDE and behind_piece(ground, field.across(at, man)) == PREPARED)
        hard = hard and (melee is None or melee.holder != group.side)
        if hard or any(area.kind in ("trees", "rocks") for area in ground.areas_at(man)):
            return Refusal("Mounted troops cannot fight men in hard cover.", "siege:OC.2")
    return None


@rule("siege:OC.2", "siege:R49")
def _held_hard(game: Siege, state: State, group: Group, friends: tuple[int, ...]) -> bool:
    """Return whether a melee that these friends are in is fought against an enemy who has 12, or in trees or rocks."""
    melees = [melee for melee in state.melees if set(friends) & set(melee.groups)]
    return any(
        (melee.holder != group.side and front(game, state, melee) == PREPARED)
        or _in_trees(game, state, melee, 1 - group.side)
        for melee in melees
    )


def _in_trees(game: Siege, state: State, melee: Melee, side: int) -> bool:
    """Return whether most of a side's figures in a melee stand in trees or rocks."""
    ground = game.ground(state)
    groups = [g for g in state.groups if g.id in melee.groups and g.side == side and g.room == OUTSIDE]
    men = [man for group in groups for man in group.men]
    among = sum(any(area.kind in ("trees", "rocks") for area in ground.areas_at(man)) for man in men)
    return 2 * among > len(men)


@rule("siege:MV.9", "siege:R40")
def may_turn(state: State, group: Group) -> Refusal | None:
    """The garrison's gun is turned, as a move, by a full crew."""
    if group.kind != CREW or group.gun < 0:
        return Refusal("Only the garrison's guns are turned; all others face where they like.", "siege:MV.9")
    if serving(state, group) < FULL_CREW:
        return Refusal("A gun is turned only by its full crew.", "siege:MV.9")
    return None


class March(Continuum):
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

    def sample(self, rng: Rng) -> Action | None:
        """Return a legal move or turn at random."""
        from .random_moves import sample_move

        return sample_move(self, rng)

    @property
    def takes_gun(self) -> bool:
        """Whether a gun goes along, and is placed first of the others."""
        return self.group.side == ATTACKERS and self.group.gun >= 0

    def others(self, move: Move) -> tuple[Point, ...] | None:
        """Return where all but the lead end, a gun first; None if the move is not legal."""
        plan = plan_move(self.game, self.state, self.group, move)
        if isinstance(plan, Refusal):
            return None
        men = plan.men[: move.figure] + plan.men[move.figure + 1 :]
        return men if plan.gun_at is None else (plan.gun_at, *men)


def movable(state: State, group: Group) -> bool:
    """Return whether a group has any move at all, apart from where to."""
    if not group.men:
        return False
    if group.side == GARRISON:
        # A crew turns its gun if it is whole, and walks back to it if it is not all there.
        return group.kind != CREW or len(group.men) >= FULL_CREW or serving(state, group) < len(group.men)
    return group.gun < 0 or not state.gun(group.gun).fired
