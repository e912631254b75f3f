"""Advice: what a search would do at a decision, how sure it is, and why.

Why is told in the game's own words: two lines are followed through the search's tree, and the features of the game's
mind in which they end apart are named. It is asked of a seat's view, so a hint tells nothing that the seat cannot know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import thread_time
from typing import Any, Literal

from msgspec import Struct

from kemu.core.game import Game, View
from kemu.core.mind import rewards
from kemu.core.pending import Action, Chance, Decide, Over
from kemu.core.rng import QuickRng

from .search import Node, Tree, in_time

WALKS = 24
"""How often each line is followed: chance and what is hidden differ each time."""
LONGEST = 40
"""A line is followed for so many choices at most."""
MET = 4
"""A decision that the search has met less often says nothing about how the line goes on."""
REASONS = 3
"""How many reasons are told."""
SLIGHT = 0.2
"""What weighs less than this share of the weightiest reason is not told."""
LEAST = 0.01
"""What weighs less than this is no reason at all."""
SHARE = 0.3
"""So much of the time goes to the answer that is compared, where the search would have left it alone."""
ENDS = 0.25
"""If the two lines end the game so much more often, that is a reason by itself."""

CLEAR, BETTER = 0.1, 0.03
"""An answer that is better by so much is clearly, or somewhat, the best."""
Sure = Literal["only", "sure", "fairly", "close"]


class Budget(Struct, frozen=True):
    """How long to think: for so many iterations, or for a time of the processor."""

    iterations: int = 0
    seconds: float = 0.0


class Advice(Struct, frozen=True):
    """What a search would do, and what else it was held against."""

    action: Action
    chance: float
    """The chance of winning that it sees for the deciding seat."""
    against: Action | None
    """What it was compared with: what was played, or the next best answer; None: there is nothing else."""
    against_chance: float
    line: tuple[str, ...]
    """How the search goes on, in the game's words."""
    reasons: tuple[str, ...]
    """What differs most between the two lines, the weightiest first."""
    visits: float
    """The share of the search that went to the answer."""

    @property
    def sure(self) -> Sure:
        """How sure the search is that nothing else is as good."""
        if self.against is None or self.against == self.action:
            return "only"
        if self.loss >= CLEAR and self.visits >= 0.5:
            return "sure"
        return "fairly" if self.loss >= BETTER else "close"

    @property
    def loss(self) -> float:
        """How much of the chance of winning the other answer costs."""
        return max(0.0, self.chance - self.against_chance)


def chance_of(value: float) -> float:
    """Return a value from -1 to 1 as a chance of winning.

    >>> chance_of(-1.0), chance_of(0.5)
    (0.0, 0.75)
    """
    return min(1.0, max(0.0, (1.0 + value) / 2.0))


def advise(
    game: Game[Any, Any], view: View[Any], decide: Decide, budget: Budget, seed: int, against: Action | None = None
) -> Advice:
    """Search at a decision, and compare the best answer with `against`; without one, with the next best."""
    rng = QuickRng(seed)
    begun = thread_time()
    answers = list(game.mind.candidates(view, decide))
    if against is not None and against not in answers:
        answers.append(against)
    tree = Tree(game, Node(decide, answers), rng)
    root = tree.root
    part = 1.0 if against is None else 1.0 - SHARE
    tree.grow(view, decide, _numbers(root, begun, budget, part))
    best = max(range(len(root.actions)), key=lambda i: (root.visits_of[i], root.values[i]))
    if against is None:
        rest = [i for i in range(len(root.actions)) if i != best and root.visits_of[i]]
        other = max(rest, key=lambda i: (root.visits_of[i], root.values[i]), default=None)
    else:
        other = root.actions.index(against)
        if other != best:
            _try(tree, view, other, begun, budget)
    value = root.values[best]
    if other is None or other == best:
        line = Line(tree, view, root.actions[best])
        return Advice(
            root.actions[best], chance_of(value), against, chance_of(value), line.words, (), _share(root, best)
        )
    if root.values[other] > value and against is not None:
        # Looked at as closely, what was played is the better one.
        best = other
        value = root.values[best]
    ours, theirs = Line(tree, view, root.actions[best]), Line(tree, view, root.actions[other])
    return Advice(
        root.actions[best],
        chance_of(value),
        root.actions[other],
        chance_of(root.values[other]),
        ours.words,
        () if best == other else reasons(game, decide.seat, ours, theirs),
        _share(root, best),
    )


def _share(root: Node, best: int) -> float:
    return root.visits_of[best] / max(1, sum(root.visits_of))


def _numbers(root: Node, begun: float, budget: Budget, part: float) -> Iterator[int]:
    if budget.iterations:
        return iter(range(max(1, round(budget.iterations * part))))
    return in_time(root, begun, budget.seconds * part)


def _try(tree: Tree, view: View[Any], answer: int, begun: float, budget: Budget) -> None:
    """Follow one answer as long as the budget lasts, or until it was tried as often as the favourite."""
    root = tree.root
    plan = (root.actions[answer],)
    left = round(budget.iterations * SHARE)
    while root.visits_of[answer] < max(root.visits_of):
        if (left := left - 1) < 0 if budget.iterations else thread_time() - begun > budget.seconds:
            return
        tree.iterate(tree.game.redeal(view, tree.rng), plan)


class Line:
    """One answer, followed through the tree as the search would go on: where that leads, on average."""

    def __init__(self, tree: Tree, view: View[Any], first: Action) -> None:
        self.features: dict[str, float] = {}
        self.ended = [0.0] * len(tree.game.seats)
        """How often each seat has won at the end of the line."""
        self.words: tuple[str, ...] = ()
        for number in range(WALKS):
            state, words = _walk(tree, tree.game.redeal(view, tree.rng), first)
            if not number:
                self.words = tuple(words)
            pending = tree.game.pending(state)
            if isinstance(pending, Over):
                for seat, reward in enumerate(rewards(pending, len(self.ended))):
                    self.ended[seat] += (reward > 0) / WALKS
                continue
            for name, amount in tree.game.mind.features(state).items():
                self.features[name] = self.features.get(name, 0.0) + amount / WALKS


def _walk(tree: Tree, state: Any, action: Action) -> tuple[Any, list[str]]:
    """Go on from an answer as the tree would, to where it knows no more; tell the seat's own choices on the way."""
    game, seat = tree.game, tree.root.seat
    words = [game.label(game.view(state, seat), action)]
    state, _ = game.apply(state, action)
    for _ in range(LONGEST):
        pending = game.pending(state)
        if isinstance(pending, Over) or game.mind.quiet(state):
            break
        if isinstance(pending, Chance):
            state, _ = game.apply(state, pending.sample(tree.rng))
            continue
        node = tree.known(state, pending)
        if node is None or node.visits < MET or not node.visits_of[node.lead]:
            break
        follows = node.actions[node.lead]
        if pending.seat == seat and not words[-1].endswith("…"):
            words.append(game.label(game.view(state, seat), follows))
        elif pending.seat != seat and not words[-1].endswith("…"):
            words.append("…")
        state, _ = game.apply(state, follows)
    return state, [word for word in words if word != "…"]


def reasons(game: Game[Any, Any], seat: int, ours: Line, theirs: Line) -> tuple[str, ...]:
    """Return what speaks for one line against another, in the game's words; the weightiest first."""
    weights, words = game.mind.weights.weights, game.mind.words
    sign = 1.0 if seat == 0 else -1.0
    told: list[str] = []
    for winner, name in enumerate(map(game.seat_title, range(len(game.seats)))):
        more = ours.ended[winner] - theirs.ended[winner]
        if winner == seat and more > ENDS:
            told.append(f"a win for {name} is near")
        elif winner != seat and -more > ENDS:
            told.append(f"otherwise a win for {name} is near")
    both = 1.0 - max(sum(ours.ended), sum(theirs.ended))
    weighed: list[tuple[float, str]] = []
    if both > 0.5:
        for name, weight in weights.items():
            gain = sign * weight * (ours.features.get(name, 0.0) - theirs.features.get(name, 0.0))
            if gain > LEAST:
                weighed.append((gain, name))
    weighed.sort(reverse=True)
    for gain, name in weighed[: REASONS - len(told)]:
        if gain >= SLIGHT * weighed[0][0]:
            told.append(said(words, game.seats, seat, name))
    return tuple(told)


def said(words: Mapping[str, Mapping[str, str]], seats: Sequence[str], seat: int, name: str) -> str:
    """Return what a feature means when it speaks for a seat; without words for it, its name."""
    return words.get(name, {}).get(seats[seat], name)
