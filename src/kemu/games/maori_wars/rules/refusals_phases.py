"""Why not: the reasons of single phases, other than movement on foot, attacks and building (see `refusals`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal

from ..model.actions import Take, Uproot
from ..model.catalogue import CANOE, STRUCTURES
from .alliance import neutral_village
from .bans import shut_out
from .board import BOX, BUSH, MAORI_SEAT, NOBODY, closed_to, fighters, good, neutral, site_at
from .bombardment import columns
from .combat import combat_of
from .entering import may_enter
from .movement import CARRYING, tied
from .reinforcement import fed
from .setup_changes import run_of
from .shipment import beside_maori
from .stacking import room
from .units import commands

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State
    from .advance import Advancing
    from .movement import Moving
    from .setup_changes import Changing


def foreign(game: MaoriWars, unit: int, seat: int) -> Refusal | None:
    """Return why a counter is not the player's to use."""
    if game.units.camp[unit] == seat:
        return None
    if game.units.camp[unit] == NOBODY:
        return Refusal("Neutrals move for nobody: negotiate with them.", "maori_wars:3.0.15")
    return Refusal("That counter is your opponent's.", "maori_wars:2.0")


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


def why_not_retreat(game: MaoriWars, state: State, unit: int, to: int) -> Refusal | None:
    """Return why a unit may not retreat, evade or be moved to a hex."""
    cat, seat, where = game.cat, game.units.camp[unit], game.cat.where(to)
    start = state.where[unit]
    if start < 0 or game.units.boat[unit] or seat == NOBODY:
        return None
    if to not in cat.neighbours[start]:
        return Refusal(f"{where} is not an adjacent hex.", "maori_wars:R18")
    if not game.units.cost[unit][to]:
        return Refusal(f"{where} is closed to counters on land.", "maori_wars:R9")
    if to not in cat.walks[start]:
        return Refusal(f"Water lies between {cat.where(start)} and {where}.", "maori_wars:6.0")
    if closed_to(game, state, to, seat):
        return Refusal(f"{where} holds an enemy unit or Structure.", "maori_wars:6.0")
    if neutral(game, state, to):
        return Refusal(f"Neutrals are in {where}: nobody may stop there.", "maori_wars:R18")
    if shut_out(game, state, unit, to):
        return Refusal(f"A dispatch has closed the territory of {where}.", "maori_wars:9.0.3")
    if not may_enter(game, state, unit, to):
        return Refusal(f"A boat in {where} is entered by combat units only.", "maori_wars:R15")
    return None


def why_not_shift(game: MaoriWars, state: State, unit: int, to: int) -> Refusal | None:
    """Return why an over-stacked unit may not be moved to a hex."""
    if not game.units.fights[unit]:
        return Refusal("Only combat units count for stacking.", "maori_wars:4.0")
    if tied(game, state, unit):
        return Refusal("In this scenario it may not leave where it is.", "maori_wars:14.0.5")
    found = why_not_retreat(game, state, unit, to)
    if found is not None:
        return Refusal(found.reason, "maori_wars:4.0")
    if not room(game, state, to, (unit,)):
        return Refusal(f"{game.cat.where(to)} is fully stacked.", "maori_wars:4.0")
    return None


def why_not_ship(game: MaoriWars, state: State, to: int) -> Refusal:
    """Return why a shipment may not go to a hex."""
    where = game.cat.where(to)
    if not game.cat.coastal[to]:
        return Refusal(f"{where} is not on the coast: a shipment goes to a coastal hex.", "maori_wars:14.0.4")
    if beside_maori(game, state, to):
        return Refusal(
            f"{where} is next to a Maori unit, Village or Pa, with no water between: a shipment stays away from them.",
            "maori_wars:14.0.4",
        )
    return Refusal(
        f"Nobody can land at {where}: others hold it, or it is where the shipment starts.", "maori_wars:14.0.4"
    )


def why_not_receive(game: MaoriWars, state: State, seat: int, unit: int) -> Refusal:
    """Return why a unit does not come from the Box."""
    theirs = foreign(game, unit, seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if state.where[unit] != BOX:
        return Refusal(f"{name} is not in the Reinforcement Box.", "maori_wars:5.0")
    if not fed(game, state, game.cat.side[unit]):
        return Refusal(f"{name} could not be fed: a Structure feeds three units.", "maori_wars:5.0")
    return Refusal(f"There is no place for {name} where its kind arrives.", "maori_wars:R10")


def why_not_support(game: MaoriWars, state: State, seat: int, leader: int, unit: int) -> Refusal | None:
    """Return why a leader does not help a unit to rally."""
    theirs = foreign(game, leader, seat)
    if theirs is not None:
        return theirs
    if not game.units.leads[leader]:
        return Refusal("Only leaders help to rally.", "maori_wars:7.0")
    if good(state, unit):
        return Refusal(f"{game.cat.counters[unit].name} is not Disrupted.", "maori_wars:7.0")
    if not commands(game.cat, leader, unit):
        return Refusal("He does not command units of that people.", "maori_wars:3.0.2")
    if state.where[leader] != state.where[unit]:
        return Refusal("He is not in its hex, or in the bush of its territory.", "maori_wars:7.0")
    return None


def why_not_intimidate(game: MaoriWars, state: State, seat: int, gun: int, at: int) -> Refusal | None:
    """Return why a gun may not bombard Neutrals."""
    if seat == MAORI_SEAT:
        return Refusal("The Maori have no guns.", "maori_wars:3.0.5")
    if not neutral(game, state, at) and not neutral_village(game, state, at):
        return Refusal(f"There are no Neutrals at {game.cat.where(at)}.", "maori_wars:R22")
    return why_not_fire(game, state, seat, gun, at)


def why_not_bombard(game: MaoriWars, state: State, seat: int, gun: int, at: int) -> Refusal | None:
    """Return why a gun may not fire at the attacked hex."""
    found = why_not_fire(game, state, seat, gun, at)
    if found is None and columns(game, state, at):
        return Refusal("There is no such target in the hex.", "maori_wars:9.0.4")
    return found


def why_not_fire(game: MaoriWars, state: State, seat: int, gun: int, at: int) -> Refusal | None:
    """Return why a gun may not fire at a hex."""
    cat, where = game.cat, game.cat.where(at)
    theirs = foreign(game, gun, seat)
    if theirs is not None:
        return theirs
    name, start = cat.counters[gun].name, state.where[gun]
    if not game.units.shells[gun]:
        return Refusal(f"{name} is no gun.", "maori_wars:9.0.4")
    if not good(state, gun):
        return Refusal(f"{name} is Disrupted.", "maori_wars:9.0.4")
    if state.fired >> gun & 1:
        return Refusal(f"{name} has fired in this phase.", "maori_wars:R29")
    if at in state.shelled:
        return Refusal(f"{where} has been bombarded in this phase.", "maori_wars:9.0.4")
    if start < 0 or at not in cat.neighbours[start]:
        return Refusal(f"{name} is not next to {where}.", "maori_wars:9.0.4")
    way = cat.neighbours[at].index(start)
    if game.units.boat[gun] and not (cat.waters[at] & cat.waters[start] or cat.waterside[at] >> way & 1):
        return Refusal(f"No water connects {name} with {where}.", "maori_wars:R29")
    return None


def why_not_ambush(game: MaoriWars, state: State, seat: int, territory: int) -> Refusal:
    """Return why nobody can be raided in the bush of a territory."""
    name = game.cat.territory_names[territory]
    if not fighters(game, state, BUSH - territory, 1 - seat):
        return Refusal(f"There is no enemy unit in the bush of {name}.", "maori_wars:10.0.5")
    return Refusal(f"No good unit of yours in the bush of {name} may still raid.", "maori_wars:10.0.5")


def why_not_set_up(game: MaoriWars, state: State, seat: int, at: int) -> Refusal | None:
    """Return why nothing may be set up in a hex."""
    where = game.cat.where(at)
    if not game.cat.open[at]:
        return Refusal(f"{where} is forbidden terrain.", "maori_wars:14.0.1")
    if closed_to(game, state, at, seat) or neutral(game, state, at):
        return Refusal(f"{where} is held by the enemy or by Neutrals.", "maori_wars:14.0.2")
    return None


def why_not_change(game: MaoriWars, state: State, changing: Changing, what: Take | Uproot) -> Refusal:
    """Return why a counter or Structure is not set up anew."""
    before = run_of(game, state, changing.first, changing.stood).before
    if isinstance(what, Uproot):
        at = game.cat.hex_of[what.at]
        site = site_at(game, state, at)
        if site is None:
            return Refusal("No Structure stands there.", "maori_wars:14.0.2")
        name, now = f"The {STRUCTURES[site[1]].capitalize()} at {game.cat.where(at)}", site not in before.sites
    else:
        unit = game.cat.index[what.unit]
        name, now = game.cat.counters[unit].name, before.where[unit] != state.where[unit]
    if not now:
        return Refusal(f"{name} is not among what you set up now.", "maori_wars:14.0.2")
    return Refusal(f"{name} has no other place that the set-up allows.", "maori_wars:14.0.2")


def why_not_advance(game: MaoriWars, state: State, advance: Advancing, unit: int) -> Refusal | None:
    """Return why a counter may not advance."""
    theirs = foreign(game, unit, advance.seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if not good(state, unit):
        return Refusal(f"{name} is Disrupted.", "maori_wars:R27")
    if tied(game, state, unit):
        return Refusal(f"In this scenario {name} may not leave where it is.", "maori_wars:14.0.5")
    if game.units.leads[unit] or game.units.boat[unit]:
        return Refusal(f"{name} advances only after a unit of its hex.", "maori_wars:R27")
    if all(unit != one for one, _ in advance.band):
        return Refusal(f"{name} has taken no part in this combat.", "maori_wars:9.0.11")
    if (unit, state.where[unit]) not in advance.band:
        return Refusal(f"{name} is not any more where it attacked from.", "maori_wars:R27")
    if shut_out(game, state, unit, advance.at):
        where = game.cat.where(advance.at)
        return Refusal(f"A dispatch has closed the territory of {where}.", "maori_wars:9.0.3")
    return None


def why_not_counter(game: MaoriWars, state: State, at: int) -> Refusal | None:
    """Return why a counter-attack may not be directed against a hex."""
    combat = combat_of(state)
    if combat is None or at in {state.where[unit] for unit in combat.attacking(state)}:
        return None
    if at in {state.where[unit] for unit in combat.charged}:
        return Refusal("Those who have charged take no part in the coming attack.", "maori_wars:R30")
    return Refusal(f"No unit at {game.cat.where(at)} takes part in the coming attack.", "maori_wars:9.0.6")


def why_not_lose(game: MaoriWars, state: State, unit: int, place: int, seat: int) -> Refusal | None:
    """Return why a counter may not be taken for a loss, or be the one that is Disrupted."""
    theirs = foreign(game, unit, seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if game.units.leads[unit]:
        return Refusal("Leaders are neither lost to a hit nor Disrupted.", "maori_wars:3.0.2")
    if game.units.boat[unit]:
        return Refusal("Boats are never taken for a loss.", "maori_wars:9.0.9")
    if state.where[unit] != place:
        return Refusal(f"{name} is not where the result falls.", "maori_wars:9.0.9")
    return Refusal(f"{name} has evaded, and is out of this combat.", "maori_wars:R26")
