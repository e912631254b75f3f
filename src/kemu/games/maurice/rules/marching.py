"""Chapter 6, the March action: the units of a force move one after another, or guns clear their smoke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide

from ..model.actions import ClearSmoke, Done
from ..model.events import Moved, SmokeCleared, TookDisr
from ..model.formations import changes_for
from ..model.moves import ABOUT, FROM_COLUMN_TO_LINE, FROM_LINE_TO_COLUMN, Advance, Move, Plan
from ..model.names import name
from ..model.units import ART, Unit
from . import movement, orders
from .forces import leave_of
from .morale import put
from .offers import Conditional, Offered

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


def carry_out(step: Step[State], plan: Plan, how: str, clause: str) -> None:
    """Let a move happen: units stand where it brought them, with the DISR that it cost, and a commander is run over."""
    from .cinc import displace

    state = step.state
    names = tuple(name(state.unit(uid)) for uid in plan.moved)
    step.set(units=plan.units)
    step.say(Moved(state.active, names, how, clause))
    tell_disr(step, plan.disr, terrain=plan.terrain and not plan.crossed)
    for side in (state.active, 1 - state.active):
        if plan.cinc_hit >> side & 1:
            displace(step, side)


def tell_disr(step: Step[State], disr: tuple[tuple[int, int], ...], *, terrain: bool) -> None:
    """Tell who took DISR on the way."""
    for uid, n in disr:
        unit = step.state.unit(uid)
        why = "in difficult terrain" if terrain else "on the way"
        step.say(TookDisr(unit.side, name(unit), n, why, "maurice:R37"))


@rule("maurice:6.march", "maurice:6.clearSmoke", "maurice:6.smoke", "maurice:R42", "maurice:R43", "maurice:4.smoke")
class Marching(Frame, frozen=True, tag="marching"):
    """Any units of the force move, each once, in any order; or a force of guns clears its smoke and nobody moves."""

    units: tuple[int, ...]
    moved: bool = False

    def ask(self, game: Maurice, state: State) -> Decide | None:
        left = self._left(state)
        smoking = self._smoking(state)
        options: list[Action] = [ClearSmoke()] if smoking and not self.moved else []
        if not left and not options:
            return None
        options.append(Done())
        if not left:
            return Decide(state.active, "Clear the smoke, or leave it?", "maurice:6.clearSmoke", tuple(options))
        free = orders.Moves(game.field(state), left, leave_of(game, state, left), False)
        prompt = "March: move a unit of the force, or be done."

        answers: list[Conditional] = [(option, None, None) for option in options]

        def legal(order: Move) -> bool:
            return free.check(order) is None

        for uid in left:
            answers += [(move, legal, move) for move in changes(state, uid)]
        return Decide(state.active, prompt, "maurice:6.march", Offered(answers), free=free)

    def _left(self, state: State) -> tuple[int, ...]:
        return tuple(uid for uid in self.units if not state.unit(uid).smoke)

    def _smoking(self, state: State) -> list[Unit]:
        found = [state.unit(uid) for uid in self.units]
        return [unit for unit in found if unit.arm == ART and unit.smoke]

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Done | ClearSmoke | Move | Advance) -> None:
        state = step.state
        if isinstance(choice, Done):
            step.pop()
        elif isinstance(choice, ClearSmoke):
            smoking = self._smoking(state)
            for unit in smoking:
                put(step, replace(unit, smoke=False))
            step.say(SmokeCleared(state.active, tuple(name(unit) for unit in smoking)))
            step.pop()
        else:
            field = game.field(state)
            leave = leave_of(game, state, self.units)
            moving = choice.units if isinstance(choice, Advance) else (choice.unit,)
            if isinstance(choice, Advance):
                plan = movement.advance(field, choice, leave, False)
            else:
                plan = movement.plan(field, choice, leave, False)
            assert isinstance(plan, Plan)
            step.swap(Marching(tuple(uid for uid in self.units if uid not in moving), moved=True))
            carry_out(step, plan, told(choice), "maurice:6.march")


def changes(state: State, uid: int) -> list[Move]:
    """Return the about-face and the changes of formation of a unit, legal or not: by themselves, with no legs."""
    unit = state.unit(uid)
    if unit.arm == ART:
        return []
    turning = [Move(uid, ABOUT)]
    for change in changes_for(unit.arm, unit.formation):
        anchored = state.settings.bases == "oblong" and change in (*FROM_COLUMN_TO_LINE, *FROM_LINE_TO_COLUMN)
        turning += [Move(uid, change, anchor) for anchor in range(4 if anchored else 1)]
    return turning


CHANGES = {"about": "faces about", "line": "forms line", "column": "forms column", "massed": "forms massed"}


def told(order: Move | Advance) -> str:
    """Return what a move is, in a few words."""
    if isinstance(order, Advance):
        return f"advance {order.steps / 1000:.1f} BW"
    if not order.change and not order.legs:
        return "stands"
    change = CHANGES.get(order.change.split("_")[0], "")
    if order.legs:
        back = any(leg[0].startswith("back") for leg in order.legs)
        change += (" and " if change else "") + ("retires" if back else "marches")
    return change
