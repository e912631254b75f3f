"""Taking back past dice and other seats' turns: against the computer at will, asked of a friend; the record says so."""

from __future__ import annotations

import random
import secrets
from typing import Any

import kemu
from kemu.core.record import Back, Drawn
from server.harness import Client, House, new_key
from server.play import choose

Clients = tuple[Client, Client]


def act(client: Client, path: str, **more: Any) -> Any:
    look = client.look()
    return client.post(path, ply=look["ply"], revision=look["revision"], key=new_key(), **more)


def play(client: Client, action: dict[str, Any] | None = None) -> dict[str, Any]:
    action = action or choose(client.look(), random.Random(1))
    assert act(client, "answers", action=action).status_code == 200
    return action


def with_a_friend(house: House, game: str, **options: Any) -> Clients:
    """Return the opener of a table and the friend who has claimed the other seat; the one who decides comes first."""
    wish = house.wish(game, options)
    first, other = wish["seats"]
    wish["seats"][other] = {"kind": "friend"}
    told = house.http.post("/api/tables", json=wish).json()
    opener = Client(house.http, told["table"], told["seats"][first]["token"])
    token = secrets.token_urlsafe(24)
    claim = {"invite": told["seats"][other]["invite"], "token": token}
    assert house.http.post(f"/api/tables/{told['table']}/claim", json=claim).status_code == 200
    friend = Client(house.http, told["table"], token)
    for client in (opener, friend):
        assert client.add_salt().status_code == 200
    return (opener, friend) if opener.look()["pending"]["yours"] else (friend, opener)


def test_who_has_chosen_nothing_is_told_why_nothing_is_taken_back(house: House) -> None:
    ann, _ = with_a_friend(house, "moeraki")
    assert ann.look()["takeBack"] == ""
    assert ann.look()["takeBackWhy"]
    assert act(ann, "take-back").status_code == 409


def test_at_one_screen_one_takes_back_past_the_other_turn(house: House) -> None:
    clients = house.open(options={"variant": "beginner"})
    black, white = clients["black"], clients["white"]
    play(black)
    play(white)
    assert black.look()["takeBack"] == "back"
    assert act(black, "take-back").status_code == 200
    assert white.look()["pending"]["yours"]
    assert act(white, "take-back").status_code == 200
    assert black.look()["pending"]["yours"]
    assert black.look()["ply"] == 4


def test_a_friend_is_asked_and_grants_it(house: House) -> None:
    ann, bob = with_a_friend(house, "moeraki")
    play(ann)
    play(bob)
    before = ann.look()
    assert before["takeBack"] == "ask"
    assert act(ann, "take-back").status_code == 200
    assert ann.look()["ply"] == before["ply"]
    assert bob.look()["backAsked"] == before["seat"]
    assert act(ann, "take-back", answer="grant").status_code == 409
    assert act(bob, "take-back", answer="grant").status_code == 200
    after = ann.look()
    assert after["pending"]["yours"]
    assert after["backAsked"] is None
    assert "takes back" in after["log"][-1]["text"]


def test_a_friend_declines_and_nothing_has_changed(house: House) -> None:
    ann, bob = with_a_friend(house, "moeraki")
    play(ann)
    play(bob)
    before = ann.look()
    act(ann, "take-back")
    assert act(bob, "take-back", answer="decline").status_code == 200
    after = ann.look()
    assert (after["ply"], after["revision"], after["backAsked"]) == (before["ply"], before["revision"], None)


def test_a_wish_to_take_back_lapses_when_somebody_plays_on(house: House) -> None:
    ann, bob = with_a_friend(house, "moeraki")
    play(ann)
    play(bob)
    act(bob, "take-back")
    play(ann)
    assert bob.look()["backAsked"] is None


def test_dice_that_have_fallen_fall_the_same_and_the_record_says_all(house: House) -> None:
    from toys.volley import VolleyGame

    ann, bob = with_a_friend(house, "volley")
    fire = play(ann)
    assert act(ann, "take-back").status_code == 200
    assert act(bob, "take-back", answer="grant").status_code == 200
    play(ann, fire)
    record = kemu.load_record(ann.get("/record").content)
    first, again = [entry.out for entry in record.entries if isinstance(entry, Drawn)]
    assert first == again
    assert [entry.back for entry in record.entries if isinstance(entry, Back)] == [0]
    kemu.verify(record, VolleyGame())


def test_it_is_told_beforehand_whether_an_answer_can_be_undone(house: House) -> None:
    def final(client: Client, action: dict[str, Any]) -> bool:
        told = client.post("why", intent={"action": action}).json()
        assert told["allowed"]
        return told["final"]

    stones = with_a_friend(house, "moeraki", variant="beginner")[0]
    assert final(stones, choose(stones.look(), random.Random(1))), "the other seat is next"
    walker = with_a_friend(house, "hawaii")[0]
    action = walker.look()["pending"]["options"][0]["action"]
    assert not final(walker, action), "the same seat sets up the next unit"
    assert not walker.post("why", intent={"touch": "hilo"}).json()["final"]
