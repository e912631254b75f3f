"""The search from inside: widening, and nodes that belong to what a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, sqrt
from typing import Any

import pytest

from kemu import Action, Decide, QuickRng, View
from kemu.core.game import Impression
from kemu.core.pending import Chance
from kemu.parts.dice import Dice
from kemu.players.search import (
    ALIKE,
    OUTCOMES_AT_ONCE,
    SAVED,
    STRIKING,
    TRUST,
    WIDENING,
    Fork,
    Node,
    Others,
    SearchPlayer,
    Tree,
)
from players.coin import CoinGame, Dare, Name, Nod, Safe, Wink
from players.lock import CODE, WHEELS, LockGame, ToldGame, Turn
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
    tree = Tree(game, Node(decide), rng, rollout=3)
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
    tree = Tree(game, Node(decide), rng, rollout=100)
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
    tree = Tree(game, Node(decide), rng, rollout=0)
    for _ in range(30):
        tree.iterate(state)
    assert tree.root.best(rng) == decide.options[0], "with the coin known, its side is named"
    assert tree.root.totals[0] == tree.root.visits_of[0]
    assert tree.root.totals[1] == -tree.root.visits_of[1]


def two_answers() -> Node:
    return Node(Decide(0, "", "", (Dare(), Nod())))


def test_of_answers_visited_equally_the_better_is_chosen() -> None:
    node = two_answers()
    for index, reward in ((0, 0.2), (1, 0.4), (0, 0.2), (1, 0.4)):
        node.count(index, reward, -inf)
    assert node.best(QuickRng(1)) == Nod()


def test_a_step_of_a_plan_counts_by_its_best_continuation() -> None:
    """Many ways to go on were tried and most were bad: their mean says nothing about the step."""
    node = two_answers()
    for reward in (-0.9, -0.8, 0.5):
        node.count(0, reward, 0.5)
    node.count(1, 0.1, -inf)
    assert node.values == [0.5, 0.1]
    node.count(0, 1.0, -0.5)
    assert node.values[0] == pytest.approx(-0.05), "a mean above the continuation stands"
    assert node.peak == node.values[0], "a node is told by its most visited answer"


def test_plans_end_where_chance_or_another_seat_speaks() -> None:
    """Dare is followed by the keeper's nod: the guesser's next node is not a step of the same plan."""
    game, rng = CoinGame(), QuickRng(1)
    state, _ = game.apply(game.start(), (2,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    tree = Tree(game, Node(decide), rng, rollout=0)
    for _ in range(300):
        tree.iterate(game.redeal(game.view(state, 0), rng))
    root = tree.root
    for visits, total, value in zip(root.visits_of, root.totals, root.values, strict=True):
        assert value == pytest.approx(total / visits)


def test_exploration_is_measured_in_the_spread_of_the_rewards() -> None:
    """The same two means: where rewards hardly differ, the better is gone for; where they differ widely, both are."""
    node = two_answers()
    for _ in range(10):
        node.count(0, 0.10, -inf)
    node.count(1, 0.05, -inf)
    assert node.select({}, 0.01, QuickRng(1)) == 0
    assert node.select({}, 0.4, QuickRng(1)) == 1


def test_the_tree_is_kept_while_the_game_goes_where_it_looked() -> None:
    game = CoinGame()
    state, _ = game.apply(game.start(), (1,))
    player = SearchPlayer(1, iterations=1_000)

    def asked(state: Any) -> Tree:
        decide = game.pending(state)
        assert isinstance(decide, Decide)
        player.choose(game, game.view(state, decide.seat), decide)
        assert player._tree is not None
        return player._tree

    dared, _ = game.apply(state, Dare())
    nodded, _ = game.apply(dared, Nod())
    first = asked(state)
    assert asked(nodded) is first, "the next decision of the seat was a node of it"
    assert first.root.visits > 1_000, "what was known of it is still there"
    assert asked(state) is not first, "what came before is no node of it: a new tree"
    keepers = asked(dared)
    assert asked(nodded) is not keepers, "the keeper saw the coin: what it thought is not for the guesser"


class Advised(CoinGame):
    """The same game, with good advice: be safe; and of the three sides, name the first or the last."""

    def advice(self, view: View[Any], decide: Decide) -> Sequence[Action]:
        if Dare() in decide.options:
            return (Safe(),)
        return [option for option in decide.options if option not in (Name(2), Wink())]


def test_a_single_piece_of_advice_is_taken_at_once() -> None:
    game = Advised()
    state, _ = game.apply(game.start(), (1,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    player = SearchPlayer(1, iterations=1)
    assert player.choose(game, game.view(state, 0), decide) == Safe()
    assert player._tree is None


def test_the_search_thinks_only_about_what_is_advised() -> None:
    game, rng = Advised(), QuickRng(1)
    state, _ = game.apply(game.start(), (1,))
    state, _ = game.apply(state, Dare())
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    tree = Tree(game, Node(decide, game.advice(game.view(state, 1), decide)), rng, rollout=0)
    for _ in range(50):
        tree.iterate(game.redeal(game.view(state, 1), rng))
    assert tree.root.actions == [Nod()]
    assert all(Name(2) not in node.actions for node in tree._nodes.values())


# -- plans that a game proposes -----------------------------------------------------------------------------


def opened(game: LockGame, iterations: int, seed: int) -> bool:
    player, state = SearchPlayer(seed, iterations=iterations), game.start()
    while isinstance(decide := game.pending(state), Decide):
        state, _ = game.apply(state, player.choose(game, game.view(state, decide.seat), decide))
    return state.stack[-1].turned == CODE


def test_a_plan_of_many_steps_is_found_if_the_game_proposes_it() -> None:
    assert not any(opened(LockGame(), 40, seed) for seed in range(8)), "nobody opens a lock of 117,649 by himself"
    assert all(opened(ToldGame(), 40, seed) for seed in range(8))


def lock_tree(game: LockGame) -> Tree:
    decide = game.pending(game.start())
    assert isinstance(decide, Decide)
    return Tree(game, Node(decide), QuickRng(1), rollout=0)


def test_a_plan_is_followed_to_its_end_in_one_go_through_the_others_decisions() -> None:
    game = LockGame()
    tree = lock_tree(game)
    tree.iterate(game.start(), [Turn(side) for side in CODE])
    assert tree.root.actions[tree.root.lead] == Turn(CODE[0])
    assert tree.root.totals[CODE[0]] == 1.0
    assert tree.root.visits == 1
    thief = [node for node in tree._nodes.values() if node.seat == 0]
    assert len(thief) == WHEELS - 1


def test_a_plan_that_cannot_be_followed_is_left_where_it_fails() -> None:
    game = LockGame()
    tree = lock_tree(game)
    tree.iterate(game.start(), [Turn(2), Turn(99), Turn(5)])
    assert tree.root.visits_of[2] == 1
    assert [node.visits for node in tree._nodes.values()] == [1, 0], (
        "one more answer, of its own choice, and no further"
    )


def test_a_short_search_thinks_for_itself_every_other_time() -> None:
    tries: list[Sequence[Action]] = []

    class Noted(Tree):
        def iterate(self, state: Any, plan: Sequence[Action] = ()) -> None:
            tries.append(plan)
            super().iterate(state, plan)

    game = ToldGame()
    state = game.start()
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    player = SearchPlayer(1, iterations=9)
    player._tree = Noted(game, Node(decide), QuickRng(1), rollout=0)
    player._tree.go_on = lambda *_: True  # type: ignore[method-assign]
    player.choose(game, game.view(state, 0), decide)
    first, second, third = game.proposals
    assert tries == [(), first, (), second, (), third, (), (), ()]


# -- a time -------------------------------------------------------------------------------------------------


class Clock:
    """A clock that goes on by a hundredth of a second whenever somebody looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("kemu.players.search.perf_counter", self)

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def thought(player: SearchPlayer, game: Any, state: Any, clock: Clock) -> float:
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    begun = clock.now
    player.choose(game, game.view(state, decide.seat), decide)
    return clock.now - begun


def test_a_time_is_the_average_and_what_is_not_needed_is_saved_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, game, seconds = Clock(monkeypatch), CoinGame(), 2.0
    easy, _ = game.apply(game.start(), (1,))
    player = SearchPlayer(1, seconds=seconds)
    first = thought(player, game, easy, clock)
    assert first < 0.9 * seconds, "to dare loses two times in three: soon nothing can overtake the safe answer"
    assert player._saved == pytest.approx(seconds - first, abs=0.02)
    hard = LockGame()
    second = thought(player, hard, hard.start(), clock)
    assert second == pytest.approx(2 * seconds - first, abs=0.05), "seven wheels look alike: all the time there is"
    assert player._saved < 0.05
    assert thought(player, hard, hard.start(), clock) == pytest.approx(seconds, abs=0.05)


def test_nobody_waits_long_for_a_single_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, game = Clock(monkeypatch), CoinGame()
    easy, _ = game.apply(game.start(), (1,))
    player = SearchPlayer(1, seconds=2.0)
    for _ in range(30):
        thought(player, game, easy, clock)
    assert player._saved == pytest.approx(SAVED * 2.0)
    hard = LockGame()
    assert thought(player, hard, hard.start(), clock) <= (1.0 + SAVED) * 2.0 + 0.05


def test_proposing_plans_takes_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    class Slow(LockGame):
        def plans(self, view: View[Any], decide: Decide) -> Sequence[Sequence[Action]]:
            clock.now += 1.5
            return ()

    game = Slow()
    assert thought(SearchPlayer(1, seconds=2.0), game, game.start(), clock) == pytest.approx(2.0, abs=0.05)


def test_an_answer_is_settled_when_it_cannot_be_overtaken() -> None:
    node = two_answers()
    node.visits_of = [10, 3]
    assert node.settled(6.9)
    assert not node.settled(7.0)


@pytest.mark.parametrize("budget", [{}, {"iterations": 3, "seconds": 1.0}])
def test_a_search_has_one_budget(budget: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="budget"):
        SearchPlayer(1, **budget)  # type: ignore[arg-type]


def test_a_plan_that_was_followed_once_stands_until_something_better_was_tried_as_often() -> None:
    """Two visits: the good one first. A worse answer tried as often is not what the decision is worth."""
    game = CoinGame()
    state, _ = game.apply(game.start(), (2,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    node = Node(decide)
    assert len(node.actions) > 1
    node.count(0, 0.8, -inf)
    node.count(1, 0.1, -inf)
    assert node.peak == 0.8
    node.count(1, 0.1, -inf)
    assert node.peak == pytest.approx(0.1), "what was tried more often counts, if it is worse too"
    node.count(0, 0.6, -inf)
    assert node.peak == pytest.approx(0.7)


def watched(*odds: float) -> Others:
    """A player's notes after turns in which the others seemed to play at random with these odds, in logarithms."""
    others = Others()
    for turn, seen in enumerate(odds):
        others.look(Impression(turn, seen))
    return others


def test_others_of_whom_nothing_was_seen_are_respected() -> None:
    assert Others().respect() == 1.0
    others = Others()
    others.look(None)
    assert others.respect() == 1.0


def test_what_is_seen_in_several_turns_adds_up() -> None:
    assert watched(0.0).respect() == pytest.approx(1 / (1 + exp(-TRUST)))
    assert watched(1.0).respect() == pytest.approx(1 / (1 + exp(ALIKE - TRUST)))
    assert watched(1.0, 2.0, -0.5).respect() == pytest.approx(1 / (1 + exp(ALIKE * 2.5 - TRUST)))
    assert watched(2.5, 2.5, 2.5, 2.5).respect() < 0.02
    assert watched(-2.5, -2.5, -2.5).respect() > 0.98


def test_no_single_turn_says_all() -> None:
    assert watched(1e9).respect() == watched(STRIKING).respect() > 0.1
    assert watched(-1e9).respect() == watched(-STRIKING).respect()
    assert watched(1e9, -STRIKING, -STRIKING).respect() > 0.5


def test_looks_at_one_turn_count_once_and_a_new_game_begins_anew() -> None:
    others = watched(2.0, 2.0)
    before = others.respect()
    for _ in range(5):
        others.look(Impression(1, 2.0))
    assert others.respect() == before, "two turns, however often they are looked at"
    others.look(Impression(0, 0.0))
    assert others.respect() == watched(0.0).respect()


class Telling(CoinGame):
    """Tells how the others play: worse and worse; and how much it was told that they are respected."""

    turn = 0
    told: list[float] = []
    asked: set[int | None] = set()

    def impression(self, view: View[Any]) -> Impression | None:
        self.asked.add(view.seat)
        return Impression(self.turn, 2.0 * self.turn) if self.turn else None

    def appraise(self, state: Any, pending: Any, rng: Any, respect: float = 1.0) -> Sequence[float]:
        self.told.append(respect)
        return (0.0,) * len(self.seats)


def test_a_search_tells_the_game_how_far_it_respects_the_others() -> None:
    game = Telling()
    game.told, game.asked = [], set()
    state, _ = game.apply(game.start(), (2,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    player = SearchPlayer(1, iterations=8)
    view = game.view(state, decide.seat)
    player.choose(game, view, decide)
    assert set(game.told) == {1.0}
    game.told.clear()
    game.turn = 1
    player.choose(game, view, decide)
    assert set(game.told) == {Others().respect() / (1 + exp(2.0 * ALIKE - TRUST))}
    assert game.asked == {decide.seat}, "as it looks to the player"


def test_what_was_seen_in_one_game_is_not_held_against_the_others_of_the_next() -> None:
    first, second = Telling(), Telling()
    state, _ = first.apply(first.start(), (2,))
    decide = first.pending(state)
    assert isinstance(decide, Decide)
    player, view = SearchPlayer(1, iterations=8), first.view(state, decide.seat)
    for turn in (0, 1):
        first.turn = turn
        player.choose(first, view, decide)
    second.told = []
    player.choose(second, view, decide)
    assert set(second.told) == {1.0}
