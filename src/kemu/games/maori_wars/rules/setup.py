"""14.0: setting up a scenario, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Arrange, Everyone, Place, Raise, Roam
from ..model.catalogue import NEUTRAL, SEAT_OF_SIDE, STRUCTURES
from ..model.events import Stood, StructureStood
from .board import AWAY, BOX, BRITISH_SEAT, CAMP, GONE, board, bush, occupied, put, set_site, site_at
from .frame import Procedure
from .sequence import begin
from .setup_plan import Ground, Item, plan
from .stacking import room

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Entry
    from ..model.state import State

# -- units ---------------------------------------------------------------------------------------------------


@rule("maori_wars:14.0.2", "maori_wars:4.0")
def unit_places(game: MaoriWars, state: State, entry: Entry, unit: int) -> list[int]:
    """Return where a unit may be set up: in an empty friendly Structure; else with or next to an occupied one.

    Within stacking, and never with the enemy or Neutrals.
    """
    table, cat = game.units, game.cat
    camp = table.camp[unit]

    drawn, there = plan(game, game.scenario(state)), board(game, state)
    sites, camps = there.site, there.camps

    def fits(at: int) -> bool:
        if table.boat[unit]:
            if at in table.landlocked:
                return False
        elif not table.cost[unit][at]:
            return False
        if at in sites and CAMP[sites[at][2]] != camp:
            return False
        if cat.town[at] and camp != BRITISH_SEAT:
            return False
        strangers = camps.get(at, 0) & ~(1 << camp)
        return not strangers and not drawn.reserved(entry, at) and room(game, state, at, (unit,))

    def housed(at: int) -> bool:
        return (at in sites and sites[at][2] == cat.side[unit]) or (cat.town[at] and camp == BRITISH_SEAT)

    open_to = [at for at in entry.hexes if fits(at)]
    if table.occupies[unit]:
        empty = [at for at in open_to if housed(at) and not occupied(game, state, at, camp)]
        if empty:
            return empty
    homes = [at for at in entry.hexes if housed(at)]
    around = list(dict.fromkeys((*homes, *sorted({to for at in homes for to in cat.walks[at]}))))
    if table.boat[unit]:
        around = [at for at in open_to if at in around] or around
    return [at for at in around if fits(at)] or open_to or _next_to(game, entry, fits)


def _next_to(game: MaoriWars, entry: Entry, fits: Callable[[int], bool]) -> list[int]:
    return sorted({to for at in entry.hexes for to in game.cat.walks[at] if fits(to)})


@rule("maori_wars:14.0.2")
def leader_places(game: MaoriWars, state: State, entry: Entry, leader: int) -> list[int]:
    """Return where a leader may be set up: on a friendly unit in or next to his line's hexes, or else on any."""
    friends = game.units.combat_bits[game.cat.side[leader]]
    found = sorted(at for at, units in board(game, state).bits.items() if at >= 0 and units & friends)
    inside = [at for at in found if at in entry.hexes]
    beside = {to for at in entry.hexes for to in game.cat.walks[at] if site_at(game, state, to) is None}
    return [*inside, *(at for at in found if at in beside and at not in inside)] or found


def seat_of(entry: Entry) -> int:
    """Return who sets a line up: the British do it for the Neutrals."""
    return max(SEAT_OF_SIDE[entry.side], 0)


# -- the frames ----------------------------------------------------------------------------------------------


@rule("maori_wars:14.0", "maori_wars:14.0.2", "maori_wars:R40")
class SettingUp(Procedure, frozen=True, tag="setting-up"):
    """14.0: the lines of the set-up in their order. The British set up the Neutrals.

    A choice that would leave a later Structure without a hex is not offered. Whoever does not care says so once, and
    everything that is left of his is set up for him. If he wants to, he changes it before the other side goes on.
    """

    entry: int = 0
    item: int = 0
    free: tuple[int, ...] = ()
    """Hexes of Structures that may stand next to enemies."""
    quick: int = 0
    """Seats, as bits, whose set-up goes by itself."""
    changing: int = 0
    """Seats, as bits, that change then what has been set up."""
    first: int = 0
    """The line with which the seat that sets up now has begun: its lines up to the other seat's next are one run."""
    stood: tuple[int, ...] = ()
    """Where the items of this run have been put, in their order."""

    def line(self, game: MaoriWars, state: State) -> tuple[Entry, Item] | None:
        """Return the line and the item that come next."""
        drawn = plan(game, game.scenario(state))
        found = drawn.line(self.entry, self.item)
        return None if found is None else (drawn.entries[found[0]], drawn.listed[found[0]][found[1]])

    def _advanced(self, game: MaoriWars, state: State) -> tuple[int, int]:
        found = plan(game, game.scenario(state)).line(self.entry, self.item)
        assert found is not None
        return found[0], found[1] + 1

    def unit(self, game: MaoriWars, state: State, entry: Entry, item: Item) -> int:
        """Return the counter that is set up."""
        kind, which = item
        if kind == "leader":
            return which
        return next(unit for unit in game.cat.pool[entry.side, which] if state.where[unit] == AWAY)

    def options(self, game: MaoriWars, state: State) -> Iterator[Action]:
        """Yield the choices for the next item; none: nothing is left, or it goes into the Box."""
        found = self.line(game, state)
        if found is None or found[0].where == "box":
            return
        entry, item = found
        cat = game.cat
        if item[0] == "structure":
            yield from (Raise(STRUCTURES[item[1]], cat.label[at]) for at in self._sites(game, state, entry, item[1]))
            return
        if item[0] == "leader" and state.where[item[1]] == GONE:
            return
        unit = self.unit(game, state, entry, item)
        id_ = cat.counters[unit].id
        if entry.where == "bush":
            # Those of the designated area first: a set-up that goes by itself takes the first one.
            area = game.scenario(state).area
            order = sorted(range(len(cat.territories)), key=lambda t: t not in area)
            yield from (Roam(id_, cat.territories[t]) for t in order)
            return
        places = leader_places if item[0] == "leader" else unit_places
        hexes = places(game, state, entry, unit)
        spared = self._sparing(game, state, entry, hexes) if item[0] == "unit" and len(hexes) > 1 else iter(hexes)
        first = next(spared, None)
        yield from (Place(id_, cat.label[at]) for at in (hexes if first is None else chain((first,), spared)))

    def _sites(self, game: MaoriWars, state: State, entry: Entry, kind: int) -> Iterator[int]:
        """Yield where a Structure may stand that leaves a hex for each of those still to come."""
        drawn = plan(game, game.scenario(state))
        i, j = self._advanced(game, state)
        later, ground = drawn.later(i, j), Ground(game, state)
        room = ground.room(later, self.free)
        if room is None:
            return
        # One way to place the others is enough, as long as this Structure is neither in its hexes nor next to them.
        near = {*room, *(other for at in room for other in game.cat.neighbours[at])}
        for at in drawn.hexes(i, kind):
            if not ground.clear(at, entry.side, entry.beside, self.free):
                continue
            if at in near:
                ground.sides[at] = entry.side
                fits = ground.room(later, (*self.free, at) if entry.beside else self.free) is not None
                del ground.sides[at]
                if not fits:
                    continue
            yield at

    def _sparing(self, game: MaoriWars, state: State, entry: Entry, hexes: list[int]) -> Iterator[int]:
        """Yield where a unit leaves a hex for every Structure of the others that is still to come."""
        seat = SEAT_OF_SIDE[entry.side]
        later = plan(game, game.scenario(state)).later(*self._advanced(game, state))
        contested = {at for other, _, _ in later if SEAT_OF_SIDE[other.side] != seat for at in other.hexes}
        room = Ground(game, state).room(later, self.free) if not contested.isdisjoint(hexes) else None
        for at in hexes:
            if at in contested and (room is None or at in room):
                ground = Ground(game, state)
                ground.camps = {**ground.camps, at: ground.camps.get(at, 0) | 1 << CAMP[entry.side]}
                if ground.room(later, self.free) is None:
                    continue
            yield at

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where it stands, if there is a choice."""
        found = self.line(game, state)
        if found is None:
            return None
        entry, item = found
        seat = seat_of(entry)
        if self.quick >> seat & 1 or self._run_ends(game, state):
            return None
        options = tuple(self.options(game, state))
        if len(options) < 2:
            return None
        what = (
            STRUCTURES[item[1]].capitalize()
            if item[0] == "structure"
            else game.cat.counters[self.unit(game, state, entry, item)].name
        )
        whose = "" if item[0] == "leader" else "the " if entry.side == NEUTRAL else "your "
        prompt = f"Set-up, {entry.words}: where does {whose}{what} stand?"
        return Decide(
            seat, prompt, "maori_wars:14.0.2", (*options, Arrange(), Everyone()), waiting="The set-up goes on."
        )

    def answer(self, game: MaoriWars, step: Step[State], choice: Action) -> None:
        """It stands there; or all that is left of this side is set up."""
        if isinstance(choice, Everyone | Arrange):
            found = self.line(game, step.state)
            assert found is not None
            seat = 1 << seat_of(found[0])
            changing = self.changing | seat if isinstance(choice, Arrange) else self.changing
            step.swap(replace(self, quick=self.quick | seat, changing=changing))
            return
        self.put(game, step, choice, tell=True)

    def put(self, game: MaoriWars, step: Step[State], choice: Action, *, tell: bool) -> None:
        """Put the next item where a choice says."""
        found = self.line(game, step.state)
        assert found is not None
        entry, _ = found
        i, j = self._advanced(game, step.state)
        cat, seat = game.cat, SEAT_OF_SIDE[entry.side]
        if isinstance(choice, Raise):
            at = cat.hex_of[choice.to]
            free = (*self.free, at) if entry.beside else self.free
            step.swap(replace(self, entry=i, item=j, free=free, stood=(*self.stood, at)))
            set_site(step, at, STRUCTURES.index(choice.what), entry.side)
            if tell:
                step.say(StructureStood("maori_wars:14.0.2", choice.what, choice.to, seat))
            return
        assert isinstance(choice, Place | Roam)
        place = cat.hex_of[choice.to] if isinstance(choice, Place) else bush(cat.territories.index(choice.to))
        step.swap(replace(self, entry=i, item=j, stood=(*self.stood, place)))
        put(step, (cat.index[choice.unit],), place)
        if tell:
            step.say(Stood("maori_wars:14.0.2", choice.unit, choice.to, seat))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """What has only one place goes there, what belongs into the Box goes into it; then the game begins."""
        if self._run_ends(game, step.state):
            self._next_run(game, step)
            return
        if self.line(game, step.state) is None:
            step.pop()
            return
        only = next(self.options(game, step.state), None)
        if only is not None:
            self.put(game, step, only, tell=False)
        else:
            self.put_off(game, step)

    def put_off(self, game: MaoriWars, step: Step[State]) -> None:
        """Put the next item into the Box: it belongs there; or, on a crowded map, it finds no place at all."""
        found = self.line(game, step.state)
        assert found is not None
        entry, item = found
        i, j = self._advanced(game, step.state)
        step.swap(replace(self, entry=i, item=j, stood=(*self.stood, BOX)))
        fallen = item[0] == "leader" and step.state.where[item[1]] == GONE  # In an earlier war of the campaign.
        if item[0] != "structure" and not fallen:
            put(step, (self.unit(game, step.state, entry, item),), BOX)

    def _run_ends(self, game: MaoriWars, state: State) -> bool:
        """Tell whether all has been set up that the seat sets up before the other one goes on."""
        drawn = plan(game, game.scenario(state))
        if self.first == len(drawn.entries):
            return False
        found = self.line(game, state)
        return found is None or seat_of(found[0]) != seat_of(drawn.entries[self.first])

    def _next_run(self, game: MaoriWars, step: Step[State]) -> None:
        from .setup_changes import Changing

        entries = plan(game, game.scenario(step.state)).entries
        found = plan(game, game.scenario(step.state)).line(self.entry, self.item)
        after = replace(self, first=len(entries) if found is None else found[0], stood=())
        if self.changing >> seat_of(entries[self.first]) & 1:
            step.swap(after, Changing(self.first, self.stood))
        else:
            step.swap(after)


@rule("maori_wars:2.0")
class FirstTurn(Procedure, frozen=True, tag="first-turn"):
    """2.0: when everything stands, the Maori Player Turn of the first Game Turn begins."""

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Begin."""
        begin(step, 1, 1)
