"""D: the end of a game. Three early wins, and the counting of a full board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from .kemu import end_game
from .tiles import points

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.state import State


@rule("moeraki:D.1", "moeraki:D.2", "moeraki:D.3", "moeraki:D.4", "moeraki:D.9", "moeraki:R.3")
def early_win(game: MoerakiKemu, step: Step[State], seat: int, hollow: int) -> None:
    """The stone just laid completes a line: its player has won, and no tile is laid any more.

    If it completes several, the rarest way gives the win its name: the board lists its lines so.
    """
    own = step.state.stones[seat]
    complete = [line for line in game.board.wins(step.state.ball)[hollow] if own & line.mask == line.mask]
    pattern = 0
    for line in complete:
        pattern |= line.mask
    step.set(pattern=pattern)
    end_game(game, step, seat, complete[0].way, complete[0].clause)


@rule("moeraki:D.5", "moeraki:D.6", "moeraki:D.8", "moeraki:W.1", "moeraki:R.16")
def marae(game: MoerakiKemu, step: Step[State]) -> None:
    """Every hollow is filled: most points win, and equal points go to the player who placed the ball.

    In the beginner's game there are no points: a full board is a draw.
    """
    state = step.state
    if state.settings.variant == "beginner":
        end_game(game, step, None, "draw", "moeraki:D.8")
        return
    black, white = points(game.board, state)
    if black == white:
        end_game(game, step, state.placer, "marae", "moeraki:D.6")
    else:
        end_game(game, step, int(white > black), "marae", "moeraki:D.5")
