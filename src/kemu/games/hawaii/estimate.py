"""The odds of a battle from battles played at random: for armies too large to be worked out while somebody waits."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .catalogue import Catalogue
from .lines import Line
from .odds import ADVANTAGE, BattleOdds, told

if TYPE_CHECKING:
    from . import Hawaii


def estimate(
    game: Hawaii,
    attackers: int,
    defenders: int,
    *,
    attacker: int,
    wall: bool = False,
    sea: bool = False,
    escape: bool = False,
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
        wins, a, d = _played(cat, lines, attackers, defenders, attacker, rng)
        first += wins
        if wins and d and not sea:
            wins, a, d = _played(cat, cliff, a, d, attacker, rng)
            d = d if escape or not wins else 0
        (won if wins else lost).append((a, d, 1.0))
    return told(cat, attackers, defenders, won, lost, float(first), sampled=battles)


def _played(
    cat: Catalogue, lines: tuple[Line, Line], attackers: int, defenders: int, attacker: int, rng: Random
) -> tuple[bool, int, int]:
    """Play one fight; return whether the attacker won it, and who is left of both."""
    now = [lines[0].standing(attackers), lines[1].standing(defenders)]

    def shoot(side: int, guns: bool) -> bool:
        kind, after = lines[side].shot(now[side], guns)
        if kind is None:
            return False
        now[side] = after
        draw = rng.random()
        for then, chance in lines[1 - side].volley(now[1 - side], *kind):
            draw -= chance
            if draw < 0.0:
                now[1 - side] = then
                break
        return True

    while True:
        steady = [lines[side].states[now[side]] for side in (0, 1)]
        elites = [(living & ~panicked & cat.elites).bit_count() for living, panicked, *_ in steady]
        plus = (elites[0] > elites[1]) - (elites[0] < elites[1])
        first = 0 if rng.random() < ADVANTAGE[attacker][plus] else 1
        for side in (first, 1 - first):
            while shoot(side, True):
                pass
        firing = True
        while firing:
            firing = shoot(first, False)
            firing = shoot(1 - first, False) or firing
        states = [lines[side].states[now[side]] for side in (0, 1)]
        for side, (living, panicked, *_) in enumerate(states):
            if not living & ~panicked:
                return side == 1, states[0][0], states[1][0]
        now = [lines[side].new_round(now[side]) for side in (0, 1)]
