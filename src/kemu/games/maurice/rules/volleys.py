"""Chapters 4 and 7: the volley phase, and who fires first in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide

from ..model.actions import Volleys
from ..model.effects import Cancel, Swap
from ..model.events import VolleysCalled
from .cards import Window, in_force
from .shooting import Shooting, anybody_fires, reachable, shooters

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


@rule("maurice:4.volley", "maurice:7.volley", "maurice:R31")
class CallVolleys(Frame, frozen=True, tag="call-volleys"):
    """The active player says whether there is a volley phase; he is not asked when nobody could fire in it."""

    def ask(self, game: Maurice, state: State) -> Decide | None:
        if not anybody_fires(game, state):
            return None
        prompt = "Call a volley phase? Yours fire first, then the enemy's."
        waiting = "Volleys may be called."
        return Decide(state.active, prompt, "maurice:4.volley", (Volleys(True), Volleys(False)), waiting=waiting)

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Volleys) -> None:
        active = step.state.active
        step.say(VolleysCalled(active, choice.call))
        if choice.call:
            step.swap(VolleyPhase(active), Window(("volley.invoked",), (1 - active,)))
        else:
            step.pop()


@rule("maurice:7.volley", "maurice:4.firstFire", "maurice:R27", "maurice:F.2")
class VolleyPhase(Frame, frozen=True, tag="volley-phase"):
    """One side fires and resolves it, then the other; an interrupt may turn that round, or end it."""

    first: int
    half: int = 0

    def run(self, game: Maurice, step: Step[State]) -> None:
        state = step.state
        if self.half == 0 and in_force(game, state, Cancel):
            step.set(effects=())
            step.pop()
            return
        first = 1 - self.first if self.half == 0 and in_force(game, state, Swap) else self.first
        step.set(effects=())
        if self.half == 2:
            step.pop()
            return
        seat = first if self.half == 0 else 1 - first
        able = tuple(shooters(game, state, seat, long=False))
        if not able:
            step.swap(VolleyPhase(first, self.half + 1))
            return
        targets = reachable(game, state, able, long=False)
        window = Window(("volley.before_fire",), (seat, 1 - seat), units=able, targets=targets, shooter=seat)
        step.swap(VolleyPhase(first, self.half + 1), Shooting(seat, False, able), window)
