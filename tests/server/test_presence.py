"""Who is there is what is written down: a seat is counted after its write, and one that has gone is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kemu.server.presence import Presence
from kemu.server.storage import Busy, Database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=True)
    made.migrate()
    yield made
    made.close()


def failing(database: Database, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let no write through until the function that is returned is called."""
    real = database.write

    def write(_: Any) -> Any:
        raise Busy

    monkeypatch.setattr(database, "write", write)
    return lambda: monkeypatch.setattr(database, "write", real)


def test_a_seat_of_which_nobody_could_be_told_has_not_come(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    presence = Presence(database, shared=True)
    mend = failing(database, monkeypatch)
    with pytest.raises(Busy):
        presence.arrive("table", 0)
    mend()
    assert presence.at("table", 2) == frozenset()
    assert presence.arrive("table", 0)


def test_a_seat_that_has_gone_is_gone_whatever_failed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = (Presence(database, shared=True) for _ in range(2))
    here.arrive("table", 0)
    assert there.at("table", 2) == {0}
    mend = failing(database, monkeypatch)
    assert here.leave("table", 0)
    mend()
    here.renew()
    assert here.at("table", 2) == there.at("table", 2) == frozenset()
