"""What stands where: questions about a state, and the few ways in which counters and Structures change their place.

A place is one number: a hex, or one of the codes below. What is asked of a place is asked of a `Board`, which is worked
out from a state when it is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kemu.core.frames import Step

from ..model.catalogue import NEUTRAL, SEAT_OF_SIDE

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import Site, State

BOX, AWAY, GONE, DUE = -1, -2, -3, -4
"""The Reinforcement Box; off the map and not in play; out of the game; still to come."""
BUSH = -10
"""The bush of territory t is the place BUSH - t."""
BRITISH_SEAT, MAORI_SEAT, NOBODY = 0, 1, 2
CAMP = tuple(seat if seat >= 0 else NOBODY for seat in SEAT_OF_SIDE)
"""By side: the seat, and NOBODY for Neutrals."""
STACK = 4

EMPTY: tuple[int, ...] = ()


def bush(territory: int) -> int:
    """Return the bush of a territory, as a place."""
    return BUSH - territory


def territory_of(game: MaoriWars, place: int) -> int:
    """Return the territory of a hex or of a bush place."""
    return game.cat.territory[place] if place >= 0 else BUSH - place


class Board:
    """What stands where in one state."""

    __slots__ = ("at", "beside_maori", "held", "site")

    def __init__(self, game: MaoriWars, state: State) -> None:
        self.at: dict[int, list[int]] = {}
        """By place, hexes and bush: the counters there, in their order."""
        self.held: dict[int, int] = {}
        """By place: which camps occupy it, with a combat unit or Artillery, as bits (R1)."""
        at, held, occupies = self.at, self.held, game.units.occupies
        # Most counters are off the map, or not of this scenario: they are passed over at once.
        for unit, place in [(u, p) for u, p in enumerate(state.where) if p >= 0 or p <= BUSH]:
            if place in at:
                at[place].append(unit)
            else:
                at[place] = [unit]
                held[place] = 0
            held[place] |= occupies[unit]
        self.beside_maori: frozenset[int] | None = None
        """Which hexes are next to the Maori, once that has been asked (`shipment.beside_maori`)."""
        self.site: dict[int, Site] = {site[0]: site for site in state.sites}
        """By hex: its Structure."""


def board(game: MaoriWars, state: State) -> Board:
    """Return the board of a state. The last one is kept: most questions are about it."""
    where, sites, found = game.last_board
    if where is state.where and sites is state.sites:
        return found
    found = Board(game, state)
    game.last_board = (state.where, state.sites, found)
    return found


def here(game: MaoriWars, state: State, place: int) -> list[int]:
    """Return the counters in a place."""
    return board(game, state).at.get(place) or []


def of_seat(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's counters in a place."""
    camp = game.units.camp
    return [unit for unit in here(game, state, place) if camp[unit] == seat]


def fighters(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's combat units in a place."""
    units = game.units
    return [unit for unit in here(game, state, place) if units.camp[unit] == seat and units.fights[unit]]


def troops(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's combat units and Artillery in a place: what occupies it."""
    units = game.units
    return [unit for unit in here(game, state, place) if units.camp[unit] == seat and units.occupies[unit]]


def leaders(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's leaders in a place."""
    units = game.units
    return [unit for unit in here(game, state, place) if units.camp[unit] == seat and units.leads[unit]]


def boats(game: MaoriWars, state: State, place: int, seat: int) -> list[int]:
    """Return a seat's boats in a place."""
    units = game.units
    return [unit for unit in here(game, state, place) if units.camp[unit] == seat and units.boat[unit]]


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
    there = board(game, state)
    enemy = 1 - seat
    if there.held.get(at, 0) >> enemy & 1:
        return True
    site = there.site.get(at)
    if site is not None and CAMP[site[2]] == enemy:
        return True
    return seat == MAORI_SEAT and game.cat.town[at] and town_owner(game, state, at) != seat


def neutral(game: MaoriWars, state: State, at: int) -> bool:
    """Tell whether Neutral counters are in a hex: nobody may stop there."""
    there = board(game, state)
    site = there.site.get(at)
    if site is not None and site[2] == NEUTRAL:
        return True
    camp = game.units.camp
    return any(camp[unit] == NOBODY for unit in there.at.get(at, EMPTY))


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
