"""Rows of what is studied afterwards: records that were brought along, and what was found."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from . import schema


class StudyRow(Struct, frozen=True):
    """What was found in a game so far, and until when a process says that it goes on looking."""

    until: int
    done: bool
    body: str


def keep_record(connection: Connection, id_: str, body: bytes, now: int) -> None:
    """Keep a record that somebody has brought, if it is not there yet."""
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = upsert(schema.records).values(id=id_, body=body, brought=now)
    connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"brought": now}))


def record(connection: Connection, id_: str) -> bytes | None:
    """Return a record that was brought."""
    t = schema.records.c
    return connection.execute(select(t.body).where(t.id == id_)).scalar_one_or_none()


def forget_records(connection: Connection, before: int) -> int:
    """Take away the records that nobody has brought since, with what was found in them; return how many."""
    t, s = schema.records.c, schema.studies.c
    old = select(t.id).where(t.brought < before)
    connection.execute(delete(schema.studies).where(s.game.in_(old)))
    return connection.execute(delete(schema.records).where(t.brought < before)).rowcount


def study(connection: Connection, game: str) -> StudyRow | None:
    """Return what was found in a game."""
    t = schema.studies.c
    row = connection.execute(select(t.until, t.done, t.body).where(t.game == game)).one_or_none()
    return None if row is None else StudyRow(*row)


def claim_study(connection: Connection, game: str, now: int, until: int, empty: str) -> bool:
    """Say that this process looks through a game; return False if another does, or it is done."""
    t = schema.studies.c
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    new = upsert(schema.studies).values(game=game, until=until, done=False, body=empty).on_conflict_do_nothing()
    if connection.execute(new).rowcount == 1:
        return True
    free = update(schema.studies).where(t.game == game, ~t.done, t.until < now)
    return connection.execute(free.values(until=until)).rowcount == 1


def keep_study(connection: Connection, game: str, until: int, done: bool, body: str) -> None:
    """Keep what was found so far."""
    t = schema.studies.c
    connection.execute(update(schema.studies).where(t.game == game).values(until=until, done=done, body=body))


def hinters(connection: Connection, game: str) -> frozenset[int]:
    """Return the seats that have agreed to hints."""
    t = schema.hints.c
    return frozenset(connection.execute(select(t.seat).where(t.game == game)).scalars())


def set_hinter(connection: Connection, game: str, seat: int, agrees: bool) -> None:
    """Note whether a seat agrees to hints."""
    t = schema.hints.c
    connection.execute(delete(schema.hints).where(t.game == game, t.seat == seat))
    if agrees:
        connection.execute(insert(schema.hints).values(game=game, seat=seat))
