"""The state of a Kemu: the game on the board, and the games already played."""

from __future__ import annotations

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct

from ..rules.ball import PlaceBall
from ..rules.kemu import Finished
from ..rules.stones import LayStone
from ..rules.tane import LayTiles
from .actions import Look

BLACK, WHITE = 0, 1
SEATS = ("black", "white")


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to play."""

    variant: Annotated[
        Literal["beginner", "basic", "master"],
        Meta(
            description="beginner: the ball, the stones and three early wins. basic: also tribal tiles and Marae."
            " master: also the Tane."
        ),
    ] = "basic"
    kemu: Annotated[
        Literal[1, 3, 5, 7, 10],
        Meta(description="How many games win the match: 1 a single game, 3 Uira, 5 Kiwi, 7 Moa, 10 Ika Moana."),
    ] = 1
    first: Annotated[
        Literal["black", "white"],
        Meta(description="Who places the ball in the first game (at a table, the younger player)."),
    ] = "black"


class TaneAt(Struct, frozen=True):
    """A Tane on the board: whose, on which beach, looking where."""

    seat: int
    beach: int
    look: Look


class Played(Struct, frozen=True):
    """A finished game: who won it (None: drawn), how, and the points on the board, in halves."""

    winner: int | None
    way: str
    halves: tuple[int, int]


Frames = Union[PlaceBall, LayStone, LayTiles, Finished]  # noqa: UP007


class State(Struct, frozen=True):
    """Everything about a Kemu.

    `stones` and `tiles` are one set of bits a seat, over the board's hollows and beaches. The board of a finished
    game stays until the ball is placed for the next one.
    """

    settings: Settings
    stack: tuple[Frames, ...]
    ball: int = -1
    """The hollow of the ball, or -1."""
    placer: int = 0
    """The seat that placed the ball: equal points are his."""
    stones: tuple[int, int] = (0, 0)
    last: int = -1
    """The hollow of the last stone, or -1."""
    tiles: tuple[int, int] = (0, 0)
    tanes: tuple[TaneAt, ...] = ()
    """In the order in which they came."""
    pattern: int = 0
    """The hollows of the winning lines, once there are any."""
    played: tuple[Played, ...] = ()

    def victories(self) -> tuple[int, int]:
        """Return how many games each seat has won."""
        return (
            sum(game.winner == BLACK for game in self.played),
            sum(game.winner == WHITE for game in self.played),
        )
