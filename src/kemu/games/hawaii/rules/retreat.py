"""11.5, 11.8: retreats. A beaten force goes to one space that its side occupies, or it is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide
from kemu.parts.bits import bits

from ..model.actions import Retreat, Wreck
from ..model.battle_events import Withdrew
from ..model.events import SentHome
from .board import boxed, occupied, removed, withdraw
from .victory import sudden_death

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


def to_come(state: State) -> int:
    """Return the spaces whose battles are still to come, as bits; none outside the Battle Phase."""
    from .battle import BattlePhase  # the phase knows the retreats

    phase = state.stack[1] if len(state.stack) > 1 else None
    return max(0, phase.todo) if isinstance(phase, BattlePhase) else 0


@rule("hawaii:11.5", "hawaii:11.8", "hawaii:R2", "hawaii:R23", "hawaii:R28", "hawaii:R40")
class Retreating(Frame, frozen=True, tag="retreating"):
    """11.5, 11.8: the force goes to one space that its side occupies, none with a battle to come; or it is lost."""

    seat: int
    force: int
    away_from: int
    clause: str

    def spaces(self, game: Hawaii, state: State) -> list[int]:
        """Return where the force may go. Canoes that sail off alone (R23) may join those who await a battle."""
        closed = 1 << self.away_from
        if self.clause != "hawaii:R23":
            closed |= to_come(state)
        return [at for at in occupied(game, state, self.seat) if not closed >> at & 1]

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Ask where to, if there are several."""
        spaces = self.spaces(game, state)
        if len(spaces) < 2:
            return None
        options = tuple(game.cat.retreat[at] for at in spaces)
        prompt = f"Retreat with {game.cat.list(self.force)}: where to?"
        return Decide(self.seat, prompt, self.clause, options, waiting="A beaten force retreats.")

    def answer(self, game: Hawaii, step: Step[State], choice: Retreat) -> None:
        """Go there."""
        step.pop()
        self._go(game, step, game.cat.space[choice.at])

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Go to the only space there is; without one, all are eliminated."""
        spaces = self.spaces(game, step.state)
        step.pop()
        if spaces:
            self._go(game, step, spaces[0])
        else:
            eliminate(game, step, self.force, self.clause)

    @rule("hawaii:R22", "hawaii:R23")
    def _go(self, game: Hawaii, step: Step[State], to: int) -> None:
        """They have not landed where they come to: those who attack there on foot still do so on foot."""
        step.set(rode=step.state.rode & ~self.force, sailed=step.state.sailed & ~self.force)
        withdraw(game, step, self.force, to, self.clause)


@rule("hawaii:5.2", "hawaii:R6")
def eliminate(game: Hawaii, step: Step[State], units: int, clause: str) -> bool:
    """Eliminate what cannot retreat; tell whether that ended the game."""
    if not units:
        return False
    step.set(places=removed(game.cat, step.state.places, units))
    step.say(Withdrew(game.cat.ids[units], "", clause))
    return sudden_death(game, step)


@rule("hawaii:11.8", "hawaii:R28")
class HalfTheCanoes(Frame, frozen=True, tag="half-the-canoes"):
    """11.8: half of the beaten fleet's canoes, rounded up, get away, of their owner's choice; the rest are lost."""

    seat: int
    canoes: int
    lost: int

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Ask which one is lost, where they differ."""
        options = game.cat.wreck[self.canoes] if self.lost else ()
        if len(options) < 2:
            return None
        prompt = "Half of your canoes are lost with the sea battle: which?"
        return Decide(self.seat, prompt, "hawaii:11.8", options, waiting="Canoes are lost.")

    def answer(self, game: Hawaii, step: Step[State], choice: Wreck) -> None:
        """Lose it."""
        self._lose(game, step, game.cat.index[choice.canoe])

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Lose one of equal canoes, or be done."""
        if self.lost:
            self._lose(game, step, bits(self.canoes)[0])
        else:
            step.pop()

    def _lose(self, game: Hawaii, step: Step[State], canoe: int) -> None:
        step.set(places=boxed(game.cat, step.state.places, 1 << canoe))
        step.say(SentHome(game.cat.ids[1 << canoe], "hawaii:11.8"))
        step.swap(HalfTheCanoes(self.seat, self.canoes & ~(1 << canoe), self.lost - 1))
