"""An answer lands once, by the right seat, on the position that it was meant for, or not at all."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import kemu
from server.harness import Client, House, new_key
from server.play import choose, play_out

BALL = {"act": "ball", "at": "f6"}


def error(response: object) -> str:
    return response.json()["error"]["code"]  # type: ignore[attr-defined]


def unchanged(client: Client, before: dict[str, object]) -> None:
    now = client.look()
    assert (now["ply"], now["revision"]) == (before["ply"], before["revision"])


@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_a_whole_game_is_played_and_its_record_verifies(house: House, variant: str) -> None:
    clients = house.open(options={"variant": variant})
    over = play_out(clients, seed=1)
    assert over["pending"]["type"] == "over"
    record = kemu.load_record(clients["watcher"].get("/record").content)
    verdict = kemu.verify(record, kemu.game("moeraki"))
    assert verdict.plies == over["ply"]
    assert verdict.outcome is not None


def test_chance_is_drawn_with_the_answer_and_proved_at_the_end(house: House) -> None:
    from toys.volley import VolleyGame

    clients = house.open("volley")
    over = play_out(clients, seed=2)
    record = kemu.load_record(clients["watcher"].get("/record").content)
    assert kemu.verify(record, VolleyGame()).dice == "proved"
    assert over["secret"] == record.end.secret
    assert over["commitment"] == record.header.commitment


def test_the_secret_is_told_to_nobody_before_the_end(house: House, server: object) -> None:
    import sqlite3

    clients = house.open("volley")
    play_out(clients, seed=3, limit=2)
    watcher = clients["watcher"]
    file = server.settings.database.removeprefix("sqlite:///")  # type: ignore[attr-defined]
    with sqlite3.connect(file) as rows:
        (secret,) = rows.execute("SELECT secret FROM games WHERE id = ?", (watcher.table,)).fetchone()
    for client in clients.values():
        for path in ("", "/record", "/moments/1"):
            response = client.get(path)
            assert response.status_code == 200
            assert secret.hex() not in response.text
        assert client.look()["secret"] is None


def test_the_same_answer_sent_twice_lands_once(house: House) -> None:
    black = house.open()["black"]
    key = new_key()
    first = black.answer(0, BALL, key=key)
    again = black.answer(0, BALL, key=key)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert black.look()["ply"] == 1


def test_the_same_answer_sent_by_many_at_once_lands_once(house: House) -> None:
    black = house.open()["black"]
    key = new_key()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: black.answer(0, BALL, key=key), range(16)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert black.look()["ply"] == 1


def test_of_two_answers_to_one_decision_one_lands(house: House) -> None:
    black = house.open()["black"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda at: black.answer(0, {"act": "ball", "at": at}), ["f6", "e6", "f5", "g6"] * 4))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
    assert black.look()["ply"] == 1


def test_a_key_used_for_another_request_is_refused(house: House) -> None:
    clients = house.open()
    key = new_key()
    assert clients["black"].answer(0, BALL, key=key).status_code == 200
    before = clients["black"].look()
    response = clients["black"].post("resign", key=key)
    assert (response.status_code, error(response)) == (409, "key-reused")
    unchanged(clients["black"], before)
    assert clients["white"].answer(1, {"act": "stone", "at": "a7"}, key=key).status_code == 200, "a key is a seat's own"


def test_an_answer_to_an_older_position_is_stale(house: House) -> None:
    clients = house.open()
    assert clients["black"].answer(0, BALL).status_code == 200
    before = clients["white"].look()
    for ply in (0, 2, 999):
        response = clients["white"].answer(ply, {"act": "stone", "at": "a7"})
        assert (response.status_code, error(response)) == (409, "stale")
    unchanged(clients["white"], before)


def test_a_seat_cannot_answer_for_another(house: House) -> None:
    clients = house.open()
    before = clients["white"].look()
    response = clients["white"].answer(0, BALL)
    assert (response.status_code, error(response)) == (409, "not-your-turn")
    assert "Black" in response.json()["error"]["reason"]
    unchanged(clients["white"], before)


def test_a_foreign_secret_opens_nothing(house: House) -> None:
    here, there = house.open(), house.open()
    stranger = Client(house.http, here["black"].table, there["black"].token)
    assert stranger.get().status_code == 401
    response = stranger.answer(0, BALL)
    assert (response.status_code, error(response)) == (401, "foreign-token")
    assert response.headers["www-authenticate"] == "Bearer"
    assert here["watcher"].answer(0, BALL).status_code == 401
    assert here["watcher"].look()["ply"] == 0


def test_an_illegal_action_says_why_with_the_clause(house: House) -> None:
    black = house.open()["black"]
    response = black.answer(0, {"act": "ball", "at": "a7"})
    assert response.status_code == 409
    assert response.json()["error"]["clause"] == "moeraki:B.2"
    assert black.look()["ply"] == 0


def test_nothing_can_be_done_after_the_end(house: House) -> None:
    clients = house.open()
    assert clients["black"].post("resign", key=new_key()).status_code == 200
    look = clients["white"].look()
    assert (look["pending"]["type"], look["pending"]["winner"]) == ("over", "white")
    for response in (
        clients["black"].answer(look["ply"], BALL),
        clients["white"].post("resign", key=new_key()),
        clients["white"].post("undo", ply=look["ply"], key=new_key()),
        clients["white"].post("draw", offer=True, key=new_key()),
        clients["white"].post("hint"),
    ):
        assert (response.status_code, error(response)) == (409, "game-over")


def test_a_moment_shows_the_table_as_it_was(house: House) -> None:
    clients = house.open()
    seen = [clients["black"].look()]
    rng = random.Random(5)
    for ply in range(4):
        seat = clients[clients["black"].look()["pending"]["seat"]]
        assert seat.answer(ply, choose(seat.look(), rng)).status_code == 200
        seen.append(clients["black"].look())
    for ply, then in enumerate(seen):
        now = clients["black"].get(f"/moments/{ply}").json()
        assert now["ply"] == ply
        assert now["log"] == then["log"]
        assert now["scene"]["pieces"] == then["scene"]["pieces"]
        assert now["pending"]["prompt"] == then["pending"]["prompt"]
        assert now["scene"]["selectable"] == []
        assert not now["pending"]["yours"]
    assert clients["black"].get("/moments/5").status_code == 404
