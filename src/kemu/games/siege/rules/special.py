"""Special actions (UA.3, R24): gates, barricades, the gun's crew, squads that combine, groups that withdraw."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.packing import newcomers
from kemu.parts.tabletop.points import Point, within
from kemu.parts.tabletop.segments import foot

from ..model.actions import Climb, Combine, Force, Move, PullDown, Recrew, Rejoin, Storm
from ..model.events import Moved, Special
from ..model.ground import BASE
from ..model.layout import OUTSIDE
from ..model.names import does, name_of
from ..model.pieces import ATTACKERS, CREW, FULL_CREW, GARRISON, MEN, SQUAD, Group, grown, without
from .changes import changed, drop, engage, put, to_pool
from .losses import removable
from .melee_front import front_in_contact
from .movement import Plan, plan_move
from .offers import Offer, itself, once, sure
from .placing import Places
from .troops import serving
from .winning import ended

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

COMBINE = 6000
"""The most between the nearest bases of squads that combine."""


@rule("siege:UA.3", "siege:R12", "siege:R24")
def gates(game: Siege, state: State, group: Group, lined: tuple[int, ...]) -> list[Offer]:
    """Attackers force a gate that they line where it is undefended; it is then open to all for good."""
    if group.side != ATTACKERS:
        return []
    field = game.field(state)
    ground = field.ground
    found: list[Offer] = []
    for index in lined:
        piece = ground.layout.lines[index]
        if piece.kind == "gate" and any(
            ground.lines_piece(man, piece, state.down)
            and not field.defended(index, foot(man, piece.a, piece.b), GARRISON)
            for man in group.men
        ):
            found.append(sure(Force(index)))
    return found


@rule("siege:UA.3", "siege:R13", "siege:R24")
def barricades(game: Siege, state: State, group: Group, lined: tuple[int, ...]) -> list[Offer]:
    """Either side pulls down a piece of a barricade that it lines, while no enemy lines it."""
    field = game.field(state)
    lines = field.ground.layout.lines
    return [
        sure(PullDown(index))
        for index in lined
        if lines[index].kind in ("hasty", "prepared") and not field.lines_piece(index, 1 - group.side)
    ]


def bring_down(game: Siege, step: Step[State], group: Group, line: int) -> None:
    """A gate is forced, or a barricade pulled down."""
    step.set(down=step.state.down | 1 << line)
    # What stood between those who fight there is gone.
    anew = (changed(m, front=0) if front_in_contact(game, step.state, m) else m for m in step.state.melees)
    step.set(melees=tuple(anew))
    piece = game.ground(step.state).layout.lines[line]
    what = "force" if piece.kind == "gate" else "pull down"
    clause = "siege:R12" if piece.kind == "gate" else "siege:R13"
    step.say(Special(f"{does(game, name_of(game, group), what)} the {piece.id}.", clause))


@rule("siege:R15", "siege:R28")
def stairs(game: Siege, state: State, group: Group) -> list[Offer]:
    """From one floor a group may go for the enemy on another floor of the house: contact at the stairs."""
    if group.room == OUTSIDE or group.mounted:
        return []
    field = game.field(state)
    rooms = field.ground.house_of(group.room).rooms
    return [sure(Storm(room)) for room in rooms if room != group.room and field.held(room, 1 - group.side)]


@rule("siege:MV.5", "siege:R11")
def floors(game: Siege, state: State, group: Group) -> list[Offer]:
    """To any other floor of the house that the enemy does not hold, if there is room: a whole action."""
    if group.room == OUTSIDE:
        return []
    field = game.field(state)
    return [
        (Climb, room, partial(_room_on, game, state, group))
        for room in field.ground.house_of(group.room).rooms
        if room != group.room and not field.held(room, 1 - group.side)
    ]


def _room_on(game: Siege, state: State, group: Group, room: int) -> bool:
    return isinstance(climbing(game, state, group, room), Plan)


@rule("siege:MV.5", "siege:R11", "siege:R14")
def climbing(game: Siege, state: State, group: Group, room: int) -> Plan | Refusal:
    """Taking the stairs is a move to near the middle of that floor, into contact with an enemy at its door too."""
    men = Places(game.field(state), group, room, contact=True).in_room(len(group.men))
    if men is None:
        return Refusal("There is no room for the whole group on that floor.", "siege:R11")
    (x, y), rest = men[0], men[1:]
    return plan_move(game, state, group, Move(0, x, y, room, rest=rest))


@rule("siege:MV.5", "siege:ME.1", "siege:R28")
def climb(game: Siege, step: Step[State], group: Group, room: int) -> None:
    """Take the stairs; who is met there is met as by any other move."""
    plan = climbing(game, step.state, group, room)
    assert isinstance(plan, Plan)
    put(step, changed(group, men=plan.men, room=room))
    name = game.ground(step.state).layout.rooms[room].name
    step.say(Moved(name_of(game, group), f"go to {name}", "siege:MV.5"))
    if plan.foes or plan.friends:
        engage(game, step, group.id, plan.foes, plan.friends)


def storm(game: Siege, step: Step[State], group: Group, room: int) -> None:
    """Meet everybody on that floor."""
    foes = tuple(g.id for g in step.state.groups if g.room == room and g.side != group.side and g.men)
    engage(game, step, group.id, foes, stairs=True)


def beside(
    game: Siege,
    state: State,
    group: Group,
    lead: Point,
    number: int,
    but: Group | None = None,
    met: tuple[int, ...] = (),
) -> list[Point]:
    """Return free places for newcomers round a figure of a group that stays where it is; none if there is no room.

    `but` are the newcomers, if they stand about; `met` are enemies of the group's own melee, no bar by their contact.
    """
    field = game.field(state)
    places = Places(field, Group(-1, group.side, group.kind, ()), group.room, contact=False, met=met)
    # Those who join leave their own places free.
    joining = Places(field, but, group.room, contact=False, met=met) if but is not None else None

    def free(p: Point) -> bool:
        return places.free(p) or (joining is not None and joining.free(p))

    found = newcomers(lead, number, group.men, free, places.links)
    return list(found[:number]) if found else []


def around(
    game: Siege,
    state: State,
    group: Group,
    lead: Point,
    number: int,
    but: Group | None = None,
    met: tuple[int, ...] = (),
) -> list[Point]:
    """Return free places for newcomers to a group: round its lead, or else round any other of its figures."""
    for man in (lead, *(m for m in group.men if m != lead)):
        found = beside(game, state, group, man, number, but, met)
        if found:
            return found
    return []


@rule("siege:MV.10", "siege:FG.5", "siege:R41")
def crew_orders(game: Siege, state: State, group: Group) -> list[Offer]:
    """A figure of any squad comes to the gun; or a crewman goes to a squad, once the gun has no ammunition.

    While a gunner is away from his gun nobody is sent to it: he is the one to come back.
    """
    if group.kind != CREW or group.gun < 0 or state.melee_of(group.id):
        return []
    found: list[Offer] = []
    squads = [squad for squad in state.groups if squad.kind == SQUAD and not state.melee_of(squad.id)]
    # An enemy at a gun without crew would be in contact with whoever is sent there.
    touched = bool(game.field(state).at_gun(state.gun(group.gun).at, 1 - group.side))
    if len(group.men) < FULL_CREW and serving(state, group) == len(group.men) and not touched:
        asked = once(partial(_room_at_gun, game, state, group))
        found += [(itself, Recrew(squad.id, figure), asked) for squad in squads for figure in removable(squad)]
    if not state.shells:
        for squad in squads:
            if len(squad.men) <= MEN:
                asked = once(partial(_room_round, game, state, squad, squad.men[0], 1))
                found += [(itself, Rejoin(i, squad.id), asked) for i in range(len(group.men))]
    return found


def _room_round(game: Siege, state: State, group: Group, lead: Point, number: int, but: Group | None = None) -> bool:
    return bool(around(game, state, group, lead, number, but))


def _room_at_gun(game: Siege, state: State, crew: Group) -> bool:
    return bool(_at_gun(game, state, crew))


@rule("siege:R40", "siege:R41")
def _at_gun(game: Siege, state: State, crew: Group) -> list[Point]:
    """Return a free place at a crew's gun, as a list of one; an empty list if there is none."""
    return beside(game, state, crew, state.gun(crew.gun).at, 1)


@rule("siege:MV.10", "siege:R41")
def recrew(game: Siege, step: Step[State], crew: Group, choice: Recrew) -> None:
    """Set a figure down at the gun, from any squad at any distance."""
    state = step.state
    squad = state.group(choice.squad)
    place = _at_gun(game, state, crew)[0]
    if len(squad.men) > 1:
        put(step, without(squad, choice.figure))
    else:
        drop(step, squad.id)
    put(step, grown(crew, (place,)))
    step.say(Special(f"A figure of {name_of(game, squad)} goes to the {name_of(game, crew)}.", "siege:MV.10"))


@rule("siege:MV.10", "siege:R41")
def rejoin(game: Siege, step: Step[State], crew: Group, choice: Rejoin) -> None:
    """A crewman becomes an infantryman."""
    state = step.state
    squad = state.group(choice.squad)
    place = around(game, state, squad, squad.men[0], 1)[0]
    put(step, without(crew, choice.figure))
    # He is an infantryman now, and infantry is never made into cavalry.
    put(step, grown(squad, (place,), mounted=False))
    step.say(Special(f"A crewman of the {name_of(game, crew)} joins {name_of(game, squad)}.", "siege:MV.10"))


@rule("siege:MV.2", "siege:R23", "siege:R42")
def partners(game: Siege, state: State, group: Group) -> list[Offer]:
    """Squads within 6 inches of each other combine, up to an officer and six men; one officer becomes a man."""
    if group.kind != SQUAD or state.melee_of(group.id):
        return []
    found: list[Offer] = []
    for other in state.groups:
        if other.kind != SQUAD or other.id == group.id or state.melee_of(other.id):
            continue
        if len(group.men) + len(other.men) > MEN + 1:
            continue
        if not any(within(a, b, COMBINE + BASE) for a in group.men for b in other.men):
            continue
        for keep, joins in ((group, other), (other, group)):
            asked = once(partial(_room_round, game, state, keep, keep.men[0], len(joins.men), joins))
            found.append((itself, Combine(other.id, keep.id), asked))
    return found


@rule("siege:MV.2", "siege:R42")
def combine(game: Siege, step: Step[State], group: Group, choice: Combine) -> int:
    """The joiners are set down round the officer who stays; mounted with foot is foot. Return the squad that stays."""
    state = step.state
    other = state.group(choice.other)
    keep, joins = (group, other) if choice.keep == group.id else (other, group)
    places = around(game, state, keep, keep.men[0], len(joins.men), joins)
    drop(step, joins.id)
    put(step, grown(keep, tuple(places), mounted=keep.mounted and joins.mounted))
    step.say(Special(f"{name_of(game, joins)} combine with {name_of(game, keep)}.", "siege:MV.2"))
    return keep.id


@rule("siege:MV.13", "siege:R24")
def withdraw(game: Siege, step: Step[State], group: Group) -> None:
    """The attackers may take any of their groups off the table, into the pool, to be deployed again."""
    to_pool(game, step, group.id)
    step.say(Special(f"{name_of(game, group)} withdraw into the pool.", "siege:MV.13"))
    ended(game, step)
