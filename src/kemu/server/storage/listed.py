"""Rows of the list of open tables: small statements, each inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select, update

from ..seats import Seat
from . import schema
from .rows import GameRow, game_row


def seat_taken(connection: Connection, game: str, seat: Seat, now: int, tick: int) -> bool:
    """Let somebody sit down at a free seat of a table that is listed; return False, with nothing changed, if it is not
    free or the table is not listed."""
    g, t = schema.games.c, schema.seats.c
    listed = select(g.id).where(g.id == game, g.listed > now, ~g.over, ~g.closed).exists()
    free = update(schema.seats).where(
        t.game == game, t.seat == seat.index, t.kind == "friend", t.token.is_(None), listed
    )
    if connection.execute(free.values(token=seat.token, invite=None, name=seat.name)).rowcount != 1:
        return False
    connection.execute(update(schema.games).where(g.id == game).values(seated=g.seated + 1, tick=tick))
    return True


def set_listed(connection: Connection, game: str, until: int, tick: int) -> None:
    """Note until when a table is listed; 0: it is not."""
    t = schema.games.c
    change = update(schema.games).where(t.id == game).values(listed=until, seated=t.seated + 1, tick=tick)
    connection.execute(change)


def renew_listed(connection: Connection, games: Sequence[str], until: int) -> None:
    """Note that tables are listed for longer, those of them that are listed at all."""
    t = schema.games.c
    for start in range(0, len(games), 500):
        part = games[start : start + 500]
        connection.execute(update(schema.games).where(t.id.in_(part), t.listed > 0, ~t.over).values(listed=until))


def games_listed(connection: Connection, now: int, most: int) -> list[GameRow]:
    """Return the newest tables that are listed and have a free seat."""
    g, s = schema.games.c, schema.seats.c
    free = select(s.game).where(s.game == g.id, s.kind == "friend", s.token.is_(None)).exists()
    found = select(g.id).where(g.listed > now, ~g.over, ~g.closed, free).order_by(g.created.desc(), g.id).limit(most)
    games = [game_row(connection, game) for game in connection.execute(found).scalars()]
    return [row for row in games if row is not None]


def listed_by(connection: Connection, opener: bytes, now: int, beside: str = "") -> int:
    """Return how many tables with a free seat an address has on the list, one of them apart."""
    g, s = schema.games.c, schema.seats.c
    free = select(s.game).where(s.game == g.id, s.kind == "friend", s.token.is_(None)).exists()
    found = select(func.count()).where(g.opener == opener, g.listed > now, g.id != beside, ~g.over, ~g.closed, free)
    return connection.execute(found).scalar_one()
