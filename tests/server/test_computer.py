"""Computer seats answer in processes of their own, once, and pick up after a restart."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import msgspec
import pytest

import kemu
from kemu.players.clock import Clock
from kemu.server import thinker
from kemu.server.thinker import Question
from server.gate import GATE
from server.harness import PATIENCE, Client, House, Server, new_key, serving, settings_for
from server.play import choose
from toys.ambush import AmbushGame


def play_against(client: Client, seed: int) -> dict[str, object]:
    """Play one seat by socket against a computer until the game is over."""
    rng = random.Random(seed)
    with client.live() as told:
        look = told.until("snapshot")["snapshot"]
        while look["pending"]["type"] == "decide":
            if look["pending"]["yours"]:
                assert not look["thinking"]
                assert client.answer(look["ply"], choose(look, rng)).status_code == 200
            else:
                assert look["thinking"]
            look = told.until_ply(look["ply"] + 1)
    return look


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_a_whole_game_against_a_computer(house: House, level: str) -> None:
    clients = house.open(options={"variant": "beginner"}, white=level)
    over = play_against(clients["black"], seed=1)
    record = kemu.load_record(clients["black"].get("/record").content)
    assert kemu.verify(record, kemu.game("moeraki")).plies == over["ply"]


def test_a_computer_plays_a_game_with_hidden_cards_from_its_own_view(house: House) -> None:
    clients = house.open("ambush", hare="casual")
    play_against(clients["fox"], seed=2)
    assert kemu.verify(kemu.load_record(clients["fox"].get("/record").content), AmbushGame()).dice == "proved"


def test_a_thinking_process_is_sent_a_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "game_by_id", lambda _: AmbushGame())
    table = kemu.Table(AmbushGame(), seed=4)
    seat = table.pending.seat
    view = table.game.encode(table.view(seat).state)
    assert msgspec.json.decode(view)["deck"] == [-1] * len(table.state.deck)
    question = Question("ambush", seat, view, "greedy", 1, Clock())
    thought = msgspec.json.decode(thinker.think(msgspec.json.encode(question)), type=thinker.Thought)
    assert table.game.parse(msgspec.json.decode(thought.action)) in table.options


def test_a_thinking_process_shares_a_turn_s_time_among_its_decisions() -> None:
    table = kemu.Table("hawaii", seed=1)
    seat = table.pending.seat
    view = table.game.encode(table.view(seat).state)
    turn = str(table.game.mind.turn(table.view(seat).state))
    used_up = Question("hawaii", seat, view, "mcts:5s", 1, Clock(turn, 5.0))
    thought = msgspec.json.decode(thinker.think(msgspec.json.encode(used_up)), type=thinker.Thought)
    assert thought.clock == Clock(turn, 5.0), "with no time left, nothing more is searched"
    other = Question("hawaii", seat, view, "mcts:0.1s", 1, Clock("another turn", 5.0))
    thought = msgspec.json.decode(thinker.think(msgspec.json.encode(other)), type=thinker.Thought)
    assert thought.clock.turn == turn
    assert thought.clock.spent < 5.0


def test_two_computers_play_by_themselves(house: House) -> None:
    watcher = house.open("ladder", ann="beginner", bob="beginner")["watcher"]
    with watcher.live() as told:
        look = told.until_ply(24)
    assert look["pending"]["type"] == "over"


def test_a_hint_is_one_of_the_options(house: House) -> None:
    clients = house.open()
    hint = clients["black"].post("hint").json()
    options = clients["black"].look()["pending"]["options"]
    assert options[hint["option"]]["action"] == hint["action"]
    assert options[hint["option"]]["label"] == hint["label"]
    assert clients["black"].look()["chat"] == [], "at one screen a hint is one's own business"
    assert clients["white"].post("hint").json()["error"]["code"] == "not-your-turn"
    assert clients["watcher"].post("hint").status_code == 401


def test_the_server_answers_while_a_computer_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = tmp_path / "gate"
    monkeypatch.setenv(GATE, str(gate))
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3")
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        clients = house.open(white="patient")
        with clients["black"].live() as told:
            assert clients["black"].answer(0, {"act": "ball", "at": "f6"}).status_code == 200
            assert told.until_ply(1)["thinking"]
            # For as long as it thinks, and however long that is, everything else goes on, at this table and at others.
            others = house.open("ladder")
            for ply in range(3):
                assert house.http.get("/healthz").status_code == 200
                assert clients["watcher"].look()["thinking"]
                assert others["ann"].answer(ply, {"act": "go", "side": "left"}).status_code == 200
            assert clients["black"].post("chat", text="Take your time", key=new_key()).status_code == 200
            assert told.until("chat")["said"]["text"] == "Take your time"
            gate.touch()
            assert told.until_ply(2)["pending"]["yours"]


def test_a_decision_that_was_open_at_a_crash_is_made_after_it(tmp_path: Path) -> None:
    server = Server(settings_for(f"sqlite:///{tmp_path}/t.sqlite3"), tmp_path / "log")
    server.start()
    try:
        with House(server.url) as house:
            clients = house.open(white="strong")
            assert clients["black"].answer(0, {"act": "ball", "at": "f6"}).status_code == 200
            server.kill()
            server.start()
            with clients["black"].live() as told:
                look = told.until_ply(2)
            assert look["pending"]["seat"] == "black"
            assert look["ply"] == 2
    finally:
        server.stop()


def test_thinking_processes_end_with_a_killed_server(tmp_path: Path) -> None:
    server = Server(settings_for(f"sqlite:///{tmp_path}/t.sqlite3"), tmp_path / "log")
    server.start()
    with House(server.url) as house:
        clients = house.open(white="beginner")
        clients["black"].answer(0, {"act": "ball", "at": "f6"})
        with clients["black"].live() as told:
            told.until_ply(2)
    children = thinkers(server.pid)
    assert children
    server.kill()
    deadline = time.monotonic() + PATIENCE
    while any(alive(child) for child in children):
        assert time.monotonic() < deadline, "a thinking process outlived its server"
        time.sleep(0.05)


def thinkers(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    if not children.exists():
        pytest.skip("no /proc on this system")
    # Threads start processes too: look below every one of them.
    return [int(c) for task in Path(f"/proc/{pid}/task").iterdir() for c in (task / "children").read_text().split()]


def alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_thinking_process_that_dies_is_replaced(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3")
    with serving(settings, tmp_path / "log") as server, House(server.url) as house:
        clients = house.open("ladder", bob="beginner")
        with clients["ann"].live() as told:
            for ply in range(3):
                clients["ann"].answer(ply, {"act": "go", "side": "left"})
            told.until_ply(6)
            for child in thinkers(server.pid):
                os.kill(child, signal.SIGKILL)
            for ply in range(6, 9):
                assert clients["ann"].answer(ply, {"act": "go", "side": "left"}).status_code == 200
            assert told.until_ply(12)["ply"] == 12
