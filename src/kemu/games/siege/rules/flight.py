"""A retreat by any of several openings, as out of a burning house when no enemy is near."""

from __future__ import annotations

from kemu.core.clauses import rule
from kemu.core.pending import Action, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import FINE, Point, square

from ..actions import Move
from .retreat import LONGEST, SLACK, Judged, Retreat


@rule("siege:FI.3", "siege:R37", "siege:R54")
class Flight:
    """A retreat by any of several openings: a full move if one of them offers it, else the longest by any of them.

    The stages of a retreat hold for all openings together: one that offers only what comes later is no way out while
    another offers more.
    """

    def __init__(self, openings: list[Retreat]) -> None:
        self.openings = openings
        self.ways = _best(openings)
        """Those that are a way out; one that is none, if there is no way at all."""

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
        """Return None if it is legal by some opening that is a way out; else what is wrong by the nearest."""
        if any(way.check(action) is None for way in self.ways):
            return None
        meant = self._nearest((action.x, action.y)) if isinstance(action, Move) else self.ways[0]
        if meant not in self.ways:
            return Refusal("Another opening offers a better way out.", "siege:R54")
        return meant.check(action)

    def reach(self) -> tuple[Reach, ...]:
        """Return the ground on which a drop is taken, by each way out."""
        return tuple(reach for way in self.ways for reach in way.reach())

    def sample(self, rng: Rng) -> Action | None:
        """Return a legal retreat by a way out, if there is one."""
        return self.ways[rng.below(len(self.ways))].sample(rng) if self.known is not None else None

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the retreat that a point of the scene stands for: by the opening from which it ends nearest to it."""
        from ..units import from_scene

        p = from_scene(self.ways[0].field.ground.layout, x, y)
        if p is None:
            return None
        found = [way.at(x, y, piece) for way in self.ways]
        legal = [move for move in found if isinstance(move, Move) and self.check(move) is None]
        if legal:
            return min(legal, key=lambda move: square((move.x, move.y), p))
        return self._nearest(p).at(x, y, piece)

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return a retreat not yet confirmed with one figure put elsewhere, by the opening by which it is legal."""
        return self._by(draft).adjust(draft, x, y, piece)


def _best(openings: list[Retreat]) -> list[Retreat]:
    """Return the openings with a retreat at the first stage at which there is one, at the last about the longest."""
    open_ = [way for way in openings if way.known is not None]
    if not open_:
        return openings[:1]
    stage = min(way.stage for way in open_)
    best = [way for way in open_ if way.stage == stage]
    if stage != LONGEST:
        return best
    longest = max(way.longest for way in best)
    best = [way for way in best if way.longest >= longest - SLACK * FINE]
    for way in best:
        # So that by each of them it must be as long as by the best, to the same tenth of an inch.
        way.longest = longest
    return best
