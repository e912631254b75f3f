"""Why not: the reasons of a combat, from its declaration to the advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal

from .alliance import neutral_village
from .bans import shut_out
from .board import MAORI_SEAT, boats, closed_to, fighters, good, leaders, neutral, occupied
from .bombardment import columns
from .combat import combat_of
from .evasion import Evading
from .movement import tied
from .refusals_phases import foreign
from .strength import targets_of_hits

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State
    from .advance import Advancing
    from .combat import Declaring


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
        if boats(game, state, at, 1 - seat):
            return Refusal(f"A boat alone at {where} is not attacked, but entered by combat units.", "maori_wars:R15")
        return Refusal(f"There is no enemy at {where}.", "maori_wars:9.0.1")
    if seat == MAORI_SEAT and cat.town[at] and cat.territory[at] not in game.scenario(state).area:
        return Refusal(
            f"The Maori attack only Towns of the designated area; {where} is not in it.", "maori_wars:14.0.3"
        )
    if occupied(game, state, at, 1 - seat) and not targets_of_hits(game, state, at, 1 - seat):
        return Refusal(f"Those at {where} have evaded: they may not be attacked in this phase.", "maori_wars:9.0.2")
    around = [to for to in cat.neighbours[at] if to >= 0 and fighters(game, state, to, seat)]
    if not around:
        return Refusal(f"No unit of yours that could attack is next to {where}.", "maori_wars:9.0.1")
    if not any(to in cat.walks[at] for to in around):
        return Refusal(f"Only water lies between your units and {where}.", "maori_wars:R23")
    return Refusal(
        f"Nobody next to {where} may attack it: they are Disrupted, have attacked, or their stack has another target.",
        "maori_wars:9.0.1",
    )


def why_not_join(game: MaoriWars, state: State, frame: Declaring, unit: int) -> Refusal | None:
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


def why_not_evade(game: MaoriWars, state: State, unit: int, seat: int) -> Refusal | None:
    combat = combat_of(state)
    if combat is None or unit < 0:
        return None
    theirs = foreign(game, unit, seat)
    if theirs is not None:
        return theirs
    name = game.cat.counters[unit].name
    if state.where[unit] != combat.at:
        return Refusal(f"{name} is not in the attacked hex.", "maori_wars:9.0.2")
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


def why_not_counter(game: MaoriWars, state: State, at: int) -> Refusal | None:
    """Return why a counter-attack may not be directed against a hex."""
    combat = combat_of(state)
    if combat is None or at in {state.where[unit] for unit in combat.attacking(state)}:
        return None
    if at in {state.where[unit] for unit in combat.charged}:
        return Refusal("Those who have charged take no part in the coming attack.", "maori_wars:R30")
    return Refusal(f"No unit at {game.cat.where(at)} takes part in the coming attack.", "maori_wars:9.0.6")


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
