"""Simulation: many games between programs, with seeds, in one process or in several.

Every game has its own seeds, made from the master seed and the game's number alone. So the same job gives the same
games whatever the number of processes, and any one of them can be played again by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from kemu.core.dealer import Dealer
from kemu.core.game import Game
from kemu.core.pending import Action, Decide, Over
from kemu.core.refusal import Refusal
from kemu.core.table import Table
from kemu.parts.interval import wilson
from kemu.players import Player, consult, player_maker

from .sources import game_named
from .tally import Lengths, Tally, lengths_of

Progress = Callable[[int, int], None]
"""Called with the games done and the games asked for."""

PROGRESS_SECONDS = 0.1


class Job(Struct, frozen=True):
    """What to simulate: all of it plain data, so that another process can be given it."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 1
    settings: dict[str, Any] = {}
    kit: Path | None = None
    records: Path | None = None


class Simulation(Struct, frozen=True):
    """What came of a job. All but `seconds` and `decisions_per_second` depends on the job alone."""

    game: str
    settings: dict[str, Any]
    players: dict[str, str]
    seed: int
    games: int
    wins: dict[str, int]
    draws: int
    reasons: dict[str, int]
    decisions: int
    """Choices made by seats; chance is not counted."""
    seconds: float
    decisions_per_second: float
    shares: dict[str, tuple[float, float]]
    """Wilson's 95 % interval for the share of games that each seat wins, and for draws."""
    lengths: Lengths | None
    """Decisions a game; None if there was no game."""
    complete: bool
    """Whether all the games were played that the job asked for."""


def simulate(job: Job, *, jobs: int = 1, progress: Progress | None = None) -> Simulation:
    """Play a job's games in `jobs` processes and return what came of them.

    A mistake in the job raises a `Refusal` (or a `KitError`) before anything is played. An interrupt from the keyboard
    ends the simulation early: what was played until then is returned, as not complete.
    """
    bench = Bench(job)
    if jobs < 1:
        raise Refusal(f"{jobs} processes cannot play; one is the least.")
    if job.games < 1:
        raise Refusal(f"{job.games} games cannot be played; one is the least.")
    if job.records is not None:
        _prepare(job.records, bench.game.id)
    tally = Tally()
    begun = told = perf_counter()
    try:
        for part in _alone(bench) if jobs == 1 else _together(job, jobs):
            tally.add(part)
            if progress is not None and (perf_counter() - told > PROGRESS_SECONDS or tally.games == job.games):
                told = perf_counter()
                progress(tally.games, job.games)
    except KeyboardInterrupt:
        pass
    return _summary(bench, tally, perf_counter() - begun)


class Bench:
    """A job made ready: the game, its settings and its players."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.game: Game[Any, Any] = game_named(job.game, job.kit)
        self.settings = self.game.parse_settings(job.settings)
        seats = self.game.seats
        if len(job.players) != len(seats):
            asked = f"{self.game.title} has {len(seats)} seats ({', '.join(seats)})"
            raise Refusal(f"{asked}: name {len(seats)} players, not {len(job.players)}.")
        self.makers = [player_maker(spec) for spec in job.players]

    def play(self, number: int, tally: Tally) -> None:
        """Play game `number` of the job and count it."""
        seed, seats = self.job.seed, range(len(self.makers))
        players = [make(derived(seed, number, seat)) for make, seat in zip(self.makers, seats, strict=True)]
        dealer = Dealer.from_seed(derived(seed, number, "dealer"))
        record: list[Action] | None = None if self.job.records is None else []
        over, decisions = play_game(self.game, self.settings, players, dealer, record)
        if record is not None:
            self._write(number, dealer, record)
        tally.count(over.winner, over.reason, decisions)

    def _write(self, number: int, dealer: Dealer, actions: Sequence[Action]) -> None:
        """Write a game's record: the same dealer and the same choices at a table give the same game."""
        table = Table(self.game, self.settings, dealer=dealer, players=self.job.players)
        for action in actions:
            table.play(action)
        assert self.job.records is not None
        width = max(5, len(str(self.job.games)))
        table.record().save(self.job.records / f"{self.game.id}-{number + 1:0{width}d}.jsonl")


def play_game(
    game: Game[Any, Any],
    settings: Any,
    players: Sequence[Player],
    dealer: Dealer,
    actions: list[Action] | None = None,
) -> tuple[Over, int]:
    """Play one game to its end; return how it ended and how many decisions seats made. `actions` gathers them."""
    pending, apply = game.pending, game.apply
    state = game.start(settings)
    decisions = draws = 0
    while True:
        now = pending(state)
        if isinstance(now, Decide):
            choice = consult(players[now.seat], game, state, now)
            decisions += 1
            if actions is not None:
                actions.append(choice)
        elif isinstance(now, Over):
            return now, decisions
        else:
            choice = now.sample(dealer.draw(draws))
            draws += 1
        state, _ = apply(state, choice)


def derived(seed: int, *parts: int | str) -> int:
    """Return a seed for a part of the whole: another number for every part, always the same for the same one."""
    text = "/".join(str(part) for part in (seed, *parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"kemu lab").digest(), "big")


def _prepare(folder: Path, game_id: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    there = next(folder.glob(f"{game_id}-*.jsonl"), None)
    if there is not None:
        raise Refusal(f"{folder}: there are records here already ({there.name}); none is overwritten.")


def _alone(bench: Bench) -> Iterator[Tally]:
    """Play every game in this process."""
    for number in range(bench.job.games):
        tally = Tally()
        bench.play(number, tally)
        yield tally


def _together(job: Job, jobs: int) -> Iterator[Tally]:
    """Play the games in several processes, in parts small enough that none waits long for the others."""
    from .workers import parts_played

    size = max(1, min(job.games // (jobs * 8), 250))
    parts = [range(first, min(first + size, job.games)) for first in range(0, job.games, size)]
    return parts_played(job, min(jobs, len(parts)), parts)


def _summary(bench: Bench, tally: Tally, seconds: float) -> Simulation:
    game, job, games = bench.game, bench.job, tally.games
    wins = {name: tally.wins[seat] for seat, name in enumerate(game.seats)}
    draws = tally.wins[None]
    return Simulation(
        game=game.id,
        settings=msgspec.to_builtins(bench.settings),
        players=dict(zip(game.seats, job.players, strict=True)),
        seed=job.seed,
        games=games,
        wins=wins,
        draws=draws,
        reasons=dict(sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0]))),
        decisions=tally.decisions,
        seconds=seconds,
        decisions_per_second=tally.decisions / seconds if seconds else 0.0,
        shares={**{name: wilson(won, games) for name, won in wins.items()}, "draws": wilson(draws, games)},
        lengths=lengths_of(tally.lengths),
        complete=games == job.games,
    )
