"""Actions in a few words, for buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Action

from ..model import actions as act
from ..model.catalogue import FORT, PA, SETTLEMENT, STRUCTURES, VILLAGE
from ..rules.advance import Advancing
from ..rules.alliance import Visiting
from ..rules.bombardment import Bombarding
from ..rules.bush import Emerging
from ..rules.charge import Charging
from ..rules.combat import CombatPhase
from ..rules.construction import Construction
from ..rules.counter_attack import CounterAttacking
from ..rules.evasion import Evading
from ..rules.movement import Going, Moving
from ..rules.raids import RaidFight, Raiding
from ..rules.retreat import GiveWay
from ..rules.setup import SettingUp
from ..rules.setup_changes import Changing
from .overlays import paid

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

TARGET = {"units": "the units", "pa": "the Pa", "village": "the Village", "canoe": "the Canoes", "fort": "the Fort"}


def label(game: MaoriWars, state: State, action: Action) -> str:
    """Return the action in a few words."""
    cat = game.cat

    def who(unit: str) -> str:
        return cat.counters[cat.index[unit]].name

    def here(unit: str) -> str:
        at = state.where[cat.index[unit]]
        return f" from {game.place(cat.label[at])}" if at >= 0 else ""

    def at(place: str) -> str:
        return game.place(place)

    match action:
        case act.Place(unit, to) | act.Emerge(unit, to):
            return f"{who(unit)} to {at(to)}"
        case act.Raise(what, to):
            return f"{what.capitalize()} at {at(to)}"
        case act.Receive(unit):
            return f"Bring in {who(unit)}"
        case act.Take(unit):
            return f"Move {who(unit)}{here(unit)}"
        case act.TakeStack(place):
            return f"Move the whole stack from {at(place)}"
        case act.Uproot(place):
            kind = next((STRUCTURES[site[1]] for site in state.sites if site[0] == cat.hex_of[place]), "structure")
            return f"Move the {kind.capitalize()} from {at(place)}"
        case act.Carry(unit, _):
            return f"{who(unit)} carries a Canoe{here(unit)}"
        case act.Go(to):
            return _going(game, state, to)
        case act.OneHex(to):
            return f"One hex, to {at(to)}, then on"
        case act.Load(unit):
            return f"Take {who(unit)} on board"
        case act.Burn(canoe):
            return f"Destroy the {who(canoe)}{here(canoe)}"
        case act.Ship(to):
            return f"Ship to {at(to)}"
        case act.Sap(unit, to):
            return f"Sap from {who(unit)} towards {at(to)}"
        case act.Shift(unit, to) | act.Retreat(unit, to) | act.Roam(unit, to) | act.Lurk(unit, to):
            return f"{who(unit)} {_verb(action)} {at(to)}"
        case act.Support(leader, unit):
            return f"{who(leader)} rallies {who(unit)}"
        case act.Negotiate(leader, to):
            return f"{who(leader)} negotiates at {at(to)}"
        case act.Visit(to):
            return f"The leader goes to {at(to)}"
        case act.Intimidate(gun, to):
            return f"{who(gun)} threatens the Neutrals at {at(to)}"
        case act.Bombard(gun, what):
            kind, _, where = what.partition(" ")
            guns = who(gun) if gun in cat.index else f"The {gun} guns"
            verb = "fires" if gun in cat.index else "fire"
            return f"{guns} {verb} at {TARGET[kind]}" + (f" in {at(where)}" if where else "")
        case act.Raid(to):
            return f"Raid {at(to)}"
        case act.Ambush(to):
            return f"Look for the enemy in {at(to)}"
        case act.Build(what, to):
            return _building(game, state, what, to)
        case act.Repair(to):
            return f"Repair the Structure at {at(to)}"
        case act.Choose(what):
            return _choice(game, what)
        case act.Attack(to):
            return f"Attack {at(to)}"
        case act.Counter(to):
            return f"Counter-attack against {at(to)}"
        case act.Withdraw(to):
            return f"All go to {at(to)}"
        case _:
            return _simple(game, state, action)


def _verb(action: Action) -> str:
    if isinstance(action, act.Retreat):
        return "goes back to"
    if isinstance(action, act.Lurk):
        return "raids from"
    return "through the bush to" if isinstance(action, act.Roam) else "moves to"


SIMPLE: dict[type[Action], str] = {
    act.Join: "{} takes part",
    act.Evade: "{} tries to evade",
    act.Hold: "{} stays",
    act.Follow: "{} goes along",
    act.Charge: "{} charges",
    act.Lose: "{} takes the loss",
    act.Disrupt: "{} is Disrupted",
    act.Advance: "{} advances",
    act.EnterBush: "{} into the bush",
    act.Strike: "Raid {}",
    act.Starve: "{} suffers",
}
PLAIN: dict[type[Action], str] = {
    act.Done: "Done",
    act.Embark: "Ship units from the port to a coast, once",
    act.Stop: "Stay here",
    act.Everyone: "All who can, and begin",
    act.Arrange: "Set up the rest, then let me change it",
    act.Begin: "Begin",
    act.Stand: "Stand",
    act.Absorb: "Let the walls take the hit",
}
IN_FRAME: dict[tuple[type[Action], type], str] = {
    (act.Everyone, SettingUp): "Set up the rest for me",
    (act.Everyone, Advancing): "All advance",
    (act.Everyone, Evading): "All try to evade",
    (act.Begin, Evading): "Those try to evade",
    (act.Begin, Charging): "Charge",
    (act.Begin, Raiding): "Raid",
    (act.Stand, Evading): "Nobody evades",
    (act.Stand, Charging): "No charge",
    (act.Stand, Bombarding): "No bombardment",
    (act.Stand, CounterAttacking): "No counter-attack",
    (act.Stand, RaidFight): "Do not strike back",
    (act.Stand, GiveWay): "He stays",
    (act.Done, CombatPhase): "No more attacks",
    (act.Join, Going): "{} goes along",
    (act.Done, Changing): "That is the set-up",
    (act.Done, Moving): "Done moving",
    (act.Done, Construction): "Build nothing",
    (act.Stop, Visiting): "He stays",
    (act.Stop, Emerging): "Stay in the bush",
}
"""The same answer in other words, by what asks for it."""


def _simple(game: MaoriWars, state: State, action: Action) -> str:
    words = IN_FRAME.get((type(action), type(state.stack[-1]))) or {**SIMPLE, **PLAIN}[type(action)]
    unit: str = getattr(action, "unit", "") or getattr(action, "leader", "")
    return words.format(game.cat.counters[game.cat.index[unit]].name) if unit else words


def _going(game: MaoriWars, state: State, to: str) -> str:
    """Say where to, and what it costs."""
    cost = paid(game, state).get(game.cat.hex_of[to])
    where = game.place(to)
    return f"To {where}" if cost is None else f"To {where}: {cost} mp"


def _building(game: MaoriWars, state: State, what: str, to: str) -> str:
    kind = STRUCTURES.index(what)
    site = next((site for site in state.sites if site[0] == game.cat.hex_of[to]), None)
    before = site[1] if site else 0
    where = game.place(to)
    if (before, kind) in ((VILLAGE, PA), (SETTLEMENT, FORT)):
        cost = f", for {-game.cat.vp['fort_built']} Victory Point" if kind == FORT and game.cat.vp["fort_built"] else ""
        return f"Make the {STRUCTURES[before].capitalize()} at {where} a {what.capitalize()}{cost}"
    cost = f", for {-game.cat.vp['fort_built']} Victory Point" if kind == FORT and game.cat.vp["fort_built"] else ""
    return f"Build a {what.capitalize()} at {where}{cost}"


def _choice(game: MaoriWars, what: str) -> str:
    cat = game.cat
    if what in cat.index:
        return cat.counters[cat.index[what]].name
    if what in cat.hex_of or what in cat.territory_index:
        place = game.place(what)
        return place[0].upper() + place[1:]
    return what.replace("-", " ").capitalize()
