"""6.0: boats under way, and those they transport."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Go, Load
from ..model.events import Moved
from .board import good, here, put
from .boats import leave_behind, stops
from .frame import Procedure
from .movement import TRANSPORT, arrive, moving, note_moved, tied
from .obstacles import obstacles
from .offers import Places
from .stacking import distinct

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

CAPACITY = 2


@rule("maori_wars:6.0.4", "maori_wars:R13", "maori_wars:R15")
def landings(game: MaoriWars, state: State, boat: int, aboard: tuple[int, ...]) -> int:
    """Return where a boat may go and stay, and, if it carries anybody, where they may all disembark, as bits.

    With a combat unit on board it may land where an enemy boat or leader is alone; with Artillery, where a leader is.
    """
    table = game.units
    seat = table.camp[boat]
    land = obstacles(game, state, seat)
    found = stops(game, state, boat)
    if not any(table.fights[unit] for unit in aboard):
        found &= ~land.boats_bits
    if not any(table.occupies[unit] for unit in aboard):
        found &= ~land.leaders_bits
    for unit in aboard:
        found &= table.enters[table.moves[unit]]
    return found


@rule("maori_wars:6.0.4", "maori_wars:R12", "maori_wars:R13")
def passengers(game: MaoriWars, state: State, boat: int, aboard: tuple[int, ...]) -> list[int]:
    """Return who may still board here: 2 mp are needed; 2 units, Artillery among them, and any number of leaders.

    A Disrupted boat transports nobody; a Disrupted unit may be transported. Boats do not carry boats.
    """
    found = moving(state)
    if found is None or not good(state, boat):
        return []
    table, phase = game.units, found[1]
    full = sum(not table.leads[unit] for unit in aboard) >= CAPACITY
    return [
        unit
        for unit in here(game, state, state.where[boat])
        if table.camp[unit] == phase.seat
        and not table.boat[unit]
        and unit not in aboard
        and phase.left(game, unit) >= TRANSPORT
        and not (full and not table.leads[unit])
        and not tied(game, state, unit)
    ]


@rule("maori_wars:6.0.2", "maori_wars:6.0.4", "maori_wars:R13")
class Sailing(Procedure, frozen=True, tag="sailing"):
    """6.0: a boat moves. Passengers board where it starts, and all of them disembark where it ends."""

    boat: int
    aboard: tuple[int, ...] = ()

    def asks(self, game: MaoriWars, state: State) -> Decide:
        """Ask who boards, and where the boat goes."""
        cat, boat = game.cat, self.boat
        loads: tuple[Action, ...] = tuple(
            Load(cat.counters[unit].id)
            for unit in distinct(game, state, passengers(game, state, boat, self.aboard))
            if landings(game, state, boat, (*self.aboard, unit))
        )
        options = Places(cat, Go, landings(game, state, boat, self.aboard), before=loads)
        prompt = f"{cat.counters[boat].name} at {game.named(state.where[boat])}: who boards, or where to?"
        return Decide(game.units.camp[boat], prompt, "maori_wars:6.0.4", options, waiting="A boat moves.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Load | Go) -> None:
        """Take someone on board, or go and put everybody ashore."""
        cat = game.cat
        if isinstance(choice, Load):
            step.swap(replace(self, aboard=(*self.aboard, cat.index[choice.unit])))
            return
        found = moving(step.state)
        assert found is not None
        phase = found[1]
        start, to = step.state.where[self.boat], cat.hex_of[choice.to]
        step.pop()
        crew = (self.boat, *self.aboard)
        put(step, crew, to)
        ids = tuple(cat.counters[unit].id for unit in crew)
        how = "land" if self.aboard else "moves"
        step.say(
            Moved("maori_wars:6.0.4" if self.aboard else "maori_wars:6.0.2", ids, cat.label[start], choice.to, how)
        )
        ashore = [(unit, phase.left(game, unit) - TRANSPORT, True) for unit in self.aboard]
        note_moved(
            step, [self.boat, *(unit for unit, mp, _ in ashore if not mp)], [entry for entry in ashore if entry[1]]
        )
        leave_behind(game, step, start)
        if self.aboard:
            order = sorted(self.aboard, key=lambda unit: not game.units.fights[unit])
            arrive(game, step, order, to)
