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
    assert presence.at("table", 2) == {}
    assert presence.arrive("table", 0)


def test_a_seat_that_has_gone_is_gone_whatever_failed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = (Presence(database, shared=True) for _ in range(2))
    here.arrive("table", 0)
    assert there.at("table", 2) == {0: 1}
    mend = failing(database, monkeypatch)
    assert here.leave("table", 0)
    mend()
    here.renew()
    assert here.at("table", 2) == there.at("table", 2) == {}


def test_a_seat_is_counted_at_each_place_where_it_is_open_whichever_process_serves_it(database: Database) -> None:
    here, there = (Presence(database, shared=True) for _ in range(2))
    assert here.arrive("table", 0, "ours")
    assert there.arrive("table", 0, "theirs")
    assert here.at("table", 2) == there.at("table", 2) == {0: 2}
    assert there.leave("table", 0, "theirs")
    assert here.at("table", 2) == there.at("table", 2) == {0: 1}


def test_a_line_that_is_opened_again_from_one_place_is_no_second_place(database: Database) -> None:
    """A network that was lost leaves a line behind that nobody has missed yet, perhaps at another process."""
    here, there = (Presence(database, shared=True) for _ in range(2))
    here.arrive("table", 0, "ours")
    there.arrive("table", 0, "ours")
    assert not here.arrive("table", 0, "ours")
    assert here.at("table", 2) == {0: 1}
    assert there.leave("table", 0, "ours")
    assert here.at("table", 2) == {0: 1}, "it is still open here"
