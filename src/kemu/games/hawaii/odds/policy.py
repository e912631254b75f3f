"""A plain way to make the choices of a battle: which unit fires next, and which takes a loss.

The exact odds (`exact.py`) are odds *under this policy*, for both sides; `choose` plays it, so that they can be tested.

- Fire: the unit with the most dice, elites before others; of equals, any.
- An elimination: a unit that has fired already rather than one that has not; then the one worth least. A unit's worth
  is its dice, half as much again for an elite, and leaders, above all chiefs, go last of all.
- A panic: a unit that has panicked already, the one worth least (a unit that is lost for this battle is spent, and a
  fresh one fights on); if there is none, a fresh one as for an elimination.
"""

from __future__ import annotations

from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Decline, Fire, Lose
from ..model.catalogue import PANIC, Catalogue
from ..rules.fight import Fight


def loss_value(cat: Catalogue, unit: int) -> float:
    """Return what a unit is worth when a loss is taken."""
    value = cat.strength[unit] * (1.5 if cat.elites >> unit & 1 else 1.0)
    value += 0.25 * ((cat.guns | cat.pikes) >> unit & 1)
    return value + 100.0 * (cat.leaders >> unit & 1) + 100.0 * ((cat.chiefs[0] | cat.chiefs[1]) >> unit & 1)


def to_fire(cat: Catalogue, units: int) -> int:
    """Return which of these units fires next."""
    return max(bits(units), key=lambda unit: (cat.strength[unit], cat.elites >> unit & 1, -unit))


def to_lose(cat: Catalogue, units: int, panicked: int, fired: int, result: int) -> int:
    """Return which of these units takes the result."""
    if result == PANIC and units & panicked:
        units &= panicked
    return min(
        bits(units),
        key=lambda unit: (loss_value(cat, unit) >= 100.0, not fired >> unit & 1, loss_value(cat, unit), unit),
    )


def choose(cat: Catalogue, fight: Fight, decide: Decide) -> Action:
    """Return the policy's answer to a decision of a fight; cards are left alone."""
    first = decide.options[0]
    if isinstance(first, Fire):
        units = sum(1 << cat.index[option.unit] for option in decide.options if isinstance(option, Fire))
        return Fire(cat.counters[to_fire(cat, units)].id)
    if isinstance(first, Lose):
        units = sum(1 << cat.index[option.unit] for option in decide.options if isinstance(option, Lose))
        # The unit that fires is not on the losing side, so it does not matter that it counts as unfired still.
        return Lose(cat.counters[to_lose(cat, units, fight.panicked, fight.fired, fight.result)].id)
    return next(option for option in decide.options if isinstance(option, Decline))
