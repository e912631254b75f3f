"""What makes a position good: for the opponents, never for the rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kemu.parts.tabletop.points import Point

from .approach import approach
from .pieces import ATTACKERS, GARRISON, Group, Melee
from .rules.losses import Lose, Morale
from .rules.melee_front import OPEN_GROUND, front
from .rules.shooting import KILLS, Shot, Volley, best_shot
from .rules.troops import shooting_dice
from .rules.winning import Finished, left_in_pool

if TYPE_CHECKING:
    from . import Siege
    from .state import State

DIE = 3.5
ACTION = 16.0
"""How far a group of attackers moves, in half inches."""
HUNT = 2.0
"""What the last man of a squad is worth beside himself: he must be found."""
LATER = 0.85
"""What a kill is worth that comes an action later."""
LOCKED, FIRED, HOPED = 0.8, 0.7, 0.5
"""What a kill is worth that a melee promises, one by a volley to come, and one for which attackers must yet come up:
many are shot before."""
STEEP = 0.6
"""The fewer of the garrison are left the more each of them counts: the last men must be hunted down."""
UNSEEN = 0.5
"""What the firearms of a group that sees nobody count, of what they could do."""
NEAR = 0.05
"""What an attacker is worth beside what he will kill, by how near he is."""
QUEUE = 8
"""So many groups are thought of as acting one after the other."""
FEW = 3
"""Fewer attackers than this do not go on after a melee."""

Aim = tuple[float, float, float, int]
"""Kills for each action, kills, actions, the squad."""


def evaluate(game: Siege, state: State, seat: int) -> float:
    """Return how good the state looks for the seat, from -1 to 1.

    The garrison lives by its men, its counters and the column; the attackers by what they threaten to kill, and soon.
    """
    last = state.stack[-1]
    if isinstance(last, Finished):
        return 1.0 if last.winner == seat else -1.0
    options, times = state.options, state.options.doubled
    share = max(standing(game, state), 0.0) / ((options.squads * (7.0 + HUNT) + 4.0 + HUNT) * times)
    rifle = state.rifle if state.rifle >= 0 else 4 if state.rifle == -2 else 10
    more = 0.12 * min(rifle / (20 * times), 1.0) + 0.03 * min(state.shells / (5 * times), 1.0)
    more += 0.1 if state.sighted else 0.0
    more -= 0.002 * left_in_pool(state) / times
    more -= 0.03 * sum(blaze.smoke + 1 for blaze in state.fires) + 0.05 * state.ruins.bit_count()
    value = max(-0.97, min(0.97, 2.0 * share**STEEP - 1.0 + more * min(1.0, 2.0 * share)))
    return value if seat == GARRISON else -value


def standing(game: Siege, state: State) -> float:
    """Return the garrison's men, and what finding the last of each squad costs, less what threatens them.

    The attackers' actions are thought of as spent on one group after the other: next comes the one that kills most
    for the actions it needs. What it is going to kill is not there for the next, and what comes late counts less.
    """
    size = sizes(game, state)
    squads = [group for group in state.groups if group.side == GARRISON and size[group.id] > 0]
    if not squads:
        return 0.0
    threat = Threat(game, state, squads, size)
    for melee in state.melees:
        threat.fight(melee)
    locked = {gid for melee in state.melees for gid in melee.groups}
    volley = 0.0
    for group in state.groups:
        if group.side == ATTACKERS and group.men and group.id not in locked:
            kind = game.kinds[group.kind]
            if kind.firearms and (not kind.gun or group.gun >= 0):
                volley = max(volley, size[group.id] / len(group.men) * _volley(game, state, group, squads))
                threat.near += 0.5 * size[group.id]
            else:
                threat.aim(group.men, group.room, size[group.id], kind.fanatic)
    threat.act(volley)
    return threat.total - NEAR * threat.near


def sizes(game: Siege, state: State) -> dict[int, float]:
    """Return how many figures each group will have once the shots and losses that are due have been settled."""
    size = {group.id: float(len(group.men)) for group in state.groups}
    for frame in reversed(state.stack):
        if isinstance(frame, Volley):
            kills = max(frame.dice * DIE / frame.need - 0.4, 0.0)
            _lose(size, frame.targets, kills)
            _rout(game, state, size, frame.targets, kills)
        elif isinstance(frame, Lose):
            _lose(size, frame.groups, float(frame.number))
        elif isinstance(frame, Morale):
            _rout(game, state, size, frame.groups, float(frame.losses))
    return size


def _lose(size: dict[int, float], groups: tuple[int, ...], number: float) -> None:
    for gid in groups:
        gone = min(size.get(gid, 0.0), number)
        if gone:
            size[gid] -= gone
            number -= gone


def _rout(game: Siege, state: State, size: dict[int, float], groups: tuple[int, ...], lost: float) -> None:
    """Attackers must roll more than they have lost; a six always passes."""
    for group in state.groups:
        if group.side == ATTACKERS and group.id in groups and not game.kinds[group.kind].fanatic:
            size[group.id] *= 1.0 - min(lost, 5.0) / 6


class Threat:
    """What is left of the garrison while its enemies are looked at one by one."""

    def __init__(self, game: Siege, state: State, squads: list[Group], size: dict[int, float]) -> None:
        self.game = game
        self.state = state
        self.squads = squads
        self.size = size
        self.left = {squad.id: size[squad.id] + HUNT for squad in squads}
        self.total = sum(self.left.values())
        self.near = 0.0
        self.aims: list[list[Aim]] = []

    def _kill(self, squad: int, kills: float, worth: float) -> None:
        self.left[squad] -= kills
        self.total -= worth * kills

    def fight(self, melee: Melee) -> None:
        """A melee: what it will kill, and what those who are left of the attackers can do next."""
        groups = [self.state.group(gid) for gid in melee.groups]
        kills, stay = self._outlook(melee, groups)
        ours = [squad for squad in groups if squad.id in self.left]
        for squad in ours:
            share = min(kills, self.left[squad.id])
            self._kill(squad.id, share, LOCKED)
            kills -= share
        if stay >= FEW and ours:
            self.aim(ours[-1].men, ours[-1].room, stay, False, ours[-1].id)

    def _outlook(self, melee: Melee, groups: list[Group]) -> tuple[float, float]:
        """Return what a melee will kill of the garrison, and how many attackers are left to go on."""
        men = sum(self.size[g.id] for g in groups if g.side == GARRISON)
        theirs = sum(self.size[g.id] for g in groups if g.side == ATTACKERS)
        held = front(self.game, self.state, melee) if melee.holder == GARRISON else OPEN_GROUND
        fanatic = all(self.game.kinds[g.kind].fanatic for g in groups if g.side == ATTACKERS)
        return hope(round(theirs), round(men), held, fanatic)

    def aim(self, men: tuple[Point, ...], room: int, number: float, fanatic: bool, but: int = -1) -> None:
        """Note what a group of attackers could do to each squad, and how many actions it takes to get there."""
        grid, down = approach(self.game.ground(self.state)), self.state.down
        found: list[Aim] = []
        for squad in self.squads:
            if squad.id != but:
                for need, far in grid.between(men, room, squad.men, squad.room, down):
                    kills, _ = hope(round(number), round(self.size[squad.id]), need, fanatic)
                    actions = (far - 2) / ACTION if far > ACTION + 2 else 1.0
                    found.append((kills / actions, kills, actions, squad.id))
        if found:
            found.sort(reverse=True)
            self.near += number / (1.0 + min([aim[2] for aim in found]))
            self.aims.append(found[:4])

    def act(self, volley: float) -> None:
        """Spend the actions to come, each on what kills most: the best volley there is, or a group that comes up."""
        left, spent = self.left, 0.0
        for _ in range(QUEUE):
            rate, best, which = 0.0, None, -1
            for i, found in enumerate(self.aims):
                for aim in found:
                    if aim[0] <= rate:
                        break
                    now = min(aim[1], left[aim[3]]) / aim[2]
                    if now > rate:
                        rate, best, which = now, aim, i
            if FIRED * volley > HOPED * rate:
                target = max(left, key=left.__getitem__)
                spent += 1.0
                self._kill(target, min(volley, left[target]), FIRED * LATER**spent)
            elif best is not None and rate > 0.01:
                _, kills, actions, target = best
                spent += actions
                self._kill(target, min(kills, left[target]), HOPED * LATER**spent)
                del self.aims[which]
            else:
                break


@lru_cache(maxsize=4096)
def hope(attackers: int, men: int, need: int, fanatic: bool) -> tuple[float, float]:
    """Return what attackers kill of so many men in a melee, and how many of them are left to go on.

    Who kills all does not test morale; else they must roll more than they lost.
    """
    kills = attackers * DIE / need
    lost = min(attackers, men * DIE / OPEN_GROUND)
    if kills >= men:
        return men + HUNT, attackers - lost
    stay = 1.0 if fanatic else max(1.0 - lost / 6, 1 / 6)
    return kills, (attackers - lost) * stay


def _volley(game: Siege, state: State, group: Group, squads: list[Group]) -> float:
    """Return what the best volley of a group of attackers kills."""
    points = shooting_dice(game, state, group) * DIE
    best = 0.0
    for squad in squads:
        shot = best_shot(game, state, group, squad)
        if isinstance(shot, Shot):
            best = max(best, min(points / shot.need, float(len(squad.men))))
    return best or UNSEEN * points / KILLS[-1]


def promise(game: Siege, state: State, melee: Melee) -> tuple[float, float]:
    """Return the losses to expect of a melee, the garrison's and the attackers'."""
    groups = [state.group(gid) for gid in melee.groups]
    ours = sum(len(g.men) for g in groups if g.side == GARRISON)
    theirs = sum(len(g.men) for g in groups if g.side == ATTACKERS)
    held = front(game, state, melee)
    need = (held, OPEN_GROUND) if melee.holder == GARRISON else (OPEN_GROUND, held)
    return min(ours, DIE * theirs / need[0]), min(theirs, DIE * ours / need[1])
