"""Why not: the reasons of the small steps inside a phase: who goes, who strikes, who starves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide
from kemu.core.refusal import Refusal

from ..model import actions as act
from ..model.catalogue import BRITISH
from .alliance import VISIT, Visiting
from .board import bush, fighters, good, here
from .boats import DrivenOff
from .charge import Charging
from .chit_fights import ChitFight
from .chit_places import MoreShells, SapNow
from .chit_units import Drafting, Retiring
from .raids import Ambushing, RaidFight
from .refusals_phases import foreign, why_not_retreat
from .retreat import GiveWay
from .sappers import Sapping
from .supply import BritishSupply, Hunger

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


def why_not_step(game: MaoriWars, state: State, decide: Decide, intent: Action) -> Refusal | None:
    """Return the reason that a step has in which one thing is asked."""
    index, top, seat = game.cat.index, state.stack[-1], decide.seat
    at = game.cat.hex_of.get(str(getattr(intent, "to", "")), -1)
    if isinstance(intent, act.Retreat) and isinstance(top, DrivenOff) and at >= 0:
        unit = index[intent.unit]
        return why_not_another(game, unit, top.boat, seat) or why_not_retreat(game, state, unit, at)
    if isinstance(intent, act.Counter) and isinstance(top, RaidFight):
        return Refusal("No raider stands there.", "maori_wars:10.0.3")
    if isinstance(intent, act.Visit) and isinstance(top, Visiting) and at >= 0:
        where = game.cat.where(at)
        return Refusal(f"There is no friendly unit at {where} within {VISIT} hexes of him.", "maori_wars:8.0")
    if isinstance(intent, act.Attack | act.Raid) and isinstance(top, ChitFight) and at >= 0:
        where = game.cat.where(at)
        return Refusal(f"Those whom the dispatch lets fight have nobody at {where} to fight.", "maori_wars:R28")
    if isinstance(intent, act.Withdraw) and isinstance(top, GiveWay) and at >= 0:
        return Refusal(f"Not all of them could go to {game.cat.where(at)}.", "maori_wars:R18")
    if isinstance(intent, act.Bombard) and isinstance(top, MoreShells):
        return Refusal("The dispatch brings no such gun, or there is no such target for it.", "maori_wars:9.0.3")
    if isinstance(intent, act.Follow) and isinstance(top, GiveWay | Retiring):
        return _why_not_follow(game, index[intent.leader], seat)
    unit = index.get(str(getattr(intent, "unit", "")), -1)
    return None if unit < 0 else _why_not_who(game, state, decide, intent, unit)


def _why_not_who(game: MaoriWars, state: State, decide: Decide, intent: Action, unit: int) -> Refusal | None:
    """Return why it may not be this counter."""
    top, seat = state.stack[-1], decide.seat
    if isinstance(intent, act.Sap) and isinstance(top, Sapping | SapNow):
        return _why_not_sap(game, state, unit, game.cat.hex_of.get(intent.to, -1))
    if isinstance(intent, act.Strike) and isinstance(top, Ambushing):
        return Refusal(f"{game.cat.counters[unit].name} is no enemy unit in this bush.", "maori_wars:10.0.5")
    theirs = foreign(game, unit, seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if isinstance(intent, act.Hold) and isinstance(top, GiveWay) and top.units:
        return why_not_another(game, unit, top.units[0], seat)
    if isinstance(intent, act.Join) and isinstance(top, Ambushing):
        return _why_not_seek(game, state, top, unit)
    if isinstance(intent, act.Charge) and isinstance(top, Charging):
        return Refusal(f"{name} is no good Cavalry that was declared and still waits.", "maori_wars:9.0.5")
    if isinstance(intent, act.Starve) and isinstance(top, Hunger):
        people = "Maori" if seat else "Queenite"
        return Refusal(f"{name} is no {people} combat unit on the map or in the bush.", "maori_wars:13.0")
    if isinstance(intent, act.Starve) and isinstance(top, BritishSupply):
        if game.cat.side[unit] != BRITISH or not game.units.occupies[unit] or state.where[unit] < 0:
            return Refusal("Supply is for British combat units and Artillery on the map.", "maori_wars:R39")
        return Refusal(f"{name} is in supply.", "maori_wars:13.0.2")
    if isinstance(intent, act.Retreat | act.EnterBush | act.Hold) and isinstance(top, Retiring):
        return _why_not_slip_away(game, decide, unit)
    if isinstance(intent, act.Receive | act.Place) and isinstance(top, Drafting):
        return Refusal(f"The dispatch does not bring {name} there.", "maori_wars:9.0.3")
    return None


def why_not_another(game: MaoriWars, unit: int, due: int, seat: int) -> Refusal | None:
    """Return that another counter is asked about now."""
    if unit == due:
        return None
    name = game.cat.counters[due].name
    return foreign(game, unit, seat) or Refusal(f"{name} comes first: it is asked about now.", "maori_wars:6.0")


def _why_not_slip_away(game: MaoriWars, decide: Decide, unit: int) -> Refusal:
    due = next((game.cat.index[option.unit] for option in decide.options if isinstance(option, act.Hold)), unit)
    found = why_not_another(game, unit, due, decide.seat)
    return found or Refusal("The dispatch does not let it slip away there.", "maori_wars:9.0.3")


def _why_not_follow(game: MaoriWars, leader: int, seat: int) -> Refusal:
    if not game.units.leads[leader]:
        return Refusal("Only leaders go along with a unit.", "maori_wars:9.0.10")
    theirs = foreign(game, leader, seat)
    return theirs or Refusal(f"{game.cat.counters[leader].name} is not in the hex that is left.", "maori_wars:9.0.10")


def _why_not_sap(game: MaoriWars, state: State, unit: int, at: int) -> Refusal | None:
    name, start = game.cat.counters[unit].name, state.where[unit]
    if game.cat.side[unit] != BRITISH or not game.units.occupies[unit] or start < 0:
        return Refusal("The Sap Marker is placed on a British unit.", "maori_wars:6.0.1")
    if at < 0 or at not in game.cat.walks[start]:
        return Refusal(f"{name} is not next to that hex, on land.", "maori_wars:6.0.1")
    first = next(other for other in here(game, state, start) if game.units.occupies[other])
    if first != unit:
        said = game.cat.counters[first].id
        return Refusal(f"The marker lies in the hex, whoever stands there: name '{said}'.", "maori_wars:R33")
    return Refusal("There is no Maori Pa.", "maori_wars:6.0.1")


def _why_not_seek(game: MaoriWars, state: State, raid: Ambushing, unit: int) -> Refusal:
    name, place = game.cat.counters[unit].name, bush(raid.territory)
    territory = game.cat.territory_names[raid.territory]
    if unit in raid.chosen:
        return Refusal(f"{name} takes part already.", "maori_wars:10.0.5")
    if unit not in fighters(game, state, place, raid.seat):
        return Refusal(f"{name} is no unit in the bush of {territory}.", "maori_wars:10.0.5")
    if not good(state, unit):
        return Refusal(f"{name} is Disrupted, and does not raid.", "maori_wars:10.0.2")
    return Refusal(f"{name} has entered the bush or acted in this phase.", "maori_wars:10.0.1")
