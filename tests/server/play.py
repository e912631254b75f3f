"""Scripted players: they choose by chance among the options that the server offers."""

from __future__ import annotations

import random
from typing import Any

from server.harness import Client


def choose(snapshot: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return an action among the options of a decision that is the reader's own."""
    return rng.choice(snapshot["pending"]["options"])["action"]


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
        response = client.answer(look["ply"], choose(look, rng))
        assert response.status_code == 200, response.text
        look = client.look()
    return look
