"""A fight thrown out at once: what the rules do die by die, volley by volley, for those who need thousands of fights.

Where a volley takes a line is worked out once and kept (`lines.py`), so that a volley costs one random number. Choices
follow `policy.py`, for both sides. The estimates of large battles and the searching players stand on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, cast

from kemu.core.frames import Step, settle
from kemu.core.pending import Pending
from kemu.core.rng import Rng

from .catalogue import Catalogue
from .lines import Line
from .rules.advantage import ROLLS
from .rules.board import altered, removed
from .rules.fight import Fight
from .rules.victory import sudden_death

if TYPE_CHECKING:
    from . import Hawaii
    from .rules.stages import Battle
    from .state import State

ADVANTAGE = tuple(
    tuple(
        sum(weight for pair, weight in roll.outcomes() if roll.first((int(pair[0]), int(pair[1]))) == seat)
        / roll.total()
        for roll in (ROLLS[-1], ROLLS[seat], ROLLS[1 - seat])
    )
    for seat in (0, 1)
)
"""By seat: its chance of the advantage when nobody, it itself (1), or the other side (-1) adds 1 to the roll."""
KEPT = 20_000
"""A line with more states than this is forgotten, and learned anew."""
FINE = 1 << 30
"""Into so many parts chance is divided."""


class Now(NamedTuple):
    """How a fight stands between two shots: the attacker's line is 0, the defender's 1."""

    lines: tuple[Line, Line]
    states: tuple[int, int]
    attacker: int
    """The attacker's seat."""
    first: int = -1
    """Which line has the advantage; -1 before the roll."""
    turn: int = 0
    """Which line is to fire next, when it goes by turns."""


def fought(now: Now, draw: Callable[[], float]) -> tuple[bool, int, int]:
    """Fight to the end; return whether the attacker wins, and the states that both lines end in.

    `draw` gives numbers from 0 to 1.
    """
    lines, first, turn = now.lines, now.first, now.turn
    ahead, elites = ADVANTAGE[now.attacker], lines[0].cat.elites
    states = lines[0].states, lines[1].states
    at = [*now.states]
    while True:
        if first < 0:
            own, other = (
                (states[side][at[side]][0] & ~states[side][at[side]][1] & elites).bit_count() for side in (0, 1)
            )
            first = turn = 0 if draw() < ahead[(own > other) - (own < other)] else 1
        # Gunpowder of the one, then of the other; then by turns, until nobody is left to fire.
        guns, side, idle = True, first, 0
        while idle < 2:
            kind, after = lines[side].shot(at[side], guns)
            if kind is not None:
                at[side], idle = after, 0
                at[1 - side] = struck(lines[1 - side], at[1 - side], kind, draw())
                if not guns:
                    side = 1 - side
            elif not guns:
                side, idle = 1 - side, idle + 1
            elif side == first:
                side = 1 - side
            else:
                guns, side = False, turn
        for loser in (0, 1):
            living, panicked, *_ = states[loser][at[loser]]
            if not living & ~panicked:
                return loser == 1, at[0], at[1]
        at = [lines[0].new_round(at[0]), lines[1].new_round(at[1])]
        first = -1


def struck(line: Line, number: int, kind: tuple[int, int], luck: float) -> int:
    """Return where a volley takes a line."""
    for then, chance in line.volley(number, *kind):
        luck -= chance
        if luck < 0.0:
            return then
    return number


class Outright:
    """The lines of one kit, as they have been met."""

    def __init__(self, cat: Catalogue) -> None:
        self.cat = cat
        self._lines: dict[tuple[bool, int], Line] = {}

    def line(self, *, walled: bool, gilt: int) -> Line:
        """Return a line behind a wall or not, with these units gilt."""
        line = self._lines.get((walled, gilt))
        if line is None or len(line.states) > KEPT:
            line = self._lines[walled, gilt] = Line(self.cat, walled=walled, gilt=gilt)
        return line

    def settled(self, game: Hawaii, state: State, rng: Rng) -> tuple[State, Pending] | None:
        """Return the state when the fight that is on has been thrown out; None where a loss or a card is asked for.

        From here on no card turns the advantage round.
        """
        fight = state.stack[-1]
        if not isinstance(fight, Fight) or fight.result or fight.doubt:
            return None
        now = self._now(fight, rng)
        wins, *ends = fought(now, lambda: rng.below(FINE) / FINE)
        left = 0
        for number, (line, end) in enumerate(zip(now.lines, ends, strict=True)):
            left |= line.survivors(fight.lines[fight.attacker ^ number], line.states[end][0])
        dead = (fight.lines[0] | fight.lines[1]) & ~left
        step = Step(altered(state, places=removed(self.cat, state.places, dead)))
        if not (dead & self.cat.leaders and sudden_death(game, step)):
            winner = fight.attacker if wins else 1 - fight.attacker
            battle = cast("Battle", state.stack[-2])
            step.set(stack=(*state.stack[:-2], battle.decided(winner, fight.lines[1 - winner] & left)))
        pending = settle(game, step)
        return step.state, pending

    def _now(self, fight: Fight, rng: Rng) -> Now:
        """Return how a fight stands when the unit that fires, if one does, has thrown the rest of its dice."""
        attacker, shooter = fight.attacker, fight.shooter
        lines = tuple(self.line(walled=fight.wall == attacker ^ number, gilt=fight.gilt) for number in (0, 1))
        fired, turn = fight.fired, fight.turn
        if shooter >= 0:
            fired |= 1 << shooter
            his = 1 - (fight.lines[1] >> shooter & 1)
            turn = fight.first if self.cat.guns >> shooter & 1 else his
        states: list[int] = []
        for number, line in enumerate(lines):
            seat = attacker ^ number
            living, panicked = fight.lines[seat], fight.panicked & fight.lines[seat]
            at = line.standing(living, panicked, fired & living & ~panicked, bool(fight.piked >> seat & 1))
            if shooter >= 0 and not living >> shooter & 1:
                column = line.elite >> shooter & 1
                at = struck(line, at, (column, fight.dice), rng.below(FINE) / FINE)
            states.append(at)
        first = fight.first ^ attacker if fight.first >= 0 else -1
        return Now((lines[0], lines[1]), (states[0], states[1]), attacker, first, turn ^ attacker)
