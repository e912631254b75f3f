"""Dispatch: a combat draws a chit, and a chit may start another combat inside it, three deep and more."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Union

from msgspec import Struct

from kemu import Action, Decide, Event, Frame, Game, Over, Step, rule
from kemu.core.pending import Chance
from kemu.parts.decks import Draw, without
from kemu.parts.dice import Dice

CHITS = ("plan", "plan", "quiet", "quiet", "raid", "raid", "raid")


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Attack(Action, tag="attack", frozen=True):
    """Attack one of the enemy's posts."""

    post: int


class Fought(Event, frozen=True, tag="fought"):
    """A combat at some depth has been decided."""

    matters: ClassVar[bool] = True
    seat: int
    post: int
    depth: int
    die: int
    under: ClassVar[str] = "dispatch:3"

    def tell(self, game: Game[Any, Any]) -> str:
        return f"{game.seats[self.seat]} attacks post {self.post} at depth {self.depth} and throws {self.die}."


@rule("dispatch:1")
class Turn(Frame, frozen=True, tag="turn"):
    """1: the seats attack in turn, while both have posts."""

    seat: int
    left: int

    def ask(self, game: Any, state: State) -> Decide | Over | None:
        for seat in (0, 1):
            if not any(state.posts[seat]):
                return Over(1 - seat, "no post left", "dispatch:1", tuple(float(sum(p)) for p in state.posts))
        if not self.left:
            return Over(None, "peace", "dispatch:1", tuple(float(sum(p)) for p in state.posts))
        options = tuple(Attack(i) for i, strength in enumerate(state.posts[1 - self.seat]) if strength)
        return Decide(self.seat, "Attack a post.", "dispatch:1", options)

    def answer(self, game: Any, step: Step[State], choice: Attack) -> None:
        step.swap(Turn(1 - self.seat, self.left - 1), Combat(self.seat, choice.post, "chit"))


@rule("dispatch:2", "dispatch:3")
class Combat(Frame, frozen=True, tag="combat"):
    """2: a combat draws a chit, carries it out, and only then throws its die (3)."""

    seat: int
    post: int
    step: str

    def ask(self, game: Any, state: State) -> Chance | None:
        if self.step == "chit":
            return Draw(state.bag, "dispatch:2") if state.bag else None
        return Dice(1, "dispatch:3")

    def run(self, game: Any, step: Step[State]) -> None:
        """The bag is empty: the combat goes on without a chit."""
        step.swap(Combat(self.seat, self.post, "die"))

    def answer(self, game: Any, step: Step[State], choice: tuple[Any, ...]) -> None:
        if self.step == "chit":
            chit = choice[0]
            step.set(bag=without(step.state.bag, (chit,)))
            after = Combat(self.seat, self.post, "die")
            if chit == "raid":
                step.swap(after, Raid(1 - self.seat))
            elif chit == "quiet":
                step.pop()
            else:
                step.swap(after)
            return
        step.pop()
        depth = sum(isinstance(frame, Combat) for frame in step.state.stack) + 1
        step.say(Fought(self.seat, self.post, depth, choice[0]))
        if choice[0] >= 4:
            posts = [list(side) for side in step.state.posts]
            posts[1 - self.seat][self.post] = max(0, posts[1 - self.seat][self.post] - 1)
            step.set(posts=(tuple(posts[0]), tuple(posts[1])), deepest=max(step.state.deepest, depth))
        else:
            step.set(deepest=max(step.state.deepest, depth))


@rule("dispatch:2")
class Raid(Frame, frozen=True, tag="raid"):
    """2: a raid chit lets the other seat fight a combat of its own, inside the present one."""

    seat: int

    def ask(self, game: Any, state: State) -> Decide | None:
        options = tuple(Attack(i) for i, strength in enumerate(state.posts[1 - self.seat]) if strength)
        return Decide(self.seat, "Raid a post.", "dispatch:2", options) if options else None

    def run(self, game: Any, step: Step[State]) -> None:
        """Nothing is left to raid."""
        step.pop()

    def answer(self, game: Any, step: Step[State], choice: Attack) -> None:
        step.swap(Combat(self.seat, choice.post, "chit"))


class State(Struct, frozen=True):
    stack: tuple[Union[Turn, Combat, Raid], ...]  # noqa: UP007
    posts: tuple[tuple[int, ...], tuple[int, ...]]
    bag: tuple[str, ...]
    deepest: int


class DispatchGame(Game[State, Settings]):
    """Combats inside combats."""

    id: ClassVar[str] = "dispatch"
    title: ClassVar[str] = "Dispatch"
    seats: ClassVar[tuple[str, ...]] = ("red", "blue")
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = Attack
    folder: ClassVar[Path] = Path(__file__).parent

    def bound(self, settings: Settings) -> int:
        return 20 * 2 + 3 * len(CHITS)

    def opening(self, settings: Settings) -> State:
        return State((Turn(0, 20),), ((2, 2, 1), (2, 2, 1)), CHITS, 0)
