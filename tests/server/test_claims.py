"""A friend's link is a claim: used once, by who presses the button; afterwards its knowledge is worth nothing."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from server.harness import PATIENCE, Client, House, Server, new_key


def with_friend(house: House, game: str = "ambush") -> tuple[Client, Client, str, str]:
    """Open a table with one friend: the opener's client, a spectator's, the friend's seat and its link's secret."""
    wish = house.wish(game)
    own, friend = wish["seats"]
    wish["seats"][friend] = {"kind": "friend"}
    told = house.http.post("/api/tables", json=wish).json()
    assert told["seats"][friend]["token"] is None
    opener = Client(house.http, told["table"], told["seats"][own]["token"])
    return opener, Client(house.http, told["table"]), friend, told["seats"][friend]["invite"]


def claim(at: Client, invite: str, token: str = "", **more: Any) -> tuple[httpx.Response, Client]:
    token = token or secrets.token_urlsafe(24)
    response = at.post("claim", invite=invite, token=token, **more)
    return response, Client(at.http, at.table, token)


def named(snapshot: dict[str, Any]) -> dict[str, str]:
    return {seat["name"]: seat["player"] for seat in snapshot["seats"]}


def taken(snapshot: dict[str, Any]) -> dict[str, bool]:
    return {seat["name"]: seat["taken"] for seat in snapshot["seats"]}


def test_looking_takes_no_seat_and_the_link_s_secret_opens_none(house: House) -> None:
    opener, watcher, friend, invite = with_friend(house)
    as_friend = Client(house.http, opener.table, invite)
    assert as_friend.get().status_code == 401
    assert as_friend.add_salt().status_code == 401
    assert taken(watcher.look())[friend] is False
    response, seated = claim(watcher, invite)
    assert (response.status_code, response.json()) == (200, {"seat": friend})
    assert taken(watcher.look())[friend] is True
    assert seated.look()["seat"] == friend


def test_after_the_claim_the_opener_s_knowledge_is_worth_nothing(house: House) -> None:
    """The opener knows the link: it opens nothing before the claim, and no hidden hand after it."""
    opener, watcher, friend, invite = with_friend(house)
    _, seated = claim(watcher, invite)
    assert opener.add_salt().status_code == 200
    assert seated.add_salt().status_code == 200
    assert Client(house.http, opener.table, invite).get().status_code == 401
    again, thief = claim(opener, invite)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "claimed")
    assert thief.get().status_code == 401
    assert seated.look()["seat"] == friend


def test_of_two_browsers_that_claim_at_once_one_sits_and_the_other_may_watch(house: House) -> None:
    for _ in range(4):
        _, watcher, _, invite = with_friend(house, "ladder")
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda at: claim(*at), [(watcher, invite)] * 4))
        assert sorted(response.status_code for response, _ in answers) == [200, 409, 409, 409]
        assert [client.get().status_code for response, client in answers if response.status_code == 200] == [200]
        assert watcher.get().status_code == 200


def test_a_claim_whose_answer_was_lost_is_made_again(house: House) -> None:
    _, watcher, friend, invite = with_friend(house, "ladder")
    token = secrets.token_urlsafe(24)
    for _ in range(3):
        assert claim(watcher, invite, token)[0].json() == {"seat": friend}
    assert claim(watcher, invite, invite)[0].status_code == 422


def test_a_seat_moves_to_another_device_on_purpose_and_the_old_one_is_cut_off(house: House) -> None:
    opener, watcher, _, invite = with_friend(house)
    _, old = claim(watcher, invite)
    fresh = secrets.token_urlsafe(24)
    assert watcher.post("pass-on", invite=fresh).status_code == 401
    with old.live() as told:
        told.until("snapshot")
        assert old.post("pass-on", invite=fresh).status_code == 200
        assert old.get().status_code == 200, "until somebody claims it the seat is still here"
        response, new = claim(watcher, fresh)
        assert response.status_code == 200
        assert told.until("error")["code"] == "seat-moved"
        with pytest.raises(ConnectionClosed):
            told.line.recv(PATIENCE)
    assert old.get().status_code == 401
    assert new.look()["seat"] is not None
    assert opener.get().status_code == 200


def test_those_who_watch_are_told_that_a_seat_is_taken(house: House) -> None:
    opener, watcher, friend, invite = with_friend(house, "ladder")
    with opener.live() as told:
        told.until("snapshot")
        claim(watcher, invite)
        assert told.until("presence")["taken"][friend] is True


def test_who_sits_down_gives_a_name_and_both_are_told_that_he_has_come(house: House) -> None:
    opener, watcher, friend, invite = with_friend(house, "ladder")
    with opener.live() as told:
        told.until("snapshot")
        _, seated = claim(watcher, invite, name=" Aroha ")
        assert told.until("presence")["players"][friend] == "Aroha"
        with seated.live() as also:
            assert named(also.until("snapshot")["snapshot"])[friend] == "Aroha"
            assert told.until("presence")["seats"][friend] is True
    for seat in (opener, seated):
        seat.add_salt()
    header = msgspec.json.decode(opener.get("/record").content.splitlines()[0])
    assert header["seats"][friend] == "Aroha", "the record says who sat there"


def test_a_seat_that_is_passed_on_keeps_its_player_s_name_unless_another_is_given(house: House) -> None:
    _, watcher, friend, invite = with_friend(house, "ladder")
    _, first = claim(watcher, invite, name="Aroha")
    for name, then in (("", "Aroha"), ("Hemi", "Hemi")):
        invite = secrets.token_urlsafe(24)
        assert first.post("pass-on", invite=invite).status_code == 200
        _, first = claim(watcher, invite, name=name)
        assert named(watcher.look())[friend] == then


@pytest.mark.parametrize("name", ["x" * 41, "two\nlines"])
def test_a_name_that_is_too_long_or_no_line_takes_no_seat(house: House, name: str) -> None:
    _, watcher, friend, invite = with_friend(house, "ladder")
    assert claim(watcher, invite, name=name)[0].status_code == 422
    assert claim(watcher, invite, name="\U0001f600" * 31)[0].json()["error"]["code"] == "too-long"
    assert taken(watcher.look())[friend] is False
    assert claim(watcher, invite, name="Aroha")[0].status_code == 200


def test_a_name_and_a_salt_that_come_at_once_both_stay(house: House) -> None:
    """Both are written into one header."""
    for _ in range(4):
        opener, watcher, friend, invite = with_friend(house, "ambush")
        with ThreadPoolExecutor(2) as pool:
            salted = pool.submit(opener.add_salt)
            claimed = pool.submit(claim, watcher, invite, "", name="Aroha")
            assert (salted.result().status_code, claimed.result()[0].status_code) == (200, 200)
        now = watcher.look()
        assert named(now)[friend] == "Aroha"
        assert [salt for salt in now["salts"].values() if salt], "the salt is there"


def test_a_second_browser_at_a_seat_is_told_of_at_both(house: House) -> None:
    black = house.open("moeraki")["black"]
    with black.live("first") as first, black.live("first") as again:
        assert first.until("snapshot")["snapshot"]["places"] == 1
        assert again.until("snapshot")["snapshot"]["places"] == 1, "one page, whose line was opened again"
        with black.live("second") as second:
            assert second.until("snapshot")["snapshot"]["places"] == 2
            assert first.until("presence")["places"] == 2
        assert first.until("presence")["places"] == 1


def test_how_many_browsers_a_seat_has_is_for_that_seat_only(house: House) -> None:
    clients = house.open("moeraki")
    with clients["black"].live("one"), clients["black"].live("two"):
        for other in ("white", "watcher"):
            assert clients[other].look()["places"] == 0


def test_an_offer_is_bound_to_the_position_in_which_it_was_seen(house: House) -> None:
    clients = house.open()
    black, white = clients["black"], clients["white"]
    seen = {name: black.look()[name] for name in ("ply", "revision")}
    black.answer(0, {"act": "ball", "at": "f6"})
    for act in ({"offer": True}, {"accept": True}, {"decline": True}):
        late = white.post("draw", **act, **seen, key=new_key())
        assert (late.status_code, late.json()["error"]["code"]) == (409, "stale")
    assert white.post("resign", **seen, key=new_key()).json()["error"]["code"] == "stale"
    assert white.look()["pending"]["type"] == "decide"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"host": "localhost:1"}, 200),
        ({"host": "[::1]"}, 200),
        ({"origin": "https://evil.example"}, 200),
    ],
)
def test_the_server_answers_to_its_own_name_only(server: Server, headers: dict[str, str], status: int) -> None:
    answer = httpx.get(f"{server.url}/api/games", headers=headers, timeout=PATIENCE)
    assert answer.status_code == status
    assert "x-content-type-options" in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_a_page_of_another_origin_does_nothing_here(house: House, server: Server, origin: str) -> None:
    black = house.open()["black"]
    body = {"text": "kia ora", "key": new_key()}
    said = house.http.post(f"{black.path}/chat", json=body, headers={**black.headers, "origin": origin})
    assert (said.status_code, said.json()["error"]["code"]) == (403, "foreign-origin")
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"{server.url.replace('http', 'ws')}{black.path}/live", origin=origin, proxy=None, open_timeout=PATIENCE
        )  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    said = house.http.post(f"{black.path}/chat", json=body, headers={**black.headers, "origin": server.url})
    assert said.status_code == 200
