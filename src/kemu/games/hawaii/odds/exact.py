"""Exact odds of a battle: who takes the space, and what both sides may expect to lose.

Nothing is sampled. The joint distribution over the states of the two lines (`lines.py`) is carried through the battle,
shot by shot: a shot is a matrix on the target's line. A round is a fixed order of shots, gunpowder first and then by
turns, in which a side that has nobody left to fire is passed over; so all joint states go through it together. What is
less likely than `TINY` is dropped, and what is dropped is counted: `missing` bounds the error of every chance.

For armies so large that somebody would have to wait there is `estimate.py`, which says what it is.

Choices follow `policy.py`, for both sides; cards are not used but for `gilt`, and a chief's fall ends nothing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from kemu.parts.bits import bits

from ..model.catalogue import Catalogue
from .lines import Line
from .sampled import ADVANTAGE

if TYPE_CHECKING:
    from .. import Hawaii

Matrix = Any
"""A numpy array of chances: rows are states of the attacker's line, columns of the defender's."""
TINY = 1e-11
"""A joint state less likely than this is dropped at the end of a round."""
ENOUGH = 1e-7
"""The battle is followed until no more than this share of it is undecided."""


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
    missing: float = 0.0
    """How far off the chances can be at most."""
    sampled: int = 0
    """The number of battles behind an estimate; 0 where the odds are exact."""
    falls: tuple[tuple[str, float], ...] = ()
    """The chiefs in the battle, whose deaths decide the game, by name, and how likely each is eliminated."""

    def __str__(self) -> str:
        """Speak to the attacker."""
        about = "about " if self.sampled else ""
        mine, his = self.lost_dice
        losses = f"{about}{self._chance(self.takes)}, expected losses: you {mine:.1f} dice, they {his:.1f}"
        return "; ".join([losses, *(f"{chief} falls: {self._chance(chance)}" for chief, chance in self.falls)])

    def _chance(self, chance: float) -> str:
        """Say a chance in per cent; what is only nearly certain is not called certain where the odds are exact."""
        told = f"{chance:.0%}"
        sure = self.sampled or (chance in (0.0, 1.0) and not self.missing)
        return told if sure else {"100%": ">99%", "0%": "<1%"}.get(told, told)

    def turned(self) -> BattleOdds:
        """Return the same as the defender sees it, who holds what the attacker does not take."""
        (a, d), (x, y) = self.lost_units, self.lost_dice
        return replace(self, takes=1.0 - self.takes, first=1.0 - self.first, lost_units=(d, a), lost_dice=(y, x))


class Joint(Struct):
    """The chances of pairs of states: `mass[i, j]` for `rows[i]` of one line and `cols[j]` of the other."""

    rows: list[int]
    cols: list[int]
    mass: Matrix

    def turned(self) -> Joint:
        """Return the same seen from the other side."""
        return Joint(self.cols, self.rows, self.mass.T)

    def gathered(self, rows: list[int], cols: list[int]) -> Joint:
        """Return the chances when each row and column is renamed to these, equal names added up."""
        mass = self.mass
        for names in (rows, cols):
            number = {name: i for i, name in enumerate(dict.fromkeys(names))}
            into = np.zeros((len(number), len(names)))
            into[[number[name] for name in names], range(len(names))] = 1.0
            mass = (into @ mass).T
        return Joint(list(dict.fromkeys(rows)), list(dict.fromkeys(cols)), mass)

    def pruned(self, least: float) -> Joint:
        """Return the chances without those below a limit, and without empty rows and columns."""
        mass = np.where(self.mass < least, 0.0, self.mass)
        rows, cols = np.flatnonzero(mass.any(axis=1)), np.flatnonzero(mass.any(axis=0))
        return Joint([self.rows[i] for i in rows], [self.cols[j] for j in cols], mass[np.ix_(rows, cols)])


def fire(joint: Joint, line: Line, target: Line, guns: bool) -> tuple[Joint, bool]:
    """Let each state of the rows' line fire its next shot at the columns' line; tell whether anybody fired."""
    shots = [line.shot(row, guns) for row in joint.rows]
    kinds = dict.fromkeys(kind for kind, _ in shots)
    if not any(kinds):
        return joint, False
    cols = list(joint.cols)
    number = {col: j for j, col in enumerate(cols)}
    jumps: dict[tuple[int, int], list[tuple[int, int, float]]] = {}
    for kind in kinds:
        if kind is not None:
            jumps[kind] = []
            for j, col in enumerate(joint.cols):
                for after, chance in target.volley(col, *kind):
                    to = number.setdefault(after, len(number))
                    if to == len(cols):
                        cols.append(after)
                    jumps[kind].append((j, to, chance))
    rows = list(dict.fromkeys(after for _, after in shots))
    place = {row: i for i, row in enumerate(rows)}
    mass = np.zeros((len(rows), len(cols)))
    for kind in kinds:
        these = [i for i, (own, _) in enumerate(shots) if own == kind]
        block = joint.mass[these]
        if kind is not None:
            matrix = np.zeros((len(joint.cols), len(cols)))
            js, tos, chances = zip(*jumps[kind], strict=True)
            matrix[js, tos] = chances
            block = block @ matrix
        into = [place[shots[i][1]] for i in these]
        if len(set(into)) == len(into):
            mass[into, : block.shape[1]] += block
        else:
            np.add.at(mass[:, : block.shape[1]], into, block)
    return Joint(rows, cols, mass), True


def one_round(joint: Joint, lines: tuple[Line, Line], first: int, least: float) -> Joint:
    """Fight a round in which `first` (0: the rows, 1: the columns) has the advantage."""

    def shot(now: Joint, side: int, guns: bool) -> tuple[Joint, bool]:
        if side == 0:
            return fire(now, lines[0], lines[1], guns)
        after, fired = fire(now.turned(), lines[1], lines[0], guns)
        return after.turned(), fired

    for side in (first, 1 - first):
        fired = True
        while fired:
            joint, fired = shot(joint.pruned(least), side, True)
    fired = True
    while fired:
        fired = False
        for side in (first, 1 - first):
            joint, one = shot(joint.pruned(least), side, False)
            fired = fired or one
    return joint


class Battle:
    """One fight, or two: the chances of how they end, and what is left."""

    def __init__(self, lines: tuple[Line, Line], attacker: int, least: float) -> None:
        self.cat = lines[0].cat
        self.least = least
        self.attacker = attacker
        self.lines = lines
        self.missing = 0.0

    def _living(self, side: int, numbers: list[int]) -> list[int]:
        return [self.lines[side].states[number][0] for number in numbers]

    def _fresh(self, side: int, numbers: list[int]) -> Any:
        states = self.lines[side].states
        return np.array([bool(states[n][0] & ~states[n][1]) for n in numbers], dtype=bool)

    def _first(self, joint: Joint) -> Matrix:
        """Return for each pair the chance that the attacker has the advantage."""
        elites: list[Any] = []
        for side, numbers in ((0, joint.rows), (1, joint.cols)):
            states = self.lines[side].states
            own = [(states[n][0] & ~states[n][1] & self.cat.elites).bit_count() for n in numbers]
            elites.append(np.array(own, dtype=int))
        more = np.sign(elites[0][:, None] - elites[1][None, :])
        chances = [ADVANTAGE[self.attacker][plus] for plus in (-1, 0, 1)]
        return np.choose(more + 1, chances)

    def fight(self, joint: Joint) -> tuple[list[tuple[int, int, float]], list[tuple[int, int, float]]]:
        """Fight to the end; return the pairs of living units, with their chances, where he has won and where not."""
        ends: tuple[dict[tuple[int, int], float], dict[tuple[int, int], float]] = ({}, {})
        at_stake = float(joint.mass.sum())
        while joint.mass.sum() > ENOUGH:
            ahead = self._first(joint)
            parts: list[Joint] = []
            for first, share in ((0, ahead), (1, 1.0 - ahead)):
                after = one_round(Joint(joint.rows, joint.cols, joint.mass * share), self.lines, first, self.least)
                rows = [self.lines[0].new_round(row) for row in after.rows]
                cols = [self.lines[1].new_round(col) for col in after.cols]
                parts.append(after.gathered(rows, cols))
            joint = _added(parts)
            mine, his = self._fresh(0, joint.rows), self._fresh(1, joint.cols)
            living = self._living(0, joint.rows), self._living(1, joint.cols)
            # Both sides cannot be without a steady unit: who fired last has one.
            for won, over in ((1, np.outer(mine, ~his)), (0, np.outer(~mine, np.ones_like(his)))):
                for i, j in np.argwhere(over & (joint.mass > 0.0)):
                    pair = (living[0][int(i)], living[1][int(j)])
                    ends[won][pair] = ends[won].get(pair, 0.0) + float(joint.mass[i, j])
            joint = Joint(joint.rows, joint.cols, joint.mass * np.outer(mine, his)).pruned(self.least)
        self.missing = at_stake - sum(ends[0].values()) - sum(ends[1].values())
        won, lost = ([(a, d, chance) for (a, d), chance in end.items()] for end in (ends[1], ends[0]))
        return won, lost

    def start(self, pairs: list[tuple[int, int, float]]) -> Joint:
        """Return the joint distribution in which these pairs of lines stand, all steady."""
        rows = [self.lines[0].standing(a) for a, _, _ in pairs]
        cols = [self.lines[1].standing(d) for _, d, _ in pairs]
        names = list(dict.fromkeys(rows)), list(dict.fromkeys(cols))
        mass = np.zeros((len(names[0]), len(names[1])))
        np.add.at(mass, ([names[0].index(r) for r in rows], [names[1].index(c) for c in cols]), [p for *_, p in pairs])
        return Joint(*names, mass)


def _added(parts: list[Joint]) -> Joint:
    """Return the sum of two distributions."""
    rows = list(dict.fromkeys(row for part in parts for row in part.rows))
    cols = list(dict.fromkeys(col for part in parts for col in part.cols))
    mass = np.zeros((len(rows), len(cols)))
    at = {row: i for i, row in enumerate(rows)}, {col: j for j, col in enumerate(cols)}
    for part in parts:
        mass[np.ix_([at[0][row] for row in part.rows], [at[1][col] for col in part.cols])] += part.mass
    return Joint(rows, cols, mass)


def battle_odds(
    game: Hawaii,
    attackers: int,
    defenders: int,
    *,
    attacker: int,
    wall: bool = False,
    sea: bool = False,
    gilt: int = 0,
    escape: bool = False,
    forlorn: tuple[int, int] = (0, 0),
    least: float = TINY,
) -> BattleOdds:
    """Return the odds of a battle between these fighting units.

    `wall`: a fort, or earthworks, protects the defender in the first battle. `sea`: one fight, with nothing after it.
    `gilt`: units that fire on the elite column by a card. `escape`: an attack on foot against a defender with canoes,
    who gets away with his panicked units when he is beaten for the second time. `forlorn`: who of the attackers, and
    of the defenders, has nowhere to go and is lost if his side is beaten.
    """
    cat = game.cat
    open_line = Line(cat, walled=False, gilt=gilt)
    lines = open_line, Line(cat, walled=wall, gilt=gilt)
    ends = endings(lines, (attackers, defenders), attacker=attacker, sea=sea, escape=escape, least=least)
    return told(cat, (attackers, defenders), ends.won, ends.lost, ends.first, forlorn=forlorn, missing=ends.missing)


class Endings(NamedTuple):
    """How a battle may end: who is left of attackers and defenders, and how likely."""

    won: list[tuple[int, int, float]]
    lost: list[tuple[int, int, float]]
    first: float
    """How likely the attacker wins the first battle."""
    missing: float


def endings(
    lines: tuple[Line, Line],
    forces: tuple[int, int],
    *,
    attacker: int,
    sea: bool,
    escape: bool = False,
    least: float = TINY,
) -> Endings:
    """Return how a battle may end between attackers and defenders in these lines; the first is not behind a wall."""
    battle = Battle(lines, attacker, least)
    won, lost = battle.fight(battle.start([(*forces, 1.0)]))
    first = sum(chance for *_, chance in won)
    missing = battle.missing
    if not sea:
        again = [(a, d, chance) for a, d, chance in won if d]
        won = [(a, d, chance) for a, d, chance in won if not d]
        if again:
            cliff = Battle((lines[0], lines[0]), attacker, least)
            beaten, held = cliff.fight(cliff.start(again))
            won += beaten if escape else [(a, 0, chance) for a, _, chance in beaten]
            lost = lost + held
            missing += cliff.missing
    return Endings(won, lost, first, missing)


def told(
    cat: Catalogue,
    forces: tuple[int, int],
    won: list[tuple[int, int, float]],
    lost: list[tuple[int, int, float]],
    first: float,
    *,
    forlorn: tuple[int, int] = (0, 0),
    missing: float = 0.0,
    sampled: int = 0,
) -> BattleOdds:
    """Return the odds from the ways to win and to lose: who is left of both sides, and how likely."""
    attackers, defenders = forces
    won = [(a, d & ~forlorn[1], chance) for a, d, chance in won]
    lost = [(a & ~forlorn[0], d, chance) for a, d, chance in lost]
    left = [[0.0, 0.0], [0.0, 0.0]]
    chiefs = (attackers | defenders) & (cat.chiefs[0] | cat.chiefs[1])
    fallen = dict.fromkeys(bits(chiefs), 0.0)
    for a, d, chance in (*won, *lost):
        for unit in bits(chiefs & ~(a | d)):
            fallen[unit] += chance
        for side, living in enumerate((a, d)):
            left[side][0] += chance * living.bit_count()
            left[side][1] += chance * sum(cat.strength[unit] for unit in bits(living))
    total = sum(chance for *_, chance in (*won, *lost))
    dice = [sum(cat.strength[unit] for unit in bits(units)) for units in (attackers, defenders)]
    return BattleOdds(
        takes=sum(chance for *_, chance in won) / total,
        first=first / total,
        lost_units=(attackers.bit_count() - left[0][0] / total, defenders.bit_count() - left[1][0] / total),
        lost_dice=(dice[0] - left[0][1] / total, dice[1] - left[1][1] / total),
        missing=missing,
        sampled=sampled,
        falls=tuple((cat.counters[unit].name, chance / total) for unit, chance in fallen.items()),
    )
