"""Unit activation (UA): a card gives its side actions, and each is an order to one group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.core.refusal import Refusal

from ..model.actions import (
    Activate,
    Climb,
    Combine,
    FightFire,
    Fire,
    FireMelee,
    Force,
    Move,
    PullDown,
    Recrew,
    Rejoin,
    SetFire,
    Stay,
    Stop,
    Storm,
    Turn,
    Withdraw,
)
from ..model.events import Moved, Stayed, Stopped
from ..model.layout import OUTSIDE
from ..model.names import name_of, side_of
from ..model.pieces import ATTACKERS, CREW, GARRISON, SQUAD, Group
from .changes import changed, engage, overrun_guns, shift
from .facing import Facing
from .fires import buckets, fight_fire, kindle, tick, tinder
from .movement import March, may_turn, movable, plan_move
from .offers import Offer, legal, sure, when_asked
from .shooting import marks, may_shoot, melee_shot, open_fire
from .special import (
    barricades,
    bring_down,
    climb,
    combine,
    crew_orders,
    floors,
    gates,
    partners,
    recrew,
    rejoin,
    stairs,
    storm,
    withdraw,
)

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

STAY = sure(Stay())
STOP = Stop()


class _Activations(dict[int, Activate]):
    """The answer that names a group, by its id: made once."""

    def __missing__(self, gid: int) -> Activate:
        self[gid] = made = Activate(gid)
        return made


_ACTIVATIONS = _Activations()
MOST_EACH = 3
"""In a double-sized battle no group has more actions than this in one turn."""


@rule("siege:UA.2", "siege:UA.3", "siege:R24", "siege:R31")
def orders(game: Siege, state: State, group: Group) -> list[Offer]:
    """Return what a group can be ordered to do, apart from moving."""
    if state.melee_of(group.id) is not None:
        return [sure(FireMelee())] if melee_shot(game, state, group) is not None else []
    found = marks(game, state, group)
    if group.men:
        if group.room == OUTSIDE:
            lined = game.field(state).lined_by(group)
            if lined:
                found += gates(game, state, group, lined)
                found += barricades(game, state, group, lined)
        else:
            found += stairs(game, state, group)
            found += floors(game, state, group)
        if state.settings.fires:
            found += tinder(game, state, group)
            found += buckets(game, state, group)
        if group.side == ATTACKERS:
            found.append(sure(Withdraw()))
        elif group.kind != CREW:
            found += partners(game, state, group)
    return found + crew_orders(game, state, group) if group.kind == CREW else found


def can_act(game: Siege, state: State, group: Group) -> bool:
    """Return whether there is any order for a group."""
    if state.melees and state.melee_of(group.id) is not None:
        return melee_shot(game, state, group) is not None
    if group.kind != CREW or movable(state, group):
        return True
    offers = orders(game, state, group)
    return any(asked is None for _, _, asked in offers) or any(asked and asked(thing) for _, thing, asked in offers)


@rule("siege:UA.2", "siege:UA.4", "siege:UA.7", "siege:DB.1", "siege:R23")
class Act(Frame, frozen=True, tag="act"):
    """A side takes the actions of its card, in any split, but each group's one after another; it may stop early."""

    side: int
    left: int
    current: int = -1
    """The group that acted last."""
    times: int = 0
    """How often it has acted with this card."""
    closed: tuple[int, ...] = ()
    """Groups whose turn is over."""

    def ask(self, game: Siege, state: State) -> Decide | None:
        if not self.left:
            return None
        side, closed = self.side, self.closed
        if self.times >= MOST_EACH:
            closed = (*closed, self.current)
        options: list[Action] = []
        if side == ATTACKERS and not state.melees:
            options += [_ACTIVATIONS[g.id] for g in state.groups if g.side == side and g.id not in closed]
        else:
            locked = {gid for melee in state.melees for gid in melee.groups} if state.melees else ()
            for group in state.groups:
                gid = group.id
                if group.side != side or gid in closed:
                    continue
                if (group.kind != CREW and gid not in locked) or can_act(game, state, group):
                    options.append(_ACTIVATIONS[gid])
        if not options:
            return None
        options.append(STOP)
        number = "1 action" if self.left == 1 else f"{self.left} actions"
        return Decide(side, f"{number} left: choose a group.", "siege:UA.2", tuple(options))

    def run(self, game: Siege, step: Step[State]) -> None:
        if self.left and self.current < 0:
            step.say(Stopped(side_of(self.side).capitalize(), 0))
        step.pop()

    def answer(self, game: Siege, step: Step[State], choice: Activate | Stop) -> None:
        if isinstance(choice, Stop):
            step.say(Stopped(side_of(self.side).capitalize(), self.left))
            step.pop()
            return
        if choice.group == self.current:
            after = changed(self, left=self.left - 1, times=self.times + 1)
        else:
            closed = self.closed if self.current < 0 else (*self.closed, self.current)
            after = Act(self.side, self.left - 1, choice.group, 1, closed)
        step.swap(after, Order(choice.group))


@rule("siege:UA.2", "siege:UA.3", "siege:UA.5", "siege:R24")
class Order(Frame, frozen=True, tag="order"):
    """One group does one thing: moves, fires, or takes a special action."""

    group: int

    def ask(self, game: Siege, state: State) -> Decide:
        group = state.group(self.group)
        free = March(game, state, group) if self._moves(state, group) else None
        prompt = f"{name_of(game, group)}: {self._what(game, state, group) if free else 'choose'}."

        def offered() -> list[Offer]:
            found = orders(game, state, group)
            if group.kind == SQUAD:
                found = [offer for offer in found if not self._spent(state, offer)]
            found.append(STAY)
            return found

        options = when_asked(offered, Move, Turn) if free else legal(offered())
        return Decide(group.side, prompt, "siege:UA.2", options, free)

    @rule("siege:R23")
    def _spent(self, state: State, offer: Offer) -> bool:
        """Combining counts for both squads: one whose turn is over cannot be joined."""
        order = offer[1]
        if not isinstance(order, Combine):
            return False
        below = state.stack[-2] if len(state.stack) > 1 else None
        return isinstance(below, Act) and order.other in below.closed

    def _what(self, game: Siege, state: State, group: Group) -> str:
        """Say what a group that is not in melee may do: only who has something to fire with fires."""
        move = "move"
        if group.kind == CREW:
            move = "turn the gun" if may_turn(state, group) is None else "go back to the gun"
        return f"{move}{', fire' if may_shoot(game, state, group) is None else ''} or take a special action"

    def _moves(self, state: State, group: Group) -> bool:
        return state.melee_of(group.id) is None and movable(state, group)

    def answer(self, game: Siege, step: Step[State], choice: Action) -> None:
        group = step.state.group(self.group)
        step.pop()
        if isinstance(choice, Stay):
            step.say(Stayed(name_of(game, group)))
            return
        below = len(step.state.stack)
        carry_out(game, step, group, choice)
        if group.side == GARRISON and not isinstance(choice, FightFire):
            # The clock strikes after the action: at once, or below whatever the action has pushed.
            stack = step.state.stack
            if len(stack) > below:
                step.set(stack=(*stack[:below], FireClock(), *stack[below:]))
            elif step.state.fires:
                tick(game, step)


@rule("siege:FI.2", "siege:R53")
class FireClock(Frame, frozen=True, tag="fire-clock"):
    """After an action of the garrison the fires burn on."""

    def run(self, game: Siege, step: Step[State]) -> None:
        step.pop()
        if step.state.fires:
            tick(game, step)


def carry_out(game: Siege, step: Step[State], group: Group, choice: Action) -> None:
    """Carry out an order."""
    match choice:
        case Move():
            march(game, step, group, choice)
        case Turn(fx, fy):
            guns = tuple(changed(g, face=(fx, fy)) if g.id == group.gun else g for g in step.state.guns)
            step.set(guns=guns)
            step.say(Moved(name_of(game, group), "turns", "siege:MV.9"))
        case Fire(target):
            open_fire(game, step, group, target)
        case FireMelee():
            open_fire(game, step, group, -1)
        case Storm(room):
            storm(game, step, group, room)
        case Climb(room):
            climb(game, step, group, room)
        case Force(line) | PullDown(line):
            bring_down(game, step, group, line)
        case SetFire(house):
            kindle(game, step, group, house)
        case FightFire():
            fight_fire(game, step, choice)
        case Recrew():
            recrew(game, step, group, choice)
        case Rejoin():
            rejoin(game, step, group, choice)
        case Combine():
            joined(game, step, group, choice)
        case Withdraw():
            withdraw(game, step, group)
        case _:
            raise AssertionError(f"no such order: {choice}")


@rule("siege:R23")
def joined(game: Siege, step: Step[State], group: Group, choice: Combine) -> None:
    """Combining counts for both squads: the one that is left goes on with their turn."""
    kept = combine(game, step, group, choice)
    stack = [changed(f, current=kept) if isinstance(f, Act) else f for f in step.state.stack]
    step.set(stack=tuple(stack))


@rule("siege:MV.1", "siege:MV.7", "siege:R2", "siege:R5", "siege:R8", "siege:R12", "siege:R28")
def march(game: Siege, step: Step[State], group: Group, move: Move) -> None:
    """Move a group, and lock it in melee with those whom its lead has met."""
    plan = plan_move(game, step.state, group, move)
    assert not isinstance(plan, Refusal)
    shift(step, group, plan.men, plan.room)
    if plan.gun_at is not None:
        guns = tuple(changed(g, at=plan.gun_at, face=plan.face) if g.id == group.gun else g for g in step.state.guns)
        step.set(guns=guns)
    layout = game.ground(step.state).layout
    how, clause = "move", "siege:MV.1"
    if plan.route.over >= 0:
        piece = layout.lines[plan.route.over]
        how = f"{'climb' if piece.high else 'cross'} the {piece.id}"
        clause = "siege:UA.5" if piece.high else "siege:MV.7"
    elif plan.room != group.room:
        room = layout.rooms[plan.room]
        how = "come out" if plan.room == OUTSIDE else f"go {'onto' if room.roof else 'into'} {room.name}"
        clause = "siege:MV.6"
    step.say(Moved(name_of(game, group), how, clause))
    if plan.foes or plan.friends:
        engage(game, step, group.id, plan.foes, plan.friends)
    if group.side != ATTACKERS:
        overrun_guns(game, step)
    if plan.gun_at is not None and (move.fx, move.fy) == (0, 0):
        # It faces the nearest enemy unless its owner says otherwise.
        step.push(Facing(group.gun))
