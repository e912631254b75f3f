"""The master's game: the Tane.

Most tests use one scene. The ball lies on f6. The beach d7, between c7, e7, d6 and d8, lies away from it; a stone on d8
fills it, and White, with three stones there, may lay his Tane. From d7 a Tane sees c8 b9 (nw), e8 f9 g10 h11 (ne),
c6 b5 a4 (sw) and e6 f5 g4 h3 i2 (se).
"""

from __future__ import annotations

from typing import Any

import pytest

from kemu import Decide, Event
from kemu.games.moeraki import State
from kemu.games.moeraki.model.events import LinesCross, TaneLaid, TileLaid, TilesRemoved
from kemu.games.moeraki.model.state import SEATS, Played

from .positions import BOARD, GAME, after, choices, choose, position, tiles

LOOKS = ("ne", "se", "sw", "nw")
ROUND_D7 = "c7 e7 d6"


def seat_in_turn(state: State) -> str:
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    return SEATS[pending.seat]


def due_on_d7(**facts: Any) -> State:
    """White has three stones round d7, and Black fills it: a full white tile is due there."""
    white = f"{ROUND_D7} {facts.pop('white', '')}"
    return after(position("master", white=white, turn="black", **facts), "d8")


def of(events: tuple[Event, ...], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# -- when he comes ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("moeraki:T.1", "moeraki:R.6", "moeraki:W.3")
def test_in_place_of_a_full_tile_its_owner_may_lay_his_tane_looking_four_ways() -> None:
    state = due_on_d7()
    assert seat_in_turn(state) == "white"
    assert choices(state) == ["tile", *(f"d7 {look}" for look in LOOKS)]
    assert state.tiles == (0, 0)


@pytest.mark.rule("moeraki:T.1", "moeraki:R.13")
def test_the_tane_stands_where_the_tile_would_have_lain_and_counts_nothing() -> None:
    state, events = choose(due_on_d7(), "d7 nw")
    assert [(tane.seat, BOARD.beaches[tane.beach], tane.look) for tane in state.tanes] == [(1, "d7", "nw")]
    assert state.tiles == (0, 0)
    assert GAME.scores(state) == (0, 0)
    assert events == (TaneLaid(1, "d7", "nw"),)
    assert seat_in_turn(state) == "white"


@pytest.mark.rule("moeraki:T.1")
def test_the_owner_may_keep_his_tane_and_lay_the_tile() -> None:
    state, events = choose(due_on_d7(), "tile")
    assert tiles(state, "white") == {"d7"}
    assert state.tanes == ()
    assert events == (TileLaid(1, "d7", True, "moeraki:C.4"),)


@pytest.mark.rule("moeraki:W.3")
@pytest.mark.parametrize("variant", ["beginner", "basic"])
def test_there_is_no_tane_outside_the_masters_game(variant: str) -> None:
    state = after(position(variant, white=ROUND_D7), "d8")
    assert seat_in_turn(state) == "white"
    assert all(at in BOARD.hollow for at in choices(state))


@pytest.mark.rule("moeraki:R.12")
@pytest.mark.parametrize("mover", SEATS)
def test_the_choice_is_the_tiles_owners_whoever_laid_the_stone(mover: str) -> None:
    stones = {"white": "c7 e7", "black": "d6"} if mover == "white" else {"white": ROUND_D7, "black": ""}
    state = after(position("master", **stones, turn=mover), "d8")
    assert seat_in_turn(state) == "white"
    assert "d7 nw" in choices(state)


@pytest.mark.rule("moeraki:R.12")
def test_a_tile_that_lies_already_is_not_replaced() -> None:
    state = after(position("master", white=f"{ROUND_D7} g5 h6", black="d8", turn="white"), "g7")
    assert tiles(state, "white") == {"d7"}
    assert choices(state) == ["tile", *(f"g6 {look}" for look in LOOKS)]


@pytest.mark.rule("moeraki:M.6", "moeraki:T.1")
def test_each_player_has_one_tane_and_he_comes_once() -> None:
    state = due_on_d7(black="h4", tanes="white g6 ne")
    assert tiles(state, "white") == {"d7"}
    assert all(at in BOARD.hollow for at in choices(state))


@pytest.mark.rule("moeraki:M.6")
def test_the_other_players_tane_does_not_use_up_ones_own() -> None:
    state = due_on_d7(tanes="black k8 se")
    assert "d7 nw" in choices(state)


@pytest.mark.rule("moeraki:M.6")
def test_both_tane_are_in_their_caves_at_the_start() -> None:
    assert after(GAME.start(GAME.parse_settings({"variant": "master"})), "f6").tanes == ()


@pytest.mark.rule("moeraki:R.8")
def test_in_the_next_game_of_a_kemu_both_tane_are_back_in_their_caves() -> None:
    played = (Played(0, "awa", (0, 0)),)
    before = position("master", black="a9 b10", tanes="white d7 nw, black h3 ne", kemu=3, played=played)
    state = after(before, "c11", "e5", "c7", "d8", "d6", "k9", "e7", "d7 nw")
    assert [tane.seat for tane in state.tanes] == [1]


@pytest.mark.rule("moeraki:R.5")
@pytest.mark.parametrize(("white", "black", "asked"), [("e1 f2", "", True), ("e1", "f2", False)])
def test_on_a_semi_beach_the_tane_replaces_a_full_tile_but_no_half(white: str, black: str, asked: bool) -> None:
    state = after(position("master", white=white, black=black, turn="white"), "g1")
    assert ("f1 nw" in choices(state)) == asked
    assert tiles(state, "white") == (set() if asked else {"f1"})


@pytest.mark.rule("moeraki:R.5", "moeraki:C.6")
def test_beside_the_ball_two_to_one_is_a_full_tile() -> None:
    state = after(position("master", white="d6 e5"), "e7")
    assert "e6 sw" in choices(state)


@pytest.mark.rule("moeraki:R.6")
def test_he_may_look_straight_off_the_board() -> None:
    state = after(position("master", white="e1 f2", turn="white"), "g1", "f1 se")
    assert [tane.look for tane in state.tanes] == ["se"]
    assert BOARD.sight(BOARD.beach["f1"], "se") == ()


@pytest.mark.rule("moeraki:R.6")
def test_one_stone_that_brings_several_full_tiles_asks_once_for_all_of_them() -> None:
    # d8 fills d7 and e8; White holds both, three to one.
    state = after(position("master", white="c7 d6 e7 f8 e9", turn="black"), "d8")
    assert choices(state) == ["tile", *(f"{at} {look}" for at in ("d7", "e8") for look in LOOKS)]
    both = after(state, "tile")
    assert (tiles(both, "white"), both.tanes) == ({"d7", "e8"}, ())
    instead = after(state, "e8 nw")
    assert tiles(instead, "white") == {"d7"}
    in_sight = after(state, "d7 ne")
    assert tiles(in_sight, "white") == set()


# -- what he sees ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("moeraki:T.2", "moeraki:R.17")
@pytest.mark.parametrize(
    ("look", "seen"), [("nw", "c8 b9"), ("ne", "e8 f9 g10 h11"), ("sw", "c6 b5 a4"), ("se", "e6 f5 g4 h3 i2")]
)
def test_he_sees_the_beaches_and_semi_beaches_of_a_diagonal_up_to_the_border(look: Any, seen: str) -> None:
    assert [BOARD.beaches[beach] for beach in BOARD.sight(BOARD.beach["d7"], look)] == seen.split()


@pytest.mark.rule("moeraki:T.2")
def test_a_white_tane_looking_down_to_the_left_removes_tiles_of_both_colours() -> None:
    before = due_on_d7(black="c5 a5 a3 d4 c3", white="b6 b4")
    assert (tiles(before, "white"), tiles(before, "black")) == ({"c6"}, {"a4", "c4"})
    state, events = choose(before, "d7 sw")
    assert (tiles(state, "white"), tiles(state, "black")) == (set(), {"c4"})
    assert of(events, TilesRemoved) == [TilesRemoved(("a4", "c6"))]


@pytest.mark.rule("moeraki:T.2")
def test_tiles_outside_his_sight_stay() -> None:
    before = due_on_d7(black="c5 a5 a3 d4 c3", white="b6 b4")
    for look in ("ne", "nw", "se"):
        state, events = choose(before, f"d7 {look}")
        assert state.tiles == before.tiles
        assert not of(events, TilesRemoved)


LATER = {"white": f"{ROUND_D7} b6", "black": "d8 b4 a5"}
"""A stone on c5 fills c6, which White holds, and b5, which Black holds: both in sight of a Tane on d7 looking sw."""


@pytest.mark.rule("moeraki:T.3")
@pytest.mark.parametrize("tane", SEATS)
def test_the_line_stays_free_whoever_holds_a_beach_on_it_later(tane: str) -> None:
    free = after(position("master", **LATER, tanes=f"{tane} d7 sw", turn="black"), "c5")
    assert free.tiles == (0, 0)
    without = after(position("basic", **LATER, turn="black"), "c5")
    assert (tiles(without, "white"), tiles(without, "black")) == ({"d7", "c6"}, {"b5"})


@pytest.mark.rule("moeraki:T.3")
def test_where_no_tile_is_laid_the_other_tane_cannot_come_either() -> None:
    state = after(position("master", **LATER, tanes="white d7 sw", turn="black"), "c5")
    assert seat_in_turn(state) == "white"
    assert all(at in BOARD.hollow for at in choices(state))


@pytest.mark.rule("moeraki:R.13")
def test_a_tane_keeps_his_place_when_another_looks_at_him() -> None:
    state = after(due_on_d7(**FACING, tanes="black g10 nw"), "d7 ne")
    assert [BOARD.beaches[tane.beach] for tane in state.tanes] == ["g10", "d7"]


# -- both colours at once --------------------------------------------------------------------------------------------


def both_colours() -> State:
    """Black's stone on d8 brings White's tile on d7 and Black's on e8."""
    return after(position("master", white=ROUND_D7, black="f8 e9", turn="black"), "d8")


@pytest.mark.rule("moeraki:T.4")
def test_the_colour_of_the_stone_decides_first() -> None:
    state = both_colours()
    assert seat_in_turn(state) == "black"
    assert choices(state) == ["tile", *(f"e8 {look}" for look in LOOKS)]
    state = after(state, "tile")
    assert tiles(state, "black") == {"e8"}
    assert seat_in_turn(state) == "white"
    assert choices(state) == ["tile", *(f"d7 {look}" for look in LOOKS)]


@pytest.mark.rule("moeraki:T.4")
def test_the_first_tane_may_forestall_the_other_colours_tile() -> None:
    state = after(both_colours(), "e8 sw")
    assert state.tiles == (0, 0)
    assert seat_in_turn(state) == "white"
    assert all(at in BOARD.hollow for at in choices(state))


@pytest.mark.rule("moeraki:T.4")
def test_the_second_tane_may_take_the_tile_that_was_just_laid() -> None:
    state = after(both_colours(), "tile", "d7 ne")
    assert state.tiles == (0, 0)


@pytest.mark.rule("moeraki:T.4", "moeraki:T.1")
def test_both_tane_may_come_on_one_stone() -> None:
    state = after(both_colours(), "e8 ne", "d7 sw")
    assert [(tane.seat, BOARD.beaches[tane.beach]) for tane in state.tanes] == [(0, "e8"), (1, "d7")]
    assert seat_in_turn(state) == "white"


# -- two Tane --------------------------------------------------------------------------------------------------------


def crossing(**stones: str) -> State:
    """A black Tane on h5 looks up to the left, along g6 f7 e8 d9 c10. White's tile is due on d7: his Tane could look
    up to the right, along e8 f9 g10 h11, and cross that line on e8, which lies between d8, f8, e7 and e9."""
    return due_on_d7(**stones, tanes="black h5 nw")


@pytest.mark.rule("moeraki:T.5", "moeraki:R.7")
@pytest.mark.parametrize(
    ("stones", "mover", "owner"),
    [
        ({"white": "d6 e7", "black": "d8 e9 f8"}, "white", "black"),
        ({"white": "d6 e7 d8 f8", "black": "e9"}, "black", "white"),
    ],
)
def test_where_the_lines_cross_the_holders_tile_comes_back_at_once(
    stones: dict[str, str], mover: str, owner: str
) -> None:
    # e8 was filled long ago, and kept clear by the first Tane; c7 fills d7.
    before = after(position("master", **stones, tanes="black h5 nw", turn=mover), "c7")
    assert before.tiles == (0, 0)
    state, events = choose(before, "d7 ne")
    assert tiles(state, owner) == {"e8"}
    assert (state.tiles[0] | state.tiles[1]).bit_count() == 1
    assert of(events, LinesCross) == [LinesCross("e8")]
    assert of(events, TileLaid) == [TileLaid(SEATS.index(owner), "e8", True, "moeraki:C.4")]


@pytest.mark.rule("moeraki:T.5", "moeraki:C.5")
def test_a_level_beach_on_the_crossing_stays_empty() -> None:
    state = after(crossing(black="f8", white="e9"), "d7 ne")
    assert state.tiles == (0, 0)


@pytest.mark.rule("moeraki:T.5")
def test_a_crossing_that_is_filled_later_gets_its_tile_then() -> None:
    state, events = choose(crossing(white="f8"), "d7 ne")
    assert of(events, LinesCross) == [LinesCross("e8")]
    assert state.tiles == (0, 0)
    assert tiles(after(state, "e9"), "white") == {"e8"}


@pytest.mark.rule("moeraki:T.5", "moeraki:T.3")
def test_off_the_crossing_both_lines_stay_free() -> None:
    # f9, between e9, g9, f8 and f10, is in the second line; d9, between c9, e9, d8 and d10, in the first.
    state = after(crossing(white="f8 e9 g9 c9"), "d7 ne")
    assert tiles(state, "white") == {"e8"}
    state = after(state, "k3", "f10")
    assert tiles(state, "white") | tiles(state, "black") == {"e8"}
    state = after(state, "d10")
    assert tiles(state, "white") | tiles(state, "black") == {"e8"}


@pytest.mark.rule("moeraki:T.5")
def test_the_crossing_may_be_a_semi_beach() -> None:
    # From h9 up to the left and from d9 up to the right, the lines end on the semi-beach f11, which White holds.
    before = position("master", black="e9 d8 e11", white="c9 g11 f10", tanes="white h9 nw", turn="black")
    assert tiles(before, "white") == set()
    state = after(before, "d10", "d9 ne")
    assert tiles(state, "white") == {"f11"}
    assert GAME.scores(state) == (0, 0.5)


@pytest.mark.rule("moeraki:T.5", "moeraki:T.4", "moeraki:R.7")
def test_a_crossing_filled_by_the_same_stone_gets_one_tile_and_is_told_once() -> None:
    # Black's stone on d8 fills d7, White's, and e8, Black's and in sight of the black Tane, who stays out of it.
    state, events = choose(crossing(black="f8 e9"), "d7 ne")
    assert tiles(state, "black") == {"e8"}
    assert len(of(events, TileLaid)) == 1
    # The same with a white stone: then both tiles are White's own.
    before = position("master", white="c7 e7 f8", black="d6 e9", tanes="black h5 nw", turn="white")
    state, events = choose(after(before, "d8"), "d7 ne")
    assert tiles(state, "white") == {"e8"}
    assert len(of(events, TileLaid)) == 1


FACING = {"white": "f8 g9 h10", "black": "f10 g11 i11"}
"""On the diagonal up from d7, h11 is Black's half tile (g11 and i11 against h10); a stone on e9 fills e8 and f9."""


@pytest.mark.rule("moeraki:T.6")
def test_a_tane_who_looks_at_the_other_sees_only_as_far_as_him() -> None:
    before = due_on_d7(**FACING, tanes="black g10 nw")
    assert tiles(before, "black") == {"h11"}
    state = after(before, "d7 ne")
    assert tiles(state, "black") == {"h11"}
    # What lies between the two stays free: e8 and f9 would be White's.
    assert tiles(after(state, "e9"), "white") == set()


@pytest.mark.rule("moeraki:T.6")
def test_without_the_other_tane_in_between_the_same_look_reaches_the_border() -> None:
    before = due_on_d7(**FACING, tanes="black k8 se")
    assert tiles(before, "black") == {"h11"}
    assert tiles(after(before, "d7 ne"), "black") == set()
