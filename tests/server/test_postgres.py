"""Two server processes on one PostgreSQL are one server to everybody who plays."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import inspect, make_url, text

import kemu
from kemu.server.storage import Database
from kemu.server.storage.schema import metadata
from server.faults import kill_and_restart
from server.harness import PATIENCE, Client, House, Server, new_key, serving, settings_for
from server.play import choose
from server.postgres import installed, running


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def servers(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    folder = tmp_path_factory.mktemp("postgres")
    pair = [Server(settings_for(url, shared=True), folder / f"log{i}") for i in (0, 1)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(Server.start, pair))
    try:
        yield pair
    finally:
        for server in pair:
            server.stop()


@pytest.fixture
def houses(servers: list[Server]) -> Iterator[tuple[House, House]]:
    with ExitStack() as stack:
        one, two = (stack.enter_context(House(server.url)) for server in servers)
        yield one, two


def at(house: House, client: Client) -> Client:
    """Return the same seat at another server."""
    return Client(house.http, client.table, client.token)


def test_two_processes_that_start_together_migrate_once(url: str, servers: list[Server]) -> None:
    database = Database(url)
    found = inspect(database.engine)
    assert set(found.get_table_names()) - {"schema_version", "alembic_version"} == set(metadata.tables)
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1
    database.close()


def test_a_game_between_two_servers_is_live_on_both(houses: tuple[House, House]) -> None:
    clients = houses[0].open()
    seats = {"black": clients["black"], "white": at(houses[1], clients["white"])}
    rng = random.Random(3)
    with seats["black"].live() as black, seats["white"].live() as white:
        lines = {"black": black, "white": white}
        looks = {seat: line.until_ply(0) for seat, line in lines.items()}
        while looks["black"]["pending"]["type"] == "decide":
            seat = looks["black"]["pending"]["seat"]
            ply = looks[seat]["ply"]
            assert seats[seat].answer(ply, choose(looks[seat], rng)).status_code == 200
            looks = {seat: line.until_ply(ply + 1) for seat, line in lines.items()}
    assert looks["white"]["pending"] == looks["black"]["pending"]
    record = kemu.load_record(seats["white"].get("/record").content)
    assert kemu.verify(record, kemu.game("moeraki")).outcome is not None


def test_chat_presence_and_draw_offers_cross(houses: tuple[House, House]) -> None:
    clients = houses[0].open()
    black, white = clients["black"], at(houses[1], clients["white"])
    with black.live() as told:
        told.until("snapshot")
        with white.live() as other:
            seats = other.until("snapshot")["snapshot"]["seats"]
            assert {seat["name"]: seat["present"] for seat in seats} == {"black": True, "white": True}
            assert told.until("presence", seats={"black": True, "white": True})
            white.post("chat", text="Kia ora", key=new_key())
            assert told.until("chat")["said"]["text"] == "Kia ora"
            white.post("draw", offer=True, key=new_key())
            assert told.until("draw-offer")["seat"] == "white"
            black.post("draw", accept=True, key=new_key())
            assert other.until_ply(1)["pending"]["reason"] == "agreed"
        assert told.until("presence", seats={"black": True, "white": False})


def test_of_answers_at_two_servers_one_lands(houses: tuple[House, House]) -> None:
    black = houses[0].open()["black"]
    both = [black, at(houses[1], black)]
    places = ["f6", "e6", "f5", "g6"] * 4

    def answer(job: tuple[int, str]) -> int:
        return both[job[0] % 2].answer(0, {"act": "ball", "at": job[1]}).status_code

    with ThreadPoolExecutor(8) as pool:
        codes = sorted(pool.map(answer, enumerate(places)))
    assert codes == [200] + [409] * 15
    assert {client.look()["ply"] for client in both} == {1}


def test_one_answer_sent_to_two_servers_lands_once(houses: tuple[House, House]) -> None:
    black = houses[0].open()["black"]
    both, key = [black, at(houses[1], black)], new_key()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda i: both[i % 2].answer(0, {"act": "ball", "at": "f6"}, key=key), range(16)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


def test_lines_of_chat_said_at_once_get_numbers_without_gap_or_double(houses: tuple[House, House]) -> None:
    clients = houses[0].open()
    sayers = [clients["black"], at(houses[1], clients["white"])]
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda i: sayers[i % 2].post("chat", text=f"{i}", key=new_key()), range(12)))
    lines = sorted(response.json()["line"] for response in said if response.status_code == 200)
    assert lines == list(range(1, len(lines) + 1))
    assert {response.status_code for response in said} <= {200, 503}
    assert len(lines) >= 8


def test_an_undo_at_one_server_is_seen_at_the_other(houses: tuple[House, House]) -> None:
    ann = houses[0].open("ladder")["ann"]
    there = at(houses[1], ann)
    left, right = {"act": "go", "side": "left"}, {"act": "go", "side": "right"}
    assert ann.answer(0, left).status_code == 200
    assert [entry["text"] for entry in there.look()["log"]] == ["ann goes left."]
    assert ann.post("undo", ply=1, key=new_key()).status_code == 200
    assert ann.answer(0, right).status_code == 200
    assert [entry["text"] for entry in there.look()["log"]] == ["ann goes right."]
    assert there.answer(1, left).status_code == 200


def test_a_base_is_given_by_a_server_that_has_never_met_it(houses: tuple[House, House]) -> None:
    digest = houses[0].open()["black"].look()["base"]
    answers = [house.http.get(f"/api/bases/{digest}") for house in houses]
    assert answers[0].content == answers[1].content
    assert "immutable" in answers[1].headers["cache-control"]


def test_a_computer_seat_answers_once_whoever_asks(houses: tuple[House, House]) -> None:
    clients = houses[0].open(white="beginner")
    black = at(houses[1], clients["black"])
    rng = random.Random(5)
    with black.live() as told:
        look = told.until_ply(0)
        while look["pending"]["type"] == "decide":
            if look["pending"]["yours"]:
                assert black.answer(look["ply"], choose(look, rng)).status_code == 200
            look = told.until_ply(look["ply"] + 1)
    assert kemu.verify(kemu.load_record(black.get("/record").content), kemu.game("moeraki")).outcome is not None


def test_a_computer_seat_whose_server_died_is_taken_over(servers: list[Server], houses: tuple[House, House]) -> None:
    clients = houses[0].open(white="strong")
    assert clients["black"].answer(0, {"act": "ball", "at": "f6"}).status_code == 200
    servers[0].kill()
    try:
        deadline = time.monotonic() + PATIENCE
        while at(houses[1], clients["black"]).look()["ply"] < 2:
            assert time.monotonic() < deadline
            time.sleep(0.2)
    finally:
        servers[0].start()


def test_computers_are_thought_about_by_a_command_of_their_own(url: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "kemu", "think", "--database", url, "--thinkers", "1"]
    with serving(settings_for(url, shared=True, thinkers=0), tmp_path / "log") as server, House(server.url) as house:
        clients = house.open(white="beginner")
        assert clients["black"].answer(0, {"act": "ball", "at": "f6"}).status_code == 200
        with (tmp_path / "thinks").open("w") as said, clients["black"].live() as told:
            thinks = subprocess.Popen(words, stdout=said, stderr=said)
            try:
                assert told.until_ply(2)["ply"] == 2
            finally:
                thinks.terminate()
                assert thinks.wait(PATIENCE) == 0, (tmp_path / "thinks").read_text()


def test_a_dump_is_restored_and_the_game_goes_on(url: str, houses: tuple[House, House], tmp_path: Path) -> None:
    """The commands of docs/serving.md, with where this PostgreSQL listens."""
    clients = houses[0].open()
    assert clients["black"].answer(0, {"act": "ball", "at": "f6"}).status_code == 200
    at, port = installed(), str(urlsplit(url).port)
    reach = ("-h", "127.0.0.1", "-p", port, "-U", "kemu")
    dump = subprocess.run([at / "pg_dump", *reach, "-Fc", "postgres"], check=True, capture_output=True).stdout
    (tmp_path / "kemu.dump").write_bytes(dump)
    subprocess.run([at / "createdb", *reach, "restored"], check=True)
    subprocess.run([at / "pg_restore", *reach, "-d", "restored", tmp_path / "kemu.dump"], check=True)
    restored = url.replace("/postgres", "/restored")
    with serving(settings_for(restored, shared=True), tmp_path / "log") as server, House(server.url) as house:
        white = Client(house.http, clients["white"].table, clients["white"].token)
        assert white.get("/record").content == clients["white"].get("/record").content
        assert white.answer(1, choose(white.look(), random.Random(1))).status_code == 200


@pytest.mark.slow
def test_two_servers_killed_in_the_middle_of_play_lose_and_double_nothing(servers: list[Server]) -> None:
    assert kill_and_restart(servers, 3, seed=2, pause=(0.3, 1.2)) > 30


@pytest.mark.slow
def test_two_servers_killed_fifty_times_lose_and_double_nothing(servers: list[Server]) -> None:
    assert kill_and_restart(servers, 50, seed=3, pause=(0.3, 1.2)) > 500


def test_of_an_accept_and_a_decline_at_the_same_moment_one_lands(houses: tuple[House, House]) -> None:
    one, two = houses
    for _ in range(8):
        clients = one.open()
        assert clients["black"].post("draw", offer=True, key=new_key()).status_code == 200
        seen = {name: clients["white"].look()[name] for name in ("ply", "revision")}
        there = at(two, clients["white"])
        there.look()
        acts = [(clients["white"], "accept"), (there, "decline")]
        with ThreadPoolExecutor(2) as pool:
            sent = [pool.submit(who.post, "draw", **{what: True}, key=new_key(), **seen) for who, what in acts]
        answers = [one.result() for one in sent]
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        accepted = answers[0].status_code == 200
        assert (there.look()["pending"]["type"] == "over") is accepted


def test_a_seat_is_claimed_at_one_process_and_not_at_the_other_too(houses: tuple[House, House]) -> None:
    one, two = houses
    for _ in range(4):
        wish = one.wish("ladder")
        wish["seats"]["bob"] = {"kind": "friend"}
        told = one.http.post("/api/tables", json=wish).json()
        doors = [Client(house.http, told["table"]) for house in (one, two)]
        for door in doors:
            door.look()
        claims = [
            (door, {"invite": told["seats"]["bob"]["invite"], "token": 40 * mark})
            for door, mark in zip(doors, "ab", strict=True)
        ]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda claim: claim[0].post("claim", **claim[1]).status_code, claims))
        assert sorted(answers) == [200, 409]
        holder = 40 * "ab"[answers.index(200)]
        assert [Client(house.http, told["table"], holder).get().status_code for house in (one, two)] == [200, 200]


def test_of_two_that_agree_to_play_again_at_two_processes_both_sit_at_one_table(houses: tuple[House, House]) -> None:
    here, there = houses
    for _ in range(4):
        clients = here.open("ladder")
        people = [client for seat, client in clients.items() if seat != "watcher"]
        people[0].post("resign", key=new_key())
        wishes = [(people[0], "a" * 32), (at(there, people[1]), "b" * 32)]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda wish: wish[0].post("rematch", token=wish[1]), wishes))
        assert [answer.status_code for answer in answers] == [200, 200]
        table = people[0].look()["rematch"]["table"]
        assert at(there, people[1]).look()["rematch"]["table"] == table
        assert Client(there.http, table, "a" * 32).get().status_code == 200
        assert Client(here.http, table, "b" * 32).get().status_code == 200


def test_a_name_given_at_one_process_is_read_at_the_other(houses: tuple[House, House]) -> None:
    here, there = houses
    wish = here.wish("ladder")
    friend = list(wish["seats"])[1]
    wish["seats"][friend] = {"kind": "friend"}
    told = here.http.post("/api/tables", json=wish).json()
    elsewhere = Client(there.http, told["table"])
    elsewhere.look()
    body = {"invite": told["seats"][friend]["invite"], "token": "c" * 32, "name": "Hemi"}
    assert Client(here.http, told["table"]).post("claim", **body).status_code == 200
    assert [seat["player"] for seat in elsewhere.look()["seats"]][1] == "Hemi"
    assert '"Hemi"' in elsewhere.get("/record").text


def test_a_database_of_the_first_schema_keeps_its_rows_here_too(url: str, servers: list[Server]) -> None:
    from kemu.server.storage.alembic.versions.v0001_first import SCHEMA

    there = Database(url)
    with there.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("CREATE DATABASE old")
    there.close()
    old = Database(make_url(url).set(database="old").render_as_string(hide_password=False))
    rows = (
        "INSERT INTO games VALUES ('t', '{}', '\\x01', 5, '\\x02', 1, 1, 0, false, true, NULL, 1, 3, NULL, NULL)",
        "INSERT INTO seats VALUES ('t', 0, 'you', '', 'Aroha', '\\x03')",
        "INSERT INTO presence VALUES ('t', 0, 'p', 9)",
    )
    statements = [*SCHEMA.format(bytes="BYTEA").split(";"), *rows]
    old.write(lambda c: [c.exec_driver_sql(statement) for statement in statements])
    old.write(lambda c: c.exec_driver_sql("CREATE TABLE schema_version AS SELECT 1 AS version"))
    old.migrate()
    with old.read() as connection:
        game = connection.execute(text("SELECT next, listed, ply FROM games")).one()
        seat = connection.execute(text("SELECT name, again FROM seats")).one()
        assert (tuple(game), tuple(seat)) == ((None, 0, 1), ("Aroha", None))
    old.close()
