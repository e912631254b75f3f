"""How well opponents play Siege: fixed seeds and fixed iterations, so that nothing depends on a clock."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu import Dealer
from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.siege.model.pieces import GARRISON
from kemu.games.siege.odds.balance import chances, life
from kemu.lab.simulate import play_game
from kemu.players import consult, make_player

from .positions import GAME

MOST = 150
"""After so many cards the column has come in more than nine games of ten."""


def cards_needed(spec: str, seed: int) -> int:
    """Return after how many cards attackers have killed the last man of a random garrison, the column kept away.

    Nothing but the deck decides when the column comes, so this weighed with the deck's own figures is the chance to
    win, and tells more than who has won.
    """
    rng = QuickRng(seed)
    players = make_player("random", seed), make_player(spec, seed + 1)
    position = GAME.start()
    while not isinstance(pending := GAME.pending(position), Over) and position.drawn < MOST:
        if isinstance(pending, Decide):
            choice = consult(players[pending.seat], GAME, position, pending)
        else:
            choice = pending.sample(rng)
        position, _ = GAME.apply(position, choice)
        if position.sighted:
            position = replace(position, sighted=False, reshuffled=False)
    return position.drawn


def chance_to_win(spec: str, games: int) -> float:
    rng = QuickRng(1)
    arrivals = [life(rng)[0] for _ in range(4_000)]
    return sum(chances(arrivals, [cards_needed(spec, seed) for seed in range(games)])) / games


def test_a_little_search_does_better_than_chance_with_the_attackers() -> None:
    """Attackers who choose at random have never overrun a garrison: the column always came first.

    Eight looks ahead, over these two seeds, were worth far more than that when this was written.
    """
    assert chance_to_win("random", 1) < 0.1
    assert chance_to_win("mcts:8", 2) > 0.3


@pytest.mark.slow
def test_search_wins_half_of_its_games_and_more_with_the_attackers() -> None:
    assert chance_to_win("mcts:60", 16) > 0.5


@pytest.mark.slow
def test_search_holds_out_with_the_garrison() -> None:
    won = 0
    for seed in range(20):
        players = make_player("mcts:30", seed), make_player("random", seed + 1_000)
        over, _ = play_game(GAME, GAME.parse_settings({}), players, Dealer.from_seed(seed))
        won += over.winner == GARRISON
    assert won >= 19
