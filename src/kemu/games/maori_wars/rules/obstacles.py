"""6.0: what is in the way of a side: where the enemy, Neutrals, sole leaders and sole boats are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import board, closed_to, neutral

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


class Obstacles:
    """What is in the way of the land counters of a seat."""

    __slots__ = ("boats", "closed", "leaders", "neutral")

    def __init__(self, game: MaoriWars, state: State, seat: int) -> None:
        there, camp = board(game, state), game.units.camp
        self.closed: set[int] = {
            at for at in {*there.held, *there.site} if at >= 0 and closed_to(game, state, at, seat)
        }
        """Held by the enemy: it must be attacked."""
        self.closed.update(at for at in game.units.towns if closed_to(game, state, at, seat))
        self.neutral: set[int] = {at for at in there.site if neutral(game, state, at)}
        self.leaders: set[int] = set()
        """Where an enemy leader is alone."""
        self.boats: set[int] = set()
        """Where an enemy boat is alone."""
        for at, units in there.at.items():
            if at < 0:
                continue
            for unit in units:
                if camp[unit] == 1 - seat:
                    if at not in self.closed:
                        (self.boats if game.units.boat[unit] else self.leaders).add(at)
                elif camp[unit] != seat:
                    self.neutral.add(at)


def obstacles(game: MaoriWars, state: State, seat: int) -> Obstacles:
    """Return how the land lies for a seat; it is kept as long as nobody has moved."""
    where, sites, found = game.last_lie[seat]
    if where is state.where and sites is state.sites:
        return found
    found = Obstacles(game, state, seat)
    game.last_lie[seat] = (state.where, state.sites, found)
    return found
