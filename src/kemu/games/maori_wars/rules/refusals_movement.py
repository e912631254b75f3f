"""Why not: the reasons of the Movement Phase, on foot and afloat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal

from ..model.catalogue import CANOE
from ..model.island import ISLAND, LAKE, MOUNTAIN, OCEAN
from .bans import shut_out
from .board import BUSH, good, occupied, site_at
from .boats import closed_rivers, may_stop, reach
from .lanes import NOWHERE
from .movement import CARRYING, Going, Moving, moving, tied, walk
from .obstacles import obstacles
from .refusals_phases import foreign
from .transport import CAPACITY, TRANSPORT, Sailing

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


def why_not_take(game: MaoriWars, state: State, phase: Moving, unit: int) -> Refusal | None:
    theirs = foreign(game, unit, phase.seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if state.where[unit] <= BUSH:
        return Refusal(f"{name} is in the bush: it acts in the Bush Raider Phase.", "maori_wars:10.0.2")
    if state.where[unit] < 0:
        return Refusal(f"{name} is not on the map.", "maori_wars:6.0")
    if phase.moved >> unit & 1:
        return Refusal(f"{name} has finished its movement.", "maori_wars:6.0")
    if tied(game, state, unit):
        return Refusal(f"In this scenario {name} may not leave where it is.", "maori_wars:14.0.5")
    if not phase.walks(unit):
        return Refusal(f"{name} has walked, and may only board or carry here.", "maori_wars:R11")
    if game.units.boat[unit]:
        return Refusal(f"{name} has no water to go to.", "maori_wars:6.0.2")
    return Refusal(f"{name} can enter none of the hexes around it.", "maori_wars:6.0")


def why_not_go(game: MaoriWars, state: State, unit: int, left: int, to: int) -> Refusal | None:
    """Return why a land counter may not go to a hex."""
    cat, seat = game.cat, game.units.camp[unit]
    name, where = cat.counters[unit].name, cat.where(to)
    land = obstacles(game, state, seat)
    if to == state.where[unit]:
        return Refusal(f"{name} is there already: write 'stop' to leave it there.", "maori_wars:6.0")
    ground = {OCEAN: "ocean", MOUNTAIN: "mountain", LAKE: "a lake", ISLAND: "a small island"}.get(cat.terrain[to])
    if ground:
        return Refusal(f"{where} is {ground}: closed to counters on land.", "maori_wars:R9")
    if to in land.closed:
        if cat.town[to] and site_at(game, state, to) is None and not occupied(game, state, to, 1 - seat):
            return Refusal(f"{where} is a Town: it must be attacked.", "maori_wars:6.0")
        return Refusal(f"{where} holds an enemy unit or Structure: it must be attacked.", "maori_wars:6.0")
    if to in land.neutral:
        return Refusal(f"Neutrals are in {where}: one may pass, but not stop there.", "maori_wars:6.0")
    if to in land.boats and not game.units.fights[unit]:
        return Refusal(f"A boat in {where} is entered by combat units only.", "maori_wars:R15")
    if shut_out(game, state, unit, to):
        return Refusal(f"A dispatch has closed the territory of {where}.", "maori_wars:9.0.3")
    if not walk(game, state, unit, state.where[unit], left).all >> to & 1:
        start = state.where[unit]
        if to in cat.neighbours[start] and to not in cat.walks[start]:
            return Refusal(f"Only water lies between {cat.where(start)} and {where}: take a boat.", "maori_wars:6.0")
        if game.lanes.walk(start, game.units.moves[unit], left, 0, 0, NOWHERE).all >> to & 1:
            return Refusal(f"What is held by others bars the way of {name} to {where}.", "maori_wars:6.0")
        return Refusal(f"{where} is too far for {name}: it has {left} movement points left.", "maori_wars:6.0")
    return None


def why_not_walk(game: MaoriWars, state: State, going: Going, to: int) -> Refusal | None:
    """Return why counters that go together may not go to a hex: the first of them who cannot."""
    each = zip(going.units, going.left, strict=True)
    return next((why for unit, left in each if (why := why_not_go(game, state, unit, left, to)) is not None), None)


def why_not_one_hex(game: MaoriWars, state: State, unit: int, left: int, to: int) -> Refusal:
    """Return why a land counter does not go to the next hex and on from there."""
    found = why_not_go(game, state, unit, left, to)
    where = game.cat.where(to)
    if to not in game.cat.neighbours[state.where[unit]]:
        return Refusal(f"{where} is not an adjacent hex.", "maori_wars:6.0")
    return found or Refusal(
        f"Hex by hex one goes only past a leader or boat that is alone: write 'go {game.label_of(to)}'.",
        "maori_wars:6.0",
    )


def why_not_sail(game: MaoriWars, state: State, frame: Sailing, to: int) -> Refusal | None:
    cat, seat, where = game.cat, game.units.camp[frame.boat], game.cat.where(to)
    if cat.terrain[to] == OCEAN:
        return Refusal("Boats do not end their movement on the ocean.", "maori_wars:6.0.2")
    if to == state.where[frame.boat]:
        return Refusal("It is there already: a boat that is taken up goes somewhere else.", "maori_wars:6.0.2")
    if shut_out(game, state, frame.boat, to):
        return Refusal(f"A dispatch has closed the territory of {where}.", "maori_wars:9.0.3")
    if to not in reach(game, state, frame.boat).costs():
        return Refusal(f"{where} cannot be reached by water in one movement.", "maori_wars:6.0.2")
    if not may_stop(game, state, to, seat):
        return Refusal(f"A boat may not stop at {where}: an enemy or Neutrals are there.", "maori_wars:R15")
    if frame.aboard and not cat.open[to]:
        return Refusal(f"Nobody can disembark at {where}.", "maori_wars:6.0.4")
    if closed_rivers(game, state, frame.boat) >> to & 1:
        return Refusal("In this scenario no more boats may be on that river yet.", "maori_wars:14.0.5")
    return None


def why_not_along(game: MaoriWars, state: State, frame: Going, unit: int) -> Refusal | None:
    name = game.cat.counters[unit].name
    if unit in frame.units:
        return Refusal(f"{name} goes already. To leave it here, take that back.", "maori_wars:R11")
    if state.where[unit] != state.where[frame.units[0]]:
        return Refusal("Who moves together sets out together, from one hex.", "maori_wars:R11")
    phase = moving(state)
    why = None if phase is None else why_not_take(game, state, phase[1], unit)
    if why is None or (phase is not None and unit in phase[1].stack(game, state, state.where[unit])):
        return Refusal(f"There is no hex to which {name} could go with the others now.", "maori_wars:R11")
    return why


def why_not_load(game: MaoriWars, state: State, frame: Sailing, unit: int) -> Refusal | None:
    theirs = foreign(game, unit, game.units.camp[frame.boat])
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if not good(state, frame.boat):
        return Refusal("A Disrupted boat transports nobody.", "maori_wars:R12")
    if state.where[unit] != state.where[frame.boat]:
        return Refusal(f"{name} is not with the boat.", "maori_wars:R13")
    if game.units.boat[unit]:
        return Refusal("Boats do not carry boats.", "maori_wars:R13")
    if unit in frame.aboard:
        return Refusal(f"{name} is on board already.", "maori_wars:6.0.4")
    if tied(game, state, unit):
        return Refusal(f"In this scenario {name} may not leave where it is.", "maori_wars:14.0.5")
    if sum(not game.units.leads[one] for one in frame.aboard) >= CAPACITY and not game.units.leads[unit]:
        return Refusal("A boat transports two units, and any number of leaders.", "maori_wars:6.0.4")
    return Refusal(f"{name} has not the {TRANSPORT} movement points that it takes.", "maori_wars:6.0.4")


def why_not_carry(game: MaoriWars, state: State, phase: Moving, unit: int, canoe: int) -> Refusal:
    """Return why a unit may not carry a Canoe."""
    theirs = foreign(game, unit, phase.seat) or foreign(game, canoe, phase.seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if game.cat.kind[canoe] != CANOE:
        return Refusal("Only Canoes are carried.", "maori_wars:6.0.3")
    if not game.units.carries[unit]:
        return Refusal(f"{name} does not carry Canoes.", "maori_wars:6.0.3")
    if state.where[unit] != state.where[canoe] or state.where[unit] < 0:
        return Refusal("The Canoe is not with the unit.", "maori_wars:6.0.3")
    if phase.moved >> canoe & 1:
        return Refusal("The Canoe has moved.", "maori_wars:R14")
    if phase.left(game, unit) <= CARRYING:
        return Refusal(f"{name} has not the movement points to carry a Canoe any further.", "maori_wars:R14")
    return Refusal(f"{name} can carry it to none of the hexes around it.", "maori_wars:6.0.3")


def why_not_burn(game: MaoriWars, seat: int, canoe: int) -> Refusal:
    """Return why a player may not destroy this Canoe."""
    if game.cat.kind[canoe] != CANOE:
        return Refusal("Only Canoes are destroyed by their owner.", "maori_wars:6.0.5")
    return foreign(game, canoe, seat) or Refusal("That Canoe is not on the map.", "maori_wars:6.0.5")
