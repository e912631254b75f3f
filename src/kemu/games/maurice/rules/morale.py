"""Chapters 1 and 2: DISR, breaking, army morale, and how a battle ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Over

from ..model.events import Broken, MoraleChanged
from ..model.names import SIDES, name
from ..model.units import Unit

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


T = TypeVar("T")


def with_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Return a pair with one seat's value replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


@rule("maurice:2.morale")
def starting(units: int) -> int:
    """Half the number of units, rounded up."""
    return (units + 1) // 2


def put(step: Step[State], changed: Unit) -> None:
    """Put a unit in the place of the one with its id."""
    step.set(units=tuple([changed if unit.id == changed.id else unit for unit in step.state.units]))


@rule("maurice:2.morale", "maurice:R19")
def shift_morale(step: Step[State], seat: int, by: int, clause: str = "", broken: Unit | None = None) -> bool:
    """Army morale changes, never above its start; at zero the army has lost, at once. Return whether it has.

    `broken` is the unit whose breaking changes it.
    """
    state = step.state
    now = max(0, min(state.morale[seat] + by, state.start_morale[seat]))
    step.set(morale=with_seat(state.morale, seat, now))
    if clause:
        step.say(MoraleChanged(seat, now, clause))
    if now == 0:
        step.set(stack=(Finished(1 - seat, broken),))
    return now == 0


@rule("maurice:1.disr", "maurice:2.morale", "maurice:R19")
def lose(step: Step[State], uid: int, why: str = "") -> bool:
    """A broken unit leaves the table and takes one morale with it. Return whether the battle is over."""
    state = step.state
    unit = state.unit(uid)
    step.set(
        units=tuple([other for other in state.units if other.id != uid]),
        lost=with_seat(state.lost, unit.side, state.lost[unit.side] + 1),
    )
    step.say(Broken(unit.side, name(unit), why, state.morale[unit.side] - 1))
    return shift_morale(step, unit.side, -1, broken=unit)


@rule("maurice:1.disr")
def disrupt(step: Step[State], uid: int, n: int, why: str = "") -> bool:
    """More DISR than bases, and the unit is broken. Return whether the battle is over."""
    unit = step.state.unit(uid)
    if unit.disr + n > unit.bases:
        return lose(step, uid, why)
    if n:
        put(step, replace(unit, disr=unit.disr + n))
    return False


@rule("maurice:2.morale", "maurice:4.nightfall", "maurice:R30")
class Finished(Frame, frozen=True, tag="finished"):
    """The battle has ended: an army has lost its morale, or night has fallen."""

    winner: int | None
    broken: Unit | None = None
    """The unit that broke last, as it stood: it is no longer on the table."""

    def ask(self, game: Maurice, state: State) -> Over:
        scores = (float(state.morale[0]), float(state.morale[1]))
        if self.winner is None:
            text = "Night has fallen, and both armies still stand."
            return Over(None, "nightfall", "maurice:4.nightfall", scores, text)
        text = f"{SIDES[1 - self.winner]}'s army morale has broken: {SIDES[self.winner]} has won the battle."
        return Over(self.winner, "morale", "maurice:2.morale", scores, text)
