"""Limits hold, headers guard, errors say nothing of the inside, and no secret is ever logged."""

from __future__ import annotations

import asyncio
import http.client
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from kemu.server.app import make_app
from kemu.server.limits import Buckets, address
from kemu.server.routes import papers
from kemu.server.settings import Limits, Settings
from kemu.server.wire_acts import NewTable, Resign, You
from server.harness import GENEROUS, PATIENCE, House, Server, new_key, serving, settings_for


def limited(tmp_path: Path, **changes: object) -> object:
    limits = msgspec.structs.replace(GENEROUS, **changes)
    return serving(settings_for(f"sqlite:///{tmp_path}/t.sqlite3", limits=limits), tmp_path / "log")


def test_requests_beyond_the_rate_are_put_off(tmp_path: Path) -> None:
    with limited(tmp_path, requests=0.01, burst=20) as server:  # type: ignore[attr-defined]
        answers = [httpx.get(f"{server.url}/api/games", timeout=PATIENCE) for _ in range(25)]
    codes = [answer.status_code for answer in answers]
    assert codes[0] == 200
    assert codes[-5:] == [429] * 5
    assert int(answers[-1].headers["retry-after"]) > 1
    assert answers[-1].headers["x-content-type-options"] == "nosniff"


def test_tables_and_games_of_an_address_are_limited(tmp_path: Path) -> None:
    with limited(tmp_path, games=2) as server, House(server.url) as house:  # type: ignore[attr-defined]
        first = house.open("ladder")
        house.open("ladder")
        refused = house.http.post("/api/tables", json=house.wish("ladder"))
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-games")
        first["ann"].post("resign", key=new_key())
        house.open("ladder")


def test_opening_tables_has_a_rate_of_its_own(tmp_path: Path) -> None:
    with limited(tmp_path, tables_per_hour=0.1, tables_at_once=2) as server, House(server.url) as house:  # type: ignore[attr-defined]
        house.open("ladder")
        house.open("ladder")
        refused = house.http.post("/api/tables", json=house.wish("ladder"))
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-fast")


def test_a_long_record_costs_what_a_picture_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path}/t.sqlite3", limits=Limits(thoughts=0.001, thoughts_at_once=1)))
    services = app.app.state.services  # type: ignore[attr-defined]
    services.database.migrate()
    told = services.tables.open(NewTable("moeraki", {"black": You(), "white": You()}), "here")
    token = told.seats["black"].token
    services.tables.resign(told.table, token, Resign(ply=0, revision=0, key=new_key()))

    async def answers(times: int) -> list[int]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return [(await client.get(f"/api/tables/{told.table}/record")).status_code for _ in range(times)]

    assert asyncio.run(answers(3)) == [200] * 3
    monkeypatch.setattr(papers, "LONG", 0)
    assert asyncio.run(answers(3)) == [200, 429, 429]
    assert 'kemu_refusals_total{kind="too-fast"} 2' in services.metrics.text(), "whoever runs the server sees it"
    services.database.close()


def test_sockets_of_an_address_are_limited(tmp_path: Path) -> None:
    settings = settings_for(
        f"sqlite:///{tmp_path}/t.sqlite3", limits=msgspec.structs.replace(GENEROUS, sockets=2), metrics=True
    )
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        clients = house.open("ladder")
        with clients["ann"].live() as ann, clients["bob"].live() as bob:
            ann.until("snapshot")
            bob.until("snapshot")
            with clients["watcher"].live() as third:
                assert third.until("error")["code"] == "too-many-sockets"
        with clients["watcher"].live() as again:
            again.until("snapshot")
        assert 'kemu_refusals_total{kind="too-many-sockets"} 1' in house.http.get("/metrics").text


def test_a_seat_can_say_only_so_much(tmp_path: Path) -> None:
    with limited(tmp_path, chat_lines=3) as server, House(server.url) as house:  # type: ignore[attr-defined]
        ann = house.open("ladder")["ann"]
        assert [ann.post("chat", text="so", key=new_key()).status_code for _ in range(4)] == [200, 200, 200, 409]


def test_bounds_are_also_of_size(tmp_path: Path) -> None:
    with limited(tmp_path, chat_size=30, name_bytes=9, record_bytes=50) as server, House(server.url) as house:  # type: ignore[attr-defined]
        wish = house.wish("ladder")
        wish["seats"]["ann"]["name"] = "Āāāāā"
        refused = house.http.post("/api/tables", json=wish)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "too-long")
        clients = house.open("ladder")
        ann, bob = clients["ann"], clients["bob"]
        said = [who.post("chat", text="x" * 12, key=new_key()) for who in (ann, bob, ann)]
        assert [one.status_code for one in said] == [200, 200, 409]
        left = {"act": "go", "side": "left"}
        codes = [ann.answer(ply, left).json().get("error", {}).get("code") for ply in range(2)]
        codes += [bob.answer(ply, left).json().get("error", {}).get("code") for ply in range(2, 4)]
        assert "record-full" in codes
        assert ann.post("resign", key=new_key()).status_code == 200, "that is always possible"


def test_games_are_let_go_of_by_their_size_and_read_again(tmp_path: Path) -> None:
    with limited(tmp_path, live_bytes=1) as server, House(server.url) as house:  # type: ignore[attr-defined]
        tables = [house.open("ladder")["ann"] for _ in range(3)]
        for ann in tables:
            assert ann.answer(0, {"act": "go", "side": "left"}).status_code == 200
        assert [ann.look()["ply"] for ann in tables] == [1, 1, 1]


def test_a_body_beyond_the_limit_is_not_read(house: House) -> None:
    black = house.open()["black"]
    long = b'{"pad": "' + b"x" * 70_000 + b'"}'
    for content in (long, iter([long[:40_000], long[40_000:]])):
        headers = {**black.headers, "content-type": "application/json"}
        response = house.http.post(f"{black.path}/answers", content=content, headers=headers)
        assert (response.status_code, response.json()["error"]["code"]) == (413, "too-large")


def test_whoever_sends_a_body_of_five_megabytes_can_read_why_it_is_refused(house: House) -> None:
    """A client that writes all before it reads must not find the line cut."""
    black = house.open()["black"]
    url = urlsplit(str(house.http.base_url))
    body = b'{"pad": "' + b"x" * 5_000_000 + b'"}'
    for _ in range(3):
        line = http.client.HTTPConnection(str(url.hostname), url.port, timeout=PATIENCE)
        line.request("POST", f"{black.path}/answers", body, {**black.headers, "Content-Type": "application/json"})
        told = line.getresponse()
        assert (told.status, "too-large" in told.read().decode()) == (413, True)
        line.close()
    assert black.look()["ply"] == 0


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'{"action": {"a": ' + b"[" * 50_000, 400),
        (b'"\\ud800"', 400),
    ],
)
def test_a_body_that_is_not_a_request_is_refused(house: House, content: bytes, status: int) -> None:
    black = house.open()["black"]
    headers = {**black.headers, "content-type": "application/json"}
    assert house.http.post(f"{black.path}/answers", content=content, headers=headers).status_code == status
    assert black.look()["ply"] == 0


def test_a_body_must_say_that_it_is_json(house: House) -> None:
    black = house.open()["black"]
    headers = {**black.headers, "content-type": "text/plain"}
    assert house.http.post(f"{black.path}/resign", content=b"{}", headers=headers).status_code == 415


@pytest.mark.parametrize("header", ["", "Bearer", "Basic abc", f"Bearer {'x' * 300}", "Bearer wrong"])
def test_a_strange_authorization_is_refused_and_not_taken_for_a_spectator(house: House, header: str) -> None:
    black = house.open()["black"]
    assert house.http.get(black.path, headers={"authorization": header}).status_code == 401


@pytest.mark.parametrize(
    "path", ["/", "/t/abc", "/api/games", "/api/tables/none", "/nothing", "/healthz", "/api/openapi.json", "/api"]
)
def test_every_answer_has_the_guarding_headers(house: House, path: str) -> None:
    headers = house.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/nothing", "text/html,*/*;q=0.8", "text/html; charset=utf-8"),
        ("/nothing", "*/*", "application/json"),
        ("/api/nothing", "text/html", "application/json"),
    ],
)
def test_whoever_opens_an_unknown_address_gets_the_page_and_a_program_gets_words(
    house: House, path: str, accept: str, kind: str
) -> None:
    answer = house.http.get(path, headers={"accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (404, kind)


def test_a_picture_can_do_nothing(house: House) -> None:
    policy = house.http.get("/api/games/moeraki/picture.svg").headers["content-security-policy"]
    assert "sandbox" in policy
    assert "script" not in policy


def test_paths_do_not_leave_the_folder(house: House) -> None:
    for path in (
        "/../server/app.py",
        "/%2e%2e/server/app.py",
        "/..%2fserver%2fapp.py",
        "/assets/../../../core/game.py",
    ):
        response = house.http.get(path)
        assert response.status_code == 404
        assert "import" not in response.text


def test_an_error_inside_says_nothing_of_the_inside(tmp_path: Path) -> None:
    with limited(tmp_path) as server, House(server.url) as house:  # type: ignore[attr-defined]
        clients = house.open("ladder")
        clients["ann"].answer(0, {"act": "go", "side": "left"})
        with sqlite3.connect(tmp_path / "t.sqlite3") as rows:
            rows.execute("UPDATE entries SET body = 'spoilt by hand'")
        server.kill()
        server.start()
        response = clients["ann"].get()
        assert response.status_code == 500
        assert response.json() == {
            "error": {"code": "broken", "reason": "Something went wrong here. It is not your fault.", "clause": ""}
        }
        assert response.headers["x-content-type-options"] == "nosniff"


def test_no_secret_is_in_the_log_and_none_is_stored_in_clear(server: Server, house: House) -> None:
    clients = house.open("ambush", options={})
    with clients["fox"].live() as told:
        told.until("snapshot")
    clients["fox"].post("resign", key=new_key())
    house.http.get(clients["fox"].path, headers={"authorization": "Bearer nonsense-secret"})
    with connect(
        f"{server.url.replace('http', 'ws')}{clients['fox'].path}/live", proxy=None, open_timeout=PATIENCE
    ) as line:
        line.send('{"seat": "nonsense-secret"}')
        line.recv(PATIENCE)
    log = server.log.read_text()
    assert clients["fox"].path in log, "the access log is on in tests, or this test could not fail"
    file = Path(server.settings.database.removeprefix("sqlite:///"))
    stored = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
    for client in (clients["fox"], clients["hare"]):
        assert client.token
        assert client.token not in log
        assert client.token.encode() not in stored
    assert "nonsense-secret" not in log


def test_a_bucket_fills_again() -> None:
    bucket = Buckets(rate=2.0, burst=2)
    assert [bucket.wait("a") for _ in range(2)] == [0.0, 0.0]
    assert 0 < bucket.wait("a") <= 0.5
    assert bucket.wait("b") == 0.0


def test_buckets_forget_the_addresses_seen_least_lately() -> None:
    bucket = Buckets(rate=1e-9, burst=1, remembered=2)
    for who in "abc":
        assert bucket.wait(who) == 0.0
    assert bucket.wait("c") > 0
    assert bucket.wait("a") == 0.0


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_counted_as_one_person_commonly_has_it(host: str, counted: str) -> None:
    from starlette.requests import HTTPConnection

    assert address(HTTPConnection({"type": "http", "headers": [], "client": (host, 1)})) == counted


def test_the_defaults_are_those_that_the_documentation_names() -> None:
    assert Limits().body == 65_536
