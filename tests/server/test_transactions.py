"""A move on PostgreSQL is one transaction, whoever watches; a change at another process is looked at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import event

from kemu.server.bases import Bases
from kemu.server.errors import ApiError
from kemu.server.presence import Presence
from kemu.server.settings import Limits
from kemu.server.storage import Database
from kemu.server.tables import Tables
from kemu.server.views import Views
from kemu.server.wire_acts import AddSalt, Answer, NewTable, You
from server.harness import new_key
from server.postgres import running


class Process:
    """One server's part of a database, without the network, that hears what it is told; it counts transactions."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.database.migrate()
        self.tables = Tables(self.database, Limits(), lambda table, due: None)
        self.presence = Presence(self.database, shared=True)
        self.views = Views(self.tables, self.presence, Bases(self.database))
        self.tables.slots.hears = self.presence.hears = True
        self.number = 0
        event.listen(self.database.engine, "checkout", self._count)

    def _count(self, *_: Any) -> None:
        self.number += 1

    def spent(self) -> int:
        spent, self.number = self.number, 0
        return spent

    def look(self, table: str) -> list[int]:
        """Show the table to everybody who watches, as after a change."""
        return [self.views.shown_to(table, seat).whole.ply for seat in (0, 1, None)]

    def move(self, table: str, tokens: list[str]) -> None:
        with self.tables.slots.hold(table, fresh=False) as live:
            pending, ply = live.table.pending, live.table.ply
            action = msgspec.to_builtins(pending.options[0])  # type: ignore[union-attr]
        self.tables.answer(table, tokens[pending.seat], Answer(ply, action, new_key()))  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def processes() -> Iterator[tuple[Process, Process]]:
    with running() as url:
        made = Process(url), Process(url)
        yield made
        for process in made:
            process.database.close()


def opened(process: Process) -> tuple[str, list[str]]:
    told = process.tables.open(NewTable("moeraki", {"black": You(), "white": You()}), "here")
    tokens = [key.token for key in told.seats.values() if key is not None and key.token is not None]
    for token in tokens:
        process.tables.salt(told.table, token, AddSalt("0123456789abcdef", new_key()))
    return told.table, tokens


def test_a_move_is_one_transaction_however_many_watch(processes: tuple[Process, Process]) -> None:
    here, _ = processes
    table, tokens = opened(here)
    here.look(table)
    here.spent()
    for ply in range(1, 9):
        here.move(table, tokens)
        assert here.look(table) == [ply] * 3
        assert here.spent() == 1


def test_a_move_at_another_process_is_read_when_it_is_told_of(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table, tokens = opened(here)
    there.look(table)
    here.move(table, tokens)
    assert there.look(table) == [0] * 3, "nothing was told yet"
    there.tables.slots.hear(table)
    there.spent()
    assert there.look(table) == [1] * 3
    assert there.spent() == 1


def test_nobody_is_refused_for_what_is_remembered_and_no_longer_true(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table, tokens = opened(here)
    there.look(table)
    here.move(table, tokens)
    with here.tables.slots.hold(table) as live:
        ply = live.table.ply
        action = msgspec.to_builtins(live.table.pending.options[0])  # type: ignore[union-attr]
        seat = live.table.pending.seat  # type: ignore[union-attr]
    landed = there.tables.answer(table, tokens[seat], Answer(ply, action, new_key()))
    assert landed.ply == ply + 1
    with pytest.raises(ApiError) as late:
        here.tables.answer(table, tokens[seat], Answer(ply, action, new_key()))
    assert late.value.problem.code == "stale"
