"""A game served with an own kit: in every process, named on the page, and never laid under another kit's tables."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree

import httpx
import msgspec
import pytest

import kemu
from kemu.core.record import RecordError, Verdict
from kemu.server import kits
from kemu.server.live import OTHER_KIT
from ports import free_port
from server.gate import GATE
from server.harness import PATIENCE, Client, House, Server, serving, settings_for
from server.play import play_out

SMALL = """ranks = [
  "o.o.o",
  ".@.@.",
  "o.o.o",
  ".o.o.",
  "o.o.o",
]
"""
"""A board on which no answer of the plain game's beginning, the ball on f6, is legal: f6 is not on it."""
BEGIN = {"act": "ball", "at": "b4"}


def small_board(folder: Path) -> Path:
    """Make a kit of Moeraki with a board of its own."""
    folder.mkdir()
    text = kemu.game("moeraki").kit.files["board.toml"].read_text(encoding="utf-8")
    head, rest = text.split("ranks = [", 1)
    (folder / "board.toml").write_text(head + SMALL + rest.split("]\n", 1)[1], encoding="utf-8")
    return folder


def rename(kit: Path) -> None:
    """Edit a kit: a tribe gets another name."""
    board = kit / "board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace("Matau", "Hooks"), encoding="utf-8")


def judged(client: Client, kit: Path | None) -> Verdict:
    """Verify a table's record as `kemu verify --kit` does."""
    return kemu.verify(kemu.load_record(client.get("/record").content), kemu.game("moeraki", kit))


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_board(tmp_path_factory.mktemp("kits") / "my-board")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, kit: Path) -> Iterator[House]:
    """The front door of a server that serves Moeraki with an own kit."""
    folder = tmp_path_factory.mktemp("own")
    settings = settings_for(f"sqlite:///{folder}/t.sqlite3", kits={"moeraki": str(kit)})
    with serving(settings, folder / "log") as running, House(running.url) as door:
        yield door
    assert "Traceback" not in running.log.read_text()


def test_the_page_says_that_an_own_kit_is_in_play(own: House) -> None:
    titles = {about["id"]: about["title"] for about in own.http.get("/api/games").json()}
    assert titles["moeraki"] == "Moeraki-Kemu (own kit: my-board)"
    assert titles["siege"] == "Siege"
    assert own.open()["black"].look()["title"] == "Moeraki-Kemu (own kit: my-board)"
    assert own.open("ladder")["ann"].look()["title"] == "Ladder"


def test_no_part_of_the_server_takes_a_game_past_the_own_kits() -> None:
    plain = re.compile(r"core\.registry import .*\bgame\b")
    parts = Path(kits.__file__).parent.rglob("*.py")
    assert [part.name for part in parts if plain.search(part.read_text(encoding="utf-8"))] == ["kits.py"]


def test_a_picture_of_an_own_kit_is_not_kept_longer_than_the_kit(own: House) -> None:
    kept = {
        game: own.http.get(f"/api/games/{game}/picture.svg").headers["cache-control"] for game in ("moeraki", "ladder")
    }
    assert kept == {"moeraki": "no-cache", "ladder": "public, max-age=3600"}


def test_a_game_with_an_own_kit_is_played_by_it_and_its_record_verifies_with_it(own: House, kit: Path) -> None:
    clients = own.open(options={"variant": "beginner"})
    assert BEGIN in [option["action"] for option in clients["black"].look()["pending"]["options"]]
    over = play_out({seat: clients[seat] for seat in ("black", "white")}, seed=1)
    assert judged(clients["black"], kit).plies == over["ply"]
    with pytest.raises(RecordError, match="played with another kit"):
        judged(clients["black"], None)


def test_the_computer_and_its_hints_know_the_own_kit(own: House) -> None:
    black = own.open(options={"variant": "beginner"}, white="casual")["black"]
    assert black.post("hint").json()["action"]["at"] in {"b4", "d4"}
    with black.live() as told:
        assert black.answer(0, BEGIN).status_code == 200
        assert not told.until_ply(2)["stuck"]


@contextmanager
def served(server: Server, **own: Path) -> Iterator[House]:
    """Start a server again, with these kits."""
    folders = {game: str(kit) for game, kit in own.items()}
    server.settings = msgspec.structs.replace(server.settings, kits=folders)
    server.start()
    try:
        with House(server.url) as house:
            yield house
    finally:
        server.stop()


def at(house: House, client: Client) -> Client:
    """Return the same seat at the same table behind another door."""
    return Client(house.http, client.table, client.token)


def is_shut(client: Client) -> bool:
    """Return whether nothing is shown, told or done at a table, because it was begun with another kit."""
    answers = [client.get(), client.get("/record"), client.answer(0, BEGIN), client.post("hint")]
    with client.live() as line:
        told = line.next()
    reasons = {answer.json()["error"]["reason"] for answer in answers if answer.status_code == 409}
    codes = {answer.json()["error"]["code"] for answer in answers}
    return codes == {told["code"]} == {"other-kit"} and reasons == {told["reason"]} == {OTHER_KIT}


def test_a_table_is_opened_with_the_kit_that_it_was_begun_with_and_no_other(tmp_path: Path) -> None:
    server = Server(settings_for(f"sqlite:///{tmp_path}/t.sqlite3"), tmp_path / "log")
    kit = small_board(tmp_path / "my-board")
    with served(server) as house:
        plain = house.open()["black"]
        assert plain.answer(0, {"act": "ball", "at": "f6"}).status_code == 200
    with served(server, moeraki=kit) as house:
        assert is_shut(at(house, plain))
        own = house.open()["black"]
        assert own.answer(0, BEGIN).status_code == 200
    rename(kit)
    with served(server, moeraki=kit) as house:
        assert is_shut(at(house, own))
    with served(server) as house:
        assert is_shut(at(house, own))
        assert at(house, plain).look()["ply"] == 1


def test_a_computer_waits_quietly_for_the_kit_of_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GATE, str(tmp_path / "gate"))
    server = Server(settings_for(f"sqlite:///{tmp_path}/t.sqlite3"), tmp_path / "log")
    with served(server) as house:
        white = house.open(black="patient")["white"]
        assert white.look()["thinking"]
    (tmp_path / "gate").touch()
    with served(server, moeraki=small_board(tmp_path / "my-board")) as house:
        assert is_shut(at(house, white))
        # The other tables' computers are asked after it.
        with house.open("ladder", ann="beginner")["bob"].live() as told:
            told.until_ply(1)
    assert "Traceback" not in server.log.read_text()
    with served(server) as house, at(house, white).live() as told:
        assert told.until_ply(1)["ply"] == 1


@contextmanager
def command(folder: Path, **given: object) -> Iterator[tuple[House, subprocess.Popen[bytes]]]:
    """Run `kemu serve`, and give its front door and its process."""
    port = free_port()
    given = {"port": port, "database": str(folder / "t.sqlite3"), **given}
    main = folder / "main.py"
    main.write_text(f"from kemu.cli.serve import serve\nif __name__ == '__main__':\n    serve(**{given!r})\n")
    temporary = folder / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    process = subprocess.Popen(
        [sys.executable, str(main)], stdout=subprocess.PIPE, start_new_session=True, env=environment
    )
    try:
        with House(f"http://127.0.0.1:{port}") as house:
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    if house.http.get("/healthz").status_code == 200:
                        break
                except httpx.TransportError:
                    assert time.monotonic() < deadline
                    time.sleep(0.05)
            yield house, process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.parametrize(("workers", "stop"), [(1, signal.SIGTERM), (2, signal.SIGINT)])
def test_the_command_serves_a_kit_as_it_was_at_the_start(tmp_path: Path, workers: int, stop: int) -> None:
    kit = small_board(tmp_path / "my-board")
    before = copytree(kit, tmp_path / "before")
    with command(tmp_path, workers=workers, kit=[f"moeraki={kit}"]) as (house, process):
        rename(kit)
        # A thinking process is started for the first question: now.
        black = house.open(white="beginner")["black"]
        assert black.look()["title"] == "Moeraki-Kemu (own kit: my-board)"
        with black.live() as told:
            assert black.answer(0, BEGIN).status_code == 200
            assert not told.until_ply(2)["stuck"]
        assert judged(black, before).plies >= 2
        process.send_signal(stop)
        out, _ = process.communicate(timeout=PATIENCE)
    assert f"moeraki is served with your own kit {kit}" in out.decode()
    assert not list((tmp_path / "temporary").glob("kemu-kits-*"))
