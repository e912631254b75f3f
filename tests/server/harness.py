"""A real server in a process of its own, and clients that talk to it as a browser does."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kemu.server.settings import VARIABLE, Limits, Settings
from ports import free_port

PATIENCE = 120.0
"""Seconds after which something that never comes is given up: no test depends on how fast the machine is."""
TESTS = Path(__file__).parent.parent
GENEROUS = Limits(
    requests=1e6,
    burst=1_000_000,
    tables_per_hour=1e9,
    tables_at_once=1_000_000,
    thoughts=1e6,
    thoughts_at_once=1_000_000,
    sockets=10_000,
    games=1_000_000,
    connections=10_000,
    head_seconds=PATIENCE,
    body_seconds=PATIENCE,
    unread_seconds=PATIENCE,
    picture_seconds=PATIENCE,
)
"""Limits that no test reaches by accident."""


def settings_for(database: str, **changes: Any) -> Settings:
    """Return the settings of a test server: the toys are there, computers answer at once, limits are far away."""
    fields: dict[str, Any] = {
        "pause": 0.0,
        "study": 1.0,
        "preload": ("server.toys_here",),
        "limits": GENEROUS,
        **changes,
    }
    return Settings(database=database, **fields)


class Server:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(self, settings: Settings, log: Path) -> None:
        self.settings = settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process and wait until it serves."""
        # What this process imports, the server imports too, from the same place.
        path = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, VARIABLE: msgspec.json.encode(self.settings).decode(), "PYTHONPATH": path}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "server.run", str(self.port)],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                # On a busy machine one answer may take long; to ask again and again would only make it longer.
                if httpx.get(f"{self.url}/healthz", timeout=PATIENCE).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.03)
        self.kill()
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """End the process as a power cut would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Ask the process to end, and return once it has."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None


@contextmanager
def serving(settings: Settings, log: Path) -> Iterator[Server]:
    """Run a server for as long as the context is open."""
    server = Server(settings, log)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def new_key() -> str:
    """Return a fresh idempotency key."""
    return secrets.token_hex(8)


class Client:
    """One who sits at a table (or watches it): HTTP to act, a socket to be told."""

    def __init__(self, http: httpx.Client, table: str, token: str | None = None) -> None:
        self.http = http
        self.table = table
        self.token = token
        self.path = f"/api/tables/{table}"
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def get(self, path: str = "") -> httpx.Response:
        """Ask for something below the table's address."""
        return self.http.get(f"{self.path}{path}", headers=self.headers)

    def look(self) -> dict[str, Any]:
        """Return the snapshot."""
        response = self.get()
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, act: str, **body: Any) -> httpx.Response:
        """Do something. What is bound to a position is bound to the present one, unless the caller says which."""
        if act in {"resign", "draw"} and "ply" not in body:
            seen = self.http.get(self.path).json()
            body = {"ply": seen["ply"], "revision": seen["revision"], **body}
        return self.http.post(f"{self.path}/{act}", json=body, headers=self.headers)

    def add_salt(self, salt: str = "0123456789abcdef") -> httpx.Response:
        """Add the seat's salt to the dice."""
        return self.post("salt", salt=salt, key=new_key())

    def answer(self, ply: int, action: dict[str, Any], **more: Any) -> httpx.Response:
        """Answer the pending decision."""
        return self.post("answers", **{"ply": ply, "action": action, "key": new_key(), **more})

    @contextmanager
    def live(self, place: str = "") -> Iterator[Told]:
        """Open the socket and say who we are, and from which page."""
        url = str(self.http.base_url).replace("http", "ws", 1).rstrip("/")
        with connect(
            f"{url}{self.path}/live", max_size=None, proxy=None, open_timeout=PATIENCE, ping_timeout=None
        ) as line:
            # A server that will not have us may have hung up before it heard us.
            with suppress(ConnectionClosed):
                line.send(msgspec.json.encode({"seat": self.token, "place": place}).decode())
            yield Told(line)


class Told:
    """What a socket tells."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: list[bytes] = []
        self.snapshot: dict[str, Any] = {}
        """The table as it was told last."""

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Return the next message."""
        raw = self.line.recv(timeout)
        raw = raw.encode() if isinstance(raw, str) else raw
        self.heard.append(raw)
        message = msgspec.json.decode(raw)
        if message["type"] == "snapshot":
            self.snapshot = message["snapshot"]
        elif message["type"] == "moment":
            log = [*self.snapshot["log"][: message["kept"]], *message["entries"]]
            self.snapshot = {**self.snapshot, **message["position"], "log": log}
        return message

    def until(self, kind: str, timeout: float = PATIENCE, **facts: Any) -> dict[str, Any]:
        """Return the next message of a kind that says so, passing over others."""
        deadline = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, deadline - time.monotonic()))
            if message["type"] == kind and all(message.get(name) == fact for name, fact in facts.items()):
                return message

    def until_ply(self, ply: int) -> dict[str, Any]:
        """Return the table as it is told when it first stands at this ply or beyond."""
        while True:
            if self.next()["type"] in {"snapshot", "moment"} and self.snapshot["ply"] >= ply:
                return self.snapshot


class House:
    """A server's front door: opens tables and gives clients for their seats."""

    def __init__(self, url: str) -> None:
        limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, limits=limits)

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def open(self, game: str = "moeraki", options: dict[str, Any] | None = None, **kinds: Any) -> dict[str, Client]:
        """Open a table and return a client for each person's seat, and one for a spectator under `watcher`.

        Every seat has added its salt, as its page would: whatever is due has been drawn.
        """
        clients = self.unsalted(game, options, **kinds)
        for client in clients.values():
            if client.token is not None:
                assert client.add_salt().status_code == 200
        return clients

    def unsalted(self, game: str, options: dict[str, Any] | None = None, **kinds: Any) -> dict[str, Client]:
        """Open a table at which no seat has added its salt."""
        response = self.http.post("/api/tables", json=self.wish(game, options, **kinds))
        assert response.status_code == 201, response.text
        told = response.json()
        clients = {
            seat: Client(self.http, told["table"], key["token"])
            for seat, key in told["seats"].items()
            if key is not None and key["token"] is not None
        }
        return {**clients, "watcher": Client(self.http, told["table"])}

    def wish(self, game: str, options: dict[str, Any] | None = None, **kinds: Any) -> dict[str, Any]:
        """Return the wish for a table: `black="beginner"` seats a computer of that level."""
        about = next(about for about in self.http.get("/api/games").json() if about["id"] == game)
        seats = {
            seat: {"kind": "computer", "level": kinds[seat]} if seat in kinds else {"kind": "you"}
            for seat in about["seats"]
        }
        return {"game": game, "options": options or {}, "seats": seats}
