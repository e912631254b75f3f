"""Thousands of wrong actions: none is accepted, none breaks anything, each is told why."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

import kemu
from server.harness import Client, House, new_key
from server.play import move
from toys.march import MarchGame

STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, -(2**63), 0.5, -0.0, 1e308, 1e-320),
    *("", "a7", "f6", "\x00", "é", "𝔘", "'; DROP TABLE games; --", "../..", "x" * 5_000, "constructor", "__proto__"),
    *([], {}, [[]], [None], {"": None}, {"act": "ball"}, ["ball", "f6"], [0] * 500, {"a": {"b": {"c": []}}}),
)
"""Values that have broken programs before."""


def wrong_action(legal: list[dict[str, Any]], rng: random.Random) -> Any:
    """Return something that is no legal action: a legal one with a field spoilt, dropped or added, or mere noise."""
    action = dict(rng.choice(legal)) if legal and rng.random() < 0.8 else {"act": rng.choice(STRANGE)}
    for _ in range(rng.randint(1, 3)):
        what = rng.random()
        if what < 0.55:
            action[rng.choice(list(action))] = rng.choice(STRANGE)
        elif what < 0.75 and len(action) > 1:
            del action[rng.choice(list(action))]
        else:
            action[rng.choice(["act", "at", "look", "card", "post", "side", "x", "y", "across", "zz"])] = rng.choice(
                STRANGE
            )
    return action


def wrong_body(look: dict[str, Any], legal: list[dict[str, Any]], rng: random.Random) -> Any:
    """Return a request that must not land: a wrong action, or a right one at a wrong time or in a wrong shape."""
    body: Any = {"ply": look["ply"], "action": wrong_action(legal, rng), "key": new_key()}
    kind = rng.random()
    if kind < 0.15 and legal:
        late = rng.choice([look["ply"] + 1, look["ply"] - 1, 10**6, -1, "0", None, 1.5])
        body = {**body, "action": rng.choice(legal), "ply": late}
    elif kind < 0.25 and legal:
        body = {**body, "action": rng.choice(legal), "revision": rng.choice([look["revision"] + 1, -1, "x", 2**60])}
    elif kind < 0.35 and legal:
        body = {**body, "action": rng.choice(legal), "key": rng.choice([None, "", "short", "x" * 65, "a b c d e", 7])}
    elif kind < 0.4:
        body = rng.choice(STRANGE)
    elif kind < 0.45:
        body[rng.choice(["seat", "token", "admin"])] = rng.choice(STRANGE)
    return body


def fuzz(house: House, game: str, options: dict[str, Any], seed: int, number: int) -> int:
    """Send wrong requests at many moments of games; whoever sends them, nothing moves. Return how many were sent."""
    rng = random.Random(seed)
    sent = 0
    clients: dict[str, Client] = {}
    while sent < number:
        if not clients or clients["watcher"].look()["pending"]["type"] == "over":
            clients = house.open(game, options)
        seat = clients["watcher"].look()["pending"]["seat"]
        look = clients[seat].look()
        legal = [option["action"] for option in look["pending"]["options"]]
        bodies = [wrong_body(look, legal, rng) for _ in range(40)]
        for body in bodies:
            if isinstance(body, dict) and _would_land(body, look):
                action = body.get("action")
                if _is_one_of(game, action, legal):
                    continue
                if look["pending"]["free"] and _right_after_all(clients[seat], seat, game, action):
                    continue
            response = _post(clients[seat], body)
            sent += 1
            assert 400 <= response.status_code < 500, (body, response.status_code, response.text)
            assert response.json()["error"]["reason"]
        other = next(client for name, client in clients.items() if name not in {seat, "watcher"})
        for client in (other, clients["watcher"]):
            body = {"ply": look["ply"], "action": rng.choice(legal or [{"act": "go"}]), "key": new_key()}
            assert 400 <= _post(client, body).status_code < 500
            sent += 1
        now = clients[seat].look()
        assert {**now, "seats": None} == {**look, "seats": None}
        assert clients[seat].answer(look["ply"], move(clients[seat], look, rng)).status_code == 200
    return sent


def _would_land(body: dict[str, Any], look: dict[str, Any]) -> bool:
    """Whether chance has made a right request after all: it is not sent."""
    key, known = body.get("key"), {"ply", "action", "key", "revision"}
    return (
        isinstance(key, str)
        and re.fullmatch(r"[A-Za-z0-9_-]{8,64}", key) is not None
        and body.get("ply") == look["ply"]
        and body.get("revision") in (None, look["revision"])
        and body.keys() <= known
    )


def _is_one_of(game: str, action: Any, legal: list[dict[str, Any]]) -> bool:
    """Whether this is a legal action, perhaps spelled without a field that has its usual value."""
    if action in legal or game not in kemu.list_games():
        return action in legal
    rules = kemu.game(game)
    try:
        return rules.parse(action) in [rules.parse(one) for one in legal]
    except kemu.Refusal:
        return False


def _right_after_all(client: Client, seat: str, game: str, action: Any) -> bool:
    """Whether chance has hit on a right answer over a continuum, which no list shows: our own copy of the game says.

    Of a game that hides something no record is told before its end: there the table's own "why not" must do.
    """
    rules = kemu.game(game) if game in kemu.list_games() else MarchGame()
    try:
        tried = rules.parse(action)
    except kemu.Refusal:
        return False
    response = client.get("/record")
    if response.status_code == 409:
        return bool(client.post("why", intent={"action": action}).json()["allowed"])
    record = kemu.load_record(response.content)
    state = [moment.state for moment in kemu.replay(record, rules)][-1]
    return rules.why_not(state, rules.seats.index(seat), tried) is None


def _post(client: Client, body: Any) -> httpx.Response:
    return client.http.post(f"{client.path}/answers", json=body, headers=client.headers)


GAMES = [
    *(("moeraki", {"variant": "master"}), ("hawaii", {}), ("siege", {"fires": True})),
    *(("ambush", {}), ("march", {}), ("volley", {}), ("ladder", {})),
]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_no_wrong_action_is_accepted(house: House, game: str, options: dict[str, Any]) -> None:
    assert fuzz(house, game, options, seed=1, number=600) >= 600


@pytest.mark.slow
def test_no_wrong_action_is_accepted_in_a_hundred_thousand(house: House) -> None:
    named = dict(GAMES)
    games = [(about["id"], named.get(about["id"], {})) for about in house.http.get("/api/games").json()]
    each = 100_000 // len(games) + 1
    with ThreadPoolExecutor(2) as pool:
        sent = sum(pool.map(lambda job: fuzz(house, *job[1], seed=job[0], number=each), enumerate(games)))
    assert sent >= 100_000


def test_a_table_cannot_be_wished_for_wrongly(house: House) -> None:
    right = house.wish("moeraki")
    rng = random.Random(2)
    for _ in range(300):
        wish: Any = {
            **right,
            "options": dict(right["options"]),
            "seats": {k: dict(v) for k, v in right["seats"].items()},
        }
        place = rng.choice(["game", "options", "seats", "salt", "seat", "kind", "level", "extra", "all"])
        value = rng.choice([v for v in STRANGE if v not in ("", {}, None)])
        if place == "seat":
            wish["seats"][rng.choice(["black", "green"])] = value
        elif place == "kind":
            wish["seats"]["black"]["kind"] = value
        elif place == "level":
            wish["seats"]["black"] = {"kind": "computer", "level": value}
        elif place == "options":
            wish["options"] = rng.choice([{"variant": value}, {"nothing": value}, value])
        elif place == "all":
            wish = value
        else:
            wish[place] = value
        response = house.http.post("/api/tables", json=wish)
        assert response.status_code == 422, (wish, response.text)
