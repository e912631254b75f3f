"""The searching player: Monte Carlo tree search over decisions, chance and hidden facts.

Each iteration guesses the hidden facts anew (`game.redeal`), goes down the tree that it has so far, adds one node,
asks the game's mind what the new position is worth and carries the answer back. A node belongs to an *information
set*: it is found by what the deciding seat may know, whatever has been guessed for the others. So a seat's statistics
never split by facts that it does not see, and nobody in the tree plays better than his knowledge allows.

Several decisions of one seat in a row, with no chance between, are one plan in steps. A step counts for what the best
way to go on with it counts for, not for the mean of all ways that were tried. A mind may propose whole plans: each is
followed once, to its end.

An answer that was never tried in a node is judged by how it fared elsewhere in the tree (progressive history): what
refutes one move often refutes the next, so it is tried early, and the rest of a long list need not be tried at all.

A time is for a whole turn. Each decision takes its share of what is left of it; when nothing is left, the greedy
player answers, out of the candidates. All that a player keeps is the clock of its turn: every decision may be put to a
new player with it.
Time is that of the processor: a busy machine makes a player slower, not weaker.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import count
from math import inf, log, sqrt
from time import thread_time
from typing import Any

from msgspec.structs import replace

from kemu.core.game import Game, View
from kemu.core.pending import Action, Chance, Decide, Outcome, Over, Pending
from kemu.core.rng import QuickRng

from .clock import Clock
from .greedy import GreedyPlayer

EXPLORATION = 1.0
"""How much an answer that was tried seldom is favoured, in standard deviations of the rewards met so far: what a move
is worth differs by far more in one game than in another."""
SPREAD = 0.4
"""The standard deviation that is assumed before enough rewards are known."""
ENOUGH = 20
"""Below this many rewards, assume the default spread."""
WIDENING = 2.0
"""After n visits a continuum has at most this times the root of n candidates, and so has chance."""
OUTCOMES_AT_ONCE = 8
"""Chance with so few outcomes seen is never narrowed."""
CHECKED = 16
"""After this many iterations a search with a time asks whether its answer is settled."""
LEAST = 0.02
"""Seconds. With less time than this for a decision, a search says no more than the greedy player."""
HASTY = 9
"""How many ends of chance that player then looks at for one answer."""


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
        """What the most visited answer counts for, of several the best: luck moves it less than the highest.

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

    def __init__(self, game: Game[Any, Any], root: Node, rng: QuickRng) -> None:
        self.game = game
        self.rng = rng
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
            elif isinstance(pending, Over) or game.mind.quiet(state):
                break
            else:
                apart.add(len(path))
                choice = self._fork(state).outcome(pending, rng)
            state, _ = game.apply(state, choice)
            pending = game.pending(state)
        self._carry_back(path, apart, self._judged(state, pending, {node.seat for node, _ in path}))

    def _judged(self, state: Any, pending: Pending, seats: set[int]) -> dict[int, float]:
        """Return what a leaf is worth to these seats."""
        told = self.game.mind.value(state, pending, self.rng)
        values = {seat: told[seat] for seat in seats}
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
        if number < ENOUGH:
            return SPREAD
        mean = total / number
        self._widest = max(self._widest, sqrt(max(0.0, squares / number - mean * mean)))
        return self._widest

    def _node(self, state: Any, decide: Decide) -> Node | None:
        """Return the node of the deciding seat's information set; if there was none, make it and return None."""
        view = self.game.view(state, decide.seat)
        key = information(self.game, view)
        node = self._nodes.get(key)
        if node is not None and node.options == decide.options:
            return node
        self._nodes[key] = Node(decide, self.game.mind.candidates(view, decide))
        return None

    def known(self, state: Any, decide: Decide) -> Node | None:
        """Return what is known of a decision below the root, if it was met."""
        node = self._nodes.get(information(self.game, self.game.view(state, decide.seat)))
        return node if node is not None and node.options == decide.options else None

    def grow(self, view: View[Any], decide: Decide, iterations: Iterable[int]) -> None:
        """Search from the root, which is this decision, once for each number."""
        plans = iter(self.game.mind.plans(view, decide))
        for number in iterations:
            # Every other time, while there are plans left: a short search thinks for itself as well.
            self.iterate(self.game.redeal(view, self.rng), next(plans, ()) if number % 2 else ())

    def _fork(self, state: Any) -> Fork:
        """Return the chance that everybody can see is due here."""
        key = information(self.game, self.game.view(state, None))
        fork = self._forks.get(key)
        if fork is None:
            fork = self._forks[key] = Fork()
        return fork


def information(game: Game[Any, Any], view: View[Any]) -> Hashable:
    """Return what a seat (or a spectator) knows, as something to find a node by."""
    try:
        hash(view)
    except TypeError:
        return view.seat, game.encode(view.state)
    return view


class SearchPlayer:
    """Monte Carlo tree search, for a number of iterations a decision or for a time a turn."""

    def __init__(
        self,
        seed: int,
        *,
        iterations: int = 0,
        seconds: float = 0.0,
        name: str = "mcts",
        clock: Clock | None = None,
    ) -> None:
        if (iterations > 0) == (seconds > 0):
            raise ValueError("a search has a budget: iterations or seconds")
        self.name = name
        self.clock = clock or Clock()
        self._rng = QuickRng(seed)
        self._greedy = GreedyPlayer(seed, leaves=HASTY)
        self._iterations = iterations
        self._seconds = seconds

    def choose(self, game: Game[Any, Any], view: View[Any], decide: Decide) -> Action:
        """Return the answer that the search tried most. The only answer there is needs no search."""
        if decide.free is None and len(decide.options) == 1:
            return decide.options[0]
        begun = thread_time()
        mind = game.mind
        candidates = mind.candidates(view, decide)
        if decide.free is None and len(candidates) == 1:
            return candidates[0]
        self.clock.look(mind.turn(view.state))
        seconds = (self._seconds - self.clock.spent) / mind.steps
        if not self._iterations and seconds < LEAST:
            # A mind need not know an answer of a continuum: then some of it are drawn.
            known = replace(decide, options=tuple(candidates), free=None) if candidates else decide
            return self._greedy.choose(game, view, known)
        tree = Tree(game, Node(decide, candidates), self._rng)
        tree.grow(view, decide, range(self._iterations) if self._iterations else in_time(tree.root, begun, seconds))
        self.clock.spent += thread_time() - begun
        return tree.root.best(self._rng)


def in_time(root: Node, begun: float, seconds: float) -> Iterator[int]:
    """Number the iterations until the time is up or the answer is settled, but at least one."""
    for number in count(1):
        yield number - 1
        spent = thread_time() - begun
        if spent >= seconds:
            return
        if number % CHECKED == 0 and root.settled(number * (seconds - spent) / spent):
            return
