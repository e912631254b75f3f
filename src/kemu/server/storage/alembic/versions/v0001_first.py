"""The first schema. A migration that has been released is never edited."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None

SCHEMA = """
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
"""Statements end in `;`; `{bytes}` stands for the type that holds bytes."""


def upgrade() -> None:
    """Make the tables."""
    bytes_ = "BYTEA" if op.get_bind().dialect.name == "postgresql" else "BLOB"
    for statement in SCHEMA.format(bytes=bytes_).split(";"):
        op.execute(statement)
