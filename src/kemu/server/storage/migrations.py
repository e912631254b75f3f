"""Numbered migrations, applied at start under a lock. A migration that has been released is never edited."""

from __future__ import annotations

from sqlalchemy import Connection, text

LOCK = 0x6B656D75
"""The advisory lock under which PostgreSQL migrates."""

FIRST = """
CREATE TABLE games (
  id TEXT PRIMARY KEY, header TEXT NOT NULL, secret {bytes} NOT NULL, created BIGINT NOT NULL,
  opener {bytes} NOT NULL, ply INTEGER NOT NULL, revision BIGINT NOT NULL, undos BIGINT NOT NULL,
  over BOOLEAN NOT NULL, computer_due BOOLEAN NOT NULL, draw_offer INTEGER, lines INTEGER NOT NULL,
  tick BIGINT NOT NULL, thinker TEXT, thinks_until BIGINT);
CREATE INDEX games_by_tick ON games (tick);
CREATE INDEX games_of_computers ON games (id) WHERE computer_due;
CREATE INDEX games_by_opener ON games (opener, created);
CREATE TABLE entries (
  game TEXT NOT NULL REFERENCES games (id), ply INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, ply));
CREATE TABLE seats (
  game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, kind TEXT NOT NULL, level TEXT NOT NULL,
  name TEXT NOT NULL, token {bytes}, PRIMARY KEY (game, seat));
CREATE TABLE keys (
  game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, key TEXT NOT NULL, request {bytes} NOT NULL,
  answer TEXT NOT NULL, PRIMARY KEY (game, seat, key));
CREATE TABLE chat (
  game TEXT NOT NULL REFERENCES games (id), line INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,
  said BIGINT NOT NULL, PRIMARY KEY (game, line));
CREATE TABLE presence (
  game TEXT NOT NULL, seat INTEGER NOT NULL, process TEXT NOT NULL, until BIGINT NOT NULL,
  PRIMARY KEY (game, seat, process));
CREATE TABLE bases (digest TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE clock (tick BIGINT NOT NULL);
INSERT INTO clock (tick) VALUES (0)
"""

MIGRATIONS: tuple[str, ...] = (FIRST,)
"""Number 1 first. Statements end in `;`; `{bytes}` stands for the type that holds bytes."""


class TooNew(RuntimeError):
    """The database was made by a newer version than this one."""


def migrate(connection: Connection) -> int:
    """Bring the schema to the newest version, inside the caller's transaction; return the version it had before.

    The caller's transaction keeps other writers of SQLite out; on PostgreSQL an advisory lock does.
    """
    dialect = connection.dialect.name
    if dialect == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    connection.execute(text("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"))
    found = connection.execute(text("SELECT max(version) FROM schema_version")).scalar() or 0
    if found > len(MIGRATIONS):
        raise TooNew(f"the database has schema version {found}; this is version {len(MIGRATIONS)}: update Kemu")
    types = {"bytes": "BYTEA" if dialect == "postgresql" else "BLOB"}
    for number, statements in enumerate(MIGRATIONS[found:], found + 1):
        for statement in statements.format(**types).split(";"):
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO schema_version (version) VALUES (:n)"), {"n": number})
    return found
