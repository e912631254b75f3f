"""Computer seats: asked in other processes, answered once. A restart finds every question that is still open."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from kemu.core.pending import Action, Decide
from kemu.players.clock import Clock
from kemu.players.levels import HINT, LEVELS

from .clock import now
from .dragging import would_stand
from .errors import ApiError, over
from .kits import game_by_id
from .landing import seat_at
from .lanes import Lane
from .live import Live
from .metrics import Metrics
from .processes import Processes
from .settings import Settings
from .storage import Busy, rows
from .tables import Tables
from .thinker import Question, Thought, think
from .wire_study import Hint

CLAIM = 15_000
"""Milliseconds for which a process may say that it thinks, before it must say so again."""
NOTED = 60_000
"""Milliseconds for which the database says of a table that somebody watches it."""
SWEEP = 3.0
"""Seconds between two looks for questions that nobody thinks about."""
WAITS = (0.5, 2.0, 6.0)
"""Seconds to wait after each failure of a computer before it is asked again. Then it makes way for the substitute."""
CLOCKS = 10_000
"""Turns whose clocks are kept."""
SUBSTITUTE = "random"
"""Who decides when the seat's own player cannot: the game goes on, and any legal move is better than none."""
CHEAP = frozenset({"random", "greedy"})
"""Players that answer at once."""
log = logging.getLogger("kemu.server")


Think = Callable[[Question], Awaitable[tuple[Action, Clock]]]


class Asked(Struct, frozen=True):
    """A decision that a computer must make, and for whose table it thinks."""

    revision: int
    question: Question
    opener: bytes


class _Taken(Exception):
    """Another process thinks about this, or the table has moved on."""


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
        watched: Callable[[str], bool] = lambda table: True,
        metrics: Metrics | None = None,
        elsewhere: bool = False,
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
        self._watched = watched
        self._elsewhere = elsewhere
        """Whether this process only thinks ('kemu think'): the database says where somebody watches."""
        self._metrics = metrics or Metrics()
        self._quick, self._deep = Processes(1, settings), Processes(max(1, settings.thinkers), settings)
        self.lanes = {True: Lane(self._quick.number), False: Lane(self._deep.number)}
        """Where hints and cheap levels wait for their turn, and where the others do: a game against Casual does not
        wait for somebody's Strong."""
        self._asleep: set[str] = set()
        """Tables at which a computer must decide and nobody watches."""
        self._noted: dict[str, int] = {}
        """Until when the database says of a table that somebody watches, as far as this process has written it."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    # -- when to think -----------------------------------------------------------------------------------------

    def due(self, table: str) -> None:
        """A computer must decide at this table. Any thread may call it."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._consider, table)

    def seen(self, table: str) -> None:
        """Somebody looks at this table: if a computer has waited for that, it goes on."""
        if table in self._asleep:
            self._asleep.discard(table)
            self._consider(table)

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
            self._quick.end()
            self._deep.end()

    def _open_questions(self) -> list[str]:
        with self._tables.database.read() as connection:
            # A process that serves alone need not wait for the claims of its own past life to run out.
            return rows.games_due(connection, self._clock() if self._settings.shared else 2**62, self._elsewhere)

    def _consider(self, table: str) -> None:
        if self._failed[table] > len(WAITS):
            return
        if not self._watched(table):
            self._asleep.add(table)
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
        """Answer at this table until a person must, or the game is over, or nobody watches any more."""
        try:
            while asked := await asyncio.to_thread(self._ask, table):
                if not self._watched(table):
                    self._asleep.add(table)
                    return
                if self._settings.shared and not self._elsewhere:
                    await asyncio.to_thread(self._note, table)
                if not self._settings.thinkers:
                    return  # Others think; the next sweep looks whether somebody still watches.
                if self._settings.pause:
                    await self._sleep(self._settings.pause)
                if not await self._decide(table, asked):
                    self._stuck[table] = asked.revision
                    self._tables.tell(table)
                    return
        except (Busy, _Taken):
            return  # The next sweep tries again.
        except ApiError:
            # Its game is not served here, or with other rules or another kit: no later look would find it otherwise.
            self._failed[table] = len(WAITS) + 1
        except Exception:
            # It was not the computer's decision that went wrong: the next sweep looks again, but not for ever.
            log.exception("a computer seat could not be asked")
            self._failed[table] += 1
            await self._sleep(SWEEP)

    async def _decide(self, table: str, asked: Asked) -> bool:
        """Let the computer decide, or in the end the substitute; return False if nobody could."""
        for wait in (*WAITS, None):
            question = asked.question
            if wait is None:
                question = msgspec.structs.replace(question, player=SUBSTITUTE)
            try:
                # Its turn comes first and the claim then: what waits here another process may take.
                async with self.lanes[question.player in CHEAP].turn(asked.opener):
                    if not await asyncio.to_thread(self._claim, table, asked.revision):
                        raise _Taken
                    action, clock = await self._think_and_claim(table, asked.revision, question)
                self._keep(table, question.seat, clock)
                await asyncio.to_thread(self._tables.play_for_computer, table, asked.revision, question.seat, action)
            except (Busy, _Taken):
                raise
            except Exception:
                log.exception("the computer %r could not decide at a table of %s", question.player, question.game)
                if wait is not None:
                    await self._sleep(wait)
            else:
                return True
        return False

    def _ask(self, table: str) -> Asked | None:
        with self._tables.slots.hold(table) as live:
            seat = live.deciding
            if seat is None or not seat.computer or live.closed or self._stuck.get(table) == live.revision:
                return None
            # A level of an older version may be gone: somebody must play on.
            clock = self._clocks.get((table, seat.index), Clock())
            question = _question(live, LEVELS.get(seat.level, HINT).player, clock)
            return Asked(live.revision, question, live.opener)

    def _note(self, table: str) -> None:
        """Let those who think for us know that somebody watches this table, now and then."""
        at = self._clock()
        if self._noted.get(table, 0) > at + NOTED // 2:
            return
        if len(self._noted) > CLOCKS:
            self._noted.clear()
        database = self._tables.database

        def write(connection: Connection) -> None:
            rows.note_watched(connection, table, at + NOTED, database.tick(connection))
            database.notify(connection, table, due=True)

        database.write(write)
        self._noted[table] = at + NOTED

    def _keep(self, table: str, seat: int, clock: Clock) -> None:
        self._clocks[table, seat] = clock
        self._clocks.move_to_end((table, seat))
        if len(self._clocks) > CLOCKS:
            self._clocks.popitem(last=False)

    def _claim(self, table: str, revision: int) -> bool:
        if not self._settings.shared:
            return True  # Nobody else thinks; and what has moved on meanwhile does not land.
        at = self._clock()
        return self._tables.database.write(
            lambda c: rows.claim(c, table, revision, self._name, at, at + CLAIM, self._elsewhere)
        )

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
        """Think in another process: hints and cheap levels in one of their own."""
        processes = self._quick if question.player in CHEAP else self._deep
        begun = monotonic()
        answer = await processes.run(think, msgspec.json.encode(question))
        self._metrics.thoughts.took(monotonic() - begun)
        thought = msgspec.json.decode(answer, type=Thought)
        return game_by_id(question.game).parse(msgspec.json.decode(thought.action)), thought.clock

    # -- hints -------------------------------------------------------------------------------------------------

    async def hint(self, table: str, token: str, who: str) -> Hint:
        """Return what a good computer would do in the place of the seat that asks."""
        question, options = await asyncio.to_thread(self._hint_question, table, token)
        async with self.lanes[True].turn(who):
            answer = await self._quick.run(think, msgspec.json.encode(question))
        thought = msgspec.json.decode(answer, type=Thought)
        action = game_by_id(question.game).parse(msgspec.json.decode(thought.action))
        return await asyncio.to_thread(self._told, question, options, action, thought)

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
            question = msgspec.structs.replace(_question(live, HINT.player, Clock()), hint=True)
            return question, pending.options

    def _told(self, question: Question, options: Sequence[Action], action: Action, thought: Thought) -> Hint:
        from kemu.core.game import View

        played = game_by_id(question.game)
        view = View(question.seat, played.decode(question.view))
        option = options.index(action) if action in options else None
        pieces = would_stand(played, view, action) if option is None else ()
        label = played.label(view, action)
        sure, chance, second = thought.sure, round(thought.chance, 3), thought.second
        return Hint(option, label, msgspec.to_builtins(action), pieces, sure, chance, second, list(thought.reasons))


def _question(live: Live, player: str, clock: Clock) -> Question:
    """Return the pending decision as a question, with the deciding seat's view and nothing else."""
    pending = live.table.pending
    assert isinstance(pending, Decide)
    view = live.game.encode(live.table.view(pending.seat).state)
    return Question(live.game.id, pending.seat, view, player, secrets.randbits(62), clock)
