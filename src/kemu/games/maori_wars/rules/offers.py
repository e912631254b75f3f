"""Answers that name a hex, where there may be many: each is made when somebody looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Action, Offers
from kemu.parts.bits import bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from kemu.core.rng import Rng

    from ..model.catalogue import Catalogue


class Places(Offers):
    """Answers that go to one of some hexes, in the order of their numbers, between others that are listed."""

    __slots__ = ("_after", "_before", "_cat", "_known", "_make", "hexes")

    def __init__(
        self,
        cat: Catalogue,
        make: Callable[[str], Action],
        hexes: int,
        *,
        before: tuple[Action, ...] = (),
        after: tuple[Action, ...] = (),
    ) -> None:
        self._cat = cat
        self.hexes = hexes
        """As bits."""
        self._make = make
        """It makes the answer from a hex's label."""
        self._before, self._after = before, after
        self._known: tuple[Action, ...] | None = None

    def all(self) -> tuple[Action, ...]:
        """Return all of them."""
        if self._known is None:
            label, make = self._cat.label, self._make
            self._known = (*self._before, *[make(label[at]) for at in bits(self.hexes)], *self._after)
        return self._known

    def __len__(self) -> int:
        return len(self._before) + self.hexes.bit_count() + len(self._after)

    def draw(self, rng: Rng) -> Action:
        """Return one of them, each equally likely, and make no other."""
        n = rng.below(len(self)) - len(self._before)
        if n < 0:
            return self._before[n]
        hexes = self.hexes
        rest = n - hexes.bit_count()
        if rest >= 0:
            return self._after[rest]
        for _ in range(n):
            hexes &= hexes - 1
        return self._made(hexes)

    def find(self, action: object) -> Action | None:
        """Return the one that equals an action, or None."""
        to = getattr(action, "to", None)
        at = self._cat.hex_of.get(to, -1) if type(to) is str else -1
        if at >= 0 and self.hexes >> at & 1:
            made = self._make(self._cat.label[at])
            if made == action:
                return made
        return next((other for other in (*self._before, *self._after) if other == action), None)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Places:
            return self.all() == (other.all() if isinstance(other, Offers) else other)
        if (self.hexes, self._before, self._after) != (other.hexes, other._before, other._after):
            return False
        return not self.hexes or self._made(self.hexes) == other._made(other.hexes)

    def __hash__(self) -> int:
        return hash(self.all())

    def _made(self, hexes: int) -> Action:
        """Return the answer that goes to the first of some hexes."""
        return self._make(self._cat.label[(hexes & -hexes).bit_length() - 1])
