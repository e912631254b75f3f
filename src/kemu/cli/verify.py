"""`kemu verify`: is this record a true game?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import KitFolder, game_of_record
from .errors import LONGEST

if TYPE_CHECKING:
    from kemu.core.record import Record, Verdict

DICE = {
    "none": "no chance drawn",
    "proved": "dice proved to every seat that added a salt",
    "committed": "dice committed to, not yet proved",
    "unproved": "dice thrown by hand, not proved",
}
UNBOUND = {
    "owner": "dice dealt by the machine of the record's owner, which could have chosen them",
    "server": "dice dealt by a server to no seat that added a salt; it could have chosen them",
    None: "an old record: dice dealt by a machine that could have chosen them",
}
"""Of dice that follow from the secret where nothing kept the dealer from choosing it, by who dealt."""


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records, as 'kemu play' writes them.")],
    kit: KitFolder = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="For a game of your own: package.module:Class.")
    ] = None,
    finished: Annotated[bool, typer.Option("--finished", help="Fail for a game that is not finished.")] = False,
    proved: Annotated[bool, typer.Option("--proved", help="Fail for dice that are not proved.")] = False,
) -> None:
    """Replay records, and check every choice, every throw and the outcome.

    A good record gets one line that begins with 'ok', and says at once if the game is not finished or its dice are not
    proved. One that was changed, broke off or was never a game gets one line that names the file and the line in it;
    the exit code is then 1.

    \b
    kemu verify kemu-moeraki-20260801-201500.jsonl
    kemu verify games/*.jsonl
    kemu verify --finished --proved game.jsonl
    kemu verify --kit my-board game.jsonl
    """
    from kemu.core.printable import one_line, printable

    bad = 0
    for file in files:
        try:
            lacks, words = judge(file, kit, game)
            wanted = {"not finished": finished, "dice not proved": proved}
            if any(wanted[what] for what in lacks):
                raise ValueError(f"{file}: {', '.join(what for what in lacks if wanted[what])}: {words}")
            typer.echo(printable(f"ok{_in_brackets(lacks)} {file}: {words}"))
        except ValueError as error:
            bad += 1
            typer.echo(f"kemu: {one_line(str(error), LONGEST)}", err=True)
    if bad:
        raise typer.Exit(1)


def _in_brackets(lacks: list[str]) -> str:
    return f" ({', '.join(lacks)})" if lacks else ""


def judge(file: Path, kit: Path | None, game_name: str | None = None) -> tuple[list[str], str]:
    """Return what a good record lacks, and what it says in a few words.

    One that is not good raises a `ValueError` that names the file and the line.
    """
    from kemu.core.kit import KitError
    from kemu.core.record import RecordError, load_record
    from kemu.core.record import verify as replay_and_check
    from kemu.core.refusal import Refusal

    try:
        record = load_record(file.read_bytes())
        game = game_of_record(record.header.game, game_name, kit)
        verdict = replay_and_check(record, game)
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except KitError:
        raise
    except RecordError as error:
        raise ValueError(f"{file}, {error}") from None
    except Refusal as refusal:
        raise ValueError(f"{file}, line 1: {refusal}") from None
    lacks = ["not finished"] if verdict.outcome is None else []
    if verdict.dice not in {"none", "proved"}:
        lacks.append("dice not proved")
    return lacks, _words(record, verdict)


def _words(record: Record, verdict: Verdict) -> str:
    from kemu.core.printable import scored

    outcome = verdict.outcome
    if outcome is None:
        end = "not finished"
    else:
        scores = " to ".join(map(scored, outcome.scores.values()))
        end = f"{outcome.winner or 'nobody'} won, {outcome.reason}, {scores}"
    dice = UNBOUND[record.header.dealer] if verdict.dice == "unbound" else DICE[verdict.dice]
    backs = f"taken back {verdict.backs} times, " if verdict.backs > 1 else "taken back once, " if verdict.backs else ""
    return f"{record.header.game}, {verdict.plies} plies, {backs}{end}, {dice}"
