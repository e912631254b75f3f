"""The frame that every procedure of this game is made of: it gives way at once when the game has been decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide, Over, Pending

from ..model.events import ending

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


@rule("maori_wars:R6")
class Procedure(Frame, frozen=True):
    """A step of the game. Victory may come in the middle of it: then nothing more is asked, and nothing more done."""

    def ask(self, game: MaoriWars, state: State) -> Pending | None:
        """Ask, unless the game is over, or there is but one answer: that one is given by itself."""
        if state.ended is not None:
            return None
        pending = self.asks(game, state)
        alone = None
        if type(pending) is Decide:
            options = pending.options
            if len(options) != 1:
                return pending
            alone, pending = options[0], None
        # Kept for `run`, which comes next; but the game may be shared, and another thread may ask in between.
        game.only_answer = (state, alone)
        return pending

    def run(self, game: MaoriWars, step: Step[State]) -> None:
        """Go on, unless the game is over."""
        if step.state.ended is not None:
            from .campaign import close

            close(game, step)
            return
        state, alone = game.only_answer
        if state is not step.state:
            pending = self.asks(game, step.state)
            alone = pending.options[0] if isinstance(pending, Decide) else None
        if alone is not None:
            self.answer(game, step, alone)
        else:
            self.runs(game, step)

    def asks(self, game: MaoriWars, state: State) -> Pending | None:
        """Return what this step waits for, or None."""
        return None

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Go on without an answer."""
        raise NotImplementedError(f"{type(self).__name__} neither asks nor runs")


class Finished(Frame, frozen=True, tag="finished"):
    """The end of the game."""

    @rule("maori_wars:1.0")
    def ask(self, game: Any, state: State) -> Over:
        """Say who won, and how."""
        assert state.ended is not None
        winner, reason, clause = state.ended
        scores = (0.5, 0.5) if winner < 0 else (float(winner == 0), float(winner == 1))
        return Over(None if winner < 0 else winner, reason, clause, scores, ending(winner, reason))
