"""5.0: the Reinforcement Phase: automatic reinforcements, then one unit from the Box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Done, Place, Receive
from ..model.catalogue import CANOE, FORT, MAORI, PA, QUEENITE, SETTLEMENT, VILLAGE
from ..model.events import Stood
from .board import (
    BOX,
    BRITISH_SEAT,
    DUE,
    board,
    friendly_sites,
    put,
    town_owner,
    units_in_play,
)
from .entering import enter
from .frame import Procedure
from .shipment import beside_maori
from .stacking import distinct, free_for, room

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Entry
    from ..model.state import State

FED = 3
"""How many units one Structure feeds (13.0)."""


@rule("maori_wars:5.0", "maori_wars:R10")
def fed(game: MaoriWars, state: State, side: int) -> bool:
    """Tell whether one more unit of Maori or Queenites could be fed: 3 for each Structure. The British always."""
    if side not in (MAORI, QUEENITE):
        return True
    return len(units_in_play(game, state, side)) < FED * len(friendly_sites(state, side))


def near_enemy(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a hex is adjacent to an enemy unit."""
    camp, leads, there = game.units.camp, game.units.leads, board(game, state)
    return any(
        camp[unit] == 1 - seat and not leads[unit]
        for other in game.cat.neighbours[at]
        if other >= 0
        for unit in there.at.get(other, ())
    )


@rule("maori_wars:5.0", "maori_wars:14.0.3")
def landing_places(game: MaoriWars, state: State, unit: int) -> list[int]:
    """Return where a unit from the Box may be placed, within the limit of stacking.

    Maori in any Village or Pa of theirs. The British within the designated area: militia, constabulary and rangers in a
    Settlement, Town or Fort, Queenites in a Queenite Village or Pa, all others in a Town.
    """
    cat, table, side = game.cat, game.units, game.cat.side[unit]
    if side in (MAORI, QUEENITE):
        found = [site[0] for site in state.sites if site[2] == side and site[1] in (VILLAGE, PA)]
    else:
        found = [at for at in table.towns if town_owner(game, state, at) == BRITISH_SEAT]
        if table.arrives[unit] == "colony":
            found += [site[0] for site in state.sites if site[1] in (SETTLEMENT, FORT) and site[0] not in found]
    if side != MAORI:
        area = game.scenario(state).area
        found = [at for at in found if cat.territory[at] in area]
    if table.boat[unit]:
        found = [at for at in found if at not in table.landlocked]
    return sorted(at for at in found if room(game, state, at, (unit,)))


@rule("maori_wars:5.0", "maori_wars:R10")
def overflow(game: MaoriWars, state: State, unit: int, hexes: list[int]) -> list[int]:
    """Return where a reinforcement goes whose hexes are fully stacked: next to one, with room and no enemy adjacent.

    If that is impossible a British one (Queenites included) goes as close as possible to a coastal hex with room and no
    enemy adjacent; a Maori one into its Box: an empty list.
    """
    cat, table = game.cat, game.units
    seat = table.camp[unit]

    def fits(at: int) -> bool:
        return _standable(game, state, unit, at) and not near_enemy(game, state, at, seat)

    beside = sorted({to for at in hexes for to in cat.walks[at] if fits(to)})
    if beside or seat != BRITISH_SEAT or not hexes:
        return beside
    coasts = [at for at in table.coasts if fits(at)]
    best = min((min(cat.distance(at, to) for at in hexes) for to in coasts), default=-1)
    return [to for to in coasts if min(cat.distance(at, to) for at in hexes) == best]


def _standable(game: MaoriWars, state: State, unit: int, at: int) -> bool:
    """Tell whether a counter may be put into a hex: open to it, nobody else's, with room."""
    return bool(free_for(game, state, unit, 1 << at))


@rule("maori_wars:5.0", "maori_wars:R10", "maori_wars:14.0.5")
def arrival_hexes(game: MaoriWars, state: State, entry: Entry, unit: int) -> list[int]:
    """Return where an automatic reinforcement may come in."""
    if entry.where == "any":
        found = [site[0] for site in state.sites if site[2] == entry.side]
        if entry.with_leader >= 0 and state.where[entry.with_leader] >= 0:
            found.append(state.where[entry.with_leader])
        return sorted({at for at in found if _standable(game, state, unit, at)})
    if entry.where == "land":
        shores = game.units.coast_bits & sum(game.lanes.lands[territory] for territory in {*entry.territories})
        return [at for at in bits(free_for(game, state, unit, shores)) if not beside_maori(game, state, at)]
    found = [at for at in entry.hexes if _standable(game, state, unit, at)]
    return found or overflow(game, state, unit, list(entry.hexes))


@rule("maori_wars:5.0", "maori_wars:2.0", "maori_wars:R10")
class Arrivals(Procedure, frozen=True, tag="arrivals"):
    """5.0: automatic reinforcements always arrive. What finds no place goes into the Box."""

    seat: int
    entry: int = 0
    units: tuple[int, ...] | None = None
    """What is still to be placed of the entry; None: it has not been looked at."""
    at: int = -1
    """Where the landing is: one hex for all of it."""

    def _entries(self, game: MaoriWars, state: State) -> list[Entry]:
        sides = (MAORI,) if self.seat != BRITISH_SEAT else (0, QUEENITE)
        return [e for e in game.scenario(state).arrivals if e.turn == state.turn and e.side in sides]

    def _hexes(self, game: MaoriWars, state: State, unit: int) -> list[int]:
        entry = self._entries(game, state)[self.entry]
        if self.at >= 0:
            return [self.at] if _standable(game, state, unit, self.at) else overflow(game, state, unit, [self.at])
        return arrival_hexes(game, state, entry, unit)

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where the next one comes in, if there is a choice."""
        if not self.units:
            return None
        unit = self.units[0]
        hexes = self._hexes(game, state, unit)
        if len(hexes) < 2:
            return None
        cat = game.cat
        options = tuple(Place(cat.counters[unit].id, cat.label[at]) for at in hexes)
        prompt = f"Reinforcements: where does {cat.counters[unit].name} arrive?"
        return Decide(self.seat, prompt, "maori_wars:5.0", options, waiting="Reinforcements arrive.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Place) -> None:
        """It arrives there."""
        self._place(game, step, game.cat.hex_of[choice.to])

    def _place(self, game: MaoriWars, step: Step[State], to: int) -> None:
        assert self.units
        unit = self.units[0]
        entry = self._entries(game, step.state)[self.entry]
        at = to if entry.where == "land" and self.at < 0 else self.at
        step.swap(replace(self, units=self.units[1:], at=at))
        arrive_at(game, step, unit, to, "maori_wars:5.0")
        if entry.where == "land" and entry.cost != 0:
            # Those who land by the scenario's instructions have moved, or have paid for it.
            step.set(landed=(*step.state.landed, (unit, entry.cost)))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Take up the next entry, or the only place there is, or none."""
        entries = self._entries(game, step.state)
        if self.units is None:
            if self.entry >= len(entries):
                step.pop()
                return
            step.swap(replace(self, units=due(game, step.state, entries[self.entry])))
        elif not self.units:
            step.swap(Arrivals(self.seat, self.entry + 1))
        else:
            unit = self.units[0]
            hexes = self._hexes(game, step.state, unit)
            if hexes:
                self._place(game, step, hexes[0])
            else:
                step.swap(replace(self, units=self.units[1:]))
                put(step, (unit,), BOX)
                step.say(Stood("maori_wars:R10", game.cat.counters[unit].id, "box", self.seat))


def due(game: MaoriWars, state: State, entry: Entry) -> tuple[int, ...]:
    """Return the counters that an entry stands for: those still due, of these kinds; leaders who are not dead."""
    cat = game.cat
    found: list[int] = []
    for kind, count in entry.units:
        pool = [unit for unit in cat.pool.get((entry.side, kind), ()) if state.where[unit] == DUE and unit not in found]
        found += pool[:count]
    found += [leader for leader in entry.leaders if state.where[leader] == DUE]
    return tuple(found)


def arrive_at(game: MaoriWars, step: Step[State], unit: int, at: int, clause: str) -> None:
    """A counter is put on the map."""
    put(step, (unit,), at)
    step.say(Stood(clause, game.cat.counters[unit].id, game.label_of(at), game.units.camp[unit]))
    if not game.units.boat[unit]:
        enter(game, step, [unit], at)


@rule("maori_wars:5.0", "maori_wars:R10")
def receivable(game: MaoriWars, state: State, seat: int) -> list[int]:
    """Return what may be brought in from the Box: units that can be fed and find a place."""
    table = game.units
    box = [unit for unit in table.of_seat[seat] if state.where[unit] == BOX and game.cat.kind[unit] != CANOE]
    return [
        unit
        for unit in distinct(game, state, box)
        if fed(game, state, game.cat.side[unit]) and landing_places(game, state, unit)
    ]


@rule("maori_wars:5.0", "maori_wars:2.0", "maori_wars:R10")
class FromBox(Procedure, frozen=True, tag="from-box"):
    """5.0: one unit (two in some scenarios) may be brought in from the Reinforcement Box, by the whole side."""

    seat: int
    received: int = 0
    unit: int = -1

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask which unit, then where."""
        cat = game.cat
        if self.unit >= 0:
            hexes = landing_places(game, state, self.unit)
            options: tuple[Action, ...] = tuple(Place(cat.counters[self.unit].id, cat.label[at]) for at in hexes)
            prompt = f"Where does {cat.counters[self.unit].name} come in?"
            return Decide(self.seat, prompt, "maori_wars:5.0", options, waiting="A reinforcement comes in.")
        if self.received >= game.scenario(state).box:
            return None
        found = receivable(game, state, self.seat)
        if not found:
            return None
        options = (*(Receive(cat.counters[unit].id) for unit in found), Done())
        prompt = "Reinforcements: bring in a unit from the Box?"
        return Decide(self.seat, prompt, "maori_wars:5.0", options, waiting="A unit may come from the Box.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Receive | Place | Done) -> None:
        """Take the unit, place it, or be content."""
        if isinstance(choice, Done):
            step.pop()
        elif isinstance(choice, Receive):
            unit = game.cat.index[choice.unit]
            hexes = landing_places(game, step.state, unit)
            if len(hexes) > 1:
                step.swap(replace(self, unit=unit))
            else:
                step.swap(FromBox(self.seat, self.received + 1))
                arrive_at(game, step, unit, hexes[0], "maori_wars:5.0")
        else:
            step.swap(FromBox(self.seat, self.received + 1))
            arrive_at(game, step, self.unit, game.cat.hex_of[choice.to], "maori_wars:5.0")

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nothing more from the Box."""
        step.pop()
