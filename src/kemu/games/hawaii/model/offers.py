"""Answers about sets of counters, kept once they were worked out: the options of most decisions, names, ids.

Counters are bits of whole numbers (`catalogue.py`), so a set is an int, and what is asked about it is the same every
time. Random play and search ask millions of times: here each answer is made once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from kemu.core.pending import Action

if TYPE_CHECKING:
    from .catalogue import Catalogue

V = TypeVar("V")
MOST = 50_000
"""The most answers that are kept before all are forgotten. A game has a few thousand."""


class Kept(dict[int, V]):
    """What a function says of a number, kept: `kept[n]` works it out if it was not asked before."""

    __slots__ = ("work",)

    def __init__(self, work: Callable[[int], V]) -> None:
        super().__init__()
        self.work = work

    def __missing__(self, key: int) -> V:
        if len(self) >= MOST:
            self.clear()
        found = self[key] = self.work(key)
        return found


class PerCounter(Kept[tuple[Action, ...]]):
    """Actions, one a counter: `offer[units]` are those for a set of counters, equal counters offered once."""

    __slots__ = ("actions", "cat")

    def __init__(self, cat: Catalogue, kind: Any) -> None:
        super().__init__(self.offered)
        self.cat = cat
        self.actions: tuple[Action, ...] = tuple(kind(counter.id) for counter in cat.counters)

    def offered(self, units: int) -> tuple[Action, ...]:
        """Return the actions for these counters."""
        return tuple([self.actions[unit] for unit in self.cat.distinct(units)])

    def apart(self, units: int, mark: int) -> tuple[Action, ...]:
        """Return the same where counters with this mark, such as having walked, are not equal to those without."""
        marked = units & mark
        return self[units & ~mark] + self[marked] if marked and marked != units else self[units]
