"""Ladder: three steps a turn, left or right, by the same seat: a game in which there is something to undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Literal

from msgspec import Struct

from kemu import Action, Decide, Event, Frame, Game, Over, Step, rule

STEPS = 3
TURNS = 8


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Go(Action, tag="go", frozen=True):
    """Take a step."""

    side: Literal["left", "right"]


class Went(Event, frozen=True, tag="went"):
    """A step was taken."""

    seat: int
    side: str
    under: ClassVar[str] = "ladder:1"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{game.seats[self.seat]} goes {self.side}."


@rule("ladder:1")
class Turn(Frame, frozen=True, tag="turn"):
    """1: a seat takes three steps, then the other does."""

    seat: int
    steps: int
    turns: int

    def ask(self, game: Any, state: State) -> Decide | Over:
        if not self.turns:
            return Over(None, "the top", "ladder:1", (0.0, 0.0))
        return Decide(self.seat, "Left or right?", "ladder:1", (Go("left"), Go("right")), waiting="A step is due.")

    def answer(self, game: Any, step: Step[State], choice: Go) -> None:
        step.say(Went(self.seat, choice.side))
        step.set(path=step.state.path + choice.side[0])
        if self.steps > 1:
            step.swap(Turn(self.seat, self.steps - 1, self.turns))
        else:
            step.swap(Turn(1 - self.seat, STEPS, self.turns - 1))


class State(Struct, frozen=True):
    stack: tuple[Turn, ...]
    path: str


class LadderGame(Game[State, Options]):
    """Steps that can be taken back."""

    id: ClassVar[str] = "ladder"
    title: ClassVar[str] = "Ladder"
    seats: ClassVar[tuple[str, ...]] = ("ann", "bob")
    settings_type: ClassVar[type[Any]] = Options
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Go
    folder: ClassVar[Path] = Path(__file__).parent

    def bound(self, options: Options) -> int:
        return STEPS * TURNS

    def opening(self, options: Options) -> State:
        return State((Turn(0, STEPS, TURNS),), "")
