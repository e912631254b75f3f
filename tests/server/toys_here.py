"""Registers the toy games, and a player that waits, in whatever process imports it: the test server preloads it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, cast

from kemu.core.pending import Action, Decide
from kemu.core.registry import About, games
from kemu.core.rng import QuickRng
from kemu.players import REGISTER
from kemu.players.levels import LEVELS, Level
from kemu.players.specs import Entry
from server.gate import GATE

TOYS = {
    "ambush": ("Ambush", ("fox", "hare"), "toys.ambush:AmbushGame"),
    "march": ("March", ("west", "east"), "toys.march:MarchGame"),
    "volley": ("Volley", ("blue", "grey"), "toys.volley:VolleyGame"),
    "sealed": ("Sealed orders", ("north", "south"), "toys.sealed:SealedGame"),
    "ladder": ("Ladder", ("ann", "bob"), "server.ladder:LadderGame"),
}

for name, (title, seats, entry) in TOYS.items():
    # The registry's own mapping: there is no entry point for a game that only tests know.
    cast("dict[str, Any]", games())[name] = About(name, title, f"{title}, a toy.", seats, "1", entry)


class Patient:
    """Thinks until a file is there: a test says how long that is."""

    name = "patient"

    def choose(self, game: Any, view: Any, decide: Decide) -> Action:
        while GATE in os.environ and not Path(os.environ[GATE]).exists():
            time.sleep(0.02)
        return decide.options[0] if decide.options else decide.pick(QuickRng(1))


cast("dict[str, Any]", REGISTER)["patient"] = Entry("patient", "waits", lambda spec, budget: lambda seed: Patient())
LEVELS["patient"] = Level("patient", "Patient", "Waits until it is told to move.", "patient")
