"""Why not: what a player tries and may not do now, with the clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from ..model.actions import (
    Activate,
    Again,
    Climb,
    Combine,
    FightFire,
    Fire,
    FireMelee,
    Force,
    Lose,
    Move,
    Next,
    Place,
    PullDown,
    Recrew,
    Rejoin,
    SetFire,
    Storm,
    Turn,
    Withdraw,
)
from ..model.layout import OUTSIDE
from ..model.names import does, name_of
from ..model.pieces import ATTACKERS, CREW, FULL_CREW, GARRISON, MEN, SQUAD, Group
from .acting import Act, Order
from .facing import Facing
from .fires import Fled
from .losses import Lose as Losing
from .movement import may_turn
from .occupying import MoveUp
from .retreat.order import Retire
from .setup import Rearrange, SetUp
from .shooting import best_shot, may_shoot
from .special import climbing
from .troops import serving

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State


def explain(game: Siege, state: State, decide: Decide, intent: Action | Touch) -> Refusal:
    """Return why `intent` is not one of the pending decision's answers."""
    if isinstance(intent, Touch):
        return _touch(game, state, decide, intent)
    frame = state.stack[-1]
    if isinstance(frame, Act) and isinstance(intent, Activate):
        return _activate(game, state, frame, intent.group)
    if isinstance(frame, Order):
        group = _group(state, frame.group)
        if group is not None:
            refusal = _order(game, state, group, intent)
            if refusal is not None:
                return refusal
    if isinstance(frame, Retire | MoveUp | Fled) and isinstance(intent, Next):
        return _next(game, state, frame, intent.group)
    if isinstance(frame, Losing) and isinstance(intent, Lose):
        return _lose(state, frame, intent)
    if decide.free is not None:
        refusal = decide.free.check(intent)
        if refusal is not None:
            return refusal
    return Refusal(f"That is not possible now. {decide.prompt}", decide.clause)


def _group(state: State, gid: int) -> Group | None:
    return next((group for group in state.groups if group.id == gid), None)


def _touched(state: State, thing: str) -> Group | None:
    """Return the group of a figure, of a gun or of the ground round them."""
    if match := re.fullmatch(r"g(\d{1,6})(?:-\d+)?", thing):
        return _group(state, int(match[1]))
    if match := re.fullmatch(r"gun(\d{1,6})", thing):
        return next((group for group in state.groups if group.gun == int(match[1])), None)
    return None


def _touch(game: Siege, state: State, decide: Decide, touch: Touch) -> Refusal:
    """Take a click on a figure as a try to choose its group, or to shoot at it."""
    group = _touched(state, touch.id)
    frame = state.stack[-1]
    if isinstance(frame, Facing) and touch.id != f"gun{frame.gun}":
        return Refusal("Only the gun is turned now; nobody moves until it faces somewhere.", "siege:R2")
    if group is None:
        return Refusal(f"Nothing can be done with that now. {decide.prompt}", decide.clause)
    if isinstance(frame, SetUp):
        there = does(game, name_of(game, group), "are")
        return Refusal(f"{there} in place already; undo takes the last one back. {decide.prompt}", "siege:SU.4")
    if isinstance(frame, Order):
        refusal = _comrade(game, state, decide, frame.group, group)
        if refusal is not None:
            return refusal
    intent: Action = Fire(group.id)
    if isinstance(frame, Act):
        intent = Activate(group.id)
    elif isinstance(frame, Retire | MoveUp | Fled):
        intent = Next(group.id)
    elif isinstance(frame, Rearrange):
        intent = Again(group.id)
    if decide.check(intent) is None:
        return Refusal(f"{name_of(game, group)} can be chosen. {decide.prompt}", decide.clause)
    return explain(game, state, decide, intent)


def _comrade(game: Siege, state: State, decide: Decide, gid: int, touched: Group) -> Refusal | None:
    """Say that one order goes to one group, if a group of one's own is touched while another has its order."""
    acting = _group(state, gid)
    if acting is None or touched.side != acting.side:
        return None
    now = does(game, name_of(game, acting), "act")
    if touched.id == gid:
        fault = _fixed(state, acting)
        if fault is not None:
            return fault
        return Refusal(f"{now} now: this is that group. {decide.prompt}", "siege:UA.2")
    other = name_of(game, touched)
    return Refusal(f"{now} now, and one action is one group's: {other} must wait. {decide.prompt}", "siege:UA.2")


def _fixed(state: State, group: Group) -> Refusal | None:
    """Say why the figures of a group that acts cannot be dragged, or None if they can."""
    if state.melee_of(group.id) is not None:
        return Refusal("A group in melee stays where it is: it may only shoot at the enemies there.", "siege:R31")
    if group.side == ATTACKERS and group.gun >= 0 and state.gun(group.gun).fired:
        return Refusal("A gun that has fired does not move again, nor does its crew.", "siege:FG.2")
    if group.kind == CREW and serving(state, group) == len(group.men) < FULL_CREW:
        return Refusal("The garrison's gun does not move, and only a full crew turns it.", "siege:MV.9")
    return None


def _activate(game: Siege, state: State, act: Act, gid: int) -> Refusal:
    group = _group(state, gid)
    if group is None:
        return Refusal("There is no such group on the table.", "siege:UA.2")
    if group.side != act.side:
        return Refusal("That group is the enemy's.", "siege:UA.1")
    if gid in act.closed:
        return Refusal(
            f"The turn of {name_of(game, group)} is over: one group's actions follow one another.", "siege:R23"
        )
    if gid == act.current and act.times >= 3:
        return Refusal("No group has more than three actions in one turn.", "siege:DB.1")
    if state.melee_of(gid) is not None:
        return Refusal(f"{does(game, name_of(game, group), 'are')} locked in melee and cannot shoot.", "siege:R31")
    return Refusal(f"There is nothing that {name_of(game, group)} could do.", "siege:UA.2")


def _next(game: Siege, state: State, frame: Retire | MoveUp | Fled, gid: int) -> Refusal:
    """Say why this is not the group that falls back, or moves up, next."""
    if isinstance(frame, MoveUp):
        return Refusal("Only groups that have won this melee and not yet moved up may do so.", "siege:R39")
    clause = "siege:R54" if isinstance(frame, Fled) else "siege:R37"
    group = _group(state, gid)
    if group is None or gid not in frame.groups or (isinstance(frame, Fled) and group.room == OUTSIDE):
        return Refusal("That group does not have to fall back.", clause)
    if isinstance(frame, Fled) and group.side == ATTACKERS:
        return Refusal("The garrison leaves a burning house first.", clause)
    there = does(game, name_of(game, group), "have")
    return Refusal(f"{there} no way yet: others must clear it first.", clause)


def _lose(state: State, frame: Losing, intent: Lose) -> Refusal:
    group = _group(state, intent.group)
    if group is None or group.id not in frame.groups or not 0 <= intent.figure < len(group.men):
        return Refusal("The losses fall on the group that was hit.", "siege:R33")
    return Refusal("An officer goes last, when no man of his squad is left.", "siege:SH.8")


def _order(game: Siege, state: State, group: Group, intent: Action) -> Refusal | None:
    """Say why this group cannot carry out this order; None if only the free part of the decision can tell."""
    if state.melee_of(group.id) is not None:
        if isinstance(intent, FireMelee):
            return may_shoot(game, state, group) or Refusal("No enemy of this melee is in the gun's arc.", "siege:R31")
        return Refusal("A group in melee can only shoot at the enemies of its melee.", "siege:R31")
    match intent:
        case Move() if group.men and group.side == ATTACKERS and group.gun >= 0 and state.gun(group.gun).fired:
            return Refusal("A gun that has fired does not move again.", "siege:FG.2")
        case Move() if group.kind == CREW and group.gun >= 0 and serving(state, group) == len(group.men):
            return Refusal("The garrison's gun and its crew stay where they are.", "siege:MV.9")
        case Turn():
            if group.men and group.side == ATTACKERS and group.gun >= 0 and state.gun(group.gun).fired:
                return Refusal("A gun that has fired neither moves nor turns.", "siege:FG.2")
            return may_turn(state, group)
        case Fire(target):
            foe = _group(state, target)
            if foe is None:
                return Refusal("There is no such group on the table.", "siege:SH.1")
            refusal = may_shoot(game, state, group) or best_shot(game, state, group, foe)
            return refusal if isinstance(refusal, Refusal) else None
        case FireMelee():
            return Refusal("This group is in no melee.", "siege:R31")
        case Climb(room):
            return _climb(game, state, group, room)
        case Storm():
            if group.room == OUTSIDE:
                return Refusal("Only who is in a house gets at the enemy on another floor.", "siege:R15")
            return Refusal("No enemy holds that floor of this house.", "siege:R15")
        case Force():
            if group.side == GARRISON:
                return Refusal("The garrison passes its own gates; it need not force them.", "siege:R12")
            return Refusal("A gate is forced by a group that lines it where it is undefended.", "siege:R12")
        case PullDown():
            return Refusal("A barricade is pulled down by a group that lines it while no enemy does.", "siege:R13")
        case SetFire():
            if not state.settings.fires:
                return Refusal("Fires are an option, and it is off.", "siege:R24")
            if group.side == GARRISON:
                return Refusal("Only attackers set fires.", "siege:FI.1")
            if intent.house >= 0 and state.ruins >> intent.house & 1:
                return Refusal("That house has burnt down: a ruin is never lit again.", "siege:R54")
            return Refusal("To set fire to a house that does not burn, be in it or touch it.", "siege:FI.1")
        case FightFire():
            if not state.settings.fires:
                return Refusal("Fires are an option, and it is off.", "siege:R24")
            return Refusal("Fires are fought by defenders in the house or within two inches of it.", "siege:FI.4")
        case Recrew():
            if group.side == ATTACKERS:
                return Refusal("The attackers never replace lost gunners.", "siege:FG.5")
            if group.kind != CREW:
                return Refusal("Give this order to the gun.", "siege:R23")
            if serving(state, group) < len(group.men):
                return Refusal("Gunners are away from the gun: they must come back to it first.", "siege:R41")
            return Refusal("The gun needs no one, has no room at it, or that figure cannot be spared.", "siege:R41")
        case Rejoin():
            if state.shells:
                return Refusal("A crewman becomes an infantryman only when the gun has no ammunition.", "siege:MV.10")
            return Refusal("No squad with room for him, or he is not of a crew.", "siege:MV.10")
        case Combine():
            return _combine(state, group, intent)
        case Withdraw():
            return Refusal("The garrison has nowhere to go.", "siege:MV.13")
        case Place():
            return Refusal("Set-up is over.", "siege:SU.4")
        case _:
            return None


def _combine(state: State, group: Group, intent: Combine) -> Refusal:
    if group.side == ATTACKERS:
        return Refusal("Groups of attackers do not combine.", "siege:MV.2")
    other = _group(state, intent.other)
    if group.kind != SQUAD or other is None or other.kind != SQUAD or other.id == group.id:
        return Refusal("Only squads combine, with each other.", "siege:R42")
    if len(group.men) + len(other.men) > MEN + 1:
        return Refusal("Together they would be more than six men and an officer.", "siege:MV.2")
    if state.melee_of(other.id) is not None:
        return Refusal("That squad is in melee.", "siege:R31")
    below = state.stack[-2] if len(state.stack) > 1 else None
    if isinstance(below, Act) and other.id in below.closed:
        return Refusal("The turn of that squad is over, and combining counts for both.", "siege:R23")
    if intent.keep not in (group.id, other.id):
        return Refusal("The officer of one of the two stays.", "siege:R42")
    return Refusal("They are more than six inches apart, or there is no room for them together.", "siege:R42")


def _climb(game: Siege, state: State, group: Group, room: int) -> Refusal | None:
    """Say why a group does not take the stairs there."""
    ground = game.ground(state)
    if group.room == OUTSIDE:
        return Refusal("Only who is in a house takes its stairs: go in by the door first.", "siege:R11")
    if room == group.room or room not in ground.house_of(group.room).rooms:
        return Refusal("There is no such other floor in this house.", "siege:R11")
    if game.field(state).held(room, 1 - group.side):
        return Refusal("The enemy holds that floor: go for him there.", "siege:R15")
    plan = climbing(game, state, group, room)
    return plan if isinstance(plan, Refusal) else None
