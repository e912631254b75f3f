"""Pictures are drawn in a process of their own, in turn, by a deadline, and kept; nobody else waits for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kemu.server.errors import ApiError
from kemu.server.metrics import Metrics
from kemu.server.pictures import Pictures
from kemu.server.settings import Limits, Settings
from server.harness import PATIENCE, House


def noted(file: str, picture: str) -> bytes:
    """Draw, and leave a line."""
    with Path(file).open("a") as lines:
        lines.write(f"{picture}\n")
    return picture.encode()


def waits(file: str) -> bytes:
    """Draw nothing until the file is there."""
    while not Path(file).exists():
        time.sleep(0.01)
    return b"at last"


def drawing(limits: Limits, work: Callable[[Pictures], object]) -> None:
    async def run() -> None:
        pictures = Pictures(Settings(database="", limits=limits), Metrics())
        try:
            await work(pictures)  # type: ignore[misc]
        finally:
            pictures.close()

    asyncio.run(run())


def test_what_is_asked_for_at_once_is_drawn_once_and_kept(tmp_path: Path) -> None:
    file = str(tmp_path / "drawn")

    async def work(pictures: Pictures) -> None:
        both = await asyncio.gather(*(pictures.draw("a", "me", noted, file, "a") for _ in range(5)))
        assert set(both) == {b"a"}
        assert await pictures.draw("a", "me", noted, file, "other") == b"a"
        assert pictures.kept("a") == b"a"
        assert pictures.kept("b") is None

    drawing(Limits(picture_seconds=PATIENCE), work)
    assert Path(file).read_text() == "a\n"


def test_so_many_wait_and_the_next_is_asked_to_come_again(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def work(pictures: Pictures) -> None:
        first = asyncio.ensure_future(pictures.draw("a", "me", waits, str(gate)))
        await asyncio.sleep(0)
        with pytest.raises(ApiError) as refused:
            await pictures.draw("b", "me", noted, str(tmp_path / "drawn"), "b")
        assert (refused.value.status, refused.value.headers["Retry-After"]) == (503, "5")
        gate.touch()
        assert await first == b"at last"
        assert await pictures.draw("b", "me", noted, str(tmp_path / "drawn"), "b") == b"b"

    drawing(Limits(pictures=1, picture_seconds=PATIENCE), work)


def test_one_address_leaves_places_to_others(tmp_path: Path) -> None:
    gate, drawn = tmp_path / "gate", tmp_path / "drawn"

    async def work(pictures: Pictures) -> None:
        tasks: list[asyncio.Task[bytes]] = []
        for number in range(3):
            tasks.append(asyncio.ensure_future(pictures.draw(number, "rude", waits, str(gate))))
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(ApiError):
            await pictures.draw("more", "rude", noted, str(drawn), "more")
        tasks.append(asyncio.ensure_future(pictures.draw("other", "other", noted, str(drawn), "other")))
        await asyncio.sleep(0)
        gate.touch()
        await asyncio.gather(*tasks)

    drawing(Limits(pictures=4, picture_seconds=PATIENCE), work)
    assert drawn.read_text() == "other\n"


def test_a_picture_that_is_never_drawn_is_given_up_and_the_next_is_drawn(tmp_path: Path) -> None:
    async def work(pictures: Pictures) -> None:
        with pytest.raises(ApiError) as late:
            await pictures.draw("a", "me", waits, str(tmp_path / "never"))
        assert late.value.status == 503
        pictures._limits = Limits(picture_seconds=PATIENCE)  # pyright: ignore[reportPrivateUsage]
        assert await pictures.draw("b", "me", noted, str(tmp_path / "drawn"), "b") == b"b"

    drawing(Limits(picture_seconds=0.2), work)


def test_a_picture_has_a_widest_width_and_is_its_own_view_s(house: House) -> None:
    black = house.open()["black"]
    assert black.get("/picture.png?width=4000").status_code == 422
    small = black.get("/picture.png?width=100")
    assert small.content.startswith(b"\x89PNG")
    assert black.get("/picture.png?width=100").content == small.content
    assert black.answer(0, {"act": "ball", "at": "f6"}).status_code == 200
    assert black.get("/picture.png?width=100").content != small.content
    assert black.get("/picture.png?width=100&ply=0").content == small.content
    assert b"<svg" in black.get("/picture.svg").content
