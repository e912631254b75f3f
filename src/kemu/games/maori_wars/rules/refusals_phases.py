"""Why not: the reasons of single phases; those of movement, combat and the bush have modules of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal

from ..model.actions import Lose, Shift
from .bans import shut_out
from .board import BOX, BUSH, MAORI_SEAT, NOBODY, closed_to, fighters, good, neutral
from .entering import may_enter
from .movement import tied
from .reinforcement import fed
from .shipment import beside_maori
from .stacking import room
from .units import commands

if TYPE_CHECKING:
    from kemu.core.pending import Decide

    from .. import MaoriWars
    from ..model.state import State
    from .movement import Moving


def foreign(game: MaoriWars, unit: int, seat: int) -> Refusal | None:
    """Return why a counter is not the player's to use."""
    if game.units.camp[unit] == seat:
        return None
    if game.units.camp[unit] == NOBODY:
        return Refusal("Neutrals move for nobody: negotiate with them.", "maori_wars:3.0.15")
    return Refusal("That counter is your opponent's.", "maori_wars:2.0")


def why_not_retreat(game: MaoriWars, state: State, unit: int, to: int) -> Refusal | None:
    """Return why a unit may not retreat, evade or be moved to a hex."""
    cat, seat, where = game.cat, game.units.camp[unit], game.cat.where(to)
    start = state.where[unit]
    if game.units.boat[unit]:
        name = game.cat.counters[unit].name
        return Refusal(f"{name} goes to the closest hex by water: {where} is none.", "maori_wars:9.0.10")
    if start < 0 or seat == NOBODY:
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


def why_not_shift(game: MaoriWars, state: State, decide: Decide, unit: int, to: int) -> Refusal:
    """Return why an over-stacked unit may not be moved to a hex."""
    over = next((game.cat.index[option.unit] for option in decide.options if isinstance(option, Shift | Lose)), unit)
    if game.units.camp[unit] != game.units.camp[over] or state.where[unit] != state.where[over]:
        return Refusal(f"{game.cat.counters[unit].name} is not in the hex that is over-stacked.", "maori_wars:4.0")
    if not game.units.fights[unit]:
        return Refusal("Only combat units count for stacking.", "maori_wars:4.0")
    if tied(game, state, unit):
        return Refusal("In this scenario it may not leave where it is.", "maori_wars:14.0.5")
    found = why_not_retreat(game, state, unit, to)
    if found is not None:
        return Refusal(found.reason, "maori_wars:4.0")
    if not room(game, state, to, (unit,)):
        return Refusal(f"{game.cat.where(to)} is fully stacked.", "maori_wars:4.0")
    return Refusal("Counters that are alike are offered once: name the one that is offered.", "maori_wars:4.0")


def why_not_embark(game: MaoriWars, state: State, phase: Moving) -> Refusal:
    """Return why there is no shipment to send."""
    shipment = game.scenario(state).shipment
    if shipment is None or phase.seat == MAORI_SEAT:
        return Refusal("The scenario gives you no shipment.", "maori_wars:14.0.4")
    if state.turn != shipment.turn:
        return Refusal(f"The shipment is for turn {shipment.turn} only.", "maori_wars:14.0.4")
    if phase.shipped:
        return Refusal("The shipment has been sent.", "maori_wars:14.0.4")
    port = game.cat.where(shipment.at)
    return Refusal(f"No unit that could still move is at {port} to be shipped.", "maori_wars:14.0.4")


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


def why_not_ambush(game: MaoriWars, state: State, seat: int, territory: int) -> Refusal:
    """Return why nobody can be raided in the bush of a territory."""
    name = game.cat.territory_names[territory]
    if not fighters(game, state, BUSH - territory, 1 - seat):
        return Refusal(f"There is no enemy unit in the bush of {name}.", "maori_wars:10.0.5")
    return Refusal(f"No good unit of yours in the bush of {name} may still raid.", "maori_wars:10.0.5")
