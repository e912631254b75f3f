"""Own kits: games that this server serves with somebody's own files laid over their kit, in place of the plain game."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from kemu.core.game import Game
from kemu.core.printable import one_line
from kemu.core.registry import game as registered

_OWN: dict[str, Game[Any, Any]] = {}
"""The games with an own kit in this process. It is filled once, at the start."""


def lay(kits: Mapping[str, str]) -> None:
    """Serve these games, by id, with these folders laid over their kits. Every process of a server does so first."""
    _OWN.update((name, registered(name, folder)) for name, folder in kits.items())


def game_by_id(name: str) -> Game[Any, Any]:
    """Return a game as it is served here: with the own kit if there is one; raise a `Refusal` if there is no game."""
    return _OWN[name] if name in _OWN else registered(name)


def title_of(game: Game[Any, Any]) -> str:
    """Return a game's title, which says so if it is played with an own kit. The folder's place is nobody's business."""
    own = game.kit.overlay
    return game.title if own is None else one_line(f"{game.title} (own kit: {own.name})")


@contextmanager
def copied(given: Mapping[str, Path]) -> Generator[dict[str, str]]:
    """Check own kits by the id of their game, and give copies of them for as long as a server runs.

    Their owner may edit them meanwhile, and a process that starts later must read what the first has read. Raises a
    `Refusal` if there is no such game and a `KitError` if a kit has a mistake.
    """
    checked = {name: registered(name, folder).kit for name, folder in given.items()}
    if not checked:
        yield {}
        return
    with TemporaryDirectory(prefix="kemu-kits-") as home:
        copies = {name: Path(home, name, folder.resolve().name) for name, folder in given.items()}
        for name, copy in copies.items():
            copy.mkdir(parents=True)
            for file, path in checked[name].files.items():
                copyfile(path, copy / file)
        yield {name: str(copy) for name, copy in copies.items()}
