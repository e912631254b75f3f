"""Chapter 8, the charge: at least half of the force charges, the others may move up, then combats are fought."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide, Free, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng

from ..model.actions import Done
from ..model.moves import Advance, Charge, ChargePlan, Move, Plan
from ..model.names import listed, name
from . import charge_move, movement, orders
from .forces import able, leave_of
from .marching import carry_out, told

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


@rule("maurice:8.half", "maurice:8.others", "maurice:R52")
class ChargeOrders(Free):
    """Who of the force charges where, and who moves without charging."""

    by_hand: ClassVar[str] = "Drag a unit at the enemy; you see how the combat would go, then confirm."

    def __init__(self, game: Maurice, state: State, frame: Charging) -> None:
        self.frame = frame
        field = game.field(state)
        leave = leave_of(game, state, frame.units)
        self.field, self.leave = field, leave
        now = tuple(uid for uid in frame.left if able(game, state, uid))
        self.able = now
        self.charges = orders.Charges(field, now, leave) if now else None
        others = self._others()
        self.others = others
        self.moves = orders.Moves(field, others, leave, True) if others else None

    def _others(self) -> tuple[int, ...]:
        """Those who may move without charging: half of the force at most, and enough must be left to charge."""
        return tuple(uid for uid in self.frame.left if self._spare((uid,)))

    def _spare(self, who: tuple[int, ...]) -> bool:
        """Return whether these may move instead of charging."""
        frame = self.frame
        missing = max(0, frame.due - len(frame.charged))
        still = sum(uid not in who for uid in self.able)
        # A unit that was able and has been blocked since counts no longer: nobody else is kept for it.
        enough = still >= min(missing, len(self.able))
        return frame.moved + len(who) <= len(frame.units) // 2 and enough

    def check(self, action: Action) -> Refusal | None:
        """Return None if it is a legal charge or move of this force now, else why not."""
        if isinstance(action, Charge):
            if action.unit not in self.frame.left:
                return Refusal("Only a unit of the force that has not yet moved charges.", "maurice:8.charge")
            answer = charge_move.plan(self.field, action, self.leave)
            return answer if isinstance(answer, Refusal) else None
        if isinstance(action, Move | Advance):
            who = action.units if isinstance(action, Advance) else (action.unit,)
            if any(uid not in self.frame.left for uid in who):
                return Refusal("Only units of the force that have not yet moved may move.", "maurice:8.others")
            if self.moves is None or not self._spare(who):
                return Refusal("At least half of the force must charge.", "maurice:8.half")
            return self.moves.check(action) or self._in_the_way(action, who)
        if isinstance(action, Done):
            return Refusal("At least half of the force must charge: more of it still can.", "maurice:8.half")
        return Refusal("The force charges now.", "maurice:8.charge")

    def _in_the_way(self, action: Move | Advance, who: tuple[int, ...]) -> Refusal | None:
        """Who moves without charging leaves the way free to as many as must still charge."""
        missing = min(self.frame.due - len(self.frame.charged), len(self.able))
        waiting = [uid for uid in self.able if uid not in who]
        if missing <= 0:
            return None
        if isinstance(action, Advance):
            plan = movement.advance(self.field, action, self.leave, True)
        else:
            plan = movement.plan(self.field, action, self.leave, True)
        assert isinstance(plan, Plan)
        after = self.field.with_units(plan.units)
        if sum(charge_move.able(after, uid, self.leave) for uid in waiting) >= missing:
            return None
        return Refusal("That would stand in the way of those who must charge.", "maurice:8.half")

    def reach(self) -> tuple[Reach, ...]:
        """Return what to draw: where charges go, and where the others may move."""
        charges = self.charges.reach() if self.charges is not None else ()
        return (*charges, *(self.moves.reach() if self.moves is not None else ()))

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the charge that a drag stands for, or else the move."""
        if self.charges is not None:
            charge = self.charges.at(x, y, piece)
            if charge is not None and self.check(charge) is None:
                return charge
        move = self.moves.at(x, y, piece) if self.moves is not None else None
        if move is not None and self.check(move) is None:
            return move
        return move if self.charges is None else self.charges.at(x, y, piece) or move

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return what a drafted charge or move becomes when a piece is dragged on."""
        if isinstance(draft, Charge) and self.charges is not None:
            return self.charges.adjust(draft, x, y, piece)
        if self.moves is not None and not isinstance(draft, Charge):
            return self.moves.adjust(draft, x, y, piece)
        return self.at(x, y, piece)

    def sample(self, rng: Rng) -> Action | None:
        """Return a legal charge, or now and then a move of another unit."""
        if self.moves is not None and (self.charges is None or not rng.below(3)):
            move = self.moves.sample(rng)
            if move is not None and self.check(move) is None:
                return move
        return self.charges.sample(rng) if self.charges is not None else None


@rule("maurice:8.charge", "maurice:8.half", "maurice:8.others", "maurice:R52", "maurice:8.figForce")
class Charging(Frame, frozen=True, tag="charging"):
    """The force charges. Nobody may decline below half; who has been blocked meanwhile stands."""

    units: tuple[int, ...]
    able: tuple[int, ...]
    """Who could charge when the force was activated."""
    due: int
    """How many must charge."""
    left: tuple[int, ...] = ()
    charged: tuple[int, ...] = ()
    moved: int = 0
    begun: bool = False

    def ask(self, game: Maurice, state: State) -> Decide | None:
        if not self.begun:
            return None
        orders = ChargeOrders(game, state, self)
        must = bool(orders.able) and len(self.charged) < self.due
        if not must and not orders.able and not orders.others:
            return None
        options: tuple[Action, ...] = () if must else (Done(),)
        due = self.due - len(self.charged)
        what = f"{due} more must charge." if must else "Charge or move another unit, or be done."
        names = listed([name(state.unit(uid)) for uid in orders.able])
        prompt = f"Charge with {names}: {what}" if names else what
        return Decide(state.active, prompt, "maurice:8.charge", options, free=orders)

    def run(self, game: Maurice, step: Step[State]) -> None:
        if not self.begun:
            step.swap(Charging(self.units, self.able, self.due, self.units, begun=True))
            return
        self._fight(step)

    def _fight(self, step: Step[State]) -> None:
        from .combat import Combat

        step.swap(*((Combat(self.charged),) if self.charged else ()))

    def answer(self, game: Maurice, step: Step[State], choice: Done | Charge | Move | Advance) -> None:
        if isinstance(choice, Done):
            self._fight(step)
            return
        state = step.state
        field, leave = game.field(state), leave_of(game, state, self.units)
        if isinstance(choice, Charge):
            plan = charge_move.plan(field, choice, leave)
            assert isinstance(plan, ChargePlan)
            left = tuple(uid for uid in self.left if uid != choice.unit)
            charged = tuple(sorted((*self.charged, choice.unit)))
            step.swap(Charging(self.units, self.able, self.due, left, charged, self.moved, begun=True))
            contacts = listed([name(state.unit(uid)) for uid in plan.contacts])
            carry_out(step, plan, f"charges into {contacts}", "maurice:8.charge")
        else:
            who = choice.units if isinstance(choice, Advance) else (choice.unit,)
            if isinstance(choice, Advance):
                plan = movement.advance(field, choice, leave, True)
            else:
                plan = movement.plan(field, choice, leave, True)
            assert isinstance(plan, Plan)
            left = tuple(uid for uid in self.left if uid not in who)
            moved = self.moved + len(who)
            step.swap(Charging(self.units, self.able, self.due, left, self.charged, moved, begun=True))
            carry_out(step, plan, told(choice), "maurice:8.others")
