"""A retreat by any of several openings, as out of a burning house when no enemy is near."""

from __future__ import annotations

from kemu.core.pending import Action, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import square

from ..actions import Move
from .retreat import Judged, Retreat


class Flight:
    """A retreat by any of several openings: what is legal by one of them is legal."""

    def __init__(self, ways: list[Retreat]) -> None:
        self.ways = ways

    @property
    def known(self) -> Move | None:
        """A retreat that is legal, or None."""
        return next((way.known for way in self.ways if way.known is not None), None)

    def judged(self, move: Move) -> Judged | Refusal:
        """Return how far it goes and everybody's place, by the first opening from which it is legal."""
        return self._by(move).judged(move)

    def _by(self, action: Action) -> Retreat:
        return next((way for way in self.ways if way.check(action) is None), self.ways[0])

    def check(self, action: Action) -> Refusal | None:
        """Return None if it is legal by some opening."""
        found = [way.check(action) for way in self.ways]
        return None if None in found else found[0]

    def reach(self) -> tuple[Reach, ...]:
        """Return the ground on which a drop is taken, by each opening."""
        return tuple(reach for way in self.ways for reach in way.reach())

    def sample(self, rng: Rng) -> Action | None:
        """Return a legal retreat by an opening that offers one."""
        ways = [way for way in self.ways if way.known is not None]
        return ways[rng.below(len(ways))].sample(rng) if ways else None

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the retreat that a point of the scene stands for: by the opening from which it ends nearest to it."""
        from ..units import from_scene

        found = [way.at(x, y, piece) for way in self.ways]
        p = from_scene(self.ways[0].field.ground.layout, x, y)
        legal = [move for move in found if isinstance(move, Move) and self.check(move) is None]
        return min(legal, key=lambda move: square((move.x, move.y), p), default=found[0]) if p is not None else None

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return a retreat not yet confirmed with one figure put elsewhere, by the opening by which it is legal."""
        return self._by(draft).adjust(draft, x, y, piece)
