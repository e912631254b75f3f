"""Rows of clocks that run, and of the heartbeat: small statements, each inside the caller's transaction."""

from __future__ import annotations

from sqlalchemy import Connection, or_, select, update

from . import schema

AHEAD = 3600_000
"""Milliseconds by which no other server's clock is ahead of this one's: what says so was said by one that was wrong."""


def begin(connection: Connection, game: str, revision: int, runs_out: int) -> bool:
    """Let the time of a table run; return False, with nothing changed, if the table is not as it was seen."""
    t = schema.games.c
    seen = update(schema.games).where(t.id == game, t.revision == revision, t.runs_out.is_(None), ~t.closed)
    return connection.execute(seen.values(runs_out=runs_out)).rowcount == 1


def out_of_time(connection: Connection, now: int, most: int) -> list[str]:
    """Return some games in which the time of a seat is over, the longest ago first."""
    t = schema.games.c
    return list(connection.execute(select(t.id).where(t.runs_out <= now).order_by(t.runs_out).limit(most)).scalars())


def put_off(connection: Connection, game: str, until: int) -> None:
    """Let the time of a table run out at a later moment."""
    t = schema.games.c
    connection.execute(update(schema.games).where(t.id == game, t.runs_out < until).values(runs_out=until))


def beat(connection: Connection, now: int) -> int:
    """Note that a server is there; return when one was last."""
    t = schema.heartbeat.c
    last = connection.execute(select(t.at)).scalar_one()
    connection.execute(update(schema.heartbeat).where(or_(t.at < now, t.at > now + AHEAD)).values(at=now))
    return last


def give_back(connection: Connection, lost: int, tick: int) -> list[str]:
    """Let all time that runs run out so much later; return the tables."""
    t = schema.games.c
    later = update(schema.games).where(t.runs_out.is_not(None)).values(runs_out=t.runs_out + lost, tick=tick)
    return list(connection.execute(later.returning(t.id)).scalars())
