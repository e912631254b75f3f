"""Why not: what a player tries in Maori Wars and may not do, with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from ..model import actions as act
from ..model.catalogue import FORT, MILITIA, PA, STRUCTURES
from ..model.island import ISLAND, LAKE, MOUNTAIN, OCEAN
from .advance import Advancing
from .alliance import Alliance, neutral_village
from .bans import shut_out
from .board import (
    BUSH,
    CAMP,
    MAORI_SEAT,
    closed_to,
    friendly_places,
    good,
    leaders,
    neutral,
    occupied,
    site_at,
    spare,
    town_owner,
)
from .boats import closed_rivers, may_stop, reach
from .bombardment import Bombarding
from .bush import BushPhase, Emerging, may_enter_bush
from .combat import CombatPhase, Declaring, combat_of
from .construction import NEAR, Construction, hindered
from .counter_attack import CounterAttacking
from .evasion import Evading
from .movement import Going, Moving, moving, tied, walk
from .obstacles import obstacles
from .raids import Raiding, raid_target
from .rally import RallyPhase
from .refusals_bush import why_not_act, why_not_arrive, why_not_emerge, why_not_lurk, why_not_roam
from .refusals_phases import (
    foreign,
    why_not_advance,
    why_not_ambush,
    why_not_bombard,
    why_not_burn,
    why_not_carry,
    why_not_change,
    why_not_counter,
    why_not_intimidate,
    why_not_lose,
    why_not_receive,
    why_not_retreat,
    why_not_set_up,
    why_not_shift,
    why_not_ship,
    why_not_support,
)
from .reinforcement import Arrivals, FromBox
from .results import OneDisrupted, OneLost
from .retreat import GiveWay
from .setup import SettingUp
from .setup_changes import Changing
from .shipment import Shipping
from .stacking import Overstacked
from .strength import targets_of_hits
from .touches import guesses
from .transport import CAPACITY, TRANSPORT, Sailing
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
    found = _why(game, state, decide, intent)
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
        words = ", ".join(f"'{game.notation(option)}'" for option in meant[:3])
        return Refusal(f"That can be chosen: write {words}.", decide.clause)
    found = (_why(game, state, decide, guess) for guess in guesses(game, state, decide, id_))
    nothing = Refusal(f"Nothing can be done with that now. {decide.prompt}", decide.clause)
    return next((reason for reason in found if reason is not None), nothing)


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
        return _why_not_take(game, state, top, unit)
    if isinstance(intent, act.Go | act.OneHex) and isinstance(top, Going) and hex_ >= 0:
        return why_not_go(game, state, top.units[0], top.left[0], hex_)
    if isinstance(intent, act.Join) and isinstance(top, Going):
        return _why_not_along(game, state, top, unit)
    if isinstance(intent, act.Go) and isinstance(top, Sailing) and hex_ >= 0:
        return _why_not_sail(game, state, top, hex_)
    if isinstance(intent, act.Load) and isinstance(top, Sailing):
        return _why_not_load(game, state, top, unit)
    if isinstance(intent, act.Attack) and isinstance(top, CombatPhase) and hex_ >= 0:
        return why_not_attack(game, state, seat, hex_)
    if isinstance(intent, act.Join) and isinstance(top, Declaring):
        return _why_not_join(game, state, top, unit)
    if isinstance(intent, act.Evade) and combat_of(state) is not None:
        return _why_not_evade(game, state, unit, seat)
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
    if isinstance(intent, act.Carry) and isinstance(top, Moving):
        return why_not_carry(game, state, top, index[intent.unit], index[intent.canoe])
    if isinstance(intent, act.Burn) and isinstance(top, Moving):
        return why_not_burn(game, seat, index[intent.canoe])
    if isinstance(intent, act.Retreat) and isinstance(top, GiveWay) and hex_ >= 0:
        return foreign(game, index[intent.unit], seat) or why_not_retreat(game, state, index[intent.unit], hex_)
    if isinstance(intent, act.Shift) and isinstance(top, Overstacked) and hex_ >= 0:
        return why_not_shift(game, state, index[intent.unit], hex_)
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
    if isinstance(intent, act.Place | act.Raise) and isinstance(top, SettingUp | Changing) and hex_ >= 0:
        return why_not_set_up(game, state, seat, hex_)
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
        return why_not_emerge(game, state, index[intent.unit], hex_, seat)
    if isinstance(intent, act.Roam) and isinstance(top, Emerging) and intent.to in game.cat.territory_index:
        return why_not_roam(game, state, index[intent.unit], game.cat.territory_index[intent.to], seat)
    if isinstance(intent, act.Lurk) and isinstance(top, Raiding) and hex_ >= 0:
        return why_not_lurk(game, state, top, index[intent.unit], hex_)
    if isinstance(intent, act.Starve | act.Charge | act.Hold | act.Join):
        return foreign(game, index[intent.unit], seat)
    return None


def _why_not_take(game: MaoriWars, state: State, phase: Moving, unit: int) -> Refusal | None:
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
        return Refusal(f"{where} is too far for {name}: it has {left} movement points left.", "maori_wars:6.0")
    return None


def _why_not_sail(game: MaoriWars, state: State, frame: Sailing, to: int) -> Refusal | None:
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


def _why_not_along(game: MaoriWars, state: State, frame: Going, unit: int) -> Refusal | None:
    name = game.cat.counters[unit].name
    if unit in frame.units:
        return Refusal(f"{name} goes already. To leave it here, take that back.", "maori_wars:R11")
    if state.where[unit] != state.where[frame.units[0]]:
        return Refusal("Who moves together sets out together, from one hex.", "maori_wars:R11")
    phase = moving(state)
    why = None if phase is None else _why_not_take(game, state, phase[1], unit)
    if why is None or (phase is not None and unit in phase[1].stack(game, state, state.where[unit])):
        return Refusal(f"There is no hex to which {name} could go with the others now.", "maori_wars:R11")
    return why


def _why_not_load(game: MaoriWars, state: State, frame: Sailing, unit: int) -> Refusal | None:
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


def why_not_attack(game: MaoriWars, state: State, seat: int, at: int) -> Refusal | None:
    """Return why a hex may not be attacked."""
    cat, where = game.cat, game.cat.where(at)
    if state.peace:
        return Refusal("After a peace offer nobody attacks in this phase.", "maori_wars:9.0.3")
    if neutral(game, state, at):
        return Refusal("Neutrals may not be attacked; guns may intimidate them.", "maori_wars:9.0.1")
    if not closed_to(game, state, at, seat):
        if leaders(game, state, at, 1 - seat):
            return Refusal(f"A leader alone at {where} is not attacked, but entered.", "maori_wars:R17")
        return Refusal(f"There is no enemy at {where}.", "maori_wars:9.0.1")
    if seat == MAORI_SEAT and cat.town[at] and cat.territory[at] not in game.scenario(state).area:
        return Refusal(
            f"The Maori attack only Towns of the designated area; {where} is not in it.", "maori_wars:14.0.3"
        )
    if occupied(game, state, at, 1 - seat) and not targets_of_hits(game, state, at, 1 - seat):
        return Refusal(f"Those at {where} have evaded: they may not be attacked in this phase.", "maori_wars:9.0.2")
    around = [to for to in cat.neighbours[at] if to >= 0 and occupied(game, state, to, seat)]
    if not around:
        return Refusal(f"No unit of yours is next to {where}.", "maori_wars:9.0.1")
    if not any(to in cat.walks[at] for to in around):
        return Refusal(f"Only water lies between your units and {where}.", "maori_wars:R23")
    return Refusal(
        f"Nobody next to {where} may attack it: they are Disrupted, have attacked, or their stack has another target.",
        "maori_wars:9.0.1",
    )


def _why_not_join(game: MaoriWars, state: State, frame: Declaring, unit: int) -> Refusal | None:
    theirs = foreign(game, unit, frame.seat)
    if theirs is not None:
        return theirs
    name, start = game.cat.counters[unit].name, state.where[unit]
    if unit in frame.chosen:
        return Refusal(f"{name} takes part already.", "maori_wars:9.0.1")
    if not game.units.fights[unit]:
        return Refusal(f"{name} has no strength and takes no part in attacks.", "maori_wars:9.0")
    if not good(state, unit):
        return Refusal(f"{name} is Disrupted.", "maori_wars:9.0.1")
    if start not in game.cat.walks[frame.at]:
        return Refusal(f"{name} is not next to the attacked hex, on land.", "maori_wars:9.0.1")
    if state.spent >> unit & 1:
        return Refusal(f"{name} has attacked in this phase.", "maori_wars:9.0.6")
    if any(origin == start and to != frame.at for origin, to in state.aims):
        return Refusal("Those of one stack all attack the same hex.", "maori_wars:9.0")
    return None


def _why_not_evade(game: MaoriWars, state: State, unit: int, seat: int) -> Refusal | None:
    combat = combat_of(state)
    if combat is None or unit < 0 or foreign(game, unit, seat) is not None or state.where[unit] != combat.at:
        return None
    name = game.cat.counters[unit].name
    if not good(state, unit):
        return Refusal(f"{name} is Disrupted and cannot evade.", "maori_wars:9.0.2")
    if game.units.leads[unit]:
        return Refusal("A leader goes only with a unit that evades.", "maori_wars:R17")
    if tied(game, state, unit):
        return Refusal(f"In this scenario {name} may not leave where it is.", "maori_wars:14.0.5")
    if state.evaded >> unit & 1:
        return Refusal(f"{name} has evaded in this phase, and is not attacked.", "maori_wars:R26")
    top = state.stack[-1]
    if isinstance(top, Evading) and unit in top.chosen:
        return Refusal(f"{name} tries already.", "maori_wars:9.0.2")
    return Refusal(f"{name} cannot evade: too many British stand there, or it has nowhere to go.", "maori_wars:R26")


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
