"""One server for most tests: it holds many tables, and no test looks at another's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.harness import House, Server, serving, settings_for


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite."""
    folder = tmp_path_factory.mktemp("server")
    with serving(settings_for(f"sqlite:///{folder}/tables.sqlite3"), folder / "log") as running:
        yield running
    log = running.log.read_text()
    assert "Z info " in log, "the log has lines with a level, or this could not fail"
    trouble = [line for line in log.splitlines() if "Z error " in line or "Traceback" in line]
    assert not trouble, f"something went wrong inside that no client was told of: {trouble[:20]}"


@pytest.fixture(scope="session")
def house(server: Server) -> Iterator[House]:
    """The front door of that server."""
    with House(server.url) as door:
        yield door
