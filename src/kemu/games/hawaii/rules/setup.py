"""6: how to set up the game, and what its owners may choose in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Place
from ..model.events import UnitPlaced
from .board import shifted

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


@rule("hawaii:6.0", "hawaii:R8")
class Dividing(Frame, frozen=True, tag="dividing"):
    """6.0: counters set up on a two-space island stand where their owner likes, openly, before the first card."""

    seat: int
    units: int
    spaces: tuple[int, ...]

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Ask for one counter at a time."""
        if not self.units:
            return None
        cat = game.cat
        unit = bits(self.units)[0]
        options = tuple([cat.place[unit][at] for at in self.spaces])
        island = cat.islands[cat.spaces[self.spaces[0]].island].name
        prompt = f"Set up {cat.name(unit)} in one of the two spaces of {island}."
        return Decide(self.seat, prompt, "hawaii:R8", options, waiting=f"Units are set up on {island}.")

    def answer(self, game: Hawaii, step: Step[State], choice: Place) -> None:
        """Put it there."""
        state, bit = step.state, 1 << game.cat.index[choice.unit]
        step.set(
            places=shifted(state.places, bit, game.cat.space[choice.at]),
            stack=(*state.stack[:-1], Dividing(self.seat, self.units & ~bit, self.spaces)),
        )
        step.say(UnitPlaced(choice.unit, choice.at, "hawaii:R8"))

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """All stand."""
        step.pop()


@rule("hawaii:6.2", "hawaii:R8")
class Adding(Frame, frozen=True, tag="adding"):
    """6.2: in the short game each side adds cannon, pikes and two warriors to its home island, as it likes."""

    seat: int
    left: tuple[int, ...]
    """For each counter still to come, those from which its owner picks."""
    spaces: tuple[int, ...]

    def ask(self, game: Hawaii, state: State) -> Decide | None:
        """Ask which counter comes, and where it stands, one at a time."""
        cat = game.cat
        if not self.left:
            return None
        units = tuple(cat.distinct(self.left[0] & state.places[cat.boxes[self.seat]]))
        options: tuple[Action, ...] = tuple(
            Place(cat.counters[unit].id, cat.spaces[at].id) for unit in units for at in self.spaces
        )
        if not options:
            return None
        prompt = "Add a unit to your home island: which one, and in which space?"
        if len(units) == 1:
            prompt = f"Place {cat.counters[units[0]].name} on your home island: in which space?"
        return Decide(self.seat, prompt, "hawaii:6.2", options, waiting="Units are added for the short game.")

    def answer(self, game: Hawaii, step: Step[State], choice: Place) -> None:
        """Put it there."""
        step.swap(Adding(self.seat, self.left[1:], self.spaces))
        step.set(places=shifted(step.state.places, 1 << game.cat.index[choice.unit], game.cat.space[choice.at]))
        step.say(UnitPlaced(choice.unit, choice.at, "hawaii:6.2"))

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """All have come, or the box has no such counter."""
        if self.left:
            step.swap(Adding(self.seat, self.left[1:], self.spaces))
        else:
            step.pop()
