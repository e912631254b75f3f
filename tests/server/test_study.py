"""A game that is over is judged once and kept; a record can be brought along and is shown like a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kemu.core.record import load_record
from kemu.server.storage import Database
from kemu.server.studying import Studies
from server.harness import PATIENCE, Client, House

GOLDEN = Path(__file__).parents[1] / "games"


def ended(house: House, game: str = "moeraki", **options: Any) -> Client:
    """Return a table at which a few stones were laid, and Black has resigned."""
    clients = house.open(game, options or {"variant": "beginner"})
    for _ in range(5):
        seat = clients["black"].look()["pending"]["seat"]
        shown = clients[seat].look()
        clients[seat].answer(shown["ply"], shown["pending"]["options"][0]["action"])
    assert clients["black"].post("resign", key="k" * 12).status_code == 200
    return clients["watcher"]


def until_done(house: House, path: str) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE
    seen = 0.0
    while True:
        told = house.http.get(path)
        assert told.status_code == 200, told.text
        study = told.json()
        assert study["done"] >= seen
        seen = study["done"]
        if seen == 1:
            return study
        assert time.monotonic() < deadline
        time.sleep(0.05)


def bring(house: House, body: bytes) -> Any:
    return house.http.post("/api/records", json={"record": body.decode()})


def test_a_game_that_is_over_is_judged_turn_by_turn(house: House) -> None:
    table = ended(house)
    study = until_done(house, f"{table.path}/study")
    assert [turn["seat"] for turn in study["turns"]] == ["black", "white", "black", "white", "black"]
    assert study["turns"][-1]["after"] == 0.0


def test_a_game_that_goes_on_is_not_judged(house: House) -> None:
    watcher = house.open()["watcher"]
    refused = watcher.get("/study")
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "not-over"


class AtOnce:
    """Stands for the computers: what is to be done beside the hints is done at once, and counted."""

    def __init__(self) -> None:
        self.done = 0

    async def beside(self, who: object, work: Callable[..., Any], *args: Any) -> Any:
        self.done += 1
        return work(*args)


def test_a_study_is_kept_and_not_made_again(tmp_path: Path) -> None:
    body = (GOLDEN / "moeraki/golden/ara.jsonl").read_bytes()
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3")
    database.migrate()

    async def judged(computers: Any) -> bytes:
        studies = Studies(database, computers, 0.2)
        found = await studies.found("game")
        if found is None:
            found = await studies.begin("game", body, "me")
        while msgspec.json.decode(found)["done"] < 1:
            await asyncio.sleep(0.01)
            found = await studies.found("game")
            assert found is not None
        return found

    first, later = AtOnce(), AtOnce()
    assert asyncio.run(judged(first)) == asyncio.run(judged(later))
    assert first.done > 16
    assert later.done == 0
    database.close()


def test_a_record_that_is_brought_is_shown_as_a_spectator_saw_it(house: House) -> None:
    body = (GOLDEN / "maurice/golden/ridge-nightfall.jsonl").read_bytes()
    told = bring(house, body)
    assert told.status_code == 201, told.text
    path = f"/api/records/{told.json()['record']}"
    end = house.http.get(path).json()
    assert end["pending"]["type"] == "over"
    assert end["ply"] == len(load_record(body).entries)
    assert end["seat"] is None
    moment = house.http.get(f"{path}/moments/30").json()
    assert moment["ply"] == 30
    assert max(line["ply"] for line in moment["log"]) <= 30
    assert moment["pending"]["options"] == []
    assert house.http.get(f"{path}/record").content == body
    assert house.http.get(f"{path}/moments/99999").status_code == 404


def test_a_record_that_is_brought_is_judged(house: House) -> None:
    made = bring(house, (GOLDEN / "moeraki/golden/ara.jsonl").read_bytes()).json()["record"]
    study = until_done(house, f"/api/records/{made}/study")
    assert len(study["turns"]) == 16
    assert study["turns"][-1]["after"] == 0.0


def test_the_record_of_a_table_here_leads_to_that_table(house: House) -> None:
    table = ended(house)
    told = bring(house, table.get("/record").content).json()
    assert told["table"] == table.table


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda body: body.replace(b'"at":"', b'"at":" ', 1), "line 2"),
        (lambda body: b"hello", "line 1"),
        (lambda body: body[:-20], "line"),
        (lambda body: b"", "line 1"),
    ],
)
def test_a_record_that_was_changed_is_refused_and_the_line_named(house: House, spoil: Any, says: str) -> None:
    refused = bring(house, spoil((GOLDEN / "moeraki/golden/ara.jsonl").read_bytes()))
    assert refused.status_code == 409
    assert says in refused.json()["error"]["reason"]


def test_a_record_of_a_game_that_is_not_here_is_refused(house: House) -> None:
    body = (GOLDEN / "moeraki/golden/ara.jsonl").read_bytes()
    record = load_record(body)
    other = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, game="chess"))
    assert bring(house, other.dump()).status_code == 409


def test_a_record_that_nobody_has_brought_is_not_there(house: House) -> None:
    for path in ("", "/moments/0", "/record", "/study"):
        assert house.http.get(f"/api/records/{'0' * 32}{path}").status_code == 404
        assert house.http.get(f"/api/records/nonsense{path}").status_code == 404
