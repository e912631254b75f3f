"""What whoever runs a server types: a copy that lacks no move, what is lacking, who thinks elsewhere."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from kemu.cli.app import run
from kemu.games.moeraki import MoerakiKemu
from kemu.server.logs import Lines, request
from kemu.server.readiness import Readiness
from kemu.server.settings import Limits
from kemu.server.storage import Busy, Database
from kemu.server.tables import Tables
from kemu.server.thinking import Thinking
from kemu.server.wire_acts import NewTable, You
from server.harness import PATIENCE, House, Server, new_key, serving, settings_for


def test_a_copy_that_is_made_while_the_server_runs_has_every_move(tmp_path: Path) -> None:
    """A plain copy of the file lacks what is still in the write-ahead log."""
    copy = tmp_path / "copy.sqlite3"
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3")
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        ann = house.open("ladder")["ann"]
        for ply in range(3):
            assert ann.answer(ply, {"act": "go", "side": "left"}).status_code == 200
        assert run(["backup", str(copy), "--database", str(tmp_path / "t.sqlite3")]) == 0
        assert run(["backup", str(copy), "--database", str(tmp_path / "t.sqlite3")]) == 1, "nothing is overwritten"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    rows = sqlite3.connect(copy)
    assert rows.execute("SELECT max(ply) FROM entries WHERE game = ?", (ann.table,)).fetchone() == (3,)
    rows.close()
    with serving(settings_for(f"sqlite:///{copy}"), tmp_path / "log2") as restored, House(restored.url) as house:
        again = type(ann)(house.http, ann.table, ann.token)
        assert again.look()["ply"] == 3
    assert run(["backup", str(tmp_path / "x"), "--database", str(tmp_path / "none")]) == 1
    assert run(["backup", str(tmp_path / "x"), "--database", "postgresql://kemu@nowhere/kemu"]) == 1


def test_the_doctor_tells_what_is_there_and_what_is_lacking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "t.sqlite3"
    database = Database(f"sqlite:///{file}")
    database.migrate()
    tables = Tables(database, Limits(), lambda table, due: None)
    tables.open(NewTable("moeraki", {"black": You(), "white": You()}), "here")
    database.close()
    run(["doctor", "--database", str(file)])
    told = capsys.readouterr().out
    assert "ok    the game moeraki" in told
    assert "ok    the database takes writes" in told
    assert "unfinished" not in told
    monkeypatch.setattr(MoerakiKemu, "rules_version", 99)
    file.chmod(0o644)
    assert run(["doctor", "--database", str(file)]) == 1
    told = capsys.readouterr().out
    assert "lacks others on this machine can read" in told
    assert "note  1 unfinished game of moeraki began under version" in told
    assert run(["doctor", "--limits"]) == 0
    assert "connections=256  open connections of an address" in capsys.readouterr().out


def test_thinkers_elsewhere_answer_for_a_server_that_does_not_think(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3", shared=True, thinkers=0)
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        clients = house.open("ladder", ann="beginner", bob="beginner")
        unwatched = house.open("ladder", ann="beginner", bob="beginner")["watcher"].table
        thinking = Thinking(msgspec.structs.replace(settings, thinkers=1))
        done = threading.Event()

        async def think() -> None:
            task = asyncio.ensure_future(thinking.run())
            while not done.is_set():
                await asyncio.sleep(0.02)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        thread = threading.Thread(target=lambda: asyncio.run(think()))
        thread.start()
        try:
            with clients["watcher"].live() as told:
                assert told.until_ply(24)["pending"]["type"] == "over"
        finally:
            done.set()
            thread.join()
        rows = sqlite3.connect(tmp_path / "t.sqlite3")
        assert rows.execute("SELECT count(*) FROM entries WHERE game = ?", (unwatched,)).fetchone() == (0,)
        rows.close()


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("database or disk is full", "the disk is full"),
        ("attempt to write a readonly database", "the database can only be read"),
        ("database is locked", "the database is locked by another program"),
        ("connection refused", "the database could not be reached: connection refused"),
    ],
)
def test_what_is_wrong_with_a_database_is_called_by_its_name(said: str, name: str) -> None:
    assert str(Busy(OperationalError("SELECT 1", {"token": "secret"}, sqlite3.OperationalError(said)))) == name


def test_a_database_that_cannot_be_written_to_is_503_everywhere(tmp_path: Path) -> None:
    """As when a disk is full: what is written fails, and what is there can be read."""
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3")
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        ann = house.open("ladder")["ann"]
        with closing(sqlite3.connect(tmp_path / "t.sqlite3", timeout=PATIENCE)) as other:
            for table in ("games", "clock"):
                full = f"CREATE TRIGGER {table}_full BEFORE UPDATE ON {table} BEGIN SELECT nothing FROM disk; END"
                other.execute(full.replace("nothing", "1").replace("disk", "no_such_table"))
            other.commit()
        assert ann.look()["ply"] == 0
        answers = [
            house.http.get("/readyz"),
            ann.answer(0, {"act": "go", "side": "left"}),
            ann.post("chat", text="so", key=new_key()),
            ann.post("resign", key=new_key()),
        ]
        assert [answer.status_code for answer in answers] == [503] * 4
        assert all(answer.headers["retry-after"] for answer in answers)
        assert house.http.get("/healthz").status_code == 200
        assert "no_such_table" in server.log.read_text()


class Stuck:
    """A database that answers nothing until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def has_room(self) -> bool:
        return True

    def write(self, work: object) -> None:
        self.go.wait(PATIENCE)


def test_readiness_gives_a_stuck_database_up_and_tries_it_once_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kemu.server.readiness.DEADLINE", 0.05)
    monkeypatch.setattr("kemu.server.readiness.FRESH", 0.0)
    stuck: Any = Stuck()

    async def look() -> list[bool]:
        readiness = Readiness(stuck)
        told = [await readiness.ready() for _ in range(3)]
        stuck.go.set()
        while not (told[-1]):
            told.append(await readiness.ready())
        return told

    told = asyncio.run(look())
    assert told[:3] == [False] * 3
    assert told[-1]


def test_a_server_on_a_full_disk_is_not_ready_though_a_small_write_still_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3")
    database.migrate()
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    assert not asyncio.run(Readiness(database).ready())
    monkeypatch.undo()
    assert asyncio.run(Readiness(database).ready())
    database.close()


def line(as_json: bool, error: Exception | None = None) -> str:
    raised = None if error is None else (type(error), error, None)
    record = logging.LogRecord("kemu", logging.ERROR, "", 0, "it\nbroke", None, raised)
    token = request.set(("abc-1", "192.0.2.7"))
    try:
        return Lines(as_json).format(record)
    finally:
        request.reset(token)


def test_an_error_is_one_line_with_the_time_the_request_and_the_address() -> None:
    said = line(False, ValueError("no\nsuch pa"))
    assert "\n" not in said
    assert said.endswith("error   [192.0.2.7 abc-1] it broke | ValueError: no such pa")
    told = msgspec.json.decode(line(True, ValueError("no\nsuch pa")))
    assert told["time"].endswith("Z")
    assert {**told, "time": ""} == {
        "time": "",
        "level": "error",
        "address": "192.0.2.7",
        "request": "abc-1",
        "says": "it broke",
        "error": "ValueError: no such pa",
    }


def test_every_answer_carries_the_id_that_the_log_has(server: Server, house: House) -> None:
    ids = [house.http.get("/api/games").headers["x-request-id"] for _ in range(2)]
    assert len(set(ids)) == 2
    assert ids[0] in server.log.read_text()
