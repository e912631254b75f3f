"""A game that is over is judged once and kept; a record can be brought along and is shown like a table."""

from __future__ import annotations

import asyncio
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kemu
from kemu.core.record import Begins, load_record, verify
from kemu.server.storage import Database
from kemu.server.studying import Studies
from server.harness import PATIENCE, Client, House, serving, settings_for
from server.play import move

VERIFY_DICE = Path(__file__).parents[2] / "tools/verify_dice.py"
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
    """Stands for the process apart: what is to be done there is done at once, and counted."""

    def __init__(self) -> None:
        self.done = 0

    async def run(self, who: object, work: Callable[..., Any], *args: Any) -> Any:
        self.done += 1
        return work(*args)


def test_a_study_is_kept_and_not_made_again(tmp_path: Path) -> None:
    body = (GOLDEN / "moeraki/golden/ara.jsonl").read_bytes()
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3")
    database.migrate()

    async def judged(process: Any) -> bytes:
        studies = Studies(database, process, 0.2)
        found = await studies.found("game")
        if found is None:
            found = await studies.begin("game", body, "me")
        while msgspec.json.decode(found)["done"] < 1:
            await asyncio.sleep(0.01)
            found = await studies.found("game")
            assert found is not None
        return found

    first, later = AtOnce(), AtOnce()
    found, again = (asyncio.run(judged(who)) for who in (first, later))
    assert found == again
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


def play_on(house: House, of: str, ply: int, **kinds: str) -> Any:
    seats = {seat: {"kind": kinds[seat]} for seat in kinds}
    return house.http.post("/api/play-on", json={"of": of, "ply": ply, "seats": seats})


def test_a_game_is_gone_on_with_from_any_moment_and_its_record_verifies(house: House, tmp_path: Path) -> None:
    body = (GOLDEN / "maurice/golden/ridge-nightfall.jsonl").read_bytes()
    of = bring(house, body).json()["record"]
    opened = play_on(house, of, 60, red="you", blue="you")
    assert opened.status_code == 201, opened.text
    told = opened.json()
    clients = {seat: Client(house.http, told["table"], key["token"]) for seat, key in told["seats"].items()}
    for client in clients.values():
        assert client.add_salt().status_code == 200
    at = clients["red"].look()
    assert at["ply"] >= 60
    assert at["scene"]["pieces"]
    assert clients["red"].post("undo", ply=at["ply"], revision=at["revision"], key="u" * 12).status_code == 409
    rng = random.Random(3)
    for _ in range(12):
        shown = {seat: client.look() for seat, client in clients.items()}
        seat = shown["red"]["pending"]["seat"]
        assert clients[seat].answer(shown[seat]["ply"], move(clients[seat], shown[seat], rng)).status_code == 200
    assert clients["blue"].post("resign", key="r" * 12).status_code == 200
    record = clients["red"].get("/record").content
    loaded = load_record(record)
    assert loaded.header.begins == Begins(of, 60)
    assert loaded.entries[:60] == load_record(body).entries[:60]
    verdict = verify(loaded, kemu.game("maurice"))
    assert verdict.dice in ("proved", "none")
    file = tmp_path / "gone-on.jsonl"
    file.write_bytes(record)
    done = subprocess.run([sys.executable, VERIFY_DICE, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_table_that_goes_on_with_another_game_outlives_a_crash(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3")
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        of = bring(house, (GOLDEN / "moeraki/golden/ara.jsonl").read_bytes()).json()["record"]
        told = play_on(house, of, 5, black="you", white="you").json()
        client = Client(house.http, told["table"], told["seats"]["white"]["token"])
        black = Client(house.http, told["table"], told["seats"]["black"]["token"])
        shown = {"white": client.look(), "black": black.look()}
        seat = shown["white"]["pending"]["seat"]
        action = shown[seat]["pending"]["options"][0]["action"]
        assert {"white": client, "black": black}[seat].answer(5, action).status_code == 200
        server.kill()
        server.start()
        assert client.look()["ply"] == 6


def test_nobody_goes_on_with_a_game_that_is_over_there_or_goes_on_elsewhere(house: House) -> None:
    table = ended(house)
    last = table.look()["ply"]
    assert play_on(house, table.table, last, black="you", white="you").status_code == 409
    assert play_on(house, table.table, last - 1, black="you", white="you").status_code == 201
    going = house.open()["watcher"]
    assert play_on(house, going.table, 0, black="you", white="you").json()["error"]["code"] == "not-over"
    assert play_on(house, "0" * 32, 0, black="you", white="you").status_code == 404


def between_people(house: House) -> tuple[Client, Client]:
    """Return the seats of a table that two people sit at, far from each other; Black decides."""
    wish = house.wish("moeraki", {"variant": "beginner"})
    wish["seats"]["white"] = {"kind": "friend"}
    told = house.http.post("/api/tables", json=wish).json()
    black = Client(house.http, told["table"], told["seats"]["black"]["token"])
    token = secrets.token_hex(24)
    body = {"invite": told["seats"]["white"]["invite"], "token": token}
    assert house.http.post(f"{black.path}/claim", json=body).status_code == 200
    return black, Client(house.http, told["table"], token)


def said(client: Client) -> list[tuple[str, str]]:
    return [(line["seat"], line["text"]) for line in client.look()["chat"]]


def test_between_people_hints_are_off_until_both_agree_and_each_is_told_of(house: House) -> None:
    black, white = between_people(house)
    assert black.post("hint").json()["error"]["code"] == "hints-off"
    told = black.post("hints", key="a" * 12, agree=True).json()
    assert told == {"seats": ["black"], "on": False}
    assert black.post("hints", key="b" * 12, agree=True).json() == told
    assert black.post("hint").json()["error"]["code"] == "hints-off"
    assert white.post("hints", key="c" * 12, agree=True).json() == {"seats": ["black", "white"], "on": True}
    assert white.post("hint").json()["error"]["code"] == "not-your-turn"
    hint = black.post("hint")
    assert hint.status_code == 200, hint.text
    told = hint.json()
    assert told["sure"] in ("sure", "fairly", "close")
    assert 0 < told["chance"] < 1
    assert told["second"] not in ("", told["label"])
    assert isinstance(told["reasons"], list)
    lines = said(white)
    assert [seat for seat, _ in lines] == ["black", "white", "black"]
    assert lines[-1] == ("black", "I take a hint.")
    assert black.look()["hints"] == ["black", "white"]
    assert white.post("hints", key="d" * 12, agree=False).json()["on"] is False
    assert white.look()["hints"] == ["black"]
    assert black.post("hint").status_code == 409
