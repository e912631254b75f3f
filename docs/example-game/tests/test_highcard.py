"""The game keeps the contract, and its rules are what they say. Run with `pytest`."""

from __future__ import annotations

import pytest
from highcard import HighCard, Play

from kemu import Refusal, Table, View
from kemu.conformance import assert_conforms


def test_the_game_conforms() -> None:
    assert_conforms(HighCard(), games=3)


@pytest.mark.rule("highcard:1")
def test_each_seat_sees_its_own_four_cards_only() -> None:
    table = Table(HighCard(), seed=1)
    for seat in (0, 1):
        hands = table.view(seat).state.hands
        assert set(hands[seat]) <= set(range(1, 10))
        assert hands[1 - seat] == (0, 0, 0, 0)


@pytest.mark.rule("highcard:2")
def test_the_higher_card_takes_the_trick_and_leads() -> None:
    table = Table(HighCard(), seed=1)
    north, south = table.state.hands
    table.play(Play(north[0]))
    table.play(Play(south[-1]))
    taker = 1 if south[-1] > north[0] else 0
    assert table.state.tricks[taker] == 1
    assert table.pending.seat == taker


@pytest.mark.rule("highcard:3")
def test_most_tricks_win() -> None:
    table = Table(HighCard(), seed=1)
    while table.outcome is None:
        table.play(table.options[0])
    own, other = table.state.tricks
    assert own + other == 4
    assert table.outcome.winner == (None if own == other else int(own < other))


def test_a_card_that_is_not_held_is_refused_with_the_clause() -> None:
    game = HighCard()
    state = Table(game, seed=1).state
    absent = next(card for card in range(1, 10) if card not in state.hands[0])
    refusal = game.why_not(state, 0, Play(absent))
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "highcard:2"
    assert isinstance(game.view(state, 0), View)
