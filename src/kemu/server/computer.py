"""Computer seats: asked in other processes, answered once. A restart finds every question that is still open."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context

import msgspec

from kemu.core.pending import Action, Decide
from kemu.players.clock import Clock
from kemu.players.levels import HINT, LEVELS

from .clock import now
from .dragging import would_stand
from .errors import ApiError, over
from .kits import game_by_id
from .landing import seat_at
from .live import Live
from .settings import Settings
from .storage import Busy, rows
from .tables import Tables
from .thinker import Question, Thought, start, think
from .wire import Hint

CLAIM = 15_000
"""Milliseconds for which a process may say that it thinks, before it must say so again."""
SWEEP = 3.0
"""Seconds between two looks for questions that nobody thinks about."""
WAITS = (0.5, 2.0, 6.0)
"""Seconds to wait after each failure of a computer before it is asked again. Then it makes way for the substitute."""
CLOCKS = 10_000
"""Turns whose clocks are kept."""
SUBSTITUTE = "random"
"""Who decides when the seat's own player cannot: the game goes on, and any legal move is better than none."""
log = logging.getLogger("kemu.server")


Think = Callable[[Question], Awaitable[tuple[Action, Clock]]]


class Computers:
    """The computer seats of one process's tables, and of those whose process has died.

    Tests bring their own clock, sleep and thought; a server has the real ones.
    """

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        clock: Callable[[], int] = now,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        think: Think | None = None,
    ) -> None:
        self._tables = tables
        self._settings = settings
        self._clock = clock
        self._sleep = sleep
        self._think = think or self._think_elsewhere
        self._stuck: dict[str, int] = {}
        """Tables at which even the substitute could not decide, and the revision at which that was."""
        self._failed: Counter[str] = Counter()
        self._clocks: OrderedDict[tuple[str, int], Clock] = OrderedDict()
        """How much of its turn's time each seat has used: all that a computer keeps between two decisions. It may be
        lost: then a turn lasts a little longer."""
        tables.stuck = lambda table, revision: self._stuck.get(table) == revision
        self._name = secrets.token_hex(8)
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    # -- when to think -----------------------------------------------------------------------------------------

    def due(self, table: str) -> None:
        """A computer must decide at this table. Any thread may call it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._consider, table)

    async def run(self) -> None:
        """Look again and again for open questions, the first time at once: what was due before a restart is due now."""
        self._loop = asyncio.get_running_loop()
        try:
            while True:
                with suppress(Busy):
                    for table in await asyncio.to_thread(self._open_questions):
                        self._consider(table)
                await self._sleep(SWEEP)
        finally:
            self._loop = None
            for task in list(self._tasks.values()):
                task.cancel()
            if self._pool is not None:
                _end(self._pool)
                self._pool = None
                # What is left of it is let go of now: a process that is ended by a signal tidies nothing up.
                gc.collect()

    def _open_questions(self) -> list[str]:
        with self._tables.database.read() as connection:
            # A process that serves alone need not wait for the claims of its own past life to run out.
            return rows.games_due(connection, self._clock() if self._settings.shared else 2**62)

    def _consider(self, table: str) -> None:
        if self._failed[table] > len(WAITS):
            return
        if table in self._tasks:
            # The task there may have looked already, and be about to end.
            self._again.add(table)
            return
        task = asyncio.ensure_future(self._play(table))
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._done(table))

    def _done(self, table: str) -> None:
        del self._tasks[table]
        if table in self._again:
            self._again.discard(table)
            if self._loop is not None:
                self._consider(table)

    # -- thinking ----------------------------------------------------------------------------------------------

    async def _play(self, table: str) -> None:
        """Answer at this table until a person must, or the game is over."""
        try:
            while asked := await asyncio.to_thread(self._ask, table):
                revision, question = asked
                if self._settings.pause:
                    await self._sleep(self._settings.pause)
                if not await self._decide(table, revision, question):
                    self._stuck[table] = revision
                    self._tables.tell(table)
                    return
        except Busy:
            return  # The next sweep tries again.
        except ApiError:
            # Its game is not served here, or with other rules or another kit: no later look would find it otherwise.
            self._failed[table] = len(WAITS) + 1
        except Exception:
            # It was not the computer's decision that went wrong: the next sweep looks again, but not for ever.
            log.exception("a computer seat could not be asked")
            self._failed[table] += 1
            await self._sleep(SWEEP)

    async def _decide(self, table: str, revision: int, question: Question) -> bool:
        """Let the computer decide, or in the end the substitute; return False if nobody could."""
        for wait in (*WAITS, None):
            asked = question if wait is not None else msgspec.structs.replace(question, player=SUBSTITUTE)
            try:
                action, clock = await self._think_and_claim(table, revision, asked)
                self._keep(table, question.seat, clock)
                await asyncio.to_thread(self._tables.play_for_computer, table, revision, question.seat, action)
            except Busy:
                raise
            except Exception:
                log.exception("the computer %r could not decide at a table of %s", asked.player, asked.game)
                if wait is not None:
                    await self._sleep(wait)
            else:
                return True
        return False

    def _ask(self, table: str) -> tuple[int, Question] | None:
        with self._tables.slots.hold(table) as live:
            seat = live.deciding
            if seat is None or not seat.computer:
                return None
            revision = live.revision
            if self._stuck.get(table) == revision:
                return None
            # A level of an older version may be gone: somebody must play on.
            clock = self._clocks.get((table, seat.index), Clock())
            question = _question(live, LEVELS.get(seat.level, HINT).player, clock)
        return (revision, question) if self._claim(table, revision) else None

    def _keep(self, table: str, seat: int, clock: Clock) -> None:
        self._clocks[table, seat] = clock
        self._clocks.move_to_end((table, seat))
        if len(self._clocks) > CLOCKS:
            self._clocks.popitem(last=False)

    def _claim(self, table: str, revision: int) -> bool:
        if not self._settings.shared:
            return True
        at = self._clock()
        return self._tables.database.write(lambda c: rows.claim(c, table, revision, self._name, at, at + CLAIM))

    async def _think_and_claim(self, table: str, revision: int, question: Question) -> tuple[Action, Clock]:
        """Think, and keep saying so to the other processes for as long as it lasts."""
        thought = asyncio.ensure_future(self._think(question))
        try:
            while not (await asyncio.wait({thought}, timeout=CLAIM / 3000))[0]:
                await asyncio.to_thread(self._claim, table, revision)
            return thought.result()
        finally:
            thought.cancel()

    async def _think_elsewhere(self, question: Question) -> tuple[Action, Clock]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._settings.thinkers,
                mp_context=get_context("spawn"),
                initializer=start,
                initargs=(self._settings.preload, self._settings.kits),
            )
        pool = self._pool
        try:
            answer = await asyncio.get_running_loop().run_in_executor(pool, think, msgspec.json.encode(question))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise
        thought = msgspec.json.decode(answer, type=Thought)
        return game_by_id(question.game).parse(msgspec.json.decode(thought.action)), thought.clock

    # -- hints -------------------------------------------------------------------------------------------------

    async def hint(self, table: str, token: str) -> Hint:
        """Return what a good computer would do in the place of the seat that asks."""
        question, options = await asyncio.to_thread(self._hint_question, table, token)
        action, _ = await self._think(question)
        return await asyncio.to_thread(self._told, question, options, action)

    def _hint_question(self, table: str, token: str) -> tuple[Question, Sequence[Action]]:
        with self._tables.slots.hold(table) as live:
            seat = seat_at(live, token)
            pending = live.table.pending
            if not isinstance(pending, Decide):
                raise over()
            if pending.seat != seat.index:
                raise ApiError(409, "not-your-turn", "A hint is for the one who must decide.", pending.clause)
            if live.table.waits_for_salt:
                raise ApiError(409, "no-answer", pending.prompt, pending.clause)
            return _question(live, HINT.player, Clock()), pending.options

    def _told(self, question: Question, options: Sequence[Action], action: Action) -> Hint:
        from kemu.core.game import View

        played = game_by_id(question.game)
        view = View(question.seat, played.decode(question.view))
        option = options.index(action) if action in options else None
        pieces = would_stand(played, view, action) if option is None else ()
        return Hint(option, played.label(view, action), msgspec.to_builtins(action), pieces)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the thinking processes, whatever they think about: nobody waits for it any more."""
    for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage, reportUnnecessaryComparison]
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def _question(live: Live, player: str, clock: Clock) -> Question:
    """Return the pending decision as a question, with the deciding seat's view and nothing else."""
    pending = live.table.pending
    assert isinstance(pending, Decide)
    view = live.game.encode(live.table.view(pending.seat).state)
    return Question(live.game.id, pending.seat, view, player, secrets.randbits(62), clock)
