"""What attackers could do now: the kills to be hoped for, by the actions that they take.

It looks at one group and one squad at a time, but it is consistent from card to card: a short search alone sends
another group each time, and none arrives.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..model.layout import OUTSIDE
from ..model.pieces import ATTACKERS, GARRISON, Melee
from ..odds.exact import kills
from ..rules.shooting import Shot, best_shot
from ..rules.troops import NATIVE_FOOT, armed, shooting_dice
from .approach import FAR, STRAIGHT, approach

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State
    from .numbers import Numbers

ACTION = NATIVE_FOOT / 500
"""How far a group of attackers goes on foot, in half inches."""


class Aim(NamedTuple):
    """What a group could do: shoot at a squad (`need` 0), or go and fight it where a kill takes so many points."""

    rate: float
    group: int
    squad: int
    need: int
    kills: float
    actions: float


@lru_cache(maxsize=4096)
def hope(dice: int, need: int, men: int, last_man: float) -> float:
    """Return what dice kill of so many men on average, the last of them counted for more: he must be found.

    >>> round(hope(7, 6, 7, 1.0), 1), round(hope(7, 12, 7, 1.0), 1), round(hope(7, 6, 1, 1.0), 1)
    (3.7, 1.6, 2.0)
    """
    if not dice or not men:
        return 0.0
    odds = kills(dice, need, men)
    return float(odds.mean) + last_man * float(odds.chance(men))


def aims(game: Siege, state: State, numbers: Numbers, size: Mapping[int, float]) -> list[Aim]:
    """Return what groups of attackers could do, apart from those in melee: the most promising first."""
    squads = [group for group in state.groups if group.side == GARRISON and size[group.id] > 0]
    locked = {gid for melee in state.melees for gid in melee.groups}
    fights = {squad.id: (round(size[squad.id]), 0) for squad in squads}
    fights |= {gid: sides(state, melee, size) for melee in state.melees for gid in melee.groups}
    ground, down, last = game.ground(state), state.down, numbers.last_man
    grid = approach(ground, numbers)
    found: list[Aim] = []
    for group in state.groups:
        if group.side != ATTACKERS or size[group.id] <= 0 or group.id in locked:
            continue
        if armed(game, group):
            dice = shooting_dice(game, state, group)
            for squad in squads:
                if squad.id not in locked and isinstance(shot := best_shot(game, state, group, squad), Shot):
                    hit = hope(dice, shot.need, round(size[squad.id]), last)
                    found.append(Aim(hit, group.id, squad.id, 0, hit, 1.0))
            if group.gun >= 0:
                continue
        for squad in squads:
            if squad.room != OUTSIDE and group.room == OUTSIDE:
                below = ground.house_of(squad.room).rooms[0]
                if squad.room != below and ground.room_among(below, len(group.men), ()) is None:
                    continue  # upstairs one goes by the ground floor, and that is too small for them
            men, have = fights[squad.id]
            for need, far in grid.between(group.men, group.room, squad.men, squad.room, down):
                if far < FAR:
                    gain = hope(round(size[group.id]) + have, need, men, last) - hope(have, need, men, last)
                    actions = (far - STRAIGHT) / ACTION if far > ACTION + STRAIGHT else 1.0
                    # A melee waits for a face card; and even without hope it is better to go than to stand.
                    rate = max(gain, numbers.hopeless) / (actions + numbers.wait)
                    found.append(Aim(rate, group.id, squad.id, need, max(gain, 0.0), actions))
    found.sort(reverse=True)
    return found


def sides(state: State, melee: Melee, size: Mapping[int, float]) -> tuple[int, int]:
    """Return how many figures the garrison and the attackers have in a melee."""
    groups = [state.group(gid) for gid in melee.groups]
    ours = sum(size[group.id] for group in groups if group.side == GARRISON)
    return round(ours), round(sum(size[group.id] for group in groups if group.side == ATTACKERS))
