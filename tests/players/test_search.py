"""The search from inside: widening, and nodes that belong to what a seat knows."""

from __future__ import annotations

from math import sqrt

import pytest

from kemu import Decide, QuickRng
from kemu.core.pending import Chance
from kemu.parts.dice import Dice
from kemu.players.search import OUTCOMES_AT_ONCE, WIDENING, Fork, Node, SearchPlayer, Tree
from players.coin import CoinGame, Dare, Nod
from toys.march import MarchGame


def drawn_by(chance: Chance, visits: int) -> Fork:
    fork, rng = Fork(), QuickRng(1)
    for _ in range(visits):
        assert chance.check(fork.outcome(chance, rng)) is None
    return fork


def test_chance_with_few_outcomes_meets_them_all() -> None:
    assert len(drawn_by(Dice(1, "toy:1"), 200).kinds) == 6


def test_chance_with_many_outcomes_is_narrowed_to_the_root_of_its_visits() -> None:
    for visits in (50, 400):
        kinds = len(drawn_by(Dice(12, "toy:1"), visits).kinds)
        assert OUTCOMES_AT_ONCE < kinds <= WIDENING * sqrt(visits) + 1


def test_an_outcome_that_another_guess_made_possible_is_not_forced_on_this_one() -> None:
    fork, rng = drawn_by(Dice(12, "toy:1"), 100), QuickRng(2)
    fewer = Dice(3, "toy:1")
    assert all(fewer.check(fork.outcome(fewer, rng)) is None for _ in range(50))


def test_a_continuum_is_widened_with_the_root_of_its_visits() -> None:
    game, rng = MarchGame(), QuickRng(1)
    state = game.start()
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    tree = Tree(game, decide, rng, rollout=3)
    for _ in range(100):
        tree.iterate(state)
    candidates = len(tree.root.actions) - len(decide.options)
    assert 10 <= candidates <= WIDENING * sqrt(100) + 1
    assert all(decide.check(action) is None for action in tree.root.actions)
    assert sum(tree.root.visits_of) == tree.root.visits == 100


def test_a_seat_that_does_not_see_a_fact_has_one_node_whatever_the_fact_is() -> None:
    game, rng = CoinGame(), QuickRng(1)
    state, _ = game.apply(game.start(), (2,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    tree = Tree(game, decide, rng, rollout=100)
    for _ in range(400):
        tree.iterate(game.redeal(game.view(state, 0), rng))
    tried = [option.side for node in tree._nodes.values() if node.seat == 0 for option in node.options]
    assert sorted(tried) == [1, 2, 3], "one node for the guesser, who cannot tell the three coins apart"
    assert sum(node.seat == 1 for node in tree._nodes.values()) > 1, "several for the keeper, who can"


def test_each_node_is_counted_for_the_seat_that_decides_there() -> None:
    game, rng = CoinGame(), QuickRng(1)
    state, _ = game.apply(game.start(), (1,))
    for choice in (Dare(), Nod()):
        state, _ = game.apply(state, choice)
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    tree = Tree(game, decide, rng, rollout=0)
    for _ in range(30):
        tree.iterate(state)
    assert tree.root.best(rng) == decide.options[0], "with the coin known, its side is named"
    assert tree.root.totals[0] == tree.root.visits_of[0]
    assert tree.root.totals[1] == -tree.root.visits_of[1]


def test_of_answers_visited_equally_the_better_is_chosen() -> None:
    decide = Decide(0, "", "", (Dare(), Nod()))
    node = Node(decide)
    node.visits_of, node.totals = [5, 5], [1.0, 2.0]
    assert node.best(QuickRng(1)) == Nod()


@pytest.mark.parametrize("budget", [{}, {"iterations": 3, "seconds": 1.0}])
def test_a_search_has_one_budget(budget: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="budget"):
        SearchPlayer(1, **budget)  # type: ignore[arg-type]
