"""What each sort of troops can do (MV, SH.5, SH.6, MO.5): how far it moves, how it shoots, whether it tests."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.points import Point, within

from ..model.ground import TOUCH
from ..model.pieces import CREW, FULL_CREW, GARRISON, SQUAD, Group

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

FOOT, NATIVE_FOOT, MOUNTED = 6000, 8000, 12_000
IN_THE_OPEN = Refusal("A gun stands in the open: it is neither set up in a house nor taken into one.", "siege:R56")


@rule("siege:MV.3", "siege:MV.8", "siege:MV.11", "siege:MV.12")
def allowance(group: Group) -> int:
    """Return how far a group moves: mounted 12 inches, the garrison on foot 6, attackers on foot 8."""
    if group.mounted:
        return MOUNTED
    return FOOT if group.side == GARRISON else NATIVE_FOOT


@rule("siege:R45", "siege:R44")
def armed(game: Siege, group: Group) -> bool:
    """Return whether a group has firearms: squads have, crews by their gun, attackers if their kind says so."""
    if group.kind == SQUAD:
        return True
    if group.kind == CREW:
        return group.gun >= 0
    kind = game.kinds[group.kind]
    return kind.firearms and (not kind.gun or group.gun >= 0)


def fanatic(game: Siege, group: Group) -> bool:
    """Return whether a group is of fanatics."""
    return group.side != GARRISON and game.kinds[group.kind].fanatic


@rule("siege:R40")
def serving(state: State, group: Group) -> int:
    """Return how many of a crew are at their gun: touching it, or in a chain with one who does."""
    if group.gun < 0 or group.room:
        return 0
    return linked_to(group.men, state.gun(group.gun).at)


@lru_cache(maxsize=256)
def linked_to(men: tuple[Point, ...], gun: Point) -> int:
    """Return how many men touch a gun, or one who does, and so on."""
    at = [i for i, man in enumerate(men) if within(man, gun, TOUCH)]
    reached = set(at)
    while at:
        here = at.pop()
        for i, man in enumerate(men):
            if i not in reached and within(man, men[here], TOUCH):
                reached.add(i)
                at.append(i)
    return len(reached)


@rule("siege:SH.6", "siege:FG.3")
def gun_dice(state: State, group: Group) -> int:
    """Return a gun's dice: eight, less two for each of its four crew who is lost.

    The garrison's men may be driven from a gun that stays; the attackers' gun has its crew with it for as long as
    they live.
    """
    there = serving(state, group) if group.side == GARRISON else len(group.men)
    return 2 * min(there, FULL_CREW)


@rule("siege:SH.5", "siege:R43")
def shooting_dice(game: Siege, state: State, group: Group) -> int:
    """Return how many dice a group shoots with: one a figure, a gun by its crew, a jingal two."""
    if group.gun >= 0:
        return gun_dice(state, group)
    if group.side != GARRISON and game.kinds[group.kind].jingals:
        return 2 * len(group.men)
    return len(group.men)


def lead_choices(group: Group) -> range:
    """Return the figures whose move may be measured: a squad's officer, any other group's figures."""
    return range(1) if group.kind == SQUAD else range(len(group.men))
