"""A fight played at random, volley by volley, ends as often so, and so, as one played die by die on the engine."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import pytest

from kemu.core.pending import Decide
from kemu.core.rng import QuickRng
from kemu.games.hawaii.odds.lines import Line
from kemu.games.hawaii.odds.policy import choose
from kemu.games.hawaii.odds.sampled import fought
from kemu.games.hawaii.rules.fight import Fight

from .positions import CAT, GAME, A, K, position, units

NUMBER = 1_500


def fighting(attackers: str, defenders: str, at: str, attacker: int) -> Any:
    """A fight as it begins."""
    canoe = ("k-c1", "a-c1")[attacker]
    there = {"kona": "k-w9", "maui": "a-w5", at: f"{attackers} {canoe} {defenders}"}
    state = position("battle", attacker, rode=attackers, sailed=canoe, **there)
    assert isinstance(state.stack[-1], Fight)
    return state


def die_by_die(state: Any, rng: QuickRng) -> Any:
    """Play the fight on the engine, both sides by the policy."""
    depth, stage = len(state.stack), state.stack[-1].stage
    while len(state.stack) == depth and isinstance(state.stack[-1], Fight) and state.stack[-1].stage == stage:
        pending = GAME.pending(state)
        choice = choose(CAT, state.stack[-1], pending) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    return state


def kinds(living: int) -> tuple[tuple[str, int], ...]:
    """Who is left, by kind and strength: equal counters are not told apart."""
    return tuple(sorted((CAT.counters[u].kind, CAT.strength[u]) for u in range(len(CAT.counters)) if living >> u & 1))


FIGHTS = {
    "even": ("k-w1 k-w2", "a-w1 a-w2", "molokai", K),
    "guns, pikes and elites": ("k-gua k-mus k-pik", "a-thu a-mus a-w4", "molokai", K),
    "behind a wall": ("k-w1 k-w2 k-you", "a-w1 a-w2 a-w4", "hilo", K),
    "the chiefs attack": ("a-bro a-w1 a-w2", "k-w1 k-pik k-w2", "molokai", A),
    "the king himself": ("k-kam k-w1", "a-w1 a-w2 a-w4", "molokai", K),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_a_sampled_fight_ends_as_often_in_each_way_as_on_the_engine(name: str) -> None:
    attackers, defenders, at, attacker = FIGHTS[name]
    start, rng = fighting(attackers, defenders, at, attacker), QuickRng(5)
    slow: Counter[Any] = Counter()
    for _ in range(NUMBER):
        after = die_by_die(start, rng)
        dead = after.places[CAT.gone] | after.places[CAT.boxes[K]] | after.places[CAT.boxes[A]]
        slow[kinds(units(attackers) & ~dead), kinds(units(defenders) & ~dead)] += 1

    wall = start.stack[-1].wall >= 0
    lines = Line(CAT, walled=False, gilt=0), Line(CAT, walled=wall, gilt=0)
    begin = lines[0].standing(units(attackers)), lines[1].standing(units(defenders))
    draw = Random(5).random
    quick: Counter[Any] = Counter()
    for _ in range(NUMBER):
        _, *ends = fought(lines, begin, attacker, draw)
        left = [kinds(line.states[end][0]) for line, end in zip(lines, ends, strict=True)]
        quick[left[0], left[1]] += 1

    assert len(slow) > 2
    for end in {*slow, *quick}:
        one, other = slow[end] / NUMBER, quick[end] / NUMBER
        either = (one + other) / 2
        assert abs(one - other) < 4.5 * sqrt(2 * either * (1 - either) / NUMBER) + 0.002, end
