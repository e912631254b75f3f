"""The candidates of a search: always some of the options, and none of the idle ones."""

from __future__ import annotations

import pytest

from kemu import Action, QuickRng
from kemu.core.pending import Decide, Over
from kemu.games.hawaii import State
from kemu.games.hawaii.model.actions import Fire, Land, Load, Lose, Sail, Walk
from kemu.games.hawaii.rules.fight import Fight

from .positions import CAT, GAME, K, position


def candidates(state: State) -> tuple[Decide, list[Action]]:
    decide = GAME.pending(state)
    assert isinstance(decide, Decide)
    return decide, list(GAME.mind.candidates(GAME.view(state, decide.seat), decide))


@pytest.mark.parametrize("seed", range(4))
def test_candidates_are_some_of_the_options(seed: int) -> None:
    rng = QuickRng(seed)
    state = GAME.start()
    fights = 0
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            _, some = candidates(state)
            assert some
            assert all(option in pending.options for option in some)
            if isinstance(state.stack[-1], Fight) and isinstance(pending.options[0], Fire | Lose):
                fights += 1
                assert len(some) == 1
            choice = pending.pick(rng)
        else:
            choice = pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    assert fights


def test_canoes_are_sailed_not_walked() -> None:
    decide, some = candidates(position("move", K, kona="k-kam k-w1 k-c1", hilo="k-w3", waikiki="a-kal"))
    assert Walk("k-c1") in decide.options
    assert Walk("k-c1") not in some
    assert Walk("k-w1") in some
    assert Sail("k-c1") in some


def test_a_canoe_sails_with_a_load_if_there_is_one() -> None:
    state = position("move", K, kona="k-kam k-w1 k-c1", hilo="k-w3", waikiki="a-kal")
    state, _ = GAME.apply(state, Sail("k-c1"))
    decide, some = candidates(state)
    assert Land("molokai") in decide.options
    assert all(isinstance(option, Load) for option in some)
    state, _ = GAME.apply(state, Load("k-w1"))
    decide, some = candidates(state)
    assert some == list(decide.options)
    assert Land(CAT.spaces[3].id) in some
