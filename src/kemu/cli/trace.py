"""`kemu trace`: every clause of a rulebook, the code that carries it out and the tests that hold it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kemu.core.trace import Trace


def trace(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; all of them if left out.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list, an object for each game.")] = False,
    tests: Annotated[
        Path | None, typer.Option("--tests", metavar="DIR", help="Where the tests are, if not where they should be.")
    ] = None,
) -> None:
    """Print which code and which tests stand behind each clause of a rulebook.

    The exit code is 1 if a clause has no code or no test, or if code or a test names a clause that there is not.

    \b
    kemu trace moeraki
    kemu trace --json
    """
    from kemu.core.refusal import Refusal
    from kemu.core.registry import games
    from kemu.core.trace import trace as traced

    if game is not None and game not in games():
        raise Refusal(f"There is no game '{game}'; the games are {', '.join(games())}.")
    if tests is not None and not tests.is_dir():
        raise Refusal(f"{tests}: there is no such folder.")
    found = [traced(name, tests) for name in ([game] if game is not None else games())]
    if as_json:
        _print_json(found)
    else:
        for one in found:
            _show(one)
    if not all(one.whole for one in found):
        raise typer.Exit(1)


def _print_json(found: Sequence[Trace]) -> None:
    import msgspec

    plain = [{**msgspec.to_builtins(one), "whole": one.whole} for one in found]
    typer.echo(msgspec.json.encode(plain).decode())


def _show(found: Trace) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    table = Table(title=found.game, title_justify="left")
    # An id is never broken: it is what one copies, and greps for.
    table.add_column("clause", no_wrap=True, min_width=max((len(row.id) for row in found.rows), default=0))
    for heading in ("title", "status", "code", "tests", "missing"):
        table.add_column(heading, overflow="fold")
    for row in found.rows:
        cells = (row.id, row.title, row.status, "\n".join(row.code), "\n".join(row.tests), "; ".join(row.gaps))
        table.add_row(*(Text(cell) for cell in cells), style="bold red" if row.gaps else "")
    console.print(table)
    for stray in found.strays:
        console.print(Text(f"No such clause: {stray}", style="bold red"))
    gaps = sum(bool(row.gaps) for row in found.rows)
    whole = f"{found.game} is whole: {len(found.rows)} clauses, each with its code and its tests."
    console.print(whole if found.whole else f"{found.game}: {gaps} clauses with gaps, {len(found.strays)} strays.")
