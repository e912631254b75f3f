"""Strikes for a searching player to try first: all who can come, in the canoes that can sail, to one space.

A landing in strength takes a dozen answers, and half of it looks worse than staying at home. So the search is told of
whole ones (`Game.plans`); what is better than these it finds from there.
"""

from __future__ import annotations

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


def plans(game: Hawaii, state: State) -> list[tuple[Action, ...]]:
    """Return the strikes that look possible while units are moved: the surest first.

    At the enemy, or at a space that lies empty; with one canoe or all that may sail, or on foot; with chiefs, without
    them, or without anybody who stands where they do. And at all chiefs of the enemy at once, if they stand apart:
    that ends the game, where one of them gone means little.
    """
    top = state.stack[-1]
    if not isinstance(top, Moving):
        return []
    cat, weigh, seat = game.cat, game.might, top.seat
    mine, chiefs = cat.owned[state.kauai + 1][seat], cat.chiefs[seat]
    guard = sum(here for here in state.places[: cat.n] if here & chiefs)
    found: dict[tuple[Action, ...], float] = {}
    for at in range(cat.n):
        here = state.places[at] & cat.fighters
        if here & mine and not here & ~mine:
            continue
        for stay in {0, chiefs, guard} if here else {chiefs, guard}:
            for canoes in {0, 1, state.fleet}:
                plan, end = _strike(game, state, at, stay, canoes)
                wins = takes(weigh(end.places[at] & mine & cat.fighters), weigh(here & ~mine), wall=cat.fort[at])
                if plan and wins > VAIN:
                    found[plan] = wins
    hunted = [at for at in range(cat.n) if state.places[at] & cat.chiefs[1 - seat]]
    if len(hunted) == 2:
        for first, second in (hunted, hunted[::-1]):
            for stay, canoes in product((0, chiefs, guard), range(state.fleet + 1)):
                one, end = _strike(game, state, first, stay, canoes)
                other, end = _strike(game, end, second, stay, end.fleet)
                wins = 1.0
                for at in hunted:
                    here = end.places[at] & cat.fighters
                    wins *= takes(weigh(here & mine), weigh(here & ~mine), wall=cat.fort[at])
                if one + other and wins > VAIN:
                    found[one + other] = wins
    return sorted(found, key=found.__getitem__, reverse=True)


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
