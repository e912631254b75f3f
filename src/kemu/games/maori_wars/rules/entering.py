"""6.0: what happens to sole leaders and boats when an enemy enters their hex, and who may enter at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from ..model.catalogue import BRITISH, CANOE, GUNBOAT, MAORI, QUEENITE
from ..model.events import CanoeLost
from .board import AWAY, board, boats, leaders, mark, occupied, put
from .boats import drive_off
from .obstacles import obstacles
from .units import kill_leader, lose_canoe, re_enter

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


@rule("maori_wars:6.0", "maori_wars:R1", "maori_wars:R15")
def enterable(game: MaoriWars, state: State, unit: int) -> int:
    """Return where a land counter may end, as bits: open to it, no enemy but a sole leader or boat, no Neutrals.

    A boat is entered by a combat unit only; a sole leader by anyone.
    """
    land = obstacles(game, state, game.units.camp[unit])
    closed, _ = land.bars(bool(game.units.fights[unit]))
    return game.units.enters[game.units.moves[unit]] & ~closed & ~land.neutral_bits


def may_enter(game: MaoriWars, state: State, unit: int, at: int) -> bool:
    """Tell whether a land counter may end in a hex."""
    return bool(enterable(game, state, unit) >> at & 1)


@rule("maori_wars:6.0", "maori_wars:6.0.5", "maori_wars:3.0.2", "maori_wars:R15", "maori_wars:R16")
def enter(game: MaoriWars, step: Step[State], units: list[int], at: int) -> None:
    """Counters have come into a hex: a Gunboat there is driven off, a Canoe captured or destroyed, a leader eliminated.

    Only combat units and Artillery eliminate a sole leader (R1); only combat units take boats.
    """
    table = game.units
    seat = table.camp[units[0]]
    if seat not in (0, 1):
        return
    enemy = 1 - seat
    if any(table.occupies[unit] for unit in units):
        re_enter(game, step, at, seat)
    state = step.state
    if not board(game, state).camps.get(at, 0) >> enemy & 1:
        return
    land = obstacles(game, state, seat)
    if (at not in land.leaders and at not in land.boats) or occupied(game, state, at, enemy):
        return
    attackers = [unit for unit in units if table.fights[unit]]
    there = boats(game, state, at, enemy)
    if attackers:
        # A Gunboat takes leaders who are alone with it along (R16): it goes before they would be eliminated.
        gunboats = [unit for unit in there if game.cat.kind[unit] == GUNBOAT]
        canoes = [unit for unit in there if game.cat.kind[unit] == CANOE]
        for canoe in canoes:
            take_canoe(game, step, canoe, attackers[0], at)
        if gunboats:
            for boat in gunboats:
                drive_off(game, step, boat)
            if any(step.state.where[boat] == at for boat in gunboats):
                return  # Its owner still has to choose where it goes.
    if any(table.occupies[unit] for unit in units):
        for leader in leaders(game, step.state, at, enemy):
            kill_leader(game, step, leader, "maori_wars:3.0.2")


@rule("maori_wars:6.0.5", "maori_wars:R15")
def take_canoe(game: MaoriWars, step: Step[State], canoe: int, taker: int, at: int) -> None:
    """A Canoe is exchanged for one of one's own off the map; British units without Queenites destroy it instead."""
    cat, state = game.cat, step.state
    side = cat.side[taker]
    with_queenites = any(
        cat.side[unit] == QUEENITE and game.units.fights[unit] for unit in board(game, state).at.get(at, ())
    )
    if side == BRITISH and not with_queenites:
        lose_canoe(game, step, canoe, "destroyed", "maori_wars:6.0.5", pays=True)
        return
    mark(step, canoe, False)
    put(step, (canoe,), AWAY)
    own = MAORI if side == MAORI else QUEENITE
    spare = next((unit for unit in cat.pool.get((own, CANOE), ()) if step.state.where[unit] == AWAY), -1)
    step.say(CanoeLost("maori_wars:6.0.5", cat.counters[canoe].id, game.label_of(at), "captured"))
    if spare >= 0:
        put(step, (spare,), at)
