"""Players by name: the one place where a new player is put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

from kemu.core.refusal import Refusal
from kemu.players.levels import LEVELS

from .clock import Clock
from .greedy import GreedyPlayer
from .player import Player
from .search import SearchPlayer
from .uniform import RandomPlayer

ITERATIONS = 1_000
"""The budget of `mcts` when none is named."""
Maker = Callable[[int], Player]


class Entry(Struct, frozen=True):
    """One player of the register: how it is written, what it does, and how it is made from what follows its name."""

    usage: str
    explanation: str
    make: Callable[[str, str], Maker]


def _plain(maker: Maker) -> Callable[[str, str], Maker]:
    def make(spec: str, budget: str) -> Maker:
        if budget:
            raise Refusal(f"Player '{spec}': '{spec.partition(':')[0]}' takes no budget.")
        return maker

    return make


def _search(spec: str, budget: str) -> Maker:
    if not budget:
        return lambda seed: SearchPlayer(seed, iterations=ITERATIONS, name=spec)
    if re.fullmatch(r"[0-9]{1,9}", budget) and int(budget):
        return lambda seed: SearchPlayer(seed, iterations=int(budget), name=spec)
    if re.fullmatch(r"[0-9]{0,5}\.?[0-9]{1,5}s", budget) and float(budget[:-1]) > 0:
        return lambda seed: SearchPlayer(seed, seconds=float(budget[:-1]), name=spec)
    raise Refusal(f"Player '{spec}': a budget is a number of iterations (mcts:400) or a time (mcts:0.1s).")


REGISTER: Mapping[str, Entry] = {
    "random": Entry("random", "any legal answer, each equally likely", _plain(RandomPlayer)),
    "greedy": Entry("greedy", "the answer that looks best one choice ahead", _plain(GreedyPlayer)),
    "mcts": Entry(
        "mcts[:BUDGET]",
        f"searches ahead: mcts ({ITERATIONS} iterations), mcts:400 (iterations), mcts:0.1s (seconds a turn)",
        _search,
    ),
}


def player_maker(spec: str) -> Maker:
    """Return what makes the player that a spec asks for, given a seed; raise a `Refusal` for a spec that is wrong.

    >>> player_maker("mcts:400")(1).name
    'mcts:400'
    """
    if spec in LEVELS and LEVELS[spec].player != spec:
        return player_maker(LEVELS[spec].player)
    name, colon, budget = spec.partition(":")
    entry = REGISTER.get(name)
    if entry is None:
        raise Refusal(f"There is no player '{spec}'; the players are {', '.join([*REGISTER, *LEVELS])}.")
    if colon and not budget:
        raise Refusal(f"Player '{spec}': a budget must follow the colon, as in mcts:400 or mcts:0.1s.")
    return entry.make(spec, budget)


def make_player(spec: str, seed: int, clock: Clock | None = None) -> Player:
    """Return the player that a spec asks for, with its own random numbers from a seed, in the middle of a turn."""
    player = player_maker(spec)(seed)
    if clock is not None and isinstance(player, SearchPlayer):
        player.clock = clock
    return player
