"""Answers that are worked out when somebody looks at them: to pass one need not know which guns could have fired.

A conditional answer comes with what must still be found out about it. A random player draws one and asks about that one
only; whoever looks at the list asks about all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kemu.core.pending import Action, Offers
from kemu.core.rng import Rng

Conditional = tuple[Action, Callable[[Any], bool] | None, Any]
"""An answer, the question whether it is legal (None if it surely is), and what the question is asked of."""


class Offered(Offers):
    """The answers to a decision in place of a tuple of them; at least one is legal."""

    __slots__ = ("_answers", "_known")

    def __init__(self, answers: Sequence[Conditional]) -> None:
        self._answers = answers
        self._known: tuple[Action, ...] | None = None

    def all(self) -> tuple[Action, ...]:
        """Return all of them."""
        if self._known is None:
            self._known = tuple(action for action, asked, of in self._answers if asked is None or asked(of))
        return self._known

    def draw(self, rng: Rng) -> Action:
        """Return one of them, each equally likely: those that turn out not to be legal are put aside."""
        left = list(self._answers)
        while True:
            at = rng.below(len(left))
            action, asked, of = left[at]
            if asked is None or asked(of):
                return action
            left[at] = left[-1]
            left.pop()

    def find(self, action: object) -> Action | None:
        """Return the one that equals an action, or None."""
        for known, asked, of in self._answers:
            if known == action:
                return known if asked is None or asked(of) else None
        return None
