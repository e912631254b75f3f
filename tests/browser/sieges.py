"""Games brought to a wanted decision, by HTTP: what comes before it is played in other tests."""

from __future__ import annotations

import json
import random
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from browser.table import open_table

SEATS = ("garrison", "attackers")
CHIEFS = ("kamehameha", "allied")
Look = dict[str, Any]


class Seat:
    """One seat over HTTP."""

    def __init__(self, server: str, opened: dict[str, Any], seat: str) -> None:
        self.path = f"{server}/api/tables/{opened['table']}"
        self.token = opened["seats"][seat]["token"]
        self.rooms: list[int] = []

    def ask(self, path: str = "", body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Ask for something, or do it; what is refused comes back as it was told."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.path + path, data, headers)) as told:
                return json.load(told)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def answer(self, look: Look, rng: random.Random) -> None:
        """Give an answer at random: a group to act, if there is one; squads go into `rooms`, then the open."""
        options = [one["action"] for one in look["pending"]["options"] if one["action"]["act"] != "everyone"]
        wanted = [one for one in options if one["act"] == "activate"] or options
        if any(one["act"] == "quarter" for one in options):
            wanted = [one for one in options if self.rooms and one.get("room") == self.rooms[0]]
            self.rooms = self.rooms[1:]
        action = rng.choice(wanted) if wanted else self.drag(look, rng)
        told = self.ask("/answers", {"ply": look["ply"], "action": action, "key": secrets.token_hex(8)})
        assert "error" not in told, told

    def drag(self, look: Look, rng: random.Random) -> dict[str, Any]:
        """Return the answer that some point in the scene stands for."""
        scene = look["scene"]
        for _ in range(600):
            x, y = rng.uniform(0, scene["width"]), rng.uniform(0, scene["height"])
            told = self.ask("/drag", {"ply": look["ply"], "x": x, "y": y})
            if told.get("refusal", "none") is None:
                return told["action"]
        raise AssertionError("no point is allowed")


def siege_at(
    server: str, wanted: Callable[[Look], bool], seed: int = 1, rooms: tuple[int, ...] = (), **options: Any
) -> tuple[dict[str, Any], str, Look]:
    """Open a table of Siege and play on until somebody sees what is wanted: the table, his seat, what he sees."""
    opened = open_table(server, {seat: {"kind": "you"} for seat in SEATS}, "siege", **options)
    return brought(server, opened, SEATS, wanted, seed, rooms)


def hawaii_at(server: str, wanted: Callable[[Look], bool], seed: int = 1) -> tuple[dict[str, Any], str, Look]:
    """The same with Hawaii."""
    opened = open_table(server, {seat: {"kind": "you"} for seat in CHIEFS}, "hawaii")
    return brought(server, opened, CHIEFS, wanted, seed)


def brought(
    server: str,
    opened: dict[str, Any],
    names: tuple[str, ...],
    wanted: Callable[[Look], bool],
    seed: int,
    rooms: tuple[int, ...] = (),
) -> tuple[dict[str, Any], str, Look]:
    """Play a table on until somebody sees what is wanted."""
    seats = {seat: Seat(server, opened, seat) for seat in names}
    seats[names[0]].rooms = list(rooms)
    rng = random.Random(seed)
    for _ in range(600):
        look = seats[names[0]].ask()
        pending = look["pending"]
        assert pending["type"] == "decide"
        seat = pending["seat"]
        if not pending["yours"]:
            look = seats[seat].ask()
        if wanted(look):
            return opened, seat, look
        seats[seat].answer(look, rng)
    raise AssertionError("what is wanted did not come")


def marching(look: Look) -> bool:
    """A squad of the garrison has been chosen, and others of both sides stand about."""
    free = look["pending"]["free"]
    groups = {piece["id"].split("-")[0] for piece in look["scene"]["pieces"] if piece["id"].startswith("g")}
    return bool(free and len(free["pieces"]) == 7 and look["seat"] == "garrison" and len(groups) > 6)


def lone_odds(look: Look) -> str:
    """The id of something on the board that stands for one choice, which has odds; empty if there is none."""
    stands: dict[str, list[dict[str, Any]]] = {}
    for choice in look["scene"]["selectable"]:
        for name in (choice.get("target", ""), *choice.get("also", ())):
            stands.setdefault(name, []).append(choice)
    found = [name for name, choices in stands.items() if name and len(choices) == 1 and choices[0].get("odds")]
    return min(found, default="")
