"""How well opponents play Siege: fixed seeds and fixed iterations, so that nothing depends on a clock."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu import Dealer
from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.siege.actions import (
    Activate,
    Fire,
    FirstEdge,
    LeaveEdge,
    Lose,
    RollEdge,
    Stay,
    Stop,
    Withdraw,
)
from kemu.games.siege.advice import advice
from kemu.games.siege.balance import chances, life
from kemu.games.siege.pieces import ATTACKERS, GARRISON
from kemu.lab.simulate import play_game
from kemu.players import consult, make_player

from .positions import GAME, state

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

    Eight looks ahead were worth nine games of ten when this was written, over these four seeds.
    """
    assert chance_to_win("random", 4) < 0.1
    assert chance_to_win("mcts:8", 4) > 0.5


@pytest.mark.slow
def test_search_wins_half_of_its_games_and_more_with_the_attackers() -> None:
    assert chance_to_win("mcts:60", 16) > 0.5


@pytest.mark.slow
def test_search_holds_out_with_the_garrison() -> None:
    won = 0
    for seed in range(20):
        players = make_player("mcts:30", seed), make_player("random", seed + 1_000)
        over, _ = play_game(GAME, GAME.parse_options({}), players, Dealer.from_seed(seed))
        won += over.winner == GARRISON
    assert won >= 19


# -- what a search thinks about -------------------------------------------------------------------------------


def asked(seat: int, *options: object) -> Decide:
    return Decide(seat, "", "siege:UA.2", options)  # pyright: ignore[reportArgumentType]


def told(decide: Decide) -> tuple[object, ...]:
    """The advice for a decision on an empty table, where no group promises more than another."""
    return tuple(advice(GAME, state(), decide))


def test_figures_of_one_group_are_alike_to_a_search() -> None:
    decide = asked(GARRISON, Lose(1, 1), Lose(1, 2), Lose(3, 1))
    assert told(decide) == (Lose(1, 2), Lose(3, 1))


def test_attackers_do_not_think_of_idling() -> None:
    assert told(asked(ATTACKERS, Activate(1), Activate(2), Stop())) == (Activate(1), Activate(2))
    assert told(asked(ATTACKERS, Activate(1), Stop())) == (Activate(1),)
    assert told(asked(ATTACKERS, Fire(1), Withdraw(), Stay())) == (Fire(1),)
    assert told(asked(ATTACKERS, Withdraw(), Stay())) == (Stay(),)
    assert told(asked(ATTACKERS, RollEdge(1), LeaveEdge(1))) == (RollEdge(1),)
    assert told(asked(ATTACKERS, FirstEdge(1), FirstEdge(2))) == (FirstEdge(1),)
    assert told(asked(ATTACKERS)) == ()


def test_the_garrison_may_save_its_ammunition() -> None:
    decide = asked(GARRISON, Activate(1), Stop())
    assert told(decide) == decide.options
