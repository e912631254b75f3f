"""The order of retreat (ME.10, R37, R54): when several groups fall back, their player says which goes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide
from kemu.parts.tabletop.points import Point

from ...model.actions import Next
from ...model.pieces import ATTACKERS, GARRISON
from .fall_back import FallBack

if TYPE_CHECKING:
    from ... import Siege
    from ...model.state import State


@rule("siege:R37", "siege:R54")
def able(game: Siege, state: State, falls: list[FallBack]) -> list[FallBack]:
    """Return those who can fall back now, the garrison's before the attackers'.

    Who has no way now waits until the others have cleared it. If nobody has one, the first is what is left: he stays.
    """
    for side in (GARRISON, ATTACKERS):
        found = [
            fall
            for fall in falls
            if state.group(fall.group).side == side and fall.retreat(game, state).known is not None
        ]
        if found:
            return found
    return falls[:1]


def which(state: State, falls: list[FallBack], clause: str) -> Decide | None:
    """Ask which of these groups, all of one side, falls back next; None if there is nothing to choose."""
    if len(falls) < 2:
        return None
    side = state.group(falls[0].group).side
    return Decide(side, "Which group falls back next?", clause, tuple(Next(fall.group) for fall in falls))


@rule("siege:ME.10", "siege:R37")
class Retire(Frame, frozen=True, tag="retire"):
    """Several groups of the losers fall back, in the order that their player likes."""

    groups: tuple[int, ...]
    enemy: Point | None
    """The middle of the winners' figures in the melee."""
    own: Point
    """The middle of the losers', before any of them has gone: straight away is the same for all."""

    def _fall(self, gid: int) -> FallBack:
        return FallBack(gid, self.enemy, own=self.own)

    def _falls(self, game: Siege, state: State) -> list[FallBack]:
        falls = [self._fall(gid) for gid in self.groups]
        return able(game, state, falls) if len(falls) > 1 else falls

    def ask(self, game: Siege, state: State) -> Decide | None:
        return which(state, self._falls(game, state), "siege:R37")

    def run(self, game: Siege, step: Step[State]) -> None:
        self._go(step, self._falls(game, step.state)[0].group)

    def answer(self, game: Siege, step: Step[State], choice: Next) -> None:
        self._go(step, choice.group)

    def _go(self, step: Step[State], gid: int) -> None:
        left = tuple(group for group in self.groups if group != gid)
        step.swap(*((Retire(left, self.enemy, self.own),) if left else ()), self._fall(gid))
