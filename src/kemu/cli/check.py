"""`kemu check`: does a game keep the contract?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .common import KitFolder, OptionPairs, find_game, pairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from kemu.conformance import Report


def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's id, or package.module:Class for your own.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Random games for each set of settings.")] = 20,
    seed: Annotated[int, typer.Option("--seed", "-s", help="The same seed gives the same games.")] = 1,
    option: OptionPairs = None,
    kit: KitFolder = None,
) -> None:
    """Hold a game to the contract: play it at random and check every promise at every step.

    Without --option it goes over the game's own sets of settings. The exit code is 1 if anything is found.

    \b
    kemu check moeraki
    kemu check moeraki --games 500 --option variant=master
    kemu check my_game.rules:MyGame
    """
    from rich.console import Console
    from rich.progress import Progress

    from kemu.conformance import check_game

    subject = find_game(game, kit)
    given = pairs(option, "option")
    subject.parse_settings(given)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(subject.id, total=None)
        reports = check_game(
            subject,
            games=games,
            seed=seed,
            settings=given or None,
            progress=(lambda done, total: bar.update(task, completed=done, total=total))
            if console.is_terminal
            else _lines(subject.id),
        )
    for report in reports:
        _show(report)
    if any(report.findings for report in reports):
        raise typer.Exit(1)


def _lines(game: str) -> Callable[[int, int], None]:
    """Return what tells how far it is on a stream that nobody can draw a bar on: a line for every tenth."""
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal told
        tenths = 10 * done // max(1, total)
        if tenths > told:
            told = tenths
            typer.echo(f"{game}: {done} of {total} games", err=True)

    return progress


def _show(report: Report) -> None:
    settings = " ".join(f"{name}={value}" for name, value in report.settings.items()) or "(default settings)"
    done = f"{report.game} {settings}: {report.games} games, {report.decisions} decisions"
    if not report.findings:
        typer.echo(f"ok {done}")
        return
    typer.echo(f"WRONG {done}")
    for finding in report.findings:
        typer.echo(f"  {finding.check}: {finding.message}")
