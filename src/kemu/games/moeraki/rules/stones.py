"""C: playing the game. Stones are laid in turn, and what they complete is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide

from ..model.events import StoneLaid
from .tiles import completed, lay
from .victory import early_win, marae

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.actions import Stone
    from ..model.state import State

PROMPT = "Lay a stone in any open hollow."


@rule("moeraki:C.1", "moeraki:C.2", "moeraki:C.3", "moeraki:M.4")
class LayStone(Frame, frozen=True, tag="stone"):
    """C: a player lays one stone of his colour in any open hollow. It never moves again."""

    seat: int

    def ask(self, game: MoerakiKemu, state: State) -> Decide | None:
        """Offer every open hollow; with none left, the game ends by itself."""
        black, white = state.stones
        board = game.board
        options = board.open_to(board.all & ~(black | white | 1 << state.ball))
        return Decide(self.seat, PROMPT, "moeraki:C.1", options) if options else None

    def answer(self, game: MoerakiKemu, step: Step[State], choice: Stone) -> None:
        """Lay the stone; look first for an early win, then for tiles; then it is the other player's turn."""
        board, state, seat = game.board, step.state, self.seat
        hollow = board.hollow[choice.at]
        own = state.stones[seat] | 1 << hollow
        stones = (own, state.stones[1]) if seat == 0 else (state.stones[0], own)
        step.say(StoneLaid(seat, choice.at))
        step.set(stones=stones, last=hollow, stack=TO_LAY[1 - seat])
        for mask in board.winning(state.ball)[hollow]:
            if own & mask == mask:
                early_win(game, step, seat, hollow)
                return
        if state.settings.variant != "beginner":
            mine, his = completed(board, step.state, hollow, seat)
            if mine:
                lay(game, step, seat, mine)
            if his:
                lay(game, step, 1 - seat, his)

    def run(self, game: MoerakiKemu, step: Step[State]) -> None:
        """Every hollow is filled."""
        marae(game, step)


TO_LAY = ((LayStone(0),), (LayStone(1),))
"""The stack while a seat is to lay: shared by all states."""
