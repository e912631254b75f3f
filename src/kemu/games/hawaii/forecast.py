"""How a battle is likely to end: for searching players, who need it by the thousand and before anybody has fought it.

A few dozen battles are thrown out at once (`outright.py`), the same ones every time, and stand for all: who wins how
often, who falls, whether a chief does. So a victory that leaves the king alone is seen for what it is. Where they
disagree on who wins, the formula of the strengths helps to say how often (`might.py`). Where a chief fights and they
hardly disagree, the battle is worked out (`odds.py`): a risk of one in a hundred, taken in month after month, is how
chiefs die.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .catalogue import Catalogue
from .lines import Line
from .might import Might
from .odds import endings
from .outright import Now, Outright, fought

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BATTLES = 48
"""So many battles are thrown out."""
RARE = 8
"""Where a chief fights, and fewer than so many go the other way, it is looked at closely: one in forty is his death."""
EXACT, SLIGHT = 11, 1e-6
"""Battles of so few units are worked out then, but for ways less likely than this."""
MORE = 192
"""Of larger ones so many more are thrown out."""
TRUST = 16
"""The formula counts for as many battles as this."""
KINDS = 5
"""About so many ends stand for all of them, each for those that are like it."""
KEPT = 20_000
"""So many forecasts are remembered."""

Ending = tuple[float, bool, int, int]
"""How likely, whether the attackers take the space, and who is left of them and of the defenders."""


class Forecasts:
    """What battles between two lines come to, as they have been asked for."""

    def __init__(self, cat: Catalogue, might: Might, outright: Outright) -> None:
        self._chiefs = cat.chiefs[0] | cat.chiefs[1]
        self._might = might
        self._outright = outright
        self._known: dict[tuple[int, int, int, bool, bool, int], tuple[Ending, ...]] = {}

    def __call__(
        self, attackers: int, defenders: int, *, attacker: int, wall: bool, sea: bool = False, kinds: int = KINDS
    ) -> list[Ending]:
        """Return how an attack may end: how likely, whether it wins, and who is left of both.

        Of a side that has lost only those are left who may retreat.
        """
        plain, walled = self._outright.line(walled=False, gilt=0), self._outright.line(walled=wall, gilt=0)
        of_one, of_other = plain.alike(attackers), plain.alike(defenders)
        key = of_one, of_other, attacker, wall, sea, kinds
        known = self._known.get(key)
        if known is None:
            if len(self._known) > KEPT:
                self._known.clear()
            known = self._known[key] = self._told(
                self._ways((plain, walled), (of_one, of_other), attacker, sea, exact=kinds >= KINDS), kinds
            )
        return [
            (likely, wins, plain.survivors(attackers, one), plain.survivors(defenders, other))
            for likely, wins, one, other in known
        ]

    def _battle(
        self, lines: tuple[Line, Line], forces: tuple[int, int], attacker: int, sea: bool, draw: Callable[[], float]
    ) -> tuple[bool, int, int]:
        """Fight once: at sea, or on the beach, and what is left then on the cliff."""
        wins, one, other = fought(
            Now(lines, (lines[0].standing(forces[0]), lines[1].standing(forces[1])), attacker), draw
        )
        left, beaten = lines[0].states[one][0], lines[1].states[other][0]
        if wins and beaten and not sea:
            open_line = lines[0]
            now = Now((open_line, open_line), (open_line.standing(left), open_line.standing(beaten)), attacker)
            wins, one, other = fought(now, draw)
            left, beaten = open_line.states[one][0], 0 if wins else open_line.states[other][0]
        return wins, left, beaten

    def _ways(
        self, lines: tuple[Line, Line], forces: tuple[int, int], attacker: int, sea: bool, *, exact: bool
    ) -> list[Ending]:
        """Return how a battle may end: worked out where a chief is as good as safe or lost, else thrown out."""
        one, other = forces
        rng = Random((one << 64 | other) << 3 | attacker << 2 | lines[1].walled << 1 | sea)
        battles = [self._battle(lines, forces, attacker, sea, rng.random) for _ in range(BATTLES)]
        won = sum(wins for wins, _, _ in battles)
        if (one | other) & self._chiefs and min(won, BATTLES - won) < RARE:
            if exact and (one | other).bit_count() <= EXACT:
                ends = endings(lines, forces, attacker=attacker, sea=sea, least=SLIGHT)
                won_so = [(chance, True, a, d) for a, d, chance in ends.won]
                return won_so + [(chance, False, a, d) for a, d, chance in ends.lost]
            battles += [self._battle(lines, forces, attacker, sea, rng.random) for _ in range(MORE)]
            won = sum(wins for wins, _, _ in battles)
        takes = (won + TRUST * self._might.takes(one, other, wall=lines[1].walled)) / (len(battles) + TRUST)
        lost = len(battles) - won
        likely = ((1.0 - takes) / lost, takes / won) if won and lost else (1.0 / len(battles),) * 2
        return [(likely[wins], wins, a, d) for wins, a, d in battles]

    def _told(self, ways: Sequence[Ending], kinds: int) -> tuple[Ending, ...]:
        """Return a few ends that stand for all: apart by who has won and which chiefs live, then by what is left."""
        apart: dict[tuple[bool, int], list[tuple[float, int, int, float]]] = {}
        for likely, wins, one, other in ways:
            left = self._might(one) - self._might(other)
            apart.setdefault((wins, (one | other) & self._chiefs), []).append((left, one, other, likely))
        total = sum(likely for likely, *_ in ways)
        found: list[Ending] = []
        for (wins, _), group in sorted(apart.items()):
            group.sort()
            share = sum(likely for *_, likely in group) / total
            parts = max(1, round(kinds * share))
            for part in range(parts):
                one, other = _amid(group, (part + 0.5) / parts)
                found.append((share / parts, wins, one, other))
        return tuple(found)


def _amid(group: Sequence[tuple[float, int, int, float]], share: float) -> tuple[int, int]:
    """Return who is left in the end below which this share of a group lies."""
    rest, number = share * sum(likely for *_, likely in group), 0
    while rest > group[number][3] and number < len(group) - 1:
        rest, number = rest - group[number][3], number + 1
    return group[number][1], group[number][2]
