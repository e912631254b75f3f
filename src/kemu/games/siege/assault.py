"""What attackers would best do now, for opponents: the kills to be hoped for, by the actions that they take.

A habit rather than a plan: it looks at one group and one squad at a time. But it is consistent from card to card, which
a search of a few hundred tries is not: that one sends another group each time and none arrives.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from .approach import FAR, approach
from .ground import BASE, Ground
from .layout import OUTSIDE
from .pieces import ATTACKERS, GARRISON, Group
from .rules.shooting import Shot, best_shot
from .rules.troops import shooting_dice

if TYPE_CHECKING:
    from . import Siege
    from .state import State

HUNT = 1.0
"""What the last man of a squad is worth beside himself: he must be found."""
FIRED = 1.4
"""What a kill by a volley is worth: it comes at once, and costs nobody."""
SETTLED = 2.0
"""So many actions a melee is put back behind, beside those that it takes to come up: it waits for a face card."""
ACTION = 16.0
"""How far a group of attackers moves, in half inches."""
HOPELESS = 0.01
"""Even where no kill is to be hoped for it is better to go than to stand."""


class Aim(NamedTuple):
    """What a group could do: shoot at a squad (`need` 0), or go and fight it where a kill takes so many points."""

    rate: float
    group: int
    squad: int
    need: int


def below(dice: int, points: int) -> float:
    """Return about how likely it is that dice add up to less than so many points.

    >>> round(below(7, 24), 2), round(below(2, 13), 2)
    (0.41, 0.99)
    """
    return 0.5 + 0.5 * erf((points - 0.5 - 3.5 * dice) / sqrt(35 / 6 * dice)) if dice else 1.0


@lru_cache(maxsize=4096)
def kills(dice: int, need: int, men: int) -> float:
    """Return what dice kill of so many men, the last of them counted for more.

    >>> round(kills(7, 6, 7), 1), round(kills(7, 12, 7), 1), round(kills(7, 6, 1), 1)
    (3.7, 1.6, 2.0)
    """
    least = [1.0 - below(dice, need * number) for number in range(1, men + 1)]
    return sum(least) + HUNT * least[-1] if least else 0.0


def aims(game: Siege, state: State) -> list[Aim]:
    """Return what groups of attackers could do, apart from those in melee: the most promising first."""
    squads = [group for group in state.groups if group.side == GARRISON and group.men]
    locked = {gid for melee in state.melees for gid in melee.groups}
    fights = {squad.id: _fight(state, squad) for squad in squads}
    ground, down = game.ground(state), state.down
    grid = approach(ground)
    found: list[Aim] = []
    for group in state.groups:
        if group.side != ATTACKERS or not group.men or group.id in locked:
            continue
        kind = game.kinds[group.kind]
        if kind.firearms and (not kind.gun or group.gun >= 0):
            found += _volleys(game, state, group, [squad for squad in squads if squad.id not in locked])
            if kind.gun:
                continue
        for squad in squads:
            if squad.room != OUTSIDE and not _room_for(ground, group, squad):
                continue
            have, men = fights[squad.id]
            for need, far in grid.between(group.men, group.room, squad.men, squad.room, down):
                if far < FAR:
                    gain = kills(len(group.men) + have, need, men) - kills(have, need, men)
                    actions = (far - 2) / ACTION if far > ACTION + 2 else 1.0
                    found.append(Aim(max(gain, HOPELESS) / (actions + SETTLED), group.id, squad.id, need))
    found.sort(reverse=True)
    return found


def _fight(state: State, squad: Group) -> tuple[int, int]:
    """Return the numbers of the melee that a squad is in, or would be in: the attackers' and the garrison's."""
    melee = state.melee_of(squad.id)
    if melee is None:
        return 0, len(squad.men)
    groups = [state.group(gid) for gid in melee.groups]
    theirs = sum(len(group.men) for group in groups if group.side == ATTACKERS)
    return theirs, sum(len(group.men) for group in groups if group.side == GARRISON)


def _room_for(ground: Ground, group: Group, squad: Group) -> bool:
    """Return whether a group gets at men in a house: upstairs it goes by the ground floor, which may be too small."""
    house = ground.house_of(squad.room)
    if squad.room == house.rooms[0] or group.room in house.rooms:
        return True
    west, east, south, north = ground.house_boxes[house.index]
    return len(group.men) <= (east - west) // BASE * ((north - south) // BASE)


def _volleys(game: Siege, state: State, group: Group, squads: list[Group]) -> list[Aim]:
    """Return the shots that a group has, with what they kill."""
    dice = shooting_dice(game, state, group)
    found: list[Aim] = []
    for squad in squads:
        shot = best_shot(game, state, group, squad)
        if isinstance(shot, Shot):
            found.append(Aim(FIRED * kills(dice, shot.need, len(squad.men)), group.id, squad.id, 0))
    return found
