"""A fight played at random, volley by volley: what the rules do die by die, for those who need thousands of fights.

Where a volley takes a line is worked out once and kept (`lines.py`), so that a volley costs one random number. Choices
follow `policy.py`, for both sides. The estimates of large battles stand on it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..rules.advantage import ROLLS
from .lines import Line

ADVANTAGE = tuple(
    tuple(
        sum(weight for pair, weight in roll.outcomes() if roll.first((int(pair[0]), int(pair[1]))) == seat)
        / roll.total()
        for roll in (ROLLS[-1], ROLLS[seat], ROLLS[1 - seat])
    )
    for seat in (0, 1)
)
"""By seat: its chance of the advantage when nobody, it itself (1), or the other side (-1) adds 1 to the roll."""


def fought(
    lines: tuple[Line, Line], begin: tuple[int, int], attacker: int, draw: Callable[[], float]
) -> tuple[bool, int, int]:
    """Fight to the end; return whether the attacker wins, and the states that both lines end in.

    The attacker's line is the first, `attacker` his seat. `draw` gives numbers from 0 to 1.
    """
    ahead, elites = ADVANTAGE[attacker], lines[0].cat.elites
    states = lines[0].states, lines[1].states
    at = [*begin]
    while True:
        own, other = ((states[side][at[side]][0] & ~states[side][at[side]][1] & elites).bit_count() for side in (0, 1))
        first = 0 if draw() < ahead[(own > other) - (own < other)] else 1
        # Gunpowder of the one, then of the other; then by turns, until nobody is left to fire.
        guns, side, idle = True, first, 0
        while idle < 2:
            kind, after = lines[side].shot(at[side], guns)
            if kind is not None:
                at[side], idle = after, 0
                at[1 - side] = struck(lines[1 - side], at[1 - side], kind, draw())
                if not guns:
                    side = 1 - side
            elif not guns:
                side, idle = 1 - side, idle + 1
            elif side == first:
                side = 1 - side
            else:
                guns, side = False, first
        for loser in (0, 1):
            living, panicked, *_ = states[loser][at[loser]]
            if not living & ~panicked:
                return loser == 1, at[0], at[1]
        at = [lines[0].new_round(at[0]), lines[1].new_round(at[1])]


def struck(line: Line, number: int, kind: tuple[int, int], luck: float) -> int:
    """Return where a volley takes a line."""
    for then, chance in line.volley(number, *kind):
        luck -= chance
        if luck < 0.0:
            return then
    return number
