"""An open table is on the list for anyone on this server; who takes a free seat claims it, and abandoned ones go."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import text

from kemu.server import listing
from kemu.server.presence import Presence
from kemu.server.settings import Limits
from kemu.server.slots import Slots
from kemu.server.storage import Database
from server.harness import GENEROUS, Client, House, serving, settings_for


def opened(house: House, listed: bool = True, game: str = "ladder") -> tuple[Client, str, dict[str, Any]]:
    """Open a table with a free seat: the opener, the free seat's name, and what the opener was told."""
    wish = house.wish(game)
    own, free = wish["seats"]
    wish["seats"] = {own: {"kind": "you", "name": "Aroha"}, free: {"kind": "friend"}}
    told = house.http.post("/api/tables", json={**wish, "listed": listed}).json()
    return Client(house.http, told["table"], told["seats"][own]["token"]), free, told


def on_the_list(house: House, table: str) -> dict[str, Any] | None:
    return next((one for one in house.http.get("/api/open-tables").json() if one["table"] == table), None)


def sit(house: House, table: str, seat: str, **more: Any) -> tuple[httpx.Response, Client]:
    token = secrets.token_urlsafe(24)
    body = {"seat": seat, "token": token, **more}
    return house.http.post(f"/api/tables/{table}/claim", json=body), Client(house.http, table, token)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("open")
    limits = msgspec.structs.replace(GENEROUS, listed=1_000)
    settings = settings_for(f"sqlite:///{folder}/t.sqlite3", limits=limits)
    with serving(settings, folder / "log") as server, House(server.url) as door:
        yield door


def test_a_listed_table_is_found_and_a_stranger_takes_the_seat(house: House) -> None:
    opener, free, told = opened(house)
    shown = on_the_list(house, opener.table)
    assert shown is not None
    assert (shown["opener"], shown["free"], shown["game"]) == ("Aroha", [free], "ladder")
    response, stranger = sit(house, opener.table, free, name="Hemi")
    assert (response.status_code, response.json()) == (200, {"seat": free})
    assert stranger.look()["seat"] == free
    assert [seat["player"] for seat in opener.look()["seats"]] == ["Aroha", "Hemi"]
    assert on_the_list(house, opener.table) is None, "it has no free seat any more"
    used = Client(house.http, opener.table).post("claim", invite=told["seats"][free]["invite"], token="x" * 32)
    assert used.json()["error"]["code"] == "claimed", "the link is used up too"


def test_a_table_that_is_not_listed_gives_its_seat_to_no_stranger(house: House) -> None:
    opener, free, _ = opened(house, listed=False)
    assert on_the_list(house, opener.table) is None
    refused, _ = sit(house, opener.table, free)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "claimed")
    own = next(seat["name"] for seat in opener.look()["seats"] if seat["taken"])
    for seat in (own, "nobody"):
        assert sit(house, opener.table, seat)[0].status_code == 409
    assert sit(house, opener.table, free, invite="both")[0].status_code == 422


def test_the_opener_switches_it_on_and_off_and_those_who_watch_are_told(house: House) -> None:
    opener, free, _ = opened(house, listed=False)
    with Client(house.http, opener.table).live() as told:
        assert told.until("snapshot")["snapshot"]["listed"] is False
        assert opener.post("listing", listed=True).json() == {"listed": True}
        assert told.until("presence")["listed"] is True
        assert on_the_list(house, opener.table) is not None
        assert opener.post("listing", listed=False).status_code == 200
        assert told.until("presence")["listed"] is False
    assert on_the_list(house, opener.table) is None
    assert sit(house, opener.table, free)[0].status_code == 409
    assert Client(house.http, opener.table).post("listing", listed=True).status_code == 401


def test_of_strangers_who_press_at_once_one_sits(house: House) -> None:
    opener, free, _ = opened(house)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: sit(house, opener.table, free)[0].status_code, range(4)))
    assert sorted(answers) == [200, 409, 409, 409]


def test_a_table_without_a_free_seat_is_not_listed(house: House) -> None:
    wish = house.wish("ladder")
    refused = house.http.post("/api/tables", json={**wish, "listed": True})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no-free-seat")
    client = house.open("ladder")["ann"]
    assert client.post("listing", listed=True).json()["error"]["code"] == "no-free-seat"


def test_an_address_has_only_so_many_tables_on_the_list(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, listed=Limits().listed)
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3", limits=limits)
    with serving(settings, tmp_path / "log") as server, House(server.url) as door:
        openers = [opened(door)[0] for _ in range(limits.listed)]
        wish = door.wish("ladder")
        wish["seats"]["bob"] = {"kind": "friend"}
        refused = door.http.post("/api/tables", json={**wish, "listed": True})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "listed")
        assert openers[0].post("listing", listed=False).status_code == 200
        assert door.http.post("/api/tables", json={**wish, "listed": True}).status_code == 201
        assert openers[0].post("listing", listed=True).json()["error"]["code"] == "listed"


def test_a_table_that_nobody_sits_at_leaves_the_list_and_comes_back_with_its_player(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes on one database: what one says of who is there, the other reads."""
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=True)
    database.migrate()
    at = 1_000_000
    monkeypatch.setattr(listing, "now", lambda: at)
    presence = Presence(database, shared=True)
    here, there = (
        listing.Listings(database, Slots(database), Limits(), one, lambda _: None)
        for one in (presence, Presence(database, shared=True))
    )
    from kemu.server.opening import open_table
    from kemu.server.storage import rows
    from kemu.server.wire_acts import Friend, NewTable, You

    made = open_table(NewTable("moeraki", {"black": You(), "white": Friend()}, listed=True), at)
    database.write(lambda c: rows.insert_game(c, made.row, made.seats, [], 1))
    presence.arrive(made.row.id, 0)
    for _ in range(5):
        at += listing.LISTED - 1
        here.renew()
        assert [one.table for one in there.tables()] == [made.row.id]
    presence.leave(made.row.id, 0)
    at += listing.LISTED
    here.renew()
    assert there.tables() == []
    presence.arrive(made.row.id, 0)
    here.renew()
    assert [one.table for one in there.tables()] == [made.row.id]
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM games")).scalar() == 1
    database.close()
