"""Migrations: the schema brought to the newest version at start, under a lock, by Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

LOCK = 0x6B656D75
"""The advisory lock under which PostgreSQL migrates."""
SCRIPTS = Path(__file__).parent / "alembic"
FIRST = "0001"
"""What a database is at that was made before Alembic kept the count."""
OLD_COUNT = "schema_version"
"""The table in which Kemu kept the count before; it is left there so that such a Kemu still knows what it sees."""


class TooNew(RuntimeError):
    """The database was made by a newer version than this one."""


def config() -> Config:
    """Return Alembic's configuration; there is no file of it."""
    made = Config()
    made.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


def newest() -> str:
    """Return the version that this Kemu brings a database to."""
    head = ScriptDirectory.from_config(config()).get_current_head()
    assert head is not None
    return head


def version_of(connection: Connection) -> str | None:
    """Return the version of a database's schema; None for an empty one."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None and inspect(connection).has_table(OLD_COUNT):
        count = connection.execute(text(f"SELECT max(version) FROM {OLD_COUNT}")).scalar()
        return None if count is None else f"{count:04}"
    return found


def migrate(connection: Connection) -> str | None:
    """Bring the schema to the newest version, inside the caller's transaction; return the version it had before.

    The caller's transaction keeps other writers of SQLite out; on PostgreSQL an advisory lock does.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    found = version_of(connection)
    if found is not None:
        _known(found)
    if found == newest():
        return found
    alembic = config()
    alembic.attributes["connection"] = connection
    if found is not None and MigrationContext.configure(connection).get_current_revision() is None:
        command.stamp(alembic, FIRST)
    command.upgrade(alembic, "head")
    return found


def _known(version: str) -> None:
    try:
        ScriptDirectory.from_config(config()).get_revision(version)
    except CommandError:
        words = f"the database has schema version {version}; this is version {newest()}: update Kemu"
        raise TooNew(words) from None
