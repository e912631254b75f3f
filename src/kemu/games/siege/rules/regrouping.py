"""Regrouping (ME.4, R36): the squads of a melee form again as their player likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide

from ..model.actions import Dissolve, Take
from ..model.events import Reformed
from ..model.names import name_of
from ..model.pieces import GARRISON, MEN, Group, grown, without
from .changes import changed, drop, put
from .special import around
from .turns import turn_goes_along

if TYPE_CHECKING:
    from kemu.parts.tabletop.points import Point

    from .. import Siege
    from ..model.state import State

Reforming = tuple[dict[int, Group], dict[int, list[int]]]
"""The squads as they are afterwards, and who has taken in men of whom."""


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
        search = Search(game, state, self.squads)
        return [option for option in options if search.possible((*self.sizes, size_of(option)))]

    def sizes_open(self, state: State) -> list[int]:
        """Return the sizes that the numbers alone allow the next squad.

        It may count on the men of the squads still to come, and on their officers: each of those squads takes in six
        men at most, or is broken up and gives one more.
        """
        men = sum(len(state.group(gid).men) - 1 for gid in self.squads)
        placed = sum(size for size in self.sizes if size > 0)
        loose = men + sum(size < 0 for size in self.sizes) - placed
        after = len(self.squads) - len(self.sizes) - 1
        sizes = [n for n in range(MEN + 1) if -after <= loose - n <= after * MEN]
        return [*sizes, -1] if -after <= loose + 1 <= after * MEN else sizes

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
        found = reformed(game, state, self.squads, self.sizes)
        assert found is not None
        after, takers = found
        for gid, size in zip(self.squads, self.sizes, strict=True):
            squad = state.group(gid)
            turn_goes_along(step, gid, takers.get(gid, ()), gone=size < 0)
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
def reformed(game: Siege, state: State, squads: tuple[int, ...], sizes: tuple[int, ...]) -> Reforming | None:
    """Return the squads as they are after regrouping, those who change set down with their new officer.

    None if there is no room for somebody. A squad with foot among its newcomers is on foot; `assigned` sees to it that
    riders are not wasted.
    """
    after: dict[int, Group] = {}
    loose: list[Loose] = []
    for gid, size in zip(squads, sizes, strict=True):
        squad = shrunk(state.group(gid), size)
        gone = len(state.group(gid).men) - (len(squad.men) if size >= 0 else 0)
        loose += [(squad.mounted, gid)] * gone
        if size >= 0:
            after[gid] = squad
    missing = {gid: size - len(after[gid].men) + 1 for gid, size in zip(squads, sizes, strict=True) if size >= 0}
    joining = assigned([(gid, after[gid].mounted, number) for gid, number in missing.items() if number], loose)
    takers: dict[int, list[int]] = {}
    for gid, men in joining.items():
        places = room_for(game, state, squads, after, gid, len(men))
        if not places:
            return None
        for _, giver in men:
            if gid not in takers.setdefault(giver, []):
                takers[giver].append(gid)
        riders = all(mounted for mounted, _ in men)
        after[gid] = grown(after[gid], tuple(places), mounted=after[gid].mounted and riders)
    return after, takers


Loose = tuple[bool, int]
"""A man between two squads: whether he rides, and whose he was."""


@rule("siege:R36")
def assigned(wanting: list[tuple[int, bool, int]], loose: list[Loose]) -> dict[int, list[Loose]]:
    """Return who goes to which of the squads that take men in, given as squad, whether it rides, and how many.

    In the order of the squads, and of the men. But a mounted squad whose newcomers can all be riders has riders, first;
    those whom nobody wants so go to the others.
    """
    left = list(loose)
    found: dict[int, list[Loose]] = {gid: [] for gid, _, _ in wanting}
    for gid, mounted, number in wanting:
        riders = [man for man in left if man[0]]
        if mounted and len(riders) >= number:
            found[gid] = riders[:number]
            for man in riders[:number]:
                left.remove(man)
    for gid, _, number in wanting:
        if not found[gid]:
            found[gid] = left[:number]
            del left[:number]
    return found


def shrunk(squad: Group, size: int) -> Group:
    """Return a squad less the men above a size: the last of them go."""
    while size < len(squad.men) - 1 and len(squad.men) > 1:
        squad = without(squad, len(squad.men) - 1)
    return squad


@rule("siege:R36")
def room_for(
    game: Siege, state: State, squads: tuple[int, ...], after: dict[int, Group], gid: int, missing: int
) -> list[Point]:
    """Return places for newcomers to a squad, of the regrouping squads only those of `after` being there; or none.

    They are all in one melee already, so contact with its enemies is no bar.
    """
    rest = [after.get(g.id, g) for g in state.groups if g.id in after or g.id not in squads]
    table: State = changed(state, groups=tuple(rest))
    melee = state.melee_of(gid)
    return around(game, table, after[gid], after[gid].men[0], missing, met=melee.groups if melee is not None else ())


class Search:
    """Which sizes can still be given, so that everybody finds a place.

    Where fewer stand more find room. So a squad never finds more room than it has while the squads that have not been
    asked yet are off the table, and nobody has been set down: what is too much then need not be tried.
    """

    def __init__(self, game: Siege, state: State, squads: tuple[int, ...]) -> None:
        self.game = game
        self.state = state
        self.squads = squads
        self.own = tuple(len(state.group(gid).men) - 1 for gid in squads)
        self._most: dict[tuple[int, tuple[int, ...]], int] = {}

    def most(self, at: int, sizes: tuple[int, ...]) -> int:
        """Return the most men that a squad can have if the first squads have been given these sizes."""
        kept = tuple(min(size, own) for size, own in zip(sizes, self.own, strict=False))
        known = self._most.get((at, kept))
        if known is not None:
            return known
        # It has kept all its own men if it has more than those.
        given = {**dict(enumerate(kept)), at: self.own[at]}
        after = {self.squads[i]: shrunk(self.state.group(self.squads[i]), n) for i, n in given.items() if n >= 0}
        most = self.own[at]
        while most < MEN and room_for(
            self.game, self.state, self.squads, after, self.squads[at], most + 1 - self.own[at]
        ):
            most += 1
        self._most[at, kept] = most
        return most

    def possible(self, sizes: tuple[int, ...]) -> bool:
        """Return whether the squads still to come can be given sizes with which everybody finds a place."""
        asked = len(sizes)
        if any(sizes[at] > self.own[at] and sizes[at] > self.most(at, sizes) for at in range(asked)):
            return False
        if asked == len(self.squads):
            return reformed(self.game, self.state, self.squads, sizes) is not None
        loose = sum(self.own) + sum(size < 0 for size in sizes) - sum(size for size in sizes if size > 0)
        left = len(self.squads) - asked
        if not -left <= loose <= MEN * left or (
            loose > sum(self.own[asked:]) and loose > sum(self.most(at, sizes) for at in range(asked, len(self.squads)))
        ):
            return False
        nearest = sorted(
            Regroup(self.squads, sizes).sizes_open(self.state), key=lambda size: abs(size - self.own[asked])
        )
        return any(self.possible((*sizes, size)) for size in nearest)
