"""Losses and morale (SH.8, MO): who dies is his owner's choice; attackers who have lost may rout."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.parts.dice import Dice

from ..model.actions import Lose as LoseAction
from ..model.events import Lost, Tested
from ..model.names import figures, name_of
from ..model.pieces import ATTACKERS, GARRISON, SQUAD, Group
from .changes import overrun_guns, remove_figure, tidy_melees, to_pool
from .reinforcements import EdgeDie
from .troops import fanatic
from .winning import ended

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

CLAUSE = "siege:SH.8"


@rule("siege:SH.8", "siege:R33")
def removable(group: Group) -> range:
    """Return the figures that may be taken from a group: an officer only when no man of his squad is left."""
    return range(1, len(group.men)) if group.kind == SQUAD and len(group.men) > 1 else range(len(group.men))


@rule("siege:SH.7", "siege:SH.8", "siege:R33")
class Lose(Frame, frozen=True, tag="lose"):
    """The owner picks the dead, one by one, from the whole group or from his whole side of a melee."""

    side: int
    groups: tuple[int, ...]
    number: int

    def _alive(self, state: State) -> list[Group]:
        return [group for group in map(state.find, self.groups) if group is not None and group.men]

    def ask(self, game: Siege, state: State) -> Decide | None:
        if not self.number:
            return None
        alive = self._alive(state)
        if self.number >= sum([len(group.men) for group in alive]):
            return None
        options = tuple([LoseAction(group.id, i) for group in alive for i in removable(group)])
        if len(options) == 1:
            return None
        prompt = f"Choose the figure that is lost ({figures(self.number)} still to go)."
        return Decide(self.side, prompt, CLAUSE, options, waiting="The losses are being chosen.")

    def answer(self, game: Siege, step: Step[State], choice: LoseAction) -> None:
        self._remove(game, step, choice)
        left = self.number - 1
        if left:
            step.swap(Lose(self.side, self.groups, left))
        else:
            step.pop()

    def _remove(self, game: Siege, step: Step[State], choice: LoseAction) -> None:
        name = name_of(game, step.state.group(choice.group))
        remove_figure(step, choice.group, choice.figure)
        step.say(Lost(name, self.side, 1))

    def run(self, game: Siege, step: Step[State]) -> None:
        """Nothing to choose: nobody has to go, or all of them, or the only one who can."""
        alive = self._alive(step.state)
        if self.number and self.number < sum(len(group.men) for group in alive):
            only: Action = next(LoseAction(group.id, i) for group in alive for i in removable(group))
            assert isinstance(only, LoseAction)
            self.answer(game, step, only)
            return
        step.pop()
        if self.number:
            for group in alive:
                step.say(Lost(name_of(game, group), group.side, len(group.men)))
                for _ in group.men:
                    remove_figure(step, group.id, 0)


@rule("siege:SH.10", "siege:MO.1", "siege:MO.2", "siege:MO.3", "siege:MO.4", "siege:MO.5", "siege:R34")
class Morale(Frame, frozen=True, tag="morale"):
    """Attackers who have lost figures roll more than their losses, or rout. A six always passes; fanatics never roll.

    In melee several groups roll one die (see `MassMorale`), and on a failure all go but the fanatics.
    """

    groups: tuple[int, ...]
    losses: int
    melee: ClassVar[bool] = False

    def _testing(self, game: Siege, state: State) -> list[Group]:
        return [g for g in state.groups if g.id in self.groups and g.men and not fanatic(game, g)]

    def ask(self, game: Siege, state: State) -> Dice | None:
        if not self._testing(game, state) or not state.there(GARRISON):
            return None
        return Dice(1, "siege:MO.2", f"Morale: more than {self.losses}, or a six.")

    def run(self, game: Siege, step: Step[State]) -> None:
        step.pop()

    def routs(self, game: Siege, step: Step[State], die: int) -> bool:
        """Tell the result; on a failure everybody but the fanatics goes."""
        testing = self._testing(game, step.state)
        routed = die <= self.losses and die != 6
        step.say(Tested(" and ".join(name_of(game, group) for group in testing), die, self.losses, routed))
        if routed:
            for group in testing:
                to_pool(game, step, group.id, melee=self.melee)
            step.set(broken=step.state.broken + len(testing))
        return routed

    def answer(self, game: Siege, step: Step[State], choice: tuple[int]) -> None:
        step.pop()
        self.routs(game, step, choice[0])


@rule("siege:WI.2", "siege:WI.3", "siege:R47", "siege:R48")
class AfterLosses(Frame, frozen=True, tag="after-losses"):
    """After every loss: is it over? And if it took the last attackers on the table, one group comes at once."""

    had: bool = True
    """Whether attackers were on the table before: a withdrawal brings nobody."""

    def run(self, game: Siege, step: Step[State]) -> None:
        step.pop()
        tidy_melees(step)
        overrun_guns(game, step)
        if ended(game, step):
            return
        if self.had and not step.state.there(ATTACKERS):
            step.push(EdgeDie(automatic=True))
