"""The database: SQLite in WAL, every commit on disk before it is acknowledged; or PostgreSQL by URL."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text, update
from sqlalchemy.exc import DBAPIError, DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from kemu.core.printable import one_line
from kemu.core.record import Entry

from . import rows
from .migrations import migrate
from .schema import clock
from .writer import Writer

T = TypeVar("T")
CONNECT, STATEMENT = 5, 10
"""Seconds within which PostgreSQL must take a connection, and answer to a statement."""
IDLE = 5.0
"""Seconds after which a connection is tried before it is used: PostgreSQL may have been started again."""
ROOM = 4_000_000
"""Bytes that a disk must have for what lands together: on a full one a small write may still find room, and no move."""
TRIES = 8
"""How often a transaction that lost a race inside the database is tried."""
_TICK = update(clock).values(tick=clock.c.tick + 1).returning(clock.c.tick)
_NOTIFY = text("SELECT pg_notify('kemu', :tells)")


class Busy(Exception):
    """The database could not be used now, and the words say why: trying again is sensible.

    Nothing was changed; or, if the line broke while it was being written down, the key of the request tells.
    """

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__(_called(error))


_NAMES = (
    ("disk is full", "the disk is full"),
    ("No space left", "the disk is full"),
    ("readonly", "the database can only be read"),
    ("read-only", "the database can only be read"),
    ("disk I/O error", "the disk fails"),
    ("locked", "the database is locked by another program"),
    ("statement timeout", "the database takes too long"),
)
"""What drivers say of what is wrong, and what it is called here."""


def _called(error: Exception | None) -> str:
    """Return what is wrong with a database, by its name; values of a statement are never in it."""
    if isinstance(error, PoolTimeout):
        return "the database is busy: no connection to it came free"
    orig = getattr(error, "orig", None) or error
    said = one_line(str(orig)) if orig is not None else ""
    for part, name in _NAMES:
        if part in said:
            return name
    return f"the database could not be reached: {said}" if said else "the database could not be reached"


def _passes(error: DBAPIError) -> bool:
    """Return whether it is the database that is not well, and not the statement that is wrong."""
    state = getattr(error.orig, "sqlstate", None) or ""
    return isinstance(error, OperationalError) or error.connection_invalidated or state == "25006"


class Database:
    """Transactions on one engine. `read` sees one moment; `write` is on disk when it returns."""

    def __init__(self, url: str, shared: bool = True) -> None:
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.shared = shared
        """Whether other processes may write to it."""
        self.engine = _sqlite(url) if self.sqlite else _postgres(url)
        self._writing = self.engine.execution_options(kemu_writes=True)
        self._at_once = self.engine if self.sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.process = token_hex(6)
        """The name under which this process tells others of what it changes, and knows what it told itself."""
        self._writer = Writer(self._writing) if self.sqlite else None

    def migrate(self) -> None:
        """Bring the schema to the newest version."""
        engine = self._writing
        if not self.sqlite:
            # Whoever has waited for the lock must see what its former holder has done.
            engine = engine.execution_options(isolation_level="READ COMMITTED")
        with engine.begin() as connection:
            migrate(connection)

    @contextmanager
    def read(self) -> Generator[Connection]:
        """A transaction that sees the database as it is at one moment."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except PoolTimeout as error:
            raise Busy(error) from error
        except DBAPIError as error:
            if _passes(error):
                raise Busy(error) from error
            raise

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction and return what it returns, once that is on disk.

        `work` may run more than once: a transaction that PostgreSQL gave up for a deadlock is tried again.
        """
        return self._write_alone(work) if self._writer is None else self._write_together(self._writer, work)

    def land(self, change: rows.Change, entries: Sequence[Entry], note: rows.Note | None) -> bool:
        """Let a move land on PostgreSQL: one statement, which is a transaction of its own."""
        try:
            with self._at_once.connect() as connection:
                return rows.land(
                    connection, change, entries, note, tells(self.process, change.game, due=change.computer_due)
                )
        except PoolTimeout as error:
            raise Busy(error) from error
        except DBAPIError as error:
            if _passes(error):
                raise Busy(error) from error
            raise

    def _write_alone(self, work: Callable[[Connection], T]) -> T:
        for attempt in range(TRIES):
            try:
                with self._writing.begin() as connection:
                    return work(connection)
            except DBAPIError as error:
                if not _passes(error):
                    raise
                if attempt + 1 == TRIES or not _lost_race(error):
                    raise Busy(error) from error
                sleep(0.01 * 2**attempt)
            except PoolTimeout as error:
                raise Busy(error) from error
        raise AssertionError

    def _write_together(self, writer: Writer, work: Callable[[Connection], T]) -> T:
        """SQLite has one writer, and each commit waits for the disk: what gathers meanwhile goes together."""
        try:
            return writer.write(work)
        except OperationalError as error:
            raise Busy(error) from error

    def tick(self, connection: Connection) -> int:
        """Count one more change and return the count, where other processes look at it; elsewhere nobody does: 0."""
        if not self.sqlite or not self.shared:
            return 0
        return connection.execute(_TICK).scalar_one()

    def notify(self, connection: Connection, game: str, presence: bool = False, due: bool = False) -> None:
        """Let other processes know, when this transaction is on disk, that a game has changed, or who is there."""
        if not self.sqlite and self.shared:
            connection.execute(_NOTIFY, {"tells": tells(self.process, game, presence, due)})

    def has_room(self) -> bool:
        """Return whether the disk has room for moves to land. PostgreSQL's disk is seen by what it refuses."""
        file = self.url.database
        if not self.sqlite or not file or file == ":memory:":
            return True
        return shutil.disk_usage(os.path.dirname(os.path.abspath(file))).free >= ROOM

    def close(self) -> None:
        """Give back all connections, once everything is written."""
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()


def tells(process: str, game: str, presence: bool = False, due: bool = False) -> str:
    """Return what the processes tell each other: who tells, of which table, and what beside a change of the game."""
    return f"{process} {game}{' presence' if presence else ''}{' due' if due else ''}"


def _lost_race(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", "") in {"40001", "40P01"}


def _private(path: str | None) -> None:
    """Make the file, if it is not there, for its owner alone: it holds the secrets of running games.

    SQLite gives what it writes beside the file the same permissions.
    """
    if path and path != ":memory:":
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _sqlite(url: str) -> Engine:
    _private(make_url(url).database)
    engine = create_engine(url, hide_parameters=True, pool_size=16, max_overflow=64)

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:  # pyright: ignore[reportUnusedFunction]
        # The driver must not open transactions by itself: `begin` below says which kind.
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout=15000")
        _keep_a_log(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        writes = connection.get_execution_options().get("kemu_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _keep_a_log(connection: Any) -> None:
    """Write ahead. Of several that begin together on a new file SQLite lets nobody wait for this: they try again."""
    for _ in range(500):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            sleep(0.03)
        else:
            return
    connection.execute("PRAGMA journal_mode=WAL")


def _postgres(url: str) -> Engine:
    engine = create_engine(
        # A server takes 100 connections as it comes; several processes share them.
        url,
        hide_parameters=True,
        pool_size=16,
        max_overflow=8,
        pool_timeout=CONNECT,
        isolation_level="REPEATABLE READ",
        connect_args={
            "connect_timeout": CONNECT,
            "options": f"-c statement_timeout={STATEMENT * 1000} -c lock_timeout={STATEMENT * 1000} "
            "-c synchronous_commit=on",
            # A machine that has gone without a word is noticed after some 20 s, and not after two hours.
            "keepalives_idle": 10,
            "keepalives_interval": 3,
            "keepalives_count": 3,
            "tcp_user_timeout": 15_000,
        },
    )

    @event.listens_for(engine, "checkin")
    def checkin(connection: Any, record: Any) -> None:  # pyright: ignore[reportUnusedFunction]
        record.info["used"] = monotonic()

    @event.listens_for(engine, "checkout")
    def checkout(connection: Any, record: Any, proxy: Any) -> None:  # pyright: ignore[reportUnusedFunction]
        if monotonic() - record.info.get("used", monotonic()) > IDLE:
            try:
                connection.execute("")
                connection.rollback()
            except Exception as error:
                raise DisconnectionError from error

    return engine
