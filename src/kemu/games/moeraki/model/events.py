"""What happens in a game of Moeraki-Kemu."""

from __future__ import annotations

from typing import Any, ClassVar

from kemu.core.events import Event
from kemu.core.game import Game

from .actions import Look

WORDS = {"ne": "up to the right", "se": "down to the right", "sw": "down to the left", "nw": "up to the left"}


def _name(game: Game[Any, Any], seat: int) -> str:
    return game.seats[seat].capitalize()


class BallPlaced(Event, frozen=True, tag="ball"):
    """The ball lies."""

    seat: int
    at: str
    under: ClassVar[str] = "moeraki:B.2"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_name(game, self.seat)} places the ball on {self.at}."


class StoneLaid(Event, frozen=True, tag="stone"):
    """A stone lies."""

    seat: int
    at: str
    under: ClassVar[str] = "moeraki:C.2"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_name(game, self.seat)} lays a stone on {self.at}."


class TileLaid(Event, frozen=True, tag="tile"):
    """A tile lies; `full` counts one point, else one half."""

    seat: int
    at: str
    full: bool
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_name(game, self.seat)} gets a {'full' if self.full else 'half'} tile on {self.at}."


class TaneLaid(Event, frozen=True, tag="tane"):
    """A Tane stands."""

    seat: int
    at: str
    look: Look
    under: ClassVar[str] = "moeraki:T.1"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{_name(game, self.seat)} lays the Tane on {self.at}, looking {WORDS[self.look]}."


class TilesRemoved(Event, frozen=True, tag="removed"):
    """Tiles in a Tane's sight are gone."""

    at: tuple[str, ...]
    under: ClassVar[str] = "moeraki:T.2"

    def tell(self, game: Game[Any, Any]) -> str:
        tiles = "tile goes" if len(self.at) == 1 else "tiles go"
        return f"In his sight, the {tiles}: {', '.join(self.at)}."


class LinesCross(Event, frozen=True, tag="cross"):
    """The lines of two Tane cross on a beach, which is free again."""

    at: str
    under: ClassVar[str] = "moeraki:T.5"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"The two lines of sight cross on {self.at}: a tile may lie there again."


class GameEnded(Event, frozen=True, tag="ended"):
    """A game is won or drawn; the points are those on the board."""

    winner: int | None
    way: str
    points: tuple[float, float]
    under: str

    @property
    def clause(self) -> str:
        return self.under

    def tell(self, game: Game[Any, Any]) -> str:
        if self.winner is None:
            return "Every hollow is filled, and nobody has won: a draw."
        return f"{_name(game, self.winner)} wins the game {told(self.way, self.winner, self.points)}."


def told(way: str, winner: int, points: tuple[float, float]) -> str:
    """Return a way to win in words, with the points where they decide, the winner's first."""
    if way != "marae":
        return f"by {way.capitalize()}"
    own, other = points[winner], points[1 - winner]
    tie = ", having placed the ball" if own == other else ""
    return f"by Marae, {own:g} to {other:g}{tie}"
