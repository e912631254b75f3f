"""6.0: what is in the way of a side: where the enemy, Neutrals, sole leaders and sole boats are."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .board import board
from .lanes import Reach, as_bits

if TYPE_CHECKING:
    from kemu.core.pending import Action

    from .. import MaoriWars
    from ..model.state import State


class Obstacles:
    """What is in the way of the land counters of a seat."""

    def __init__(self, game: MaoriWars, state: State, seat: int) -> None:
        there, table = board(game, state), game.units
        self.closed: set[int] = there.closed(game, seat)
        """Held by the enemy: it must be attacked."""
        self.neutral: set[int] = there.neutral()
        self.leaders: set[int] = set()
        """Where an enemy leader is alone."""
        self.boats: set[int] = set()
        """Where an enemy boat is alone."""
        self.movers: dict[int, tuple[object, list[Action]]] = {}
        """By hex: who could move out of it when that was last asked (`movement.Moving`)."""
        self.walks: dict[object, Reach] = {}
        """Where counters can go: kept by `movement.walk`."""
        for at, camps in there.camps.items():
            if at >= 0 and camps >> (1 - seat) & 1 and at not in self.closed:
                for unit in there.at[at]:
                    if table.camp[unit] == 1 - seat:
                        (self.boats if table.boat[unit] else self.leaders).add(at)

    @cached_property
    def closed_bits(self) -> int:
        """The hexes that are closed, as bits."""
        return as_bits(self.closed)

    @cached_property
    def neutral_bits(self) -> int:
        """The hexes of Neutrals, as bits."""
        return as_bits(self.neutral)

    @cached_property
    def leaders_bits(self) -> int:
        """The hexes of sole leaders, as bits."""
        return as_bits(self.leaders)

    @cached_property
    def boats_bits(self) -> int:
        """The hexes of sole boats, as bits."""
        return as_bits(self.boats)

    def bars(self, fights: bool) -> tuple[int, int]:
        """Return what is closed to a counter on foot, and where its way ends: a boat is entered by those who fight."""
        ends = self.boats_bits | self.leaders_bits
        return (self.closed_bits if fights else self.closed_bits | self.boats_bits), ends


def obstacles(game: MaoriWars, state: State, seat: int) -> Obstacles:
    """Return how the land lies for a seat; it is kept as long as no enemy and no Neutral has moved."""
    there = board(game, state)
    found = there.lie[seat]
    if found is None:
        found = there.lie[seat] = Obstacles(game, state, seat)
    return found
