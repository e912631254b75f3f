"""A finished game is served from what was stored when its rules have changed; an unfinished one says why it waits."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

import kemu
from kemu.cli.verify import judge
from kemu.games.moeraki import MoerakiKemu
from kemu.server.storage import Database
from server.harness import PATIENCE, Client, House, new_key, serving, settings_for
from server.play import play_out


def until_archived(path: Path, number: int) -> None:
    database = Database(f"sqlite:///{path}")
    deadline = time.monotonic() + PATIENCE
    while True:
        with database.read() as connection:
            if connection.execute(text("SELECT count(*) FROM archives")).scalar_one() >= number:
                break
        assert time.monotonic() < deadline
        time.sleep(0.05)
    database.close()


def without(shown: Any, *names: str) -> dict[str, Any]:
    return {name: value for name, value in shown.items() if name not in names}


def test_a_finished_game_is_shown_when_its_rules_have_changed(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    with serving(settings_for(f"sqlite:///{path}"), tmp_path / "log") as server, House(server.url) as house:
        clients = house.open(options={"variant": "beginner"})
        ply = play_out(clients, seed=4)["ply"]
        table = clients["watcher"].table
        moments = [clients["watcher"].get(f"/moments/{at}").json() for at in (0, 5, ply)]
        record = clients["watcher"].get("/record").content
        going_on = house.open()["black"]
        going_on.answer(0, {"act": "ball", "at": "f6"})
        until_archived(path, 1)
        picture = clients["watcher"].get("/picture.svg?ply=5").content
    raised = settings_for(f"sqlite:///{path}", preload=("server.toys_here", "server.raised_here"))
    with serving(raised, tmp_path / "log2") as later, House(later.url) as house:
        after = {name: Client(house.http, table, client.token) for name, client in clients.items()}
        watcher = after["watcher"]
        assert watcher.get("/record").content == record
        for at, then in zip((0, 5, ply), moments, strict=True):
            now = watcher.get(f"/moments/{at}").json()
            assert without(now, "seats") == without(then, "seats")
        assert after["black"].look()["pending"]["type"] == "over"
        assert watcher.get(f"/moments/{ply + 1}").status_code == 404
        assert watcher.get("/picture.svg?ply=5").content == picture
        with after["black"].live() as told:
            assert told.until("snapshot")["snapshot"]["ply"] == ply
        waiting = Client(house.http, going_on.table).get()
        assert (waiting.status_code, waiting.json()["error"]["code"]) == (409, "other-rules")
        assert "another version of the rules" in waiting.json()["error"]["reason"]
        assert after["black"].post("resign", ply=ply, revision=0, key=new_key()).status_code == 409


def test_verify_says_which_version_of_the_rules_checks_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = kemu.Table(MoerakiKemu(), seed=1)
    file = tmp_path / "game.jsonl"
    table.record().save(file)
    assert judge(file, None)
    monkeypatch.setattr(MoerakiKemu, "rules_version", 0)
    with pytest.raises(ValueError, match=r"rules version 1.*has version 0.*release"):
        judge(file, None)
