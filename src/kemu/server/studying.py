"""Studies of finished games: looked through once, in small pieces apart from all play, kept, and shown as they grow."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import lru_cache
from time import monotonic

import msgspec

from kemu.core.record import RecordError, load_record
from kemu.players.study import Found, Outlined, Played, Study, Task, carried_out, cut, judging, outlined

from .clock import now
from .errors import ApiError
from .kits import game_by_id
from .record_process import RecordProcess
from .storage import Busy, Database
from .storage import studies as rows

CLAIM = 30_000
"""Milliseconds for which a process may say that it looks through a game, before it must say so again."""
KEEP = 3.0
"""Seconds between two times at which what was found is kept."""
AT_ONCE = 2
"""How many games are looked through at the same time."""
WAITING = 40
"""How many may wait; who comes then is asked to come again."""
NOTHING = Study(0.0, ())
log = logging.getLogger("kemu.server")


# -- in a thinking process -----------------------------------------------------------------------------------------


@lru_cache(4)
def _played(body: bytes) -> Played:
    record = load_record(body)
    return cut(record, game_by_id(record.header.game))


def outline_of(body: bytes) -> Outlined | str:
    """Return how a record is handed out in tasks, or why it cannot be."""
    try:
        return outlined(_played(body))
    except RecordError as error:
        return str(error)


def find(body: bytes, task: Task) -> Found:
    """Do one task on a record."""
    return carried_out(_played(body), task)


# -- in the server -------------------------------------------------------------------------------------------------


class Studies:
    """The studies that this process works on, and those that are kept."""

    def __init__(self, database: Database, process: RecordProcess, seconds: float) -> None:
        self._seconds = seconds
        self._database = database
        self._process = process
        self._running: dict[str, asyncio.Task[None]] = {}
        self._so_far: dict[str, Study] = {}
        self._wrong: dict[str, str] = {}
        """Why a record cannot be judged, as long as this process remembers."""
        self._places = asyncio.Semaphore(AT_ONCE)

    async def found(self, game: str) -> bytes | None:
        """Return what was found so far, as JSON; None: nobody looks yet."""
        if game in self._wrong:
            raise ApiError(409, "no-study", self._wrong[game])
        if game in self._running:
            return msgspec.json.encode(self._so_far[game])
        row = await asyncio.to_thread(self._row, game)
        return row.body.encode() if row is not None and (row.done or row.until >= now()) else None

    def _row(self, game: str) -> rows.StudyRow | None:
        with self._database.read() as connection:
            return rows.study(connection, game)

    async def begin(self, game: str, body: bytes, who: str) -> bytes:
        """Look through a game that nobody looks through yet; return what is known of it."""
        if len(self._running) >= WAITING:
            raise ApiError(
                503, "busy", "Many games are looked through just now: try again.", headers={"Retry-After": "5"}
            )
        at, empty = now(), msgspec.json.encode(NOTHING).decode()
        claimed = await asyncio.to_thread(
            self._database.write, lambda c: rows.claim_study(c, game, at, at + CLAIM, empty)
        )
        if claimed and game not in self._running:
            self._so_far[game] = NOTHING
            task = self._running[game] = asyncio.ensure_future(self._look(game, body, who))
            task.add_done_callback(lambda _: self._done(game))
        return msgspec.json.encode(self._so_far.get(game, NOTHING))

    def _done(self, game: str) -> None:
        del self._running[game], self._so_far[game]

    async def end(self) -> None:
        """Stop looking: what is not done is begun again when somebody asks."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _look(self, game: str, body: bytes, who: str) -> None:
        try:
            async with self._places:
                await self._judge(game, body, ("study", who))
        except ApiError as error:
            if error.status < 500:
                self._wrong[game] = error.problem.reason
        except Busy:
            return  # The claim runs out, and the next one who asks begins again.
        except Exception:
            log.exception("a game could not be studied")
            self._wrong[game] = "This game could not be judged."

    async def _judge(self, game: str, body: bytes, who: tuple[str, str]) -> None:
        known = await self._process.run(who, outline_of, body)
        if isinstance(known, str):
            self._wrong[game] = f"By the rules as they are here this game cannot be judged: {known}."
            return
        work, kept = judging(known, self._seconds), monotonic()
        try:
            task, so_far = next(work)
            while True:
                self._so_far[game] = so_far
                if monotonic() - kept > KEEP:
                    await asyncio.to_thread(self._keep, game, so_far)
                    kept = monotonic()
                task, so_far = work.send(await self._process.run(who, find, body, task))
        except StopIteration as done:
            whole: Study = done.value
        # It is whole for those who ask once it is kept: then it is never made again.
        await asyncio.to_thread(self._keep, game, whole)

    def _keep(self, game: str, study: Study) -> None:
        body, until = msgspec.json.encode(study).decode(), now() + CLAIM
        # What could not be kept now is kept the next time.
        with suppress(Busy):
            self._database.write(lambda c: rows.keep_study(c, game, until, study.done >= 1, body))
