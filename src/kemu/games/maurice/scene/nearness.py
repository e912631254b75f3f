"""How near each army is to breaking the other: the morale that the enemy has left."""

from __future__ import annotations

from kemu.core.winning import Near

from ..model.state import State
from ..rules.morale import Finished


def near(state: State) -> tuple[Near, ...]:
    """Return, for each army, how much morale the enemy has left of what he began with."""
    told: list[Near] = []
    for seat in (0, 1):
        left, whole = state.morale[1 - seat], state.start_morale[1 - seat]
        if whole:
            told.append(Near(seat, f"the enemy's morale is {left} of {whole}", 1 - left / whole))
    return tuple(told)


def decided(state: State) -> tuple[str, ...]:
    """Return the panel of the armies, and where the unit stood that broke last."""
    top = state.stack[-1]
    return ("armies", "broken") if isinstance(top, Finished) and top.broken is not None else ("armies",)
