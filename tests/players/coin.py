"""Coin: a game in which it would pay to see what is hidden.

A coin with three sides is tossed; only the second seat sees it. The first seat is safe (a draw) or dares: the second
seat nods, which tells nothing, and the first names a side: right wins, wrong loses. Who cannot see the coin should
be safe, since daring loses two times in three.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Union

from msgspec import Struct
from msgspec.structs import replace

from kemu import Action, Decide, Frame, Game, Over, Rng, Step, View
from kemu.core.pending import Chance
from kemu.parts.dice import Dice

SIDES = 3
UNSEEN = 0


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Safe(Action, tag="safe", frozen=True):
    """Take the draw."""


class Dare(Action, tag="dare", frozen=True):
    """Name a side later."""


class Nod(Action, tag="nod", frozen=True):
    """Go on."""


class Wink(Action, tag="wink", frozen=True):
    """Go on, too."""


class Name(Action, tag="name", frozen=True):
    """Name a side."""

    side: int


class Toss(Frame, frozen=True, tag="toss"):
    def ask(self, game: Any, state: State) -> Chance:
        return Dice(1, "", faces=tuple(range(1, SIDES + 1)), seen=(1,))

    def answer(self, game: Any, step: Step[State], choice: tuple[int, ...]) -> None:
        step.set(coin=choice[0])
        step.swap(Choose())


class Choose(Frame, frozen=True, tag="choose"):
    def ask(self, game: Any, state: State) -> Decide:
        return Decide(0, "Safe, or dare?", "", (Safe(), Dare()))

    def answer(self, game: Any, step: Step[State], choice: Safe | Dare) -> None:
        step.swap(Ended(None) if isinstance(choice, Safe) else Nods())


class Nods(Frame, frozen=True, tag="nods"):
    def ask(self, game: Any, state: State) -> Decide:
        return Decide(1, "Nod.", "", (Nod(), Wink()))

    def answer(self, game: Any, step: Step[State], choice: Nod | Wink) -> None:
        step.swap(Names())


class Names(Frame, frozen=True, tag="names"):
    def ask(self, game: Any, state: State) -> Decide:
        return Decide(0, "Which side?", "", tuple(Name(side) for side in range(1, SIDES + 1)))

    def answer(self, game: Any, step: Step[State], choice: Name) -> None:
        step.swap(Ended(0 if choice.side == step.state.coin else 1))


class Ended(Frame, frozen=True, tag="ended"):
    winner: int | None

    def ask(self, game: Any, state: State) -> Over:
        return Over(self.winner, "told", "", (0.0, 0.0))


class State(Struct, frozen=True):
    stack: tuple[Union[Toss, Choose, Nods, Names, Ended], ...]  # noqa: UP007
    coin: int


class CoinGame(Game[State, Settings]):
    """Safe, or dare?"""

    id: ClassVar[str] = "coin"
    title: ClassVar[str] = "Coin"
    seats: ClassVar[tuple[str, ...]] = ("guesser", "keeper")
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Safe | Dare | Nod | Wink | Name
    folder: ClassVar[Path] = Path(__file__).parent
    hides: ClassVar[bool] = True

    def bound(self, settings: Settings) -> int:
        return 4

    def opening(self, settings: Settings) -> State:
        return State((Toss(),), UNSEEN)

    def view(self, state: State, seat: int | None) -> View[State]:
        return View(seat, state if seat == 1 else replace(state, coin=UNSEEN))

    def redeal(self, view: View[State], rng: Rng) -> State:
        tossed = not isinstance(view.state.stack[-1], Toss)
        return replace(view.state, coin=1 + rng.below(SIDES)) if view.seat != 1 and tossed else view.state
