"""9.0, Retreat: units that go back a hex, by a combat result or because they evade."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Follow, Hold, Retreat, Stand, Withdraw
from ..model.events import Moved
from .bans import shut_out
from .board import leaders, put, troops
from .boats import havens, leave_behind
from .combat import departed
from .entering import enter, enterable
from .frame import Procedure
from .movement import tied
from .strength import stronghold
from .units import abandoned, eliminate

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


@rule("maori_wars:9.0.10", "maori_wars:R18")
def retreats(game: MaoriWars, state: State, unit: int) -> list[int]:
    """Return where a land unit may retreat or evade: one hex, that it may enter and where it may stop.

    Over-stacking is no obstacle: that is looked at after the phase.
    """
    start = state.where[unit]
    free = enterable(game, state, unit)
    return [at for at in game.cat.walks[start] if free >> at & 1 and not shut_out(game, state, unit, at)]


@rule("maori_wars:9.0.10", "maori_wars:9.0.2", "maori_wars:R18", "maori_wars:R17")
class GiveWay(Procedure, frozen=True, tag="give-way"):
    """9.0: units leave a hex, each where its owner likes; who cannot, is eliminated.

    In a Fort or Pa nobody is forced to retreat. A leader goes only with a unit that does.
    """

    at: int
    seat: int
    units: tuple[int, ...]
    """Those who still have to go."""
    evading: bool = False
    gone: tuple[int, ...] = ()
    """Where somebody has gone whom a leader may still follow."""
    refused: int = 0
    """Leaders, as bits, who stay behind this unit."""

    def _leaders(self, game: MaoriWars, state: State) -> list[int]:
        return [one for one in leaders(game, state, self.at, self.seat) if not self.refused >> one & 1]

    def _walled(self, game: MaoriWars, state: State) -> bool:
        return not self.evading and bool(stronghold(game, state, self.at, self.seat))

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where the next unit goes, or which leader goes with it."""
        cat, what = game.cat, "evade" if self.evading else "retreat"
        clause = "maori_wars:9.0.2" if self.evading else "maori_wars:9.0.10"
        if self.gone:
            found = self._leaders(game, state)
            if not found:
                return None
            options: list[Action] = [Follow(cat.counters[leader].id) for leader in found]
            options.append(Stand())
            prompt = f"Does a leader go along to {game.named(self.gone[0])}?"
            return Decide(self.seat, prompt, clause, tuple(options), waiting=f"Units {what}.")
        if not self.units:
            return None
        unit = self.units[0]
        id_ = cat.counters[unit].id
        if game.units.boat[unit]:
            options = [Retreat(id_, cat.label[to]) for to in havens(game, state, unit)]
            if options and not self.evading:
                options.append(Hold(id_))
        else:
            walled = self._walled(game, state)
            if walled and tied(game, state, unit):
                return None  # It may stay, and so the scenario lets it do nothing else.
            options = [Retreat(id_, cat.label[to]) for to in retreats(game, state, unit)]
            together = self._together(game, state)
            options = [*(Withdraw(cat.label[to]) for to in together), *options]
            if options and walled:
                options.append(Hold(id_))
        if not options:
            return None
        prompt = f"{cat.counters[unit].name} must {what} from {game.named(self.at)}: where to?"
        if self._walled(game, state):
            prompt = f"{cat.counters[unit].name} may {what} from {game.named(self.at)}: where to?"
        return Decide(self.seat, prompt, clause, tuple(options), waiting=f"Units {what}.")

    def _together(self, game: MaoriWars, state: State) -> list[int]:
        """Return where all that still have to go could go together."""
        walkers = [unit for unit in self.units if not game.units.boat[unit]]
        if self._walled(game, state) and any(tied(game, state, unit) for unit in walkers):
            return []
        if len(walkers) < 2 and not (walkers and leaders(game, state, self.at, self.seat)):
            return []
        found = retreats(game, state, walkers[0])
        for unit in walkers[1:]:
            found = [to for to in found if to in retreats(game, state, unit)]
        return found

    def answer(self, game: MaoriWars, step: Step[State], choice: Action) -> None:
        """They go, or stay in their Fort or Pa."""
        cat = game.cat
        if isinstance(choice, Follow):
            leader = cat.index[choice.leader]
            self._go(game, step, [leader], self.gone[0])
        elif isinstance(choice, Stand):
            step.swap(replace(self, gone=(), refused=0))
        elif isinstance(choice, Hold):
            step.swap(replace(self, units=self.units[1:]))
        elif isinstance(choice, Withdraw):
            to = cat.hex_of[choice.to]
            walkers = [unit for unit in self.units if not game.units.boat[unit]]
            boats = tuple(unit for unit in self.units if game.units.boat[unit])
            step.swap(replace(self, units=boats))
            self._go(game, step, [*walkers, *leaders(game, step.state, self.at, self.seat)], to)
        elif isinstance(choice, Retreat):
            to = cat.hex_of[choice.to]
            unit = cat.index[choice.unit]
            gone = (to,) if cat.open[to] else ()  # A leader goes along with a boat, too, but not on to a lake.
            step.swap(replace(self, units=self.units[1:], gone=gone))
            self._go(game, step, [unit], to)

    def _go(self, game: MaoriWars, step: Step[State], units: list[int], to: int) -> None:
        put(step, units, to)
        ids = tuple(game.cat.counters[unit].id for unit in units)
        how = "evade" if self.evading else "retreat"
        clause = "maori_wars:9.0.2" if self.evading else "maori_wars:9.0.10"
        step.say(Moved(clause, ids, game.label_of(self.at), game.label_of(to), how))
        if troops(game, step.state, self.at, self.seat):
            departed(step, self.at)
        leave_behind(game, step, self.at)
        if not all(game.units.boat[unit] or game.units.leads[unit] for unit in units):
            enter(game, step, [unit for unit in units if not game.units.boat[unit]], to)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody follows; or the next unit cannot go anywhere; or all have gone."""
        if self.gone:
            step.swap(replace(self, gone=(), refused=0))
            return
        if not self.units:
            step.pop()
            abandoned(game, step, self.at, self.seat)
            return
        unit = self.units[0]
        step.swap(replace(self, units=self.units[1:]))
        stays = game.units.boat[unit] or self.evading or self._walled(game, step.state)
        if not stays and step.state.where[unit] == self.at:
            eliminate(game, step, unit, "maori_wars:9.0.10", pays=True)
