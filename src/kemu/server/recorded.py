"""Records that somebody has brought along: checked, kept, and shown like a table that is over."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from kemu.core.game import Game
from kemu.core.pending import Pending
from kemu.core.record import Leave, Record, RecordError, left, load_record, replay, verify
from kemu.core.refusal import Refusal
from kemu.core.table import Past

from .bases import Bases, Gathered
from .clock import now
from .errors import ApiError
from .kits import game_by_id
from .record_process import RecordProcess
from .stills import colours, still
from .storage import Database, admin, rows, studies
from .views import Views
from .wire import SeatState
from .wire_study import RecordOpened

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT = 8
"""Records that are kept ready to be shown."""


class Recorded(Struct, frozen=True):
    """A record, replayed."""

    record: Record
    game: Game[Any, Any]
    past: tuple[Past, ...]
    state: Any
    pending: Pending


def digest_of(body: bytes) -> str:
    """Return a record's id: it follows from its bytes."""
    return blake2b(body, digest_size=16, person=b"kemu brought").hexdigest()


def checked(body: bytes) -> str:
    """Say what is wrong with a record; nothing, if it is a true game."""
    try:
        record = load_record(body)
        verify(record, game_by_id(record.header.game))
    except RecordError as error:
        return str(error)
    except Refusal as refusal:
        return refusal.reason
    return ""


@lru_cache(KEPT)
def opened(body: bytes) -> Recorded:
    """Return a record that was checked, replayed."""
    record = load_record(body)
    game = game_by_id(record.header.game)
    past: list[Past] = []
    state: Any = None
    pending: Pending | None = None
    for moment in replay(record, game):
        if moment.entry is not None:
            past.append(Past(moment.entry, state, moment.events))
        state = moment.state
        if isinstance(moment.entry, Leave):
            pending = left(game, state, game.seats.index(moment.entry.seat), moment.entry.ends)
    return Recorded(record, game, tuple(past), state, pending or game.pending(state))


def shown(body: bytes, ply: int | None) -> tuple[bytes, dict[str, str]]:
    """Return a `Snapshot` as JSON, and its base: the game after a ply, or at its end, as a spectator saw it."""
    try:
        here = opened(body)
    except (RecordError, Refusal):
        raise ApiError(409, "other-rules", "By the rules as they are here now this record cannot be shown.") from None
    game, header, last, bases = here.game, here.record.header, len(here.past), Gathered()
    ply = last if ply is None else ply
    if ply > last:
        raise ApiError(404, "unknown-ply", f"The record has {last} plies.")
    now_ = ply == last
    state = here.state if now_ else here.past[ply].before
    seats = [
        SeatState(
            name=name,
            title=game.seat_title(index),
            player=header.seats[name],
            kind="friend",
            level="",
            colour=colour,
            present=False,
            taken=True,
        )
        for index, (name, colour) in enumerate(zip(game.seats, colours(game), strict=True))
    ]
    end = here.record.end
    whole = still(
        game,
        state,
        here.pending if now_ else game.pending(state),
        here.past[:ply],
        None,
        bases,
        options=header.options,
        seats=seats,
        commitment=header.commitment or "",
        secret=None if end is None else end.secret,
        salts=header.salts,
    )
    return msgspec.json.encode(whole), bases.bodies


class Records:
    """The records that were brought to this server."""

    def __init__(self, database: Database, process: RecordProcess, views: Views, bases: Bases, longest: int) -> None:
        self._database = database
        self._process = process
        self._views = views
        self._bases = bases
        self._longest = longest
        """Bytes of a record, at most."""

    async def bring(self, body: bytes, who: str) -> RecordOpened:
        """Keep a record if it is a true game, or raise what is wrong with it, and in which line."""
        if len(body) > self._longest:
            raise ApiError(413, "too-large", f"A record has at most {self._longest} bytes.")
        wrong = await self._process.run(who, checked, body)
        if wrong:
            raise ApiError(409, "bad-record", f"This is no record that can be shown here: {wrong}")
        return await asyncio.to_thread(self._keep, body)

    async def snapshot(self, made: str, who: str, ply: int | None = None) -> bytes:
        """Return the game as it stood after a ply, or at its end, as a spectator saw it: a `Snapshot` as JSON."""
        body = await asyncio.to_thread(self.body, made)
        told, bases = await self._process.run(who, shown, body, ply)
        await asyncio.to_thread(self._bases.keep, bases)
        return told

    def _keep(self, body: bytes) -> RecordOpened:
        made = digest_of(body)
        table = load_record(body).header.table
        if table is not None and self._played_here(table, body):
            return RecordOpened(made, table)

        def keep(connection: Connection) -> None:
            if admin.record_removed(connection, made):
                raise ApiError(409, "closed", "Whoever runs this server has deleted this record.")
            studies.keep_record(connection, made, body, now())

        self._database.write(keep)
        return RecordOpened(made, None)

    def _played_here(self, table: str, body: bytes) -> bool:
        with self._database.read() as connection:
            row = rows.game_row(connection, table)
        return row is not None and row.over and self._views.record(table, None).dump() == body

    def body(self, made: str) -> bytes:
        """Return a record as it was brought."""
        with self._database.read() as connection:
            found = studies.record(connection, made)
        if found is None:
            raise ApiError(404, "unknown-record", "There is no such record here: bring it again.")
        return found
