"""5: how to win the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Over

from ..events import GameEnded, ending

if TYPE_CHECKING:
    from .. import Hawaii
    from ..state import State


@rule("hawaii:5.1", "hawaii:R2")
def occupation(game: Hawaii, state: State, seat: int) -> bool:
    """Tell whether a seat occupies what it must: each line of its own in the kit, so many spaces of these colours."""
    cat, places = game.cat, state.places
    fighting = cat.owned[state.kauai + 1][seat] & cat.fighters
    for need, spaces in cat.wins[seat]:
        for at in spaces:
            if places[at] & fighting:
                need -= 1
        if need > 0:
            return False
    return True


@rule("hawaii:5.2", "hawaii:R5", "hawaii:R6")
def sudden_death(game: Hawaii, step: Step[State]) -> bool:
    """End the game at once if every chief of a side has been eliminated. A chief who never came is not eliminated."""
    cat = game.cat
    gone = step.state.places[cat.gone]
    for seat in (0, 1):
        if gone & cat.chiefs[seat] == cat.chiefs[seat]:
            end(step, 1 - seat, "sudden death", "hawaii:5.2")
            return True
    return False


def end(step: Step[State], winner: int | None, reason: str, clause: str) -> None:
    """End the game."""
    step.say(GameEnded(winner, reason, clause))
    step.set(stack=(Finished(winner, reason, clause),))


class Finished(Frame, frozen=True, tag="finished"):
    """The end of the game."""

    winner: int | None
    reason: str
    clause: str

    @rule("hawaii:5.3")
    def ask(self, game: Hawaii, state: State) -> Over:
        """Say who won, and how."""
        scores = {0: (1.0, 0.0), 1: (0.0, 1.0), None: (0.5, 0.5)}[self.winner]
        return Over(self.winner, self.reason, self.clause, scores, ending(self.winner, self.reason))
