"""Peers and Kemu side by side: prints ratios, and fails if one misses its target. `README.md` says what is measured.

Every round measures the peer and Kemu one after the other, so that a machine that is slow, or changes its clock, is
slow for both; and what is measured is CPU time, so that other work on the machine does not count. The ratio of each
round is kept, and the median of them is held to the target.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from peers import catanatron_actions
from random_games import (
    BATTLES,
    LAYOUTS,
    LENGTHS,
    SCENARIOS,
    VARIANTS,
    hawaii_decisions,
    maori_wars_decisions,
    maurice_decisions,
    moeraki_decisions,
    siege_actions,
    siege_decisions,
)

BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Figure:
    """One line of the table: a ratio in every round, and what the median must be."""

    name: str
    ratios: list[float]
    unit: str
    ours: float
    theirs: float
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def good(self) -> bool:
        return (self.at_least is None or self.ratio >= self.at_least) and (
            self.at_most is None or self.ratio <= self.at_most
        )

    def line(self) -> str:
        target = f">= {self.at_least:g}" if self.at_least is not None else ""
        target = f"<= {self.at_most:g}" if self.at_most is not None else target
        verdict = "" if not target else "ok" if self.good else "MISSED"
        spread = f"{min(self.ratios):.2f} to {max(self.ratios):.2f}"
        measured = f"{self.ours:,.0f} / {self.theirs:,.0f} {self.unit}"
        return f"{self.name:40} {self.ratio:6.2f}x  {spread:>14}  {target:>6} {verdict:6}  {measured}"


def pace(work: Callable[[float], tuple[int, float]], seconds: float) -> float:
    """Return how much of some work is done in a second."""
    done, took = work(seconds)
    return done / took


def random_play(
    game: str,
    kinds: tuple[str, ...],
    work: Callable[[str, float], tuple[int, float]],
    target: float | None,
    rounds: int,
    seconds: float,
) -> list[Figure]:
    """Random games through the contract, of each kind, against random Catan games: choices a second."""
    catanatron_actions(0.1)
    for kind in kinds:
        work(kind, 0.1)
    theirs: list[float] = []
    ours: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        theirs.append(pace(catanatron_actions, seconds))
        for kind in kinds:
            ours[kind].append(pace(lambda time, kind=kind: work(kind, time), seconds))
    return [
        Figure(
            f"random {game} {kind} / catanatron",
            [own / other for own, other in zip(ours[kind], theirs, strict=True)],
            "choices/s",
            median(ours[kind]),
            median(theirs),
            at_least=target,
        )
        for kind in kinds
    ]


def simulate(rounds: int, seconds: float, games: int) -> list[Figure]:
    """`kemu simulate` from its start to its end, in a process of its own, against the same peer."""
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(rounds):
        theirs.append(pace(catanatron_actions, seconds))
        printed, took = cpu_of([str(BIN / "kemu"), "simulate", "moeraki", "--games", str(games), "--json"])
        ours.append(json.loads(printed)["decisions"] / took)
    ratios = [own / other for own, other in zip(ours, theirs, strict=True)]
    return [Figure(f"kemu simulate, {games:,} games / catanatron", ratios, "choices/s", median(ours), median(theirs))]


def start_up(rounds: int) -> list[Figure]:
    """What a command takes from its start to its end, against importing what it is made with."""
    peer = [sys.executable, "-c", "import msgspec, typer"]
    commands = {name: [str(BIN / "kemu"), name] for name in ("--help", "games")}
    times: dict[str, list[float]] = {name: [] for name in ("peer", *commands)}
    for number in range(rounds + 1):
        for name, argv in (("peer", peer), *commands.items()):
            _, took = cpu_of(argv)
            if number:  # the first round warms the disk
                times[name].append(1_000 * took)
    return [
        Figure(
            f"kemu {name} / import msgspec, typer",
            [own / other for own, other in zip(times[name], times["peer"], strict=True)],
            "ms",
            median(times[name]),
            median(times["peer"]),
            at_most=2,
        )
        for name in commands
    ]


def cpu_of(argv: list[str]) -> tuple[bytes, float]:
    """Run a command; return what it printed and the seconds of CPU it took."""
    before = getrusage(RUSAGE_CHILDREN)
    printed = subprocess.run(argv, stdout=subprocess.PIPE, check=True).stdout
    after = getrusage(RUSAGE_CHILDREN)
    return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Run everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how many times each pair is measured")
    parser.add_argument("--seconds", type=float, default=0.4, help="for each measurement of random play")
    arguments = parser.parse_args()
    rounds, seconds = max(1, arguments.rounds), arguments.seconds
    figures = [
        *random_play("moeraki", VARIANTS, moeraki_decisions, 5, rounds, seconds),
        *random_play("hawaii", LENGTHS, hawaii_decisions, 3, rounds, seconds),
        *random_play("maori_wars", SCENARIOS, maori_wars_decisions, 2, rounds, seconds),
        *random_play("maurice", BATTLES, maurice_decisions, 0.5, rounds, seconds),
        *random_play("siege, cards counted,", LAYOUTS, siege_actions, 1, rounds, seconds),
        *random_play("siege", LAYOUTS, siege_decisions, None, rounds, seconds),
        *simulate(max(1, rounds // 3), seconds, 2_000),
        *start_up(rounds),
    ]
    print(f"{'':40} {'median':>7}  {'min to max':>14}  {'target':>6} {'':6}  Kemu / peer")
    for figure in figures:
        print(figure.line())
    missed = [figure.name for figure in figures if not figure.good]
    if missed:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
