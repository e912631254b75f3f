"""What things are called."""

from __future__ import annotations

from collections.abc import Sequence

from .units import ARM_NAMES, Unit

SIDES = ("Red", "Blue")
ACTIONS = ("march", "charge", "rally", "bombard")


def name(unit: Unit) -> str:
    """Return what a unit is called: units of each side are numbered through.

    >>> name(Unit(21, 1, 2, 0, 0, 0, 3))
    'Blue artillery 2'
    """
    return f"{SIDES[unit.side]} {ARM_NAMES[unit.arm]} {unit.id % 20 + 1}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def dice(n: int, word: str) -> str:
    """Return a number of things.

    >>> dice(1, "hit"), dice(0, "hit")
    ('1 hit', '0 hits')
    """
    return f"{n} {word}{'' if n == 1 else 's'}"
