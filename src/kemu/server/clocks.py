"""Clocks: the time that each seat has, at tables where two people who are not at one screen want one.

A clock has a bank, the time in all, and free time: so long each stretch of a seat's decisions may take before the bank
runs. A stretch begins when the decision passes to a seat. What is kept of a running one is the moment at which its
time runs out; all else follows, so whoever moves that moment gives a player time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from kemu.core.pending import Decide
from kemu.core.table import Table

from .seats import Seat
from .wire_seats import ClockState, ClockTerms

MINUTE, DAY = 60_000, 24 * 3600_000
BANKS = (5, 10, 15, 30, 45, 60, 90, 120, 180)
"""Minutes in all that a clock is proposed with."""
FREE = ((10, 5), (15, 15), (180, 30))
"""Seconds free a turn, for banks of up to so many minutes."""
DAYS = (1, 3, 7)
"""Days a turn, for those who are seldom there together."""


class GameClock(Struct, frozen=True):
    """The clock of one game, in milliseconds, as it stood when the last stretch ended."""

    bank: int
    free: int
    left: tuple[int, ...]
    """What is left of each seat's bank."""

    @classmethod
    def wound(cls, terms: ClockTerms, seats: int) -> GameClock:
        """Return the clock of a new game."""
        return cls(terms.bank, terms.free, (terms.bank,) * seats)

    @property
    def terms(self) -> ClockTerms:
        """How it was wound."""
        return ClockTerms(self.bank, self.free)

    def runs_out(self, seat: int, begun: int) -> int:
        """Return when the time of a seat runs out whose stretch began at a moment."""
        return begun + self.free + self.left[seat]

    def stopped(self, seat: int, runs_out: int, at: int) -> GameClock:
        """Return the clock after a stretch: what it took beyond the free time has left the bank."""
        left = min(self.left[seat], max(0, runs_out - at))
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))


def runs_for(table: Table, seats: Sequence[Seat]) -> int | None:
    """Return the seat whose clock runs: the person's who must decide, or whose salt is waited for, once all have come.
    Nobody's time pays for what the table itself waits for: chance, a computer."""
    pending = table.pending
    if not isinstance(pending, Decide) or not all(seat.taken for seat in seats):
        return None
    return None if seats[pending.seat].computer else pending.seat


class Ticking(Struct, frozen=True):
    """A clock as it stands, and for whom it runs."""

    clock: GameClock
    seat: int | None
    runs_out: int | None

    def after(self, seat: int | None, at: int, anew: bool = False) -> Ticking:
        """Return how it stands when, from a moment on, the decision lies with a seat (None: no time runs).

        As long as it lies with the same seat its stretch goes on, unless it begins `anew`: something was taken back.
        """
        if seat == self.seat and not anew:
            return self
        clock = self.clock
        if self.seat is not None and self.runs_out is not None:
            clock = clock.stopped(self.seat, self.runs_out, at)
        return Ticking(clock, seat, None if seat is None else clock.runs_out(seat, at))

    def is_out(self, at: int) -> bool:
        """Return whether the time of the seat that must decide is over."""
        return self.runs_out is not None and at >= self.runs_out

    def told(self, names: Sequence[str], at: int) -> ClockState:
        """Return what is told of it at a moment. It holds no time of day: clients' clocks differ."""
        clock, seat, spent = self.clock, self.seat, 0
        if seat is not None and self.runs_out is not None:
            spent = max(0, at - (self.runs_out - clock.free - clock.left[seat]))
        left = dict(zip(names, clock.left, strict=True))
        return ClockState(clock.bank, clock.free, left, None if seat is None else names[seat], spent)


def proposals(minutes: str) -> list[ClockTerms]:
    """Return the clocks that suit a game of so many minutes: one that presses, one that does not, and days.

    >>> [(one.bank // 60_000, one.free // 1000) for one in proposals("30-90")[:2]]
    [(45, 30), (90, 30)]
    """
    longest = max((int(number) for number in re.findall(r"\d{1,4}", minutes)), default=60)
    banks = sorted({next((bank for bank in BANKS if bank >= wanted), BANKS[-1]) for wanted in (longest / 2, longest)})
    quick = [ClockTerms(bank * MINUTE, next(free for most, free in FREE if bank <= most) * 1000) for bank in banks]
    return [*quick, *(ClockTerms(0, days * DAY) for days in DAYS)]
