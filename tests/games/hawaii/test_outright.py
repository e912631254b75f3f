"""A fight thrown out at once ends as often so, and so, as one thrown die by die on the engine."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide
from kemu.core.rng import QuickRng
from kemu.games.hawaii.outright import KEPT, Outright
from kemu.games.hawaii.policy import choose
from kemu.games.hawaii.rules.fight import Fight
from kemu.games.hawaii.rules.victory import Finished

from .positions import CAT, GAME, A, K, position, units

NUMBER = 1_500


def fighting(attackers: str, defenders: str, at: str = "molokai", attacker: int = K, **changes: Any) -> Any:
    """A fight as it begins, or as it stands after some changes."""
    canoe = ("k-c1", "a-c1")[attacker]
    there = {"kona": "k-w9", "maui": "a-w5", at: f"{attackers} {canoe} {defenders}"}
    state = position("battle", attacker, rode=attackers, sailed=canoe, **there)
    fight = state.stack[-1]
    assert isinstance(fight, Fight)
    changes = {name: units(value) if isinstance(value, str) else value for name, value in changes.items()}
    return replace(state, stack=(*state.stack[:-1], replace(fight, **changes)))


def die_by_die(state: Any, rng: QuickRng) -> Any:
    """Play the fight on the engine, both sides by the policy."""
    depth = len(state.stack)
    while len(state.stack) == depth and isinstance(state.stack[-1], Fight):
        stage, pending = state.stack[-1].stage, GAME.pending(state)
        choice = choose(CAT, state.stack[-1], pending) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = GAME.apply(state, choice)
        if len(state.stack) == depth and isinstance(state.stack[-1], Fight) and state.stack[-1].stage != stage:
            break
    return state


def told(state: Any) -> tuple[Any, ...]:
    """How it ended: where the game stands now, who is where by strength and kind; if it is over, who won."""
    top = state.stack[-1]
    if isinstance(top, Finished):
        return type(top).__name__, top.winner
    alike = tuple(
        tuple(sorted((CAT.counters[u].kind, CAT.strength[u]) for u in range(40) if here >> u & 1))
        for here in state.places
    )
    return type(top).__name__, getattr(top, "stage", None), alike


FIGHTS = {
    "even": fighting("k-w1 k-w2", "a-w1 a-w2"),
    "guns, pikes and elites": fighting("k-gua k-mus k-pik", "a-thu a-mus a-w4"),
    "behind a wall": fighting("k-w1 k-w2 k-you", "a-w1 a-w2 a-w4", "hilo"),
    "the chiefs attack": fighting("a-bro a-w1 a-w2", "k-w1 k-pik k-w2", attacker=A),
    "one side has the advantage": fighting("k-w1 k-w2", "a-w1 a-w2", first=A, turn=A),
    "after a shot": fighting("k-w1 k-w2", "a-w1 a-w2", first=K, turn=A, fired="k-w1"),
    "after panic": fighting("k-w1 k-w2 k-w7", "a-w1 a-w2", round=2, panicked="k-w1 a-w2"),
    "in the middle of a volley": fighting("k-w1 k-w2", "a-w1 a-w2", first=K, turn=K, shooter=CAT.index["k-w1"], dice=1),
    "in the middle of a cannonade": fighting(
        "k-w1 k-w2", "a-mus a-w2", first=K, turn=K, shooter=CAT.index["a-mus"], dice=2
    ),
    "pikes that have stood once": fighting("k-w1 k-w2", "a-pik a-w1 a-w2", first=K, turn=K, piked=2),
    "gilt": fighting("k-w1 k-w2", "a-w1 a-w2", gilt="k-w1 k-w2"),
    "the king himself": fighting("k-kam k-w1", "a-w1 a-w2 a-w4"),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_it_ends_as_often_in_each_way_as_on_the_engine(name: str) -> None:
    state, rng = FIGHTS[name], QuickRng(5)
    slow = Counter(told(die_by_die(state, rng)) for _ in range(NUMBER))
    quick: Counter[Any] = Counter()
    for _ in range(NUMBER):
        thrown = GAME.outright.settled(GAME, state, rng)
        assert thrown is not None
        after, pending = thrown
        assert GAME.pending(after) == pending
        quick[told(after)] += 1
    assert len(slow) > 2
    for end in {*slow, *quick}:
        one, other = slow[end] / NUMBER, quick[end] / NUMBER
        either = (one + other) / 2
        assert abs(one - other) < 4.5 * sqrt(2 * either * (1 - either) / NUMBER) + 0.002, end


def test_where_a_loss_is_to_be_taken_it_is_left_to_the_engine() -> None:
    state = fighting("k-w1 k-mus", "a-w1 a-mus", first=K, turn=K, shooter=CAT.index["k-w1"], dice=1, result=2)
    assert isinstance(GAME.pending(state), Decide)
    assert GAME.outright.settled(GAME, state, QuickRng(1)) is None
    assert GAME.outright.settled(GAME, position("move", K, kona="k-w1"), QuickRng(1)) is None


def test_the_same_line_is_kept_until_it_has_grown_too_long() -> None:
    fights = Outright(CAT)
    line = fights.line(walled=True, gilt=0)
    assert fights.line(walled=True, gilt=0) is line
    assert fights.line(walled=False, gilt=0) is not line
    line.states += [(0, 0, 0, False)] * (KEPT + 1)
    assert fights.line(walled=True, gilt=0) is not line
