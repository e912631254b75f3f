"""What an admin changes, and what is taken away by itself: each inside the caller's transaction.

A server may be running meanwhile. Each act leaves a notice, by which every process forgets what it remembers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kemu.core.refusal import Refusal

from . import rows, schema

HIDDEN = "(hidden)"
REMOVED = "delete-record"
"""The notice by which a record that was deleted is known when it is brought again."""
BATCH = 200
"""Tables that one transaction takes away."""


class Notice(Struct, frozen=True):
    """Something that an admin has done: what, to which table, record or address, and why."""

    id: int
    what: str
    about: str
    why: str


class TableLine(Struct, frozen=True):
    """A table as a list of tables shows it."""

    id: str
    game: str
    seats: str
    ply: int
    state: str
    created: int
    changed: int
    record: int
    chat: int
    runs_out: int | None
    """When the time of the seat that must decide is over; None: no time runs."""


class RecordLine(Struct, frozen=True):
    """A record that somebody has brought, as a list of them shows it."""

    id: str
    game: str
    seats: str
    brought: int


def notices_after(connection: Connection, last: int) -> list[Notice]:
    """Return what has been done since."""
    t = schema.notices.c
    found = connection.execute(select(t.id, t.what, t.about, t.why).where(t.id > last).order_by(t.id))
    return [Notice(*row) for row in found]


def last_notice(connection: Connection) -> int:
    """Return the number of the newest notice; 0: there is none."""
    return connection.execute(select(func.coalesce(func.max(schema.notices.c.id), 0))).scalar_one()


def _noted(connection: Connection, now: int, what: str, about: str, why: str) -> None:
    connection.execute(insert(schema.notices).values(at=now, what=what, about=about, why=why))


def tables(connection: Connection, number: int) -> list[TableLine]:
    """Return the tables at which something happened last."""
    g, e, c = schema.games.c, schema.entries.c, schema.chat.c
    record = select(func.coalesce(func.sum(func.length(e.body)), 0)).where(e.game == g.id).scalar_subquery()
    chat = select(func.count()).where(c.game == g.id).scalar_subquery()
    found = connection.execute(
        select(g.id, g.header, g.ply, g.over, g.closed, g.begun, g.created, g.changed, record, chat, g.runs_out)
        .order_by(g.changed.desc())
        .limit(number)
    )
    lines: list[TableLine] = []
    for id_, header, ply, over, closed, begun, created, changed, size, said, runs_out in found:
        head = msgspec.json.decode(header)
        state = "over" if over else "ended by an admin" if closed else "goes on" if begun else "not begun"
        seats = _named(head["seats"])
        lines.append(TableLine(id_, head["game"], seats, ply, state, created, changed, size, said, runs_out))
    return lines


def _named(seats: Mapping[str, str]) -> str:
    return ", ".join(f"{seat}: {name}" if name else seat for seat, name in seats.items())


def lines_of(connection: Connection, game: str) -> list[tuple[int, int, str]]:
    """Return a table's chat: number, seat, text."""
    _there(connection, game)
    t = schema.chat.c
    found = connection.execute(select(t.line, t.seat, t.text).where(t.game == game).order_by(t.line))
    return [(line, seat, text) for line, seat, text in found]


def _there(connection: Connection, game: str) -> rows.GameRow:
    row = rows.game_row(connection, game)
    if row is None:
        raise Refusal(f"There is no table '{game}'.")
    return row


def hide_name(connection: Connection, game: str, seat: str, why: str, now: int) -> None:
    """Hide who sits at a seat, at the table and in its record."""
    row = _there(connection, game)
    seats = row.header.seats
    if seat not in seats:
        raise Refusal(f"The table has no seat '{seat}'; its seats are {', '.join(seats)}.")
    header = msgspec.structs.replace(row.header, seats={**seats, seat: HIDDEN})
    rows.set_header(connection, game, header)
    s, g = schema.seats.c, schema.games.c
    index = list(seats).index(seat)
    connection.execute(update(schema.seats).where(s.game == game, s.seat == index).values(name=HIDDEN))
    connection.execute(update(schema.games).where(g.id == game).values(seated=g.seated + 1))
    _noted(connection, now, "hide-name", game, why)


def hide_line(connection: Connection, game: str, line: int, why: str, now: int) -> None:
    """Hide a line of chat."""
    _there(connection, game)
    t = schema.chat.c
    if not connection.execute(update(schema.chat).where(t.game == game, t.line == line).values(text=HIDDEN)).rowcount:
        raise Refusal(f"The table has no line {line}.")
    _noted(connection, now, "hide-line", game, why)


def end(connection: Connection, game: str, why: str, now: int) -> None:
    """End a table as it stands: it can be looked at, and nobody plays or talks there any more."""
    if _there(connection, game).over:
        raise Refusal("The game is over already.")
    t = schema.games.c
    connection.execute(
        update(schema.games)
        .where(t.id == game)
        .values(closed=True, computer_due=False, draw_offer=None, runs_out=None, revision=t.revision + 1)
    )
    _noted(connection, now, "end", game, why)


def remove(connection: Connection, game: str, why: str, now: int) -> None:
    """Delete a table and all that belongs to it."""
    _there(connection, game)
    _delete(connection, [game])
    _noted(connection, now, "delete", game, why)


def _delete(connection: Connection, games: Sequence[str]) -> None:
    kept = (schema.entries, schema.seats, schema.keys, schema.chat, schema.presence, schema.archives)
    for table in (*kept, schema.studies, schema.hints):
        connection.execute(delete(table).where(table.c.game.in_(games)))
    connection.execute(delete(schema.games).where(schema.games.c.id.in_(games)))


def records(connection: Connection, number: int) -> list[RecordLine]:
    """Return the records that somebody has brought last."""
    t = schema.records.c
    found = connection.execute(select(t.id, t.body, t.brought).order_by(t.brought.desc()).limit(number))
    lines: list[RecordLine] = []
    for id_, body, brought in found:
        head = msgspec.json.decode(body.partition(b"\n")[0])
        lines.append(RecordLine(id_, head["game"], _named(head["seats"]), brought))
    return lines


def remove_record(connection: Connection, record: str, why: str, now: int) -> None:
    """Delete a record that was brought, with what was found in it; it is not taken again."""
    if not connection.execute(delete(schema.records).where(schema.records.c.id == record)).rowcount:
        raise Refusal(f"There is no record '{record}'.")
    connection.execute(delete(schema.studies).where(schema.studies.c.game == record))
    _noted(connection, now, REMOVED, record, why)


def record_removed(connection: Connection, record: str) -> bool:
    """Tell whether an admin has deleted this record."""
    t = schema.notices.c
    return connection.execute(select(t.id).where(t.what == REMOVED, t.about == record).limit(1)).first() is not None


def bar(connection: Connection, address: str, until: int, why: str, now: int) -> None:
    """Bar an address or a network until a moment; 0: for good."""
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    put = upsert(schema.bars).values(address=address, until=until, why=why)
    connection.execute(put.on_conflict_do_update(index_elements=["address"], set_={"until": until, "why": why}))
    _noted(connection, now, "bar", address, why)


def let_in(connection: Connection, address: str, now: int) -> None:
    """Let a barred address in again."""
    if not connection.execute(delete(schema.bars).where(schema.bars.c.address == address)).rowcount:
        raise Refusal(f"'{address}' is not barred.")
    _noted(connection, now, "let-in", address, "")


def bars(connection: Connection) -> dict[str, int]:
    """Return who is barred, and until when."""
    t = schema.bars.c
    return {row.address: row.until for row in connection.execute(select(t.address, t.until))}


def prune(connection: Connection, unbegun_before: int, abandoned_before: int) -> list[str]:
    """Take away some unfinished tables: opened before a moment and never begun, or not played since another.

    Finished games are kept, and where somebody's time runs the clock says when it is over.
    """
    t = schema.games.c
    never = (~t.begun) & t.runs_out.is_(None) & (t.created < unbegun_before)
    games = list(
        connection.execute(select(t.id).where(~t.over, or_(never, t.changed < abandoned_before)).limit(BATCH)).scalars()
    )
    if games:
        _delete(connection, games)
    return games
