"""Regrouping: the squads of a melee form again as their player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide

from ..actions import Dissolve, Take
from ..events import Reformed
from ..names import name_of
from ..pieces import GARRISON, MEN, Group, grown, without
from .changes import changed, drop, put
from .special import around

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

    def _open(self, game: Siege, state: State) -> list[Action]:
        """Return what this squad may become, so that everybody has a place in the end."""
        options: list[Action] = [Take(size) if size >= 0 else Dissolve() for size in self.sizes_open(state)]
        return [option for option in options if self._possible(game, state, (*self.sizes, size_of(option)))]

    def _possible(self, game: Siege, state: State, sizes: tuple[int, ...]) -> bool:
        """Return whether the squads still to come can be given sizes with which everybody finds a place."""
        if len(sizes) == len(self.squads):
            return reformed(game, state, self.squads, sizes) is not None
        rest = Regroup(self.squads, sizes)
        own = len(state.group(self.squads[len(sizes)]).men) - 1
        nearest = sorted(rest.sizes_open(state), key=lambda size: abs(size - own))
        return any(self._possible(game, state, (*sizes, size)) for size in nearest)

    def sizes_open(self, state: State) -> list[int]:
        """Return the sizes that the numbers alone allow the next squad."""
        men = sum(len(state.group(gid).men) - 1 for gid in self.squads)
        placed = sum(size for size in self.sizes if size > 0)
        loose = men + sum(size < 0 for size in self.sizes) - placed
        after = len(self.squads) - len(self.sizes) - 1
        sizes = [n for n in range(min(loose, MEN) + 1) if loose - n <= after * MEN]
        return [*sizes, -1] if after and loose + 1 <= after * MEN else sizes

    def ask(self, game: Siege, state: State) -> Decide | None:
        if len(self.sizes) == len(self.squads):
            return None
        options = self._open(game, state)
        if len(options) == 1:
            return None
        squad = state.group(self.squads[len(self.sizes)])
        prompt = f"Regroup after the melee: how many men for {name_of(game, squad)} (now {len(squad.men) - 1})?"
        return Decide(GARRISON, prompt, "siege:ME.4", tuple(options))

    def answer(self, game: Siege, step: Step[State], choice: Take | Dissolve) -> None:
        step.swap(Regroup(self.squads, (*self.sizes, size_of(choice))))

    def run(self, game: Siege, step: Step[State]) -> None:
        state = step.state
        if len(self.sizes) < len(self.squads):
            only = self._open(game, state)[0]
            assert isinstance(only, Take | Dissolve)
            self.answer(game, step, only)
            return
        step.pop()
        after = reformed(game, state, self.squads, self.sizes)
        assert after is not None
        for gid, size in zip(self.squads, self.sizes, strict=True):
            squad = state.group(gid)
            if size < 0:
                drop(step, gid)
                step.say(Reformed(f"{name_of(game, squad)} are broken up; their officer serves as a man."))
                continue
            put(step, after[gid])
            if size != len(squad.men) - 1:
                step.say(Reformed(f"{name_of(game, squad)} form again: an officer and {size}."))


def size_of(choice: Action) -> int:
    """Return a choice as a number of men: -1 for a squad that is broken up."""
    return choice.men if isinstance(choice, Take) else -1


@rule("siege:ME.4", "siege:R4", "siege:R36")
def reformed(game: Siege, state: State, squads: tuple[int, ...], sizes: tuple[int, ...]) -> dict[int, Group] | None:
    """Return the squads as they are after regrouping, those who change set down with their new officer.

    None if there is no room for somebody. A squad with foot among its newcomers is on foot.
    """
    after: dict[int, Group] = {}
    loose: list[bool] = []
    for gid, size in zip(squads, sizes, strict=True):
        squad = state.group(gid)
        while size < len(squad.men) - 1 and len(squad.men) > 1:
            loose.append(squad.mounted)
            squad = without(squad, len(squad.men) - 1)
        if size < 0:
            loose.append(squad.mounted)
        else:
            after[gid] = squad
    for gid, size in zip(squads, sizes, strict=True):
        missing = size - len(after[gid].men) + 1 if size >= 0 else 0
        if missing > 0:
            rest = [after.get(g.id, g) for g in state.groups if g.id in after or g.id not in squads]
            table: State = changed(state, groups=tuple(rest))
            places = around(game, table, after[gid], after[gid].men[0], missing)
            if not places:
                return None
            riders = all(loose[:missing])
            del loose[:missing]
            after[gid] = grown(after[gid], tuple(places), mounted=after[gid].mounted and riders)
    return after
