"""The odds of a battle from battles played at random: for armies too large to be worked out while somebody waits."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .exact import BattleOdds, told
from .lines import Line
from .sampled import fought

if TYPE_CHECKING:
    from .. import Hawaii


def estimate(
    game: Hawaii,
    attackers: int,
    defenders: int,
    *,
    attacker: int,
    wall: bool = False,
    sea: bool = False,
    escape: bool = False,
    forlorn: tuple[int, int] = (0, 0),
    battles: int = 2_000,
) -> BattleOdds:
    """Return what so many battles, played at random by the same policy, came to. The same battles every time.

    The other arguments are those of `battle_odds`.
    """
    cat, rng = game.cat, Random(1)
    lines = (Line(cat, walled=False, gilt=0), Line(cat, walled=wall, gilt=0))
    cliff = (lines[0], Line(cat, walled=False, gilt=0))
    won: list[tuple[int, int, float]] = []
    lost: list[tuple[int, int, float]] = []
    first = 0
    for _ in range(battles):
        wins, a, d = _played(lines, attackers, defenders, attacker, rng)
        first += wins
        if wins and d and not sea:
            wins, a, d = _played(cliff, a, d, attacker, rng)
            d = d if escape or not wins else 0
        (won if wins else lost).append((a, d, 1.0))
    return told(cat, (attackers, defenders), won, lost, float(first), forlorn=forlorn, sampled=battles)


def _played(
    lines: tuple[Line, Line], attackers: int, defenders: int, attacker: int, rng: Random
) -> tuple[bool, int, int]:
    """Play one fight; return whether the attacker won it, and who is left of both."""
    states = lines[0].standing(attackers), lines[1].standing(defenders)
    wins, a, d = fought(lines, states, attacker, rng.random)
    return wins, lines[0].states[a][0], lines[1].states[d][0]
