"""What an answer's battle would come to, in words: the odds that a player sees before he commits himself."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide

from ..model.actions import Attack, Land, PutToSea, Wait, Walk
from ..odds.estimate import estimate
from ..odds.exact import battle_odds
from ..rules.board import own, place_of, strangers
from ..rules.movement import Loading
from ..rules.retreat import to_come
from ..rules.sea import LaunchFleet, meets

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

MOST_UNITS = 15
"""Battles of more units are not worked out exactly for a picture: somebody would have to wait for it."""


def prospect(game: Hawaii, state: State, decide: Decide, action: Action) -> str:
    """Return the odds of the battle ashore that a landing, a walk, an attack or waiting means, or of that at sea."""
    cat, seat = game.cat, decide.seat
    load = landed = 0
    if isinstance(action, PutToSea):
        return _at_sea(game, state)
    if isinstance(action, Wait):
        return _waiting(game, state)
    if isinstance(action, Land | Attack):
        at = cat.space[action.at]
        top = state.stack[-1]
        if isinstance(top, Loading):
            load = landed = top.load
    elif isinstance(action, Walk):
        load = 1 << cat.index[action.unit]
        at = cat.other[place_of(state.places, load)]
        load &= cat.fighters
    else:
        return ""
    here, mine, theirs = state.places[at], own(game, state, seat), strangers(game, state, seat)
    attackers, defenders = here & cat.fighters & mine | load, here & cat.fighters & theirs
    if not attackers or not defenders:
        return ""
    landing = isinstance(action, Land) or bool(here & (state.rode | state.sailed) & mine)
    # On foot against canoes: the beaten leave the beach, if there is somewhere to go (R22).
    escape = not landing and bool(here & theirs & cat.canoes) and _haven(game, state, 1 - seat, at)
    lost = _forlorn(game, state, seat, at, attackers, landed)
    return f"takes it: {_told(game, attackers, defenders, seat, cat.fort[at], escape, forlorn=(lost, 0))}"


def _at_sea(game: Hawaii, state: State) -> str:
    """Return the odds of a war fleet that puts to sea, for its owner: at sea it does not matter who attacks."""
    top, cat = state.stack[-1], game.cat
    if not isinstance(top, LaunchFleet):
        return ""
    fleet = top.fleet & cat.fighters
    landing = meets(game, state, top.at, 1 - top.seat) & cat.fighters
    ashore = state.places[top.at] & own(game, state, top.seat) & cat.fighters & ~fleet
    refuge = _haven(game, state, top.seat, top.at, without=fleet)
    forlorn = 0 if refuge else fleet, 0 if _haven(game, state, 1 - top.seat, top.at) else landing
    told = _told(game, fleet, landing, top.seat, False, False, sea=True, forlorn=forlorn)
    with_it = "" if refuge or not ashore else "; if it is beaten, those ashore are lost with it (R27)"
    return f"wins at sea: {told}{with_it}"


def _waiting(game: Hawaii, state: State) -> str:
    """Return the odds of the defender who waits for a landing, if he has anybody there to fight."""
    top, cat = state.stack[-1], game.cat
    if not isinstance(top, LaunchFleet):
        return ""
    here, attacker = state.places[top.at] & cat.fighters, 1 - top.seat
    landing, mine = here & own(game, state, attacker), here & own(game, state, top.seat)
    if not mine:
        return ""
    lost = _forlorn(game, state, attacker, top.at, landing, 0)
    return f"holds it: {_told(game, landing, mine, attacker, cat.fort[top.at], False, turned=True, forlorn=(lost, 0))}"


def _forlorn(game: Hawaii, state: State, seat: int, at: int, force: int, landed: int) -> int:
    """Return who of an attacking force is lost if it is beaten ashore (11.5, R40): not who walked in.

    The others leave by canoe, if there is one and a space to go to. `landed`: those who are about to land.
    """
    afoot = force & ~landed & ~state.rode
    canoes = landed or state.places[at] & own(game, state, seat) & game.cat.canoes
    return 0 if canoes and _haven(game, state, seat, at, without=force) else force & ~afoot


def _haven(game: Hawaii, state: State, seat: int, at: int, *, without: int = 0) -> bool:
    """Tell whether a beaten force of a seat can retreat: to a space that its side holds, none with a battle to come."""
    cat, closed = game.cat, 1 << at | to_come(state)
    mine, theirs = own(game, state, seat) & cat.fighters & ~without, strangers(game, state, seat) & cat.fighters
    return any(
        here & mine and not here & theirs and not closed >> space & 1
        for space, here in enumerate(state.places[: cat.n])
    )


@lru_cache(maxsize=4096)
def _told(
    game: Hawaii,
    attackers: int,
    defenders: int,
    seat: int,
    wall: bool,
    escape: bool,
    *,
    sea: bool = False,
    turned: bool = False,
    forlorn: tuple[int, int] = (0, 0),
) -> str:
    """Say how the battle would go; of armies too large to wait for, an estimate, which says that it is one.

    `turned`: it is said to the defender. `forlorn`: who of either side is lost if it is beaten.
    """
    large = attackers.bit_count() + defenders.bit_count() > MOST_UNITS
    odds = estimate if large else battle_odds
    found = odds(game, attackers, defenders, attacker=seat, wall=wall, escape=escape, sea=sea, forlorn=forlorn)
    how = f"estimated from {found.sampled} battles" if found.sampled else "exact"
    return f"{found.turned() if turned else found} ({how}; {'at sea' if sea else 'ashore'}, without cards)"
