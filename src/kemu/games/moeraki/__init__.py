"""Moeraki-Kemu: stones, beaches and diagonals.

Two tribes lay stones in turn round a neutral ball. Four stones round a beach (Tahuna), a whole diagonal or the way
from the border to the ball (Awa), or a sideline (Ara) win at once; else the board fills, and who holds more beaches
wins by Marae. `README.md` beside this file tells how to play it here, `clauses.toml` every rule.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kemu.core.clauses import rule
from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from .model.actions import AnyAction, Ball, Stone, Tane, Tile
from .model.board import Board
from .model.events import WORDS
from .model.state import SEATS, Settings, State
from .rules.ball import PlaceBall
from .rules.tiles import points

if TYPE_CHECKING:
    from kemu.core.winning import Near
    from kemu.scene import Scene

    from .mind import MoerakiMind

__all__ = ["Ball", "MoerakiKemu", "Settings", "State", "Stone", "Tane", "Tile"]


class MoerakiKemu(Game[State, Settings]):
    """Stones, beaches and diagonals: an abstract game for two, in three variants, and as a match."""

    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = AnyAction
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, kit: Path | None = None) -> None:
        super().__init__(kit)
        self.board = Board(self.kit)

    def bound(self, settings: Settings) -> int:
        """A game has a ball, a stone for each hollow but one, and at most one question about a Tane for each beach.

        In a Kemu at most nine games are drawn before each that is won; the tenth in a row ends it.
        """
        game = len(self.board.hollows) + len(self.board.beaches)
        games = 1 if settings.kemu == 1 else (2 * settings.kemu - 1) * 10
        return game * games

    @rule("moeraki:A.1", "moeraki:B.1", "moeraki:W.1", "moeraki:W.2", "moeraki:W.3", "moeraki:R.2")
    def opening(self, settings: Settings) -> State:
        """An empty board; the player whom the settings name places the ball."""
        return State(settings, (PlaceBall(SEATS.index(settings.first)),))

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a stone, a ball or a Tane cannot go there."""
        from .rules.refusals import explain

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
        if state.settings.kemu > 1:
            return tuple(float(won) for won in state.victories())
        black, white = points(self.board, state)
        return (black / 2, white / 2)

    def keeps_score(self, state: State) -> bool:
        """The beginner's game counts no tiles; a Kemu of it counts victories."""
        return state.settings.kemu > 1 or state.settings.variant != "beginner"

    @cached_property
    def mind(self) -> MoerakiMind:
        """What opponents know of the game."""
        from .mind import MoerakiMind

        return MoerakiMind(self)

    def near(self, view: View[State]) -> tuple[Near, ...]:
        """How many stones each colour's nearest line lacks, and the points."""
        from .scene.nearness import near

        return near(self, view.state)

    def decided(self, view: View[State]) -> tuple[str, ...]:
        """On a full board the points; a winning line is lit anyway."""
        from .scene.nearness import decided

        return decided(view.state)

    def scene(self, view: View[State], decide: Decide | None = None) -> Scene:
        """The board, seen from above, black's side below."""
        from .scene.drawing import scene

        return scene(self, view, decide)

    def picture(self, view: View[State]) -> Any:
        """The board for a terminal."""
        from .scene.terminal import picture

        return picture(self, view)
