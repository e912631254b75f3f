"""The engine against the oracle: whole games, choice by choice."""

from __future__ import annotations

import pytest

from kemu import Decide, Over, QuickRng
from kemu.games.moeraki import State
from kemu.games.moeraki.model.state import SEATS

from .oracle import HOLLOWS, Naive, name
from .positions import GAME, choices, names, tiles


def assert_same(state: State, naive: Naive) -> None:
    """Choices, whose turn, stones, tiles, Tane, points, victories, end: all the same."""
    pending = GAME.pending(state)
    assert set(choices(state)) == naive.options()
    if isinstance(pending, Decide):
        assert SEATS[pending.seat] == naive.turn()
    for seat, colour in enumerate(SEATS):
        stones = {name(at) for at, owner in naive.stones.items() if owner == colour}
        assert names(state.stones[seat], GAME.board.hollows) == stones
        assert tiles(state, colour) == {name(at) for at, owner in naive.tiles.items() if owner == colour}
        assert state.victories()[seat] == naive.results.count(colour)
    assert {SEATS[t.seat]: GAME.board.beaches[t.beach] for t in state.tanes} == {
        c: name(p) for c, p in naive.tane.items()
    }
    if state.settings.kemu == 1:
        assert GAME.scores(state) == (naive.points("black"), naive.points("white"))
    assert isinstance(pending, Over) == naive.over
    if isinstance(pending, Over):
        assert (None if pending.winner is None else SEATS[pending.winner]) == naive.winner()
        assert pending.reason == naive.way


def play_both(variant: str, seed: int, *, careful: int = 0, kemu: int = 1) -> Naive:
    """Play one random game on both; out of `careful` tries a choice that does not end the game is taken."""
    rng = QuickRng(seed)
    first = SEATS[seed % 2]
    state = GAME.start(GAME.parse_settings({"variant": variant, "kemu": kemu, "first": first}))
    naive = Naive(variant, kemu, first)
    assert_same(state, naive)
    while not isinstance(pending := GAME.pending(state), Over):
        choice = pending.pick(rng)
        following, _ = GAME.apply(state, choice)
        for _ in range(careful):
            if len(following.played) == len(state.played):
                break
            choice = pending.pick(rng)
            following, _ = GAME.apply(state, choice)
        naive.play(GAME.notation(choice))
        state = following
        assert_same(state, naive)
    return naive


@pytest.mark.rule("moeraki:W.1", "moeraki:W.2", "moeraki:W.3")
@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
@pytest.mark.parametrize("careful", [0, 30], ids=["wild", "careful"])
def test_random_games_are_the_same_on_both(variant: str, careful: int) -> None:
    full = sum(len(play_both(variant, seed, careful=careful).stones) == len(HOLLOWS) - 1 for seed in range(40))
    # Wild games end early; careful ones must reach the full board often enough to test Marae and the late Tane.
    assert full >= 16 if careful else full <= 8


@pytest.mark.rule("moeraki:E.3", "moeraki:B.3", "moeraki:B.4")
@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_whole_kemus_are_the_same_on_both(variant: str) -> None:
    for seed in range(10):
        naive = play_both(variant, seed, kemu=3)
        assert 3 in (naive.results.count("black"), naive.results.count("white"))
