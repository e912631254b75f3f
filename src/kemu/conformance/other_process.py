"""Run by the check `same-seed` in a process of its own: reads a task, prints the digest of the games played."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from .whole_games import digest


class Task(Struct, frozen=True):
    """Which game to play, and which seeds."""

    game: str
    kit: str | None
    settings: dict[str, Any]
    seeds: list[int]


def main() -> None:
    """Read a task from standard input, and print the digest."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    module, _, name = task.game.partition(":")
    game = getattr(import_module(module), name)(None if task.kit is None else Path(task.kit))
    print(digest(game, task.settings, task.seeds))


if __name__ == "__main__":
    main()
