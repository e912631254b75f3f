"""How a battle ends, for the opponents, not the rules: a few ends, and what the map looks like after each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .catalogue import Catalogue
from .forecast import KINDS
from .might import takes
from .rules.board import shifted

if TYPE_CHECKING:
    from . import Hawaii


NOWHERE = -2


class End(NamedTuple):
    """How a battle may end."""

    likely: float
    dead: int
    line: int
    """Who has won, and stands in the space."""
    at: int
    fled: int = 0
    """Who has lost, and lives."""
    refuge: int = -1
    """Where they go; -1: they are there, or have never left; NOWHERE: they are lost."""
    taken: bool = False
    """The attackers have won."""


Places = tuple[int, ...]
SMALL = 1e-9
"""No side is so hopeless that its chance is nothing."""


def ends(
    game: Hawaii,
    at: int,
    lines: tuple[int, int],
    attacker: int,
    *,
    wall: bool = False,
    sea: bool = False,
    strengths: tuple[float, float] | None = None,
    refuges: tuple[int, int] = (-1, -1),
    kinds: int = KINDS,
) -> list[End]:
    """Return how the attackers (the first line) may take a space, and how they may fail.

    `strengths`: of both, where they differ from what the lines have, because somebody has panicked.
    `refuges`: where the attackers go who have lost, and the defenders. `kinds`: about how many ends.
    """
    attackers, defenders = lines
    forecast = game.forecasts(attackers, defenders, attacker=attacker, wall=wall, sea=sea, kinds=kinds)
    better = 1.0
    if strengths is not None:
        plain = game.might.takes(attackers, defenders, wall=wall)
        so = takes(*strengths, wall=wall)
        better = max(so * (1.0 - plain), SMALL) / max((1.0 - so) * plain, SMALL)
    total = sum(likely * (better if wins else 1.0) for likely, wins, _, _ in forecast)
    found: list[End] = []
    for likely, wins, one, other in forecast:
        dead = (attackers | defenders) & ~(one | other)
        if wins:
            found.append(End(likely * better / total, dead, one, at, other, refuges[1], taken=True))
        else:
            found.append(End(likely / total, dead, other, at, one, refuges[0]))
    return found


def after(cat: Catalogue, places: Places, end: End) -> Places:
    """Return the places when a battle has so ended.

    Those who fight may be on the battle map, at sea or elsewhere still; who is left of the winners stands in the space.
    """
    dead, fled = (end.dead | end.fled, 0) if end.refuge == NOWHERE else (end.dead, end.fled)
    now = [here & ~dead for here in places]
    for_good = dead & (cat.leaders | cat.kauai)
    now[cat.gone] |= for_good
    for seat in (0, 1):
        now[cat.boxes[seat]] |= dead & cat.sides[seat] & ~for_good
    left = shifted(tuple(now), end.line, end.at)
    return shifted(left, fled, end.refuge) if fled and end.refuge >= 0 else left
