"""How a position looks to the opponents: from -1, lost, to 1, won."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kemu import Decide, QuickRng
from kemu.games.moeraki import State
from kemu.games.moeraki.model.state import Played

from .positions import GAME, after, drawn, position
from .test_stones import ALMOST_FULL

DRAWN = (Played(None, "draw", (0, 0)),) * 9


def valued(state: State) -> Sequence[float]:
    """What a state is worth to each seat."""
    return GAME.mind.value(state, GAME.pending(state), QuickRng(0))


def test_a_won_game_is_one_for_the_winner_and_minus_one_for_the_loser() -> None:
    state = after(position(black="a9 b10"), "c11")
    assert tuple(valued(state)) == (1, -1)


def test_a_drawn_game_is_nothing_to_either() -> None:
    state = after(drawn(ALMOST_FULL, "beginner"), "k9")
    assert tuple(valued(state)) == (0, 0)


@pytest.mark.parametrize(
    ("before", "black"), [((), 0), ((Played(0, "awa", (0, 0)),), 1), ((Played(1, "ara", (0, 0)),), -1)]
)
def test_a_kemu_that_ten_draws_have_ended_is_valued_by_who_leads(before: tuple[Played, ...], black: int) -> None:
    state = after(drawn(ALMOST_FULL, "beginner", kemu=3, played=before + DRAWN), "k9")
    assert tuple(valued(state)) == (black, -black)


def test_between_two_games_of_a_kemu_only_the_victories_count() -> None:
    state = after(drawn(ALMOST_FULL, "basic", kemu=3, played=(Played(1, "awa", (0, 0)),)), "k9")
    assert isinstance(GAME.pending(state), Decide)
    assert state.victories() == (1, 1)
    assert valued(state)[0] == 0


def test_a_line_that_needs_one_stone_is_as_good_as_won_for_whoever_lays_next() -> None:
    threat = {"black": "a9 b10", "white": "e5 g7"}
    assert valued(position(**threat, turn="black"))[0] > 0.9
    assert abs(valued(position(**threat, turn="white"))[0]) < 0.9


def test_whoever_lays_next_is_not_who_is_asked_for_his_tane() -> None:
    # Black filled d7 and threatens a9-b10-c11; White is asked for his Tane, and then lays: he can block.
    state = after(position("master", white="c7 e7 d6", black="a9 b10"), "d8")
    assert GAME.pending(state).seat == 1
    assert abs(valued(state)[0]) < 0.9
    # White filled d7 himself: he is asked, and then Black lays and wins.
    state = after(position("master", white="c7 e7", black="a9 b10 d6", turn="white"), "d8")
    assert GAME.pending(state).seat == 1
    assert valued(state)[1] < -0.9


@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
@pytest.mark.parametrize("kemu", [1, 3])
def test_the_value_is_bounded_and_opposite_for_the_two_players(variant: str, kemu: int) -> None:
    rng = QuickRng(3)
    for _ in range(5):
        state = GAME.start(GAME.parse_settings({"variant": variant, "kemu": kemu}))
        while isinstance(pending := GAME.pending(state), Decide):
            black, white = valued(state)
            assert -1 <= black <= 1
            assert black == pytest.approx(-white)
            state, _ = GAME.apply(state, pending.pick(rng))
