"""Archives: finished games as they were shown, so that they are still shown when their rules have changed.

When a game ends, a process of its own goes through it once and keeps each moment as a spectator sees it, with the
ending. A table whose rules are no longer installed is served from that: its record, its pictures, its moments.
"""

from __future__ import annotations

import asyncio
import logging
import lzma
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import Raw, Struct

from kemu.core.record import End, Entry, Record
from kemu.scene import Scene

from . import snapshot as cut
from .bases import Gathered
from .errors import ApiError
from .live import Live
from .processes import Processes
from .seats import Seat
from .settings import Settings
from .storage import Busy, Database, rows
from .storage.rows import GameRow
from .wire import Base, LogEntry, SceneState, Snapshot

AT_ONCE = 1_000
"""Finished games without an archive that are looked for at the start."""
IDLE = 60.0
"""Seconds for which the process waits for the next game to end: to start one takes longer than its work."""
ADDED: dict[str, Any] = {
    "places": 0,
    "rematch": {"wants": [], "table": None, "seats": {}},
    "listed": False,
    "hints": [],
}
"""What a snapshot has had since archives were first kept."""
log = logging.getLogger("kemu.server")


class Archive(Struct, frozen=True):
    """A finished game as a spectator has seen it: every moment without its log, the log, and the ending."""

    release: str
    end: End
    moments: list[Raw]
    log: list[LogEntry]


def archived(row: GameRow, seats: tuple[Seat, ...], entries: Sequence[Entry]) -> tuple[bytes, dict[str, str]]:
    """Return a finished game's archive, packed, and the bases that its scenes stand on."""
    live, bases = Live(row, seats, entries), Gathered()
    end = live.table.record().end
    assert end is not None, "an unfinished game has no archive"
    moments = [
        Raw(msgspec.json.encode(msgspec.structs.replace(cut.moment(live, ply, None, {}, bases), log=[])))
        for ply in range(live.table.ply + 1)
    ]
    whole = Archive(version("kemu"), end, moments, cut.log(live, None))
    return lzma.compress(msgspec.json.encode(whole), preset=1), bases.bodies


@lru_cache(8)
def unpacked(body: bytes) -> Archive:
    """Return an archive as it was packed."""
    return msgspec.json.decode(lzma.decompress(body), type=Archive)


class Archivist:
    """Makes the archives, one after the other, in a process of its own that goes when no more games end."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._processes = Processes(1, settings)
        self._ended: asyncio.Queue[str] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None

    def ended(self, game: str) -> None:
        """A game has ended. Any thread may call it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ended.put_nowait, game)

    async def run(self) -> None:
        """Keep what has ended, until cancelled; first what ended before and was not kept."""
        self._loop = asyncio.get_running_loop()
        try:
            with suppress(Busy):
                for game in await asyncio.to_thread(self._left_over):
                    self._ended.put_nowait(game)
            while True:
                try:
                    async with asyncio.timeout(IDLE):
                        game = await self._ended.get()
                except TimeoutError:
                    await asyncio.to_thread(self._processes.end)
                else:
                    await self._keep(game)
        finally:
            self._loop = None
            self._processes.end()

    async def _keep(self, game: str) -> None:
        try:
            found = await asyncio.to_thread(stored, self._database, game)
            if found is None or not found[0].over:
                return
            body, bases = await self._processes.run(archived, *found)
            await asyncio.to_thread(self._write, game, body, bases)
        except (ApiError, Busy):
            return  # Its rules are not these any more, or the next start tries again.
        except Exception:
            log.exception("a finished game could not be archived")

    def _left_over(self) -> list[str]:
        with self._database.read() as connection:
            return rows.games_to_archive(connection, AT_ONCE)

    def _write(self, game: str, body: bytes, bases: dict[str, str]) -> None:
        def work(connection: Any) -> None:
            for digest, base in bases.items():
                rows.keep_base(connection, digest, base)
            rows.keep_archive(connection, game, version("kemu"), body)

        self._database.write(work)


def stored(database: Database, game: str) -> tuple[GameRow, tuple[Seat, ...], list[Entry]] | None:
    """Return a game's rows; None: there is no such game."""
    with database.read() as connection:
        row = rows.game_row(connection, game)
        return None if row is None else (row, rows.seats_of(connection, game), rows.entries_after(connection, game, 0))


class Kept:
    """A finished game whose rules are no longer installed, served from what was stored."""

    def __init__(self, database: Database, game: str, refusal: ApiError) -> None:
        """Find it, or raise what was wrong with opening it."""
        found = stored(database, game)
        if refusal.problem.code != "other-rules" or found is None or not found[0].over:
            raise refusal
        with database.read() as connection:
            body = rows.archive(connection, game)
        self._database, self._refusal = database, refusal
        self._row, _, self._entries = found
        self._archive = None if body is None else unpacked(body)

    def record(self) -> Record:
        """Return the record: header and entries as they are stored; the ending, if it was kept."""
        return Record(self._row.header, tuple(self._entries), None if self._archive is None else self._archive.end)

    def moment(self, ply: int | None) -> Snapshot:
        """Return the table after a ply, or at the end, as a spectator has seen it."""
        if self._archive is None:
            raise self._refusal
        moments = self._archive.moments
        ply = len(moments) - 1 if ply is None else ply
        if ply >= len(moments):
            raise ApiError(404, "unknown-ply", f"The table stands at ply {len(moments) - 1}.")
        shown = msgspec.convert({**ADDED, **msgspec.json.decode(moments[ply])}, Snapshot)
        return msgspec.structs.replace(shown, log=[line for line in self._archive.log if line.ply <= ply])

    def scene(self, ply: int | None) -> Scene:
        """Return the picture of a moment as data."""
        shown = self.moment(ply)
        with self._database.read() as connection:
            body = rows.base(connection, shown.base)
        if body is None:
            raise self._refusal
        base, state = msgspec.json.decode(body, type=Base), shown.scene
        parts = {name: getattr(state, name) for name in SceneState.__struct_fields__}
        parts["zones"] = (*base.zones, *state.zones)
        return Scene(**parts, base=base.base, defs=base.defs, symbols=base.symbols)
