"""Moeraki-Kemu: stones, beaches and diagonals.

Two tribes lay stones in turn round a neutral ball. Four stones round a beach (Tahuna), a whole diagonal or the way
from the border to the ball (Awa), or a sideline (Ara) win at once; else the board fills, and who holds more beaches
wins by Marae. `README.md` beside this file tells how to play it here, `clauses.toml` every rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kemu.core.clauses import rule
from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from .actions import AnyAction, Ball, Stone, Tane, Tile
from .board import Board
from .events import WORDS
from .rules.ball import PlaceBall
from .rules.tiles import points
from .state import SEATS, Options, State

if TYPE_CHECKING:
    from kemu.scene import Scene

__all__ = ["Ball", "MoerakiKemu", "Options", "State", "Stone", "Tane", "Tile"]


class MoerakiKemu(Game[State, Options]):
    """Stones, beaches and diagonals: an abstract game for two, in three variants, and as a match."""

    id: ClassVar[str] = "moeraki"
    title: ClassVar[str] = "Moeraki-Kemu"
    seats: ClassVar[tuple[str, ...]] = SEATS
    options_type: ClassVar[type[Any]] = Options
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = AnyAction
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, kit: Path | None = None) -> None:
        super().__init__(kit)
        self.board = Board(self.kit)

    def bound(self, options: Options) -> int:
        """A game has a ball, a stone for each hollow but one, and at most one question about a Tane for each beach.

        In a Kemu at most nine games are drawn before each that is won; the tenth in a row ends it.
        """
        game = len(self.board.hollows) + len(self.board.beaches)
        games = 1 if options.kemu == 1 else (2 * options.kemu - 1) * 10
        return game * games

    @rule("moeraki:A.1", "moeraki:B.1", "moeraki:W.1", "moeraki:W.2", "moeraki:W.3", "moeraki:R.2")
    def opening(self, options: Options) -> State:
        """An empty board; the player whom the options name places the ball."""
        return State(options, (PlaceBall(SEATS.index(options.first)),))

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a stone, a ball or a Tane cannot go there."""
        from .refusals import explain

        return explain(self, view.state, decide, intent)

    def notation(self, action: Action) -> str:
        """A hollow's name for the ball and for a stone; `tile`; `e6 ne` for a Tane on e6 that looks up to the right."""
        match action:
            case Ball(at) | Stone(at):
                return at
            case Tane(at, look):
                return f"{at} {look}"
            case _:
                return "tile"

    def label(self, view: View[State], action: Action) -> str:
        """The action in a few words."""
        match action:
            case Ball(at):
                return f"Place the ball on {at}"
            case Stone(at):
                return f"Lay a stone on {at}"
            case Tane(at, look):
                return f"Lay the Tane on {at}, looking {WORDS[look]}"
            case _:
                return "Lay the tile, keep the Tane"

    def scores(self, state: State) -> tuple[float, ...]:
        """Points in a single game, victories in a Kemu."""
        if state.options.kemu > 1:
            return tuple(float(won) for won in state.victories())
        black, white = points(self.board, state)
        return (black / 2, white / 2)

    def evaluate(self, state: State, seat: int) -> float:
        """How good it looks: threats to complete a line, and points."""
        from .features import evaluate

        return evaluate(self, state, seat)

    def scene(self, view: View[State], decide: Decide | None = None) -> Scene:
        """The board, seen from above, black's side below."""
        from .scene import scene

        return scene(self, view, decide)

    def picture(self, view: View[State]) -> Any:
        """The board for a terminal."""
        from .terminal import picture

        return picture(self, view)
