"""Claims: how a player takes a seat, by a link that is used once. Opening the link only shows the table.

Both secrets, the link's and the seat's, are made by the one who will hold them and kept here as digests. So a claim
whose answer was lost can be sent again, and nobody who knew the link knows the seat's secret.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from .clock import now as clock
from .clocks import Ticking, runs_for
from .errors import ApiError, stale
from .landing import RETRIES, seat_at
from .live import Live
from .seats import Seat, digest, invited_to, seat_of
from .settings import Limits
from .slots import Slots
from .storage import Database, listed, rows, running
from .wire_seats import Claim, Claimed, PassOn


class _Moved(Exception):
    """The table was played on at while somebody sat down: whose time runs is another."""


class Claims:
    """Seats that change hands. `changed` is called with the table after each."""

    def __init__(
        self,
        database: Database,
        slots: Slots,
        limits: Limits,
        changed: Callable[[str], None],
        clock: Callable[[], int] = clock,
    ) -> None:
        self._clock = clock
        self._database = database
        self._limits = limits
        self._slots = slots
        self._changed = changed

    def claim(self, game: str, body: Claim) -> Claimed:
        """Give a seat to whoever has its link, once; whoever held it before holds it no more."""
        named_within(body.name, self._limits)
        for _ in range(RETRIES):
            try:
                claimed = self._claim(game, body)
            except _Moved:
                continue
            self._changed(game)
            return claimed
        raise stale()

    def _claim(self, game: str, body: Claim) -> Claimed:
        with self._slots.hold(game) as live:
            if body.token == body.invite:
                raise ApiError(422, "malformed", "The seat's secret is a fresh one, not that of the link.")
            again = seat_of(body.token, live.seats)
            if again is not None:
                return Claimed(live.game.seats[again.index])
            if isinstance(body.seat, str) == isinstance(body.invite, str):
                raise ApiError(422, "malformed", "A seat is claimed by its link, or by its name at a listed table.")
            seat = None
            if isinstance(body.seat, str):
                seat = _named(live, body.seat)
            elif isinstance(body.invite, str):
                seat = invited_to(body.invite, live.seats)
            if seat is None:
                raise _used()
            self._sit(
                live, seat, digest(body.token), body.name.strip() or seat.name, open_to_all=isinstance(body.seat, str)
            )
        return Claimed(live.game.seats[seat.index])

    def _sit(self, live: Live, seat: Seat, token: bytes, name: str, open_to_all: bool) -> None:
        now = msgspec.structs.replace(seat, token=token, invite=None, again=None, name=name)
        place = live.game.seats[seat.index]

        def write(connection: Connection, tick: int) -> bool:
            if open_to_all:
                sits = listed.seat_taken(connection, live.id, now, self._clock(), tick)
            else:
                sits = rows.seat_claimed(connection, live.id, now, seat.invite, tick)
            if not sits:
                return False
            if name != seat.name:
                rows.name_in_header(connection, live.id, place, name)
            return True

        if not self._seat(live, now, write):
            raise _not_open() if open_to_all else _used()
        if name != seat.name and not live.over:
            live.table.name_player(seat.index, name)

    def pass_on(self, game: str, token: str, body: PassOn) -> Claimed:
        """Let the seat that this secret opens be claimed by a link; until then everything stays as it is."""
        invite = digest(body.invite)
        with self._slots.hold(game) as live:
            seat = seat_at(live, token)
            now = msgspec.structs.replace(seat, invite=invite)
            if not self._seat(live, now, lambda c, tick: rows.seat_offered(c, game, seat, invite, tick)):
                raise _used()
        return Claimed(live.game.seats[seat.index])

    def _seat(self, live: Live, seat: Seat, write: Callable[[Connection, int], bool]) -> bool:
        """Write a seat's change down, and then remember it. Of two that come at once the database takes one. With the
        last who comes the time begins to run."""
        at = self._clock()

        def work(connection: Connection) -> tuple[Ticking | None] | None:
            if not write(connection, self._database.tick(connection)):
                return None
            begun = self._begun(connection, live, at)
            self._database.notify(connection, live.id)
            return (begun,)

        live.changing = True
        done = self._database.write(work)
        if done is None:
            return False
        live.seats = tuple(seat if one.index == seat.index else one for one in live.seats)
        live.seated += 1
        (live.ticking,) = done
        live.changing = False
        return True

    def _begun(self, connection: Connection, live: Live, at: int) -> Ticking | None:
        """Let the time run if everybody is there now; return how the clock stands."""
        ticking = live.ticking
        if ticking is None or ticking.seat is not None or live.closed:
            return ticking
        begun = ticking.after(runs_for(live.table, rows.seats_of(connection, live.id)), at)
        if begun.runs_out is not None and not running.begin(connection, live.id, live.revision, begun.runs_out):
            raise _Moved
        return begun


def named_within(name: str, limits: Limits) -> None:
    """Raise if a name has too many bytes: letters may have several."""
    if len(name.encode()) > limits.name_bytes:
        raise ApiError(422, "too-long", f"A name has at most {limits.name_bytes} bytes.")


def _named(live: Live, name: str) -> Seat:
    """Return the seat of this name, or raise if nobody may take it."""
    seat = next((seat for seat in live.seats if live.game.seats[seat.index] == name), None)
    if seat is None or seat.taken or seat.kind != "friend":
        raise _not_open()
    return seat


def _not_open() -> ApiError:
    return ApiError(409, "claimed", "This seat is not open to anyone, or not any more. You may watch the game.")


def _used() -> ApiError:
    return ApiError(409, "claimed", "This link is used up: somebody has taken the seat. You may watch the game.")
