"""Exact odds of a battle: who takes the space, and what both sides may expect to lose.

Nothing is sampled. Every position of the battle that can arise is valued once, from the end backwards, die by die;
equal counters are not told apart, and what no longer matters is left out, so that positions stay few. A round in
which nothing happens leads back to where it began: if that has chance b and all else is worth a, the position is worth
a / (1 - b). (The limit of sixty rounds, R41, is left out: it changes no digit that is shown.) Choices follow
`policy.py`, for both sides; cards are not used, and a chief's fall ends nothing here.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from .catalogue import ELIMINATION, NONE, PANIC, Catalogue, bits
from .policy import to_fire, to_lose
from .rules.fight import ROLLS, next_to_fire, plus_one, takers

if TYPE_CHECKING:
    from . import Hawaii

Lines = tuple[int, int]
Value = tuple[float, float, float, float, float, float]
"""Space taken, first battle won, and what is left of attacker and defender in units and in dice."""
ZERO: Value = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class TooMany(Exception):
    """The battle has more positions than the caller is ready to wait for."""


class BattleOdds(Struct, frozen=True):
    """What a battle for a space comes to, on average."""

    takes: float
    """The chance that the attacker ends with the space (at sea: wins)."""
    first: float
    """The chance that he wins the first battle."""
    lost_units: tuple[float, float]
    """Units that attacker and defender can expect to have eliminated."""
    lost_dice: tuple[float, float]
    """The same in dice."""

    def __str__(self) -> str:
        return f"{self.takes:.0%}, losing {self.lost_dice[0]:.1f} dice for {self.lost_dice[1]:.1f}"


class Arena:
    """One battle's positions and their values. Seat 0 and 1 are the game's; `attacker` is one of them."""

    def __init__(
        self, cat: Catalogue, attacker: int, lines: Lines, *, wall: int, gilt: int, last: bool, most: int
    ) -> None:
        self.cat = cat
        self.attacker = attacker
        self.wall = wall
        self.last = last
        """No second battle follows."""
        self.most = most
        self.elite = cat.elites | gilt
        self.gilt = gilt
        self.sides = self._sides(lines)
        self.second: Arena | None = None
        self._canon: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self._starts: dict[tuple[int, int], Value] = {}
        self._values: dict[tuple[int, int, int, int, int, int, int, int], tuple[Value, float]] = {}
        faces = (1, 2, 3, 4, 5, 6)
        self.shares = tuple(
            tuple((result, sum(column[face] == result for face in faces) / 6) for result in (NONE, PANIC, ELIMINATION))
            for column in cat.brt
        )

    def _sides(self, lines: Lines) -> Lines:
        """Return both sides with all counters equal to theirs: sorting may put one in the place of another."""
        sides = [0, 0]
        for seat in (0, 1):
            for unit in bits(lines[seat]):
                sides[seat] |= self.cat.alike[unit]
        return (sides[0], sides[1])

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """The sets of equal counters that have more than one member."""
        return tuple({mask for mask in self.cat.alike if mask & (mask - 1)})

    def canonical(self, living: int, panicked: int, fired: int) -> tuple[int, int, int]:
        """Return the position with equal counters sorted: the lowest unfired, then fired, then panicked."""
        key = (living, panicked, fired)
        found = self._canon.get(key)
        if found is None:
            for group in self.alike:
                here = living & group
                if not here & (here - 1):
                    continue
                out, spent = (here & panicked).bit_count(), (here & fired & ~panicked).bit_count()
                number = here.bit_count()
                living, panicked, fired = living & ~group, panicked & ~group, fired & ~group
                members = bits(group)[:number]
                for rank, unit in enumerate(members):
                    bit = 1 << unit
                    living |= bit
                    if rank >= number - out:
                        panicked |= bit
                    elif rank >= number - out - spent:
                        fired |= bit
            found = self._canon[key] = (living, panicked, fired & ~panicked)
        return found

    # -- values ------------------------------------------------------------------------------------------

    def start(self, living: int, panicked: int) -> Value:
        """Return what the start of a round is worth."""
        key = self.canonical(living, panicked, 0)[:2]
        value = self._starts.get(key)
        if value is None:
            living, panicked = key
            lines = (living & self.sides[0], living & self.sides[1])
            roll = ROLLS[plus_one(self.cat, lines, panicked)]
            weights = {roll.first((int(pair[0]), int(pair[1]))): weight for pair, weight in roll.outcomes()}
            total = sum(weights.values())
            parts = [
                (weight / total, self.position(living, panicked, 0, 0, first, first, -1, 0))
                for first, weight in weights.items()
            ]
            back = sum(share * loop for share, (_, loop) in parts)
            value = _sum([(share / (1.0 - back), worth) for share, (worth, _) in parts])
            self._starts[key] = value
        return value

    def position(
        self, living: int, panicked: int, fired: int, piked: int, first: int, turn: int, shooter: int, dice: int
    ) -> tuple[Value, float]:
        """Return what a position inside a round is worth, and the chance that nothing more happens in the round.

        In that case the next round begins in the same position: its worth is not part of the first number.
        """
        cat = self.cat
        left = (living & self.sides[0], living & self.sides[1])
        ready = living & ~panicked & ~fired
        if not dice:
            if not ready or not left[0] or not left[1]:
                return self._round_over(living, panicked, left)
            if not ready & cat.guns:
                first = turn = turn if left[turn] & ready else 1 - turn
            for seat in (0, 1):
                if not left[seat] & cat.pikes & ~panicked or seat == self.wall:
                    piked |= 1 << seat
        key = (living, panicked, fired, piked, first, turn, shooter, dice)
        known = self._values.get(key)
        if known is not None:
            return known
        if len(self._values) >= self.most:
            raise TooMany(f"more than {self.most} positions")
        if not dice:
            _, units = next_to_fire(cat, left, ready, first, turn)
            shooter = to_fire(cat, units)
            dice = cat.strength[shooter]
        seat = 1 - (self.sides[1] >> shooter & 1)
        loop = 0.0
        parts: list[tuple[float, Value]] = []
        for result, share in self.shares[self.elite >> shooter & 1]:
            if not share:
                continue
            after, flipped, guarded = living, panicked, piked
            if result:
                walled, used = self.wall == seat, bool(piked >> seat & 1)
                units, lost = takers(cat, left[seat], panicked, result, walled=walled, piked=used)
                if lost == "pikes":
                    guarded |= 1 << seat
                elif units:
                    unit = 1 << to_lose(cat, units, panicked, fired, result)
                    if result == PANIC and not panicked & unit:
                        flipped |= unit
                    else:
                        after, flipped = after & ~unit, flipped & ~unit
            if dice > 1 and after & self.sides[seat]:
                value, back = self.position(after, flipped, fired, guarded, first, turn, shooter, dice - 1)
            else:
                then = first if cat.guns >> shooter & 1 else seat
                now = self.canonical(after, flipped, fired | 1 << shooter)
                value, back = self.position(*now, guarded, first, then, -1, 0)
            parts.append((share, value))
            if after == living and flipped == panicked:
                loop += share * back
            elif back:
                parts.append((share * back, self.start(after, flipped)))
        found = self._values[key] = (_sum(parts), loop)
        return found

    def _round_over(self, living: int, panicked: int, left: Lines) -> tuple[Value, float]:
        """A side without unpanicked units has lost; else the next round begins here."""
        beaten = next((seat for seat in (0, 1) if not left[seat] & ~panicked), -1)
        if beaten < 0:
            return ZERO, 1.0
        mine, his = left[self.attacker], left[1 - self.attacker]
        if beaten == self.attacker:
            return self._left(0.0, 0.0, mine, his), 0.0
        if not his or self.last:
            # Beaten on the cliff, whoever is left is lost too; in the only fight there is (at sea), he gets away.
            return self._left(1.0, 1.0, mine, his), 0.0
        if self.second is None:
            self.second = Cliff(self.cat, self.attacker, self.sides, wall=-1, gilt=self.gilt, last=True, most=self.most)
        value = self.second.start(living, 0)
        return (value[0], 1.0, *value[2:]), 0.0

    def _left(self, takes: float, first: float, mine: int, his: int) -> Value:
        dice = self.cat.strength
        return (
            takes,
            first,
            float(mine.bit_count()),
            float(his.bit_count()),
            float(sum(dice[unit] for unit in bits(mine))),
            float(sum(dice[unit] for unit in bits(his))),
        )


class Cliff(Arena):
    """The second battle: defenders who are beaten in it are eliminated."""

    def _left(self, takes: float, first: float, mine: int, his: int) -> Value:
        return super()._left(takes, first, mine, 0 if takes else his)


def _sum(parts: list[tuple[float, Value]]) -> Value:
    a = b = c = d = e = f = 0.0
    for share, value in parts:
        a += share * value[0]
        b += share * value[1]
        c += share * value[2]
        d += share * value[3]
        e += share * value[4]
        f += share * value[5]
    return (a, b, c, d, e, f)


def battle_odds(
    game: Hawaii,
    attackers: int,
    defenders: int,
    *,
    attacker: int,
    wall: bool = False,
    sea: bool = False,
    gilt: int = 0,
    most: int = 10_000_000,
) -> BattleOdds:
    """Return the odds of a battle between these fighting units.

    `wall`: a fort, or earthworks, protects the defender in the first battle. `sea`: one fight, with nothing after it.
    `gilt`: units that fire on the elite column by a card. Raises `TooMany` beyond `most` positions.
    """
    cat = game.cat
    lines = (attackers, defenders) if attacker == 0 else (defenders, attackers)
    arena = Arena(cat, attacker, lines, wall=1 - attacker if wall else -1, gilt=gilt, last=sea, most=most)
    # A position asks for those that a die leads to: as deep as a battle has dice, which is beyond the usual limit.
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        value = arena.start(attackers | defenders, 0)
    finally:
        sys.setrecursionlimit(limit)
    dice = [sum(cat.strength[unit] for unit in bits(units)) for units in (attackers, defenders)]
    return BattleOdds(
        takes=value[0],
        first=value[1],
        lost_units=(attackers.bit_count() - value[2], defenders.bit_count() - value[3]),
        lost_dice=(dice[0] - value[4], dice[1] - value[5]),
    )
