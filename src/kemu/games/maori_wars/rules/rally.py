"""7.0: the Rally Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Support
from ..model.catalogue import BRITISH, RANGER
from ..model.events import Rallied, Rolled
from .board import BUSH, good, here, mark
from .frame import Procedure
from .units import commands

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

ALONE, LED, WELL_LED = 6, 5, 4
DIE = Dice(1, "maori_wars:7.0", "A die: does it rally?")


@rule("maori_wars:7.0", "maori_wars:R19")
def rallies_on(game: MaoriWars, unit: int, helper: int) -> int:
    """Return the die that a Disrupted unit needs: 6; with a British leader 5; with one of its own people 4.

    Von Tempsky and Jackson rally Rangers on 4, and others as any British leader does.
    """
    cat = game.cat
    if helper < 0:
        return ALONE
    if cat.side[helper] == BRITISH:
        return WELL_LED if helper in cat.ranger_leader and cat.kind[unit] == RANGER else LED
    return WELL_LED


@rule("maori_wars:7.0", "maori_wars:R19", "maori_wars:3.0.2", "maori_wars:3.0.4")
def rallied_by(game: MaoriWars, state: State, leader: int) -> list[int]:
    """Return the Disrupted units that a leader may help: those he commands in his hex, or in his territory's bush."""
    table = game.units
    return [
        unit
        for unit in here(game, state, state.where[leader])
        if not good(state, unit) and not table.leads[unit] and commands(game.cat, leader, unit)
    ]


@rule("maori_wars:7.0", "maori_wars:R7", "maori_wars:R19", "maori_wars:2.0")
class RallyPhase(Procedure, frozen=True, tag="rally"):
    """7.0: each leader is assigned to one Disrupted unit; then each Disrupted unit rolls once, helped or not."""

    seat: int
    assigned: tuple[tuple[int, int], ...] = ()
    """Leader and unit."""
    rolled: int = 0

    def _leader(self, game: MaoriWars, state: State) -> tuple[int, list[int]] | None:
        """Return the next leader who can help, and whom."""
        table, done = game.units, {leader for leader, _ in self.assigned}
        for leader in table.of_seat[self.seat]:
            place = state.where[leader]
            if table.leads[leader] and leader not in done and (place >= 0 or place <= BUSH):
                units = rallied_by(game, state, leader)
                if units:
                    return leader, units
        return None

    def _next(self, game: MaoriWars, state: State) -> int:
        table = game.units
        disrupted = state.disrupted & ~self.rolled
        while disrupted:
            unit = (disrupted & -disrupted).bit_length() - 1
            place = state.where[unit]
            if table.camp[unit] == self.seat and (place >= 0 or place <= BUSH):
                return unit
            disrupted &= disrupted - 1
        return -1

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask which unit a leader helps, then for the dice."""
        if not state.disrupted:
            return None
        if not self.rolled:
            found = self._leader(game, state)
            if found is not None:
                leader, units = found
                if len(units) == 1:
                    return None
                cat = game.cat
                options = tuple(Support(cat.counters[leader].id, cat.counters[unit].id) for unit in units)
                prompt = f"Rally: which unit does {cat.counters[leader].name} help?"
                return Decide(self.seat, prompt, "maori_wars:7.0", options, waiting="Leaders rally their units.")
        return DIE if self._next(game, state) >= 0 else None

    def answer(self, game: MaoriWars, step: Step[State], choice: Support | Outcome) -> None:
        """Assign the leader, or read the die."""
        cat = game.cat
        if isinstance(choice, Support):
            pair = (cat.index[choice.leader], cat.index[choice.unit])
            step.swap(replace(self, assigned=(*self.assigned, pair)))
            return
        unit, die = self._next(game, step.state), cast(int, choice[0])
        needed = min([ALONE, *(rallies_on(game, unit, leader) for leader, helped in self.assigned if helped == unit)])
        step.swap(replace(self, rolled=self.rolled | 1 << unit))
        what = f"{cat.counters[unit].name} tries to rally"
        result = "it rallies" if die >= needed else f"no: it needs {needed}"
        step.say(Rolled("maori_wars:7.0", self.seat, what, die, 0, result))
        if die >= needed:
            mark(step, unit, False)
            step.say(Rallied("maori_wars:7.0", cat.counters[unit].id, game.label_of(step.state.where[unit])))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """A leader with one unit to help helps it; else the phase is over."""
        found = None if self.rolled or not step.state.disrupted else self._leader(game, step.state)
        if found is not None:
            step.swap(replace(self, assigned=(*self.assigned, (found[0], found[1][0]))))
        else:
            step.pop()
