"""14.0: setting up a scenario, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide

from ..model.actions import Everyone, Place, Raise, Roam
from ..model.catalogue import BRITISH, FORT, NEUTRAL, SEAT_OF_SIDE, STRUCTURES
from ..model.events import Stood, StructureStood
from .board import AWAY, BOX, BRITISH_SEAT, CAMP, GONE, board, bush, fighters, here, occupied, put, set_site, site_at
from .frame import Procedure
from .sequence import begin
from .stacking import room

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Entry, Scenario
    from ..model.state import State

Item = tuple[str, int]
"""What is set up next: `structure` and its kind, `unit` and its kind, `leader` and his counter."""


def items(entry: Entry) -> tuple[Item, ...]:
    """Return what a line sets up, in the order of 14.0: Structures, units, leaders."""
    structures = [("structure", kind) for kind in entry.structures]
    units = [("unit", kind) for kind, count in entry.units for _ in range(count)]
    return (*structures, *units, *(("leader", leader) for leader in entry.leaders))


# -- Structures ----------------------------------------------------------------------------------------------


@rule("maori_wars:14.0.2")
def stands_clear(
    game: MaoriWars, state: State, at: int, side: int, kind: int, beside: bool, free: tuple[int, ...]
) -> bool:
    """Tell whether a Structure may be set up in a hex.

    Not on another one, but for a Fort on a Town; not with Neutrals or the enemy; not next to an enemy Structure, unless
    water lies between or the scenario permits it for either of the two. Neutrals may stand next to anybody.
    """
    cat, seat = game.cat, CAMP[side]
    if not cat.open[at] or site_at(game, state, at) is not None:
        return False
    if cat.town[at] and not (kind == FORT and side == BRITISH):
        return False
    if any(game.units.camp[unit] != seat for unit in here(game, state, at)):
        return False
    if side == NEUTRAL or beside:
        return True
    for way, other in enumerate(cat.neighbours[at]):
        if other < 0 or cat.waterside[at] >> way & 1 or other in free:
            continue
        site = site_at(game, state, other)
        if site is not None and CAMP[site[2]] == 1 - seat:
            return False
        if cat.town[other] and seat != BRITISH_SEAT:
            return False
    return True


@rule("maori_wars:14.0.2")
def leaves_room(game: MaoriWars, state: State, wanted: tuple[tuple[Entry, int], ...], free: tuple[int, ...]) -> bool:
    """Tell whether all Structures that are still to come would find a hex."""
    if not wanted:
        return True
    (entry, kind), rest = wanted[0], wanted[1:]
    for at in entry.hexes:
        if stands_clear(game, state, at, entry.side, kind, entry.beside, free) and not _reserved(
            game, state, entry, at
        ):
            after = state_with(state, at, kind, entry.side)
            if leaves_room(game, after, rest, (*free, at) if entry.beside else free):
                return True
    return False


def state_with(state: State, at: int, kind: int, side: int) -> State:
    """Return a state in which a Structure has been added, to look ahead."""
    return replace(state, sites=tuple(sorted((*state.sites, (at, kind, side, 0)))))


def _reserved(game: MaoriWars, state: State, entry: Entry, at: int) -> bool:
    """Tell whether a later line of another side names this very hex: it is kept for it."""
    seat = SEAT_OF_SIDE[entry.side]
    return any(
        other.fixed and other.hexes[0] == at and SEAT_OF_SIDE[other.side] != seat
        for other in game.scenario(state).entries
    )


# -- units ---------------------------------------------------------------------------------------------------


@rule("maori_wars:14.0.2", "maori_wars:4.0")
def unit_places(game: MaoriWars, state: State, entry: Entry, unit: int) -> list[int]:
    """Return where a unit may be set up: in an empty friendly Structure; else with or next to an occupied one.

    Within stacking, and never with the enemy or Neutrals.
    """
    table, cat = game.units, game.cat
    camp = table.camp[unit]

    def fits(at: int) -> bool:
        if table.boat[unit]:
            if at in table.landlocked:
                return False
        elif not table.cost[unit][at]:
            return False
        site = site_at(game, state, at)
        if site is not None and CAMP[site[2]] != camp:
            return False
        if cat.town[at] and camp != BRITISH_SEAT:
            return False
        strangers = any(table.camp[other] != camp for other in here(game, state, at))
        return not strangers and not _reserved(game, state, entry, at) and room(game, state, at, (unit,))

    def housed(at: int) -> bool:
        site = site_at(game, state, at)
        return (site is not None and site[2] == cat.side[unit]) or (cat.town[at] and camp == BRITISH_SEAT)

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
    side = game.cat.side[leader]
    found = [
        at
        for at in sorted(board(game, state).held)
        if at >= 0 and any(game.cat.side[unit] == side for unit in fighters(game, state, at, CAMP[side]))
    ]
    inside = [at for at in found if at in entry.hexes]
    beside = {to for at in entry.hexes for to in game.cat.walks[at] if site_at(game, state, to) is None}
    return [*inside, *(at for at in found if at in beside and at not in inside)] or found


# -- the frames ----------------------------------------------------------------------------------------------


@rule("maori_wars:14.0", "maori_wars:14.0.2", "maori_wars:R40")
class SettingUp(Procedure, frozen=True, tag="setting-up"):
    """14.0: the lines of the set-up in their order. The British set up the Neutrals.

    A choice that would leave a later Structure without a hex is not offered. Whoever does not care says so once, and
    everything that is left of his is set up for him.
    """

    entry: int = 0
    item: int = 0
    free: tuple[int, ...] = ()
    """Hexes of Structures that may stand next to enemies."""
    quick: int = 0
    """Seats, as bits, whose set-up goes by itself."""

    def _line(self, scenario: Scenario) -> tuple[Entry, Item] | None:
        """Return the line and the item that come next."""
        i, j = self.entry, self.item
        while i < len(scenario.entries):
            listed = items(scenario.entries[i])
            if j < len(listed):
                return scenario.entries[i], listed[j]
            i, j = i + 1, 0
        return None

    def _advanced(self, scenario: Scenario) -> tuple[int, int]:
        i, j = self.entry, self.item
        while i < len(scenario.entries) and j >= len(items(scenario.entries[i])):
            i, j = i + 1, 0
        return i, j + 1

    def unit(self, game: MaoriWars, state: State, entry: Entry, item: Item) -> int:
        """Return the counter that is set up."""
        kind, which = item
        if kind == "leader":
            return which
        return next(unit for unit in game.cat.pool[entry.side, which] if state.where[unit] == AWAY)

    def options(self, game: MaoriWars, state: State) -> tuple[Action, ...]:
        """Return the choices for the next item; none: nothing is left, or it goes into the Box."""
        scenario = game.scenario(state)
        found = self._line(scenario)
        if found is None or found[0].where == "box":
            return ()
        entry, item = found
        cat = game.cat
        if item[0] == "leader" and state.where[item[1]] == GONE:
            return ()
        if item[0] == "structure":
            i, j = self._advanced(scenario)
            later = replace(self, entry=i, item=j)._structures(scenario)
            return tuple(
                Raise(STRUCTURES[item[1]], cat.label[at])
                for at in entry.hexes
                if stands_clear(game, state, at, entry.side, item[1], entry.beside, self.free)
                and not _reserved(game, state, entry, at)
                and leaves_room(
                    game,
                    state_with(state, at, item[1], entry.side),
                    later,
                    (*self.free, at) if entry.beside else self.free,
                )
            )
        unit = self.unit(game, state, entry, item)
        id_ = cat.counters[unit].id
        if entry.where == "bush":
            # Those of the designated area first: a set-up that goes by itself takes the first one.
            order = sorted(range(len(cat.territories)), key=lambda t: t not in scenario.area)
            return tuple(Roam(id_, cat.territories[t]) for t in order)
        places = leader_places if item[0] == "leader" else unit_places
        found = places(game, state, entry, unit)
        if item[0] == "unit" and len(found) > 1:
            found = [at for at in found if self._spares(game, state, entry, unit, at)] or found
        return tuple(Place(id_, cat.label[at]) for at in found)

    def _spares(self, game: MaoriWars, state: State, entry: Entry, unit: int, at: int) -> bool:
        """Tell whether a unit in a hex leaves one for every Structure of the others that is still to come."""
        scenario, seat = game.scenario(state), SEAT_OF_SIDE[entry.side]
        i, j = self._advanced(scenario)
        later = replace(self, entry=i, item=j)._structures(scenario)
        if not any(at in other.hexes and SEAT_OF_SIDE[other.side] != seat for other, _ in later):
            return True
        where = (*state.where[:unit], at, *state.where[unit + 1 :])
        return leaves_room(game, replace(state, where=where), later, self.free)

    def _structures(self, scenario: Scenario) -> tuple[tuple[Entry, int], ...]:
        """Return the Structures still to come, those with the least choice first."""
        found: list[tuple[Entry, int]] = []
        for i in range(self.entry, len(scenario.entries)):
            entry = scenario.entries[i]
            listed = items(entry)[self.item if i == self.entry else 0 :]
            if entry.where == "map":
                found += [(entry, kind) for what, kind in listed if what == "structure"]
        return tuple(sorted(found, key=lambda pair: len(pair[0].hexes)))

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where it stands, if there is a choice."""
        found = self._line(game.scenario(state))
        if found is None:
            return None
        entry, item = found
        seat = max(SEAT_OF_SIDE[entry.side], 0)
        if self.quick >> seat & 1:
            return None
        options = self.options(game, state)
        if len(options) < 2:
            return None
        what = (
            STRUCTURES[item[1]].capitalize()
            if item[0] == "structure"
            else game.cat.counters[self.unit(game, state, entry, item)].name
        )
        whose = "" if item[0] == "leader" else "the " if entry.side == NEUTRAL else "your "
        prompt = f"Set-up, {entry.words}: where does {whose}{what} stand?"
        return Decide(seat, prompt, "maori_wars:14.0.2", (*options, Everyone()), waiting="The set-up goes on.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Action) -> None:
        """It stands there; or all that is left of this side is set up."""
        if isinstance(choice, Everyone):
            found = self._line(game.scenario(step.state))
            assert found is not None
            step.swap(replace(self, quick=self.quick | 1 << max(SEAT_OF_SIDE[found[0].side], 0)))
            return
        self._put(game, step, choice, tell=True)

    def _put(self, game: MaoriWars, step: Step[State], choice: Action, *, tell: bool) -> None:
        found = self._line(game.scenario(step.state))
        assert found is not None
        entry, _ = found
        i, j = self._advanced(game.scenario(step.state))
        cat, seat = game.cat, SEAT_OF_SIDE[entry.side]
        if isinstance(choice, Raise):
            at = cat.hex_of[choice.to]
            free = (*self.free, at) if entry.beside else self.free
            step.swap(replace(self, entry=i, item=j, free=free))
            set_site(step, at, STRUCTURES.index(choice.what), entry.side)
            if tell:
                step.say(StructureStood("maori_wars:14.0.2", choice.what, choice.to, seat))
            return
        assert isinstance(choice, Place | Roam)
        step.swap(replace(self, entry=i, item=j))
        place = cat.hex_of[choice.to] if isinstance(choice, Place) else bush(cat.territories.index(choice.to))
        put(step, (cat.index[choice.unit],), place)
        if tell:
            step.say(Stood("maori_wars:14.0.2", choice.unit, choice.to, seat))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """What has only one place goes there, what belongs into the Box goes into it; then the game begins."""
        found = self._line(game.scenario(step.state))
        if found is None:
            step.pop()
            return
        entry, item = found
        options = self.options(game, step.state)
        if options:
            self._put(game, step, options[0], tell=False)
            return
        i, j = self._advanced(game.scenario(step.state))
        step.swap(replace(self, entry=i, item=j))
        if item[0] == "leader" and step.state.where[item[1]] == GONE:
            return  # He fell in an earlier war of the campaign.
        if item[0] != "structure":
            # For the Box; or, on a crowded map, what finds no place at all.
            put(step, (self.unit(game, step.state, entry, item),), BOX)


@rule("maori_wars:2.0")
class FirstTurn(Procedure, frozen=True, tag="first-turn"):
    """2.0: when everything stands, the Maori Player Turn of the first Game Turn begins."""

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Begin."""
        begin(step, 1, 1)
