"""Dragging: which pieces can be taken up, and where everybody would stand, as the server tells it."""

from __future__ import annotations

import random
from typing import Any

import kemu
from kemu.server.dragging import would_stand
from server.harness import Client, House
from server.play import choose_or_drag, move


def to_an_order(clients: dict[str, Client], seed: int) -> tuple[Client, dict[str, Any], int]:
    """Play Siege until a group (a squad comes before a gun) can be dragged; return who orders, what he sees, which."""
    rng = random.Random(seed)
    for _ in range(200):
        look = clients["watcher"].look()
        client = clients[look["pending"]["seat"]]
        look = client.look()
        groups = [one["action"] for one in look["pending"]["options"] if one["action"]["act"] == "activate"]
        action = min(groups, key=lambda one: one["group"]) if groups else move(client, look, rng)
        assert client.answer(look["ply"], action).status_code == 200
        after = client.look()
        if groups and after["pending"].get("free"):
            return client, after, action["group"]
    raise AssertionError("no group could be ordered")


def test_only_the_pieces_of_the_group_that_acts_can_be_taken_up(house: House) -> None:
    clients = house.open("siege")
    orderer, look, group = to_an_order(clients, 2)
    own = {piece["id"] for piece in look["scene"]["pieces"] if piece["id"].startswith(f"g{group}-")}
    taken = set(look["pending"]["free"]["pieces"])
    assert own
    assert own <= taken
    assert all(piece.startswith("gun") for piece in taken - own)
    assert taken < {piece["id"] for piece in look["scene"]["pieces"]}
    for other in clients.values():
        if other is not orderer:
            assert other.look()["pending"]["free"] is None


def test_during_set_up_no_piece_that_stands_already_can_be_taken_up(house: House) -> None:
    garrison = house.open("siege")["garrison"]
    first = garrison.look()
    answer = choose_or_drag(
        first | {"pending": first["pending"] | {"options": []}},
        random.Random(1),
        lambda at: garrison.post("drag", **at).json(),
    )
    assert garrison.answer(0, answer).status_code == 200
    look = garrison.look()
    assert look["scene"]["pieces"]
    assert look["pending"]["free"]["pieces"] == []


def test_a_drag_tells_where_everybody_would_stand(house: House) -> None:
    clients = house.open("siege")
    orderer, look, group = to_an_order(clients, 2)
    own = {piece["id"]: piece for piece in look["scene"]["pieces"] if piece["id"].startswith(f"g{group}-")}
    lead = next(iter(own.values()))
    rng = random.Random(7)
    for _ in range(200):
        x, y = lead["x"] + rng.uniform(-300, 300), lead["y"] + rng.uniform(-300, 300)
        told = orderer.post("drag", ply=look["ply"], piece=lead["id"], x=x, y=y).json()
        if told.get("refusal", "none") is None and told["action"]["act"] == "move":
            break
    moved = {piece["id"]: piece for piece in told["pieces"]}
    assert own.keys() <= moved.keys()
    assert any(abs(piece["x"] - x) < 0.1 and abs(piece["y"] - y) < 0.1 for piece in told["pieces"])
    # It is what comes to pass.
    assert orderer.answer(look["ply"], told["action"]).status_code == 200
    then = {piece["id"]: piece for piece in orderer.look()["scene"]["pieces"]}
    assert all(then[name] == piece for name, piece in moved.items())


def test_what_is_refused_stands_nowhere(house: House) -> None:
    clients = house.open("march")
    near = clients["west"].post("drag", ply=0, piece="", x=9_000, y=20_000).json()
    far = clients["west"].post("drag", ply=0, piece="", x=50_000, y=20_000).json()
    assert far["pieces"] == []
    assert far["refusal"]
    assert near["refusal"] is None


def test_where_they_would_stand_follows_from_what_the_seat_knows() -> None:
    """Siege's umpire keeps a number to himself: whatever it is, the answer to a drag is the same."""
    table = kemu.Table("siege", {"umpire": True}, seed=4)
    game, rng = table.game, kemu.QuickRng(4)
    compared = 0
    while compared < 20 and isinstance(table.pending, kemu.Decide):
        decide = table.pending
        action = decide.free.sample(rng) if decide.free is not None else None
        if action is not None:
            view = table.view(decide.seat)
            other = game.view(game.redeal(view, rng), decide.seat)
            assert would_stand(game, view, action) == would_stand(game, other, action) != ()
            compared += 1
        table.play(decide.pick(rng))
    assert compared == 20
