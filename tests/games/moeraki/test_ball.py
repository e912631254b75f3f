"""B: the start of a game."""

from __future__ import annotations

import pytest

from kemu import Decide
from kemu.games.moeraki.model.state import SEATS

from .positions import BOARD, GAME, after, choices, position


def seat_in_turn(state: object) -> str:
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    return SEATS[pending.seat]


@pytest.mark.rule("moeraki:B.1", "moeraki:R.2")
@pytest.mark.parametrize("first", SEATS)
def test_the_player_named_by_the_option_places_the_first_ball(first: str) -> None:
    state = GAME.start(GAME.parse_settings({"first": first}))
    assert seat_in_turn(state) == first
    assert after(state, "f6").placer == SEATS.index(first)


@pytest.mark.rule("moeraki:A.1", "moeraki:R.2")
@pytest.mark.parametrize("first", SEATS)
def test_each_seat_lays_stones_of_its_own_colour_whoever_begins(first: str) -> None:
    state = after(GAME.start(GAME.parse_settings({"first": first})), "f6", "c1")
    second = 1 - SEATS.index(first)
    assert state.stones[second] == 1 << BOARD.hollow["c1"]
    assert state.stones[1 - second] == 0


@pytest.mark.rule("moeraki:B.2")
@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_the_ball_goes_into_any_of_the_nine_hollows_of_the_field(variant: str) -> None:
    state = GAME.start(GAME.parse_settings({"variant": variant}))
    assert " ".join(sorted(choices(state))) == "d6 e5 e7 f4 f6 f8 g5 g7 h6"
    assert after(state, "g7").ball == BOARD.hollow["g7"]


@pytest.mark.rule("moeraki:C.1")
def test_the_other_player_lays_the_first_stone() -> None:
    state = after(GAME.start(), "f6")
    assert seat_in_turn(state) == "white"


@pytest.mark.rule("moeraki:B.3")
@pytest.mark.parametrize("winner", SEATS)
def test_the_winner_of_a_game_places_the_ball_in_the_next_one(winner: str) -> None:
    almost = position(**{winner: "a9 b10"}, turn=winner, kemu=3)
    state = after(almost, "c11")
    assert seat_in_turn(state) == winner
    assert after(state, "e5").placer == SEATS.index(winner)


@pytest.mark.rule("moeraki:B.4")
def test_the_ball_must_move_to_another_hollow_in_the_next_game() -> None:
    state = after(position(ball="g5", black="a9 b10", kemu=3), "c11")
    assert " ".join(sorted(choices(state))) == "d6 e5 e7 f4 f6 f8 g7 h6"


@pytest.mark.rule("moeraki:B.4")
def test_the_ball_may_go_back_in_the_game_after_that() -> None:
    state = after(position(ball="g5", black="a9 b10", kemu=3), "c11", "f6")
    state = after(state, "c1", "a9", "e1", "b10", "g1", "c11")
    assert "g5" in choices(state)
    assert "f6" not in choices(state)


@pytest.mark.rule("moeraki:B.3")
def test_the_next_game_begins_on_an_empty_board() -> None:
    state = after(position(ball="g5", black="a9 b10 d4 d8 c7", white="e7 b6 j4", kemu=3), "c11", "f6")
    assert (state.stones, state.tiles, state.tanes, state.pattern, state.last) == ((0, 0), (0, 0), (), 0, -1)
