"""Which destinations of a march are worth a thought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide

from ..model.actions import Burn, Go, Ship
from ..rules.board import CAMP, board

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

MOST = 10


def worth_going(game: MaoriWars, state: State, decide: Decide) -> Sequence[Action]:
    """Return the answers of a movement worth a thought: marches next to the enemy, home, or as near as they come."""
    cat, there, seat = game.cat, board(game, state), decide.seat
    kept = [option for option in decide.options if not isinstance(option, Go | Burn | Ship)]
    goals = [site[0] for site in state.sites if CAMP[site[2]] == 1 - seat]
    goals += [at for at, bits in there.held.items() if at >= 0 and bits >> (1 - seat) & 1]
    homes = {site[0] for site in state.sites if CAMP[site[2]] == seat}

    def rank(option: Go | Ship) -> tuple[float, str]:
        at = cat.hex_of[option.to]
        far = min((cat.distance(at, goal) for goal in goals), default=0)
        empty_home = at in homes and not there.held.get(at, 0)
        return far - 2 * empty_home - (at in homes), cat.label[at]

    marches = [option for option in decide.options if isinstance(option, Go | Ship)]
    return (*kept, *sorted(marches, key=rank)[:MOST])
