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

import httpx
import pytest

from server.harness import PATIENCE, Client, House, Server, free_port, new_key, settings_for
from server.play import choose


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
    with seats["ann"].live() as ann, seats["bob"].live() as bob:
        lines = {"ann": ann, "bob": bob}
        looks = {seat: line.until_ply(0) for seat, line in lines.items()}
        assert ann.until("presence", seats={"ann": True, "bob": True})
        while looks["ann"]["pending"]["type"] == "decide":
            seat = looks["ann"]["pending"]["seat"]
            ply = looks[seat]["ply"]
            assert seats[seat].answer(ply, choose(looks[seat], rng)).status_code == 200
            looks = {seat: line.until_ply(ply + 1) for seat, line in lines.items()}
        seats["bob"].post("chat", text="Kia ora", key=new_key())
        assert ann.until("chat")["text"] == "Kia ora"


def test_of_answers_at_two_processes_one_lands(houses: tuple[House, House]) -> None:
    ann = houses[0].open("ladder")["ann"]
    both = [ann, Client(houses[1].http, ann.table, ann.token)]
    with ThreadPoolExecutor(8) as pool:
        codes = pool.map(lambda i: both[i % 2].answer(0, {"act": "go", "side": "left"}).status_code, range(16))
    assert sorted(codes) == [200] + [409] * 15


@pytest.mark.parametrize("workers", [1, 2])
def test_the_command_serves_until_it_is_stopped(tmp_path: Path, workers: int) -> None:
    port = free_port()
    call = f"serve(port={port}, database={str(tmp_path / 't.sqlite3')!r}, workers={workers})"
    program = f"from kemu.cli.serve import serve\nif __name__ == '__main__':\n    {call}\n"
    (tmp_path / "main.py").write_text(program)
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "main.py")], stdout=subprocess.PIPE, start_new_session=True, env={**os.environ}
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
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    assert f"http://127.0.0.1:{port}/" in out.decode()
