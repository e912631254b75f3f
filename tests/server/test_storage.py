"""The schema is what the migrations make; acknowledged means on disk; a newer database is left alone."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import OperationalError

import kemu
from kemu.server.ready import make_ready
from kemu.server.settings import Settings, database_url
from kemu.server.storage import Busy, Database
from kemu.server.storage.lock import Taken, take
from kemu.server.storage.migrations import TooNew, newest
from kemu.server.storage.schema import metadata


@pytest.fixture
def database(tmp_path: Path) -> Database:
    made = Database(f"sqlite:///{tmp_path}/t.sqlite3")
    made.migrate()
    yield made
    made.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions of another kind")
def test_nobody_else_on_the_machine_can_read_the_file(tmp_path: Path) -> None:
    """It holds the dealer's secrets of running games."""
    was = os.umask(0o022)
    try:
        made = Database(f"sqlite:///{tmp_path}/t.sqlite3")
        made.migrate()
        with made.read() as connection:
            connection.execute(text("SELECT 1"))
        found = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()}
        made.close()
    finally:
        os.umask(was)
    assert "t.sqlite3-wal" in found
    assert set(found.values()) == {0}, found


def test_the_migrations_make_the_schema_that_the_code_uses(database: Database) -> None:
    found = inspect(database.engine)
    tables = set(found.get_table_names()) - {"schema_version", "alembic_version"}
    assert tables == set(metadata.tables)
    for name, table in metadata.tables.items():
        columns = {column["name"]: column for column in found.get_columns(name)}
        assert list(columns) == [column.name for column in table.columns]
        assert found.get_pk_constraint(name)["constrained_columns"] == [c.name for c in table.primary_key]
        for column in table.columns:
            if not column.primary_key:
                assert columns[column.name]["nullable"] == column.nullable, (name, column.name)


def test_migrating_again_changes_nothing(database: Database) -> None:
    database.migrate()
    with database.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [newest()]


def test_processes_that_start_together_migrate_once(tmp_path: Path) -> None:
    databases = [Database(f"sqlite:///{tmp_path}/t.sqlite3") for _ in range(6)]
    threads = [threading.Thread(target=database.migrate) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with databases[0].read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [newest()]
        assert connection.execute(text("SELECT count(*) FROM clock")).scalar() == 1
    for database in databases:
        database.close()


def test_a_database_of_a_newer_version_is_left_alone(database: Database) -> None:
    database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '0999'")))
    with pytest.raises(TooNew, match="0999"):
        database.migrate()


def test_every_commit_is_on_disk_before_it_is_acknowledged(database: Database) -> None:
    with database.read() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_a_write_that_fails_leaves_nothing(database: Database) -> None:
    def work(connection: object) -> None:
        connection.execute(text("UPDATE clock SET tick = 7"))  # type: ignore[attr-defined]
        raise KeyError

    with pytest.raises(KeyError):
        database.write(work)
    with database.read() as connection:
        assert connection.execute(text("SELECT tick FROM clock")).scalar() == 0


def test_a_reader_sees_one_moment(database: Database) -> None:
    with database.read() as connection:
        before = connection.execute(text("SELECT tick FROM clock")).scalar()
        database.write(database.tick)
        assert connection.execute(text("SELECT tick FROM clock")).scalar() == before


def test_errors_of_the_database_do_not_carry_values() -> None:
    assert Database("sqlite:////tmp/nowhere").engine.hide_parameters


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("postgresql://u:p@h/kemu", "postgresql+psycopg://u:p@h/kemu"),
        ("postgres://h/kemu", "postgresql+psycopg://h/kemu"),
        ("postgresql+psycopg://h/kemu", "postgresql+psycopg://h/kemu"),
        ("sqlite:////x/y", "sqlite:////x/y"),
    ],
)
def test_a_database_is_named_by_its_url(given: str, url: str) -> None:
    assert database_url(given) == url


def test_a_database_is_named_by_a_file_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert database_url(str(tmp_path / "new" / "t.db")) == f"sqlite:///{tmp_path}/new/t.db"
    assert (tmp_path / "new").is_dir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url(None) == f"sqlite:///{tmp_path}/kemu/tables.sqlite3"


def test_settings_travel_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEMU_SERVER", "")
    settings = Settings(database="sqlite:///x", shared=True, preload=("a", "b"), kits={"moeraki": "my-board"})
    settings.to_environment()
    assert Settings.from_environment() == settings


def test_a_file_is_served_by_one_alone_or_by_several_that_know_of_each_other(tmp_path: Path) -> None:
    alone, several = (Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=shared) for shared in (False, True))
    with take(alone) as held:
        assert held is not None
        for other in (alone, several):
            with pytest.raises(Taken, match="another server"):
                take(other)
    with take(several) as one, take(several) as two:
        assert one is not None
        assert two is not None
        with pytest.raises(Taken):
            take(alone)


def test_writes_that_gather_land_together_and_fall_by_themselves(database: Database) -> None:
    started, go = threading.Event(), threading.Event()

    def slow(connection: object) -> None:
        started.set()
        go.wait(10)

    def fails(connection: object) -> None:
        connection.execute(text("UPDATE clock SET tick = tick + 1000"))  # type: ignore[attr-defined]
        raise KeyError("its own fault")

    outcomes: list[object] = []

    def note(work: object) -> None:
        try:
            outcomes.append(database.write(work))  # type: ignore[arg-type]
        except KeyError as error:
            outcomes.append(error)

    first = threading.Thread(target=note, args=(slow,))
    first.start()
    started.wait(10)
    others = [threading.Thread(target=note, args=(work,)) for work in [database.tick] * 9 + [fails]]
    for thread in others:
        thread.start()
    go.set()
    for thread in (first, *others):
        thread.join(10)
    assert sum(isinstance(outcome, KeyError) for outcome in outcomes) == 1
    assert sorted(outcome for outcome in outcomes if isinstance(outcome, int)) == list(range(1, 10))
    with database.read() as connection:
        assert connection.execute(text("SELECT tick FROM clock")).scalar() == 9


def together(database: Database, works: Sequence[Any]) -> list[object]:
    """Let all but the first gather while the first is being carried out; return what became of each, in their order."""
    started, go = threading.Event(), threading.Event()
    outcomes: list[object] = [None] * len(works)

    def first(connection: Any) -> object:
        started.set()
        go.wait(10)
        return works[0](connection)

    def note(place: int, work: Any) -> None:
        try:
            outcomes[place] = database.write(work)
        except BaseException as error:
            outcomes[place] = error

    threads = [threading.Thread(target=note, args=(0, first))]
    threads[0].start()
    started.wait(10)
    writer = database._writer  # pyright: ignore[reportPrivateUsage]
    assert writer is not None
    for place, work in enumerate(works[1:], 1):
        threads.append(threading.Thread(target=note, args=(place, work)))
        threads[-1].start()
        while len(writer._waiting) < place:  # pyright: ignore[reportPrivateUsage]
            pass
    go.set()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    return outcomes


def test_what_gathers_behind_a_file_that_another_program_locks_waits_for_it_once(database: Database) -> None:
    """Each one for itself would wait as long again, and all of them together for minutes."""
    locked: list[str] = []

    @event.listens_for(database.engine, "begin", insert=True)
    def begin(_: object) -> None:  # pyright: ignore[reportUnusedFunction]
        if locked:
            locked.append("waited for it")
            raise OperationalError("BEGIN IMMEDIATE", {}, sqlite3.OperationalError("database is locked"))

    outcomes = together(database, [lambda _: locked.append("now"), *[database.tick] * 9])
    assert all(isinstance(outcome, Busy) for outcome in outcomes[1:])
    assert locked == ["now", "waited for it"]
    locked.clear()
    assert database.write(database.tick) == 1


def test_who_was_to_be_written_with_a_write_that_is_broken_off_writes_nothing_out_of_turn(database: Database) -> None:
    class BrokenOff(BaseException):
        pass

    def breaks(_: object) -> None:
        raise BrokenOff

    begun: list[object] = []
    event.listen(database.engine, "begin", begun.append)
    outcomes = together(database, [database.tick, breaks, *[database.tick] * 3])
    assert outcomes[0] == 1
    assert isinstance(outcomes[1], BrokenOff)
    assert all(isinstance(outcome, RuntimeError) for outcome in outcomes[2:])
    assert len(begun) == 2
    assert database.write(database.tick) == 2


def test_a_write_that_is_on_its_way_when_the_database_is_closed_lands_whole(database: Database) -> None:
    """A server that ends waits for nobody who looks after clocks or lists: their last write may be under way."""
    writer = database._writer  # pyright: ignore[reportPrivateUsage]
    assert writer is not None
    closing, told = threading.Thread(target=writer.close), list[int]()

    def last(connection: Any) -> int:
        database.tick(connection)
        closing.join(10)
        return database.tick(connection)

    late = threading.Thread(target=lambda: told.append(database.write(last)))

    @event.listens_for(database.engine, "commit")
    def commit(_: object) -> None:  # pyright: ignore[reportUnusedFunction]
        if threading.current_thread() is closing:
            late.start()
            while not writer._waiting:  # pyright: ignore[reportPrivateUsage]
                pass

    assert database.write(database.tick) == 1
    closing.start()
    closing.join(10)
    late.join(10)
    assert told == [3]
    with database.read() as connection:
        assert connection.execute(text("SELECT tick FROM clock")).scalar() == 3
    assert database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_a_write_that_comes_alone_wakes_nobody(database: Database) -> None:
    """A move that goes to another thread and back costs as much as it does."""
    assert database.write(lambda _: threading.get_ident()) == threading.get_ident()


def test_everybody_who_writes_at_once_gets_his_own_answer(database: Database) -> None:
    told: list[int] = []

    def count() -> None:
        told.extend([database.write(database.tick) for _ in range(20)])

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == list(range(1, 161))


def test_what_is_wrong_with_a_database_is_told_in_words(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    make_ready(f"sqlite:///{file}", shared=False)
    with take(Database(f"sqlite:///{file}", shared=False)), pytest.raises(kemu.Refusal, match="another server uses"):
        make_ready(f"sqlite:///{file}", shared=True)
    (tmp_path / "text").write_text(
        "this is no database, and never was one; it only looks like a file to some eyes " * 9
    )
    for url, words in (
        (f"sqlite:///{tmp_path}/text", "not a database"),
        ("nonsense://", "A database is a file"),
        ("postgresql+psycopg://kemu@127.0.0.1:1/none", "cannot be used"),
    ):
        with pytest.raises(kemu.Refusal, match=words) as told:
            make_ready(url, shared=True)
        assert "\n" not in str(told.value)


FIRST = """
INSERT INTO games VALUES ('t', '{}', x'01', 5, x'02', 1, 1, 0, 0, 1, NULL, 1, 3, NULL, NULL);
INSERT INTO entries VALUES ('t', 1, '{}');
INSERT INTO seats VALUES ('t', 0, 'you', '', 'Aroha', x'03');
INSERT INTO seats VALUES ('t', 1, 'computer', 'casual', '', NULL);
INSERT INTO keys VALUES ('t', 0, 'key', x'04', '{}');
INSERT INTO chat VALUES ('t', 1, 0, 'Kia ora', 6);
INSERT INTO bases VALUES ('d', '{}')
"""
"""A row of each table, as the first release wrote them."""


@pytest.mark.parametrize("counted", ["by Kemu", "by Alembic"])
def test_a_database_of_the_first_schema_keeps_its_rows(tmp_path: Path, counted: str) -> None:
    from kemu.server.storage.alembic.versions.v0001_first import SCHEMA

    made = Database(f"sqlite:///{tmp_path}/t.sqlite3")
    own = "CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (1)"
    alembic = "CREATE TABLE alembic_version (version_num TEXT NOT NULL); INSERT INTO alembic_version VALUES ('0001')"
    statements = SCHEMA.format(bytes="BLOB").split(";") + FIRST.split(";")
    statements += (own if counted == "by Kemu" else alembic).split(";")
    made.write(lambda c: [c.exec_driver_sql(statement) for statement in statements])
    made.migrate()
    with made.read() as connection:
        game = connection.execute(text("SELECT * FROM games")).mappings().one()
        assert (game["id"], game["tick"], game["seated"]) == ("t", 3, 0)
        assert (game["next"], game["listed"]) == (None, 0)
        assert (game["clock"], game["runs_out"]) == (None, None)
        assert connection.execute(text("SELECT at FROM heartbeat")).scalars().all() == [0]
        seat = connection.execute(text("SELECT * FROM seats WHERE seat = 0")).mappings().one()
        assert (seat["name"], seat["token"], seat["invite"]) == ("Aroha", b"\x03", None)
        for table in ("entries", "keys", "chat", "bases"):
            assert connection.execute(text(f"SELECT count(*) FROM {table}")).scalar() == 1, table
        # Kemu before Alembic counted here, and must see that it is too old.
        assert connection.execute(text("SELECT max(version) FROM schema_version")).scalar() == 2
    made.close()
