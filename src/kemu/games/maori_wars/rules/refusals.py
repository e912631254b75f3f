"""Why not: what a player tries in Maori Wars and may not do, with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from ..model import actions as act
from ..model.catalogue import FORT, MILITIA, PA, SETTLEMENT, STRUCTURES, WARRIOR
from .advance import Advancing
from .alliance import Alliance, neutral_village
from .board import (
    CAMP,
    boats,
    fighters,
    friendly_places,
    leaders,
    occupied,
    site_at,
    spare,
    town_owner,
)
from .bombardment import Bombarding
from .bush import BushPhase, Emerging, may_enter_bush
from .combat import CombatPhase, Declaring, combat_of
from .construction import NEAR, Construction, hindered
from .counter_attack import CounterAttacking
from .movement import Going, Moving
from .raids import Raiding, raid_target
from .rally import RallyPhase
from .refusals_alike import why_not_that_one
from .refusals_bush import why_not_act, why_not_arrive, why_not_emerge, why_not_lurk, why_not_roam
from .refusals_combat import (
    why_not_advance,
    why_not_attack,
    why_not_bombard,
    why_not_counter,
    why_not_evade,
    why_not_intimidate,
    why_not_join,
    why_not_lose,
)
from .refusals_movement import (
    why_not_along,
    why_not_burn,
    why_not_carry,
    why_not_load,
    why_not_one_hex,
    why_not_sail,
    why_not_take,
    why_not_walk,
)
from .refusals_phases import (
    foreign,
    why_not_ambush,
    why_not_embark,
    why_not_receive,
    why_not_retreat,
    why_not_shift,
    why_not_ship,
    why_not_support,
)
from .refusals_setup import why_not_change, why_not_stand_up
from .refusals_steps import why_not_another, why_not_step
from .reinforcement import Arrivals, FromBox
from .results import OneDisrupted, OneLost
from .retreat import GiveWay
from .setup import SettingUp
from .setup_changes import Changing
from .shipment import Shipping
from .stacking import Overstacked
from .touches import guesses
from .transport import Sailing
from .units import LOWER

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

WHEN = {
    "place": ("Counters are placed at set-up and as reinforcements.", "maori_wars:5.0"),
    "raise": ("Structures are set up before the game begins.", "maori_wars:14.0.2"),
    "receive": ("Units come from the Box in the Reinforcement Phase.", "maori_wars:5.0"),
    "take": (
        "Counters move in their side's Movement Phase, or in the bush in the Bush Raider Phase.",
        "maori_wars:6.0",
    ),
    "stack": ("Counters move in their side's Movement Phase.", "maori_wars:6.0"),
    "carry": ("Canoes are carried in the Movement Phase.", "maori_wars:6.0.3"),
    "go": ("Choose a counter first, then where it goes.", "maori_wars:6.0"),
    "step": ("Hex by hex goes a single counter that has been chosen.", "maori_wars:6.0"),
    "stop": ("Nothing is on its way.", "maori_wars:6.0"),
    "load": ("Units board a boat that has been chosen, in its hex.", "maori_wars:6.0.4"),
    "burn": ("A Canoe is destroyed by its owner in his Movement Phase.", "maori_wars:6.0.5"),
    "embark": ("There is no shipment to send now.", "maori_wars:14.0.4"),
    "ship": ("There is no shipment on its way to a coast.", "maori_wars:14.0.4"),
    "sap": ("The Sap Marker is placed at the start of a British Movement Phase, once a game.", "maori_wars:6.0.1"),
    "shift": ("Only the opponent moves what is over-stacked, after Movement and Combat.", "maori_wars:4.0"),
    "support": ("Leaders help their units in the Rally Phase.", "maori_wars:7.0"),
    "negotiate": ("Leaders negotiate in the Alliance Phase.", "maori_wars:8.0"),
    "visit": ("A sole leader who has negotiated may move.", "maori_wars:8.0"),
    "attack": ("Attacks are declared in one's own Combat Phase.", "maori_wars:9.0.1"),
    "intimidate": ("The British bombard Neutrals in their Combat Phase.", "maori_wars:R22"),
    "join": ("No combat is being declared.", "maori_wars:9.0.1"),
    "everyone": ("There is nothing that all could do together.", "maori_wars:9.0.1"),
    "arrange": ("All that was to be set up stands.", "maori_wars:14.0.2"),
    "uproot": ("Structures are set up before the game begins.", "maori_wars:14.0.2"),
    "begin": ("There is nothing to begin.", "maori_wars:9.0.1"),
    "evade": ("Only attacked units evade, before anything else.", "maori_wars:9.0.2"),
    "stand": ("There is nothing to let pass.", "maori_wars:9.0.2"),
    "retreat": ("Nobody retreats now.", "maori_wars:9.0.10"),
    "withdraw": ("Nobody retreats now.", "maori_wars:9.0.10"),
    "hold": ("Nobody is asked to go.", "maori_wars:9.0.10"),
    "follow": ("A leader goes only with a unit that goes.", "maori_wars:9.0.10"),
    "bombard": ("Guns fire in the fourth step of a combat.", "maori_wars:9.0.4"),
    "charge": ("Cavalry charges in the fifth step of a combat.", "maori_wars:9.0.5"),
    "counter": ("Only the attacked strike back, before the attack.", "maori_wars:9.0.6"),
    "absorb": ("Only a good Fort or Pa takes the hit of an attack.", "maori_wars:9.0.12"),
    "lose": ("No unit is lost now.", "maori_wars:9.0.9"),
    "disrupt": ("No unit is Disrupted now.", "maori_wars:11.0"),
    "advance": ("One advances when the attacked hex is empty.", "maori_wars:9.0.11"),
    "bush": ("Units enter the bush in the Bush Raider Phase.", "maori_wars:10.0.1"),
    "roam": ("Units move through the bush in the Bush Raider Phase.", "maori_wars:10.0.2"),
    "emerge": ("Units leave the bush in the Bush Raider Phase.", "maori_wars:10.0.2"),
    "raid": ("Raids are made in the Bush Raider Phase.", "maori_wars:10.0.3"),
    "ambush": ("Raids are made in the Bush Raider Phase.", "maori_wars:10.0.5"),
    "strike": ("Nobody has been found in the bush.", "maori_wars:10.0.5"),
    "lurk": ("No raid is being prepared.", "maori_wars:10.0.4"),
    "build": ("One builds in the Construction Phase, one thing a turn.", "maori_wars:12.0"),
    "repair": ("Structures are repaired in the Construction Phase, one thing a turn.", "maori_wars:12.0"),
    "starve": ("Nobody suffers attrition now.", "maori_wars:13.0"),
    "choose": ("No dispatch asks for that.", "maori_wars:9.0.3"),
    "done": ("This must be answered first.", ""),
}


def explain(game: MaoriWars, state: State, decide: Decide, intent: Action | Touch) -> Refusal:
    """Return why `intent` is not one of the pending decision's answers."""
    if isinstance(intent, Touch):
        return _touched(game, state, decide, intent.id)
    tag = str(intent.__struct_config__.tag)
    unknown = _unknown(game, intent, decide)
    if unknown is not None:
        return unknown
    found = why_not_that_one(game, state, decide, intent) or _why(game, state, decide, intent)
    if found is not None:
        return found
    if not any(type(option) is type(intent) for option in decide.options):
        text, clause = WHEN.get(tag, ("That is not possible now.", decide.clause))
        return Refusal(f"{text} Now: {decide.prompt}", clause or decide.clause)
    return Refusal(f"That is not possible. {decide.prompt}", decide.clause)


def _touched(game: MaoriWars, state: State, decide: Decide, id_: str) -> Refusal:
    """Say what a click on a counter or a hex would need, or why what it most likely means is not possible."""
    meant = [option for option in decide.options if id_ in _named(option)]
    if meant:
        return _can_be_chosen(game, decide, meant[:3])
    for guess in guesses(game, state, decide, id_):
        if guess in decide.options:  # A counter or Structure stands for its hex.
            return _can_be_chosen(game, decide, [guess])
        found = why_not_that_one(game, state, decide, guess) or _why(game, state, decide, guess)
        if found is not None:
            return found
    return Refusal(f"Nothing can be done with that now. {decide.prompt}", decide.clause)


def _can_be_chosen(game: MaoriWars, decide: Decide, meant: list[Action]) -> Refusal:
    words = ", ".join(f"'{game.notation(option)}'" for option in meant)
    return Refusal(f"That can be chosen: write {words}.", decide.clause)


def _named(action: Action) -> tuple[str, ...]:
    return tuple(str(getattr(action, field)) for field in action.__struct_fields__)


def _unknown(game: MaoriWars, intent: Action, decide: Decide) -> Refusal | None:
    """Refuse a counter or a hex that does not exist."""
    cat = game.cat
    for field in ("unit", "canoe", "leader", "gun"):
        name = getattr(intent, field, None)
        if isinstance(name, str) and name not in cat.index and name != "naval":
            return Refusal(f"There is no counter '{name[:24]}'.", decide.clause)
    for field in ("to", "at"):
        name = getattr(intent, field, None)
        if isinstance(name, str) and name not in cat.hex_of and name not in cat.territory_index:
            return Refusal(f"There is no hex and no territory '{name[:24]}'.", decide.clause)
    return None


def _why(game: MaoriWars, state: State, decide: Decide, intent: Action) -> Refusal | None:
    """Return the reason that the rules have, where there is a particular one."""
    cat, top, seat = game.cat, state.stack[-1], decide.seat
    hex_ = cat.hex_of.get(str(getattr(intent, "to", getattr(intent, "at", ""))), -1)
    unit = cat.index.get(str(getattr(intent, "unit", "")), -1)
    if isinstance(intent, act.Take) and isinstance(top, Moving):
        return why_not_take(game, state, top, unit)
    if isinstance(intent, act.TakeStack) and isinstance(top, Moving):
        return Refusal("Fewer than two counters of yours can still walk from there.", "maori_wars:6.0")
    if isinstance(intent, act.Go) and isinstance(top, Going) and hex_ >= 0:
        return why_not_walk(game, state, top, hex_)
    if isinstance(intent, act.OneHex) and isinstance(top, Going) and hex_ >= 0:
        return why_not_one_hex(game, state, top.units[0], top.left[0], hex_)
    if isinstance(intent, act.Join) and isinstance(top, Going):
        return why_not_along(game, state, top, unit)
    if isinstance(intent, act.Go) and isinstance(top, Sailing) and hex_ >= 0:
        return why_not_sail(game, state, top, hex_)
    if isinstance(intent, act.Load) and isinstance(top, Sailing):
        return why_not_load(game, state, top, unit)
    if isinstance(intent, act.Attack) and isinstance(top, CombatPhase) and hex_ >= 0:
        return why_not_attack(game, state, seat, hex_)
    if isinstance(intent, act.Join) and isinstance(top, Declaring):
        return why_not_join(game, state, top, unit)
    if isinstance(intent, act.Evade) and combat_of(state) is not None:
        return why_not_evade(game, state, unit, seat)
    if isinstance(intent, act.EnterBush) and isinstance(top, BushPhase):
        return _why_not_bush(game, state, top, unit)
    if isinstance(intent, act.Raid) and isinstance(top, BushPhase) and hex_ >= 0:
        return _why_not_raid(game, state, seat, hex_)
    if isinstance(intent, act.Build) and isinstance(top, Construction) and hex_ >= 0:
        return why_not_build(game, state, seat, intent.what, hex_)
    if isinstance(intent, act.Negotiate) and isinstance(top, Alliance) and hex_ >= 0:
        return _why_not_talk(game, state, top, cat.index.get(intent.leader, -1), hex_)
    return _why_else(game, state, decide, intent, hex_)


def _why_else(game: MaoriWars, state: State, decide: Decide, intent: Action, hex_: int) -> Refusal | None:
    """Return the reason that a single phase has."""
    index, top, seat = game.cat.index, state.stack[-1], decide.seat
    if isinstance(intent, act.Embark) and isinstance(top, Moving):
        return why_not_embark(game, state, top)
    if isinstance(intent, act.Carry) and isinstance(top, Moving):
        return why_not_carry(game, state, top, index[intent.unit], index[intent.canoe])
    if isinstance(intent, act.Burn) and isinstance(top, Moving):
        return why_not_burn(game, seat, index[intent.canoe])
    if isinstance(intent, act.Retreat) and isinstance(top, GiveWay) and hex_ >= 0 and top.units and not top.gone:
        unit = index[intent.unit]
        return why_not_another(game, unit, top.units[0], seat) or why_not_retreat(game, state, unit, hex_)
    if isinstance(intent, act.Shift) and isinstance(top, Overstacked) and hex_ >= 0:
        return why_not_shift(game, state, decide, index[intent.unit], hex_)
    if isinstance(intent, act.Receive) and isinstance(top, FromBox):
        return why_not_receive(game, state, seat, index[intent.unit])
    if isinstance(intent, act.Support) and isinstance(top, RallyPhase):
        return why_not_support(game, state, seat, index[intent.leader], index[intent.unit])
    if isinstance(intent, act.Intimidate) and isinstance(top, CombatPhase) and hex_ >= 0:
        return why_not_intimidate(game, state, seat, index[intent.gun], hex_)
    if isinstance(intent, act.Bombard) and isinstance(top, Bombarding) and intent.gun in index:
        return why_not_bombard(game, state, seat, index[intent.gun], top.at)
    if isinstance(intent, act.Ambush) and isinstance(top, BushPhase) and intent.to in game.cat.territory_index:
        return why_not_ambush(game, state, seat, game.cat.territory_index[intent.to])
    if isinstance(intent, act.Repair) and isinstance(top, Construction):
        return Refusal("No Disrupted Structure of yours stands there.", "maori_wars:12.0")
    if isinstance(intent, act.Place | act.Raise | act.Roam) and isinstance(top, SettingUp | Changing):
        return why_not_stand_up(game, state, seat, top, intent)
    if isinstance(intent, act.Take | act.Uproot) and isinstance(top, Changing) and top.item < 0:
        if isinstance(intent, act.Uproot) and hex_ < 0:
            return None
        return why_not_change(game, state, top, intent)
    if isinstance(intent, act.Ship) and isinstance(top, Shipping) and hex_ >= 0:
        return why_not_ship(game, state, hex_)
    if isinstance(intent, act.Place) and isinstance(top, FromBox | Arrivals) and hex_ >= 0:
        return why_not_arrive(game, state, index[intent.unit], hex_, seat)
    return _why_fighting(game, state, decide, intent, hex_)


def _why_fighting(game: MaoriWars, state: State, decide: Decide, intent: Action, hex_: int) -> Refusal | None:
    """Return the reason that a step of a combat or a raid has."""
    index, top, seat = game.cat.index, state.stack[-1], decide.seat
    if isinstance(intent, act.Advance) and isinstance(top, Advancing):
        return why_not_advance(game, state, top, index[intent.unit])
    if isinstance(intent, act.Counter) and isinstance(top, CounterAttacking) and hex_ >= 0:
        return why_not_counter(game, state, hex_)
    if isinstance(intent, act.Lose | act.Disrupt) and isinstance(top, OneLost | OneDisrupted):
        return why_not_lose(game, state, index[intent.unit], top.place, seat)
    if isinstance(intent, act.Take) and isinstance(top, BushPhase):
        return why_not_act(game, state, top, index[intent.unit])
    if isinstance(intent, act.Emerge) and isinstance(top, Emerging) and hex_ >= 0:
        unit = index[intent.unit]
        return why_not_emerge(game, state, unit, hex_, seat) or why_not_another(game, unit, top.unit, seat)
    if isinstance(intent, act.Roam) and isinstance(top, Emerging) and intent.to in game.cat.territory_index:
        unit, territory = index[intent.unit], game.cat.territory_index[intent.to]
        return why_not_roam(game, state, unit, territory, seat) or why_not_another(game, unit, top.unit, seat)
    if isinstance(intent, act.Lurk) and isinstance(top, Raiding) and hex_ >= 0:
        return why_not_lurk(game, state, top, index[intent.unit], hex_)
    return why_not_step(game, state, decide, intent)


def _why_not_bush(game: MaoriWars, state: State, phase: BushPhase, unit: int) -> Refusal | None:
    theirs = foreign(game, unit, phase.seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if state.where[unit] < 0:
        return Refusal(f"{name} is not on the map.", "maori_wars:10.0.1")
    if phase.raided >> unit & 1:
        return Refusal(f"{name} has raided out of the bush, and does not return in this phase.", "maori_wars:10.0.4")
    if not may_enter_bush(game, state, unit):
        if game.cat.kind[unit] == MILITIA:
            return Refusal("In this scenario Militia may not enter the bush.", "maori_wars:14.0.5")
        return Refusal(f"{name} may not enter the bush.", "maori_wars:10.0.1")
    return Refusal("No more units may be in the bush.", "maori_wars:10.0")


def _why_not_raid(game: MaoriWars, state: State, seat: int, at: int) -> Refusal | None:
    where = game.cat.where(at)
    if raid_target(game, state, at, seat):
        return Refusal(
            f"No good raider of yours can come next to {where} out of its territory's bush.", "maori_wars:10.0.4"
        )
    if occupied(game, state, at, 1 - seat):
        return Refusal(f"There is a Structure at {where}: raids are made in the open.", "maori_wars:10.0.4")
    if leaders(game, state, at, 1 - seat):
        return Refusal(f"A leader alone at {where} is not raided, but entered.", "maori_wars:10.0.4")
    if boats(game, state, at, 1 - seat):
        return Refusal(f"A boat alone at {where} is not raided.", "maori_wars:R34")
    return Refusal(f"There is no enemy unit at {where}.", "maori_wars:10.0.4")


def why_not_build(game: MaoriWars, state: State, seat: int, what: str, at: int) -> Refusal | None:
    """Return why nothing of the kind may be built in a hex."""
    cat, where = game.cat, game.cat.where(at)
    if what not in STRUCTURES[1:]:
        return Refusal("One builds a Village, Pa, Settlement or Fort.", "maori_wars:12.0")
    kind = STRUCTURES.index(what)
    site = site_at(game, state, at)
    if hindered(game, state, seat) >> at & 1:
        return Refusal(f"An enemy unit or a good enemy Structure is at or next to {where}.", "maori_wars:12.0")
    if kind in (PA, FORT):
        if kind == FORT and 0 <= game.scenario(state).forts <= state.forts:
            return Refusal("No more Forts may be built in this scenario.", "maori_wars:14.0.5")
        if site is not None and site[1] == kind:
            return Refusal(f"There is a {what.capitalize()} at {where} already.", "maori_wars:R38")
        town = kind == FORT and cat.town[at] and town_owner(game, state, at) == seat
        if not town and (site is None or CAMP[site[2]] != seat or LOWER[kind] != site[1]):
            return Refusal(f"There is nothing at {where} to upgrade.", "maori_wars:12.0")
        if site is not None and site[3]:
            return Refusal(f"The Structure at {where} is Disrupted.", "maori_wars:12.0")
    else:
        if site is not None or cat.town[at]:
            return Refusal(f"There is a Structure at {where} already.", "maori_wars:R38")
        if cat.territory[at] not in game.scenario(state).area:
            return Refusal(f"{where} is outside the designated area.", "maori_wars:14.0.3")
        if all(cat.distance(at, home) > NEAR for home in friendly_places(game, state, seat)):
            return Refusal(f"{where} is more than {NEAR} hexes from any friendly Structure.", "maori_wars:12.0")
    sides = [side for (structure, side), _ in cat.structures.items() if structure == kind and CAMP[side] == seat]
    if all(spare(game, state, side, kind) <= 0 for side in sides):
        return Refusal(f"No counter of a {what.capitalize()} is left.", "maori_wars:12.0")
    builder = MILITIA if kind == SETTLEMENT else WARRIOR
    if any(cat.kind[unit] == builder for unit in fighters(game, state, at, seat)):
        return Refusal(f"Who could build a {what.capitalize()} at {where} is Disrupted.", "maori_wars:12.0")
    return Refusal(f"No unit at {where} can build a {what.capitalize()}.", "maori_wars:12.0")


def _why_not_talk(game: MaoriWars, state: State, phase: Alliance, leader: int, at: int) -> Refusal | None:
    if leader < 0 or not game.units.leads[leader]:
        return Refusal("Only leaders negotiate.", "maori_wars:8.0")
    theirs = foreign(game, leader, phase.seat)
    if theirs is not None:
        return theirs
    if not neutral_village(game, state, at):
        return Refusal("There is no Neutral Village there.", "maori_wars:8.0")
    if leader in phase.leaders:
        return Refusal("Each leader negotiates once in a phase.", "maori_wars:8.0")
    if at in phase.hexes:
        return Refusal("Each Neutral Village is negotiated with once in a phase.", "maori_wars:8.0")
    return Refusal("He is not next to it.", "maori_wars:8.0")
