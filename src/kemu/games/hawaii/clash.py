"""How a battle ends, by formula: who wins with what chance, who falls, who is left. For the opponents, not the rules.

Two ends are looked at: the attackers take the space, or they do not. What the winner has lost follows what the exact
odds say on average; the weakest of his units fall. Nobody is asked and no die is thrown.
"""

from __future__ import annotations

from .catalogue import Catalogue, bits
from .features import WALLED, Weights, chance
from .rules.board import shifted

End = tuple[float, int, int, int]
"""How a battle may end: how likely, who dies, the line of those who win, and where."""
Places = tuple[int, ...]


def ends(
    cat: Catalogue, weigh: Weights, at: int, lines: tuple[int, int], strengths: tuple[float, float], *, wall: bool
) -> tuple[End, End]:
    """Return how the attackers (the first line, the first strength) may take a space, and how they may fail."""
    attackers, defenders = lines
    attack, defence = strengths
    wins = chance(attack, defence, wall=wall)
    odds = attack / max(defence * (WALLED if wall else 1.0), 0.1)
    # A winner's losses: an attacker's by how sure he was, a defender's by how strong the attack.
    spent = weigh(attackers) * (0.27 - 0.15 * wins**3), weigh(defenders) * 0.35 * min(odds, 1.0) ** 1.3
    return (
        (wins, defenders | _weakest(weigh, attackers & ~cat.leaders, spent[0]), attackers, at),
        (1.0 - wins, attackers | _weakest(weigh, defenders & ~cat.leaders, spent[1]), defenders, at),
    )


def after(cat: Catalogue, places: Places, end: End) -> Places:
    """Return the places when a battle has so ended.

    Those who fight may be on the battle map, at sea or elsewhere still; who is left of the winners stands in the space.
    """
    _, dead, line, at = end
    now = [here & ~dead for here in places]
    for_good = dead & (cat.leaders | cat.kauai)
    now[cat.gone] |= for_good
    for seat in (0, 1):
        now[cat.boxes[seat]] |= dead & cat.sides[seat] & ~for_good
    return shifted(tuple(now), line & ~dead, at)


def _weakest(weigh: Weights, units: int, strength: float) -> int:
    """Return the weakest units, of about this strength in all."""
    fallen = 0
    for unit in sorted(bits(units), key=weigh.of_unit.__getitem__):
        if weigh.of_unit[unit] > 2.0 * strength:
            break
        fallen |= 1 << unit
        strength -= weigh.of_unit[unit]
    return fallen
