"""Regrouping: the squads of a melee form again as their player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.parts.tabletop.points import Point

from ..actions import Dissolve, Take
from ..events import Reformed
from ..names import name_of
from ..pieces import GARRISON, MEN
from .changes import changed, drop, put

if TYPE_CHECKING:
    from .. import Siege
    from ..state import State


@rule("siege:ME.4", "siege:R36")
class Regroup(Frame, frozen=True, tag="regroup"):
    """Squad by squad: how many men it has from now on, or that it is broken up and its officer serves as a man.

    `sizes` holds what has been decided so far: a number of men, or -1 for a squad that is broken up.
    """

    squads: tuple[int, ...]
    sizes: tuple[int, ...] = ()

    def _open(self, state: State) -> list[Action]:
        """Return what this squad may become, so that everybody has a place in the end."""
        men = sum(len(state.group(gid).men) - 1 for gid in self.squads)
        placed = sum(size for size in self.sizes if size > 0)
        loose = men + sum(size < 0 for size in self.sizes) - placed
        after = len(self.squads) - len(self.sizes) - 1
        room = after * MEN
        options: list[Action] = [Take(n) for n in range(min(loose, MEN) + 1) if loose - n <= room]
        if after and loose + 1 <= room:
            options.append(Dissolve())
        return options

    def ask(self, game: Siege, state: State) -> Decide | None:
        if len(self.sizes) == len(self.squads) or len(self._open(state)) == 1:
            return None
        squad = state.group(self.squads[len(self.sizes)])
        prompt = f"Regroup after the melee: how many men for {name_of(game, squad)} (now {len(squad.men) - 1})?"
        return Decide(GARRISON, prompt, "siege:ME.4", tuple(self._open(state)))

    def answer(self, game: Siege, step: Step[State], choice: Take | Dissolve) -> None:
        size = choice.men if isinstance(choice, Take) else -1
        step.swap(Regroup(self.squads, (*self.sizes, size)))

    def run(self, game: Siege, step: Step[State]) -> None:
        state = step.state
        if len(self.sizes) < len(self.squads):
            only = self._open(state)[0]
            assert isinstance(only, Take | Dissolve)
            self.answer(game, step, only)
            return
        step.pop()
        squads = [state.group(gid) for gid in self.squads]
        loose: list[tuple[Point, bool, int]] = []
        for squad, size in zip(squads, self.sizes, strict=True):
            spare = squad.men if size < 0 else squad.men[1 + size :]
            loose += [(man, squad.mounted, squad.room) for man in spare]
        for squad, size in zip(squads, self.sizes, strict=True):
            if size < 0:
                drop(step, squad.id)
                step.say(Reformed(f"{name_of(game, squad)} are broken up; their officer serves as a man."))
                continue
            men, mounted = list(squad.men[: 1 + size]), squad.mounted
            while len(men) < 1 + size:
                man, rides, _ = loose.pop(0)
                men.append(man)
                mounted = mounted and rides
            put(step, changed(squad, men=tuple(men), mounted=mounted))
            if len(men) != len(squad.men):
                step.say(Reformed(f"{name_of(game, squad)} form again: an officer and {len(men) - 1}."))
