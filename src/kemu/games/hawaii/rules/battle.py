"""11.0: the Battle Phase. Which battles are fought, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Attack
from ..model.events import KauaiJoined
from .board import altered, own
from .sea import launch_pool
from .stages import Battle

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

NOT_YET = -1
WAITING = "Battles are fought."


@rule("hawaii:11.0", "hawaii:7.2", "hawaii:R24")
class BattlePhase(Frame, frozen=True, tag="battles"):
    """11.0: when all movement is over, the attacker resolves his battles one by one, in the order he likes."""

    seat: int
    todo: int = NOT_YET
    """The spaces with a battle to come, as bits."""

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Ask for the next battle, if there are several."""
        if self.todo <= 0 or not self.todo & (self.todo - 1):
            return None
        options: tuple[Action, ...] = tuple([game.cat.attack[at] for at in bits(self.todo)])
        return Decide(self.seat, "Which battle is fought next?", "hawaii:11.1", options, waiting=WAITING)

    def answer(self, game: Hawaii, step: Step[State], choice: Attack) -> None:
        """Fight it."""
        self._fight(step, game.cat.space[choice.at])

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Find the battles; fight the only one; or end the phase."""
        if self.todo == NOT_YET:
            provoke(game, step, self.seat)
            state = step.state
            todo = battles(game, state, self.seat)
            now = (*state.stack[:-1], BattlePhase(self.seat, todo)) if todo else state.stack[:-1]
            step.state = altered(state, stack=now)
        elif self.todo:
            self._fight(step, self.todo.bit_length() - 1)
        else:
            step.pop()

    def _fight(self, step: Step[State], at: int) -> None:
        step.swap(BattlePhase(self.seat, self.todo & ~(1 << at)), Battle(at, self.seat))


@rule("hawaii:R17")
def provoke(game: Hawaii, step: Step[State], seat: int) -> None:
    """Neutral Kauaʻi, attacked, takes the other player's side, and stays on it."""
    cat, state = game.cat, step.state
    if state.kauai >= 0:
        return
    fighting = cat.sides[seat] & cat.fighters
    for there in state.places[: cat.n]:
        if there & cat.kauai and there & fighting:
            step.set(kauai=1 - seat)
            step.say(KauaiJoined(1 - seat, True, True))
            return


@rule("hawaii:11.0", "hawaii:R25")
def battles(game: Hawaii, state: State, seat: int) -> int:
    """Return the spaces with a battle, as bits: both sides are there, or a landing could be met at sea.

    The latter is a landing on the empty half of an island where the enemy could launch a fleet from the other half; a
    landing in a space that one occupied when the movement began is no invasion, and is not met.
    """
    cat = game.cat
    fighting, his = own(game, state, seat) & cat.fighters, own(game, state, 1 - seat)
    todo = 0
    for at, here in enumerate(state.places[: cat.n]):
        if here & fighting and (
            here & his or (here & state.sailed and not state.stood >> at & 1 and launch_pool(game, state, 1 - seat, at))
        ):
            todo |= 1 << at
    return todo
