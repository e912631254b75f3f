"""The master's game: the Tane, who steps out of his cave once and keeps a line of beaches clear."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Tane, Tile
from ..model.board import DIAGONALS, Board
from ..model.events import LinesCross, TaneLaid, TilesRemoved
from .tiles import halves, holder, put

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.state import State, TaneAt


@rule("moeraki:T.2", "moeraki:T.3", "moeraki:T.5", "moeraki:T.6", "moeraki:R.13")
@lru_cache(maxsize=4096)
def barred(board: Board, tanes: tuple[TaneAt, ...]) -> int:
    """Return the beaches on which no tile may lie: those in sight of a Tane, and those under one.

    Where the lines of two Tane cross, the first one's effect is lifted and a tile may lie again. A later Tane who
    looks at the earlier one sees only as far as him.
    """
    if not tanes:
        return 0
    under = sum(1 << tane.beach for tane in tanes)
    first = sum(1 << beach for beach in board.sight(tanes[0].beach, tanes[0].look))
    if len(tanes) == 1:
        return first | under
    second = sum(1 << beach for beach in seen_by_second(board, tanes[0], tanes[1]))
    return first ^ second | under


@rule("moeraki:T.6")
def seen_by_second(board: Board, first: TaneAt, second: TaneAt) -> tuple[int, ...]:
    """Return what the later Tane sees: up to the border, or up to the earlier Tane if he looks at him."""
    sight = board.sight(second.beach, second.look)
    return sight[: sight.index(first.beach)] if first.beach in sight else sight


@rule("moeraki:T.1", "moeraki:M.6", "moeraki:R.5", "moeraki:R.6", "moeraki:R.12")
class LayTiles(Frame, frozen=True, tag="tiles"):
    """T: tiles of one colour are due. Once a game their owner may lay his Tane in place of a full one."""

    seat: int
    beaches: tuple[int, ...]

    def due(self, game: MoerakiKemu, state: State) -> tuple[int, ...]:
        """Return the beaches that still get a tile: no Tane keeps them clear, and no crossing has given them one."""
        closed = barred(game.board, state.tanes) | state.tiles[self.seat]
        return tuple(beach for beach in self.beaches if not closed >> beach & 1)

    def ask(self, game: MoerakiKemu, state: State) -> Decide | None:
        """Ask the owner for his Tane if he has him still and a full tile is due."""
        for tane in state.tanes:
            if tane.seat == self.seat:
                return None
        board = game.board
        full = [beach for beach in self.due(game, state) if halves(board, state.stones, beach) == 2]
        if not full:
            return None
        options: list[Action] = [Tile()]
        options += [Tane(board.beaches[beach], look) for beach in full for look in DIAGONALS]
        where = " and ".join(board.beaches[beach] for beach in full)
        prompt = f"Lay your tile on {where}, or your Tane there instead, looking along a diagonal."
        return Decide(self.seat, prompt, "moeraki:T.1", tuple(options))

    def answer(self, game: MoerakiKemu, step: Step[State], choice: Tile | Tane) -> None:
        """Lay the Tane, if he is to come; then the tiles that are still due."""
        if isinstance(choice, Tane):
            lay_tane(game, step, self.seat, choice)
        self.run(game, step)

    def run(self, game: MoerakiKemu, step: Step[State]) -> None:
        """Lay the tiles."""
        step.pop()
        put(game, step, self.seat, self.due(game, step.state))


@rule("moeraki:T.2", "moeraki:T.3", "moeraki:T.5", "moeraki:R.7")
def lay_tane(game: MoerakiKemu, step: Step[State], seat: int, choice: Tane) -> None:
    """The Tane takes his place, and every tile in his sight goes, his own tribe's too.

    A beach on which two lines cross is free again: if it is surrounded and somebody holds it, it gets its tile back.
    """
    from ..model.state import TaneAt

    board, state = game.board, step.state
    tanes = (*state.tanes, TaneAt(seat, board.beach[choice.at], choice.look))
    closed = barred(board, tanes)
    removed = (state.tiles[0] | state.tiles[1]) & closed
    step.say(TaneLaid(seat, choice.at, choice.look))
    if removed:
        step.say(TilesRemoved(tuple(board.beaches[beach] for beach in bits(removed))))
    step.set(tanes=tanes, tiles=(state.tiles[0] & ~closed, state.tiles[1] & ~closed))
    taken = state.stones[0] | state.stones[1] | 1 << state.ball
    for beach in bits(barred(board, state.tanes) & ~closed):
        step.say(LinesCross(board.beaches[beach]))
        owner = holder(board, state.stones, beach)
        if taken & board.round[beach] == board.round[beach] and owner is not None:
            put(game, step, owner, (beach,))
