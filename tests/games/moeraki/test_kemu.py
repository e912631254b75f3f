"""E: the Moeraki scale. A Kemu is a match of several games."""

from __future__ import annotations

import pytest

from kemu import Decide, Over, Refusal
from kemu.games.moeraki.model.state import SEATS, Played

from .positions import GAME, after, choices, drawn, over, position
from .test_stones import ALMOST_FULL

WON = Played(0, "awa", (0, 0))
LOST = Played(1, "ara", (0, 0))
DRAWN = Played(None, "draw", (0, 0))


def win(colour: str, played: tuple[Played, ...], kemu: int) -> Decide | Over:
    """What follows when this colour wins the next game of a Kemu in which these were played."""
    state = after(position(**{colour: "a9 b10"}, turn=colour, kemu=kemu, played=played), "c11")
    return GAME.pending(state)


@pytest.mark.rule("moeraki:E.1", "moeraki:E.4")
def test_a_kemu_goes_to_3_5_7_or_10_victories() -> None:
    for length in (1, 3, 5, 7, 10):
        assert GAME.parse_settings({"kemu": length}).kemu == length
    with pytest.raises(Refusal, match="1, 3, 5, 7, 10"):
        GAME.parse_settings({"kemu": 4})


@pytest.mark.rule("moeraki:E.2")
@pytest.mark.parametrize("winner", SEATS)
def test_each_game_won_moves_the_winner_one_field_up(winner: str) -> None:
    state = after(position(**{winner: "a9 b10"}, turn=winner, kemu=5, played=(WON, LOST)), "c11")
    assert state.victories() == ((2, 1) if winner == "black" else (1, 2))
    assert GAME.scores(state) == state.victories()


@pytest.mark.rule("moeraki:E.3")
@pytest.mark.parametrize("kemu", [3, 5, 7, 10])
@pytest.mark.parametrize("colour", SEATS)
def test_the_kemu_is_won_with_the_agreed_number_of_victories_and_not_before(kemu: int, colour: str) -> None:
    own, other = (WON, LOST) if colour == "black" else (LOST, WON)
    goes_on = win(colour, (own,) * (kemu - 2) + (other,) * (kemu - 1), kemu)
    assert isinstance(goes_on, Decide)
    end = win(colour, (own,) * (kemu - 1) + (other,) * (kemu - 1), kemu)
    assert isinstance(end, Over)
    assert (end.winner, end.reason, end.clause) == (SEATS.index(colour), "awa", "moeraki:E.3")


@pytest.mark.rule("moeraki:E.4")
@pytest.mark.parametrize(("kemu", "called"), [(3, "Uira"), (5, "Kiwi"), (7, "Moa"), (10, "Ika Moana")])
def test_each_length_has_its_name(kemu: int, called: str) -> None:
    end = win("black", (WON,) * (kemu - 1), kemu)
    assert isinstance(end, Over)
    assert end.text == f"Black wins the Kemu to {kemu} ({called}), {kemu} to 0; the last game by Awa."


@pytest.mark.rule("moeraki:E.1")
def test_a_single_game_ends_with_its_first_victory() -> None:
    assert isinstance(win("white", (), 1), Over)


@pytest.mark.rule("moeraki:R.9")
def test_a_kemu_is_told_in_victories() -> None:
    end = win("white", (LOST, WON, LOST), 3)
    assert isinstance(end, Over)
    assert end.scores == (1, 3)


@pytest.mark.rule("moeraki:R.4")
@pytest.mark.parametrize("placer", SEATS)
def test_after_a_drawn_game_the_same_player_places_the_ball_elsewhere(placer: str) -> None:
    state = after(drawn(ALMOST_FULL, "beginner", placer=placer, kemu=3, played=(WON,)), "k9")
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    assert SEATS[pending.seat] == placer
    assert state.victories() == (1, 0)
    assert len(choices(state)) == 8
    assert "f6" not in choices(state)


@pytest.mark.rule("moeraki:R.4")
@pytest.mark.parametrize(
    ("before", "winner", "reason", "text"),
    [
        ((), None, "draw", "The Kemu is drawn, 0 to 0: ten drawn games in a row."),
        ((WON, LOST), None, "draw", "The Kemu is drawn, 1 to 1: ten drawn games in a row."),
        ((WON, LOST, WON), 0, "lead", "Black wins the Kemu to 3 (Uira), 2 to 1: ten drawn games in a row."),
        ((LOST,), 1, "lead", "White wins the Kemu to 3 (Uira), 1 to 0: ten drawn games in a row."),
    ],
)
def test_ten_drawn_games_in_a_row_end_a_kemu_for_whoever_leads(
    before: tuple[Played, ...], winner: int | None, reason: str, text: str
) -> None:
    end = over(after(drawn(ALMOST_FULL, "beginner", kemu=3, played=(*before, *(DRAWN,) * 9)), "k9"))
    assert (end.winner, end.reason, end.clause, end.text) == (winner, reason, "moeraki:R.4", text)


@pytest.mark.rule("moeraki:R.4")
@pytest.mark.parametrize("played", [(DRAWN,) * 8, (*(DRAWN,) * 9, WON), (*(DRAWN,) * 5, LOST, *(DRAWN,) * 8)])
def test_fewer_than_ten_in_a_row_do_not_end_it(played: tuple[Played, ...]) -> None:
    state = after(drawn(ALMOST_FULL, "beginner", kemu=3, played=played), "k9")
    assert isinstance(GAME.pending(state), Decide)


@pytest.mark.parametrize("target", [1, 3, 5, 7, 10])
def test_the_longest_kemu_with_nine_draws_before_each_victory_is_within_the_bound(target: int) -> None:
    """Every game but the last drawn ones is won in turn, and each only after nine that nobody won."""
    decided = 2 * target - 1
    games = 1 if target == 1 else decided * 10
    state = drawn(ALMOST_FULL, "beginner", kemu=target)
    moves = 1 + len(GAME.board.hollows) - 1
    assert GAME.bound(state.settings) >= games * moves
    if target > 1:
        played = tuple(one for n in range(decided - 1) for one in ((DRAWN,) * 9 + ((WON, LOST)[n % 2],))) + (DRAWN,) * 9
        assert len(played) == games - 1
        last = drawn(ALMOST_FULL, "beginner", kemu=target, played=played)
        assert isinstance(GAME.pending(last), Decide)
        assert over(after(last, "k9")).winner is None


@pytest.mark.rule("moeraki:E.2")
def test_a_marae_counts_as_a_victory_too() -> None:
    state = after(drawn(ALMOST_FULL, kemu=3), "k9")
    assert state.victories() == (1, 0)
    assert state.played[-1] == Played(0, "marae", (22, 21))
