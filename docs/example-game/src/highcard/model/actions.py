"""The cards, and what a seat can do with them."""

from __future__ import annotations

from kemu import Action

CARDS = tuple(range(1, 10))
BACK = 0
"""A card that is not seen."""
HAND = 4


class Play(Action, tag="play", frozen=True):
    """Play a card from the hand."""

    card: int
