"""The server is killed in the middle of play: nothing that was acknowledged is lost, nothing lands twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.faults import kill_and_restart
from server.harness import Server, settings_for


def killed(tmp_path: Path, times: int) -> int:
    server = Server(settings_for(f"sqlite:///{tmp_path}/t.sqlite3"), tmp_path / "log")
    server.start()
    try:
        return kill_and_restart([server], times, seed=1, pause=(0.3, 1.2))
    finally:
        server.stop()


def test_a_server_killed_in_the_middle_of_play_loses_and_doubles_nothing(tmp_path: Path) -> None:
    assert killed(tmp_path, 5) >= 5


@pytest.mark.slow
def test_a_server_killed_fifty_times_loses_and_doubles_nothing(tmp_path: Path) -> None:
    assert killed(tmp_path, 50) > 500
