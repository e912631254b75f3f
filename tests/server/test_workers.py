"""Several processes on one SQLite file, and the command that starts them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

import kemu
from ports import free_port
from server.harness import PATIENCE, Client, House, Server, Told, new_key, settings_for
from server.play import choose
from toys.ambush import AmbushGame


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    folder = tmp_path_factory.mktemp("workers")
    settings = settings_for(f"sqlite:///{folder}/t.sqlite3", shared=True)
    with ExitStack() as stack:
        pair = [Server(settings, folder / f"log{i}") for i in (0, 1)]
        for server in pair:
            stack.callback(server.stop)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(Server.start, pair))
        one, two = (stack.enter_context(House(server.url)) for server in pair)
        yield one, two


def test_two_processes_on_one_file_are_one_server(houses: tuple[House, House]) -> None:
    clients = houses[0].open("ladder")
    seats = {"ann": clients["ann"], "bob": Client(houses[1].http, clients["bob"].table, clients["bob"].token)}
    rng = random.Random(1)
    with ExitStack() as stack:
        lines, looks = dict[str, Told](), dict[str, dict[str, Any]]()
        for seat in ("ann", "bob"):
            # Ann has looked before Bob comes: else her first look may tell that he is there, and no message need.
            lines[seat] = stack.enter_context(seats[seat].live())
            looks[seat] = lines[seat].until_ply(0)
        ann = lines["ann"]
        assert ann.until("presence", seats={"ann": True, "bob": True})
        while looks["ann"]["pending"]["type"] == "decide":
            seat = looks["ann"]["pending"]["seat"]
            ply = looks[seat]["ply"]
            assert seats[seat].answer(ply, choose(looks[seat], rng)).status_code == 200
            looks = {seat: line.until_ply(ply + 1) for seat, line in lines.items()}
        seats["bob"].post("chat", text="Kia ora", key=new_key())
        assert ann.until("chat")["said"]["text"] == "Kia ora"


def test_of_answers_at_two_processes_one_lands(houses: tuple[House, House]) -> None:
    ann = houses[0].open("ladder")["ann"]
    both = [ann, Client(houses[1].http, ann.table, ann.token)]
    with ThreadPoolExecutor(8) as pool:
        codes = pool.map(lambda i: both[i % 2].answer(0, {"act": "go", "side": "left"}).status_code, range(16))
    assert sorted(codes) == [200] + [409] * 15


def test_two_processes_never_draw_with_different_salts(houses: tuple[House, House]) -> None:
    for _ in range(5):
        clients = houses[0].unsalted("ambush")
        table, seats = clients["fox"].table, ("fox", "hare")
        both = [Client(house.http, table, clients[seat].token) for house in houses for seat in seats] * 2
        sent = [f"{number:016d}" for number in range(8)]
        with ThreadPoolExecutor(8) as pool:
            codes = [told.status_code for told in pool.map(Client.add_salt, both, sent)]
        assert sorted(codes) == [200] * 2 + [409] * 6, "one salt a seat"
        told = {house: Client(house.http, table).look() for house in houses}
        assert told[houses[0]]["salts"] == told[houses[1]]["salts"]
        assert {told[house]["ply"] for house in houses} == {3}
        for seat in seats:
            assert clients[seat].look() == Client(houses[1].http, table, clients[seat].token).look()
            assert clients["fox"].look()["salts"][seat] in sent
        clients["fox"].post("resign", key=new_key())
        for house in houses:
            record = kemu.load_record(Client(house.http, table).get("/record").content)
            assert kemu.verify(record, AmbushGame()).dice == "proved"


@pytest.mark.parametrize("ended", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_the_command_serves_until_it_is_stopped(tmp_path: Path, workers: int, ended: signal.Signals) -> None:
    port = free_port()
    call = f"serve(port={port}, database={str(tmp_path / 't.sqlite3')!r}, workers={workers})"
    program = f"from kemu.cli.serve import serve\nif __name__ == '__main__':\n    {call}\n"
    (tmp_path / "main.py").write_text(program)
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "main.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ},
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).json() == {"ok": True}:
                    break
            except httpx.TransportError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        with House(f"http://127.0.0.1:{port}") as house:
            black = house.open()["black"]
            with black.live() as told:
                told.until("snapshot")
                assert black.answer(0, {"act": "ball", "at": "f6"}).status_code == 200
                assert told.until_ply(1)["ply"] == 1
            assert "server" not in house.http.get("/healthz").headers
            # A computer has thought: its processes end with the server.
            against = house.open(white="beginner")["black"]
            with against.live() as told:
                assert against.answer(0, {"act": "ball", "at": "f6"}).status_code == 200
                told.until_ply(2)
        process.send_signal(ended)
        out, said = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    assert f"http://127.0.0.1:{port}/" in out.decode()
    assert b"semaphore" not in said
    assert b"Traceback" not in said
