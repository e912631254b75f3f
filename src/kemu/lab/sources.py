"""Where a game comes from: the registry, or a class that somebody is still writing."""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from typing import Any, cast

from kemu.core.game import Game
from kemu.core.refusal import Refusal
from kemu.core.registry import game as registered


def game_named(name: str, kit: Path | None = None) -> Game[Any, Any]:
    """Return the game with this id, or the one at `package.module:Class`; raise a `Refusal` if there is none.

    A class is looked for as Python looks for a module, and in the current folder.
    """
    if ":" not in name:
        return registered(name, kit)
    module_name, _, class_name = name.partition(":")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        module = import_module(module_name)
    except (ImportError, TypeError, ValueError) as error:
        raise Refusal(f"The module '{module_name}' cannot be imported: {error}.") from None
    found = getattr(module, class_name, None)
    if not (isinstance(found, type) and issubclass(found, Game)) or isabstract(cast(object, found)):
        raise Refusal(f"The module '{module_name}' has no game '{class_name}' (a subclass of kemu.Game).")
    return cast(type[Game[Any, Any]], found)(kit)
