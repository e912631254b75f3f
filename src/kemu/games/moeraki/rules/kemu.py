"""E: the Moeraki scale. Games are counted until one player has as many victories as were agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Over

from ..model.events import GameEnded, told
from .tiles import points

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.state import State

DRAWS_IN_A_ROW = 10
"""The number of drawn games in a row that ends a Kemu (ruling R.4)."""


@rule("moeraki:B.3", "moeraki:E.1", "moeraki:E.2", "moeraki:E.3", "moeraki:R.4", "moeraki:R.8")
def end_game(game: MoerakiKemu, step: Step[State], winner: int | None, way: str, clause: str) -> None:
    """A game has ended: count it; then either the Kemu is over, or the winner places the ball again.

    A drawn game moves nobody up, and the same player places the ball again.
    """
    from ..model.state import Played
    from .ball import PlaceBall

    state = step.state
    black, white = points(game.board, state)
    played = (*state.played, Played(winner, way, (black, white)))
    step.set(played=played)
    step.say(GameEnded(winner, way, (black / 2, white / 2), clause))
    target = state.settings.kemu
    recent = played[-DRAWS_IN_A_ROW:]
    deadlock = len(recent) == DRAWS_IN_A_ROW and all(one.winner is None for one in recent)
    if target == 1 or target in step.state.victories() or deadlock:
        step.set(stack=(Finished(winner, clause),))
    else:
        step.set(stack=(PlaceBall(state.placer if winner is None else winner),))


class Finished(Frame, frozen=True, tag="finished"):
    """The end: of the single game, or of the Kemu."""

    winner: int | None
    clause: str

    @rule("moeraki:E.3", "moeraki:E.4", "moeraki:R.4", "moeraki:R.9")
    def ask(self, game: MoerakiKemu, state: State) -> Over:
        """Say who won, how, and the scores: points in a single game, victories in a Kemu."""
        last = state.played[-1]
        score = (last.halves[0] / 2, last.halves[1] / 2)
        if state.settings.kemu == 1:
            if last.winner is None:
                return Over(None, last.way, self.clause, score, "A full board, and nobody has won.")
            text = f"{game.seats[last.winner].capitalize()} wins {told(last.way, last.winner, score)}."
            return Over(last.winner, last.way, self.clause, score, text)
        black, white = state.victories()
        if black == white:
            text = f"The Kemu is drawn, {black} to {white}: ten drawn games in a row."
            return Over(None, "draw", "moeraki:R.4", (black, white), text)
        winner = int(white > black)
        name, scale = game.seats[winner].capitalize(), game.board.scales.get(state.settings.kemu)
        of = f" to {state.settings.kemu}" + (f" ({scale.name})" if scale else "")
        won = f"{name} wins the Kemu{of}, {max(black, white)} to {min(black, white)}"
        if last.winner is None:
            return Over(winner, "lead", "moeraki:R.4", (black, white), f"{won}: ten drawn games in a row.")
        text = f"{won}; the last game {told(last.way, last.winner, score)}."
        return Over(winner, last.way, "moeraki:E.3", (black, white), text)
