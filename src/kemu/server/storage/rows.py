"""Rows in and out: small statements, each inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy import (
    Boolean,
    Connection,
    Dialect,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from kemu.core.record import Back, Drawn, Entry, Header, Leave, Move

from ..clocks import GameClock
from ..seats import Seat
from . import schema


class GameRow(Struct, frozen=True):
    """What a game's row says."""

    id: str
    header: Header
    secret: bytes
    created: int
    ply: int
    revision: int
    undos: int
    over: bool
    computer_due: bool
    draw_offer: int | None
    lines: int
    seated: int = 0
    opener: bytes = b""
    closed: bool = False
    next: str | None = None
    listed: int = 0
    clock: GameClock | None = None
    runs_out: int | None = None


# Statements that every move needs are made once: to make one costs more than to run it.
_GAME = select(*(schema.games.c[name] for name in GameRow.__struct_fields__)).where(
    schema.games.c.id == bindparam("game")
)
_ENTRY = insert(schema.entries)
_KEY = insert(schema.keys)
_HEADER = msgspec.json.Decoder(Header)
_CLOCK = msgspec.json.Decoder(GameClock)
_CHANGE = (
    update(schema.games)
    .where(
        schema.games.c.id == bindparam("game"),
        schema.games.c.revision == bindparam("seen"),
        func.coalesce(schema.games.c.draw_offer, literal_column("-1")) == bindparam("seen_offer"),
        func.coalesce(schema.games.c.runs_out, literal_column("-1")) == bindparam("seen_runs_out"),
        schema.games.c.seated == bindparam("seated"),
        ~schema.games.c.closed,
    )
    .values(
        changed=bindparam("now"),
        begun=or_(schema.games.c.begun, bindparam("played", type_=Boolean)),
        ply=bindparam("new_ply"),
        revision=schema.games.c.revision + literal_column("1"),
        undos=schema.games.c.undos + bindparam("undone"),
        over=bindparam("new_over"),
        computer_due=bindparam("new_due"),
        draw_offer=bindparam("new_offer"),
        clock=bindparam("new_clock"),
        runs_out=bindparam("new_runs_out"),
        tick=bindparam("new_tick"),
        thinker=null(),
        thinks_until=null(),
    )
)


@cache
def _ready(statement: Any, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
    """Return a statement as the driver takes it, and the order of its values where the driver counts them."""
    made = statement.compile(dialect=dialect)
    return str(made), None if made.positiontup is None else tuple(made.positiontup)


def _quickly(connection: Connection, statement: Any, *rows: dict[str, Any]) -> int:
    """Run a statement that every move needs, past the layers that look at it anew each time; return its row count."""
    sql, order = _ready(statement, connection.dialect)
    values = [row if order is None else tuple([row[name] for name in order]) for row in rows]
    return connection.exec_driver_sql(sql, values[0] if len(values) == 1 else values).rowcount  # pyright: ignore[reportArgumentType]


def insert_game(
    connection: Connection, row: GameRow, seats: Iterable[Seat], entries: Sequence[Entry], tick: int
) -> None:
    """Store a new game with its seats and whatever chance gave before the first decision."""
    values = {name: getattr(row, name) for name in GameRow.__struct_fields__}
    values["header"] = msgspec.json.encode(row.header).decode()
    values["clock"] = _clock_body(row.clock)
    connection.execute(
        insert(schema.games).values(**values, tick=tick, changed=row.created, begun=False, watched_until=0)
    )
    connection.execute(
        insert(schema.seats),
        [
            {
                "game": row.id,
                "seat": s.index,
                "kind": s.kind,
                "level": s.level,
                "name": s.name,
                "token": s.token,
                "invite": s.invite,
            }
            for s in seats
        ],
    )
    insert_entries(connection, row.id, entries)


def _clock_body(clock: GameClock | None) -> str | None:
    return None if clock is None else msgspec.json.encode(clock).decode()


def insert_entries(connection: Connection, game: str, entries: Sequence[Entry]) -> None:
    """Append to a game's record."""
    if entries:
        rows = [{"game": game, "ply": e.ply, "body": msgspec.json.encode(e).decode()} for e in entries]
        _quickly(connection, _ENTRY, *rows)


def delete_entries(connection: Connection, game: str, after: int) -> None:
    """Take everything after a ply out of a game's record."""
    connection.execute(delete(schema.entries).where(schema.entries.c.game == game, schema.entries.c.ply > after))


def game_row(connection: Connection, game: str) -> GameRow | None:
    """Return a game's row."""
    row = connection.execute(_GAME, {"game": game}).one_or_none()
    if row is None:
        return None
    values = dict(zip(GameRow.__struct_fields__, row, strict=True))
    values["header"] = _HEADER.decode(values["header"])
    values["clock"] = None if values["clock"] is None else _CLOCK.decode(values["clock"])
    return GameRow(**values)


def seats_of(connection: Connection, game: str) -> tuple[Seat, ...]:
    """Return who sits at a table, in the order of the seats."""
    t = schema.seats.c
    found = connection.execute(
        select(t.seat, t.kind, t.level, t.name, t.token, t.invite, t.again).where(t.game == game).order_by(t.seat)
    )
    return tuple(Seat(*row) for row in found)


def seat_claimed(connection: Connection, game: str, seat: Seat, invite: bytes | None, tick: int) -> bool:
    """Let somebody sit down, if the seat's link has not been used; return False, with nothing changed, if it has."""
    t = schema.seats.c
    claim = update(schema.seats).where(t.game == game, t.seat == seat.index, t.invite == invite)
    if connection.execute(claim.values(token=seat.token, invite=None, again=None, name=seat.name)).rowcount != 1:
        return False
    _seated(connection, game, tick)
    return True


def name_in_header(connection: Connection, game: str, seat: str, name: str) -> None:
    """Write into the header of a running game's record who sits at a seat; that of a finished game stands."""
    t = schema.games.c
    found = connection.execute(select(t.header).where(t.id == game, ~t.over)).scalar_one_or_none()
    if found is not None:
        header = _HEADER.decode(found)
        set_header(connection, game, structs.replace(header, seats={**header.seats, seat: name}))


def seat_offered(connection: Connection, game: str, seat: Seat, invite: bytes, tick: int) -> bool:
    """Let whoever holds a seat's secret make it claimable by a link; return False if the secret holds it no more."""
    t = schema.seats.c
    offer = update(schema.seats).where(t.game == game, t.seat == seat.index, t.token == seat.token)
    if connection.execute(offer.values(invite=invite)).rowcount != 1:
        return False
    _seated(connection, game, tick)
    return True


def wants_again(connection: Connection, game: str, seat: Seat, again: bytes | None, tick: int) -> bool:
    """Note with which secret a seat would play again; None: it would not, and then nobody's wish stands. Return False,
    with nothing changed, if they play again already, or the seat has passed to another secret."""
    g, s = schema.games.c, schema.seats.c
    # The game's row comes first: of two that agree at once the second sees what the first has written.
    seen = update(schema.games).where(g.id == game, g.next.is_(None)).values(seated=g.seated + 1, tick=tick)
    if connection.execute(seen).rowcount != 1:
        return False
    mine = update(schema.seats).where(s.game == game)
    if again is not None:
        mine = mine.where(s.seat == seat.index, s.token == seat.token)
    return connection.execute(mine.values(again=again)).rowcount > 0


def set_next(connection: Connection, game: str, following: str) -> None:
    """Note at which table those of a finished game play again."""
    connection.execute(update(schema.games).where(schema.games.c.id == game).values(next=following))


def _seated(connection: Connection, game: str, tick: int) -> None:
    t = schema.games.c
    connection.execute(update(schema.games).where(t.id == game).values(seated=t.seated + 1, tick=tick))


def entries_after(connection: Connection, game: str, ply: int) -> list[Entry]:
    """Return a game's record after a ply."""
    t = schema.entries.c
    bodies = connection.execute(select(t.body).where(t.game == game, t.ply > ply).order_by(t.ply)).scalars()
    return [_entry(body) for body in bodies]


def _entry(body: str) -> Entry:
    fields = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    shape = Move if "do" in fields else Drawn if "chance" in fields else Back if "back" in fields else Leave
    return msgspec.json.decode(body, type=shape)


class Change(Struct, frozen=True):
    """A change of a game's row: only if it still has the revision that the change was made from."""

    game: str
    revision: int
    ply: int
    over: bool
    computer_due: bool
    draw_offer: int | None
    undone: bool = False
    played: bool = True
    """Whether a seat has made a choice, and not only come to the table."""
    seated: int = 0
    """How often the seats had changed hands: a secret that has been given up since changes nothing."""
    now: int = 0
    seen_offer: int | None = None
    """Who offered a draw when the change was made: an offer made or answered meanwhile is not overlooked."""
    clock: GameClock | None = None
    runs_out: int | None = None
    seen_runs_out: int | None = None
    """When the time ran out as far as was known: it may have begun, or have been put off, meanwhile."""


def change_game(connection: Connection, change: Change, tick: int) -> bool:
    """Move a game to its next revision; return False, with nothing changed, if somebody else has done so before, or
    has offered a draw or answered an offer."""
    return _quickly(connection, _CHANGE, {**_values(change), "new_tick": tick}) == 1


def _values(change: Change) -> dict[str, Any]:
    return {
        "game": change.game,
        "seen": change.revision,
        "seen_offer": -1 if change.seen_offer is None else change.seen_offer,
        "new_ply": change.ply,
        "undone": int(change.undone),
        "played": change.played,
        "seated": change.seated,
        "now": change.now,
        "new_over": change.over,
        "new_due": change.computer_due,
        "new_offer": change.draw_offer,
        "new_clock": _clock_body(change.clock),
        "new_runs_out": change.runs_out,
        "seen_runs_out": -1 if change.seen_runs_out is None else change.seen_runs_out,
    }


_LAND = """
WITH moved AS (
  UPDATE games SET changed = %(now)s, begun = true, ply = %(new_ply)s, revision = revision + 1, over = %(new_over)s,
    computer_due = %(new_due)s, draw_offer = %(new_offer)s, clock = %(new_clock)s, runs_out = %(new_runs_out)s,
    thinker = NULL, thinks_until = NULL
  WHERE id = %(game)s AND revision = %(seen)s AND coalesce(draw_offer, -1) = %(seen_offer)s
    AND coalesce(runs_out, -1) = %(seen_runs_out)s AND seated = %(seated)s AND NOT closed
  RETURNING id),
written AS (
  INSERT INTO entries (game, ply, body)
  SELECT moved.id, e.ply, e.body FROM moved, unnest(%(plies)s::integer[], %(bodies)s::text[]) AS e (ply, body)),
noted AS (
  INSERT INTO keys (game, seat, key, request, answer)
  SELECT moved.id, %(seat)s::integer, %(key)s::text, %(request)s::bytea, %(answer)s::text
  FROM moved WHERE %(key)s::text IS NOT NULL)
SELECT pg_notify('kemu', %(tells)s) FROM moved
"""


def land(connection: Connection, change: Change, entries: Sequence[Entry], note: Note | None, tells: str) -> bool:
    """Do on PostgreSQL in one statement what a move does: the game's row, the record, the key, the notice to others.

    Return False, with nothing changed, if the game is not as the change was made from.
    """
    values = {
        **_values(change),
        "plies": [entry.ply for entry in entries],
        "bodies": [msgspec.json.encode(entry).decode() for entry in entries],
        "seat": None if note is None else note.seat,
        "key": None if note is None else note.key,
        "request": None if note is None else note.request,
        "answer": None if note is None else note.answer,
        "tells": tells,
    }
    return connection.exec_driver_sql(_LAND, values).rowcount == 1


def set_header(connection: Connection, game: str, header: Header) -> None:
    """Store a record's header with a salt that was added; the game's row must have moved to its next revision here."""
    body = msgspec.json.encode(header).decode()
    connection.execute(update(schema.games).where(schema.games.c.id == game).values(header=body))


def set_draw_offer(connection: Connection, change: Change, tick: int) -> bool:
    """Note who offers a draw; return False, with nothing changed, if the table is not as it was seen."""
    t = schema.games.c
    as_seen = update(schema.games).where(
        t.id == change.game,
        t.revision == change.revision,
        t.draw_offer.is_not_distinct_from(change.seen_offer),
        t.seated == change.seated,
        ~t.closed,
    )
    return connection.execute(as_seen.values(draw_offer=change.draw_offer, tick=tick)).rowcount == 1


# -- idempotency keys --------------------------------------------------------------------------------------------


def answered(connection: Connection, game: str, seat: int, key: str) -> tuple[bytes, str] | None:
    """Return the digest of the request that carried this key, and what was answered to it."""
    t = schema.keys.c
    row = connection.execute(
        select(t.request, t.answer).where(t.game == game, t.seat == seat, t.key == key)
    ).one_or_none()
    return None if row is None else (bytes(row.request), row.answer)


class Note(Struct, frozen=True):
    """What was answered to a seat's request under its key, and a digest of that request."""

    seat: int
    key: str
    request: bytes
    answer: str


def note_answer(connection: Connection, game: str, note: Note) -> None:
    """Keep what was answered under a key. A key that is there already violates the table's own key."""
    _quickly(connection, _KEY, {"game": game, **structs.asdict(note)})


# -- chat --------------------------------------------------------------------------------------------------------


class Line(Struct, frozen=True):
    """A line of chat."""

    line: int
    seat: int
    text: str
    said: int


def add_line(connection: Connection, game: str, seat: int, said: str, now: int, tick: int) -> int:
    """Add a line of chat and return its number. The game's row counts them, so there is no gap and no double."""
    t = schema.games.c
    count = update(schema.games).where(t.id == game).values(tick=tick, lines=t.lines + 1).returning(t.lines)
    line = connection.execute(count).scalar_one()
    connection.execute(insert(schema.chat).values(game=game, line=line, seat=seat, text=said, said=now))
    return line


def said(connection: Connection, game: str, seat: int) -> tuple[int, int]:
    """Return how many lines of chat a seat has written, and how many characters all have."""
    t = schema.chat.c
    own = func.coalesce(func.sum(case((t.seat == seat, 1), else_=0)), 0)
    row = connection.execute(select(own, func.coalesce(func.sum(func.length(t.text)), 0)).where(t.game == game)).one()
    return int(row[0]), int(row[1])


def last_lines(connection: Connection, game: str, number: int) -> list[Line]:
    """Return the newest lines of a table's chat, oldest first."""
    t = schema.chat.c
    found = connection.execute(
        select(t.line, t.seat, t.text, t.said).where(t.game == game).order_by(t.line.desc()).limit(number)
    )
    return [Line(*row) for row in found][::-1]


# -- what is asked across games ----------------------------------------------------------------------------------


def games_opened(connection: Connection, opener: bytes, since: int) -> int:
    """Return how many unfinished games an address has opened since then."""
    t = schema.games.c
    return connection.execute(
        select(func.count()).where(t.opener == opener, t.created > since, ~t.over, ~t.closed)
    ).scalar_one()


def games_changed(connection: Connection, since: int) -> tuple[int, list[str]]:
    """Return the storage's clock, and the games that have changed since it stood at `since`."""
    now = connection.execute(select(schema.clock.c.tick)).scalar_one()
    if now == since:
        return now, []
    return now, list(connection.execute(select(schema.games.c.id).where(schema.games.c.tick > since)).scalars())


def games_due(connection: Connection, now: int, watched: bool = False) -> list[str]:
    """Return the games in which a computer must decide and no living process says that it thinks about it; or only
    those of them that somebody watches, as the servers have noted."""
    t = schema.games.c
    idle = (t.thinks_until.is_(None)) | (t.thinks_until < now)
    due = select(t.id).where(t.computer_due, ~t.over, idle)
    return list(connection.execute(due.where(t.watched_until > now) if watched else due).scalars())


def is_due(connection: Connection, game: str, now: int) -> bool:
    """Return whether a computer must decide at a table that somebody watches."""
    t = schema.games.c
    due = select(t.id).where(t.id == game, t.computer_due, ~t.over, t.watched_until > now)
    return connection.execute(due).first() is not None


def note_watched(connection: Connection, game: str, until: int, tick: int) -> None:
    """Note until when a table counts as watched."""
    t = schema.games.c
    connection.execute(update(schema.games).where(t.id == game).values(watched_until=until, tick=tick))


def claim(
    connection: Connection, game: str, revision: int, thinker: str, now: int, until: int, watched: bool = False
) -> bool:
    """Say that this process thinks about a game's decision; return False if another does, or if nobody watches where
    that is asked for."""
    t = schema.games.c
    free = (t.thinks_until.is_(None)) | (t.thinks_until < now) | (t.thinker == thinker)
    done = connection.execute(
        update(schema.games)
        .where(t.id == game, t.revision == revision, t.computer_due, ~t.over, free)
        .where(t.watched_until > (now if watched else -1))
        .values(thinker=thinker, thinks_until=until)
    )
    return done.rowcount == 1


def touch(connection: Connection) -> None:
    """Write something that changes nothing: to see whether the database takes it."""
    connection.execute(update(schema.clock).values(tick=schema.clock.c.tick))


# -- bases -------------------------------------------------------------------------------------------------------


def games_to_archive(connection: Connection, number: int) -> list[str]:
    """Return finished games of which no archive is kept."""
    g, a = schema.games.c, schema.archives.c
    kept = select(a.game).where(a.game == g.id).exists()
    return list(connection.execute(select(g.id).where(g.over, ~kept).limit(number)).scalars())


def keep_archive(connection: Connection, game: str, release: str, body: bytes) -> None:
    """Keep a finished game as it was shown."""
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    values = {"game": game, "release": release, "body": body}
    connection.execute(upsert(schema.archives).values(**values).on_conflict_do_nothing())


def archive(connection: Connection, game: str) -> bytes | None:
    """Return a finished game as it was shown."""
    t = schema.archives.c
    return connection.execute(select(t.body).where(t.game == game)).scalar_one_or_none()


def keep_base(connection: Connection, digest: str, body: str) -> None:
    """Keep what never changes in a scene, if it is not there yet."""
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(upsert(schema.bases).values(digest=digest, body=body).on_conflict_do_nothing())


def base(connection: Connection, digest: str) -> str | None:
    """Return what is kept under a digest."""
    return connection.execute(select(schema.bases.c.body).where(schema.bases.c.digest == digest)).scalar_one_or_none()
