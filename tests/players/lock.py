"""Lock: a game in which only a whole plan is worth anything.

One seat turns six wheels, one after the other; the lock opens on one setting only, and nothing tells a right wheel
from a wrong one before the last. The other seat nods once, after the third wheel, so that the plan goes through
somebody else's decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Union

from msgspec import Struct

from kemu import Action, Decide, Frame, Game, Over, Rng, Step, View
from kemu.core.mind import Mind, rewards
from kemu.core.pending import Pending

WHEELS, SIDES = 6, 7
CODE = (3, 1, 4, 1, 5, 2)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Turn(Action, tag="turn", frozen=True):
    """Turn the next wheel to this side."""

    side: int


class Nod(Action, tag="nod", frozen=True):
    """Go on."""


class Wheels(Frame, frozen=True, tag="wheels"):
    turned: tuple[int, ...] = ()
    nodded: bool = False

    def ask(self, game: Any, state: State) -> Decide | Over:
        if len(self.turned) == WHEELS:
            return Over(0 if self.turned == CODE else 1, "told", "", (0.0, 0.0))
        if len(self.turned) == WHEELS // 2 and not self.nodded:
            return Decide(1, "Nod.", "", (Nod(),))
        return Decide(0, "Turn a wheel.", "", tuple(Turn(side) for side in range(SIDES)))

    def answer(self, game: Any, step: Step[State], choice: Turn | Nod) -> None:
        step.swap(Wheels((*self.turned, choice.side)) if isinstance(choice, Turn) else Wheels(self.turned, True))


class State(Struct, frozen=True):
    stack: tuple[Union[Wheels], ...]  # noqa: UP007


class LockGame(Game[State, Settings]):
    """Six wheels."""

    id: ClassVar[str] = "lock"
    title: ClassVar[str] = "Lock"
    seats: ClassVar[tuple[str, ...]] = ("thief", "owner")
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Turn | Nod
    folder: ClassVar[Path] = Path(__file__).parent

    def bound(self, settings: Settings) -> int:
        return WHEELS + 1

    def opening(self, settings: Settings) -> State:
        return State((Wheels(),))

    @cached_property
    def mind(self) -> Mind[Any]:
        return Clueless(self)


class Clueless(Mind[Any]):
    """Nobody can tell a right wheel from a wrong one."""

    proposals: ClassVar[Sequence[Sequence[Action]]] = ()

    def value(self, state: State, pending: Pending, rng: Rng) -> Sequence[float]:
        return rewards(pending, 2) if isinstance(pending, Over) else (0.0, 0.0)

    def plans(self, view: View[State], decide: Decide) -> Sequence[Sequence[Action]]:
        return [plan[len(view.state.stack[-1].turned) :] for plan in self.proposals]


class Told(Clueless):
    """Knows the right plan, among wrong ones."""

    proposals: ClassVar[Sequence[Sequence[Action]]] = [
        [Turn(0)] * WHEELS,
        [Turn(side) for side in CODE],
        [Turn(SIDES + 5), Turn(1)],
    ]


class ToldGame(LockGame):
    """The same, with the right plan among wrong ones."""

    @cached_property
    def mind(self) -> Mind[Any]:
        return Told(self)
