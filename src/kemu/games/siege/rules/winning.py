"""Winning (WI): the column arrives, or the last defender is dead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Over

from ..model.events import Ended
from ..model.pieces import ATTACKERS, GARRISON

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

MOST_CARDS = 1000
"""The deck has no end of its own; so many cards come once in thousands of millions of games."""


def finish(step: Step[State], winner: int, reason: str, clause: str) -> None:
    """End the game: nothing else is left to do."""
    step.say(Ended(winner, reason, clause))
    step.set(stack=(Finished(winner, reason, clause),))


@rule("siege:G.1", "siege:WI.1", "siege:WI.2")
class Finished(Frame, frozen=True, tag="finished"):
    """The siege is over."""

    winner: int
    reason: str
    clause: str

    def ask(self, game: Siege, state: State) -> Over:
        scores = (1.0, 0.0) if self.winner == GARRISON else (0.0, 1.0)
        return Over(self.winner, "relieved" if self.winner == GARRISON else "overrun", self.clause, scores, self.reason)


def left_in_pool(state: State) -> int:
    """Return how many attackers are off the table and can come back."""
    return sum(state.pool) + sum(gun.crew for gun in state.pool_guns)


@rule("siege:WI.2", "siege:R48")
def ended(game: Siege, step: Step[State]) -> bool:
    """Look whether one side has nobody left: no defender, or no attacker on the table or in the pool."""
    state = step.state
    if not state.there(GARRISON):
        finish(step, ATTACKERS, "The last of the garrison is dead: the attackers have won.", "siege:WI.2")
        return True
    if not state.there(ATTACKERS) and not left_in_pool(state):
        finish(step, GARRISON, "No attackers are left: they can no longer win, and the garrison holds.", "siege:R48")
        return True
    return False
