"""What stands where: questions about a state, and the few ways in which counters and Structures change their place.

A place is one number: a hex, or one of the codes below. What is asked of a place is asked of a `Board`, which is worked
out from a state when it is first needed.
"""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Any

from kemu.core.frames import Step

from ..model.catalogue import SEAT_OF_SIDE
from .lanes import as_bits

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import Site, State
    from .obstacles import Obstacles

BOX, AWAY, GONE, DUE = -1, -2, -3, -4
"""The Reinforcement Box; off the map and not in play; out of the game; still to come."""
BUSH = -10
"""The bush of territory t is the place BUSH - t."""
BRITISH_SEAT, MAORI_SEAT, NOBODY = 0, 1, 2
CAMP = tuple(seat if seat >= 0 else NOBODY for seat in SEAT_OF_SIDE)
"""By side: the seat, and NOBODY for Neutrals."""
STACK = 4

EMPTY: tuple[int, ...] = ()
FEW = 6
"""With more changes than these a board is made anew."""


def bush(territory: int) -> int:
    """Return the bush of a territory, as a place."""
    return BUSH - territory


def territory_of(game: MaoriWars, place: int) -> int:
    """Return the territory of a hex or of a bush place."""
    return game.cat.territory[place] if place >= 0 else BUSH - place


class Board:
    """What stands where in one state. Most differ from the one before by a counter or two: the rest is taken over.

    So is what was found out for a side, as long as nobody has moved who could change it: a side that moves finds the
    enemy where he was.
    """

    __slots__ = (
        "_barred",
        "_barred_bits",
        "_closed",
        "_neutral",
        "at",
        "beside_maori",
        "bits",
        "camps",
        "held",
        "homes",
        "lie",
        "site",
        "sites",
        "where",
    )

    def __init__(self, game: MaoriWars, state: State, before: Board | None = None) -> None:
        self.where, self.sites = state.where, state.sites
        self.at: dict[int, tuple[int, ...]]
        """By place, hexes and bush: the counters there, in their order."""
        self.held: dict[int, int]
        """By place: which camps occupy it, with a combat unit or Artillery, as bits (R1)."""
        self.camps: dict[int, int]
        """By place: which camps have any counter there, as bits."""
        self.bits: dict[int, int]
        """By place: the counters there, as bits."""
        self.site: dict[int, Site]
        """By hex: its Structure."""
        self.homes: tuple[frozenset[int], ...]
        """By camp: the hexes of its Structures."""
        self.beside_maori: frozenset[int] | None = None
        """Which hexes are next to the Maori, once that has been asked (`shipment.beside_maori`)."""
        self.lie: list[Obstacles | None] = [None, None, None]
        """By seat: what is in its way, once that has been asked (`obstacles`)."""
        self._closed: list[set[int] | None] = [None, None]
        self._barred: list[set[int] | None] = [None, None]
        self._barred_bits: list[int | None] = [None, None]
        self._neutral: set[int] | None = None
        moved = self._moved(before)
        if before is None or moved is None:
            self._place(game)
        else:
            self.at, self.held = before.at.copy(), before.held.copy()
            self.camps, self.bits = before.camps.copy(), before.bits.copy()
            for unit in moved:
                self._move(game, unit, before.where[unit], self.where[unit])
        if before is not None and before.sites is self.sites:
            self.site, self.homes = before.site, before.homes
            if moved is not None:
                self._keep(game, before, moved)
        else:
            self.site = {site[0]: site for site in self.sites}
            self.homes = tuple(
                frozenset(site[0] for site in self.sites if CAMP[site[2]] == camp) for camp in (0, 1, NOBODY)
            )

    def _moved(self, before: Board | None) -> list[int] | None:
        """Return the counters that stand elsewhere than on a board before; None if there are many."""
        if before is None or len(before.where) != len(self.where):
            return None
        if before.where is self.where:
            return []
        moved = [*compress(range(len(self.where)), map(ne, before.where, self.where))]
        return moved if len(moved) <= FEW else None

    def _place(self, game: MaoriWars) -> None:
        """Put all counters in their places. Most are off the map, or not of this scenario: they are passed over."""
        found: dict[int, list[int]] = {}
        for unit, place in [(u, p) for u, p in enumerate(self.where) if p >= 0 or p <= BUSH]:
            found.setdefault(place, []).append(unit)
        self.at, self.held, self.camps, self.bits = {}, {}, {}, {}
        for place, units in found.items():
            self._fill(game, place, tuple(units))

    def _fill(self, game: MaoriWars, place: int, there: tuple[int, ...]) -> None:
        occupies, present = game.units.occupies, game.units.present
        held = camps = bits = 0
        for unit in there:
            held |= occupies[unit]
            camps |= present[unit]
            bits |= 1 << unit
        self.at[place], self.held[place], self.camps[place], self.bits[place] = there, held, camps, bits

    def _move(self, game: MaoriWars, unit: int, start: int, to: int) -> None:
        if start >= 0 or start <= BUSH:
            left = tuple([other for other in self.at[start] if other != unit])
            if left:
                self._fill(game, start, left)
            else:
                del self.at[start], self.held[start], self.camps[start], self.bits[start]
        if to >= 0 or to <= BUSH:
            there = self.at.get(to)
            self._fill(game, to, tuple(sorted((*there, unit))) if there else (unit,))

    def _keep(self, game: MaoriWars, before: Board, moved: list[int]) -> None:
        """Take over what those who have moved do not change: a side is barred by its enemy and by Neutrals alone.

        The Maori are barred from Towns, too, as long as none of them stands there.
        """
        table, present = game.units, 0
        for unit in moved:
            present |= table.present[unit]
        strangers = present >> NOBODY & 1
        if not strangers:
            self._neutral = before._neutral
        if not present >> MAORI_SEAT & 1:
            self.beside_maori = before.beside_maori
        for seat in (BRITISH_SEAT, MAORI_SEAT):
            if present >> (1 - seat) & 1 or (seat == MAORI_SEAT and self._in_town(game, before, moved)):
                continue
            self._closed[seat] = before._closed[seat]
            if not strangers:
                self._barred[seat] = before._barred[seat]
                self._barred_bits[seat] = before._barred_bits[seat]
                self.lie[seat] = before.lie[seat]

    def _in_town(self, game: MaoriWars, before: Board, moved: list[int]) -> bool:
        towns = game.units.towns
        return any(self.where[unit] in towns or before.where[unit] in towns for unit in moved)

    def closed(self, game: MaoriWars, seat: int) -> set[int]:
        """Return where an enemy unit that occupies is, an enemy Structure, or a Town that is not ours (6.0)."""
        found = self._closed[seat]
        if found is None:
            enemy = 1 - seat
            found = {at for at, bits in self.held.items() if bits >> enemy & 1}
            found |= self.homes[enemy]
            if seat == MAORI_SEAT:
                camp, fights = game.units.camp, game.units.fights
                found.update(
                    at
                    for at in game.units.towns
                    if not any(camp[unit] == seat and fights[unit] for unit in self.at.get(at, EMPTY))
                )
            self._closed[seat] = found
        return found

    def neutral(self) -> set[int]:
        """Return where Neutral counters are."""
        found = self._neutral
        if found is None:
            found = {at for at, bits in self.camps.items() if bits >> NOBODY & 1}
            found |= self.homes[NOBODY]
            self._neutral = found
        return found

    def barred(self, game: MaoriWars, seat: int) -> set[int]:
        """Return where no counter of a side may be put down: what is closed to it, Neutrals, any enemy counter."""
        found = self._barred[seat]
        if found is None:
            found = {at for at, bits in self.camps.items() if bits >> (1 - seat) & 1}
            found |= self.closed(game, seat)
            found |= self.neutral()
            self._barred[seat] = found
        return found

    def barred_bits(self, game: MaoriWars, seat: int) -> int:
        """Return the hexes among them as bits."""
        found = self._barred_bits[seat]
        if found is None:
            found = self._barred_bits[seat] = as_bits(self.barred(game, seat))
        return found


def board(game: MaoriWars, state: State) -> Board:
    """Return the board of a state. The last one is kept: most questions are about it."""
    last = game.last_board
    if last is not None and last.where is state.where and last.sites is state.sites:
        return last
    game.last_board = found = Board(game, state, last)
    return found


def here(game: MaoriWars, state: State, place: int) -> tuple[int, ...]:
    """Return the counters in a place."""
    return board(game, state).at.get(place, EMPTY)


def of_seat(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's counters in a place."""
    camp = game.units.camp
    return [unit for unit in board(game, state).at.get(place, EMPTY) if camp[unit] == seat]


def fighters(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's combat units in a place."""
    units = game.units
    return [unit for unit in board(game, state).at.get(place, EMPTY) if units.camp[unit] == seat and units.fights[unit]]


def troops(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's combat units and Artillery in a place: what occupies it."""
    units = game.units
    return [u for u in board(game, state).at.get(place, EMPTY) if units.camp[u] == seat and units.occupies[u]]


def leaders(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's leaders in a place."""
    units = game.units
    return [unit for unit in board(game, state).at.get(place, EMPTY) if units.camp[unit] == seat and units.leads[unit]]


def boats(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's boats in a place."""
    units, there = game.units, board(game, state)
    if not there.bits.get(place, 0) & units.boat_bits:
        return []
    return [unit for unit in there.at[place] if units.camp[unit] == seat and units.boat[unit]]


def good(state: State, unit: int) -> bool:
    """Tell whether a unit is not Disrupted."""
    return not state.disrupted >> unit & 1


def site_at(game: MaoriWars, state: State, at: int) -> Site | None:
    """Return the Structure in a hex."""
    return board(game, state).site.get(at)


def town_owner(game: MaoriWars, state: State, at: int) -> int:
    """Return who holds a Town: the Maori only while a combat unit of theirs stands in it (R4)."""
    return MAORI_SEAT if fighters(game, state, at, MAORI_SEAT) else BRITISH_SEAT


def occupied(game: MaoriWars, state: State, place: int, seat: int) -> bool:
    """Tell whether a seat has a combat unit or Artillery in a place (R1)."""
    return bool(board(game, state).held.get(place, 0) >> seat & 1)


def closed_to(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a hex holds an enemy unit that occupies, an enemy Structure, or a Town that is not ours (6.0)."""
    return at in board(game, state).closed(game, seat)


def neutral(game: MaoriWars, state: State, at: int) -> bool:
    """Tell whether Neutral counters are in a hex: nobody may stop there."""
    return at in board(game, state).neutral()


def barred(game: MaoriWars, state: State, seat: int) -> set[int]:
    """Return where no counter of a side may be put down: what is closed to it, Neutrals, any enemy counter."""
    return board(game, state).barred(game, seat)


def friendly_sites(state: State, *sides: int) -> list[Site]:
    """Return the Structures of these sides."""
    return [site for site in state.sites if site[2] in sides]


def friendly_places(game: MaoriWars, state: State, seat: int) -> list[int]:
    """Return the hexes of a seat's Structures; for the British also the Towns that the Maori do not hold."""
    found = [site[0] for site in state.sites if CAMP[site[2]] == seat]
    if seat == BRITISH_SEAT:
        found += [at for at in game.units.towns if at not in found and town_owner(game, state, at) == seat]
    return found


def units_in_play(game: MaoriWars, state: State, side: int) -> list[int]:
    """Return the combat units of a side on the map and in the bush (13.0)."""
    units = game.units
    return [
        unit
        for unit in units.of_side[side]
        if units.fights[unit] and ((place := state.where[unit]) >= 0 or place <= BUSH)
    ]


def sole_leaders(game: MaoriWars, state: State, at: int, seat: int) -> list[int]:
    """Return a seat's leaders in a hex where it has neither unit that occupies nor Structure."""
    return [] if occupied(game, state, at, seat) else leaders(game, state, at, seat)


# -- changes -------------------------------------------------------------------------------------------------


def put(step: Step[State], units: Any, place: int) -> None:
    """Put counters in a place."""
    where = list(step.state.where)
    for unit in units:
        where[unit] = place
    step.set(where=tuple(where))


def mark(step: Step[State], unit: int, disrupted: bool) -> None:
    """Put a Disrupted Marker on a unit, or take it off."""
    now = step.state.disrupted
    step.set(disrupted=now | 1 << unit if disrupted else now & ~(1 << unit))


def set_site(step: Step[State], at: int, kind: int, side: int, disrupted: int = 0) -> None:
    """Put a Structure in a hex, in the place of what stands there."""
    others = [site for site in step.state.sites if site[0] != at]
    step.set(sites=tuple(sorted([*others, (at, kind, side, disrupted)])))


def clear_site(step: Step[State], at: int) -> None:
    """Take the Structure of a hex away."""
    step.set(sites=tuple(site for site in step.state.sites if site[0] != at))


def spare(game: MaoriWars, state: State, side: int, kind: int) -> int:
    """Return how many counters of this Structure a side has left."""
    used = sum(1 for site in state.sites if site[1] == kind and site[2] == side)
    return game.cat.structures.get((kind, side), 0) - used
