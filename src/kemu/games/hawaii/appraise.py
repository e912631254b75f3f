"""What a searching player makes of a position in the middle of a part: what it is likely to be worth at its end.

A search looks no further than the end of the part: what the other side makes of it is in what was learned
(`between.py`). How the part ends from here is told in two ways. It is foreseen (`foresee.py`): every battle that is due
ends in one of a few ways, weighed by how likely they are. And it is played on (`onward.py`), with dice, sightings and
cards. What is foreseen is steady, and thinks of few cards; the play knows everything, and is a matter of luck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Decide, Pending
from kemu.core.rng import Rng

from .between import Judge, Worth
from .foresee import foreseen
from .onward import best_landing, onward
from .rules.battle import BattlePhase
from .rules.cards import DrawCard
from .rules.fight import Fight
from .rules.movement import Loading, Moving
from .rules.recruiting import Recruiting
from .rules.sea import LaunchFleet
from .rules.victory import Finished

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

LUCK = 0.15
"""How much the part played on with dice counts; the rest is what is foreseen."""
CALM = (Moving, Recruiting, BattlePhase)
"""Where the part can be foreseen, beside fights and fleets to be launched: nothing is asked that is not thought of.

Unless a storm is to break: then who fights is not who has sailed."""


def appraise(game: Hawaii, state: State, pending: Pending, rng: Rng, respect: float = 1.0) -> Worth:
    """Return what a position is worth to either seat.

    `respect`: how likely it is that the other side knows how to play.
    """
    judge = game.judge.with_respect(respect)
    top = state.stack[-1]
    if isinstance(top, Loading):
        if not top.load:
            # Where this canoe goes is open: as it stands now.
            return _foreseen(game, state, judge)
        assert isinstance(pending, Decide), "a landing is chosen"
        state, _ = game.apply(state, best_landing(game, state, top, pending))
        pending, top = game.pending(state), state.stack[-1]
    steady = _steady(game, state, judge)
    first, second = _played_on(game, state, pending, rng, judge)
    if steady is not None:
        first, second = LUCK * first + (1.0 - LUCK) * steady[0], LUCK * second + (1.0 - LUCK) * steady[1]
    return first, second


def _steady(game: Hawaii, state: State, judge: Judge) -> Worth | None:
    """Return what is foreseen, if it can be: nothing is asked that it does not know."""
    top = state.stack[-1]
    if isinstance(top, LaunchFleet):
        met = _foreseen(game, state, judge, met=True)
        waits = met if top.fleet else _foreseen(game, state, judge)
        return max(met, waits, key=lambda worth: worth[top.seat])
    if isinstance(top, Fight) or (isinstance(top, CALM) and not _storm(game, state)):
        return _foreseen(game, state, judge)
    return None


def _foreseen(game: Hawaii, state: State, judge: Judge, *, met: bool = False) -> Worth:
    return foreseen(game, state, judge, met=met, contempt=judge.contempt)


def _storm(game: Hawaii, state: State) -> bool:
    """Tell whether a storm is still to break over canoes that have sailed."""
    moving = any(isinstance(frame, Moving) for frame in state.stack[:3])
    return moving and state.sailed > 0 and state.card >= 0 and game.cat.cards[state.card].effect("storm") is not None


def _played_on(game: Hawaii, state: State, pending: Pending, rng: Rng, judge: Judge) -> Worth:
    """Return what it is worth after the part has been played on, with dice."""
    while True:
        then = onward(game, state, pending, rng)
        if then is None:
            break
        state, pending = then
    top = state.stack[-1]
    if isinstance(top, Finished):
        return judge.ended(state.options.length, state.month, top.winner)
    assert isinstance(top, DrawCard), "a part is played on to the next one's card"
    return judge(game, state, state.places, top.seat, state.month)


def horizon(state: State) -> bool:
    """Tell whether a part is over and the next has not begun."""
    return isinstance(state.stack[-1], DrawCard)
