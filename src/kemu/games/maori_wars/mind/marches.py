"""Which destinations of a march are worth a thought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kemu.core.pending import Action

from ..model.actions import Burn, Emerge, Go, Place, Ship
from ..rules.board import CAMP, board

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

TO_A_HEX = (Go, Ship, Emerge, Place)


def worth_going(game: MaoriWars, state: State, seat: int, options: Sequence[Action], most: int) -> Sequence[Action]:
    """Return the answers worth a thought: all that go nowhere, and the few ways next to the enemy, home, or nearest."""
    cat, there = game.cat, board(game, state)
    kept = [option for option in options if not isinstance(option, (Burn, *TO_A_HEX))]
    goals = {site[0] for site in state.sites if CAMP[site[2]] == 1 - seat}
    goals |= {at for at, bits in there.held.items() if at >= 0 and bits >> (1 - seat) & 1}
    homes = {site[0] for site in state.sites if CAMP[site[2]] == seat}

    def rank(option: Go | Ship | Emerge | Place) -> tuple[float, str]:
        at = cat.hex_of[option.to]
        far = min(map(cat.grid.distances(at).__getitem__, goals), default=0)
        empty_home = at in homes and not there.held.get(at, 0)
        return far - 2 * empty_home - (at in homes), cat.label[at]

    marches = [option for option in options if isinstance(option, TO_A_HEX)]
    return (*kept, *sorted(marches, key=rank)[:most])
