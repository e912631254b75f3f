"""How near each colour is to winning: the line that lacks least, and the points where there are any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.winning import Near

from ..model.board import Line
from ..model.state import SEATS, State
from ..rules.tiles import points
from .describe import half_points

if TYPE_CHECKING:
    from .. import MoerakiKemu

FARTHEST = 9
"""No line has more hollows than this."""


def near(game: MoerakiKemu, state: State) -> tuple[Near, ...]:
    """Return, for each colour, how many stones its nearest line lacks; of a finished board, who has won it."""
    if state.ball < 0:
        return ()
    board, counted = game.board, state.settings.variant != "beginner"
    score = points(board, state)
    told: list[Near] = []
    for seat in range(len(SEATS)):
        own, other = state.stones[seat], state.stones[1 - seat]
        open_lines = [line for line in board.lines(state.ball) if not line.mask & other]
        lacks = min(((line.mask & ~own).bit_count() for line in open_lines), default=FARTHEST)
        words = _words(lacks, [line for line in open_lines if (line.mask & ~own).bit_count() == lacks])
        if counted:
            words = f"{words}; {half_points(score[seat])} points"
        told.append(Near(seat, words, max(0.0, 1 - lacks / 4)))
    return tuple(told)


def _words(lacks: int, lines: list[Line]) -> str:
    if not lines:
        return "no line is open any more"
    if not lacks:
        return "a line is full"
    ways = f"{len(lines)} lines lack" if len(lines) > 1 else "one line lacks"
    return f"{ways} one stone" if lacks == 1 else f"the nearest line lacks {lacks} stones"


def decided(state: State) -> tuple[str, ...]:
    """Return the panel of the points, where they decided; a winning line is lit by the board itself."""
    return () if state.pattern else ("points",)
