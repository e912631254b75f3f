"""`kemu games`: what there is to play."""

from __future__ import annotations

from typing import Annotated

import typer


def games(as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list instead.")] = False) -> None:
    """List the games.

    \b
    kemu games
    kemu games --json
    """
    from kemu.core.registry import tried

    listed = tried().values()
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(tuple(listed)).decode())
        return
    # Not a rich table: this command is to be as quick as a help page.
    from shutil import get_terminal_size
    from textwrap import wrap

    from kemu.core.printable import printable

    width = max(len(about.id) for about in listed) + 2
    for about in listed:
        facts = [f"seats: {', '.join(about.seats)}"] if about.seats else []
        facts += [f"{about.minutes} minutes"] if about.minutes else []
        typer.echo(printable(f"{about.id:{width}}{about.title}" + (f" ({'; '.join(facts)})" if facts else "")))
        for line in wrap(printable(about.sentence), max(40, min(100, get_terminal_size().columns) - width)):
            typer.echo(" " * width + line)
    typer.echo("\nPlay one with 'kemu play GAME'.")
