"""What several commands take: a game, settings, a kit, a seed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kemu.core.game import Game

OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
KitFolder = Annotated[
    Path | None,
    typer.Option("--kit", metavar="DIR", help="A folder of TOML files laid over the game's own kit."),
]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as 'kemu games' lists them.")]


def find_game(name: str, kit: Path | None = None) -> Game[Any, Any]:
    """Return a game by its id or as `package.module:Class`, as somebody typed it."""
    from kemu.lab.sources import game_named

    return game_named(name, kit)


def game_of_record(named: str, typed: str | None = None, kit: Path | None = None) -> Game[Any, Any]:
    """Return the game that a record names, by its id in the registry, unless another was typed.

    A record is somebody else's text: what it names is never imported.
    """
    from kemu.core.registry import game

    return game(named, kit) if typed is None else find_game(typed, kit)


def pairs(given: Sequence[str] | None, what: str, written: str = "NAME=VALUE") -> dict[str, str]:
    """Return `NAME=VALUE` texts as a mapping; raise a `Refusal` for one that is written otherwise, or given twice."""
    from kemu.core.refusal import Refusal

    found: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise Refusal(f"--{what} {text}: it is written {written}.")
        if name in found:
            raise Refusal(f"--{what} {text}: '{name}' is given twice.")
        found[name] = value
    return found


def seat_index(game: Game[Any, Any], name: str) -> int:
    """Return a seat by its name, whatever the case."""
    from kemu.core.refusal import Refusal

    for index, seat in enumerate(game.seats):
        if seat.lower() == name.lower():
            return index
    raise Refusal(f"{game.title} has no seat '{name}'; the seats are {', '.join(game.seats)}.")


def command() -> str:
    """Return how the command is called from here: `kemu` if the shell would find this one, else its path."""
    import shutil
    import sys

    here, found = Path(sys.argv[0]), shutil.which("kemu")
    if here.name != "kemu" or (found is not None and Path(found).resolve() == here.resolve()):
        return "kemu"
    return str(here)
