"""What makes a position good: for the opponents, never for the rules."""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING

from .layout import OUTSIDE
from .pieces import ATTACKERS, GARRISON
from .rules.winning import Finished, left_in_pool

if TYPE_CHECKING:
    from . import Siege
    from .state import State


def evaluate(game: Siege, state: State, seat: int) -> float:
    """Return how good the state looks for the seat, from -1 to 1.

    The garrison lives by its men, its counters and the column; the attackers by bodies near the walls, and inside.
    """
    last = state.stack[-1]
    if isinstance(last, Finished):
        return 1.0 if last.winner == seat else -1.0
    value = _garrison(game, state)
    return value if seat == GARRISON else -value


def _garrison(game: Siege, state: State) -> float:
    times = state.options.doubled
    full = state.options.squads * 7 * times + 4 * times
    men = state.count(GARRISON)
    strength = men / full
    rifle = state.rifle if state.rifle >= 0 else 4 if state.rifle == -2 else 10
    ammunition = min(rifle / (20 * times), 1.0)
    enemy = state.count(ATTACKERS)
    reserve = left_in_pool(state)
    army = max(enemy + reserve, 1)
    field = game.field(state)
    ground = field.ground
    middle = [
        (sum(p[0] for p in outline) // len(outline), sum(p[1] for p in outline) // len(outline))
        for outline in ground.layout.compounds
    ]
    pressure = 0.0
    for (x, y), room, _ in field.figures[ATTACKERS]:
        near = min(((x - cx) ** 2 + (y - cy) ** 2) for cx, cy in middle) ** 0.5 / 1000
        pressure += max(0.0, 1.0 - near / 26.0)
        if room != OUTSIDE or ground.in_compound((x, y)):
            pressure += 0.5
    fights = 0.0
    for melee in state.melees:
        ours = sum(len(field.groups[gid].men) for gid in melee.groups if field.groups[gid].side == GARRISON)
        theirs = sum(len(field.groups[gid].men) for gid in melee.groups if field.groups[gid].side == ATTACKERS)
        fights += (theirs - ours) / 10
    worth = 5.0 * (strength - 0.55) + 0.9 * ammunition - 1.6 * army / (100 * times) - 2.2 * pressure / (30 * times)
    worth -= 0.5 * fights
    worth += 0.5 if state.sighted else 0.0
    worth -= 0.25 * sum(blaze.smoke for blaze in state.fires) / 3 + 0.3 * state.ruins.bit_count()
    worth -= 0.05 * state.down.bit_count()
    return 0.95 * tanh(worth / 2)
