"""The socket tells everything, in order, to everybody who may know it, and misses nothing over a broken line."""

from __future__ import annotations

import random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.harness import PATIENCE, House, Server, new_key
from server.play import choose


def test_two_seats_and_a_spectator_see_a_whole_game(house: House) -> None:
    clients = house.open(options={"variant": "master"})
    rng = random.Random(4)
    with clients["black"].live() as black, clients["white"].live() as white, clients["watcher"].live() as watcher:
        lines = {"black": black, "white": white}
        looks = {seat: line.until("snapshot")["snapshot"] for seat, line in lines.items()}
        watched = watcher.until("snapshot")["snapshot"]
        while watched["pending"]["type"] == "decide":
            seat = watched["pending"]["seat"]
            assert watched["pending"]["options"] == []
            assert clients[seat].answer(watched["ply"], choose(looks[seat], rng)).status_code == 200
            message = watcher.until("moment")
            assert "log" not in message["position"], "what a socket has told already is not told again"
            watched = watcher.snapshot
            looks = {seat: line.until_ply(watched["ply"]) for seat, line in lines.items()}
        assert [look["pending"] for look in looks.values()] == [watched["pending"]] * 2
    assert watched["log"] == clients["watcher"].look()["log"]


def test_a_client_that_comes_back_is_told_what_it_missed(house: House) -> None:
    clients = house.open("ladder")
    with clients["bob"].live() as told:
        assert told.until("snapshot")["snapshot"]["log"] == []
    for ply, side in enumerate(("left", "right", "left")):
        clients["ann"].answer(ply, {"act": "go", "side": side})
    with clients["bob"].live() as told:
        assert [entry["ply"] for entry in told.until("snapshot")["snapshot"]["log"]] == [1, 2, 3]


def test_presence_is_told(house: House) -> None:
    clients = house.open()
    with clients["black"].live() as black:
        here = {seat["name"]: seat["present"] for seat in black.until("snapshot")["snapshot"]["seats"]}
        assert here == {"black": True, "white": False}
        with clients["white"].live() as white:
            white.until("snapshot")
            assert black.until("presence")["seats"] == {"black": True, "white": True}
            assert [seat["present"] for seat in clients["watcher"].look()["seats"]] == [True, True]
        assert black.until("presence")["seats"] == {"black": True, "white": False}


def test_chat_reaches_everybody_and_those_who_come_later(house: House) -> None:
    clients = house.open()
    with clients["watcher"].live() as watcher:
        watcher.until("snapshot")
        key = new_key()
        for _ in range(2):
            assert clients["black"].post("chat", text="Kia ora", key=key).json() == {"line": 1}
        clients["white"].post("chat", text="Tēnā koe", key=new_key())
        said = [watcher.until("chat") for _ in range(2)]
        assert [(line["said"]["line"], line["said"]["seat"], line["said"]["text"]) for line in said] == [
            (1, "black", "Kia ora"),
            (2, "white", "Tēnā koe"),
        ]
    assert [line["text"] for line in clients["white"].look()["chat"]] == ["Kia ora", "Tēnā koe"]
    assert clients["watcher"].post("chat", text="hush", key=new_key()).status_code == 401


@pytest.mark.parametrize("text", ["", "x" * 501, "a\x00b", "a\nb", "\x1b[31m"])
def test_a_line_of_chat_is_one_short_line(house: House, text: str) -> None:
    black = house.open()["black"]
    assert black.post("chat", text=text, key=new_key()).status_code == 422
    assert black.look()["chat"] == []


def test_a_draw_is_offered_declined_offered_again_and_accepted(house: House) -> None:
    clients = house.open()
    black, white = clients["black"], clients["white"]
    assert white.post("draw", accept=True, key=new_key()).status_code == 409
    with white.live() as told:
        told.until("snapshot")
        assert black.post("draw", offer=True, key=new_key()).status_code == 200
        assert told.until("draw-offer")["seat"] == "black"
        assert black.post("draw", accept=True, key=new_key()).status_code == 409
        assert white.post("draw", decline=True, key=new_key()).status_code == 200
        assert told.until("draw-offer")["seat"] is None
        black.post("draw", offer=True, key=new_key())
        assert white.post("draw", accept=True, key=new_key()).status_code == 200
        over = told.until_ply(1)["pending"]
        assert (over["type"], over["winner"], over["reason"]) == ("over", None, "agreed")


def test_an_offer_lapses_when_the_other_seat_plays_on(house: House) -> None:
    clients = house.open()
    clients["white"].post("draw", offer=True, key=new_key())
    assert clients["black"].look()["drawOffer"] == "white"
    clients["black"].answer(0, {"act": "ball", "at": "f6"})
    assert clients["black"].look()["drawOffer"] is None


def test_why_not_is_answered_with_the_clause(house: House) -> None:
    clients = house.open()
    ask = {"intent": {"touch": "hollow-a7"}}
    assert clients["black"].post("why", **ask).json()["clause"].startswith("moeraki:")
    assert "Black" in clients["white"].post("why", **ask).json()["reason"]
    allowed = clients["black"].post("why", intent={"action": {"act": "ball", "at": "f6"}}).json()
    assert allowed == {"allowed": True, "reason": "", "clause": "", "final": True}
    assert clients["watcher"].post("why", **ask).status_code == 401
    assert clients["black"].post("why", intent={}).status_code == 422


@pytest.mark.parametrize("first", ['{"seat": "wrong"}', "nonsense", "[]", '{"seat": 1}', '{"strange": 1}', "\ufeff"])
def test_a_socket_with_a_wrong_first_message_is_closed(house: House, server: Server, first: str) -> None:
    watcher = house.open()["watcher"]
    with connect(f"{server.url.replace('http', 'ws')}{watcher.path}/live", proxy=None, open_timeout=PATIENCE) as line:
        line.send(first)
        assert '"type":"error"' in line.recv(PATIENCE)
        with pytest.raises(ConnectionClosed):
            line.recv(PATIENCE)


def test_a_socket_of_no_table_is_closed(server: Server) -> None:
    with connect(
        f"{server.url.replace('http', 'ws')}/api/tables/{'x' * 16}/live", proxy=None, open_timeout=PATIENCE
    ) as line:
        line.send("{}")
        assert "unknown-table" in line.recv(PATIENCE)


def test_a_socket_only_tells(house: House) -> None:
    black = house.open()["black"]
    with black.live() as told:
        told.until("snapshot")
        told.line.send('{"ply": 0, "action": {"act": "ball", "at": "f6"}}')
        assert told.until("error")["code"] == "only-tells"
    assert black.look()["ply"] == 0


def test_a_drag_is_read_as_an_answer_and_judged(house: House) -> None:
    clients = house.open("march")
    west = clients["west"]
    near = west.post("drag", ply=0, piece="", x=9_000, y=20_000).json()
    assert near["refusal"] is None
    far = west.post("drag", ply=0, piece="", x=50_000, y=20_000).json()
    assert far["refusal"]["clause"] == "march:2"
    assert west.look()["ply"] == 0
    assert clients["east"].post("drag", ply=0, piece="", x=9_000, y=20_000).json()["error"]["code"] == "not-your-turn"
    assert west.post("drag", ply=3, piece="", x=9_000, y=20_000).json()["error"]["code"] == "stale"
    assert west.post("drag", ply=0, piece="", x=1e300, y=0).status_code == 422
    assert west.answer(0, near["action"]).status_code == 200
    black = house.open()["black"]
    assert black.post("drag", ply=0, piece="", x=1, y=1).json()["error"]["code"] == "no-answer"
