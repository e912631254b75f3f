"""`kemu kit`: the data of a game, to look at and to change."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import GameId, find_game
from .quick import QuickCommand, QuickGroup

kit = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    cls=QuickGroup,
    help="Look at a game's data files, and check your own versions of them.",
)


@kit.command("check", cls=QuickCommand)
def check(
    game: GameId,
    folder: Annotated[Path | None, typer.Argument(metavar="DIR", help="Your own kit; else the game's.")] = None,
) -> None:
    """Check a kit: every file against its shape, and the whole against the game.

    A mistake is told on one line that names the file, the line and the field.

    \b
    kemu kit check moeraki
    kemu kit check moeraki my-board
    """
    found = find_game(game, folder)
    own = sorted(name for name, path in found.kit.files.items() if path.parent != found.kit.home)
    of_your_own = "" if folder is None else f" ({', '.join(own) or 'none'} from {folder})"
    typer.echo(f"ok {found.id}: {', '.join(sorted(found.kit.files))}{of_your_own}, digest {found.kit.digest}")


@kit.command("export", cls=QuickCommand)
def export(
    game: GameId,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the files go. It is made if need be.")],
) -> None:
    """Copy a game's kit into a folder, to be edited there and played with --kit. Nothing is overwritten.

    \b
    kemu kit export moeraki my-board
    kemu kit check moeraki my-board
    kemu play moeraki --kit my-board
    kemu serve --kit moeraki=my-board
    """
    from shutil import copyfile

    from kemu.core.refusal import Refusal

    files = find_game(game).kit.files
    folder.mkdir(parents=True, exist_ok=True)
    there = sorted(name for name in files if (folder / name).exists())
    if there:
        raise Refusal(f"{folder / there[0]}: the file is there already; nothing was copied.")
    for name, path in sorted(files.items()):
        copyfile(path, folder / name)
        typer.echo(str(folder / name))
