"""What makes a position good: for the opponents, never for the rules."""

from __future__ import annotations

from math import hypot, tanh
from typing import TYPE_CHECKING

from .layout import OUTSIDE
from .pieces import ATTACKERS, GARRISON, Group, Melee
from .rules.melee_front import OPEN_GROUND, front
from .rules.winning import Finished, left_in_pool

if TYPE_CHECKING:
    from . import Siege
    from .state import State

FAR = 34.0
"""Inches from which attackers begin to count as near."""
DIE = 3.5


def evaluate(game: Siege, state: State, seat: int) -> float:
    """Return how good the state looks for the seat, from -1 to 1.

    The garrison lives by its men, its counters and the column; the attackers by bodies close to the defenders, by
    melees that promise to kill, by being inside.
    """
    last = state.stack[-1]
    if isinstance(last, Finished):
        return 1.0 if last.winner == seat else -1.0
    value = 0.97 * tanh(_balance(game, state))
    return value if seat == GARRISON else -value


def _balance(game: Siege, state: State) -> float:
    times = state.options.doubled
    full = (state.options.squads * 7 + 4) * times
    men = float(state.count(GARRISON))
    theirs = float(state.count(ATTACKERS) + left_in_pool(state))
    for melee in state.melees:
        lost, killed = promise(game, state, melee)
        men -= 0.8 * lost
        theirs -= 0.8 * killed
    rifle = state.rifle if state.rifle >= 0 else 4 if state.rifle == -2 else 10
    worth = 3.2 * (men / full - 0.5) - 0.9 * theirs / (100 * times) + 0.5 * min(rifle / (20 * times), 1.0)
    worth -= 1.3 * _pressure(game, state) / (30 * times)
    worth += 0.3 if state.sighted else 0.0
    worth -= 0.08 * sum(blaze.smoke + 1 for blaze in state.fires) + 0.12 * state.ruins.bit_count()
    return worth - 0.03 * state.down.bit_count()


def _pressure(game: Siege, state: State) -> float:
    """Bodies near the defenders: the nearer the more, and more again inside the compound."""
    ground = game.ground(state)
    posts = [group.men[0] for group in state.groups if group.side == GARRISON and group.men]
    total = 0.0
    for group in state.groups:
        if group.side != ATTACKERS or not group.men:
            continue
        x, y = group.men[0]
        near = min((hypot(x - px, y - py) for px, py in posts), default=0.0) / 1000
        share = max(0.0, 1.0 - near / FAR)
        if group.room != OUTSIDE or ground.in_compound((x, y)):
            share += 0.35
        total += share * _bodies(group)
    return total


def _bodies(group: Group) -> float:
    """A crowd is worth more than its heads: it survives a volley and its morale test."""
    return len(group.men) ** 1.15


def promise(game: Siege, state: State, melee: Melee) -> tuple[float, float]:
    """Return the losses to expect of a melee, the garrison's and the attackers'."""
    groups = [state.group(gid) for gid in melee.groups]
    ours = sum(len(g.men) for g in groups if g.side == GARRISON)
    theirs = sum(len(g.men) for g in groups if g.side == ATTACKERS)
    held = front(game, state, melee)
    need = (held, OPEN_GROUND) if melee.holder == GARRISON else (OPEN_GROUND, held)
    return min(ours, DIE * theirs / need[0]), min(theirs, DIE * ours / need[1])
