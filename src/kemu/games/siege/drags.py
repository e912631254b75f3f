"""Which pieces of the scene a decision moves, so that a hand can take them up."""

from __future__ import annotations

from kemu.core.pending import Decide

from .rules.facing import Pointing
from .rules.flight import Flight
from .rules.movement import March
from .rules.occupying import Occupation
from .rules.retreat import Retreat


def drags(decide: Decide) -> tuple[str, ...]:
    """Return the figures and the gun of the group that moves, or the gun that is turned; where one is placed, none."""
    free = decide.free
    if isinstance(free, Pointing):
        return (f"gun{free.gun.id}",)
    if isinstance(free, Flight):
        free = free.ways[0]
    if not isinstance(free, March | Retreat | Occupation):
        return ()
    group = free.group
    figures = tuple(f"g{group.id}-{mark}" for mark in group.figures)
    return figures if group.gun < 0 else (*figures, f"gun{group.gun}")
