"""A server has one copy of a game for all its tables, and plays them in many threads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import kemu
from kemu.core.game import Game
from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng

PLIES = 160


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads that give way to each other at every turn."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


def play(game: Game[Any, Any], seed: int) -> list[bytes]:
    """Play at random, drawing the table now and then; return what came of it."""
    rng, state, told = QuickRng(seed), game.start(), list[bytes]()
    for ply in range(PLIES):
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        state, _ = game.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))
        if ply % 10 == 0:
            after = game.pending(state)
            game.scene(game.view(state, 0), after if isinstance(after, Decide) and after.seat == 0 else None)
            told.append(game.encode(state))
    return told


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("name", kemu.list_games())
def test_games_at_one_time_do_not_disturb_each_other(name: str) -> None:
    alone = [play(kemu.game(name).without_memory(), seed) for seed in range(2)]
    shared = kemu.game(name)
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda seed: play(shared, seed), [0, 1] * 4))
    assert together == alone * 4
