"""B: the start of a game. The ball is placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide

from ..model.events import BallPlaced
from .stones import TO_LAY

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.actions import Ball
    from ..model.state import State

PROMPT = "Place the Moeraki ball in one of the nine hollows of the white circle."
AGAIN = f"{PROMPT[:-1]}, but not where it lay in the last game."


@rule("moeraki:B.2", "moeraki:B.4")
class PlaceBall(Frame, frozen=True, tag="ball"):
    """B: the ball goes into the Moeraki field, in a later game of a Kemu into another hollow than before."""

    seat: int

    def ask(self, game: MoerakiKemu, state: State) -> Decide:
        """Offer the hollows of the field, less the one of the last game."""
        if state.ball < 0:
            return Decide(self.seat, PROMPT, "moeraki:B.2", game.board.balls)
        last = game.board.hollows[state.ball]
        return Decide(self.seat, AGAIN, "moeraki:B.4", tuple(ball for ball in game.board.balls if ball.at != last))

    @rule("moeraki:C.1")
    def answer(self, game: MoerakiKemu, step: Step[State], choice: Ball) -> None:
        """Clear the board, place the ball, and give the first stone to the other player."""
        step.say(BallPlaced(self.seat, choice.at))
        step.set(
            ball=game.board.hollow[choice.at],
            placer=self.seat,
            stones=(0, 0),
            last=-1,
            tiles=(0, 0),
            tanes=(),
            pattern=0,
            stack=TO_LAY[1 - self.seat],
        )
