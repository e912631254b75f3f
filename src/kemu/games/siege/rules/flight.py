"""A retreat by any of several ways: out of the openings of a burning house, or in one of two directions."""

from __future__ import annotations

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.pending import Action, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import FINE, Point, square

from ..actions import Move
from .dragging import dragged
from .retreat import LONGEST, SLACK, Judged, Retreat


@rule("siege:FI.3", "siege:R37", "siege:R54")
class Flight:
    """A retreat by any of several openings or directions: a full move if any offers one, else the longest of all."""

    def __init__(self, openings: list[Retreat]) -> None:
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
        return self._by(move).judged(move)

    def _by(self, action: Action) -> Retreat:
        return next((way for way in self.ways if way.check(action) is None), self.ways[0])

    def _nearest(self, p: Point) -> Retreat:
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
        meant = self._nearest((action.x, action.y)) if isinstance(action, Move) else self.ways[0]
        same = [way for way in self.ways if way.exit == meant.exit]
        if not same:
            return Refusal("Another opening offers a better way out.", "siege:R54")
        return same[0].check(action)

    def reach(self) -> tuple[Reach, ...]:
        """Return the ground on which a drop is taken, by each way out."""
        return tuple(reach for way in self.ways for reach in way.reach())

    def sample(self, rng: Rng) -> Action | None:
        """Return a legal retreat by a way out, if there is one."""
        return self.ways[rng.below(len(self.ways))].sample(rng) if self.known is not None else None

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the retreat that a point of the scene stands for: led by who is dragged, to the end nearest to it."""
        from ..units import from_scene

        p = from_scene(self.ways[0].field.ground.layout, x, y)
        if p is None:
            return None
        found = [way.at(x, y, piece) for way in self.ways]
        legal = [move for move in found if isinstance(move, Move) and self.check(move) is None]
        if legal:
            taken = dragged(self.ways[0].group, piece)
            return min(legal, key=lambda move: (move.figure != taken, square((move.x, move.y), p)))
        return self._nearest(p).at(x, y, piece)

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return a retreat not yet confirmed with one figure put elsewhere, by the opening by which it is legal."""
        return self._by(draft).shifted(draft, x, y, piece) or self.at(x, y, piece)


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
