"""Answers that are worked out when somebody looks at them: to pass one need not know which guns could have fired.

An offer is an answer, and what must still be found out about it. A random player draws an offer and asks about that one
only; whoever looks at the list asks about all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kemu.core.pending import Action, Offers
from kemu.core.rng import Rng

Offer = tuple[Action, Callable[[Any], bool] | None, Any]
"""An answer, the question whether it is legal (None if it surely is), and what the question is asked of."""


class Offered(Offers):
    """The answers to a decision in place of a tuple of them; at least one is legal."""

    __slots__ = ("_known", "_offers")

    def __init__(self, offers: Sequence[Offer]) -> None:
        self._offers = offers
        self._known: tuple[Action, ...] | None = None

    def all(self) -> tuple[Action, ...]:
        """Return all of them."""
        if self._known is None:
            self._known = tuple(action for action, asked, of in self._offers if asked is None or asked(of))
        return self._known

    def draw(self, rng: Rng) -> Action:
        """Return one of them, each equally likely: those that turn out not to be legal are put aside."""
        offers = list(self._offers)
        while True:
            at = rng.below(len(offers))
            action, asked, of = offers[at]
            if asked is None or asked(of):
                return action
            offers[at] = offers[-1]
            offers.pop()

    def find(self, action: object) -> Action | None:
        """Return the one that equals an action, or None."""
        for known, asked, of in self._offers:
            if known == action:
                return known if asked is None or asked(of) else None
        return None
