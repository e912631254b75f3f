"""9.0 (3): a territory that a dispatch has closed: nobody of that side enters it from another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule

from .board import BRITISH_SEAT
from .lanes import NOWHERE

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


def banned(state: State, seat: int) -> frozenset[int]:
    """Return the territories that are closed to a side."""
    if not state.bans or seat != BRITISH_SEAT:
        return NOWHERE
    return frozenset(territory for _, territory in state.bans)


@rule("maori_wars:9.0.3")
def shut_out(game: MaoriWars, state: State, unit: int, to: int) -> bool:
    """Tell whether a counter may not go to a hex of another territory: also by retreat or advance, and no boat."""
    territory = game.cat.territory
    shut = banned(state, game.units.camp[unit])
    return territory[to] in shut and territory[state.where[unit]] != territory[to]


def shut_off(game: MaoriWars, state: State, unit: int) -> int:
    """Return the hexes from which a counter is shut out, as bits."""
    shut = banned(state, game.units.camp[unit])
    found = 0
    for territory in shut - {game.cat.territory[state.where[unit]]}:
        found |= game.lanes.lands[territory]
    return found
