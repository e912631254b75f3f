"""Undo takes back what nobody has answered yet; whoever acts on what was there before is refused."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import kemu
from server.harness import Client, House, new_key
from server.ladder import LadderGame

LEFT, RIGHT = {"act": "go", "side": "left"}, {"act": "go", "side": "right"}


def code(response: object) -> str:
    return response.json()["error"]["code"]  # type: ignore[attr-defined]


def path(client: Client) -> str:
    return "".join(entry["text"].split()[-1][0] for entry in client.look()["log"])


def test_the_last_step_is_taken_back_and_another_taken(house: House) -> None:
    ann = house.open("ladder")["ann"]
    opened = ann.look()["revision"]
    assert not ann.look()["canUndo"]
    ann.answer(0, LEFT)
    ann.answer(1, LEFT)
    assert ann.look()["canUndo"]
    assert ann.post("undo", ply=2, key=new_key()).json() == {"ply": 1, "revision": opened + 3}
    assert path(ann) == "l"
    assert ann.answer(1, RIGHT).status_code == 200
    assert path(ann) == "lr"


def test_undo_ends_at_another_seats_turn(house: House) -> None:
    clients = house.open("ladder")
    for ply in range(3):
        assert clients["ann"].answer(ply, LEFT).status_code == 200
    for seat in ("ann", "bob"):
        response = clients[seat].post("undo", ply=3, key=new_key())
        assert (response.status_code, code(response)) == (409, "no-undo")
    assert path(clients["ann"]) == "lll"


def test_the_other_seat_cannot_undo(house: House) -> None:
    clients = house.open("ladder")
    clients["ann"].answer(0, LEFT)
    response = clients["bob"].post("undo", ply=1, key=new_key())
    assert (response.status_code, code(response)) == (409, "no-undo")


def test_an_undo_sent_twice_takes_back_once(house: House) -> None:
    ann = house.open("ladder")["ann"]
    ann.answer(0, LEFT)
    ann.answer(1, LEFT)
    key = new_key()
    answers = [ann.post("undo", ply=2, key=key) for _ in range(3)]
    assert {answer.text for answer in answers} == {answers[0].text}
    assert path(ann) == "l"


def test_an_answer_that_was_undone_does_not_come_back_when_it_is_sent_again(house: House) -> None:
    ann = house.open("ladder")["ann"]
    key = new_key()
    landed = ann.answer(0, LEFT, key=key)
    ann.post("undo", ply=1, key=new_key())
    again = ann.answer(0, LEFT, key=key)
    assert (again.status_code, again.json()) == (200, landed.json())
    assert ann.look()["ply"] == 0


def test_a_revision_from_before_an_undo_is_stale_although_its_ply_has_come_again(house: House) -> None:
    ann = house.open("ladder")["ann"]
    ann.answer(0, LEFT)
    seen = ann.look()
    ann.post("undo", ply=1, key=new_key())
    ann.answer(0, RIGHT)
    now = ann.look()
    assert now["ply"] == seen["ply"]
    assert now["revision"] > seen["revision"]
    response = ann.answer(seen["ply"], LEFT, revision=seen["revision"])
    assert (response.status_code, code(response)) == (409, "stale")
    assert ann.answer(now["ply"], LEFT, revision=now["revision"]).status_code == 200


def test_undos_and_answers_that_race_leave_a_game_that_replays(house: House) -> None:
    clients = house.open("ladder")
    ann = clients["ann"]
    opened = ann.look()["revision"]
    rng = random.Random(7)

    def act(_: int) -> tuple[int, str]:
        look = ann.look()
        if rng.random() < 0.4:
            return ann.post("undo", ply=look["ply"], key=new_key()).status_code, "undo"
        return ann.answer(look["ply"], rng.choice([LEFT, RIGHT])).status_code, "answer"

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(act, range(120)))
    assert {status for status, _ in done} <= {200, 409}
    landed = sum(status == 200 for status, _ in done)
    look = ann.look()
    assert look["revision"] == opened + landed
    kept = [what for status, what in done if status == 200]
    assert look["ply"] == kept.count("answer") - kept.count("undo")
    kemu.verify(kemu.load_record(ann.get("/record").content), LadderGame())


def test_a_watcher_is_told_of_an_undo(house: House) -> None:
    clients = house.open("ladder")
    with clients["watcher"].live() as told:
        told.until("snapshot")
        clients["ann"].answer(0, LEFT)
        assert told.until("moment")["position"]["ply"] == 1
        clients["ann"].post("undo", ply=1, key=new_key())
        message = told.until("moment")
        assert (message["position"]["ply"], message["kept"], message["entries"]) == (0, 0, [])
        clients["ann"].answer(0, RIGHT)
        assert [entry["text"] for entry in told.until("moment")["entries"]] == ["ann goes right."]
