"""Why not: the reasons of the Bush Raider Phase, and of counters that are put on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal

from .bans import banned
from .board import BUSH, barred, closed_to, good, neutral, territory_of
from .bush import LIMITS, BushPhase, clearings, in_bush, tracks
from .raids import Raiding
from .refusals_phases import foreign
from .stacking import room

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


def _not_in_bush(game: MaoriWars, state: State, unit: int, seat: int) -> Refusal | None:
    theirs = foreign(game, unit, seat)
    if theirs is not None:
        return theirs
    if state.where[unit] > BUSH:
        return Refusal(f"{game.cat.counters[unit].name} is not in the bush.", "maori_wars:10.0.2")
    return None


def why_not_act(game: MaoriWars, state: State, phase: BushPhase, unit: int) -> Refusal | None:
    """Return why a counter may not act in the bush now."""
    name = game.cat.counters[unit].name
    if state.where[unit] >= 0 and game.units.camp[unit] == phase.seat:
        return Refusal(f"{name} is on the map: it moves in the Movement Phase.", "maori_wars:6.0")
    found = _not_in_bush(game, state, unit, phase.seat)
    if found is not None:
        return found
    if phase.done >> unit & 1:
        return Refusal(f"{name} has entered the bush or acted in this phase.", "maori_wars:10.0.1")
    if len(in_bush(game, state, phase.seat)) > LIMITS[phase.seat] and game.units.leads[unit]:
        return Refusal("Too many units are in the bush: one of them comes out first.", "maori_wars:10.0")
    if in_bush(game, state, phase.seat) and not clearings(game, state, unit):
        return Refusal(f"{name} has no hex where it could come out.", "maori_wars:10.0.2")
    return None


def why_not_roam(game: MaoriWars, state: State, unit: int, territory: int, seat: int) -> Refusal | None:
    """Return why a counter may not move through the bush to a territory."""
    found = _not_in_bush(game, state, unit, seat)
    if found is not None:
        return found
    name = game.cat.territory_names[territory]
    if territory in banned(state, seat):
        return Refusal(f"A dispatch has closed {name}.", "maori_wars:9.0.3")
    if territory not in tracks(game, state, unit):
        return Refusal(f"{name} is not adjacent to where it is.", "maori_wars:10.0.2")
    return None


def why_not_emerge(game: MaoriWars, state: State, unit: int, at: int, seat: int) -> Refusal | None:
    """Return why a counter may not come out of the bush in a hex."""
    found = _not_in_bush(game, state, unit, seat)
    if found is not None:
        return found
    if game.cat.territory[at] != territory_of(game, state.where[unit]):
        return Refusal(f"{game.cat.where(at)} is not in the territory whose bush it is in.", "maori_wars:10.0.2")
    return why_not_stand(game, state, unit, at, "maori_wars:R36")


def why_not_stand(game: MaoriWars, state: State, unit: int, at: int, clause: str) -> Refusal | None:
    """Return why a counter may not be put into a hex."""
    where, seat = game.cat.where(at), game.units.camp[unit]
    if not game.units.boat[unit] and not game.units.cost[unit][at]:
        return Refusal(f"{where} is closed to counters on land.", "maori_wars:R9")
    if closed_to(game, state, at, seat):
        return Refusal(f"{where} holds an enemy unit or Structure.", clause)
    if neutral(game, state, at):
        return Refusal(f"Neutrals are in {where}.", clause)
    if at in barred(game, state, seat):
        return Refusal(f"A leader or boat of the enemy is in {where}.", clause)
    if not room(game, state, at, (unit,)):
        return Refusal(f"{where} is fully stacked.", "maori_wars:4.0")
    return None


def why_not_lurk(game: MaoriWars, state: State, raid: Raiding, unit: int, at: int) -> Refusal:
    """Return why a raider may not raid from a hex."""
    theirs = foreign(game, unit, raid.seat)
    if theirs is not None:
        return theirs
    cat, place = game.cat, state.where[unit]
    name, where = cat.counters[unit].name, cat.where(at)
    if unit in raid.band:
        return Refusal(f"{name} takes part already.", "maori_wars:10.0.4")
    if not raid.of and place > BUSH:
        return Refusal(f"{name} is not in the bush.", "maori_wars:10.0.4")
    if not game.units.leads[unit] and not good(state, unit):
        return Refusal(f"{name} is Disrupted, and does not raid.", "maori_wars:10.0.2")
    if game.units.leads[unit] and at not in {state.where[one] for one in raid.band}:
        return Refusal(f"{name} goes only to a hex from which a unit raids.", "maori_wars:10.0.4")
    if at not in cat.walks[raid.at]:
        return Refusal(f"{where} is not next to the raided hex, on land.", "maori_wars:10.0.4")
    if place <= BUSH and cat.territory[at] != territory_of(game, place):
        return Refusal(f"{where} is not in the territory whose bush {name} is in.", "maori_wars:10.0.4")
    found = why_not_stand(game, state, unit, at, "maori_wars:10.0.4") if at != place else None
    if found is not None:
        return found
    if raid.of:
        return Refusal(f"{name} is not among those whom the dispatch lets raid, or there are enough.", "maori_wars:R28")
    return Refusal(f"{name} has entered the bush or acted in this phase.", "maori_wars:10.0.1")


def why_not_arrive(game: MaoriWars, state: State, unit: int, at: int, seat: int) -> Refusal | None:
    """Return why a reinforcement may not be placed in a hex."""
    theirs = foreign(game, unit, seat)
    if theirs is not None:
        return theirs
    found = why_not_stand(game, state, unit, at, "maori_wars:5.0")
    if found is not None:
        return found
    return Refusal(f"{game.cat.counters[unit].name} does not arrive at {game.cat.where(at)}.", "maori_wars:5.0")
