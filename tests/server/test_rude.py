"""One rude client never stops the others: who sends nothing, or half, or reads nothing, is cut off."""

from __future__ import annotations

import base64
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from kemu.server.connections import Connections
from kemu.server.metrics import Metrics
from kemu.server.settings import Limits
from server.harness import GENEROUS, PATIENCE, House, Server, serving, settings_for

LIMITS = msgspec.structs.replace(GENEROUS, connections=24, head_seconds=1.0, body_seconds=1.0, unread_seconds=1.0)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("strict")
    settings = settings_for(f"sqlite:///{folder}/t.sqlite3", limits=LIMITS, metrics=True)
    with serving(settings, folder / "log") as running:
        yield running


def line_to(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def ended(line: socket.socket) -> bool:
    """Wait until the server ends the connection, for as long as the socket's own patience lasts."""
    try:
        while line.recv(65_536):
            pass
    except ConnectionError:
        pass
    return True


POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"", "no whole request came"),
        (b"GET /api/ga", "no whole request came"),
        (b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-", "no whole request came"),
        (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /hea", "no whole request came"),
        (POST, "half a body came"),
        (POST + b'{"game": ', "half a body came"),
        (b"GET /api/games HTTP/1.1\r\nX: " + b"x" * 400_000, "a request's headers have no end"),
    ],
)
def test_whoever_sends_nothing_or_half_is_cut_off(strict: Server, sent: bytes, reason: str) -> None:
    with line_to(strict) as line:
        try:
            line.sendall(sent)
        except ConnectionError:
            assert "headers" in reason
        assert ended(line)
    assert f"cut off: {reason}" in strict.log.read_text()
    assert httpx.get(f"{strict.url}/healthz", timeout=PATIENCE).status_code == 200


def test_an_address_has_so_many_connections_and_no_more(strict: Server) -> None:
    lines: list[socket.socket] = []
    try:
        for _ in range(500):
            lines.append(line_to(strict))
            if "24 connections are open, and it wants another" in strict.log.read_text():
                break
        assert "24 connections are open, and it wants another" in strict.log.read_text()
        for line in lines:
            assert ended(line)
    finally:
        for line in lines:
            line.close()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            assert httpx.get(f"{strict.url}/healthz", timeout=PATIENCE).status_code == 200
            break
        except httpx.TransportError:
            time.sleep(0.05)
    assert 'kemu_refusals_total{kind="connection"}' in httpx.get(f"{strict.url}/metrics", timeout=PATIENCE).text


def test_the_connections_of_a_household_are_counted_together() -> None:
    """By IPv6 it has 2^64 addresses."""
    connections = Connections(Limits(connections=2), frozenset({"::1"}), Metrics())
    assert [connections.take(f"2001:db8::{n}") for n in (1, 2, 3)] == [True, True, False]
    assert connections.take("2001:db8:1::1")
    connections.give("2001:db8::1")
    assert connections.take("2001:db8::3")
    assert all(connections.take("::1") for _ in range(3)), "a forwarder's are not counted"


def upgraded(server: Server, table: str) -> socket.socket:
    line = line_to(server)
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in line.recv(4096)
    return line


def frame(kind: int, body: bytes) -> bytes:
    return bytes([0x80 | kind, 0x80 | len(body), 0, 0, 0, 0]) + body


def goes_on_until_cut(line: socket.socket, sends: bytes, most: int) -> int:
    """Send again and again, and never read; return how many bytes went out before the line was cut."""
    sent, deadline = 0, time.monotonic() + PATIENCE
    line.settimeout(0.05)
    while sent < most and time.monotonic() < deadline:
        try:
            sent += line.send(sends)
        except TimeoutError:
            continue
        except ConnectionError:
            return sent
        time.sleep(0.001)
    raise AssertionError(f"{sent} bytes, and nobody has cut the line")


def test_a_flood_of_pings_that_reads_nothing_is_cut_off(strict: Server) -> None:
    with House(strict.url) as house:
        table = house.open("ladder")["ann"].table
    with upgraded(strict, table) as line:
        line.sendall(frame(1, b'{"seat": null}'))
        assert goes_on_until_cut(line, frame(9, b"p" * 100) * 100, 30_000_000) < 20_000_000
    assert "says too much by a socket" in strict.log.read_text()


def test_a_socket_outlasts_the_deadlines_of_requests(strict: Server) -> None:
    with House(strict.url) as house:
        clients = house.open("ladder")
        with clients["watcher"].live() as told:
            told.until("snapshot")
            with line_to(strict) as silent:
                assert ended(silent), "a deadline has passed since the socket was opened"
            clients["ann"].answer(0, {"act": "go", "side": "left"})
            assert told.until_ply(1)["ply"] == 1


def test_whoever_asks_and_never_reads_is_cut_off(strict: Server) -> None:
    with House(strict.url) as house:
        base = house.open()["black"].look()["base"]
    with line_to(strict) as line:
        asks = f"GET /api/bases/{base} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        goes_on_until_cut(line, asks * 20, 100_000_000)
    assert "cut off: reads nothing" in strict.log.read_text()


def test_figures_tell_what_goes_on_and_no_secret(strict: Server) -> None:
    with House(strict.url) as house:
        clients = house.open("ladder")
        with clients["ann"].live() as told:
            told.until("snapshot")
            assert clients["ann"].answer(0, {"act": "go", "side": "left"}).status_code == 200
            said = house.http.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in said.splitlines() if not line.startswith("#"))
    assert float(figures["kemu_sockets"]) >= 1
    assert float(figures["kemu_connections"]) >= 2
    assert float(figures["kemu_move_seconds_count"]) >= 1
    assert float(figures['kemu_requests_total{status="2xx"}']) >= 1
    assert {"kemu_live_games", "kemu_pictures_waiting", "kemu_thoughts_waiting_deep", "kemu_thinkers"} <= figures.keys()
    assert clients["ann"].table not in said
    assert "127.0.0.1" not in said


def test_whoever_hangs_up_in_the_middle_is_no_error(strict: Server) -> None:
    for _ in range(3):
        with line_to(strict) as line:
            line.sendall(POST + b'{"game": ')
    with House(strict.url) as house:
        house.open("ladder")
    log = strict.log.read_text()
    assert "Traceback" not in log
    assert "Z error" not in log


def test_handshakes_count_against_the_rate(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, requests=0.001, burst=10)
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3", limits=limits)
    with serving(settings, tmp_path / "log") as server:
        for _ in range(20):
            with line_to(server) as line:
                line.sendall(
                    b"GET /api/tables/aaaaaaaaaaaaaaaa/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    b"Sec-WebSocket-Version: 13\r\n\r\n"
                )
                answer = line.recv(4096)
        assert b" 429 " in answer
        assert [httpx.get(f"{server.url}{path}", timeout=PATIENCE).status_code for path in ("/healthz", "/readyz")] == [
            200,
            200,
        ]
        assert httpx.get(f"{server.url}/metrics", timeout=PATIENCE).status_code == 404, "off unless it is asked for"
        spoofed = httpx.get(f"{server.url}/api/games", headers={"x-forwarded-for": "192.0.2.1"}, timeout=PATIENCE)
        assert spoofed.status_code == 429, "nobody is believed about his address unless he is trusted"
