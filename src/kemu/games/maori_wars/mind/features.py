"""What a person would count on this map, each as the lead of the British."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..model.catalogue import FORT, MAORI, NEUTRAL, PA
from ..rules.board import BOX, BRITISH_SEAT, BUSH, CAMP, MAORI_SEAT, board

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


NEAR = 12
"""So far away a unit still counts for where it might go: a march and a boat's landing on the way."""


def features(game: MaoriWars, state: State) -> Mapping[str, float]:
    """Return the features of a state, British minus Maori."""
    cat, table = game.cat, game.units
    there = board(game, state)
    units, good, boxed, leaders = [0, 0], [0, 0], [0, 0], [0, 0]
    for unit, place in enumerate(state.where):
        seat = table.camp[unit]
        if seat > 1:
            continue
        if place == BOX:
            boxed[seat] += table.fights[unit]
        elif place >= 0 or place <= BUSH:
            if table.leads[unit]:
                leaders[seat] += 1
            elif table.fights[unit]:
                units[seat] += 1
                good[seat] += not state.disrupted >> unit & 1
    walls, open_, threatened, pressed = [0, 0], [0, 0], [0, 0], [0, 0]
    for at, kind, side, disrupted in state.sites:
        seat = CAMP[side]
        if side == NEUTRAL:
            continue
        walls[seat] += kind in (FORT, PA)
        open_[seat] += 1
        ours = sum(table.fights[unit] for unit in there.at.get(at, ()) if table.camp[unit] == seat)
        theirs = 0
        for to in cat.walks[at]:
            if there.held.get(to, 0) >> (1 - seat) & 1:
                for unit in there.at[to]:
                    if table.camp[unit] == 1 - seat and table.fights[unit] and not state.disrupted >> unit & 1:
                        theirs += 1
        strength = max(ours, 2) if kind == FORT else ours
        if theirs > strength or (not ours and theirs):
            threatened[seat] += 1
        pressed[seat] += disrupted
    caught = [0, 0]
    for at, bits in there.held.items():
        if at < 0 or at in there.site:
            continue
        for seat in (0, 1):
            if bits >> seat & 1:
                ours = sum(table.fights[unit] for unit in there.at[at] if table.camp[unit] == seat)
                theirs = sum(
                    table.fights[unit]
                    for to in cat.walks[at]
                    if there.held.get(to, 0) >> (1 - seat) & 1
                    for unit in there.at[to]
                    if table.camp[unit] == 1 - seat and not state.disrupted >> unit & 1
                )
                if theirs > ours:
                    caught[seat] += 1
    towns = sum(2 for at in table.towns if there.held.get(at, 0) >> MAORI_SEAT & 1)
    hungry = max(0, units[MAORI_SEAT] - 3 * sum(site[2] == MAORI for site in state.sites))
    b, m = BRITISH_SEAT, MAORI_SEAT
    return {
        "points": float(state.vp),
        "structures": float(open_[b] - open_[m]),
        "walls": float(walls[b] - walls[m]),
        "units": float(units[b] - units[m]),
        "good": float(good[b] - good[m]),
        "box": float(boxed[b] - boxed[m]),
        "leaders": float(leaders[b] - leaders[m]),
        "threats": float(threatened[m] - threatened[b]),
        "caught": float(caught[m] - caught[b]),
        "shaken": float(pressed[m] - pressed[b]),
        "towns": float(-towns),
        "hunger": float(hungry),
        "near": _nearness(game, state),
    }


def _nearness(game: MaoriWars, state: State) -> float:
    """Return how near both sides have come to enemy Structures: each unit to the closest one, within `NEAR` hexes."""
    cat, table, there = game.cat, game.units, board(game, state)
    total = 0.0
    for seat in (0, 1):
        goals = [site[0] for site in state.sites if CAMP[site[2]] == 1 - seat]
        if not goals:
            continue
        # In the order of the counters, however the board was made: the sum is to be the same to the last bit.
        for at, _ in sorted(there.at.items(), key=lambda place: place[1][0]):
            if at >= 0 and there.held[at] >> seat & 1:
                far = min(cat.distance(at, goal) for goal in goals)
                number = sum(table.fights[unit] for unit in there.at[at] if table.camp[unit] == seat)
                total += (1 if seat == 0 else -1) * number * max(0, NEAR - far) / NEAR
    return total
