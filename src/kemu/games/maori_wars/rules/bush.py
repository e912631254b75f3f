"""10.0: the Bush Raider Phase: into the bush, through it, out of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Ambush, Done, Emerge, EnterBush, Raid, Roam, Stop, Take
from ..model.events import Moved
from .bans import banned
from .board import board, bush, good, put, territory_of
from .boats import leave_behind
from .entering import enter
from .frame import Procedure
from .movement import tied
from .offers import Places
from .stacking import distinct, free_for

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

LIMITS = (2, 3)
"""By seat: so many units in the bush at the end of the phase (10.0)."""


@rule("maori_wars:10.0.1", "maori_wars:R36", "maori_wars:14.0.5", "maori_wars:3.0.9")
def may_enter_bush(game: MaoriWars, state: State, unit: int) -> bool:
    """Tell whether a counter could go into the bush: Queenites, Maori, Militia, Constabulary, Rangers, and leaders."""
    if not game.units.bush[unit] or state.where[unit] < 0 or tied(game, state, unit):
        return False
    return game.cat.kind[unit] not in game.scenario(state).no_bush


def in_bush(game: MaoriWars, state: State, seat: int) -> list[int]:
    """Return a seat's units in the bush, leaders left out: what the limit counts."""
    leads = game.units.leads
    return [unit for unit in bush_of(game, state, seat) if not leads[unit]]


def bush_of(game: MaoriWars, state: State, seat: int) -> list[int]:
    """Return a seat's counters in the bush of all territories, in their order."""
    there, camp = board(game, state).at, game.units.camp
    return sorted(
        [unit for place in game.units.bushes if place in there for unit in there[place] if camp[unit] == seat]
    )


@rule("maori_wars:10.0.2", "maori_wars:R36")
def clearings(game: MaoriWars, state: State, unit: int) -> list[int]:
    """Return the hexes of its territory where a counter could come out: within stacking, not on enemies or Neutrals."""
    return bits(clearing(game, state, unit))


def clearing(game: MaoriWars, state: State, unit: int) -> int:
    """Return the same as bits."""
    return free_for(game, state, unit, game.lanes.lands[territory_of(game, state.where[unit])])


@rule("maori_wars:10.0.2", "maori_wars:R36")
def tracks(game: MaoriWars, state: State, unit: int) -> list[int]:
    """Return the adjacent territories that a counter in the bush may move to."""
    here = territory_of(game, state.where[unit])
    shut = banned(state, game.units.camp[unit])
    return [t for t in game.cat.next_territories[here] if t not in shut]


@rule("maori_wars:10.0", "maori_wars:10.0.1", "maori_wars:10.0.2", "maori_wars:2.0", "maori_wars:R36")
class BushPhase(Procedure, frozen=True, tag="bush-phase"):
    """10.0: counters enter the bush, and do nothing more; each that was there already takes one of its five options.

    Who has come out of it to raid does not return in this phase.
    """

    seat: int
    done: int = 0
    """Who has entered or acted in this phase, as bits."""
    raided: int = 0
    """Who has come out of the bush to raid, as bits: they do not return in this phase."""

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask who enters, or who acts."""
        cat, table = game.cat, game.units
        inside = bush_of(game, state, self.seat)
        free = [unit for unit in inside if not self.done >> unit & 1]
        over = sum(not table.leads[unit] for unit in inside) - LIMITS[self.seat]
        options: list[Action] = []
        # Who enters above the limit must be followed by one who comes out, or raids: the limit is for the end.
        leaving = [unit for unit in free if not table.leads[unit]]
        if over >= 0:
            leaving = [unit for unit in leaving if clearing(game, state, unit)]
        options += [Take(cat.counters[unit].id) for unit in distinct(game, state, free if over <= 0 else leaving)]
        raiders = [unit for unit in free if not table.leads[unit] and good(state, unit)]
        if raiders:
            from .raids import ambushes, raidable

            options += [Raid(cat.label[at]) for at in raidable(game, state, self.seat, raiders)]
            if over <= 0:
                options += [Ambush(cat.territories[t]) for t in ambushes(game, state, self.seat, raiders)]
        if over <= 0:
            full = over == 0 and not leaving
            where, scenario, kind = state.where, game.scenario(state), cat.kind
            entering = [unit for unit in table.roamers[self.seat] if where[unit] >= 0 and not self.raided >> unit & 1]
            if scenario.no_bush:
                entering = [unit for unit in entering if kind[unit] not in scenario.no_bush]
            if scenario.tied:
                entering = [unit for unit in entering if not tied(game, state, unit)]
            options += [
                EnterBush(cat.counters[unit].id)
                for unit in distinct(game, state, entering)
                if table.leads[unit] or not full
            ]
        if not options:
            return None
        if over <= 0:
            options.append(Done())
        prompt = "The bush: who enters it, who in it acts?"
        if over > 0:
            prompt = f"Too many units in the bush, {LIMITS[self.seat]} are allowed: one must come out."
        return Decide(self.seat, prompt, "maori_wars:10.0", tuple(options), waiting="Raiders move through the bush.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Action) -> None:
        """Let it enter, act, raid, or end the phase."""
        cat = game.cat
        if isinstance(choice, Done):
            step.pop()
        elif isinstance(choice, EnterBush):
            unit = cat.index[choice.unit]
            step.swap(replace(self, done=self.done | 1 << unit))
            enter_bush(game, step, unit)
        elif isinstance(choice, Take):
            unit = cat.index[choice.unit]
            step.swap(replace(self, done=self.done | 1 << unit))
            over = len(in_bush(game, step.state, self.seat)) > LIMITS[self.seat]
            step.push(Emerging(unit, over))
        elif isinstance(choice, Raid):
            from .raids import Raiding

            step.push(Raiding(self.seat, cat.hex_of[choice.to]))
        elif isinstance(choice, Ambush):
            from .raids import Ambushing

            step.push(Ambushing(self.seat, cat.territories.index(choice.to)))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nothing to do in the bush."""
        step.pop()


def enter_bush(game: MaoriWars, step: Step[State], unit: int) -> None:
    """A counter leaves its hex for the bush of that hex's territory; Canoes stay behind."""
    at = step.state.where[unit]
    place = bush(game.cat.territory[at])
    put(step, (unit,), place)
    id_ = game.cat.counters[unit].id
    step.say(Moved("maori_wars:10.0.1", (id_,), game.label_of(at), game.label_of(place), "goes into the bush"))
    leave_behind(game, step, at)


@rule("maori_wars:10.0.2", "maori_wars:R36")
class Emerging(Procedure, frozen=True, tag="emerging"):
    """10.0: a counter in the bush stays, moves to an adjacent territory or comes out, Disrupted or not."""

    unit: int
    must: bool = False
    """There are too many: it comes out."""

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask what it does."""
        cat, unit = game.cat, self.unit
        id_ = cat.counters[unit].id
        hexes = clearing(game, state, unit)
        if self.must:
            if not hexes:
                return None
            options = Places(cat, partial(Emerge, id_), hexes)
        else:
            roam = tuple(Roam(id_, cat.territories[t]) for t in tracks(game, state, unit))
            options = Places(cat, partial(Emerge, id_), hexes, before=roam, after=(Stop(),))
        prompt = f"{cat.counters[unit].name} in the bush of {game.named(state.where[unit])}: what does it do?"
        return Decide(game.units.camp[unit], prompt, "maori_wars:10.0.2", options, waiting="A raider acts.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Roam | Emerge | Stop) -> None:
        """Do it."""
        step.pop()
        cat, start = game.cat, step.state.where[self.unit]
        id_ = cat.counters[self.unit].id
        if isinstance(choice, Roam):
            place = bush(cat.territories.index(choice.to))
            put(step, (self.unit,), place)
            how = "goes through the bush"
            step.say(Moved("maori_wars:10.0.2", (id_,), game.label_of(start), game.label_of(place), how))
        elif isinstance(choice, Emerge):
            to = cat.hex_of[choice.to]
            put(step, (self.unit,), to)
            step.say(Moved("maori_wars:10.0.2", (id_,), game.label_of(start), choice.to, "comes out of the bush"))
            enter(game, step, [self.unit], to)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """There is nowhere to go."""
        step.pop()
