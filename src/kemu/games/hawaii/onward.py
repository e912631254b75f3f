"""How a part is played on from where a search's tree ends: quickly, to its end.

In the middle of a part a position is hard to judge: a landing may be met at sea, a won battle leaves a chief alone. So
the part is played out by plain habits, dice and all, and what is judged is what is left when the next one begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.frames import Choice
from kemu.core.pending import Action, Chance, Decide, Pending
from kemu.core.rng import Rng

from .actions import Drown, Land, Wreck
from .catalogue import bits
from .features import outlook
from .policy import choose
from .rules.board import shifted
from .rules.cards import DrawCard
from .rules.fight import Fight
from .rules.movement import Loading, Moving, StormBreaks
from .rules.sea import LaunchFleet, launch_pool, meets
from .rules.victory import Finished

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

BOLD = 1.1
"""A war fleet is launched when it is so many times as strong as the landing force."""


def onward(game: Hawaii, state: State, pending: Pending, rng: Rng) -> tuple[State, Pending] | None:
    """Return the position a step further on, or None where it can be judged: as the next part begins.

    Units move no more, a canoe that is loaded lands where that looks best, fights go by the policy of the odds, a fleet
    is launched by those who are stronger, a storm takes the weakest; what is left is chosen at random.
    """
    top = state.stack[-1]
    if isinstance(top, DrawCard | Finished):
        return None
    if isinstance(top, Fight):
        thrown = game.outright.settled(game, state, rng)
        if thrown is not None:
            return thrown
    elif isinstance(top, LaunchFleet):
        state, pending = _manned(game, state, top, pending)
    state, _ = game.apply(state, _choice(game, state, pending, rng))
    return state, game.pending(state)


def _choice(game: Hawaii, state: State, pending: Pending, rng: Rng) -> Choice:
    top = state.stack[-1]
    if not isinstance(pending, Decide):
        assert isinstance(pending, Chance), "the game goes on"
        return pending.sample(rng)
    if isinstance(top, Fight) and not top.doubt:
        return choose(game.cat, top, pending)
    if isinstance(top, Moving | LaunchFleet):
        return pending.options[0]  # No more moves; put to sea, or wait.
    if isinstance(top, Loading) and top.load:
        return best_landing(game, state, top, pending)
    if isinstance(top, StormBreaks):
        return min(pending.options, key=lambda option: _lost(game, state, option))
    return pending.pick(rng)


def _lost(game: Hawaii, state: State, option: Action) -> float:
    """Return what a storm takes: a unit, or the canoe with the weakest on board."""
    if isinstance(option, Drown):
        return game.weights.of_unit[game.cat.index[option.unit]]
    assert isinstance(option, Wreck), "a storm takes canoes, and units"
    canoe = game.cat.index[option.canoe]
    return game.weights(next(load for sailed, load in state.cargo if sailed == canoe))


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


def _manned(game: Hawaii, state: State, launch: LaunchFleet, pending: Pending) -> tuple[State, Pending]:
    """Return the position with all in the fleet who have room, the strongest first, or none: by who is stronger."""
    fleet, landing = manned(game, state, launch), meets(game, state, launch.at, 1 - launch.seat)
    weigh, fighters = game.might, game.cat.fighters
    if not launch.fleet and weigh(fleet & fighters) < BOLD * weigh(landing & fighters):
        return state, pending
    state = replace(state, stack=(*state.stack[:-1], LaunchFleet(launch.at, launch.seat, fleet, launch.edge)))
    return state, game.pending(state)


def manned(game: Hawaii, state: State, launch: LaunchFleet) -> int:
    """Return a war fleet with all in it who have room, the strongest first."""
    cat = game.cat
    pool = launch_pool(game, state, launch.seat, launch.at)
    room = 2 * (pool & cat.canoes).bit_count() - (launch.fleet & cat.fighters & ~cat.leaders).bit_count()
    fleet = launch.fleet | pool & (cat.canoes | cat.leaders)
    warriors = sorted(bits(pool & cat.fighters & ~fleet), key=cat.strength.__getitem__, reverse=True)
    return fleet | sum(1 << unit for unit in warriors[:room])
