"""The list of open tables: whoever opened one lets anyone on this server find it and take a free seat.

A table stands there for as long as somebody sits at it with an open page: every process says again and again until
when its tables are listed, and one that nobody says so of is on the list no more. It comes back with its player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from kemu.core.refusal import Refusal

from .clock import now
from .errors import ApiError, closed, over
from .kits import game_by_id, title_of
from .landing import seat_at
from .opening import LISTED
from .presence import Presence
from .seats import Seat
from .settings import Limits
from .slots import Slots
from .snapshot import stamp
from .storage import Database, listed, rows
from .storage.rows import GameRow
from .wire_seats import Listing, OpenTable

RENEW = 20.0
"""Seconds between two times that it is said."""
MOST = 50
"""Tables that are shown: the newest."""


class Listings:
    """The tables of all processes that are open to anyone. `changed` is called with a table after each change."""

    def __init__(
        self, database: Database, slots: Slots, limits: Limits, presence: Presence, changed: Callable[[str], None]
    ) -> None:
        self._database = database
        self._slots = slots
        self._limits = limits
        self._presence = presence
        self._changed = changed

    def tables(self) -> list[OpenTable]:
        """Return the tables that anyone may sit down at, the newest first."""
        with self._database.read() as connection:
            found = [(row, rows.seats_of(connection, row.id)) for row in listed.games_listed(connection, now(), MOST)]
        return [told for row, seats in found if (told := _told(row, seats)) is not None]

    def list(self, game: str, token: str, body: Listing) -> Listing:
        """Put a table on the list, or take it off."""
        with self._slots.hold(game) as live:
            seat_at(live, token)
            if live.over:
                raise over()
            if live.closed:
                raise closed()
            if body.listed:
                if all(seat.taken for seat in live.seats):
                    raise ApiError(409, "no-free-seat", "There is no free seat at this table.")
                with self._database.read() as connection:
                    may_list(listed.listed_by(connection, live.opener, now(), game), self._limits)
            until = now() + LISTED if body.listed else 0

            def write(connection: Connection) -> None:
                listed.set_listed(connection, game, until, self._database.tick(connection))
                self._database.notify(connection, game)

            self._database.write(write)
            live.listed = until
            live.seated += 1
        self._changed(game)
        return body

    def renew(self) -> None:
        """Say of the tables at which somebody sits, by way of this process, that they are listed for a while longer."""
        here = self._presence.here()
        if here:
            self._database.write(lambda c: listed.renew_listed(c, here, now() + LISTED))


def may_list(listed: int, limits: Limits) -> None:
    """Raise if an address has as many tables on the list as it may."""
    if listed >= limits.listed:
        raise ApiError(409, "listed", f"{limits.listed} of your tables are on the list already: that is enough.")


def _told(row: GameRow, seats: Sequence[Seat]) -> OpenTable | None:
    """Return what is told of a table; None: it has no free seat, or its game is not served here."""
    names = list(row.header.seats)
    free = [names[seat.index] for seat in seats if not seat.taken]
    try:
        title = title_of(game_by_id(row.header.game))
    except Refusal:
        return None
    opener = next((seat.name for seat in seats if seat.kind == "you" and seat.name), "")
    if not free:
        return None
    terms = None if row.clock is None else row.clock.terms
    return OpenTable(row.id, row.header.game, title, opener, free, row.header.options, stamp(row.created), terms)
