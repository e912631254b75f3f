"""Sets of small whole numbers as the bits of one: how states hold counters, spaces and stones."""

from __future__ import annotations


def bits(mask: int) -> list[int]:
    """Return the places of the bits that are set, the lowest first.

    >>> bits(0b1010)
    [1, 3]
    """
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
