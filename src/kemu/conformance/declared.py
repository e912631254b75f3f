"""Checks of what a game declares, and of what its rules import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kemu.core.game import Game
from kemu.core.settings import describe_settings
from kemu.core.trace import parsed

Found = Iterator[tuple[str, str]]

ROOMS = ("rules", "model")
"""The rooms of a game's folder that know the rules and nothing else."""
FOREIGN = ("kemu.scene", "kemu.players", "kemu.lab", "kemu.envs", "kemu.conformance", "kemu.server", "kemu.cli")
"""What no rule needs."""
CLOSED = {
    "rules": ("scene", "mind", "odds"),
    "model": ("scene", "mind", "odds"),
    "scene": ("mind",),
    "mind": ("scene",),
}
"""What a room may not import of the other rooms of its game."""


def declared(game: Game[Any, Any], hid: bool) -> Found:
    """What a game says of itself is so. `hid`: whether a view was seen that left something out of its state."""
    if game.hides and not hid:
        yield "hidden", "the game says that it hides something, and every seat was shown every state whole"
    if game.pictured:
        listed = {setting.name for setting in describe_settings(game.settings_type) if setting.choices}
        if game.pictured not in listed:
            yield "scene", f"pictured is no setting with a list of choices: {game.pictured}"


def sources(game: Game[Any, Any]) -> Found:
    """A game's rules and model import no picture, mind, odds, player, lab or server; its pictures and its mind not each
    other."""
    package = type(game).__module__.split(".")
    for room, closed in CLOSED.items():
        for path in sorted([*game.folder.glob(f"{room}.py"), *game.folder.glob(f"{room}/**/*.py")]):
            inside = path.relative_to(game.folder).with_suffix("").parts
            here = [*package, *(inside[:-1] if inside[-1] == "__init__" else inside)]
            parent = here if inside[-1] == "__init__" else here[:-1]
            for name in imported(path, parent):
                if (room in ROOMS and _foreign(name)) or _room(name.split("."), package) in closed:
                    yield "rooms", f"{room} may not know that: {'.'.join(here)} imports {name}"


def imported(path: Path, package: list[str]) -> Iterator[str]:
    """Yield the full name of everything that a source file imports when it runs; `package` is the one it is in."""
    tree = parsed(path.read_text(encoding="utf-8"))
    typing = {inner for node in ast.walk(tree) if _for_types(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if node in typing:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            whole = [*base, *(node.module.split(".") if node.module else [])]
            yield from (".".join([*whole, alias.name]) for alias in node.names)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _foreign(name: str) -> bool:
    return any(name == foreign or name.startswith(f"{foreign}.") for foreign in FOREIGN)


def _room(name: list[str], package: list[str]) -> str:
    """Return the room of the game that a name lies in, or nothing."""
    return name[len(package)] if name[: len(package)] == package and len(name) > len(package) else ""
