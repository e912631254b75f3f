"""Runs the checks over a game: every set of settings in turn, many random games, a close look at some states."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from kemu.core.game import Game
from kemu.core.pending import Decide, Over
from kemu.core.rng import QuickRng
from kemu.core.settings import describe_settings

from .declared import declared, sources
from .report import Finding, Report
from .states import Checker
from .whole_games import other_process, whole_game

Progress = Callable[[int, int], None]
CLOSELY = 120
"""The first states of a game are looked at as often as was asked for; of a longer game, at most a tenth of the rest."""
MOST_FINDINGS = 5
"""A game that breaks one promise often breaks it everywhere: the most findings of one check for a set of settings."""


def setting_sets(game: Game[Any, Any]) -> tuple[dict[str, Any], ...]:
    """Return the default settings, each other choice of each setting by itself, and two mixtures of all."""
    sets: list[dict[str, Any]] = [{}]
    for setting in describe_settings(game.settings_type):
        sets += [{setting.name: choice} for choice in setting.choices if choice != setting.default]
    mixed = _mixed(game)
    return (*sets, *(one for one in mixed if one not in sets))


def _mixed(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """Return two sets in which every setting with a list of choices takes any of them: what breaks only together."""
    settings = [setting for setting in describe_settings(game.settings_type) if setting.choices]
    if len(settings) < 2:
        return []
    rng = QuickRng(len(settings))
    return [{setting.name: setting.choices[rng.below(len(setting.choices))] for setting in settings} for _ in range(2)]


def check_game(
    game: Game[Any, Any],
    *,
    games: int = 12,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    look: float = 0.25,
    progress: Progress | None = None,
) -> tuple[Report, ...]:
    """Run every check and return one report for each set of settings.

    `games` is the number of random games for each set; `settings` None means all of `setting_sets`. `look` is the
    share of states at which every check of a state is made; in the first game it is every state (of a long one, its
    beginning), and the checks of options, of the bound and of the end are made at all of them.
    """
    sets = setting_sets(game) if settings is None else (dict(settings),)
    reports: list[Report] = []
    # Some settings may hide nothing: whether the game does is judged by all of them.
    hid = settings is not None or not games
    for number, one in enumerate(sets):

        def tick(done: int, before: int = number * games) -> None:
            if progress is not None:
                progress(before + done, games * len(sets))

        report, hides = _check(game, one, games, seed, look, tick)
        hid = hid or hides
        reports.append(report)
    untrue = tuple(Finding(check, f"the game: {message}") for check, message in declared(game, hid))
    reports[-1] = replace(reports[-1], findings=(*reports[-1].findings, *untrue))
    return tuple(reports)


def assert_conforms(game: Game[Any, Any], **arguments: Any) -> None:
    """Run `check_game` and raise an AssertionError that lists what it found."""
    found = [
        f"{report.settings or 'default settings'}: {finding.check}: {finding.message}"
        for report in check_game(game, **arguments)
        for finding in report.findings
    ]
    if found:
        raise AssertionError("\n".join((f"{game.title} does not conform:", *found)))


def _check(
    game: Game[Any, Any],
    settings: Mapping[str, Any],
    games: int,
    seed: int,
    look: float,
    tick: Callable[[int], None],
) -> tuple[Report, bool]:
    """Return what one set of settings came to, and whether a view was seen that left something out."""
    findings: list[Finding] = []
    decisions = 0
    checker = Checker(game, QuickRng(seed))

    def gather(found: Iterator[tuple[str, str]], where: str) -> None:
        try:
            for check, message in found:
                if sum(finding.check == check for finding in findings) < MOST_FINDINGS:
                    findings.append(Finding(check, f"{where}: {message}"))
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__}: {error} in {place.name} ({Path(place.filename).name}:{place.lineno})"
            findings.append(Finding("crash", f"{where}: {what}"))

    for index in range(games):
        walk = _Walk(checker, settings, seed * 1_000_003 + index, 1.0 if index == 0 else look)
        gather(walk.run(), f"game {index}")
        decisions += walk.decisions
        if index < max(3, games // 100):
            gather(whole_game(game, settings, seed + index), f"game {index}")
        tick(index + 1)
    gather(sources(game), "the game")
    gather(other_process(game, settings, [seed, seed + 1]), "elsewhere")
    return Report(game.id, dict(settings), games, decisions, tuple(findings)), checker.hid


class _Walk:
    """One random game, looked at on the way."""

    def __init__(self, checker: Checker, settings: Mapping[str, Any], seed: int, look: float) -> None:
        self.checker = checker
        self.settings = settings
        self.rng = QuickRng(seed)
        self.look = look
        self.decisions = 0

    def run(self) -> Iterator[tuple[str, str]]:
        game, rng = self.checker.game, self.rng
        parsed = game.parse_settings(self.settings)
        state = game.start(parsed)
        bound = game.bound(parsed)
        for ply in range(bound + 1):
            pending = game.pending(state)
            look = self.look if ply < CLOSELY else min(self.look, 0.1)
            if rng.random() < look or isinstance(pending, Over):
                for check, message in self.checker.state(state):
                    yield check, f"ply {ply}: {message}"
            if isinstance(pending, Over):
                return
            if isinstance(pending, Decide):
                if not pending.options and pending.free is None:
                    yield "dead-end", f"ply {ply}: nothing can be answered: {pending.prompt}"
                    return
                if len(set(pending.options)) != len(pending.options):
                    yield "options", f"ply {ply}: an option stands there twice"
                choice: Any = pending.pick(rng)
                self.decisions += 1
            else:
                choice = pending.sample(rng)
            before = game.encode(state) if self.look == 1.0 else b""
            after, events = game.apply(state, choice)
            if before and game.encode(state) != before:
                yield "immutable", f"ply {ply}: a choice changed the state it was applied to"
            for check, message in self.checker.events(events):
                yield check, f"ply {ply}: {message}"
            state = after
        yield "ends", f"not over after {bound} choices, the game's bound: {msgspec.to_builtins(parsed)}"
