"""Computers that fail, and servers that die while one thinks: told by a clock and a sleep of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from kemu.core.pending import Action, Decide
from kemu.players.clock import Clock
from kemu.server.bases import Bases
from kemu.server.computer import CLAIM, SUBSTITUTE, WAITS, Computers
from kemu.server.errors import ApiError
from kemu.server.presence import Presence
from kemu.server.settings import Limits, Settings
from kemu.server.storage import Database
from kemu.server.tables import Tables
from kemu.server.thinker import Question
from kemu.server.views import Views
from kemu.server.wire import OverState
from kemu.server.wire_acts import Computer, NewTable, Resign, You
from server.harness import new_key

Think = Callable[[Question], Awaitable[tuple[Action, Clock]]]


class Room:
    """One server's part of a database: its tables, its computers, its time."""

    def __init__(self, database: Database, think: Think, pause: float = 0.0) -> None:
        self.at = 1_000_000
        self.slept: list[float] = []
        self.told: list[str] = []
        self.tables = Tables(database, Limits(), lambda table, due: self.told.append(table))
        settings = Settings(database="", shared=database.shared, pause=pause)
        self.computers = Computers(self.tables, settings, clock=lambda: self.at, sleep=self.sleep, think=think)
        self.views = Views(self.tables, Presence(database, shared=False), Bases(database))

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)

    def open(self) -> tuple[str, str]:
        """Open a table at which a computer begins; return it and the other seat's secret."""
        seats = {"black": Computer(level="casual"), "white": You()}
        told = self.tables.open(NewTable("moeraki", seats), "here")
        white = told.seats["white"]
        assert white is not None
        return told.table, white.token

    def ply(self, table: str) -> int:
        with self.tables.slots.hold(table) as live:
            return live.table.ply

    def first(self, table: str) -> Action:
        with self.tables.slots.hold(table) as live:
            pending = live.table.pending
            assert isinstance(pending, Decide)
            return pending.options[0]

    def due(self) -> list[str]:
        return self.computers._open_questions()  # pyright: ignore[reportPrivateUsage]

    async def play(self, table: str) -> None:
        await self.computers._play(table)  # pyright: ignore[reportPrivateUsage]


@pytest.fixture(params=[False, True], ids=["alone", "shared"])
def database(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=request.param)
    made.migrate()
    yield made
    made.close()


class Failing:
    """A thought that raises so many times, and then takes the first option."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.asked: list[str] = []
        self.room: Room | None = None
        self.table = ""

    async def __call__(self, question: Question) -> tuple[Action, Clock]:
        self.asked.append(question.player)
        if len(self.asked) <= self.times:
            raise ZeroDivisionError("a player with a mistake in it")
        assert self.room is not None
        return self.room.first(self.table), question.clock


def failing(database: Database, times: int) -> tuple[Room, Failing, str, str]:
    thought = Failing(times)
    thought.room = room = Room(database, thought)
    thought.table, token = room.open()
    return room, thought, thought.table, token


def test_a_computer_that_fails_once_is_asked_again_after_a_while(database: Database) -> None:
    room, thought, table, _ = failing(database, 1)
    asyncio.run(room.play(table))
    assert room.ply(table) == 1
    assert thought.asked == ["greedy", "greedy"]
    assert room.slept == [WAITS[0]]


def test_one_that_always_fails_makes_way_for_the_substitute(database: Database) -> None:
    room, thought, table, _ = failing(database, len(WAITS))
    asyncio.run(room.play(table))
    assert room.ply(table) == 1
    assert thought.asked == ["greedy"] * len(WAITS) + [SUBSTITUTE]
    assert room.slept == list(WAITS)
    assert list(WAITS) == sorted(WAITS), "each wait is longer than the one before"


def test_when_nobody_can_decide_the_table_says_so_and_nobody_is_asked_again(database: Database) -> None:
    room, thought, table, token = failing(database, 10**9)
    assert not room.views.snapshot(table, token).stuck
    asyncio.run(room.play(table))
    asked = len(thought.asked)
    assert asked == len(WAITS) + 1
    assert room.told[-1] == table, "those who watch are told"
    shown = room.views.snapshot(table, token)
    assert (shown.stuck, shown.thinking, shown.ply) == (True, False, 0)
    for _ in range(3):
        asyncio.run(room.play(table))
    assert len(thought.asked) == asked


def test_a_computer_that_cannot_decide_can_be_made_to_resign(database: Database) -> None:
    room, _, table, token = failing(database, 10**9)
    with pytest.raises(ApiError) as refused:
        room.tables.resign(table, token, Resign(0, 0, new_key(), "black"))
    assert refused.value.problem.code == "not-stuck"
    asyncio.run(room.play(table))
    with pytest.raises(ApiError):
        room.tables.resign(table, token, Resign(0, 0, new_key(), "white"))
    room.tables.resign(table, token, Resign(0, 0, new_key(), "black"))
    pending = msgspec.json.decode(msgspec.json.encode(room.views.snapshot(table, token).pending), type=OverState)
    assert isinstance(pending, OverState)
    assert pending.winner == "white"


def test_a_table_that_cannot_even_be_asked_is_not_looked_at_for_ever(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _, table, _ = failing(database, 0)
    looked: list[str] = []

    def broken(table: str) -> None:
        looked.append(table)
        raise ZeroDivisionError

    monkeypatch.setattr(room.computers, "_ask", broken)

    async def sweeps() -> None:
        for _ in range(20):
            room.computers._consider(table)  # pyright: ignore[reportPrivateUsage]
            await asyncio.sleep(0.01)
            while room.computers._tasks:  # pyright: ignore[reportPrivateUsage]
                await asyncio.sleep(0.01)

    asyncio.run(sweeps())
    assert 0 < len(looked) <= len(WAITS) + 1


def test_computers_take_their_time_when_told_to(database: Database) -> None:
    stood: list[tuple[float, int]] = []

    async def at_once(question: Question) -> tuple[Action, Clock]:
        return room.first(table), question.clock

    class Watched(Room):
        async def sleep(self, seconds: float) -> None:
            stood.append((seconds, self.ply(table)))

    room = Watched(database, at_once, pause=0.3)
    seats = {"black": Computer(level="casual"), "white": Computer(level="casual")}
    table = room.tables.open(NewTable("moeraki", seats, {"variant": "beginner"}), "here").table
    asyncio.run(room.play(table))
    assert stood == [(0.3, ply) for ply in range(room.ply(table))], "before each choice, and once"


# -- a server that dies while one of its computers thinks ------------------------------------------------------------


def test_the_claim_of_a_dead_server_runs_out(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=True)
    database.migrate()
    thinking = asyncio.Event()

    async def forever(question: Question) -> tuple[Action, Clock]:
        thinking.set()
        await asyncio.Event().wait()
        raise AssertionError

    dead = Room(database, forever)
    table, _ = dead.open()

    async def die() -> None:
        task = asyncio.ensure_future(dead.play(table))
        await thinking.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(die())

    async def at_once(question: Question) -> tuple[Action, Clock]:
        return heir.first(table), question.clock

    heir = Room(database, at_once)
    heir.at = dead.at + CLAIM
    assert heir.due() == [], "it may still be thinking"
    asyncio.run(heir.play(table))
    assert heir.ply(table) == 0, "nobody answers in the place of one who may be thinking"
    heir.at = dead.at + CLAIM + 1
    assert heir.due() == [table]
    asyncio.run(heir.play(table))
    assert heir.ply(table) == 1
    database.close()


def test_whoever_goes_on_thinking_keeps_its_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kemu.server.computer.CLAIM", 30)
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=True)
    database.migrate()
    renewed = asyncio.Event()

    async def long(question: Question) -> tuple[Action, Clock]:
        # The real clock drives the renewals; the claim's own clock is ours, and stands far later at each.
        thinker.at += 1_000
        await renewed.wait()
        return thinker.first(table), question.clock

    thinker = Room(database, long)
    table, _ = thinker.open()
    claim = thinker.computers._claim  # pyright: ignore[reportPrivateUsage]
    claims: list[int] = []

    def count(table: str, revision: int) -> bool:
        claims.append(thinker.at)
        if len(claims) == 3:
            loop.call_soon_threadsafe(renewed.set)
        return claim(table, revision)

    monkeypatch.setattr(thinker.computers, "_claim", count)

    async def play() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        await thinker.play(table)

    loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
    loop.close()
    asyncio.run(play())
    assert thinker.ply(table) == 1
    assert len(claims) >= 3
    database.close()
