"""Load: many live games with two sockets each, moves at the rate of quick players, on this machine.

    python benchmarks/load.py [--game moeraki] [--games 500] [--seconds 20] [--pauses 8,4,2,1,0.5] [--workers 1]

For each pause between two moves of a game it prints the moves a second that were asked for and held, the time from
sending a move to seeing it on both screens (median, 99th percentile, worst), the median time to the answer, and the
cores that the server and the clients kept busy, and the server's processor time for a move. The clients share the
machine with the server: it is a lower bound.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from kemu.server.settings import VARIABLE, Limits, Settings, database_url

FREE = Limits(
    requests=1e9,
    burst=10**9,
    connections=10**6,
    tables_per_hour=1e12,
    tables_at_once=10**9,
    sockets=10**6,
    games=10**9,
    thoughts=1e9,
)
SEATS = {"moeraki": ("black", "white"), "hawaii": ("kamehameha", "allied"), "siege": ("garrison", "attackers")}
OPTIONS = {"moeraki": {"variant": "master"}}
RUN = (
    "import sys, uvicorn; from kemu.server.serving import options; from kemu.server.settings import Settings; "
    "uvicorn.run(**options(Settings.from_environment(), port=int(sys.argv[1]), workers=int(sys.argv[2])))"
)


class Option(Struct):
    action: msgspec.Raw


class Pending(Struct):
    type: str
    seat: str = ""
    options: list[Option] = []


class Snapshot(Struct):
    ply: int
    pending: Pending


class Message(Struct):
    type: str
    snapshot: Snapshot | None = None
    position: Snapshot | None = None


class Screen:
    """One seat's socket: the newest snapshot, and when it came."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.came = 0.0
        self.news = asyncio.Event()
        self.bytes = 0

    async def watch(self, line: ClientConnection) -> None:
        decoder = msgspec.json.Decoder(Message)
        async for raw in line:
            message = decoder.decode(raw)
            self.bytes += len(raw)
            told = message.snapshot or message.position
            if told is not None:
                self.snapshot, self.came = told, time.perf_counter()
                self.news.set()

    async def reach(self, ply: int) -> float:
        """Wait until the screen shows this ply; return when it did."""
        while self.snapshot is None or self.snapshot.ply < ply:
            self.news.clear()
            await self.news.wait()
        return self.came


class Http:
    """The little HTTP that is needed, on one kept connection, so that the clients cost little."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        try:
            return await self._post(path, token, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server had closed an idle connection; an act carries a key, so it may be sent again.
            self.close()
            return await self._post(path, token, body)

    async def _post(self, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\n"
        writer.write(f"{head}Authorization: Bearer {token or 'none'}\r\n\r\n".encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
        return int(answer[9:12]), await reader.readexactly(length)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Figures:
    """What one level of load has given."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.answers: list[float] = []
        self.failed = 0
        self.late = 0.0
        self.bytes = 0


class GameLoop:
    """One game: opened, watched by two sockets, played at a steady rate, opened anew when it is over."""

    def __init__(self, port: int, seed: int, game: str) -> None:
        self.port = port
        self.game = game
        self.rng = random.Random(seed)
        self.http = Http(port)
        self.tokens: dict[str, str] = {}
        self.screens: dict[str, Screen] = {}
        self.path = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._lines: list[ClientConnection] = []

    async def open(self) -> None:
        await self.close()
        seats = {seat: {"kind": "you"} for seat in SEATS[self.game]}
        wish = {"game": self.game, "options": OPTIONS.get(self.game, {}), "seats": seats}
        status, body = await self.http.post("/api/tables", "", msgspec.json.encode(wish))
        assert status == 201, body
        told = msgspec.json.decode(body)
        self.path = f"/api/tables/{told['table']}"
        self.tokens = {seat: key["token"] for seat, key in told["seats"].items()}
        self.screens = {}
        for seat, token in self.tokens.items():
            url = f"ws://127.0.0.1:{self.port}{self.path}/live"
            line = await connect(url, max_size=None, compression=None, proxy=None, ping_interval=None, open_timeout=120)
            await line.send(msgspec.json.encode({"seat": token}).decode())
            screen = self.screens[seat] = Screen()
            self._lines.append(line)
            self._tasks.append(asyncio.ensure_future(screen.watch(line)))
        for screen in self.screens.values():
            await screen.reach(0)
        for token in self.tokens.values():
            salt = {"salt": f"{self.rng.getrandbits(128):032x}", "key": f"{self.rng.getrandbits(64):016x}"}
            status, body = await self.http.post(f"{self.path}/salt", token, msgspec.json.encode(salt))
            assert status in {200, 409}, body  # 409: a game without chance asks for none

    async def close(self) -> None:
        for line in self._lines:
            await line.close()
        for task in self._tasks:
            task.cancel()
        self._lines, self._tasks = [], []

    async def run(self, pause: float, until: float, figures: Figures) -> None:
        due = time.perf_counter() + self.rng.random() * pause
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += pause
            figures.late = max(figures.late, time.perf_counter() - due)
            await self.move(figures)

    async def move(self, figures: Figures) -> None:
        snapshot = next(iter(self.screens.values())).snapshot
        assert snapshot is not None
        if snapshot.pending.type == "over":
            await self.open()
            return
        seat = snapshot.pending.seat
        screen = self.screens[seat]
        await screen.reach(snapshot.ply)
        assert screen.snapshot is not None
        action = self.rng.choice(screen.snapshot.pending.options).action
        key = f"{self.rng.getrandbits(64):016x}"
        body = msgspec.json.encode({"ply": snapshot.ply, "action": action, "key": key})
        sent = time.perf_counter()
        status, answer = await self.http.post(f"{self.path}/answers", self.tokens[seat], body)
        if status != 200:
            figures.failed += 1
            return
        figures.answers.append(time.perf_counter() - sent)
        ply = msgspec.json.decode(answer)["ply"]
        seen = [await each.reach(ply) for each in self.screens.values()]
        figures.delays.append(max(seen) - sent)


def tree(pid: int) -> list[int]:
    """Return a process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):
            for child in (task / "children").read_text().split():
                found += tree(int(child))
    return found


def usage(pid: int) -> tuple[float, float]:
    """Return the processor seconds and the memory in MB of a process and its children."""
    seconds = memory = 0.0
    for each in tree(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return seconds, memory


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


async def load(port: int, pid: int, args: argparse.Namespace) -> None:
    _, empty = usage(pid)
    loops = [GameLoop(port, seed, args.game) for seed in range(args.games)]
    start = time.perf_counter()
    for some in range(0, len(loops), 20):
        await asyncio.gather(*(loop.open() for loop in loops[some : some + 20]))
    _, full = usage(pid)
    print(f"{args.games} games, {2 * args.games} sockets, opened in {time.perf_counter() - start:.1f} s; ", end="")
    print(f"{(full - empty) / args.games * 1000:.0f} kB a game; server {full:.0f} MB")
    print(
        f"{'pause':>6} {'asked/s':>8} {'held/s':>8} {'median':>9} {'p99':>9} {'worst':>9} {'answer':>9}"
        f" {'server':>7} {'clients':>7} {'CPU/move':>9}"
    )
    for pause in (float(each) for each in args.pauses.split(",")):
        figures = Figures()
        before, _ = usage(pid)
        own = time.process_time()
        begun = time.perf_counter()
        await asyncio.gather(*(loop.run(pause, begun + args.seconds, figures) for loop in loops))
        spent = time.perf_counter() - begun
        after, memory = usage(pid)
        delays = figures.delays
        print(
            f"{pause:5.2f}s {args.games / pause:8.0f} {len(delays) / spent:8.0f} {percentile(delays, 0.5):6.0f} ms "
            f"{percentile(delays, 0.99):6.0f} ms {percentile(delays, 1):6.0f} ms "
            f"{percentile(figures.answers, 0.5):6.0f} ms "
            f"{(after - before) / spent:7.2f} {(time.process_time() - own) / spent:7.2f} "
            f"{1000 * (after - before) / max(1, len(delays)):6.2f} ms"
            + (f"  {figures.failed} failed" if figures.failed else ""),
            flush=True,
        )
    sizes = [screen.bytes for loop in loops for screen in loop.screens.values()]
    print(f"server {memory:.0f} MB at the end; {(memory - empty) / args.games * 1000:.0f} kB a game")
    print(f"mean traffic of the last socket of a seat: {sum(sizes) / len(sizes) / 1000:.0f} kB")
    for loop in loops:
        await loop.close()
        loop.http.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=SEATS, default="moeraki")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pauses", default="8,4,2,1,0.5")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = database_url(args.database or f"{folder}/tables.sqlite3")
        shared = args.workers > 1 or not url.startswith("sqlite")
        settings = Settings(database=url, shared=shared, limits=FREE)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        environment: dict[str, Any] = {**os.environ, VARIABLE: msgspec.json.encode(settings).decode()}
        server = subprocess.Popen([sys.executable, "-c", RUN, str(port), str(args.workers)], env=environment)
        try:
            for _ in range(200):
                with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1):
                    break
                time.sleep(0.05)
            asyncio.run(load(port, server.pid, args))
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
