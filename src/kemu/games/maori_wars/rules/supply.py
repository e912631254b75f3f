"""13.0: the Attrition Phase: who is fed, and who is in supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Decide
from kemu.parts.bits import bits

from ..model.actions import Starve
from ..model.catalogue import BRITISH, MAORI
from ..model.events import Noted
from .board import (
    AWAY,
    BRITISH_SEAT,
    CAMP,
    MAORI_SEAT,
    board,
    friendly_sites,
    mark,
    put,
    town_owner,
    units_in_play,
)
from .boats import leave_behind
from .frame import Procedure
from .lanes import as_bits
from .reinforcement import FED
from .stacking import distinct
from .units import disrupt, leaders_left

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

RANGE = 3


@rule("maori_wars:13.0", "maori_wars:13.0.1", "maori_wars:13.0.3", "maori_wars:R39", "maori_wars:2.0")
class Hunger(Procedure, frozen=True, tag="hunger"):
    """13.0: a Maori Structure feeds 3 Maori units, wherever they are, a Queenite one 3 Queenite units.

    If there are more, their owner removes one unit, and only one; not into the Box, and nobody is paid for it.
    """

    side: int

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask which unit is removed."""
        units = units_in_play(game, state, self.side)
        if len(units) <= FED * len(friendly_sites(state, self.side)):
            return None
        cat = game.cat
        options = tuple(Starve(cat.counters[unit].id) for unit in distinct(game, state, units))
        fed = FED * len(friendly_sites(state, self.side))
        prompt = f"Attrition: {len(units)} units, and Structures to feed {fed}. Which is removed?"
        return Decide(CAMP[self.side], prompt, "maori_wars:13.0", options, waiting="Units go hungry.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Starve) -> None:
        """It goes home."""
        step.pop()
        unit = game.cat.index[choice.unit]
        place, seat = step.state.where[unit], CAMP[self.side]
        mark(step, unit, False)
        put(step, (unit,), AWAY)
        step.say(
            Noted(
                "maori_wars:13.0", f"{game.cat.counters[unit].name} at {game.named(place)}: removed for want of food."
            )
        )
        leaders_left(game, step, place, seat)
        if place >= 0:
            leave_behind(game, step, place)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Everybody is fed."""
        step.pop()


@rule("maori_wars:13.0.2", "maori_wars:R39")
def lines_of_supply(game: MaoriWars, state: State) -> int:
    """Return the hexes within 3 of a Town, Settlement or Fort, along a line that no Maori blocks, as bits.

    It may not enter a hex with a Maori unit, a Canoe among them, or Structure, nor cross an all-water hexside or the
    ocean, unless a Gunboat is at the British Structure. Disrupted Structures supply; a Town held by Maori does not.
    """
    table, there = game.units, board(game, state)
    blocked = {at for at, units in there.bits.items() if units & table.unit_bits[MAORI_SEAT]}
    blocked |= {site[0] for site in state.sites if site[2] == MAORI}
    shut = as_bits(blocked)
    sources = {site[0] for site in state.sites if site[2] == BRITISH}
    sources |= {at for at in table.towns if town_owner(game, state, at) == BRITISH_SEAT}
    wet = {at for at in sources if any(table.shells[unit] and table.boat[unit] for unit in there.at.get(at, ()))}
    found = 0
    for ports, lines in ((sources - wet, game.lanes.supply), (wet, game.lanes.supply_by_water)):
        seen = edge = as_bits(ports)
        for _ in range(RANGE):
            edge = lines.step(edge) & ~shut & ~seen
            seen |= edge
        found |= seen
    return found


def supplied(game: MaoriWars, state: State) -> set[int]:
    """Return the hexes where British units are in supply."""
    return set(bits(lines_of_supply(game, state)))


@rule("maori_wars:13.0.2", "maori_wars:R39", "maori_wars:2.0")
class BritishSupply(Procedure, frozen=True, tag="british-supply"):
    """13.0: if British units on the map are out of supply, their owner Disrupts one of them; it may panic."""

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        fed = lines_of_supply(game, state)
        table = game.units
        return [
            unit
            for unit in table.of_side[BRITISH]
            if table.occupies[unit] and state.where[unit] >= 0 and not fed >> state.where[unit] & 1
        ]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask which suffers."""
        units = distinct(game, state, self._units(game, state))
        if len(units) < 2:
            return None
        options = tuple(Starve(game.cat.counters[unit].id) for unit in units)
        prompt = "British supply: which unit out of supply is Disrupted?"
        return Decide(BRITISH_SEAT, prompt, "maori_wars:13.0.2", options, waiting="British units are out of supply.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Starve) -> None:
        """It is Disrupted."""
        step.pop()
        disrupt(game, step, game.cat.index[choice.unit], "maori_wars:13.0.2", pays=False)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """All are supplied, or there is only one."""
        step.pop()
        units = self._units(game, step.state)
        if units:
            disrupt(game, step, units[0], "maori_wars:13.0.2", pays=False)
