"""Frames: where a game stands in its own procedures, as a stack of small values.

Procedures nest: a combat inside a phase, a chit's combat inside a combat. A state therefore holds a stack,
one frame for each step that has begun and not ended. The top frame says what the game waits for, and takes
the answer. A frame is a frozen struct with the step's local facts as fields, so it is encoded, compared and
copied with the state. (Generators would read as well, but cannot be copied: search and undo would have to
replay the game from its start.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from .events import Event
from .pending import Action, Outcome, Pending

if TYPE_CHECKING:
    from .game import Game


class HasStack(Protocol):
    """What the engine asks of a state: that it has a stack of frames. All else is the game's."""

    @property
    def stack(self) -> tuple[Any, ...]: ...


S = TypeVar("S", bound=HasStack)

_replace: Any = replace


class Frame(Struct, frozen=True, tag_field="frame"):
    """One step of a procedure; its docstring says which clause it carries out."""

    def ask(self, game: Any, state: Any) -> Pending | None:
        """Return what this step waits for, or None if it can go on by itself (then the engine calls `run`)."""
        return None

    def answer(self, game: Any, step: Step[Any], choice: Any) -> None:
        """Go on with a legal answer or outcome. The engine has checked it: here it is never refused."""
        raise NotImplementedError(f"{type(self).__name__} asks, but takes no answer")

    def run(self, game: Any, step: Step[Any]) -> None:
        """Go on without an answer: push another frame, change this one, or pop it. It must make progress."""
        raise NotImplementedError(f"{type(self).__name__} neither asks nor runs")


class Step(Generic[S]):
    """One application in the making: the state so far and the events so far.

    Frames work on it with `set`, `push`, `pop`, `swap` and `say`. It never leaves `apply`: what comes out is
    the immutable state and the tuple of events.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: S) -> None:
        self.state: S = state
        self.events: list[Event] = []

    def set(self, **changes: Any) -> None:
        """Replace fields of the state."""
        self.state = _replace(self.state, **changes)

    def push(self, frame: Frame) -> None:
        """Begin a step inside the present one."""
        self.state = _replace(self.state, stack=(*self.state.stack, frame))

    def pop(self) -> None:
        """End the present step; the one below goes on."""
        self.state = _replace(self.state, stack=self.state.stack[:-1])

    def swap(self, *frames: Frame) -> None:
        """End the present step and begin others in its place, the last one first."""
        self.state = _replace(self.state, stack=(*self.state.stack[:-1], *frames))

    def say(self, event: Event) -> None:
        """Tell what happened."""
        self.events.append(event)


Choice = Action | Outcome

MAX_RUNS = 100_000
"""A procedure that runs this often without a pause is taken to be an endless loop."""


def settle(game: Game[Any, Any], step: Step[Any]) -> Pending:
    """Let the frames run until one waits for something, and return what it waits for."""
    for _ in range(MAX_RUNS):
        frame = step.state.stack[-1]
        pending = frame.ask(game, step.state)
        if pending is not None:
            return pending
        frame.run(game, step)
    raise AssertionError(f"{game.id}: the frames never pause: {[type(f).__name__ for f in step.state.stack]}")
