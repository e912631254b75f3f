"""What goes through a whole record has a process of its own, and a deadline: nobody else waits for it."""

from __future__ import annotations

import asyncio
import pickle
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from kemu.server import recorded
from kemu.server.app import make_app
from kemu.server.errors import ApiError
from kemu.server.record_process import WAITING, RecordProcess
from kemu.server.services import Services
from kemu.server.settings import Limits, Settings
from server.harness import PATIENCE

ARA = Path(__file__).parents[1] / "games/moeraki/golden/ara.jsonl"


def waits(file: str) -> bytes:
    """Return nothing until the file is there."""
    while not Path(file).exists():
        time.sleep(0.01)
    return b"at last"


def with_process(limits: Limits, work: Callable[[RecordProcess], Awaitable[None]]) -> None:
    async def run() -> None:
        process = RecordProcess(Settings(database="", limits=limits))
        try:
            await work(process)
        finally:
            process.close()

    asyncio.run(run())


def test_what_takes_too_long_is_given_up_and_the_next_is_done(tmp_path: Path) -> None:
    (tmp_path / "there").touch()

    async def work(process: RecordProcess) -> None:
        with pytest.raises(ApiError) as late:
            await process.run("a", waits, str(tmp_path / "never"))
        assert (late.value.status, late.value.problem.code) == (409, "record-too-long")
        process._seconds = PATIENCE  # pyright: ignore[reportPrivateUsage]
        assert await process.run("b", waits, str(tmp_path / "there")) == b"at last"

    with_process(Limits(record_seconds=0.2), work)


def test_who_asks_much_waits_behind_himself_and_is_stopped(tmp_path: Path) -> None:
    gate, done = tmp_path / "gate", list[str]()

    async def work(process: RecordProcess) -> None:
        async def ask(who: str) -> None:
            await process.run(who, waits, str(gate))
            done.append(who)

        tasks: list[asyncio.Task[None]] = []
        for who in ["rude"] * (1 + WAITING) + ["other"]:
            tasks.append(asyncio.ensure_future(ask(who)))
            await asyncio.sleep(0)
        with pytest.raises(ApiError) as refused:
            await ask("rude")
        assert refused.value.status == 503
        gate.touch()
        await asyncio.gather(*tasks)

    with_process(Limits(record_seconds=PATIENCE), work)
    assert done.index("other") <= 2
    assert len(done) == WAITING + 2


def test_a_record_is_checked_and_shown_in_no_process_that_serves_or_gives_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("a record was gone through where others wait")

    body = ARA.read_bytes()

    async def run() -> None:
        settings = Settings(f"sqlite:///{tmp_path}/t.sqlite3", limits=Limits(record_seconds=PATIENCE))
        services = Services(settings)
        services.database.migrate()
        monkeypatch.setattr(recorded, "replay", never)
        monkeypatch.setattr(recorded, "verify", never)
        monkeypatch.setattr(services.computers._quick, "run", never)  # pyright: ignore[reportPrivateUsage]
        try:
            made = (await services.records.bring(body, "me")).record
            shown = msgspec.json.decode(await services.records.snapshot(made, "me", 3))
            assert shown["ply"] == 3
            assert services.bases.body(shown["base"]) is not None
            with pytest.raises(ApiError) as unknown:
                await services.records.snapshot(made, "me", 999)
            assert unknown.value.problem.code == "unknown-ply"
            services.records._longest = len(body) - 1  # pyright: ignore[reportPrivateUsage]
            with pytest.raises(ApiError) as long:
                await services.records.bring(body, "me")
            assert long.value.status == 413
        finally:
            services.record_process.close()
            services.database.close()

    asyncio.run(run())


def test_games_that_are_gone_on_with_are_played_again_one_at_a_time(tmp_path: Path) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path}/t.sqlite3"))
    services: Services = app.app.state.services  # type: ignore[attr-defined]
    services.database.migrate()
    wish = {"of": "0" * 32, "ply": 1, "seats": {"black": {"kind": "you"}, "white": {"kind": "you"}}}

    async def run() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            async with services.replays.turn("somebody"):
                waits = asyncio.ensure_future(client.post("/api/play-on", json=wish))
                while not services.replays.waiting:
                    assert not waits.done()
                    await asyncio.sleep(0)
            assert (await waits).json()["error"]["code"] == "unknown-record"

    asyncio.run(run())
    services.database.close()


def test_a_refusal_travels_whole_from_one_process_to_another() -> None:
    told = ApiError(409, "refused", "The hollow is full.", "moeraki:C.1", {"Retry-After": "5"})
    come: ApiError = pickle.loads(pickle.dumps(told))
    assert (come.status, come.problem, come.headers) == (told.status, told.problem, told.headers)
