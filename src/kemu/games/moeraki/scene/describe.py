"""A position in words, for those who do not see the board; and the small words that pictures share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.parts.bits import bits

from ..model.board import Board
from ..model.events import WORDS
from ..model.state import SEATS
from ..rules.ball import PlaceBall
from ..rules.kemu import Finished
from ..rules.tane import barred
from ..rules.tiles import halves, points

if TYPE_CHECKING:
    from .. import MoerakiKemu
    from ..model.state import State


GAMES = {"beginner": "beginner's game", "basic": "basic game", "master": "master's game"}


def half_points(halves: int) -> str:
    """Return a number of half points as it is written: 7 halves are 3½.

    >>> half_points(7), half_points(1), half_points(0)
    ('3½', '½', '0')
    """
    whole = str(halves // 2) if halves > 1 or not halves else ""
    return whole + "½" * (halves % 2)


def turn_of(state: State) -> int | None:
    """Return the seat that must decide now, or None when all is over."""
    top = state.stack[-1]
    return None if isinstance(top, Finished) else top.seat


def ended(state: State) -> bool:
    """Return whether the game on the board has ended: the ball is to be placed again, or nothing is left to do."""
    return bool(state.played) and isinstance(state.stack[-1], PlaceBall | Finished)


def result_of(state: State) -> str:
    """Return how the game on the board ended, in one sentence; nothing while it goes on."""
    if not ended(state):
        return ""
    last = state.played[-1]
    black, white = state.victories()
    kemu = ""
    if state.settings.kemu > 1 and isinstance(state.stack[-1], Finished):
        kemu = " The Kemu is drawn." if black == white else f" The Kemu is {'Black' if black > white else 'White'}'s."
    if last.winner is None:
        return f"A full board, and nobody has won: a draw.{kemu}"
    score = f", {half_points(last.halves[0])} to {half_points(last.halves[1])}" if last.way == "marae" else ""
    return f"{SEATS[last.winner].capitalize()} wins by {last.way.capitalize()}{score}.{kemu}"


def describe(game: MoerakiKemu, state: State) -> str:
    """Return the position in words: ball, stones, tiles, Tane, and how it stands."""
    board = game.board
    told: list[str] = []
    told.append("The ball is not placed yet." if state.ball < 0 else f"The ball lies on {board.hollows[state.ball]}.")
    for seat, colour in enumerate(SEATS):
        told.append(f"{colour.capitalize()} stones: {_listed([board.hollows[h] for h in bits(state.stones[seat])])}.")
    if state.last >= 0:
        told.append(f"The last stone lies on {board.hollows[state.last]}.")
    if state.settings.variant != "beginner":
        told += _tiles(board, state)
    for tane in state.tanes:
        told.append(
            f"{SEATS[tane.seat].capitalize()}'s Tane stands on {board.beaches[tane.beach]}, looking {WORDS[tane.look]}."
        )
    if state.tanes:
        closed = barred(board, state.tanes)
        told.append(f"No tile may lie on {_listed([board.beaches[b] for b in bits(closed)])}.")
    if state.pattern:
        told.append(f"The winning pattern: {_listed([board.hollows[h] for h in bits(state.pattern)])}.")
    if state.settings.kemu > 1:
        black, white = state.victories()
        told.append(f"Victories in the Kemu to {state.settings.kemu}: Black {black}, White {white}.")
    if result := result_of(state):
        told.append(result)
    elif (turn := turn_of(state)) is not None:
        told.append(f"It is {SEATS[turn].capitalize()}'s turn.")
    return " ".join(told)


def _tiles(board: Board, state: State) -> list[str]:
    told: list[str] = []
    score = points(board, state)
    for seat, colour in enumerate(SEATS):
        tiles = [
            board.beaches[b] + ("" if halves(board, state.stones, b) == 2 else " (half)")
            for b in bits(state.tiles[seat])
        ]
        told.append(f"{colour.capitalize()} tiles: {_listed(tiles)}; {half_points(score[seat])} points.")
    return told


def _listed(names: list[str]) -> str:
    return ", ".join(names) if names else "none"
