"""What a person would count on this map, each as the lead of the British."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt, tanh
from typing import TYPE_CHECKING

from ..model.catalogue import FORT, MAORI, NEUTRAL, PA
from ..rules.board import BOX, BRITISH_SEAT, BUSH, CAMP, MAORI_SEAT, board, good
from ..rules.movement import Going
from ..rules.shipment import Shipping
from ..rules.transport import Sailing

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


MOVES = (Going, Sailing, Shipping)
"""A movement that has begun: all else being equal one goes on moving rather than end the phase."""


def features(game: MaoriWars, state: State, numbers: Mapping[str, float]) -> Mapping[str, float]:
    """Return the features of a state, British minus Maori; `numbers` are those of `weights.json`.

    What stands on the map is worth what it may still become: it counts for the share of the war that is left.
    """
    cat, table = game.cat, game.units
    turns = game.scenario(state).turns
    left = 2 * (turns - state.turn) + (state.seat == MAORI_SEAT)
    share = (left + 1) / (2 * turns)
    there = board(game, state)
    units, sound, boxed, leaders = [0, 0], [0, 0], [0, 0], [0, 0]
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
                sound[seat] += good(state, unit)
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
        "verdict": verdict(state.vp, numbers["swing"] * sqrt(left) + numbers["last swing"]),
        "structures": share * (open_[b] - open_[m]),
        "walls": share * (walls[b] - walls[m]),
        "units": share * (units[b] - units[m]),
        "good": share * (sound[b] - sound[m]),
        "box": share * (boxed[b] - boxed[m]),
        "leaders": share * (leaders[b] - leaders[m]),
        "threats": float(threatened[m] - threatened[b]),
        "caught": min(1.0, left) * (caught[m] - caught[b]),
        "shaken": share * (pressed[m] - pressed[b]),
        "towns": share * -towns,
        "hunger": share * hungry,
        "near": share * _nearness(game, state, numbers["near"]),
        "underway": 1.0 - 2 * state.seat if isinstance(state.stack[-1], MOVES) else 0.0,
    }


def verdict(vp: int, spread: float) -> float:
    """Return how much likelier the British win at the end than the Maori: a lead of 0 or 1 is a draw.

    >>> verdict(0, 1.0), verdict(3, 0.1) > 0.99
    (0.0, True)
    """
    return (tanh((vp - 1.5) / spread) + tanh((vp + 1.5) / spread)) / 2


def _nearness(game: MaoriWars, state: State, most: float) -> float:
    """Return how near both sides have come to enemy Structures: each unit to the closest, so many hexes off at most."""
    cat, table, there = game.cat, game.units, board(game, state)
    total = 0.0
    for seat in (0, 1):
        goals = [site[0] for site in state.sites if CAMP[site[2]] == 1 - seat]
        if not goals:
            continue
        # In the order of the counters, however the board was made: the sum is to be the same to the last bit.
        for at, _ in sorted(there.at.items(), key=lambda place: place[1][0]):
            if at >= 0 and there.held[at] >> seat & 1:
                far = min(map(cat.grid.distances(at).__getitem__, goals))
                number = sum(table.fights[unit] for unit in there.at[at] if table.camp[unit] == seat)
                total += (1 if seat == 0 else -1) * number * max(0.0, most - far) / most
    return total
