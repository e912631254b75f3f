"""Orders that are listed when somebody looks at them: who moves need not know whom he could have shot at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, overload

from kemu.core.pending import Action

from ..actions import Move, Stay, Turn

if TYPE_CHECKING:
    _Base = tuple[Action, ...]
else:
    _Base = Sequence


class Orders(_Base):
    """The discrete orders for a group, in place of a tuple of them. To stay is always among them, to move never is.

    What `listed` returns depends on the state alone, so it does not matter when it is asked.
    """

    __slots__ = ("_known", "_listed")

    if not TYPE_CHECKING:

        def __init__(self, listed: Callable[[], tuple[Action, ...]]) -> None:
            self._listed = listed
            self._known: tuple[Action, ...] | None = None

        def all(self) -> tuple[Action, ...]:
            """Return all of them."""
            if self._known is None:
                self._known = self._listed()
            return self._known

        def __len__(self) -> int:
            return len(self.all())

        def __bool__(self) -> bool:
            return True

        def __getitem__(self, at):
            return self.all()[at]

        def __iter__(self):
            return iter(self.all())

        def __contains__(self, action: object) -> bool:
            return not isinstance(action, Move | Turn) and action in self.all()

        def index(self, action: Action) -> int:
            if isinstance(action, Move | Turn):
                raise ValueError("a move is not listed")
            return self.all().index(action)

        def __eq__(self, other: object) -> bool:
            return self.all() == (other.all() if isinstance(other, Orders) else other)

        def __hash__(self) -> int:
            return hash(self.all())

        def __repr__(self) -> str:
            return repr(self.all())
