"""Answers that are listed when somebody looks at them: who moves need not know whom he could have shot at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from kemu.core.pending import Action

Listed = tuple[Action, ...]


class Orders(Sequence[Action]):
    """The discrete answers to a decision, in place of a tuple of them; one at least, and none of the kinds in `free`.

    What `listed` returns depends on the state alone, so it does not matter when it is asked.
    """

    __slots__ = ("_free", "_known", "_listed")

    def __init__(self, listed: Callable[[], Listed], free: tuple[type[Action], ...]) -> None:
        self._listed = listed
        self._free = free
        self._known: Listed | None = None

    def all(self) -> Listed:
        """Return all of them."""
        if self._known is None:
            self._known = self._listed()
        return self._known

    def __len__(self) -> int:
        return len(self.all())

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, at: Any) -> Any:
        return cast(Any, self.all()[at])

    def __iter__(self) -> Iterator[Action]:
        return iter(self.all())

    def __contains__(self, value: object) -> bool:
        return not isinstance(value, self._free) and value in self.all()

    def index(self, value: Action, start: int = 0, stop: int = 1 << 30) -> int:
        """Return where an order stands in the list. A move stands nowhere, and nothing is listed to find that out."""
        if isinstance(value, self._free):
            raise ValueError("it is not listed")
        return self.all().index(value, start, stop)

    def __eq__(self, other: object) -> bool:
        return self.all() == (other.all() if isinstance(other, Orders) else other)

    def __hash__(self) -> int:
        return hash(self.all())

    def __repr__(self) -> str:
        return repr(self.all())


def when_asked(listed: Callable[[], Listed], *free: type[Action]) -> Listed:
    """Return answers that are worked out when they are looked at, where a tuple is due; those of `free` are others."""
    return cast(Listed, Orders(listed, free))
