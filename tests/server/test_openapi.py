"""The description is true: schemathesis tries to prove the opposite."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from starlette.routing import Mount, Route

import kemu
from kemu.server import wire_live
from kemu.server.openapi import OPERATIONS, description, wire_digest
from server.harness import House, Server, new_key


def test_every_route_is_described_and_every_description_has_a_route() -> None:
    from kemu.server.app import API
    from kemu.server.routes import health

    api = Mount("/api", routes=API)
    routes = {f"/api{route.path}" for route in api.routes if isinstance(route, Route)}
    routes |= {route.path for route in health.ROUTES}
    assert {operation.path for operation in OPERATIONS} == routes


def test_the_description_refers_to_nothing_that_is_missing() -> None:
    import json

    told = description()
    for ref in set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(told))):
        node = told
        for part in ref.split("/"):
            node = node[part]


def test_the_page_s_types_are_those_of_this_description() -> None:
    """`npm run types` makes them anew and compares; this is the same without Node."""
    types = Path(kemu.__file__).parent / "web/src/types.ts"
    assert wire_digest() in types.read_text().split("\n")[1], "run `npm run wire` in src/kemu/web"


def test_every_message_of_the_socket_is_described() -> None:
    schemas = description()["components"]["schemas"]
    told = {ref["$ref"].rpartition("/")[2] for ref in schemas["Message"]["anyOf"]}
    assert told == {message.__name__ for message in get_args(wire_live.Message)}
    assert {"Hello", "Snapshot", "Position"} <= schemas.keys()


def schemathesis(server: Server, folder: Path, config: str, *more: str) -> None:
    (folder / "schemathesis.toml").write_text(config)
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/openapi.json"),
        *("--url", server.url, "--seed", "1", "--no-color", "--request-timeout", "120", *more),
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1_800, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


QUICK = ("-n", "4", "--phases", "fuzzing")
THOROUGH = ("-n", "3", "--phases", "coverage,fuzzing")
"""Every edge of every field, one after the other: it takes a minute."""


@pytest.mark.parametrize("how", [QUICK, pytest.param(THOROUGH, marks=pytest.mark.slow)], ids=["quick", "thorough"])
def test_a_stranger_finds_no_fault(server: Server, tmp_path: Path, how: tuple[str, ...]) -> None:
    schemathesis(server, tmp_path, "", *how)


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("ladder", QUICK),
        pytest.param("ladder", THOROUGH, marks=pytest.mark.slow),
        pytest.param("ambush", THOROUGH, marks=pytest.mark.slow),
    ],
    ids=["quick", "thorough", "hidden"],
)
def test_a_seat_finds_no_fault(server: Server, house: House, tmp_path: Path, game: str, how: tuple[str, ...]) -> None:
    clients = house.open(game)
    client = clients["ann" if game == "ladder" else "fox"]
    base = client.look()["base"]
    config = f"""
[parameters]
"path.table" = "{client.table}"
"path.game" = "{game}"
"path.digest" = "{base}"
"path.ply" = [0, 1, 2]
"""
    schemathesis(
        *(server, tmp_path, config, *how, "-H", f"Authorization: Bearer {client.token}"),
        *("--include-path-regex", "/(tables/|games/|bases/)", "--exclude-path-regex", "resign"),
        *("--exclude-checks", "ignored_auth"),
    )
    assert client.look()["pending"]["type"] == "decide"
    assert client.post("resign", key=new_key()).status_code == 200


@pytest.mark.slow
def test_a_stubborn_stranger_finds_no_fault(server: Server, tmp_path: Path) -> None:
    schemathesis(server, tmp_path, "", "-n", "200")
