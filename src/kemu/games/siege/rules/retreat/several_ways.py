"""A retreat by any of several ways (R37, R54): out of a burning house's openings, or in two directions."""

from __future__ import annotations

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.pending import Action
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import FINE, Point, square

from ...model.actions import Move
from ..continuum import Continuum
from .one_way import LONGEST, SLACK, Judged, Retreat


@rule("siege:FI.3", "siege:R37", "siege:R54")
class Flight(Continuum):
    """A retreat by any of several openings or directions: a full move if any offers one, else the longest of all."""

    def __init__(self, openings: list[Retreat]) -> None:
        self.game = openings[0].game
        self.openings = openings
        self.ways = _best(openings)
        """Those that are a way back; one that is none, if there is no way at all."""

    @property
    def known(self) -> Move | None:
        """A retreat that is legal, or None."""
        return self.ways[0].known

    @property
    def label(self) -> str:
        """What the ground drawn stands for: the same by each way out."""
        return self.ways[0].label

    def judged(self, move: Move) -> Judged | Refusal:
        """Return how far it goes and everybody's place, by the first opening from which it is legal."""
        return self.by(move).judged(move)

    def by(self, action: Action) -> Retreat:
        """Return the way by which a retreat is legal; the first if by none."""
        return next((way for way in self.ways if way.check(action) is None), self.ways[0])

    def nearest(self, p: Point) -> Retreat:
        """Return the opening, a way out or not, that is nearest to a place: the one that is meant."""
        return min(self.openings, key=lambda way: square(way.start(0), p))

    def check(self, action: Action) -> Refusal | None:
        """Return None if it is legal by some way; else what is wrong by the one that is meant."""
        if any(way.check(action) is None for way in self.ways):
            return None
        if isinstance(action, Move) and action.rest:
            # If it is only the others who stand wrong, that is what is wrong.
            led = replace(action, rest=())
            for way in self.ways:
                if way.check(led) is None:
                    return way.check(action)
        meant = self.nearest((action.x, action.y)) if isinstance(action, Move) else self.ways[0]
        same = [way for way in self.ways if way.exit == meant.exit]
        if not same:
            return Refusal("Another opening offers a better way out.", "siege:R54")
        return same[0].check(action)

    def sample(self, rng: Rng) -> Action | None:
        """Return a legal retreat by a way out, if there is one."""
        return self.ways[rng.below(len(self.ways))].sample(rng) if self.known is not None else None


def _best(openings: list[Retreat]) -> list[Retreat]:
    """Return the ways with a full move; if there are none, those with about the longest."""
    open_ = [way for way in openings if way.known is not None]
    best = [way for way in open_ if way.stage != LONGEST]
    if best or not open_:
        return best or openings[:1]
    longest = max(way.longest for way in open_)
    best = [way for way in open_ if way.longest >= longest - SLACK * FINE]
    for way in best:
        # So that by each of them it must be as long as by the best, to the same tenth of an inch.
        way.longest = longest
    return best
