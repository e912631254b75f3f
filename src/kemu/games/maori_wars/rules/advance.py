"""9.0: the advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Advance, Done, Everyone
from ..model.catalogue import CANOE
from ..model.events import Moved
from .bans import shut_out
from .board import boats, good, leaders, occupied, put
from .boats import leave_behind
from .entering import enter
from .frame import Procedure
from .movement import tied
from .stacking import distinct
from .units import overrun

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


@rule("maori_wars:9.0.11", "maori_wars:R27")
class Advancing(Procedure, frozen=True, tag="advancing"):
    """9.0 (7): any number of good declared units, chargers too, may advance; leaders and boats with them.

    The first one removes the Structure of the hex and takes what it pays. Limits of stacking are looked at later.
    """

    seat: int
    at: int
    band: tuple[tuple[int, int], ...]
    advanced: tuple[int, ...] = ()
    """The hexes from which a unit has advanced."""

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        return [
            unit
            for unit, start in self.band
            if state.where[unit] == start
            and good(state, unit)
            and not tied(game, state, unit)
            and not shut_out(game, state, unit, self.at)
        ]

    def _others(self, game: MaoriWars, state: State) -> list[int]:
        """Return the leaders, and the boats that have water, of the hexes that have been left."""
        cat, found = game.cat, list[int]()
        for start in self.advanced:
            found += leaders(game, state, start, self.seat)
            for boat in boats(game, state, start, self.seat):
                links = cat.canoe_links if cat.kind[boat] == CANOE else game.units.gunboat_links
                if good(state, boat) and self.at in links[start]:
                    found.append(boat)
        return found

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask who advances."""
        if occupied(game, state, self.at, 1 - self.seat):
            return None
        units = self._units(game, state)
        others = self._others(game, state)
        if not units and not others:
            return None
        ids = game.cat.counters
        options: list[Action] = [Advance(ids[unit].id) for unit in distinct(game, state, [*units, *others])]
        if len(units) > 1:
            options.append(Everyone())
        options.append(Done())
        prompt = f"Who advances into {game.named(self.at)}?"
        return Decide(self.seat, prompt, "maori_wars:9.0.11", tuple(options), waiting="The attacker may advance.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Advance | Everyone | Done) -> None:
        """One more, all, or no more."""
        if isinstance(choice, Done):
            step.pop()
            return
        state = step.state
        if isinstance(choice, Advance):
            going = [game.cat.index[choice.unit]]
        else:
            going = self._units(game, state)
            starts = {state.where[unit] for unit in going}
            going += [leader for start in sorted(starts) for leader in leaders(game, state, start, self.seat)]
        starts = {state.where[unit] for unit in going}
        first = not self.advanced
        step.swap(replace(self, advanced=tuple(sorted({*self.advanced, *starts}))))
        put(step, going, self.at)
        ids = tuple(game.cat.counters[unit].id for unit in going)
        begin = game.label_of(min(starts))
        step.say(Moved("maori_wars:9.0.11", ids, begin, game.label_of(self.at), "advance"))
        for start in starts:
            leave_behind(game, step, start)
        if first:
            overrun(game, step, self.at, self.seat)
        walkers = [unit for unit in going if not game.units.boat[unit]]
        if walkers and step.state.ended is None:
            enter(game, step, walkers, self.at)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody can."""
        step.pop()
