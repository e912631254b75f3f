"""Registers games that cannot be played, as another package's might be: a server preloads it in one test."""

from __future__ import annotations

from typing import Any, cast

from kemu.core.registry import About, games


class Unbuildable:
    """A game that cannot be built, with a reason that a terminal would obey."""

    def __init__(self) -> None:
        raise RuntimeError("\x1b[2J no\nchart " + "x" * 5_000)


for _name, _entry in (("absent", "no.such.module:Game"), ("unbuilt", "server.faulty_here:Unbuildable")):
    cast("dict[str, Any]", games())[_name] = About(_name, _name.capitalize(), "", ("one", "two"), "", _entry)
