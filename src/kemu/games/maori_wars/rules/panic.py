"""11.0: disruption and panic."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Chance, Outcome
from kemu.parts.dice import Dice

from ..model.catalogue import CANOE
from ..model.events import Rolled
from .board import NOBODY, site_at
from .frame import Procedure
from .units import eliminate, lose_canoe, step_down

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

STRUCTURES_PANIC = 2
DIE = Dice(1, "maori_wars:11.0", "A die: does it panic?")


@rule("maori_wars:11.0", "maori_wars:R37", "maori_wars:3.0.7", "maori_wars:3.0.11")
def panics_on(game: MaoriWars, unit: int) -> int:
    """Return the die on which, or below which, a unit panics: 2, but Rangers and Infantry only on 1."""
    return game.units.panic[unit] if unit >= 0 else STRUCTURES_PANIC


@rule("maori_wars:11.0", "maori_wars:R37", "maori_wars:R3")
class Panic(Procedure, frozen=True, tag="panic"):
    """11.0: what is Disrupted again may panic: its owner rolls a die.

    On a 2 or less it is eliminated. A Fort or Pa becomes a Disrupted Settlement or Village; on a Town nothing is left.
    """

    unit: int
    """A counter, or -1: the Structure of the hex."""
    at: int
    pays: bool

    def asks(self, game: MaoriWars, state: State) -> Chance | None:
        """Ask for the die, if it is still there."""
        if self.unit >= 0:
            place = state.where[self.unit]
            return DIE if place >= 0 or place <= -10 else None
        return DIE if site_at(game, state, self.at) is not None else None

    def answer(self, game: MaoriWars, step: Step[State], choice: Outcome) -> None:
        """It holds, or it panics."""
        step.pop()
        die, unit = cast(int, choice[0]), self.unit
        panics = die <= panics_on(game, unit)
        what = f"{game.cat.counters[unit].name} may panic" if unit >= 0 else "the Structure may panic"
        seat = game.units.camp[unit] if unit >= 0 else NOBODY
        result = "it panics" if panics else "it holds"
        step.say(Rolled("maori_wars:11.0", seat if seat != NOBODY else -1, what, die, 0, result))
        if not panics:
            return
        if unit < 0:
            step_down(game, step, self.at, "maori_wars:11.0", disrupted=True)
        elif game.cat.kind[unit] == CANOE:
            lose_canoe(game, step, unit, "lost in panic", "maori_wars:R37")
        else:
            eliminate(game, step, unit, "maori_wars:11.0", pays=self.pays)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """It has gone already."""
        step.pop()
