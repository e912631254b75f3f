"""`kemu study`: what decided this game?"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import KitFolder, game_of_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kemu.core.game import Game
    from kemu.players.study import Judged, Study

WIDTH = 30
"""Letters of the bar that shows a chance."""


def study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as 'kemu play' writes them.")],
    kit: KitFolder = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="For a game of your own: package.module:Class.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="How long to think, of the processor.", min=1, max=3600)
    ] = 60.0,
    json: Annotated[bool, typer.Option("--json", help="Write it as JSON.")] = False,
) -> None:
    """Judge a game: its winning chances turn by turn, its turning points, missed chances, and why.

    The chances are what the computer's search thinks of them, from what each side knew then. The page of a finished
    game shows the same.

    \b
    kemu study kemu-moeraki-20260801-201500.jsonl
    kemu study --seconds 10 game.jsonl
    kemu study --json game.jsonl > study.json
    """
    import msgspec

    from kemu.core.printable import printable
    from kemu.core.record import RecordError, load_record
    from kemu.core.refusal import Refusal
    from kemu.players.study import study as judge

    try:
        record = load_record(file.read_bytes())
        played = game_of_record(record.header.game, game, kit)
        with _shown() as progress:
            told = judge(record, played, seconds, progress=progress)
    except OSError as error:
        raise Refusal(f"{file}: {error.strerror}") from None
    except RecordError as error:
        raise Refusal(f"{file}, {error}") from None
    if json:
        typer.echo(msgspec.json.encode(told).decode())
        return
    for line in lines(played, told):
        typer.echo(printable(line))


@contextmanager
def _shown() -> Generator[Callable[[float], None]]:
    """Show on stderr how far the work is."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("looking through the game"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda done: progress.update(task, completed=done)


def lines(game: Game[Any, Any], told: Study) -> Iterator[str]:
    """Say what a study has found, a line a turn."""
    titles = {name: game.seat_title(seat) for seat, name in enumerate(game.seats)}
    first, second = list(titles.values())[:2]
    yield f"{'ply':>9}  {first} {'·' * (WIDTH - len(first) - len(second) - 2)} {second}"
    for turn in told.turns:
        plies = f"{turn.first + 1:>4}-{turn.last:<4}"
        yield f"{plies}  {bar(turn.after)} {turn.after:4.0%}  {titles[turn.seat]}{mark(turn)}"
        if turn.missed is not None:
            missed = turn.missed
            yield f"{'':11}missed {missed.lost:.0%} at ply {missed.ply + 1}: {missed.played}"
            better = "; ".join((missed.better, *missed.line[:2]))
            yield f"{'':11}better: {better}" + (f", because {', and '.join(missed.reasons)}" if missed.reasons else "")
    yield f"Chances are {first}'s, when the turn was over; judged in {told.seconds:.0f} s."


def bar(chance: float) -> str:
    """Return a chance as a bar.

    >>> bar(0.1)
    '###...........................'
    """
    full = round(chance * WIDTH)
    return "#" * full + "." * (WIDTH - full)


def mark(turn: Judged) -> str:
    """Say whether a turn turned the game, and whether chance had its say."""
    if not turn.turning:
        return ""
    return ": a turning point" + (", with dice or cards in it" if turn.drawn else "")
