"""C, in the basic and the master's game: tribal tiles."""

from __future__ import annotations

import pytest

from kemu.games.moeraki.model.events import TileLaid
from kemu.games.moeraki.rules.tiles import points

from .positions import BOARD, GAME, after, choose, drawn, position, tiles

FAR = "d7"  # a beach away from the ball on f6: between c7, e7, d6 and d8
BESIDE = "e6"  # a beach beside the ball on f6: between d6, e5, e7 and the ball
SEMI = "f1"  # a semi-beach: between e1, g1 and f2


@pytest.mark.rule("moeraki:C.4")
@pytest.mark.parametrize(("last", "white"), [("white", "c7 e7"), ("black", "c7 e7 d6")])
def test_three_white_to_one_black_bring_a_white_tile_whoever_lays_the_last_stone(last: str, white: str) -> None:
    black = "d6" if last == "white" else ""
    state, events = choose(position(white=white, black=black, turn=last), "d8")
    assert tiles(state, "white") == {FAR}
    assert tiles(state, "black") == set()
    assert TileLaid(1, FAR, True, "moeraki:C.4") in events
    assert GAME.scores(state) == (0, 1)


@pytest.mark.rule("moeraki:C.4")
def test_no_tile_lies_before_the_last_hollow_is_filled() -> None:
    state = after(position(white="c7 e7", turn="white"), "d6")
    assert state.tiles == (0, 0)


@pytest.mark.rule("moeraki:C.5")
def test_two_against_two_bring_no_tile() -> None:
    state = after(position(white="c7 e7", black="d6"), "d8")
    assert state.tiles == (0, 0)


@pytest.mark.rule("moeraki:C.6")
@pytest.mark.parametrize(
    ("black", "white", "holder"), [("d6 e5", "", "black"), ("e5", "d6", "black"), ("", "e5 d6", "white")]
)
def test_beside_the_ball_somebody_is_always_superior(black: str, white: str, holder: str) -> None:
    state, events = choose(position(black=black, white=white), "e7")
    assert tiles(state, holder) == {BESIDE}
    assert (state.tiles[0] | state.tiles[1]).bit_count() == 1
    assert sum(GAME.scores(state)) == 1
    assert [event.clause for event in events if isinstance(event, TileLaid)] == ["moeraki:C.6"]


@pytest.mark.rule("moeraki:C.7")
@pytest.mark.parametrize(("black", "white", "score"), [("e1", "f2", (0.5, 0)), ("", "e1 f2", (0, 0.5))])
def test_a_semi_beach_held_two_to_one_counts_half(black: str, white: str, score: tuple[float, float]) -> None:
    state, events = choose(position(black=black, white=white), "g1")
    assert GAME.scores(state) == score
    assert [event.clause for event in events if isinstance(event, TileLaid)] == ["moeraki:C.7"]


@pytest.mark.rule("moeraki:C.8")
@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_semi_beach_held_three_to_none_counts_one(colour: str) -> None:
    state, events = choose(position(**{colour: "e1 f2"}, turn=colour), "g1")
    assert tiles(state, colour) == {SEMI}
    assert sum(GAME.scores(state)) == 1
    assert [event.clause for event in events if isinstance(event, TileLaid)] == ["moeraki:C.8"]


@pytest.mark.rule("moeraki:C.7", "moeraki:C.8")
def test_every_semi_beach_counts_and_none_can_be_level() -> None:
    for beach in (i for i, semi in enumerate(BOARD.semi) if semi):
        shore = [BOARD.hollows[i] for i in range(57) if BOARD.round[beach] >> i & 1]
        state = after(position(black=shore[0], white=shore[1]), shore[2])
        assert tiles(state, "black") == {BOARD.beaches[beach]}
        assert points(BOARD, state) == (1, 0)


@pytest.mark.rule("moeraki:C.4", "moeraki:T.4")
@pytest.mark.parametrize("colour", ["black", "white"])
def test_one_stone_may_bring_tiles_of_both_colours_its_own_first(colour: str) -> None:
    # d8 is the last hollow round d7, which the other colour holds, and round e8, which the stone's own colour holds.
    own, other = (0, 1) if colour == "black" else (1, 0)
    stones = {("black", "white")[own]: "f8 e9", ("black", "white")[other]: "c7 d6 e7"}
    _, events = choose(position(**stones, turn=colour), "d8")
    laid = [(event.seat, event.at) for event in events if isinstance(event, TileLaid)]
    assert laid == [(own, "e8"), (other, "d7")]


@pytest.mark.rule("moeraki:W.1", "moeraki:W.2")
def test_the_beginners_game_has_no_tiles_and_the_basic_game_has() -> None:
    beginner = after(position("beginner", white="c7 e7 d6"), "d8")
    basic = after(position("basic", white="c7 e7 d6"), "d8")
    assert (tiles(beginner, "white"), tiles(basic, "white")) == (set(), {FAR})


TWENTY_SIX = """
    ..x.o.x.o..
    .o.x.x.x.x.
    o.x.x.o.o.o
    .o.o.x.o.o.
    x.o.o.o.x.o
    .x.x.@.o.x.
    o.x._.o.x.o
    .x.o.o.o.x.
    x.x.x.x.x.x
    .o.o.x.x.o.
    ..o.x.o.o..
"""


@pytest.mark.rule("moeraki:R.10")
def test_a_colour_may_have_more_tiles_than_the_24_that_are_printed() -> None:
    before = drawn(TWENTY_SIX)
    assert len(tiles(before, "black")) <= 24
    state = after(before, "e5")
    assert len(tiles(state, "black")) == 26
    assert GAME.scores(state) == (22.5, 17)
