"""Work in processes of its own: the server is not held up when they start and end."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest

from kemu.server import archive
from kemu.server.archive import Archivist
from kemu.server.processes import Processes
from kemu.server.settings import Settings
from kemu.server.storage import Database


def test_to_end_them_nobody_looks_through_all_that_lives() -> None:
    """With hundreds of live games that holds up everybody for a good part of a second."""
    processes = Processes(1, Settings(database="sqlite://"))
    assert asyncio.run(processes.run(abs, -3)) == 3
    looked: list[int] = []

    def note(phase: str, how: dict[str, int]) -> None:
        looked.append(how["generation"])

    gc.callbacks.append(note)
    try:
        processes.end()
    finally:
        gc.callbacks.remove(note)
    assert 2 not in looked


class Counted:
    """Stands for the processes: how often they were ended."""

    def __init__(self) -> None:
        self.ended = 0

    def end(self) -> None:
        self.ended += 1


@pytest.mark.parametrize("idle", [60.0, 0.0])
def test_the_process_of_the_archive_outlasts_a_game_and_not_a_quiet_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, idle: float
) -> None:
    monkeypatch.setattr(archive, "IDLE", idle)
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=False)
    database.migrate()
    processes: Any = Counted()

    async def play() -> int:
        archivist = Archivist(database, Settings(database=f"sqlite:///{tmp_path}/t.sqlite3"))
        monkeypatch.setattr(archivist, "_processes", processes)
        kept: asyncio.Queue[str] = asyncio.Queue()

        async def keep(game: str) -> None:
            kept.put_nowait(game)

        monkeypatch.setattr(archivist, "_keep", keep)
        task = asyncio.ensure_future(archivist.run())
        while archivist._loop is None:  # pyright: ignore[reportPrivateUsage]
            await asyncio.sleep(0)
        for game in ("a", "b"):
            archivist.ended(game)
            assert await kept.get() == game
        while not idle and not processes.ended:
            await asyncio.sleep(0)
        ended: int = processes.ended
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return ended

    assert (asyncio.run(play()) > 0) is (not idle)
    assert processes.ended, "with the server it ends"
    database.close()
