"""A game of Maori Wars in words: for a terminal, and for those who do not see the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule

from ..model.catalogue import BRITISH, MAORI, NEUTRAL, QUEENITE, SIDE_NAMES, STRUCTURES
from .stacks import piles

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import Site, State

SEATS = ("British", "Maori")
BUSH = -10
PHASES = {
    "Arrivals": "reinforcements",
    "FromBox": "reinforcements",
    "Sapping": "sappers",
    "Moving": "movement",
    "RallyPhase": "rally",
    "Alliance": "alliance",
    "CombatPhase": "combat",
    "BushPhase": "bush raiders",
    "Construction": "construction",
    "Hunger": "attrition",
    "BritishSupply": "attrition",
}


def ahead(state: State) -> int:
    """Return the seat that has Victory Points; the British while nobody has."""
    return 0 if state.vp >= 0 else 1


def phase(state: State) -> str:
    """Return the phase that goes on, in words."""
    for frame in reversed(state.stack):
        if type(frame).__name__ in PHASES:
            return PHASES[type(frame).__name__]
    return "set-up"


@rule("maori_wars:1.0.2")
def level(game: MaoriWars, state: State) -> str:
    """Return what the score would be worth if the game ended now."""
    name = ""
    for step in game.cat.levels:
        if abs(state.vp) >= step.points:
            name = step.name
    who = f" for the {SEATS[ahead(state)]}" if state.vp and "Draw" not in name else ""
    lead = f"The {SEATS[ahead(state)]} lead. " if state.vp else ""
    return f"{lead}As it stands: {name}{who}."


def counted_sites(state: State, side: int) -> list[tuple[int, int]]:
    """Return the Structures of a side, by kind, with their number."""
    count: dict[int, int] = {}
    for site in state.sites:
        if site[2] == side:
            count[site[1]] = count.get(site[1], 0) + 1
    return sorted(count.items())


def describe(game: MaoriWars, state: State) -> str:
    """Return what stands where, as one text."""
    return " ".join(lines(game, state))


def lines(game: MaoriWars, state: State) -> list[str]:
    """Return the same as a list: the turn, the score, a line a hex and a bush, the Boxes, the cup."""
    cat = game.cat
    scenario = game.scenario(state)
    score = "nobody is ahead" if not state.vp else f"{abs(state.vp)} to the {SEATS[ahead(state)]}"
    told = [
        f"{scenario.title}, turn {state.turn} of {scenario.turns}, {phase(state)}. Victory Points: {score}.",
    ]
    places: dict[int, list[int]] = {}
    for counter, at in enumerate(state.where):
        if at >= 0 or at <= BUSH:
            places.setdefault(at, []).append(counter)
    sites = {site[0]: site for site in state.sites}
    for side in (BRITISH, QUEENITE, MAORI, NEUTRAL):
        for at in sorted({*places, *sites}):
            here = [counter for counter in places.get(at, ()) if cat.side[counter] == side]
            site = sites.get(at)
            own = site if site is not None and site[2] == side else None
            if here or own:
                told.append(_place(game, state, at, side, here, own))
    for seat in (0, 1):
        box = [i for i, at in enumerate(state.where) if at == -1 and cat.seat_of[i] == seat]
        told.append(f"Reinforcement Box of the {SEATS[seat]}: {_listed(game, state, box) or 'empty'}.")
    told.append(f"{len(state.cup)} chits in the cup.")
    return told


def _place(game: MaoriWars, state: State, at: int, side: int, here: list[int], site: Site | None) -> str:
    cat = game.cat
    where = cat.where(at) if at >= 0 else f"The bush of {cat.territory_names[BUSH - at]}"
    parts: list[str] = []
    if site is not None:
        parts.append(f"a {'Disrupted ' if site[3] else ''}{STRUCTURES[site[1]].capitalize()}")
    if here:
        parts.append(_listed(game, state, here))
    return f"{where}: {SIDE_NAMES[side]}, {' with '.join(parts)}."


def _listed(game: MaoriWars, state: State, here: list[int]) -> str:
    cat = game.cat
    told: list[str] = []
    for group in piles(cat, state, here):
        first = cat.counters[group[0]]
        hurt = "Disrupted " if state.disrupted >> group[0] & 1 else ""
        if len(group) > 1:
            told.append(f"{len(group)} {hurt}{cat.kinds[first.kind].plural}")
        else:
            told.append(f"{hurt}{first.name}")
    return ", ".join(told)
