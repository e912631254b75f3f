"""C, for the basic and the master's game: tribal tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from ..model.events import TileLaid

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.board import Board
    from ..model.state import State


@rule("moeraki:C.4", "moeraki:C.5", "moeraki:C.6")
def holder(board: Board, stones: tuple[int, int], beach: int) -> int | None:
    """Return the seat with more stones round a beach whose hollows are all filled; None for two against two."""
    mask = board.round[beach]
    black, white = (stones[0] & mask).bit_count(), (stones[1] & mask).bit_count()
    return None if black == white else int(white > black)


@rule("moeraki:C.6", "moeraki:C.7", "moeraki:C.8")
def halves(board: Board, stones: tuple[int, int], beach: int) -> int:
    """Return what a tile on this beach counts, in halves of a point: a semi-beach held two to one counts one half."""
    if not board.semi[beach]:
        return 2
    mask = board.round[beach]
    return 2 if stones[0] & mask == mask or stones[1] & mask == mask else 1


def completed(board: Board, state: State, hollow: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the beaches round this hollow that are now filled and have a holder: those of `seat`, then the others."""
    stones = state.stones
    taken = stones[0] | stones[1] | 1 << state.ball
    mine: tuple[int, ...] = ()
    his: tuple[int, ...] = ()
    for beach, mask in board.shores[hollow]:
        if taken & mask == mask:
            seat_there = holder(board, stones, beach)
            if seat_there == seat:
                mine += (beach,)
            elif seat_there is not None:
                his += (beach,)
    return mine, his


@rule("moeraki:C.4", "moeraki:T.4", "moeraki:W.2", "moeraki:W.3")
def lay(game: MoerakiKemu, step: Step[State], seat: int, beaches: tuple[int, ...]) -> None:
    """A completed beach gets its tile at once, whoever laid the stone; the stone's own colour comes first.

    In the master's game the owner may first be asked for his Tane, so there the laying is a step of its own.
    """
    if step.state.settings.variant != "master":
        put(game, step, seat, beaches)
        return
    from .tane import LayTiles

    stack = step.state.stack
    frame = LayTiles(seat, beaches)
    if not isinstance(stack[-1], LayTiles) and frame.ask(game, step.state) is None:
        put(game, step, seat, frame.due(game, step.state))
        return
    below = 1 if isinstance(stack[-1], LayTiles) else 0
    step.set(stack=(*stack[: len(stack) - below], frame, *stack[len(stack) - below :]))


@rule("moeraki:R.10")
def put(game: MoerakiKemu, step: Step[State], seat: int, beaches: tuple[int, ...]) -> None:
    """Put tiles of this seat on the board; there are as many as are needed."""
    board, state, tiles = game.board, step.state, list(step.state.tiles)
    for beach in beaches:
        tiles[seat] |= 1 << beach
        full = halves(board, state.stones, beach) == 2
        step.say(TileLaid(seat, board.beaches[beach], full, _clause(board, state, beach, full)))
    step.set(tiles=(tiles[0], tiles[1]))


def _clause(board: Board, state: State, beach: int, full: bool) -> str:
    if board.semi[beach]:
        return "moeraki:C.8" if full else "moeraki:C.7"
    return "moeraki:C.6" if board.round[beach] >> state.ball & 1 else "moeraki:C.4"


@rule("moeraki:D.5", "moeraki:C.7", "moeraki:C.8", "moeraki:R.13")
def points(board: Board, state: State) -> tuple[int, int]:
    """Return what each seat's tiles count, in halves of a point. A Tane counts nothing."""
    black, white = (
        sum(halves(board, state.stones, beach) for beach in range(len(board.beaches)) if tiles >> beach & 1)
        for tiles in state.tiles
    )
    return black, white
