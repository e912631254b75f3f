"""The search from inside: widening, and nodes that belong to what a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf, sqrt
from typing import Any

import pytest

from kemu import Action, Decide, QuickRng, View
from kemu.core.mind import Mind, rewards
from kemu.core.pending import Chance, Over
from kemu.parts.dice import Dice
from kemu.players.clock import Clock
from kemu.players.search import LEAST, OUTCOMES_AT_ONCE, WIDENING, Fork, Node, SearchPlayer, Tree
from kemu.players.specs import make_player
from players.coin import CoinGame, Dare, Name, Nod, Safe, Wink
from players.lock import CODE, WHEELS, LockGame, Told, ToldGame, Turn
from toys.march import MarchGame
from toys.volley import VolleyGame


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
    tree = Tree(game, Node(decide), rng)
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
    tree = Tree(game, Node(decide), rng)
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
    tree = Tree(game, Node(decide), rng)
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
    tree = Tree(game, Node(decide), rng)
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


class Advising(Mind[Any]):
    """Good advice: be safe; and of the three sides, name the first or the last."""

    def candidates(self, view: View[Any], decide: Decide) -> Sequence[Action]:
        if Dare() in decide.options:
            return (Safe(),)
        return [option for option in decide.options if option not in (Name(2), Wink())]


class Advised(CoinGame):
    """The same game, with a mind that knows what is worth a thought."""

    @cached_property
    def mind(self) -> Mind[Any]:
        return Advising(self)


def test_a_single_candidate_is_the_answer_and_takes_no_time() -> None:
    game = Advised()
    state, _ = game.apply(game.start(), (1,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    player = SearchPlayer(1, iterations=1)
    assert player.choose(game, game.view(state, 0), decide) == Safe()
    assert player.clock.spent == 0.0


def test_the_search_thinks_only_about_the_candidates() -> None:
    game, rng = Advised(), QuickRng(1)
    state, _ = game.apply(game.start(), (1,))
    state, _ = game.apply(state, Dare())
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    tree = Tree(game, Node(decide, game.mind.candidates(game.view(state, 1), decide)), rng)
    for _ in range(50):
        tree.iterate(game.redeal(game.view(state, 1), rng))
    assert tree.root.actions == [Nod()]
    assert all(Name(2) not in node.actions for node in tree._nodes.values())


class Quiet(Mind[Any]):
    """Need not know how the coin falls."""

    asked: list[object]

    def quiet(self, state: Any) -> bool:
        return True

    def value(self, state: Any, pending: Any, rng: Any) -> tuple[float, float]:
        self.asked.append(pending)
        return (0.25, -0.25)


def test_a_search_looks_no_further_than_a_quiet_chance() -> None:
    game = VolleyGame()
    game.mind = mind = Quiet(game)
    mind.asked = []
    state = game.start()
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    tree = Tree(game, Node(decide), QuickRng(1))
    for _ in range(10):
        tree.iterate(state)
    assert all(isinstance(asked, Chance) for asked in mind.asked)
    assert tree.root.totals == [0.25 * visits for visits in tree.root.visits_of]


# -- plans that a mind proposes -----------------------------------------------------------------------------


def opened(game: LockGame, iterations: int, seed: int) -> bool:
    player, state = SearchPlayer(seed, iterations=iterations), game.start()
    while isinstance(decide := game.pending(state), Decide):
        state, _ = game.apply(state, player.choose(game, game.view(state, decide.seat), decide))
    return state.stack[-1].turned == CODE


def test_a_plan_of_many_steps_is_found_if_the_mind_proposes_it() -> None:
    assert not any(opened(LockGame(), 40, seed) for seed in range(8)), "nobody opens a lock of 117,649 by himself"
    assert all(opened(ToldGame(), 40, seed) for seed in range(8))


def lock_tree(game: LockGame) -> Tree:
    decide = game.pending(game.start())
    assert isinstance(decide, Decide)
    return Tree(game, Node(decide), QuickRng(1))


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


def test_a_short_search_thinks_for_itself_every_other_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[Sequence[Action]] = []

    class Noted(Tree):
        def iterate(self, state: Any, plan: Sequence[Action] = ()) -> None:
            tries.append(plan)
            super().iterate(state, plan)

    monkeypatch.setattr("kemu.players.search.Tree", Noted)
    game = ToldGame()
    state = game.start()
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    SearchPlayer(1, iterations=9).choose(game, game.view(state, 0), decide)
    first, second, third = Told.proposals
    assert tries == [(), first, (), second, (), third, (), (), ()]


# -- the time of a turn -------------------------------------------------------------------------------------


class Ticking:
    """A clock that goes on by a hundredth of a second whenever somebody looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("kemu.players.search.thread_time", self)

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


class Turns(Mind[Any]):
    """Knows nothing, but which turn it is, and that a turn has four choices."""

    steps = 4
    now = 1

    def value(self, state: Any, pending: Any, rng: Any) -> Sequence[float]:
        return rewards(pending, 2) if isinstance(pending, Over) else (0.0, 0.0)

    def turn(self, state: Any) -> int:
        return self.now


def thought(player: Any, game: Any, ticking: Ticking) -> float:
    """How long a player thinks about the first wheel of a lock: seven look alike, so it takes what it may."""
    state = game.start()
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    begun = ticking.now
    player.choose(game, game.view(state, decide.seat), decide)
    return ticking.now - begun


def test_the_decisions_of_a_turn_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a quarter of what is left."""
    ticking, game = Ticking(monkeypatch), LockGame()
    game.mind = mind = Turns(game)
    player = SearchPlayer(1, seconds=4.0)
    times = [thought(player, game, ticking) for _ in range(3)]
    assert times == pytest.approx([1.0, 0.75, 0.56], abs=0.06)
    assert sum(thought(player, game, ticking) for _ in range(20)) + sum(times) < 4.3, "and no turn takes longer"
    mind.now = 2
    assert thought(player, game, ticking) == pytest.approx(1.0, abs=0.06), "the next turn has its own time"


def test_a_mind_that_names_no_turn_has_the_time_for_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking, player = Ticking(monkeypatch), SearchPlayer(1, seconds=2.0)
    for _ in range(3):
        assert thought(player, LockGame(), ticking) == pytest.approx(2.0, abs=0.06)


def test_a_new_player_goes_on_with_the_clock_of_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking, game, clock = Ticking(monkeypatch), LockGame(), Clock()
    game.mind = Turns(game)
    assert thought(make_player("mcts:4s", 1, clock), game, ticking) == pytest.approx(1.0, abs=0.06)
    assert clock.spent == pytest.approx(1.0, abs=0.06)
    assert thought(make_player("mcts:4s", 2, clock), game, ticking) == pytest.approx(0.75, abs=0.06)


def test_when_the_time_of_a_turn_is_up_the_greedy_player_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    game, clock = ToldGame(), Clock("1", 4.0 - 3 * LEAST)
    Ticking(monkeypatch)

    def no_tree(*_: object) -> None:
        raise AssertionError("there is no time to search")

    monkeypatch.setattr("kemu.players.search.Tree", no_tree)
    monkeypatch.setattr(Told, "steps", 4)
    monkeypatch.setattr(Told, "turn", lambda self, state: 1)
    state = game.start()
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    player = SearchPlayer(1, seconds=4.0, clock=clock)
    assert player.choose(game, game.view(state, 0), decide) in decide.options


def test_a_settled_answer_takes_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """To dare loses two times in three: soon nothing can overtake the safe answer."""
    ticking, game = Ticking(monkeypatch), CoinGame()
    state, _ = game.apply(game.start(), (1,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    assert SearchPlayer(1, seconds=2.0).choose(game, game.view(state, 0), decide) == Safe()
    assert ticking.now < 1.8


def test_what_is_forced_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking, game = Ticking(monkeypatch), CoinGame()
    state, _ = game.apply(game.start(), (1,))
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    forced = Decide(decide.seat, decide.prompt, decide.clause, (Safe(),))
    assert SearchPlayer(1, seconds=2.0).choose(game, game.view(state, 0), forced) == Safe()
    assert ticking.now == 0.0


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
