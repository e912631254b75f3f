"""Training: a mind's weights, fitted to games that players with these weights have played. The same way for every game.

Each round plays games, keeps the features of a few positions of each, and how the game ended; a logistic regression
then says what each feature is worth, and the next round plays with that. A tenth of the games is held back, to tell
whether the new weights foresee the winner better than the old ones did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import tanh
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from kemu.core.dealer import Dealer
from kemu.core.game import Game
from kemu.core.mind import Weights, rewards
from kemu.core.pending import Decide, Over
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.players import player_maker

from .simulate import derived

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.floating[Any]]

POSITIONS = 12
"""About so many positions of each game are kept: more of one game tell little that is new."""
ASTRAY = 0.1
"""How often a player answers at random, so that positions are seen which good play avoids."""
HELD_BACK = 10
"""One game in so many is held back, to judge the weights by."""
PULL = 10.0
"""How strongly the old weights hold, as if so many positions had shown each of them."""
ROUNDS_OF_NEWTON = 30

Progress = Callable[[int, int], None]
"""Called with the games done and the games asked for."""


class Seen(Struct, frozen=True):
    """A position: its features in the order of the weights, and what the first seat got in the end, from -1 to 1."""

    features: tuple[float, ...]
    result: float


class Trained(Struct, frozen=True):
    """What a round came to: the new weights, and the mean error of the old and the new on the games held back."""

    weights: Weights
    positions: int
    before: float
    after: float


def train(
    game: Game[Any, Any],
    player: str,
    games: int,
    *,
    rounds: int = 1,
    seed: int = 1,
    settings: Any = None,
    progress: Progress | None = None,
) -> list[Trained]:
    """Play, fit and play again; return what each round came to. Afterwards the game's mind is as it was."""
    first = game.mind.weights
    if len(game.seats) != 2 or not first.weights:
        raise Refusal(f"{game.title} has no weights to be fitted: its `mind/weights.json` names none.")
    if games < HELD_BACK:
        raise Refusal(f"{games} games are too few to fit anything to; {HELD_BACK} are the least.")
    if rounds < 1:
        raise Refusal(f"{rounds} rounds fit nothing; one is the least.")
    found: list[Trained] = []
    told: Progress = progress or (lambda done, total: None)
    try:
        for number in range(rounds):
            before = number * games
            here = derived(seed, "round", number)
            seen = _games(game, player, games, here, settings, lambda done, b=before: told(b + done, rounds * games))
            found.append(_fitted_to(game.mind.weights, seen, player))
            vars(game.mind)["weights"] = found[-1].weights
    finally:
        vars(game.mind)["weights"] = first
    return found


def _games(
    game: Game[Any, Any], player: str, games: int, seed: int, settings: Any, told: Callable[[int], None]
) -> list[list[Seen]]:
    """Play a round of games; return what is kept of each."""
    maker, names = player_maker(player), tuple(game.mind.weights.weights)
    seen: list[list[Seen]] = []
    for number in range(games):
        players = [maker(derived(seed, number, seat)) for seat in (0, 1)]
        dealer = Dealer.from_seed(derived(seed, number, "dealer"))
        astray = QuickRng(derived(seed, number, "astray"))
        seen.append(played(game, settings, players, dealer, astray, names))
        told(number + 1)
    return seen


def _fitted_to(old: Weights, seen: Sequence[list[Seen]], player: str) -> Trained:
    """Fit new weights to nine games in ten, and judge them by the rest."""
    names = tuple(old.weights)
    learned = [one for number, some in enumerate(seen) if number % HELD_BACK for one in some]
    judged = [one for some in seen[::HELD_BACK] for one in some]
    new = dict(zip(names, fitted([old.weights[name] for name in names], learned), strict=True))
    told = f"a logistic regression on {len(learned)} positions of {len(seen)} games of {player} against itself"
    weights = Weights(told, new, old.numbers)
    return Trained(weights, len(learned), error(old.weights, names, judged), error(new, names, judged))


def played(
    game: Game[Any, Any], settings: Any, players: Sequence[Any], dealer: Dealer, rng: QuickRng, names: Sequence[str]
) -> list[Seen]:
    """Play one game and return some of its positions.

    The players are handed the game itself, whose mind has the weights of this round: nothing is played for here.
    """
    state, mind = game.start(settings), game.mind
    every, decisions, draws = 1, 0, 0
    rows: list[tuple[float, ...]] = []
    while True:
        now = game.pending(state)
        if isinstance(now, Over):
            result = rewards(now, 2)[0]
            return [Seen(row, result) for row in rows]
        if isinstance(now, Decide):
            if decisions % every == 0:
                counted = mind.features(state)
                rows.append(tuple(float(counted.get(name, 0.0)) for name in names))
                if len(rows) == 2 * POSITIONS:
                    del rows[1::2]
                    every *= 2
            decisions += 1
            astray = rng.below(1000) < 1000 * ASTRAY
            choice = now.pick(rng) if astray else players[now.seat].choose(game, game.view(state, now.seat), now)
        else:
            choice = now.sample(dealer.draw(draws))
            draws += 1
        state, _ = game.apply(state, choice)


def fitted(old: Sequence[float], seen: Sequence[Seen]) -> list[float]:
    """Return the weights under which the sum of the features best foretells the result, not far from the old ones.

    A lead of x is worth tanh(x): a chance of winning of 1 / (1 + exp(-2x)). So this is a logistic regression, by
    Newton's steps, with a pull towards the old weights that is the same whatever a feature is counted in.
    """
    import numpy as np

    x: Numbers = 2.0 * np.array([one.features for one in seen])
    won: Numbers = np.array([(one.result + 1.0) / 2.0 for one in seen])
    start: Numbers = np.array(old)
    pull: Numbers = PULL * (np.square(x - x.mean(axis=0)).mean(axis=0) + 1e-6)
    weights = start.copy()
    for _ in range(ROUNDS_OF_NEWTON):
        chance: Numbers = 1.0 / (1.0 + np.exp(-np.clip(x @ weights, -30.0, 30.0)))
        slope: Numbers = x.T @ (chance - won) + pull * (weights - start)
        bend: Numbers = (x * (chance * (1.0 - chance))[:, None]).T @ x + np.diag(pull)
        step: Numbers = np.linalg.solve(bend, slope)
        weights = weights - step
        if float(np.abs(step).max()) < 1e-9:
            break
    return [round(float(weight), 4) for weight in weights]


def error(weights: Mapping[str, float], names: Sequence[str], seen: Sequence[Seen]) -> float:
    """Return the mean square of what the weights are off the result."""
    off = [one.result - tanh(sum(weights[n] * x for n, x in zip(names, one.features, strict=True))) for one in seen]
    return sum(each * each for each in off) / len(off)


def written(weights: Weights) -> bytes:
    """Return the text of a `weights.json`."""
    return msgspec.json.format(msgspec.json.encode(weights), indent=2) + b"\n"
