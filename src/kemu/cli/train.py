"""`kemu train`: fit the weights of a game's mind to games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import GameId, KitFolder, OptionPairs, find_game, pairs


def train(
    game: GameId,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games a round.")] = 200,
    rounds: Annotated[int, typer.Option("--rounds", "-r", help="How often to play, fit and play again.")] = 2,
    player: Annotated[str, typer.Option("--player", "-p", help="Who plays both seats.")] = "greedy",
    seed: Annotated[int, typer.Option("--seed", "-s", help="The same seed gives the same games.")] = 1,
    option: OptionPairs = None,
    kit: KitFolder = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where the weights go; GAME-weights.json if left out.")
    ] = None,
) -> None:
    """Fit what the opponents of a game go by: play games, fit the weights of the mind to how they ended, play again.

    \b
    kemu train moeraki
    kemu train hawaii -p mcts:50 -n 300 -r 3 --out weights.json

    Nothing is overwritten. Copy the file over the game's mind/weights.json, then measure what it wins:
    'kemu simulate GAME -p club,greedy'.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table

    from kemu.core.refusal import Refusal
    from kemu.lab.train import train as fit
    from kemu.lab.train import written

    played = find_game(game, kit)
    target = out or Path(f"{played.id}-weights.json")
    if target.exists():
        raise Refusal(f"{target}: there is a file already; it is not overwritten.")
    old = played.mind.weights
    settings = played.parse_settings(pairs(option, "option"))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    watched = Console(stderr=True)
    with Progress(*columns, console=watched, transient=True, disable=not watched.is_terminal) as bar:
        task = bar.add_task(played.id, total=games * rounds)
        found = fit(
            played,
            player,
            games,
            rounds=rounds,
            seed=seed,
            settings=settings,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    target.write_bytes(written(found[-1].weights))
    table = Table("feature", "before", *(f"round {number + 1}" for number in range(rounds)))
    for name, before in old.weights.items():
        table.add_row(name, f"{before:.4f}", *(f"{one.weights.weights[name]:.4f}" for one in found))
    console = Console(highlight=False)
    console.print(table)
    for number, one in enumerate(found, 1):
        console.print(
            f"Round {number}: {one.positions} positions; mean error on games held back"
            f" {one.before:.3f} with the weights it played with, {one.after:.3f} with the new ones"
        )
    console.print(f"Written to {target}")
