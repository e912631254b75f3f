"""How well the players play the larger games: fixed seeds and fixed iterations, so that nothing depends on a clock."""

from __future__ import annotations

import pytest

import kemu
from kemu import Dealer
from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.mind.features import kept
from kemu.games.hawaii.odds.exact import battle_odds
from kemu.lab.simulate import play_game
from kemu.players import make_player


def wins(id: str, spec: str, other: str, seat: int, games: int) -> float:  # noqa: A002
    """Return how many games `spec` wins from this seat against `other`; a draw is half a win."""
    game = kemu.game(id)
    won = 0.0
    for number in range(games):
        players = [make_player(spec, number), make_player(other, number + 1_000)]
        over, _ = play_game(
            game, game.parse_settings({}), players if seat == 0 else players[::-1], Dealer.from_seed(number)
        )
        won += 0.5 if over.winner is None else float(over.winner == seat)
    return won


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_in_hawaii(seat: int) -> None:
    assert wins("hawaii", "greedy", "random", seat, 6) >= 5


@pytest.mark.parametrize("seat", [0, 1])
def test_search_beats_random_in_hawaii_with_few_iterations(seat: int) -> None:
    assert wins("hawaii", "mcts:30", "random", seat, 6) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_search_beats_greedy_in_hawaii(seat: int) -> None:
    """Seven wins of ten is what is shown (README, Opponents); six of ten leaves room for luck, none for decay."""
    assert wins("hawaii", "mcts:150", "greedy", seat, 20) >= 12


# -- Hawaii's formulas, held to the exact odds ------------------------------------------------------------

GAME = Hawaii()
STRENGTH = GAME.mind.strength
BATTLES = {
    "two v two": ("k-w1 k-w2", "a-w1 a-w2"),
    "three v two": ("k-w1 k-w2 k-w3", "a-w1 a-w2"),
    "four v two": ("k-w1 k-w2 k-w3 k-w4", "a-w1 a-w2"),
    "the king and two v a chief and two": ("k-kam k-w1 k-w2", "a-kal a-w1 a-w2"),
    "one v a chief and three": ("k-w1", "a-kal a-w1 a-w2 a-w3"),
    "guns and pikes v three": ("k-van k-mus k-pik", "a-w1 a-w2 a-w3"),
}


def counters(names: str) -> int:
    """Return these counters as bits."""
    return sum(1 << GAME.cat.index[name] for name in names.split())


@pytest.mark.parametrize("wall", [False, True])
@pytest.mark.parametrize("name", BATTLES)
def test_the_evaluation_weighs_a_battle_about_as_the_exact_odds_do(name: str, wall: bool) -> None:
    attackers, defenders = (counters(side) for side in BATTLES[name])
    exact = battle_odds(GAME, attackers, defenders, attacker=0, wall=wall)
    attack, defence = STRENGTH(attackers), STRENGTH(defenders)
    wins = STRENGTH.chance(attack, defence, wall=wall)
    assert wins == pytest.approx(exact.takes, abs=0.2)
    dice = [
        sum(strength for unit, strength in enumerate(GAME.cat.strength) if side >> unit & 1)
        for side in (attackers, defenders)
    ]
    shares = kept(STRENGTH.numbers, wins, attack / (defence * (1.3 if wall else 1.0)))
    for share, whole, lost in zip(shares, dice, exact.lost_dice, strict=True):
        assert share == pytest.approx(1.0 - lost / whole, abs=0.22)


def test_an_attack_on_an_empty_space_is_sure_and_one_by_nobody_hopeless() -> None:
    assert STRENGTH.chance(2.0, 0.0, wall=False) == 1.0
    assert STRENGTH.chance(0.0, 2.0, wall=False) == 0.0


def test_a_hopeless_attack_looks_worse_than_none() -> None:
    """Two dice thrown at an army are two dice lost: the search must not think that a chief falls by the way."""
    attack, defence = STRENGTH(counters("k-w1")), STRENGTH(counters("a-kal a-mus a-pik a-w1 a-w2 a-w3"))
    wins = STRENGTH.chance(attack, defence, wall=False)
    own, his = kept(STRENGTH.numbers, wins, attack / defence)
    assert wins < 0.01
    assert attack * (1.0 - own) > 3 * defence * (1.0 - his)
