"""Random games through the contract: `start`, `pending`, `apply`, and nothing beside."""

from __future__ import annotations

from itertools import count
from time import process_time

import kemu
from kemu import Decide, Over, QuickRng
from kemu.games.siege.rules.cards import TopCard

VARIANTS = ("beginner", "basic", "master")
LENGTHS = ("long", "short")
LAYOUTS = ("legation",)
BATTLES = ("open", "broken")
SCENARIOS = ("heke", "waikato")
SEEDS = count(1)
"""No game is played twice: a game may know some facts again that it found out in one before."""


def moeraki_decisions(variant: str, seconds: float) -> tuple[int, float]:
    """Play random games until the time is up; return the choices that seats made and the seconds they took.

    Each choice is checked by `apply` like any other. Starting a game is timed, too.
    """
    game, rng = kemu.game("moeraki"), QuickRng(next(SEEDS))
    options = game.parse_settings({"variant": variant})
    decisions = 0
    begun = process_time()
    while (taken := process_time() - begun) < seconds:
        state = game.start(options)
        while isinstance(pending := game.pending(state), Decide):
            state, _ = game.apply(state, pending.pick(rng))
            decisions += 1
    return decisions, taken


def hawaii_decisions(length: str, seconds: float) -> tuple[int, float]:
    """The same for Hawaii, 1795. Dice and cards are drawn and applied, too: they take time, and are not counted."""
    return with_chance("hawaii", {"length": length}, seconds)


def maori_wars_decisions(scenario: str, seconds: float) -> tuple[int, float]:
    """The same for Maori Wars: dice and chits are drawn and applied, and not counted."""
    return with_chance("maori_wars", {"scenario": scenario}, seconds)


def siege_decisions(layout: str, seconds: float) -> tuple[int, float]:
    """The same for Siege. Moves are drawn from the continuum, and each is checked as any player's would be."""
    return with_chance("siege", {"layout": layout}, seconds)


def siege_actions(layout: str, seconds: float) -> tuple[int, float]:
    """The same, with the cards that are turned: each begins a turn, as the roll does that catanatron counts."""
    return with_chance("siege", {"layout": layout}, seconds, counted=TopCard)


def maurice_decisions(battle: str, seconds: float) -> tuple[int, float]:
    """The same for Maurice Lite, 14 units a side. Marches, charges and places are drawn from their continua."""
    return with_chance("maurice", {"battle": battle}, seconds)


def with_chance(name: str, chosen: dict[str, str], seconds: float, counted: type | None = None) -> tuple[int, float]:
    """Play random games of a game with dice or cards until the time is up; `counted`: this chance counts, too."""
    game, rng = kemu.game(name), QuickRng(next(SEEDS))
    options = game.parse_settings(chosen)
    decisions = 0
    begun = process_time()
    while (taken := process_time() - begun) < seconds:
        state = game.start(options)
        while type(pending := game.pending(state)) is not Over:
            if type(pending) is Decide:
                state, _ = game.apply(state, pending.pick(rng))
                decisions += 1
            else:
                decisions += type(pending) is counted
                state, _ = game.apply(state, pending.sample(rng))
    return decisions, taken
