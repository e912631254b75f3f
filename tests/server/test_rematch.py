"""Playing again: a new table with the seats swapped stands when everybody would, and nobody needs a new link."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from kemu.server.rematch import swapped
from kemu.server.seats import Seat
from server.harness import Client, House, new_key, serving, settings_for


def finished(house: House, game: str = "moeraki", **kinds: str) -> dict[str, Client]:
    """A table at which the first seat has resigned."""
    clients = house.open(game, **kinds)
    assert next(iter(clients.values())).post("resign", key=new_key()).status_code == 200
    return clients


def agree(client: Client) -> tuple[httpx.Response, str]:
    """Would play again: the answer, and the secret that opens the seat there."""
    token = secrets.token_urlsafe(24)
    return client.post("rematch", token=token), token


def test_the_seats_go_round_among_the_people_and_a_computer_keeps_its_own() -> None:
    seats = [Seat(0, "you", "", "", b""), Seat(1, "computer", "casual", "", None), Seat(2, "friend", "", "", b"")]
    assert swapped(seats) == {0: 2, 2: 0}
    assert swapped([Seat(0, "you", "", "", b""), Seat(1, "computer", "casual", "", None)]) == {0: 0}


def test_both_find_themselves_at_a_new_table_with_the_seats_swapped(house: House) -> None:
    clients = finished(house, "moeraki", options={"variant": "beginner"})
    black, white = clients["black"], clients["white"]
    with white.live() as told, clients["watcher"].live() as also:
        told.until("snapshot")
        also.until("snapshot")
        first, blacks = agree(black)
        assert first.json() == {"wants": ["black"], "table": None, "seats": {"black": "white", "white": "black"}}
        assert told.until("rematch")["rematch"]["wants"] == ["black"]
        second, whites = agree(white)
        table = second.json()["table"]
        assert told.until("rematch")["rematch"]["table"] == table
        assert also.until("rematch")["rematch"]["wants"] == ["black"]
        assert also.until("rematch")["rematch"]["table"] == table, "who watches may follow"
    there = {"white": Client(house.http, table, blacks), "black": Client(house.http, table, whites)}
    for seat, client in there.items():
        now = client.look()
        assert (now["seat"], now["game"], now["ply"]) == (seat, "moeraki", 0)
        assert now["options"] == black.look()["options"]
    assert black.look()["pending"]["type"] == "over", "the old table stands as it was"
    for client in there.values():
        assert client.add_salt().status_code == 200
    assert there["black"].answer(0, {"act": "ball", "at": "f6"}).status_code == 200


def test_names_go_with_their_players(house: House) -> None:
    wish = house.wish("ladder")
    for seat, name in zip(wish["seats"], ("Aroha", "Hemi"), strict=True):
        wish["seats"][seat]["name"] = name
    told = house.http.post("/api/tables", json=wish).json()
    clients = [Client(house.http, told["table"], key["token"]) for key in told["seats"].values()]
    clients[0].post("resign", key=new_key())
    (_, token), (last, _) = map(agree, clients)
    now = Client(house.http, last.json()["table"], token).look()
    assert [seat["player"] for seat in now["seats"]] == ["Hemi", "Aroha"]


def test_a_wish_that_was_sent_twice_is_one_wish_and_makes_one_table(house: House) -> None:
    clients = finished(house)
    token = secrets.token_urlsafe(24)
    for _ in range(3):
        assert clients["black"].post("rematch", token=token).json()["table"] is None
    tables = {agree(clients["white"])[0].json()["table"] for _ in range(3)}
    assert len(tables) == 1
    assert Client(house.http, tables.pop(), token).look()["seat"] == "white"


def test_who_declines_or_thinks_better_of_it_ends_the_asking(house: House) -> None:
    clients = finished(house)
    for who in ("black", "white"):
        agree(clients["black"])
        assert clients[who].post("rematch").json()["wants"] == []
        assert agree(clients["white"])[0].json() == {
            "wants": ["white"],
            "table": None,
            "seats": {"black": "white", "white": "black"},
        }
        assert clients["white"].post("rematch").status_code == 200


def test_of_two_that_agree_at_once_one_makes_the_table_and_both_sit_there(house: House) -> None:
    for _ in range(4):
        clients = finished(house, "ladder")
        people = [client for seat, client in clients.items() if seat != "watcher"]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(agree, people))
        tables = {people[0].look()["rematch"]["table"]}
        assert {answer.json()["table"] for answer, _ in answers} <= {None, *tables}
        (table,) = tables
        assert [Client(house.http, table, token).get().status_code for _, token in answers] == [200, 200]


def test_no_wish_before_the_end_nor_by_a_stranger_nor_with_the_old_secret(house: House) -> None:
    clients = house.open("moeraki")
    early, _ = agree(clients["black"])
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not-over")
    clients["black"].post("resign", key=new_key())
    assert agree(Client(house.http, clients["black"].table, secrets.token_urlsafe(24)))[0].status_code == 401
    assert agree(clients["watcher"])[0].status_code == 401
    assert clients["black"].post("rematch", token=clients["black"].token).status_code == 422
    assert clients["black"].post("rematch", token="short").status_code == 422
    assert clients["black"].look()["rematch"]["wants"] == []


def test_a_seat_that_passes_on_takes_no_wish_with_it(house: House) -> None:
    """Whoever held the secret before could else sit at the next table too."""
    clients = finished(house)
    agree(clients["black"])
    invite, token = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    clients["black"].post("pass-on", invite=invite)
    assert clients["black"].post("claim", invite=invite, token=token).status_code == 200
    assert agree(clients["white"])[0].json()["table"] is None


def test_against_a_computer_one_wish_is_enough(house: House) -> None:
    clients = finished(house, "moeraki", white="beginner")
    answer, token = agree(clients["black"])
    now = Client(house.http, answer.json()["table"], token).look()
    assert (now["seat"], now["seats"][1]["level"]) == ("black", "beginner")


def test_the_new_table_is_there_after_the_power_has_failed(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path}/tables.sqlite3", thinkers=0)
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        clients = finished(house)
        _, blacks = agree(clients["black"])
        server.kill()
        server.start()
        assert clients["white"].look()["rematch"]["wants"] == ["black"]
        table = agree(clients["white"])[0].json()["table"]
        server.kill()
        server.start()
        assert clients["black"].look()["rematch"]["table"] == table
        assert Client(house.http, table, blacks).look()["seat"] == "white"
