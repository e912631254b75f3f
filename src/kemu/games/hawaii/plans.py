"""Whole movements for a searching player to try first.

A landing in strength takes a dozen answers, and half of it looks worse than staying at home. So the search is told of
whole ones (`Game.plans`): strikes with all who can come, in the canoes that can sail, to one space; people sent to
hold spaces that lie empty; a chief who goes home, or to whom the others come. What is better than these it finds from
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from kemu.core.pending import Action, Decide

from .actions import Load, Sail, Walk
from .catalogue import bits
from .might import takes
from .rules.movement import Loading, Moving, capacity, loadable

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

VAIN = 0.3
"""A strike less likely to succeed than this is not proposed."""
PRIZE, CHIEF = 0.05, 1.0
"""What the enemy's strength counts for, beside a space, and what a chief does: to say which strikes promise most."""
QUIET = 0.9
"""What a movement without a strike promises."""
ALSO = 0.95
"""A strike with garrisons beside it comes a little later than without."""


def plans(game: Hawaii, state: State) -> list[tuple[Action, ...]]:
    """Return the movements that look possible: first the strikes that are sure and that promise most.

    At the enemy, or at a space that lies empty; with one canoe or all that may sail, or on foot; with chiefs, without
    them, or without anybody who stands where they do. And at all chiefs of the enemy at once, if they stand apart:
    that ends the game, where one of them gone means little. With what is left, or without a strike, empty spaces are
    held, and chiefs and their people come together.
    """
    top = state.stack[-1]
    if not isinstance(top, Moving):
        return []
    found: dict[tuple[Action, ...], float] = {}
    for plan, end, promise in [*_strikes(game, state, top.seat), *_hunts(game, state, top.seat)]:
        found[plan] = promise
        for more in _garrisons(game, end)[-1:]:
            found[plan + more] = ALSO * promise
    for plan in [*_garrisons(game, state), *_gatherings(game, state, top.seat)]:
        found.setdefault(plan, QUIET)
    return sorted(found, key=found.__getitem__, reverse=True)


Planned = tuple[tuple[Action, ...], "State", float]
"""A strike, the state when all are there, and what it promises: a prize, by how likely it is won."""


def _strikes(game: Hawaii, state: State, seat: int) -> Iterator[Planned]:
    """Yield strikes at one space."""
    cat, weigh = game.cat, game.might
    mine, chiefs = cat.owned[state.kauai + 1][seat], cat.chiefs[seat]
    guard = sum(here for here in state.places[: cat.n] if here & chiefs)
    for at in range(cat.n):
        here = state.places[at] & cat.fighters
        if here & mine and not here & ~mine:
            continue
        for stay in {0, chiefs, guard} if here else {chiefs, guard}:
            for canoes in {0, 1, state.fleet}:
                plan, end = _strike(game, state, at, stay, canoes)
                wins = takes(weigh(end.places[at] & mine & cat.fighters), weigh(here & ~mine), wall=cat.fort[at])
                if plan and wins > VAIN:
                    hunted = CHIEF if here & cat.chiefs[1 - seat] else 0.0
                    yield plan, end, wins * (1.0 + PRIZE * weigh(here & ~mine) + hunted)


def _hunts(game: Hawaii, state: State, seat: int) -> Iterator[Planned]:
    """Yield strikes at both chiefs of the enemy."""
    cat, weigh = game.cat, game.might
    mine, chiefs = cat.owned[state.kauai + 1][seat], cat.chiefs[seat]
    guard = sum(here for here in state.places[: cat.n] if here & chiefs)
    hunted = [at for at in range(cat.n) if state.places[at] & cat.chiefs[1 - seat]]
    if len(hunted) != 2:
        return
    for first, second in (hunted, hunted[::-1]):
        for stay, canoes in product((0, chiefs, guard), range(state.fleet + 1)):
            one, end = _strike(game, state, first, stay, canoes)
            other, end = _strike(game, end, second, stay, end.fleet)
            wins = 1.0
            for at in hunted:
                here = end.places[at] & cat.fighters
                wins *= takes(weigh(here & mine), weigh(here & ~mine), wall=cat.fort[at])
            if one + other and wins > VAIN:
                yield one + other, end, 2 * wins * (1.0 + CHIEF)


def _gatherings(game: Hawaii, state: State, seat: int) -> Iterator[tuple[Action, ...]]:
    """Yield movements to where a chief stands, and of a chief with his people to other spaces that are held."""
    cat = game.cat
    fighters = cat.owned[state.kauai + 1][seat] & cat.fighters
    held = [
        at for at, here in enumerate(state.places[: cat.n]) if here & fighters and not here & cat.fighters & ~fighters
    ]
    for at in held:
        if not state.places[at] & cat.chiefs[seat]:
            continue
        for to in held:
            stay = 0 if to == at else fighters & ~state.places[at]
            plan, _ = _strike(game, state, to, stay, state.fleet)
            if plan:
                yield plan


def _garrisons(game: Hawaii, state: State) -> list[tuple[Action, ...]]:
    """Return how one space that lies empty is held, how two are, and so on: those that a victory asks for."""
    cat, top = game.cat, state.stack[-1]
    if not isinstance(top, Moving):
        return []
    found: list[tuple[Action, ...]] = []
    plan: tuple[Action, ...] = ()
    for at in dict.fromkeys(at for _, spaces in cat.wins[top.seat] for at in spaces):
        if state.places[at] & cat.fighters:
            continue
        step, state = _garrison(game, state, top.seat, at)
        if step:
            plan += step
            found.append(plan)
    return found


def _garrison(game: Hawaii, state: State, seat: int, to: int) -> tuple[tuple[Action, ...], State]:
    """Return how the weakest unit that can be spared comes to a space, and the state when it is there."""
    cat, before, spared = game.cat, state, _spared(game, state, seat)
    plan: list[Action] = []
    while isinstance(state.stack[-1], Moving | Loading):
        pending = game.pending(state)
        if not isinstance(pending, Decide):
            break
        top, near = state.stack[-1], state.places[cat.other[to]] if cat.other[to] >= 0 else 0
        step: Action | None = None
        if isinstance(top, Loading):
            loads = {cat.index[option.unit]: option for option in pending.options if isinstance(option, Load)}
            able = [unit for unit in loads if spared >> unit & 1] if not top.load else []
            step = loads[min(able, key=game.might.of_unit.__getitem__)] if able else cat.land[to] if top.load else None
        else:
            walks = {cat.index[option.unit]: option for option in pending.options if isinstance(option, Walk)}
            able = [unit for unit in walks if near & spared >> unit & 1]
            if able:
                step = walks[min(able, key=game.might.of_unit.__getitem__)]
            elif spared & loadable(game, state, seat):
                step = next((option for option in pending.options if isinstance(option, Sail)), None)
        if step is None:
            break
        plan.append(step)
        state, _ = game.apply(state, step)
        if isinstance(step, Walk) or step == cat.land[to]:
            return tuple(plan), state
    return (), before


def _spared(game: Hawaii, state: State, seat: int) -> int:
    """Return who can be sent away: no leader, nobody who would leave his space empty, or his chief alone."""
    cat = game.cat
    mine, found = cat.owned[state.kauai + 1][seat] & cat.fighters, 0
    for here in state.places[: cat.n]:
        common = here & mine & ~cat.leaders
        if (here & mine).bit_count() > 1 and common.bit_count() > (1 if here & cat.chiefs[seat] else 0):
            found |= common & ~(state.rode | state.walked)
    return found


def _strike(game: Hawaii, state: State, to: int, stay: int, canoes: int) -> tuple[tuple[Action, ...], State]:
    """Return how all but those who stay come to a space, with so many canoes, and the state when they are there."""
    plan: list[Action] = []
    while (step := _step(game, state, to, stay, canoes)) is not None:
        plan.append(step)
        state, _ = game.apply(state, step)
        canoes -= isinstance(step, Sail)
    return tuple(plan), state


def _step(game: Hawaii, state: State, to: int, stay: int, canoes: int) -> Action | None:
    """Return what is done next for a strike: walk there, send a canoe, load the strongest, land."""
    cat, top, pending = game.cat, state.stack[-1], game.pending(state)
    if not isinstance(top, Moving | Loading) or not isinstance(pending, Decide):
        return None
    away = ~(stay | state.places[to])
    if isinstance(top, Loading):
        loads = {cat.index[option.unit]: option for option in pending.options if isinstance(option, Load)}
        able = sum(1 << unit for unit in loads) & away
        if not top.load:
            able &= _richest(game, state, loadable(game, state, top.seat) & away)
        return loads[max(bits(able), key=game.might.of_unit.__getitem__)] if able else cat.land[to]
    walkers = state.places[cat.other[to]] & cat.fighters & ~stay if cat.other[to] >= 0 else 0
    riders = loadable(game, state, top.seat) & away if canoes else 0
    for option in pending.options:
        if isinstance(option, Walk) and walkers >> cat.index[option.unit] & 1:
            return option
        if isinstance(option, Sail) and riders:
            return option
    return None


def _richest(game: Hawaii, state: State, units: int) -> int:
    """Return those of the units who stand where a canoe finds the strongest load."""
    cat, weigh, size = game.cat, game.might, capacity(game, state)

    def lift(here: int) -> float:
        return weigh.best(here & ~cat.leaders, size) + weigh(here & cat.leaders)

    return max((there & units for there in state.places[: cat.n]), key=lift)
