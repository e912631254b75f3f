"""What a searching player makes of a position in the middle of a part: what it is likely to be worth at its end.

A search looks no further than the end of the part: what the other side makes of it is in what was learned
(`between.py`). How the part ends from here is foreseen in two ways. By formula: every battle that is due is won, or
lost, with the chance and the losses that the strengths tell, without luck. And by playing on (`onward.py`), with dice,
sightings and cards. The formula is steady, and knows nothing of fleets met at sea; the play knows everything, and is a
matter of luck.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kemu.core.pending import Decide, Pending
from kemu.core.rng import Rng

from .between import Worth, ended
from .clash import End, after, ends
from .features import RESERVE, reserve
from .onward import best_landing, onward
from .rules.battle import BattlePhase
from .rules.cards import DrawCard
from .rules.fight import Fight
from .rules.movement import Loading, Moving
from .rules.recruiting import Recruiting
from .rules.victory import Finished

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

LUCK = 0.4
"""How much the part played on with dice counts; the rest is the formula."""
CLASHES = 3
"""So many battles of a part are weighed; a part seldom has more than one."""
HOPELESS = 0.003
"""Ends of a part's battles less likely than this are not looked at."""
CALM = (Moving, Recruiting, BattlePhase)
"""Where the formula holds, beside a fight ashore: nobody is at sea, nothing is asked that it does not know.

Unless a storm is to break: then who fights is not who has sailed."""


def appraise(game: Hawaii, state: State, pending: Pending, rng: Rng) -> Worth:
    """Return what a position is worth to either seat."""
    top = state.stack[-1]
    if isinstance(top, Loading):
        if not top.load:
            # Where this canoe goes is open: as it stands now.
            return foreseen(game, state)
        assert isinstance(pending, Decide), "a landing is chosen"
        state, _ = game.apply(state, best_landing(game, state, top, pending))
        pending, top = game.pending(state), state.stack[-1]
    first, second = _played_on(game, state, pending, rng)
    if (isinstance(top, CALM) and not _storm(game, state)) or (isinstance(top, Fight) and top.stage > 0):
        steady = foreseen(game, state)
        first, second = LUCK * first + (1.0 - LUCK) * steady[0], LUCK * second + (1.0 - LUCK) * steady[1]
    return first, second


def _storm(game: Hawaii, state: State) -> bool:
    """Tell whether a storm is still to break over canoes that have sailed."""
    moving = any(isinstance(frame, Moving) for frame in state.stack[:3])
    return moving and state.sailed > 0 and state.card >= 0 and game.cat.cards[state.card].effect("storm") is not None


def _played_on(game: Hawaii, state: State, pending: Pending, rng: Rng) -> Worth:
    """Return what it is worth after the part has been played on, with dice."""
    while True:
        then = onward(game, state, pending, rng)
        if then is None:
            break
        state, pending = then
    top = state.stack[-1]
    if isinstance(top, Finished):
        return ended(game.cat, state.options.length, state.month, top.winner)
    assert isinstance(top, DrawCard), "a part is played on to the next one's card"
    return game.judge(game, state, state.places, top.seat, state.month)


def foreseen(game: Hawaii, state: State) -> Worth:
    """Return what the end of this part is worth, over the ways in which its battles may end."""
    first: Any = state.stack[0]
    actor: int = first.seat
    month = state.month + actor  # After the Allied Chiefs' part the next month begins.
    first_total = second_total = sure = 0.0
    clashes = _clashes(game, state, actor)
    # Kauaʻi, attacked while it is neutral, joins the other side (R17).
    provoked = state.kauai < 0 and any(game.cat.kauai & dead for (_, dead, _, _), _ in clashes)
    at_end = replace(state, kauai=1 - actor) if provoked else state
    for so_ended in product(*clashes):
        likely, places = 1.0, state.places
        for end in so_ended:
            likely *= end[0]
            places = after(game.cat, places, end)
        if likely > HOPELESS:
            worth = game.judge(game, at_end, places, 1 - actor, month)
            first_total += likely * worth[0]
            second_total += likely * worth[1]
            sure += likely
    return first_total / sure, second_total / sure


def _clashes(game: Hawaii, state: State, actor: int) -> list[tuple[End, End]]:
    """Return for each battle that is due its two ends: how likely, who dies, who is left, and where."""
    cat, weigh = game.cat, game.weights
    owned = cat.owned[state.kauai + 1]
    theirs = owned[1 - actor] | (cat.kauai if state.kauai < 0 else 0)
    top = state.stack[-1]
    fight = top if isinstance(top, Fight) else None
    more = RESERVE * reserve(game, state, actor) if state.fleet and fight is None else 0.0
    moving = any(isinstance(frame, Moving) for frame in state.stack[:3])
    found: list[tuple[End, End]] = []
    for at in range(cat.n):
        here = state.places[at] & cat.fighters
        shaken = 0
        wall = cat.fort[at]
        if fight is not None and fight.at == at:
            here |= fight.lines[0] | fight.lines[1]
            shaken = fight.panicked
            wall = (wall and fight.stage > 0) or fight.wall >= 0
        attackers, defenders = here & owned[actor], here & theirs
        if not attackers or not defenders or len(found) == CLASHES:
            continue
        attack, defence = (weigh(side & ~shaken) + 0.3 * weigh(side & shaken) for side in (attackers, defenders))
        if moving and cat.other[at] >= 0:
            # Those on the island's other space who may still walk over; a chief had better not.
            may = owned[actor] & cat.fighters & ~cat.chiefs[actor] & ~(state.walked | state.rode)
            attack += RESERVE * weigh(state.places[cat.other[at]] & may)
        found.append(ends(cat, weigh, at, (attackers, defenders), (attack + more, defence), wall=wall))
    return found


def horizon(state: State) -> bool:
    """Tell whether a part is over and the next has not begun."""
    return isinstance(state.stack[-1], DrawCard)
