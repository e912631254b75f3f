"""D: the end of a game. Three early wins, Marae, and what does not win."""

from __future__ import annotations

from collections import Counter

import pytest

from kemu import Decide
from kemu.games.moeraki.model.events import TileLaid
from kemu.games.moeraki.model.state import SEATS

from .oracle import BEACHES, FIELD, HOLLOWS, LOOKS, around, name, walk
from .positions import BOARD, GAME, after, choose, drawn, hollows, names, over, position
from .test_stones import ALMOST_FULL

FULL_11_TO_10_AND_A_HALF = ALMOST_FULL


def last_stone_wins(line: set[str], ball: str, way: str, clause: str) -> None:
    """Each stone of a line, laid last, wins by this way for either colour; without one of them nobody has won."""
    for colour in SEATS:
        for last in sorted(line):
            rest = " ".join(line - {last})
            before = position("beginner", ball=ball, **{colour: rest}, turn=colour)
            end = over(after(before, last))
            assert (end.winner, end.reason, end.clause) == (SEATS.index(colour), way, clause)


# -- the rulebook's pictures -----------------------------------------------------------------------------------------


@pytest.mark.rule("moeraki:D.1")
def test_black_wins_early_by_tahuna() -> None:
    state = after(position(black="c7 e7 d6", white="f8 g5 h4"), "d8")
    end = over(state)
    assert (end.winner, end.reason, end.clause) == (0, "tahuna", "moeraki:D.1")
    assert end.text == "Black wins by Tahuna."
    assert names(state.pattern, BOARD.hollows) == {"c7", "e7", "d6", "d8"}


@pytest.mark.rule("moeraki:D.2", "moeraki:D.3")
def test_white_wins_by_awa_a_where_black_could_have_won_by_b() -> None:
    # White lacks g3 on the diagonal from a9 to i1; Black lacks i9 on the way from the ball on f6 up to j10.
    white, black = "a9 b8 c7 d6 e5 f4 h2 i1", "g7 h8 j10"
    by_white = over(after(position(white=white, black=black, turn="white"), "g3"))
    assert (by_white.winner, by_white.reason, by_white.clause) == (1, "awa", "moeraki:D.2")
    by_black = over(after(position(white=white, black=black, turn="black"), "i9"))
    assert (by_black.winner, by_black.reason, by_black.clause) == (0, "awa", "moeraki:D.3")


@pytest.mark.rule("moeraki:D.4")
def test_black_wins_early_by_ara() -> None:
    end = over(after(position(black="c11 e11 i11", white="f10 d10 h10"), "g11"))
    assert (end.winner, end.reason, end.clause, end.text) == (0, "ara", "moeraki:D.4", "Black wins by Ara.")


@pytest.mark.rule("moeraki:D.5")
def test_black_wins_by_marae_with_11_to_10_and_a_half() -> None:
    end = over(after(drawn(FULL_11_TO_10_AND_A_HALF), "k9"))
    assert (end.winner, end.reason, end.clause, end.scores) == (0, "marae", "moeraki:D.5", (11, 10.5))
    assert end.text == "Black wins by Marae, 11 to 10.5."


@pytest.mark.rule("moeraki:D.5")
def test_the_higher_score_wins_by_marae_whoever_placed_the_ball() -> None:
    end = over(after(drawn(FULL_11_TO_10_AND_A_HALF, placer="white"), "k9"))
    assert (end.winner, end.clause) == (0, "moeraki:D.5")
    swapped = FULL_11_TO_10_AND_A_HALF.translate(str.maketrans("xo", "ox"))
    end = over(after(drawn(swapped, turn="white"), "k9"))
    assert (end.winner, end.text) == (1, "White wins by Marae, 11 to 10.5.")


@pytest.mark.rule("moeraki:D.9")
@pytest.mark.parametrize("variant", ["basic", "master"])
def test_a_winning_stone_lays_no_tile(variant: str) -> None:
    # g11 completes Ara, and it is the last hollow round f11 and h11 as well.
    state, events = choose(position(variant, black="c11 e11 i11", white="f10 h10"), "g11")
    assert over(state).reason == "ara"
    assert not any(isinstance(event, TileLaid) for event in events)
    assert (state.tiles, over(state).scores) == ((0, 0), (0, 0))


# -- every line there is ---------------------------------------------------------------------------------------------


@pytest.mark.rule("moeraki:D.1")
@pytest.mark.parametrize("ball", ["f6", "e5", "h6"])
def test_four_own_stones_round_any_beach_win(ball: str) -> None:
    for beach in BEACHES:
        shore = {name(hollow) for hollow in around(beach)}
        if ball not in shore:
            last_stone_wins(shore, ball, "tahuna", "moeraki:D.1")


@pytest.mark.rule("moeraki:D.2", "moeraki:R.14")
@pytest.mark.parametrize("ball", ["f6", "e5", "h6"])
def test_every_diagonal_from_border_to_border_wins_the_ones_of_three_too(ball: str) -> None:
    for mask in BOARD.diagonals:
        line = names(mask, BOARD.hollows)
        if ball not in line:
            last_stone_wins(line, ball, "awa", "moeraki:D.2")


@pytest.mark.rule("moeraki:D.3", "moeraki:R.15")
def test_each_way_from_the_border_to_the_ball_wins_by_itself() -> None:
    for ball in FIELD:
        for look in LOOKS:
            line = {name(hollow) for hollow in walk(ball, look, HOLLOWS)}
            last_stone_wins(line, name(ball), "awa", "moeraki:D.3")


@pytest.mark.rule("moeraki:D.3")
def test_the_way_to_a_hollow_where_the_ball_is_not_wins_nothing() -> None:
    state = after(position("beginner", ball="e7", black="g7 h8 i9"), "j10")
    assert isinstance(GAME.pending(state), Decide)


@pytest.mark.rule("moeraki:D.4")
def test_each_of_the_four_sidelines_wins() -> None:
    for line in ("c1 e1 g1 i1", "c11 e11 g11 i11", "a3 a5 a7 a9", "k3 k5 k7 k9"):
        last_stone_wins(set(line.split()), "f6", "ara", "moeraki:D.4")


@pytest.mark.rule("moeraki:R.11", "moeraki:D.1", "moeraki:D.2", "moeraki:D.3", "moeraki:D.4")
@pytest.mark.parametrize("ball", sorted(name(at) for at in FIELD))
def test_there_are_these_winning_lines_and_no_others(ball: str) -> None:
    lines = BOARD.lines(BOARD.hollow[ball])
    # The ball lies beside four beaches and on two diagonals; in place of those two there are four ways to it.
    assert Counter(line.clause for line in lines) == {
        "moeraki:D.1": 40 - 4,
        "moeraki:D.2": 18 - 2,
        "moeraki:D.3": 4,
        "moeraki:D.4": 4,
    }
    assert len({line.mask for line in lines}) == 60


# -- what does not win -----------------------------------------------------------------------------------------------


@pytest.mark.rule("moeraki:D.7")
def test_the_ball_is_no_stone_of_a_beach() -> None:
    state = after(position(black="d6 e5"), "e7")
    assert isinstance(GAME.pending(state), Decide)


@pytest.mark.rule("moeraki:D.7")
@pytest.mark.parametrize("ball", sorted(name(at) for at in FIELD))
def test_no_winning_line_passes_through_the_ball(ball: str) -> None:
    assert not any(line.mask & hollows(ball) for line in BOARD.lines(BOARD.hollow[ball]))


@pytest.mark.rule("moeraki:D.1", "moeraki:D.4")
@pytest.mark.parametrize(
    ("black", "last"),
    [("e1 f2", "g1"), ("c11 e11 i11", "h10"), ("c7 e7 d6", "b8"), ("a3 a5 a7", "b10")],
    ids=["a semi-beach is no Tahuna", "three of a sideline", "three round a beach", "a corner is not a sideline"],
)
def test_what_is_not_complete_does_not_win(black: str, last: str) -> None:
    assert isinstance(GAME.pending(after(position("beginner", black=black), last)), Decide)


@pytest.mark.rule("moeraki:D.1")
def test_a_line_of_both_colours_does_not_win() -> None:
    state = after(position("beginner", black="c7 e7", white="d6"), "d8")
    assert isinstance(GAME.pending(state), Decide)


# -- a full board ----------------------------------------------------------------------------------------------------

EQUAL = """
    ..o.x.o.x..
    .o.x.o.o.o.
    x.x.x.x.o.x
    .x.o.o.x.o.
    o.o.x.@.x.x
    .x.o.o.o.x.
    o.o.x.x.o.o
    .x.o.x.o.x.
    o.x.x.x.o.x
    .x.o.o.o.o.
    ..o.x._.x..
"""


@pytest.mark.rule("moeraki:D.6")
@pytest.mark.parametrize("placer", SEATS)
def test_equal_points_go_to_the_player_who_placed_the_ball(placer: str) -> None:
    end = over(after(drawn(EQUAL, placer=placer), "g1"))
    assert end.scores == (14.5, 14.5)
    assert (end.winner, end.reason, end.clause) == (SEATS.index(placer), "marae", "moeraki:D.6")
    assert end.text == f"{placer.capitalize()} wins by Marae, 14.5 to 14.5, having placed the ball."


@pytest.mark.rule("moeraki:D.8", "moeraki:W.1", "moeraki:R.16")
@pytest.mark.parametrize(("board", "last"), [(FULL_11_TO_10_AND_A_HALF, "k9"), (EQUAL, "g1")])
def test_a_full_board_is_a_draw_in_the_beginners_game(board: str, last: str) -> None:
    end = over(after(drawn(board, "beginner"), last))
    assert (end.winner, end.reason, end.clause, end.scores) == (None, "draw", "moeraki:D.8", (0, 0))


@pytest.mark.rule("moeraki:D.5")
def test_the_last_stone_may_still_win_early() -> None:
    # The board of the count, but with Black on k5 and k7 too: the last stone completes the right sideline.
    board = FULL_11_TO_10_AND_A_HALF.replace("x.o.x.x.x.o", "x.o.x.x.x.x").replace("o.x.o.x.x.o", "o.x.o.x.x.x")
    end = over(after(drawn(board), "k9"))
    assert (end.winner, end.reason) == (0, "ara")


# -- several at once, and the score ----------------------------------------------------------------------------------


@pytest.mark.rule("moeraki:R.3")
@pytest.mark.parametrize(
    ("ball", "black", "last", "way", "clause"),
    [
        ("f6", "c11 c9 d10 a9", "b10", "awa", "moeraki:D.2"),
        ("f6", "a9 b10 e11 g11 i11", "c11", "ara", "moeraki:D.4"),
        ("f6", "g11 h10 j8 k7 g7 h8 j10", "i9", "awa", "moeraki:D.2"),
        ("e5", "b8 c7 d6 a3 a5 a7", "a9", "ara", "moeraki:D.4"),
        ("e5", "b8 c7 a9 c5 b6", "d6", "awa", "moeraki:D.3"),
    ],
    ids=["Awa before Tahuna", "Ara before Awa A", "Awa A before Awa B", "Ara before Awa B", "Awa B before Tahuna"],
)
def test_several_lines_at_once_are_one_win_named_after_the_rarest_way(
    ball: str, black: str, last: str, way: str, clause: str
) -> None:
    end = over(after(position(ball=ball, black=black), last))
    assert (end.winner, end.reason, end.clause) == (0, way, clause)


@pytest.mark.rule("moeraki:R.3")
def test_all_the_lines_of_a_win_are_shown() -> None:
    state = after(position(black="a9 b10 e11 g11 i11"), "c11")
    assert names(state.pattern, BOARD.hollows) == {"a9", "b10", "c11", "e11", "g11", "i11"}


@pytest.mark.rule("moeraki:R.9")
def test_a_single_game_is_told_in_points_also_after_an_early_win() -> None:
    end = over(after(position(black="a9 b10 e1 f2 g1", white="c7 e7 d6 d8"), "c11"))
    assert (end.reason, end.scores) == ("awa", (1, 1))
