"""6.0: what is in the way of a side: where the enemy, Neutrals, sole leaders and sole boats are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import board

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


class Obstacles:
    """What is in the way of the land counters of a seat."""

    __slots__ = ("boats", "closed", "leaders", "neutral", "reached", "steps")

    def __init__(self, game: MaoriWars, state: State, seat: int) -> None:
        there, table = board(game, state), game.units
        self.closed: set[int] = there.closed(game, seat)
        """Held by the enemy: it must be attacked."""
        self.neutral: set[int] = there.neutral()
        self.leaders: set[int] = set()
        """Where an enemy leader is alone."""
        self.boats: set[int] = set()
        """Where an enemy boat is alone."""
        self.reached: dict[object, dict[int, tuple[int, int]]] = {}
        """Where a counter can go: kept by `movement.paths`."""
        self.steps: dict[object, bool] = {}
        """Whether a counter can enter any hex: kept by `movement.can_step`."""
        for at, camps in there.camps.items():
            if at >= 0 and camps >> (1 - seat) & 1 and at not in self.closed:
                for unit in there.at[at]:
                    if table.camp[unit] == 1 - seat:
                        (self.boats if table.boat[unit] else self.leaders).add(at)


def obstacles(game: MaoriWars, state: State, seat: int) -> Obstacles:
    """Return how the land lies for a seat; it is kept as long as nobody has moved."""
    there = board(game, state)
    found = there.lie[seat]
    if found is None:
        found = there.lie[seat] = Obstacles(game, state, seat)
    return found
