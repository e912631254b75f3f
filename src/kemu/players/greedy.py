"""The greedy player: looks one choice ahead and takes what then looks best."""

from __future__ import annotations

from typing import Any

from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide
from kemu.core.rng import QuickRng

from .expected import LEAVES, expected

CANDIDATES = 16
"""How many answers are drawn from a continuum."""
REDEALS = 4
"""How many guesses at the hidden facts each answer is tried on."""


class GreedyPlayer:
    """One ply on what the game's mind says. Answers that look equally good are equally likely."""

    name = "greedy"

    def __init__(self, seed: int, leaves: int = LEAVES) -> None:
        self._rng = QuickRng(seed)
        self._leaves = leaves

    def choose(self, game: Game[Any, Any], view: View[Any], decide: Decide) -> Action:
        """Return the answer with the best expected value, over guesses at what is hidden."""
        rng, seat = self._rng, decide.seat
        answers = candidates(decide, CANDIDATES, rng)
        if len(answers) == 1:
            return answers[0]
        guesses = redeals(game, view, REDEALS, rng)
        leaves = max(1, self._leaves // len(guesses))
        best: list[Action] = []
        highest = float("-inf")
        for answer in answers:
            value = 0.0
            for state in guesses:
                value += expected(game, game.apply(state, answer)[0], seat, rng, leaves)
            if value > highest:
                highest, best = value, [answer]
            elif value == highest:
                best.append(answer)
        return best[rng.below(len(best))]


def candidates(decide: Decide, drawn: int, rng: QuickRng) -> list[Action]:
    """Return the answers to weigh: the whole list, and some drawn from the continuum if there is one."""
    answers = list(decide.options)
    if decide.free is not None:
        for _ in range(drawn):
            answer = decide.free.sample(rng)
            if answer is not None and answer not in answers:
                answers.append(answer)
    return answers or [decide.pick(rng)]


def redeals(game: Game[Any, Any], view: View[Any], number: int, rng: QuickRng) -> list[Any]:
    """Return full states that the view allows: one where nothing is hidden, else as many as asked for."""
    first = game.redeal(view, rng)
    if first is view.state:
        return [first]
    return [first, *(game.redeal(view, rng) for _ in range(number - 1))]
