"""Melee (ME): everybody rolls, both sides' losses fall at once, then morale, and the loser falls back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide
from kemu.parts.dice import Dice
from kemu.parts.tabletop.points import Point, mean

from ..model.actions import Resolve
from ..model.events import MeleeWon, Reformed, Rolled
from ..model.names import name_of
from ..model.pieces import ATTACKERS, GARRISON, SQUAD, Group, Melee, grown
from .changes import changed, drop, leave_melee, overrun_guns, put, tidy_melees
from .losses import AfterLosses, Lose, Morale
from .melee_front import OPEN_GROUND, front
from .occupying import MoveUp
from .regrouping import Regroup
from .retreat.order import Retire
from .turns import turn_goes_along
from .winning import ended

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

Spot = tuple[int, int, int, int]
"""Where a figure stood: x, y, room, and whose it was."""


@rule("siege:UA.6", "siege:ME.2", "siege:R28")
class Melees(Frame, frozen=True, tag="melees"):
    """After a face card or an ace every melee is resolved; the player whose card it was picks the next."""

    side: int
    left: tuple[int, ...]
    """One group of each melee that is still to be resolved."""

    def _due(self, state: State) -> list[int]:
        return [gid for gid in self.left if state.melee_of(gid) is not None]

    def ask(self, game: Siege, state: State) -> Decide | None:
        due = self._due(state)
        if len(due) < 2:
            return None
        options = tuple(Resolve(gid) for gid in due)
        return Decide(self.side, "Which melee is resolved next?", "siege:R28", options)

    def run(self, game: Siege, step: Step[State]) -> None:
        due = self._due(step.state)
        if due:
            self.answer(game, step, Resolve(due[0]))
        else:
            step.pop()

    def answer(self, game: Siege, step: Step[State], choice: Resolve) -> None:
        left = tuple(gid for gid in self._due(step.state) if gid != choice.melee)
        step.swap(Melees(self.side, left), Fight(choice.melee))


def members(state: State, melee: Melee, side: int) -> list[Group]:
    """Return a side's groups in a melee, those with figures."""
    return [group for group in state.groups if group.id in melee.groups and group.side == side and group.men]


@rule("siege:ME.5", "siege:OC.1", "siege:R28", "siege:R49")
def melee_dice(state: State, groups: list[Group]) -> int:
    """A die for each figure of each group in the melee, touching or not; riders two, with the cavalry option."""
    return sum(len(g.men) * (2 if g.mounted and state.settings.cavalry else 1) for g in groups)


@rule("siege:ME.5", "siege:ME.6", "siege:ME.7", "siege:R29", "siege:R30", "siege:R33")
class Fight(Frame, frozen=True, tag="fight"):
    """Both sides roll before anybody is removed."""

    member: int
    attackers: int = -1

    def _melee(self, state: State) -> Melee:
        melee = state.melee_of(self.member)
        assert melee is not None
        return melee

    def ask(self, game: Siege, state: State) -> Dice:
        side = ATTACKERS if self.attackers < 0 else GARRISON
        dice = melee_dice(state, members(state, self._melee(state), side))
        return Dice(dice, "siege:ME.5", f"Melee: {dice} dice for the {'attackers' if side else 'garrison'}.")

    def answer(self, game: Siege, step: Step[State], choice: tuple[int, ...]) -> None:
        if self.attackers < 0:
            step.swap(Fight(self.member, sum(choice)))
            return
        state = step.state
        melee = self._melee(state)
        held = front(game, state, melee)
        # What it takes to kill a man of the garrison, and one of the attackers.
        need = (held, OPEN_GROUND) if melee.holder == GARRISON else (OPEN_GROUND, held)
        sides = [members(state, melee, side) for side in (GARRISON, ATTACKERS)]
        strength = [sum(len(group.men) for group in groups) for groups in sides]
        rolled = (self.attackers, sum(choice))
        killed = tuple(min(rolled[side] // need[side], strength[side]) for side in (GARRISON, ATTACKERS))
        step.say(Rolled(rolled[0], rolled[1], (killed[0], killed[1]), need))
        spots = held_by(sides)
        ids = [tuple(group.id for group in groups) for groups in sides]
        frames: list[Frame] = [Settle(self.member, melee, (killed[0], killed[1]), spots, front=held)]
        if killed[ATTACKERS] and killed[GARRISON] < strength[GARRISON]:
            frames.append(MassMorale(ids[ATTACKERS], killed[ATTACKERS]))
        frames += [Lose(side, ids[side], killed[side]) for side in (ATTACKERS, GARRISON) if killed[side]]
        step.swap(*frames)


@rule("siege:R30", "siege:R32")
def keep_front(game: Siege, step: Step[State], fought: Melee, before: int) -> None:
    """What the holder had before figures fell he keeps, whoever was picked to die."""
    melees = [
        changed(melee, front=before)
        if set(melee.groups) & set(fought.groups) and front(game, step.state, melee) < before
        else melee
        for melee in step.state.melees
    ]
    step.set(melees=tuple(melees))


def held_by(sides: list[list[Group]]) -> tuple[Spot, ...]:
    """Return where both sides' figures stand: what each of them holds in the melee."""
    return tuple((man[0], man[1], g.room, side) for side in (0, 1) for g in sides[side] for man in g.men)


@rule("siege:SH.10", "siege:R32", "siege:R34")
def after_shot(game: Siege, state: State, melee: Melee, side: int, kills: int) -> list[Frame]:
    """Return what follows when a shot within a melee has killed so many of a side: losses, morale, perhaps its end."""
    sides = [members(state, melee, each) for each in (GARRISON, ATTACKERS)]
    ids = tuple(group.id for group in sides[side])
    killed = (kills, 0) if side == GARRISON else (0, kills)
    frames: list[Frame] = [
        Settle(melee.groups[0], melee, killed, held_by(sides), shot=True, front=front(game, state, melee))
    ]
    if side == ATTACKERS:
        frames.append(MassMorale(ids, kills))
    return [*frames, Lose(side, ids, kills)]


@rule("siege:ME.8", "siege:MO.3", "siege:MO.5", "siege:R34")
class MassMorale(Morale, frozen=True, tag="mass-morale"):
    """Attackers who lost figures in melee test before the winner is decided, one die for all of them.

    They do not if they have killed everybody against them. On a failure all but fanatics go at once.
    """

    melee: ClassVar[bool] = True

    def answer(self, game: Siege, step: Step[State], choice: tuple[int]) -> None:
        step.pop()
        if self.routs(game, step, choice[0]):
            settle = step.state.stack[-1]
            assert isinstance(settle, Settle)
            step.swap(changed(settle, routed=True))


@rule("siege:ME.8", "siege:ME.9", "siege:ME.10", "siege:ME.11", "siege:R35", "siege:R36", "siege:R37", "siege:R39")
@rule("siege:MO.5", "siege:R32", "siege:R38")
class Settle(Frame, frozen=True, tag="settle"):
    """Who has won; then survivors regroup, the loser falls back, the winner may occupy.

    A melee that a shot has ended, by a rout or because nobody is left, is won in the same way; any other shot decides
    nothing. Fanatics who stay when the rest rout are losers, and fall back.
    """

    member: int
    melee: Melee
    killed: tuple[int, int]
    spots: tuple[Spot, ...]
    routed: bool = False
    stage: int = 0
    winner: int = -1
    shot: bool = False
    """Whether it was a shot within the melee that killed, not the fight."""
    front: int = 0
    """What it took to kill one of the holder's men before anybody fell."""

    def _groups(self, state: State, side: int) -> list[Group]:
        return members(state, self.melee, side)

    def run(self, game: Siege, step: Step[State]) -> None:
        if self.stage == 0:
            self._decide(game, step)
        elif self.stage == 1:
            self._fall_back(game, step)
        else:
            self._occupy(game, step)

    def _decide(self, game: Siege, step: Step[State]) -> None:
        state = step.state
        if ended(game, step):
            return
        left = [sum(len(g.men) for g in self._groups(state, side)) for side in (GARRISON, ATTACKERS)]
        keep_front(game, step, self.melee, self.front)
        if self.shot and all(left) and not self.routed:
            step.swap(AfterLosses())
            return
        winner, clause = decided(left, self.killed, routed=self.routed)
        step.say(MeleeWon(winner, clause))
        if winner is None:
            step.pop()
            tidy_melees(step)
            step.push(AfterLosses())
            return
        melee = gathered(game, step, self.melee)
        step.swap(changed(self, melee=melee, stage=1, winner=winner))
        squads = tuple(g.id for g in members(step.state, melee, GARRISON) if g.kind == SQUAD)
        if len(squads) > 1:
            step.push(Regroup(squads))

    def _fall_back(self, game: Siege, step: Step[State]) -> None:
        state = step.state
        losers = self._groups(state, 1 - self.winner)
        foes = [man for group in self._groups(state, self.winner) for man in group.men]
        enemy: Point | None = mean(foes) if foes else None
        step.swap(changed(self, stage=2))
        if losers:
            own = mean([man for group in losers for man in group.men])
            step.push(Retire(tuple(group.id for group in losers), enemy, own))

    def _occupy(self, game: Siege, step: Step[State]) -> None:
        step.pop()
        state = step.state
        stuck = [g for g in self._groups(state, 1 - self.winner) if state.melee_of(g.id) is not None]
        winners = self._groups(state, self.winner)
        step.push(AfterLosses())
        overrun_guns(game, step)
        if stuck:
            return
        for group in winners:
            leave_melee(step, group.id)
        tidy_melees(step)
        spots = tuple(dict.fromkeys((x, y, room) for x, y, room, side in self.spots if side != self.winner))
        free = tuple(group.id for group in winners if group.gun < 0)
        if free:
            step.push(MoveUp(free, spots))


@rule("siege:ME.8", "siege:ME.9", "siege:R35")
def decided(left: list[int], killed: tuple[int, int], *, routed: bool) -> tuple[int | None, str]:
    """Return who has won: who is left, the garrison if they fled, who lost fewer, who has more, the garrison."""
    if not any(left):
        return None, "siege:R35"
    if routed or not left[ATTACKERS]:
        return GARRISON, "siege:ME.8"
    if not left[GARRISON]:
        return ATTACKERS, "siege:ME.9"
    if killed[GARRISON] != killed[ATTACKERS]:
        return (GARRISON if killed[GARRISON] < killed[ATTACKERS] else ATTACKERS), "siege:ME.9"
    if left[GARRISON] != left[ATTACKERS]:
        return (GARRISON if left[GARRISON] > left[ATTACKERS] else ATTACKERS), "siege:ME.9"
    return GARRISON, "siege:R35"


@rule("siege:ME.3", "siege:R36")
def gathered(game: Siege, step: Step[State], melee: Melee) -> Melee:
    """Attackers split by kind when it is over: one group of each, of any size, on each floor."""
    state = step.state
    # A group is wholly on one floor: those on different floors stay apart.
    first: dict[tuple[str, int], Group] = {}
    for group in members(state, melee, ATTACKERS):
        if group.gun >= 0:
            continue
        which = group.kind, group.room
        kept = first.get(which)
        if kept is None:
            first[which] = group
            continue
        whole = grown(kept, group.men)
        first[which] = whole
        drop(step, group.id)
        turn_goes_along(step, group.id, (kept.id,), gone=True)
        put(step, whole)
        step.say(Reformed(f"{name_of(game, group)} join {name_of(game, kept)}."))
    alive = {group.id for group in step.state.groups if group.men}
    # What the holder keeps (R30) he keeps if the loser can go nowhere, and they fight on.
    kept = max((m.front for m in step.state.melees if set(m.groups) & set(melee.groups)), default=0)
    after = changed(melee, groups=tuple(gid for gid in melee.groups if gid in alive), front=kept)
    melees = [m for m in step.state.melees if not set(m.groups) & set(after.groups)]
    step.set(melees=(*melees, after))
    return after
