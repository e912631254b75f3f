"""An admin hides, ends, deletes and bars while the server runs; what nobody will play is taken away."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from kemu.cli.app import run
from kemu.server.bars import Bars
from kemu.server.errors import ApiError
from kemu.server.janitor import DAY, Janitor
from kemu.server.limits import counted
from kemu.server.opening import table_id
from kemu.server.ready import opened
from kemu.server.services import Services
from kemu.server.settings import Limits, Settings
from kemu.server.storage import Database, studies
from kemu.server.wire_acts import AddSalt, Answer, Computer, NewTable, Resign, You
from server.harness import PATIENCE, Client, House, Server, new_key


def admin(server: Server, *words: str) -> int:
    return run(["admin", *words, "--database", server.settings.database])


def until_refused(client: Client, code: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while client.get().json().get("error", {}).get("code") != code:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_name_and_a_line_are_hidden_while_people_watch(server: Server, house: House) -> None:
    wish = house.wish("ladder")
    wish["seats"]["ann"]["name"] = "Rude Name"
    told = house.http.post("/api/tables", json=wish).json()
    ann = Client(house.http, told["table"], told["seats"]["ann"]["token"])
    ann.post("chat", text="Rude words", key=new_key())
    with ann.live() as heard:
        heard.until("snapshot")
        assert admin(server, "hide-name", ann.table, "ann", "--why", "rude") == 0
        assert admin(server, "hide-line", ann.table, "1") == 0
        while True:
            shown = heard.until("snapshot")["snapshot"]
            if shown["seats"][0]["player"] == "(hidden)" and shown["chat"][0]["text"] == "(hidden)":
                break
    assert "Rude" not in ann.get("/record").text + ann.get().text
    assert ann.answer(0, {"act": "go", "side": "left"}).status_code == 200, "the game goes on"
    assert admin(server, "hide-name", ann.table, "nobody") == 1
    assert admin(server, "hide-line", ann.table, "7") == 1


def test_a_table_that_is_ended_can_be_looked_at_and_no_more(server: Server, house: House) -> None:
    clients = house.open("ladder", bob="beginner")
    ann = clients["ann"]
    with clients["watcher"].live() as told:
        told.until("snapshot")
        assert admin(server, "end", ann.table) == 0
        while told.next()["type"] != "snapshot":
            pass
        assert told.snapshot["pending"]["reason"] == "ended"
        assert told.snapshot["secret"] is None
    look = ann.look()
    for act, body in (
        ("answers", {"ply": look["ply"], "action": {"act": "go", "side": "left"}}),
        ("chat", {"text": "still here"}),
        ("resign", {"ply": look["ply"], "revision": look["revision"]}),
    ):
        assert ann.post(act, **body, key=new_key()).json()["error"]["code"] == "closed"
    assert admin(server, "end", "no-such-table") == 1


def test_a_table_is_deleted(server: Server, house: House) -> None:
    ann = house.open("ladder")["ann"]
    assert admin(server, "delete", ann.table) == 0
    until_refused(ann, "unknown-table")
    assert ann.answer(0, {"act": "go", "side": "left"}).status_code == 404


def test_a_record_that_was_brought_is_listed_and_deleted_and_not_taken_again(
    server: Server, house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    # A record that no other test brings to this server: it is not taken again.
    body = (Path(__file__).parents[1] / "games/moeraki/golden/marae.jsonl").read_text()
    made = house.http.post("/api/records", json={"record": body}).json()["record"]
    database = opened(server.settings.database)
    database.write(lambda c: studies.claim_study(c, made, 0, 0, "{}"))
    assert admin(server, "records") == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{made} ")
    assert told.endswith("moeraki; black: Aroha, white: Wiremu\n")
    assert admin(server, "delete-record", made, "--why", "names") == 0
    with database.read() as connection:
        assert studies.study(connection, made) is None
    database.close()
    for path in ("", "/moments/0", "/record", "/study"):
        assert house.http.get(f"/api/records/{made}{path}").json()["error"]["code"] == "unknown-record"
    again = house.http.post("/api/records", json={"record": body})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "closed")
    assert admin(server, "delete-record", made) == 1


def until_let_in(server: Server, let_in: bool) -> None:
    deadline = time.monotonic() + PATIENCE
    while httpx.get(f"{server.url}/api/games", timeout=PATIENCE).status_code != (200 if let_in else 403):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_address_is_barred_and_let_in_again(
    server: Server, house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(server, "bar", "127.0.0.0/24", "--days", "1") == 0
    until_let_in(server, False)
    assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).status_code == 200
    assert admin(server, "bars") == 0
    assert "127.0.0.0/24  until" in capsys.readouterr().out
    assert admin(server, "let-in", "127.0.0.0/24") == 0
    until_let_in(server, True)
    assert admin(server, "let-in", "127.0.0.0/24") == 1
    assert admin(server, "bar", "somewhere") == 2


def test_of_ipv6_the_network_of_a_household_is_barred(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(server, "bar", "2001:db8::5:6:7:8") == 0
    assert "2001:db8::/64 is barred" in capsys.readouterr().out
    bars = Bars()
    bars.set({"2001:db8::/64": 0})
    with pytest.raises(ApiError):
        bars.check(counted("2001:db8::9"))
    bars.check(counted("2001:db8:1::9"))
    assert admin(server, "let-in", "2001:db8::5:6:7:8") == 0


def test_who_is_barred_is_told_no_more_also_by_a_socket_that_was_open(server: Server, house: House) -> None:
    with house.open("ladder")["watcher"].live() as told:
        told.until("snapshot")
        assert admin(server, "bar", "127.0.0.1", "--days", "1") == 0
        assert told.until("error")["code"] == "barred"
        with pytest.raises(ConnectionClosed):
            told.next()
    assert admin(server, "let-in", "127.0.0.1") == 0
    until_let_in(server, True)


def test_tables_and_chat_are_listed(server: Server, house: House, capsys: pytest.CaptureFixture[str]) -> None:
    ann = house.open("ladder")["ann"]
    ann.post("chat", text="Kia ora \x7e", key=new_key())
    ann.answer(0, {"act": "go", "side": "left"})
    assert admin(server, "tables") == 0
    assert f"{ann.table} " in (told := capsys.readouterr().out)
    assert "ladder, ply 1, goes on" in told
    assert admin(server, "chat", ann.table) == 0
    assert capsys.readouterr().out == "1 seat 1: Kia ora ~\n"


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "tables", "--database", str(tmp_path / "none.sqlite3")]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "none.sqlite3").exists()


def services(tmp_path: Path, limits: Limits) -> Services:
    made = Services(Settings(database=f"sqlite:///{tmp_path}/t.sqlite3", limits=limits))
    made.database.migrate()
    return made


def aged(database: Database, table: str, days: float) -> None:
    database.write(
        lambda c: c.exec_driver_sql(
            "UPDATE games SET created = created - ?, changed = changed - ? WHERE id = ?",
            (int(days * DAY), int(days * DAY), table),
        )
    )


def test_what_was_never_begun_or_long_abandoned_is_taken_away_and_what_is_finished_is_kept(tmp_path: Path) -> None:
    made = services(tmp_path, Limits(unbegun_days=7, abandoned_days=100))
    tables = made.tables

    def opened(plays: bool, ends: bool = False, days: float = 0.0) -> str:
        seats = {"black": You(), "white": Computer("casual")}
        told = tables.open(NewTable("moeraki", seats, {"variant": "beginner"}), "here")
        key = told.seats["black"]
        assert key is not None
        assert key.token is not None
        tables.salt(told.table, key.token, AddSalt("0123456789abcdef", new_key()))
        if plays:
            with tables.slots.hold(told.table) as live:
                ply, action = live.table.ply, msgspec.to_builtins(live.table.pending.options[0])  # type: ignore[union-attr]
            tables.answer(told.table, key.token, Answer(ply, action, new_key()))
        if ends:
            with tables.slots.hold(told.table) as live:
                seen = {"ply": live.table.ply, "revision": live.revision}
            tables.resign(told.table, key.token, Resign(key=new_key(), **seen))
        aged(made.database, told.table, days)
        return told.table

    unbegun, fresh = opened(False, days=8), opened(False, days=6)
    abandoned, paused = opened(True, days=101), opened(True, days=99)
    finished = opened(True, ends=True, days=5000)
    janitor = Janitor(made)
    assert janitor.prune() == 2
    assert janitor.prune() == 0
    with made.database.read() as connection:
        left = set(connection.exec_driver_sql("SELECT id FROM games").scalars())
    assert left == {fresh, paused, finished}
    assert {unbegun, abandoned} & left == set()
    made.database.close()


def test_no_tables_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(("-ybdoc1jYZnpi9F9", "ybdoc1jYZnpi9F9-"))
    monkeypatch.setattr("kemu.server.opening.secrets.token_urlsafe", lambda size: next(drawn))
    assert table_id() == "ybdoc1jYZnpi9F9-"
