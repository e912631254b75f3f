"""How strong a line is in a battle, and who beats whom: a formula, for searching players.

Fitted to 5,000 random battles of one to nine units a side, each thrown out 300 times: the chance to take the space is
off by five points in the root of the mean square, by seven where it is between 10 and 90 per cent. The plainer formula
by which the greedy player goes (`features.py`) is off by eight and eleven.
"""

from __future__ import annotations

from math import exp, log, sqrt

from .catalogue import Catalogue
from .features import Weights

BODY, DIE = 1.15, 0.33
"""What a unit is worth because it is there to be lost, and for each of its dice."""
ELITE, LEADER = 0.68, 0.3
"""What each die of an elite unit is worth beside that (elites never panic), and what a leader is, who falls last."""
SPECIAL = 0.83
"""What gunpowder, which fires first, or pikes, which stop a panic, are worth."""
STEEPNESS, LEVEL = 1.37, 0.46
"""How fast the stronger side gains: times the root of all that fights, less so much."""
WALL, LANDED = 1.5, 0.05
"""What a wall is worth, and what it costs to be the attacker, in the logarithm of the odds."""


class Might(Weights):
    """The strength of sets of counters in a battle."""

    def __init__(self, cat: Catalogue) -> None:
        super().__init__(cat)
        self.of_unit = tuple(
            BODY
            + DIE * dice
            + (ELITE * dice if cat.elites >> unit & 1 else 0.0)
            + (LEADER if cat.leaders >> unit & 1 else 0.0)
            + (SPECIAL if (cat.guns | cat.pikes) >> unit & 1 else 0.0)
            if dice
            else 0.0
            for unit, dice in enumerate(cat.strength)
        )

    def takes(self, attackers: int, defenders: int, *, wall: bool) -> float:
        """Return about how likely these attackers take a space from these defenders."""
        return takes(self(attackers), self(defenders), wall=wall)


def takes(attack: float, defence: float, *, wall: bool) -> float:
    """Return about how likely an attack of this strength takes a space from this defence."""
    if defence <= 0.0:
        return 1.0
    if attack <= 0.0:
        return 0.0
    steepness = STEEPNESS * sqrt(attack + defence) - LEVEL
    return 1.0 / (1.0 + exp(min(steepness * log(defence / attack) + (WALL if wall else 0.0) + LANDED, 50.0)))
