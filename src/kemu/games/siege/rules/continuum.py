"""Decisions whose answers are a continuum: the rules judge an answer or draw one at random, the scene does the rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Free, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng

if TYPE_CHECKING:
    from .. import Siege


class Continuum(Free, ABC):
    """The answers of one such decision. What a hand does on the table is asked of the game's scene."""

    game: Siege

    @abstractmethod
    def check(self, action: Action) -> Refusal | None:
        """Return None if the action is legal now, else why not."""

    @abstractmethod
    def sample(self, rng: Rng) -> Action | None:
        """Return a legal answer drawn at random; None if none was found."""

    def reach(self) -> tuple[Reach, ...]:
        """Return what to draw: where a legal answer may lie."""
        return self.game.reach(self)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the answer that a point of the scene stands for, legal or not."""
        return self.game.dropped(self, x, y, piece)

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return an answer not yet confirmed with one more figure put elsewhere, the others where they would stand."""
        return self.game.adjusted(self, draft, x, y, piece)
