"""`kemu verify`: is this record a true game?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import KitFolder, game_of_record

if TYPE_CHECKING:
    from kemu.core.record import Record, Verdict

DICE = {
    "none": "no chance drawn",
    "proved": "dice proved",
    "committed": "dice committed to, not yet proved",
    "unproved": "dice thrown by hand, not proved",
}


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records, as 'kemu play' writes them.")],
    kit: KitFolder = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="For a game of your own: package.module:Class.")
    ] = None,
) -> None:
    """Replay records, and check every choice, every throw and the outcome.

    A good record gets one line that begins with 'ok'. One that was changed, broke off or was never a game gets one
    line that names the file and the line in it; the exit code is then 1.

    \b
    kemu verify kemu-moeraki-20260801-201500.jsonl
    kemu verify games/*.jsonl
    kemu verify --kit my-board game.jsonl
    """
    bad = 0
    for file in files:
        try:
            typer.echo(f"ok {file}: {judge(file, kit, game)}")
        except ValueError as error:
            bad += 1
            typer.echo(f"kemu: {' '.join(str(error).split())}", err=True)
    if bad:
        raise typer.Exit(1)


def judge(file: Path, kit: Path | None, game_name: str | None = None) -> str:
    """Return what a good record says, in a few words; raise a `ValueError` that names the file and the line."""
    from kemu.core.kit import KitError
    from kemu.core.record import RecordError, load_record
    from kemu.core.record import verify as replay_and_check
    from kemu.core.refusal import Refusal

    try:
        record = load_record(file.read_bytes())
        game = game_of_record(record.header.game, game_name, kit)
        return _words(record, replay_and_check(record, game))
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except KitError:
        raise
    except RecordError as error:
        raise ValueError(f"{file}, {error}") from None
    except Refusal as refusal:
        raise ValueError(f"{file}, line 1: {refusal}") from None


def _words(record: Record, verdict: Verdict) -> str:
    outcome = verdict.outcome
    if outcome is None:
        end = "not finished"
    else:
        scores = " to ".join(f"{score:g}" for score in outcome.scores.values())
        end = f"{outcome.winner or 'nobody'} won, {outcome.reason}, {scores}"
    return f"{record.header.game}, {verdict.plies} plies, {end}, {DICE[verdict.dice]}"
