"""What thinks is shared fairly: openers take turns, hints and cheap levels wait for nobody's Strong."""

from __future__ import annotations

import asyncio
from pathlib import Path

from kemu.core.pending import Action
from kemu.players.clock import Clock
from kemu.server.computer import Computers
from kemu.server.hub import Hub
from kemu.server.lanes import Lane
from kemu.server.settings import Limits, Settings
from kemu.server.storage import Database
from kemu.server.tables import Tables
from kemu.server.thinker import Question
from kemu.server.watching import Watching
from kemu.server.wire_acts import Computer, NewTable


async def queued(lane: Lane, order: list[str], waiting: list[str]) -> list[asyncio.Task[None]]:
    async def think(opener: str) -> None:
        async with lane.turn(opener):
            order.append(opener)
            await asyncio.sleep(0)

    tasks: list[asyncio.Task[None]] = []
    for opener in waiting:
        tasks.append(asyncio.ensure_future(think(opener)))
        await asyncio.sleep(0)
    return tasks


def test_openers_take_turns_however_many_tables_each_has() -> None:
    async def run() -> list[str]:
        lane, order = Lane(1), list[str]()
        async with lane.turn("somebody"):
            tasks = await queued(lane, order, ["greedy"] * 30 + ["bystander", "other"])
            assert lane.waiting == 32
        await asyncio.gather(*tasks)
        return order

    order = asyncio.run(run())
    assert order[:4] == ["greedy", "bystander", "other", "greedy"]
    assert len(order) == 32


def test_whoever_stops_waiting_takes_no_place_with_him() -> None:
    async def run() -> list[str]:
        lane, order = Lane(1), list[str]()
        async with lane.turn("somebody"):
            tasks = await queued(lane, order, ["a", "a", "b"])
            tasks[0].cancel()
            await asyncio.sleep(0)
            tasks[2].cancel()
        tasks += await queued(lane, order, ["c"])
        await asyncio.gather(*tasks, return_exceptions=True)
        assert lane.waiting == 0
        async with lane.turn("last"):
            order.append("last")
        return order

    assert asyncio.run(run()) == ["a", "c", "last"]


def computers(tmp_path: Path, watched: list[str]) -> tuple[Tables, Computers, list[str]]:
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=False)
    database.migrate()
    asked: list[str] = []

    async def think(question: Question) -> tuple[Action, Clock]:
        asked.append(question.player)
        if "mcts" in question.player:
            await asyncio.Event().wait()
        with tables.slots.hold(table_of[question.view]) as live:
            return live.table.pending.options[0], question.clock  # type: ignore[union-attr]

    table_of: dict[bytes, str] = {}
    tables = Tables(database, Limits(), lambda table, due: None)
    made = Computers(tables, Settings(database="", pause=0.0), think=think, watched=watched.__contains__)
    ask = made._ask  # pyright: ignore[reportPrivateUsage]

    def remembered(table: str) -> object:
        found = ask(table)
        if found is not None:
            table_of[found.question.view] = table
        return found

    made._ask = remembered  # type: ignore[method-assign, assignment]
    return tables, made, asked


def test_a_cheap_level_does_not_wait_for_strong_ones(tmp_path: Path) -> None:
    watched: list[str] = []
    tables, made, asked = computers(tmp_path, watched)

    def against(level: str) -> str:
        seats = {"black": Computer(level=level), "white": Computer(level=level)}
        watched.append(tables.open(NewTable("moeraki", seats, {"variant": "beginner"}), "here").table)
        return watched[-1]

    async def run() -> None:
        strong = [asyncio.ensure_future(made._play(against("strong"))) for _ in range(5)]  # pyright: ignore[reportPrivateUsage]
        await made._play(against("casual"))  # pyright: ignore[reportPrivateUsage]
        for task in strong:
            task.cancel()
        await asyncio.gather(*strong, return_exceptions=True)

    asyncio.run(run())
    assert asked.count("mcts:5s") == 1, "the others wait for their turn"
    assert asked.count("greedy") > 5


def test_a_table_that_nobody_watches_does_not_think_and_goes_on_when_somebody_does(tmp_path: Path) -> None:
    watched: list[str] = []
    tables, made, asked = computers(tmp_path, watched)
    seats = {"black": Computer(level="casual"), "white": Computer(level="casual")}
    table = tables.open(NewTable("moeraki", seats, {"variant": "beginner"}), "here").table

    async def run() -> None:
        sweeps = asyncio.ensure_future(made.run())
        for _ in range(50):
            await asyncio.sleep(0.01)
        assert asked == []
        watched.append(table)
        made.seen(table)
        while True:
            with tables.slots.hold(table) as live:
                if live.over:
                    break
            await asyncio.sleep(0.01)
        sweeps.cancel()
        await asyncio.gather(sweeps, return_exceptions=True)

    asyncio.run(run())
    assert asked


def test_a_table_is_watched_by_a_socket_and_for_a_while_after_a_look() -> None:
    watching = Watching(hub := Hub())
    assert not watching.watched("t")
    with hub.listen("t", None):
        assert watching.watched("t")
    assert not watching.watched("t")
    watching.look("t")
    assert watching.watched("t")
