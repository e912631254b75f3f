"""Where random numbers come from: one small protocol, and the quick source that search uses."""

from __future__ import annotations

import random
from collections.abc import MutableSequence
from typing import Any, Protocol


class Rng(Protocol):
    """Anything that can draw a fair integer. Rules never hold one: only `Chance.sample` is given one."""

    def below(self, n: int) -> int:
        """Return an integer in 0..n-1, each equally likely. n is at least 1."""
        ...


class QuickRng(random.Random):
    """The Mersenne twister behind the `Rng` protocol: for players, search and tests, not for live dice.

    Live dice come from the `Dealer`, which is exact and can be proved.

    >>> QuickRng(7).below(1)
    0
    """

    def below(self, n: int) -> int:
        """Return an integer in 0..n-1. The bias is below 2**-46 for any n a game asks for."""
        return int(self.random() * n)


def shuffled(items: MutableSequence[Any], rng: Rng) -> None:
    """Shuffle in place (Fisher and Yates), using nothing but `rng.below`."""
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]
