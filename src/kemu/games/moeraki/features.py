"""What makes a position good: for the opponents, never for the rules."""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING

from .rules.ball import PlaceBall
from .rules.kemu import Finished
from .rules.tiles import points

if TYPE_CHECKING:
    from . import MoerakiKemu
    from .state import State

MISSING = (0.0, 4.0, 1.0, 0.3, 0.1, 0.05)
"""The worth of an open line by the number of stones that it still needs."""


def evaluate(game: MoerakiKemu, state: State, seat: int) -> float:
    """Return how good the state looks for the seat, from -1 to 1.

    A won Kemu is 1. Else open lines count by how little they need (with the move, one that needs a single stone is
    as good as won), and so do the victories and the points so far.
    """
    below = state.stack[0]
    if isinstance(below, Finished):
        winner = below.ask(game, state).winner
        return 0.0 if winner is None else 1.0 if winner == seat else -1.0
    won = state.victories()
    lead = (won[seat] - won[1 - seat]) / state.options.kemu
    if isinstance(below, PlaceBall):
        return 0.6 * lead
    own, his = state.stones[seat], state.stones[1 - seat]
    to_lay = below.seat == seat
    worth, threats = 0.0, [0, 0]
    for line in game.board.lines(state.ball):
        mask = line.mask
        if not his & mask:
            need = (mask & ~own).bit_count()
            worth += MISSING[min(need, 5)]
            threats[0] += need == 1
        if not own & mask:
            need = (mask & ~his).bit_count()
            worth -= MISSING[min(need, 5)]
            threats[1] += need == 1
    if threats[0 if to_lay else 1]:
        return 0.6 * lead + 0.4 * (0.95 if to_lay else -0.95) if state.options.kemu > 1 else (0.95 if to_lay else -0.95)
    if state.options.variant != "beginner":
        halves = points(game.board, state)
        worth += 0.5 * (halves[seat] - halves[1 - seat])
    value = 0.9 * tanh(worth / 12)
    return 0.6 * lead + 0.4 * value if state.options.kemu > 1 else value
