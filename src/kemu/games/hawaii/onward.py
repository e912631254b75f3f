"""How a part is played on from where a search's tree ends: quickly, to its end.

In the middle of a part a position is hard to judge: a landing may be met at sea, a won battle leaves a chief alone. So
the part is played out by plain habits, dice and all, and what is judged is what is left when the next one begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.frames import Choice
from kemu.core.pending import Action, Chance, Decide, Over, Pending
from kemu.core.rng import Rng

from .actions import Land, Launch
from .features import outlook
from .policy import choose
from .rules.board import own, shifted
from .rules.cards import DrawCard
from .rules.fight import Fight
from .rules.movement import Loading, Moving
from .rules.sea import LaunchFleet, launch_pool

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

BOLD = 1.1
"""A war fleet is launched when it is so many times as strong as the landing force."""


def onward(game: Hawaii, state: State, pending: Pending, rng: Rng) -> Choice | None:
    """Return what to play on with, or None where the position can be judged: as the next part begins.

    Units move no more, a canoe that is loaded lands where that looks best, fights go by the policy of the odds, a fleet
    is launched by those who are stronger; what is left is chosen at random.
    """
    top = state.stack[-1]
    if isinstance(pending, Chance):
        return None if isinstance(top, DrawCard) else pending.sample(rng)
    if isinstance(pending, Over):
        return None
    if isinstance(top, Fight) and not top.doubt:
        return choose(game.cat, top, pending)
    if isinstance(top, Moving):
        return pending.options[0]
    if isinstance(top, Loading):
        return best_landing(game, state, top, pending) if top.load else pending.pick(rng)
    if isinstance(top, LaunchFleet):
        return _launched(game, state, top, pending)
    return pending.pick(rng)


def best_landing(game: Hawaii, state: State, move: Loading, decide: Decide) -> Action:
    """Return the landing that looks best if it is the last move of the part."""
    force = move.load | 1 << move.canoe
    rode, sailed = state.rode | move.load, state.sailed | 1 << move.canoe
    side = 1.0 if move.seat == 0 else -1.0

    def look(landing: Land) -> float:
        places = shifted(state.places, force, game.cat.space[landing.at])
        after = replace(state, stack=state.stack[:2], places=places, rode=rode, sailed=sailed, fleet=0)
        return side * outlook(game, after)

    return max((option for option in decide.options if isinstance(option, Land)), key=look)


def _launched(game: Hawaii, state: State, launch: LaunchFleet, decide: Decide) -> Action:
    """Launch everybody, the strongest first, or nobody: by who is stronger."""
    cat, weigh = game.cat, game.weights
    if not launch.fleet:
        landing = state.places[launch.at] & (state.rode | state.sailed) & own(game, state, 1 - launch.seat)
        pool = launch_pool(game, state, launch.seat, launch.at)
        room = 2 * (pool & cat.canoes).bit_count()
        fleet = weigh.best(pool & cat.fighters & ~cat.leaders, room) + weigh(pool & cat.leaders)
        if fleet < BOLD * weigh(landing & cat.fighters):
            return decide.options[0]
    launches = [option for option in decide.options if isinstance(option, Launch)]
    if not launches:
        return decide.options[0]
    # Canoes first: what they carry is offered when they are there.
    units = {cat.index[option.unit]: option for option in launches}
    return units[max(units, key=lambda unit: (cat.canoes >> unit & 1, cat.strength[unit]))]
