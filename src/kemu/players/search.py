"""The searching player: Monte Carlo tree search over decisions, chance and hidden facts.

Each iteration guesses the hidden facts anew (`game.redeal`), goes down the tree that it has so far, adds one node,
plays on for a while and carries the result back. A node belongs to an *information set*: it is found by what the seat
that decides there may know, whatever has been guessed for the others. So a seat's statistics never split by facts
that it does not see, and nobody in the tree, the opponents included, plays better than his knowledge allows.

Several decisions of one seat in a row, with no chance between, are one plan in steps. A step is worth what the best
way to go on with it is worth, not the mean of all ways that were tried: so an answer counts by its own mean or by the
best answer of the decision that it leads to, whichever is more. A game may propose whole plans (`game.plans`): each is
followed once for each decision that it is proposed for, to its end.

A player with a time saves what a decision does not need for the next, and learns from turn to turn how well the others
play (`SearchPlayer`).

A player keeps its last tree. If the next decision it is asked for is a node of it, the search goes on from there.

An answer that was never tried in a node is judged by how it fared elsewhere in the tree (progressive history): what
refutes one move often refutes the next, so it is tried early, and the rest of a long list need not be tried at all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import count
from math import exp, inf, log, sqrt
from time import perf_counter
from typing import Any

from kemu.core.game import Game, Impression, View
from kemu.core.pending import Action, Chance, Decide, Outcome, Over, Pending
from kemu.core.rng import QuickRng

from .worth import worth

EXPLORATION = 1.0
"""How much an answer that was tried seldom is favoured, in standard deviations of the rewards met so far: what a move
is worth differs by far more in one game than in another."""
SPREAD = 0.4
"""The standard deviation that is assumed while few rewards are known."""
FEW = 20
"""So many rewards are few."""
ROLLOUT = 0
"""Random decisions after the tree, before the game's evaluation is asked. In Moeraki-Kemu each of them only adds noise:
with 400 iterations, none beats two by 11 games to 5."""
ROLLOUT_BLIND = 2_000
"""The same for a game that has no evaluation of its own: as good as to its end."""
WIDENING = 2.0
"""After n visits a continuum has at most this times the root of n candidates, and so has chance."""
OUTCOMES_AT_ONCE = 8
"""Chance with so few outcomes seen is never narrowed."""
SAVED = 3.0
"""So many times its usual time a player saves at most: nobody waits long for a single answer."""
NOW_AND_THEN = 16
"""After so many iterations a search with a time asks whether its answer is settled."""
TRUST = 1.0
"""Before anything was seen of the others: the logarithm of the odds that they play as well as can be expected."""
STRIKING, ALIKE = 3.0, 0.6
"""No turn says more than this of how they play, and each says something of what the last one said already."""
KEPT = 50_000
"""A tree with more nodes than this is not kept for the next decision."""


History = dict[Action, list[float]]
"""For one seat: how often an answer was tried anywhere in the tree, and the sum of its rewards."""


class Node:
    """What is known of one information set: each answer's visits, and the sum of its rewards to the seat."""

    __slots__ = ("actions", "drawn", "lead", "options", "peak", "seat", "totals", "values", "visits", "visits_of")

    def __init__(self, decide: Decide, advised: Sequence[Action] | None = None) -> None:
        self.seat = decide.seat
        self.options = decide.options
        self.actions: list[Action] = list(decide.options if advised is None else advised)
        self.drawn = 0
        """How many answers were drawn from a continuum."""
        self.visits = 0
        self.visits_of = [0] * len(self.actions)
        self.totals = [0.0] * len(self.actions)
        self.values = [-inf] * len(self.actions)
        """What each answer counts for: its mean, or the best way to go on with it."""
        self.peak = -inf
        """What the answer visited most counts for, of several the best: less a matter of luck than the highest of all.

        So a plan that was followed once stands until something else has been tried as often, and looks better."""
        self.lead = 0

    def widen(self, decide: Decide, rng: QuickRng) -> None:
        """Let in another answer of a continuum when the ones there have been visited often enough."""
        if decide.free is None or self.drawn > WIDENING * sqrt(self.visits):
            return
        action = decide.free.sample(rng)
        if action is not None and action not in self.actions:
            self.actions.append(action)
            self.drawn += 1
            self.visits_of.append(0)
            self.totals.append(0.0)
            self.values.append(-inf)

    def count(self, index: int, reward: float, onward: float) -> None:
        """Enter a reward for an answer; `onward` is the best of the seat's next decision, if it follows at once."""
        self.visits += 1
        self.visits_of[index] += 1
        self.totals[index] += reward
        mean = self.totals[index] / self.visits_of[index]
        self.values[index] = mean if mean > onward else onward
        lead = self.lead
        if (self.visits_of[index], self.values[index]) > (self.visits_of[lead], self.values[lead]):
            self.lead = index
        self.peak = self.values[self.lead]

    def select(self, history: History, exploration: float, rng: QuickRng) -> int:
        """Return the answer to try: the best by its value and its uncertainty (UCB1); of several, any.

        One not yet tried here counts as tried once, with its mean elsewhere; one never tried anywhere comes first.
        """
        spread = exploration * exploration * log(self.visits + 1)
        once = sqrt(spread)
        values, actions = self.values, self.actions
        best: list[int] = []
        highest = -inf
        for i, visits in enumerate(self.visits_of):
            if visits:
                score = values[i] + sqrt(spread / visits)
            else:
                told = history.get(actions[i])
                score = inf if told is None else told[1] / told[0] + once
            if score > highest:
                best, highest = [i], score
            elif score == highest:
                best.append(i)
        return best[rng.below(len(best))]

    def settled(self, more: float) -> bool:
        """Tell whether the answer visited most will still be so after so many more visits."""
        if len(self.visits_of) < 2:
            return True
        second, first = sorted(self.visits_of)[-2:]
        return first - second > more

    def best(self, rng: QuickRng) -> Action:
        """Return the answer visited most; of several, the one that counts for most; of several still, any."""
        ranks = list(zip(self.visits_of, self.values, strict=True))
        top = max(ranks)
        chosen = [action for action, rank in zip(self.actions, ranks, strict=True) if rank == top]
        return chosen[rng.below(len(chosen))]


class Fork:
    """Chance in the tree. Its outcomes are drawn fairly; when they are many, few enough are kept to be met again."""

    __slots__ = ("drawn", "kinds", "visits")

    def __init__(self) -> None:
        self.drawn: list[Outcome] = []
        self.kinds: set[Outcome] = set()
        self.visits = 0

    def outcome(self, chance: Chance, rng: QuickRng) -> Outcome:
        """Return a fresh outcome, or, when there are many for the visits so far, one that was drawn before."""
        self.visits += 1
        if len(self.kinds) <= max(OUTCOMES_AT_ONCE, WIDENING * sqrt(self.visits)):
            outcome = chance.sample(rng)
            self.drawn.append(outcome)
            self.kinds.add(outcome)
            return outcome
        outcome = self.drawn[rng.below(len(self.drawn))]
        # Drawn under another guess at the hidden facts, it may be impossible under this one.
        return outcome if chance.check(outcome) is None else chance.sample(rng)


class Tree:
    """One search, for one decision."""

    def __init__(self, game: Game[Any, Any], root: Node, rng: QuickRng, rollout: int) -> None:
        self.game = game
        self.respect = 1.0
        """How likely it is that the others play as well as can be expected."""
        self.rng = rng
        self.rollout = rollout
        self.root = root
        self._nodes: dict[Hashable, Node] = {}
        self._forks: dict[Hashable, Fork] = {}
        self._history: tuple[History, ...] = tuple({} for _ in game.seats)
        self._rewards = [0, 0.0, 0.0]
        """How many rewards were carried back, their sum, and the sum of their squares."""
        self._widest = 0.0

    def iterate(self, state: Any, plan: Sequence[Action] = ()) -> None:
        """Go down from this guess at the root's state, add a node, play on, and carry the result back.

        With a plan: along it, as far as its answers can be given, and a node is added for each decision on the way.
        """
        game, rng = self.game, self.rng
        exploration = EXPLORATION * self._spread()
        path: list[tuple[Node, int]] = []
        apart: set[int] = set()
        pending: Pending = game.pending(state)
        node: Node | None = self.root
        steps = list(reversed(plan))
        while True:
            if isinstance(pending, Decide):
                if path:
                    node = self._node(state, pending)
                    if node is None and steps:
                        node = self._node(state, pending)
                    if node is None:
                        break
                assert node is not None
                node.widen(pending, rng)
                step = steps.pop() if steps and node.seat == self.root.seat else None
                if step is not None and step in node.actions:
                    index = node.actions.index(step)
                else:
                    index = node.select(self._history[node.seat], exploration, rng)
                    if step is not None:
                        steps.clear()
                path.append((node, index))
                choice = node.actions[index]
            elif isinstance(pending, Over) or game.horizon(state):
                break
            else:
                apart.add(len(path))
                choice = self._fork(state).outcome(pending, rng)
            state, _ = game.apply(state, choice)
            pending = game.pending(state)
        self._carry_back(path, apart, self._judged(state, pending, {node.seat for node, _ in path}))

    def _judged(self, state: Any, pending: Pending, seats: set[int]) -> dict[int, float]:
        """Return what a leaf is worth to these seats."""
        game = self.game
        if self.rollout:
            state, pending = self._play_on(state, pending)
        appraised = game.appraise(state, pending, self.rng, self.respect)
        if appraised is None:
            values = {seat: worth(game, state, pending, seat) for seat in seats}
        else:
            values = {seat: appraised[seat] for seat in seats}
        known = self._rewards
        for value in values.values():
            known[0] += 1
            known[1] += value
            known[2] += value * value
        return values

    def _carry_back(self, path: list[tuple[Node, int]], apart: set[int], rewards: dict[int, float]) -> None:
        """Enter the result in the nodes of the path, the last one first. `apart`: before which of them chance spoke."""
        after: Node | None = None
        for place in range(len(path) - 1, -1, -1):
            node, index = path[place]
            seat = node.seat
            reward = rewards[seat]
            follows = after is not None and after.seat == seat and after.visits > 1 and place + 1 not in apart
            node.count(index, reward, after.peak if follows and after is not None else -inf)
            told = self._history[seat].setdefault(node.actions[index], [0, 0.0])
            told[0] += 1
            told[1] += reward
            after = node

    def _spread(self) -> float:
        """Return the standard deviation of the rewards, as wide as it has been: it narrows as the search closes in."""
        number, total, squares = self._rewards
        if number < FEW:
            return SPREAD
        mean = total / number
        self._widest = max(self._widest, sqrt(max(0.0, squares / number - mean * mean)))
        return self._widest

    def go_on(self, view: View[Any], decide: Decide) -> bool:
        """Make the node of this view the root, if there is one. Only for the seat that the tree was grown for.

        What another seat thought about it knew things that this one does not.
        """
        if self.root.seat != decide.seat or len(self._nodes) > KEPT:
            return False
        node = self._nodes.get(information(self.game, view))
        if node is None or node.options != decide.options:
            return False
        self.root = node
        return True

    def _node(self, state: Any, decide: Decide) -> Node | None:
        """Return the node of the deciding seat's information set; if there was none, make it and return None."""
        view = self.game.view(state, decide.seat)
        key = information(self.game, view)
        node = self._nodes.get(key)
        if node is not None and node.options == decide.options:
            return node
        self._nodes[key] = Node(decide, self.game.advice(view, decide))
        return None

    def _fork(self, state: Any) -> Fork:
        """Return the chance that everybody can see is due here."""
        key = information(self.game, self.game.view(state, None))
        fork = self._forks.get(key)
        if fork is None:
            fork = self._forks[key] = Fork()
        return fork

    def _play_on(self, state: Any, pending: Pending) -> tuple[Any, Pending]:
        """Choose at random for a while; stop where a seat must decide, or at the end."""
        game, rng, left = self.game, self.rng, self.rollout
        while not isinstance(pending, Over):
            if isinstance(pending, Decide):
                if left <= 0:
                    break
                left -= 1
                choice = pending.pick(rng)
            else:
                choice = pending.sample(rng)
            state, _ = game.apply(state, choice)
            pending = game.pending(state)
        return state, pending


def information(game: Game[Any, Any], view: View[Any]) -> Hashable:
    """Return what a seat (or a spectator) knows, as something to find a node by."""
    try:
        hash(view)
    except TypeError:
        return view.seat, game.encode(view.state)
    return view


class Others:
    """How the others seem to play, by what is seen of them in one turn after another (`Game.impression`)."""

    def __init__(self) -> None:
        self._turn: int | None = None
        self._odds = 0.0

    def look(self, seen: Impression | None) -> None:
        """Take notice of a turn; only the first look at it counts."""
        if seen is None or seen.turn == self._turn:
            return
        if self._turn is not None and seen.turn < self._turn:
            self._odds = 0.0  # Another game has begun.
        self._turn = seen.turn
        self._odds += ALIKE * min(max(seen.odds, -STRIKING), STRIKING)

    def respect(self) -> float:
        """Return how likely it is that they play as well as can be expected, and not at random."""
        return 1.0 if self._turn is None else 1.0 / (1.0 + exp(self._odds - TRUST))


class SearchPlayer:
    """Monte Carlo tree search, for a number of iterations or for a time.

    A time is meant on the average of a player's decisions. Once the answer that was tried most cannot be overtaken any
    more, the rest of the time changes nothing: it is saved for a decision that is harder.

    One object is for one seat of one game: what it has seen of the others it keeps to the end.
    """

    def __init__(self, seed: int, *, iterations: int = 0, seconds: float = 0.0, name: str = "mcts") -> None:
        if (iterations > 0) == (seconds > 0):
            raise ValueError("a search has a budget: iterations or seconds")
        self.name = name
        self._rng = QuickRng(seed)
        self._iterations = iterations
        self._seconds = seconds
        self._saved = 0.0
        self._tree: Tree | None = None
        self._others = Others()
        self._seen: tuple[Game[Any, Any], int | None] | None = None

    def choose(self, game: Game[Any, Any], view: View[Any], decide: Decide) -> Action:
        """Return the answer that the search tried most. The only answer there is needs no search."""
        if self._seen != (game, view.seat):
            self._seen, self._others = (game, view.seat), Others()
        self._others.look(game.impression(view))
        if decide.free is None and len(decide.options) == 1:
            return decide.options[0]
        begun = perf_counter()
        advised = game.advice(view, decide)
        if decide.free is None and len(advised) == 1:
            return advised[0]
        plans = iter(game.plans(view, decide))
        tree = self._tree
        if tree is None or tree.game is not game or not tree.go_on(view, decide):
            blind = type(game).evaluate is Game[Any, Any].evaluate
            tree = Tree(game, Node(decide, advised), self._rng, ROLLOUT_BLIND if blind else ROLLOUT)
            self._tree = tree
        tree.respect = self._others.respect()
        for number in range(self._iterations) if self._iterations else self._in_time(tree.root, begun):
            # Every other time, while there are plans left: a short search thinks for itself as well.
            tree.iterate(game.redeal(view, self._rng), next(plans, ()) if number % 2 else ())
        return tree.root.best(self._rng)

    def _in_time(self, root: Node, begun: float) -> Iterator[int]:
        """Number the iterations until the time is up or the answer is settled, but at least one; save what is left."""
        most = self._seconds + self._saved
        for number in count(1):
            yield number - 1
            spent = perf_counter() - begun
            # What is settled in the usual time need not be asked again with the time that was saved.
            left = (self._seconds if spent < self._seconds else most) - spent
            if spent >= most or (number % NOW_AND_THEN == 0 and root.settled(number * left / spent)):
                self._saved = min(max(most - spent, 0.0), SAVED * self._seconds)
                return
