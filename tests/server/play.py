"""Scripted players: they choose by chance among the options that the server offers, or drag over a continuum."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from server.harness import Client

TRIES = 400
"""Points at which a drag is tried before a continuum is given up."""
Drag = Callable[[dict[str, Any]], dict[str, Any]]


def choose(snapshot: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return an action among the options of a decision that is the reader's own."""
    return rng.choice(snapshot["pending"]["options"])["action"]


def choose_or_drag(snapshot: dict[str, Any], rng: random.Random, drag: Drag) -> dict[str, Any]:
    """Return an option, or an action over the continuum beside the options; `drag` asks the server about a point."""
    pending = snapshot["pending"]
    options = pending["options"]
    if pending["free"] is not None and (not options or rng.random() < 0.3):
        scene = snapshot["scene"]
        for _ in range(10 if options else TRIES):
            x, y = rng.uniform(0, scene["width"]), rng.uniform(0, scene["height"])
            told = drag({"ply": snapshot["ply"], "x": round(x, 1), "y": round(y, 1)})
            if told.get("refusal", "none") is None:
                return told["action"]
    return choose(snapshot, rng)


def move(client: Client, snapshot: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return an action for a client whose decision it is."""
    return choose_or_drag(snapshot, rng, lambda point: client.post("drag", **point).json())


def play_out(clients: dict[str, Client], seed: int, limit: int = 10_000) -> dict[str, Any]:
    """Play by HTTP alone until the game is over (or for so many answers) and return the last snapshot."""
    rng = random.Random(seed)
    look = next(iter(clients.values())).look()
    for _ in range(limit):
        if look["pending"]["type"] == "over":
            break
        client = clients[look["pending"]["seat"]]
        look = client.look()
        assert look["pending"]["yours"]
        response = client.answer(look["ply"], move(client, look, rng))
        assert response.status_code == 200, response.text
        look = client.look()
    return look
