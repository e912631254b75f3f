"""C: laying stones."""

from __future__ import annotations

import pytest

from kemu import Decide, QuickRng
from kemu.games.moeraki import State

from .positions import BOARD, GAME, after, choices, drawn, position


@pytest.mark.rule("moeraki:C.1")
def test_the_first_stone_may_lie_in_any_hollow_but_the_balls() -> None:
    state = after(GAME.start(), "e7")
    assert set(choices(state)) == set(BOARD.hollows) - {"e7"}


@pytest.mark.rule("moeraki:C.2")
def test_stones_are_laid_in_turn_each_in_an_open_hollow() -> None:
    state = after(GAME.start(), "f6")
    laid: list[str] = []
    for at in ("a3", "k9", "b2", "e5", "i11"):
        pending = GAME.pending(state)
        assert isinstance(pending, Decide)
        assert pending.seat == (1 if len(laid) % 2 == 0 else 0)
        assert set(choices(state)) == set(BOARD.hollows) - {"f6", *laid}
        state = after(state, at)
        laid.append(at)
        assert state.last == BOARD.hollow[at]


@pytest.mark.rule("moeraki:C.3")
@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_a_stone_that_lies_stays_to_the_end(variant: str) -> None:
    rng = QuickRng(5)
    for _ in range(20):
        state: State = GAME.start(GAME.parse_settings({"variant": variant}))
        while isinstance(pending := GAME.pending(state), Decide):
            before = state
            state, _ = GAME.apply(state, pending.pick(rng))
            for seat in (0, 1):
                assert before.stones[seat] & ~state.stones[seat] == 0
            assert not state.stones[0] & state.stones[1]
            if before.ball >= 0:
                assert state.ball == before.ball


ALMOST_FULL = """
    ..o.x.x.o..
    .o.o.x.o.x.
    x.x.o.o.x._
    .o.o.x.o.o.
    x.o.x.x.x.o
    .x.x.@.o.x.
    o.x.o.x.x.o
    .o.o.x.o.o.
    x.o.o.o.x.x
    .x.x.x.x.o.
    ..o.o.x.o..
"""


@pytest.mark.rule("moeraki:M.4")
def test_28_stones_of_each_colour_fill_the_board() -> None:
    state = drawn(ALMOST_FULL, "beginner")
    assert choices(state) == ["k9"]
    state = after(state, "k9")
    assert [stones.bit_count() for stones in state.stones] == [28, 28]
    assert choices(state) == []


@pytest.mark.rule("moeraki:C.2")
def test_nobody_may_pass() -> None:
    assert all(at in BOARD.hollow for at in choices(position(black="c1", white="e1")))
