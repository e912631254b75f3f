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
from .catalogue import Catalogue, bits
from .features import outlook
from .policy import choose
from .rules.board import own, shifted
from .rules.cards import DrawCard
from .rules.fight import Fight
from .rules.held import events_for
from .rules.movement import Loading, Moving, StormBreaks
from .rules.sea import LaunchFleet, launch_pool, meets
from .rules.victory import Finished

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

AT_SEA = 0.5
"""Who could stay away from a battle meets no landing at sea that wins there more often than this."""


def onward(game: Hawaii, state: State, pending: Pending, rng: Rng) -> tuple[State, Pending] | None:
    """Return the position a step further on, or None where it can be judged: as the next part begins.

    Units move no more, a canoe that is loaded lands where that looks best, fights go by the policy of the odds, a fleet
    is launched by those who do better at sea than ashore, a storm takes the weakest; what is left is chosen at random.
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
    """Return the position with all in the fleet who have room, the strongest first, or none: whichever is better."""
    pool = launch_pool(game, state, launch.seat, launch.at)
    fleet = manned(game.cat, pool, launch.fleet)
    if not launch.fleet and not _meets(game, state, launch, fleet):
        return state, pending
    state = replace(state, stack=(*state.stack[:-1], LaunchFleet(launch.at, launch.seat, fleet, launch.edge)))
    return state, game.pending(state)


def _meets(game: Hawaii, state: State, launch: LaunchFleet, fleet: int) -> bool:
    """Tell whether the defenders had better meet a landing with this fleet: they win at sea more often than ashore."""
    cat, at, attacker = game.cat, launch.at, 1 - launch.seat
    landing, here = meets(game, state, at, attacker) & cat.fighters, state.places[at] & cat.fighters
    attackers = here & own(game, state, attacker)
    at_sea = game.might.takes(landing, fleet & cat.fighters, wall=False)
    if not here & ~attackers:
        return better_at_sea(at_sea, None)
    return better_at_sea(
        at_sea, game.might.takes(attackers, here & ~attackers, wall=walled(game, state, launch.seat, at))
    )


def better_at_sea(at_sea: float, ashore: float | None) -> bool:
    """Tell by the attackers' chances whether a landing had better be met; None: there is nobody ashore to beat."""
    return at_sea < (AT_SEA if ashore is None else ashore)


def walled(game: Hawaii, state: State, seat: int, at: int) -> bool:
    """Tell whether this seat's defenders of a space have a wall: a fort's, or earthworks by a card that is held."""
    return game.cat.fort[at] or bool(events_for(game, state, seat, "defend"))


def manned(cat: Catalogue, pool: int, fleet: int) -> int:
    """Return a war fleet from what can be launched, with all in it who have room, the strongest first."""
    room = 2 * (pool & cat.canoes).bit_count() - (fleet & cat.fighters & ~cat.leaders).bit_count()
    fleet |= pool & (cat.canoes | cat.leaders)
    warriors = sorted(bits(pool & cat.fighters & ~fleet), key=cat.strength.__getitem__, reverse=True)
    return fleet | sum(1 << unit for unit in warriors[:room])
