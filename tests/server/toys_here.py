"""Registers the toy games in whatever process imports it: the test server preloads it."""

from __future__ import annotations

from typing import Any, cast

from kemu.core.registry import About, games

TOYS = {
    "ambush": ("Ambush", ("fox", "hare"), "toys.ambush:AmbushGame"),
    "march": ("March", ("west", "east"), "toys.march:MarchGame"),
    "volley": ("Volley", ("blue", "grey"), "toys.volley:VolleyGame"),
    "ladder": ("Ladder", ("ann", "bob"), "server.ladder:LadderGame"),
}

for name, (title, seats, entry) in TOYS.items():
    # The registry's own mapping: there is no entry point for a game that only tests know.
    cast("dict[str, Any]", games())[name] = About(name, title, f"{title}, a toy.", seats, "1", entry)
