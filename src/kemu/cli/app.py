"""The commands, and what becomes of a mistake: one line, and an exit code.

Modules of commands import little: what a command needs is imported when it runs, so that help comes quickly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import typer

from .errors import complaint
from .quick import LazyGroup


class Commands(LazyGroup):
    """All commands: a new one is a module of its name, and a line here."""

    package: ClassVar[str] = "kemu.cli"
    lazy: ClassVar[Mapping[str, str]] = {
        "games": "What there is to play.",
        "play": "Play a game here, against the computer or a friend.",
        "learn": "Be led through a first game.",
        "serve": "Play in the browser, here or with a friend far away.",
        "think": "Think for servers elsewhere.",
        "backup": "Copy a server's database while it runs.",
        "doctor": "Tell what an installation lacks.",
        "admin": "Look after a server's tables: hide, end, delete, bar.",
        "simulate": "Play many games between programs, and count.",
        "train": "Fit what the opponents of a game go by.",
        "verify": "Check that a record is a true game.",
        "study": "Judge a game: its turning points, its missed chances, and why.",
        "scene": "Draw a position as SVG or PNG.",
        "trace": "Show the code and the tests behind every rule.",
        "check": "Hold a game, or your own, to the contract.",
        "kit": "Copy a game's data files, and check your own.",
    }


app = typer.Typer(name="kemu", cls=Commands, rich_markup_mode=None, add_completion=False)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"kemu {version('kemu')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def kemu(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which.")] = False,
) -> None:
    """A table that knows the rules: play tabletop games, check their records, study them.

    \b
    kemu play                      choose a game and play it here
    kemu games                     what there is to play
    kemu learn moeraki             be led through a first game
    kemu simulate moeraki --players mcts:200,random --games 100
    kemu verify FILE               is this record a true game?

    'kemu COMMAND --help' explains a command, with examples.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. A mistake in the input is told in one line on stderr."""
    command: Any = typer.main.get_command(app)
    try:
        code = command.main(args=argv, prog_name="kemu", standalone_mode=False)
    except Exception as error:
        line, code = complaint(error)
        if line is None:
            raise
        typer.echo(line, err=True)
    return code if isinstance(code, int) else 0
