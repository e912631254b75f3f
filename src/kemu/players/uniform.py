"""The random player: every answer is equally likely."""

from __future__ import annotations

from typing import Any

from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide
from kemu.core.rng import QuickRng


class RandomPlayer:
    """Answers at random: uniformly from a list, by the game's own sampler from a continuum."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = QuickRng(seed)

    def choose(self, game: Game[Any, Any], view: View[Any], decide: Decide) -> Action:
        """Return any legal answer."""
        return decide.pick(self._rng)
