"""Volley: many dice at once, read as a sum or as a count, with the exact odds before the throw."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal, Union

from msgspec import Struct

from kemu import Action, Decide, Frame, Game, Over, Rng, Step, rule
from kemu.core.mind import Mind, rewards
from kemu.core.pending import Chance, Pending
from kemu.parts.dice import Dice
from kemu.parts.odds import Odds

MEN = 12
LAST = 40


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Fire(Action, tag="fire", frozen=True):
    """Fire, aimed (every 5 or 6 hits) or massed (every 6 of the sum hits)."""

    how: Literal["aimed", "massed"]


@rule("volley:2")
def hits(how: str, dice: tuple[int, ...]) -> int:
    """Aimed fire counts fives and sixes; massed fire counts sixes in the sum."""
    return sum(die >= 5 for die in dice) if how == "aimed" else sum(dice) // 6


@rule("volley:2")
def odds(how: str, men: int) -> Odds:
    """Return the exact distribution of hits."""
    return Odds.of_count(men, lambda die: die >= 5) if how == "aimed" else Odds.of_sum(men).map(lambda s: s // 6)


@rule("volley:1")
class Turn(Frame, frozen=True, tag="turn"):
    """1: the seats fire in turn until one has nobody left."""

    seat: int

    def ask(self, game: Any, state: State) -> Decide | Over:
        if 0 in state.men:
            return Over(int(state.men[0] == 0), "nobody left", "volley:1", tuple(float(n) for n in state.men))
        if state.volleys == LAST:
            return Over(None, "night", "volley:1", tuple(float(n) for n in state.men))
        return Decide(self.seat, "Fire.", "volley:1", (Fire("aimed"), Fire("massed")))

    def answer(self, game: Any, step: Step[State], choice: Fire) -> None:
        step.swap(Turn(1 - self.seat), Throw(self.seat, choice.how))


class Throw(Frame, frozen=True, tag="throw"):
    """2: a die for each man."""

    seat: int
    how: Literal["aimed", "massed"]

    def ask(self, game: Any, state: State) -> Chance:
        return Dice(state.men[self.seat], "volley:2")

    def answer(self, game: Any, step: Step[State], choice: tuple[int, ...]) -> None:
        men = list(step.state.men)
        men[1 - self.seat] = max(0, men[1 - self.seat] - hits(self.how, choice))
        step.set(men=tuple(men), volleys=step.state.volleys + 1)
        step.pop()


class State(Struct, frozen=True):
    stack: tuple[Union[Turn, Throw], ...]  # noqa: UP007
    men: tuple[int, int]
    volleys: int


class Men(Mind[Any]):
    """Who has more men stands better."""

    def value(self, state: State, pending: Pending, rng: Rng) -> tuple[float, float]:
        if isinstance(pending, Over):
            return rewards(pending, 2)
        lead = (state.men[0] - state.men[1]) / MEN
        return lead, -lead


class VolleyGame(Game[State, Settings]):
    """Twelve men a side."""

    id: ClassVar[str] = "volley"
    title: ClassVar[str] = "Volley"
    seats: ClassVar[tuple[str, ...]] = ("blue", "grey")
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Fire
    folder: ClassVar[Path] = Path(__file__).parent

    def bound(self, settings: Settings) -> int:
        return 80

    def opening(self, settings: Settings) -> State:
        return State((Turn(0),), (MEN, MEN), 0)

    @cached_property
    def mind(self) -> Mind[Any]:
        return Men(self)
