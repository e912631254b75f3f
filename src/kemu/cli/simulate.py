"""`kemu simulate`: many games between programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import GameId, KitFolder, OptionPairs, find_game, pairs

if TYPE_CHECKING:
    from kemu.lab.simulate import Job, Simulation


def simulate(
    game: GameId,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 100,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="A,B", help="A player for each seat; random everywhere if left out."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", help="The same seed gives the same games.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many processes; the results do not depend on it.")] = 1,
    option: OptionPairs = None,
    kit: KitFolder = None,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Write every game's record into this folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")] = False,
) -> None:
    """Play many games between programs and count who wins, how, and how fast it went.

    \b
    kemu simulate moeraki
    kemu simulate moeraki --players greedy,random --games 1000 --jobs 2
    kemu simulate moeraki -p mcts:200,greedy -n 50 -o variant=master --json
    kemu simulate moeraki --records games && kemu verify games/*.jsonl

    \b
    The players:
      random     any legal answer, each equally likely
      greedy     the answer that looks best one choice ahead
      mcts       searches ahead; mcts:400 for 400 iterations a decision, mcts:0.1s for a tenth of a second a turn
      beginner, casual, club, strong: as the table offers them; club and strong search for 2 and 5 seconds a turn

    \b
    Seconds are those of the processor, so a busy machine makes nobody weaker.

    Ctrl-C stops, and shows what was played so far.
    """
    from kemu.lab.simulate import Job

    if players is None:
        specs = ("random",) * len(find_game(game, kit).seats)
    else:
        specs = tuple(name.strip() for name in players.split(","))
    job = Job(
        game=game,
        players=specs,
        games=games,
        seed=seed,
        settings=dict(pairs(option, "option")),
        kit=kit,
        records=records,
    )
    result = _watched(job, jobs)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(result).decode())
    else:
        _show(result)
        if records is not None:
            typer.echo(f"Records: {records}")
    if not result.complete:
        raise typer.Exit(130)


def _watched(job: Job, jobs: int) -> Simulation:
    """Simulate with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kemu.lab.simulate import simulate as run

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(job.game, total=job.games)
        return run(job, jobs=jobs, progress=lambda done, total: bar.update(task, completed=done, total=total))


def _show(result: Simulation) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    settings = " ".join(f"{name}={value}" for name, value in result.settings.items())
    table = Table(title=f"{result.game}  {settings}  seed {result.seed}", title_justify="left")
    for heading in ("seat", "player"):
        table.add_column(heading)
    for heading in ("wins", "share", "95 % interval"):
        table.add_column(heading, justify="right")

    def row(name: str, player: str, number: int, key: str) -> None:
        low, high = result.shares[key]
        share = f"{number / result.games:.1%}" if result.games else "-"
        table.add_row(name, player, str(number), share, f"{low:.1%} to {high:.1%}")

    for seat, number in result.wins.items():
        row(seat, result.players[seat], number, seat)
    row("drawn", "", result.draws, "draws")
    console.print(table)
    if result.reasons:
        console.print("Ended by: " + ", ".join(f"{reason} {number}" for reason, number in result.reasons.items()))
    if result.lengths is not None:
        spread = f"{result.lengths.shortest} to {result.lengths.longest}, median {result.lengths.median:g}"
        console.print(f"Decisions a game: {result.lengths.mean:.1f} on average ({spread})")
    done = f"{result.games} games, {result.decisions} decisions in {result.seconds:.2f} s"
    console.print(f"{done}: {result.decisions_per_second:,.0f} decisions a second")
    if not result.complete:
        console.print("Stopped early: these are the games played so far.")
