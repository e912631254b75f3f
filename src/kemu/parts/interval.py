"""How sure a share is that was counted."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for the chance behind `hits` of `games`; with no games it is 0 to 1.

    >>> tuple(round(end, 3) for end in wilson(5, 10))
    (0.237, 0.763)
    """
    if not games:
        return 0.0, 1.0
    share, spread = hits / games, Z95 * Z95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * sqrt(share * (1 - share) / games + spread / games / 4)
    return 0.0 if not hits else middle - half, 1.0 if hits == games else middle + half
