"""What opponents know beyond the rules: tricks and high cards are good."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kemu.core.mind import Mind

from ..model.state import State


class HighCardMind(Mind[Any]):
    """The weights stand in `weights.json`."""

    def features(self, state: State) -> Mapping[str, float]:
        """Return what a person would count, each as the first seat's lead."""
        return {
            "tricks": float(state.tricks[0] - state.tricks[1]),
            "cards": float(sum(state.hands[0]) - sum(state.hands[1])),
        }
