"""Hidden facts on the wire: what a seat was sent is compared with what follows from its view of another deal."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import kemu
from kemu.core.pending import Decide
from kemu.server import snapshot as cut
from kemu.server.live import hides
from kemu.server.plain import scene_of
from server.harness import Client, House, new_key
from server.play import move
from toys.ambush import AmbushGame
from toys.sealed import SealedGame

GAMES: dict[str, tuple[Any, dict[str, Any], int]] = {
    "ambush": (AmbushGame, {}, 10_000),
    "sealed": (SealedGame, {}, 10_000),
    "siege": (lambda: kemu.game("siege"), {"umpire": True, "layout": "mission", "squads": 4}, 24),
}
"""Each game with hidden facts: the options under which it has them, and after how many answers it is broken off."""


def test_no_game_with_hidden_facts_is_left_out() -> None:
    assert {name for name in kemu.list_games() if hides(kemu.game(name))} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_follows_from_the_view_alone(house: House, name: str) -> None:
    assert sum(compare(house, name, seed) for seed in range(3)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_follows_from_the_view_alone_in_a_thousand_games(house: House, name: str) -> None:
    assert sum(compare(house, name, seed) for seed in range(1_000)) > 20_000


def compare(house: House, name: str, seed: int) -> int:
    """Play a game by sockets; hold every snapshot on the wire against one made from a state that was dealt anew.

    Each ply is seen by every seat and by a spectator. The states are known only afterwards, from the record. A state
    in which everything that a seat does not know is dealt anew must give that seat the very same picture.
    """
    made, options, most = GAMES[name]
    game = made()
    clients = house.open(name, options)
    rng = random.Random(seed)
    sent: list[tuple[str | None, dict[str, Any]]] = []
    with _lines(clients) as lines:
        ply = -1
        for _ in range(most):
            looks = {who: line.until_ply(ply + 1) for who, line in lines.items()}
            sent += [(look["seat"], look) for look in looks.values()]
            watched = looks["watcher"]
            ply = watched["ply"]
            if watched["pending"]["type"] == "over":
                break
            seat = watched["pending"]["seat"]
            assert clients[seat].answer(ply, move(clients[seat], looks[seat], rng)).status_code == 200
    if clients["watcher"].look()["pending"]["type"] != "over":
        assert next(iter(clients.values())).post("resign", key=new_key()).status_code == 200
    record = kemu.load_record(clients["watcher"].get("/record").content)
    states = {moment.ply: moment.state for moment in kemu.replay(record, game)}
    dealt = kemu.QuickRng(seed)
    for who, look in sent:
        if look["pending"]["type"] == "over":
            continue
        viewer = None if who is None else game.seats.index(who)
        other = game.redeal(game.view(states[look["ply"]], viewer), dealt)
        pending = game.pending(other)
        assert isinstance(pending, Decide)
        own = pending.seat == viewer
        scene = cut._cut(scene_of(game, game.view(other, viewer), pending if own else None))  # pyright: ignore[reportPrivateUsage]
        assert look["scene"] == msgspec.json.decode(msgspec.json.encode(scene))
        assert look["pending"]["prompt"] == (pending.prompt if own else look["pending"]["prompt"])
        assert look["pending"]["yours"] == own
        actions = [msgspec.json.decode(msgspec.json.encode(option)) for option in pending.options] if own else []
        assert [option["action"] for option in look["pending"]["options"]] == actions
    return len(sent)


class _lines:  # noqa: N801
    """The sockets of all clients, open together."""

    def __init__(self, clients: dict[str, Client]) -> None:
        self.contexts = {who: client.live() for who, client in clients.items()}

    def __enter__(self) -> dict[str, Any]:
        return {who: context.__enter__() for who, context in self.contexts.items()}

    def __exit__(self, *told: object) -> None:
        for context in self.contexts.values():
            context.__exit__(None, None, None)
