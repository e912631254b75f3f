"""docs/serving.md: what it says to type is typed here, and what it says to configure is."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from kemu.cli import serve
from kemu.cli.app import run
from ports import free_port
from server.harness import PATIENCE, House, Server, new_key, serving, settings_for

PAGE = (Path(__file__).parents[2] / "docs" / "serving.md").read_text()
COMMANDS = re.findall(r"^kemu .*$", PAGE, re.M)


def block(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", PAGE, re.S)
    assert found is not None
    return found[1]


def test_every_command_of_the_page_does_what_it_says(
    tmp_path: Path, server: Server, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []
    monkeypatch.setattr(serve, "_listen", lambda *given: served.append(given))
    monkeypatch.setattr(serve, "_can_listen", lambda *given: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    clients = house.open("ladder")
    for seat in ("ann", "bob", "ann"):
        assert clients[seat].post("chat", text="Kia ora", key=new_key()).status_code == 200
    body = (Path(__file__).parents[1] / "games/moeraki/golden/tahuna.jsonl").read_text()
    elsewhere = {
        "RECORD": house.http.post("/api/records", json={"record": body}).json()["record"],
        "/var/lib/kemu/tables.sqlite3": str(tmp_path / "tables.sqlite3"),
        "/backups/": f"{tmp_path}/",
        "TABLE": clients["ann"].table,
        "black": "ann",
    }
    assert len(COMMANDS) > 12
    for command in COMMANDS:
        for given, here in elsewhere.items():
            command = command.replace(given, here)
        words = shlex.split(command)[1:]
        if words[0] in {"admin", "backup"}:
            words += ["--database", server.settings.database]
        if words == ["doctor"]:
            run(words)  # What it finds lacking is not the page's.
        else:
            # A table that was deleted is there no more: what follows it in the page is about addresses.
            assert run(words) == 0, command
    assert len(served) == sum(command.startswith("kemu serve") for command in COMMANDS)
    assert served[-1][-1].limits.sockets == 600
    assert "kemu serve --metrics" in PAGE
    assert run(["serve", "--metrics", "--log-json", "--base-path", "kemu/", "--limit", "sockets=nine"]) == 1
    assert run(["serve", "--base-path", 'x"y']) == 2


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here to try the unit with")
    unit = tmp_path / "kemu.service"
    unit.write_text(re.sub(r"^User=.*\n", "", block("ini").replace("/opt/kemu/bin/kemu", sys.executable), flags=re.M))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert str(unit.name) not in done.stderr, done.stderr


@contextmanager
def nginx(folder: Path, config: str) -> Iterator[None]:
    program = shutil.which("nginx") or ("/usr/sbin/nginx" if Path("/usr/sbin/nginx").exists() else None)
    if program is None:
        pytest.skip("no nginx here to try the configuration with (Debian: nginx-light)")
    temporary = "".join(f"  {kind}_temp_path {folder}/{kind};\n" for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"""daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
{"user root;" if os.geteuid() == 0 else ""}
events {{ worker_connections 128; }}
http {{
  access_log off; client_body_temp_path {folder}/body;
{temporary}{config}}}
"""
    (folder / "nginx.conf").write_text(whole)
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def caddy(folder: Path, config: str) -> Iterator[None]:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("no Caddy here to try the configuration with (Debian: caddy)")
    (folder / "Caddyfile").write_text("{\n  admin off\n}\n" + config)
    command = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    process = subprocess.Popen(command, env={**os.environ, "HOME": str(folder)}, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.parametrize(("forwarder", "base"), [(nginx, ""), (nginx, "/kemu"), (caddy, ""), (caddy, "/kemu")])
def test_behind_a_forwarder_everything_works_and_clients_keep_their_address(
    tmp_path: Path, forwarder: Callable[[Path, str], AbstractContextManager[None]], base: str
) -> None:
    port = free_port()
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<html lang="en"><script src="/assets/main-ABCDEFGH.js"></script></html>')
    settings = settings_for(
        f"sqlite:///{tmp_path}/t.sqlite3", names=("kemu.example",), proxies=("127.0.0.1",), base=base, web=str(page)
    )
    here = {"listen 80": f"listen 127.0.0.1:{port}", "location / {": f"location {base}/ {{"}
    if forwarder is caddy:
        here = {"kemu.example {": f"http://:{port} {{"}
    config = block("nginx" if forwarder is nginx else "caddy")
    for given, instead in here.items():
        assert given in config
        config = config.replace(given, instead)
    with serving(settings, tmp_path / "log") as server:
        with (
            forwarder(tmp_path, config.replace("8795", str(server.port))),
            House(f"http://127.0.0.1:{port}{base}") as house,
        ):
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    shown = house.http.get("/")
                    break
                except httpx.TransportError:
                    assert time.monotonic() < deadline
                    time.sleep(0.05)
            assert shown.status_code == 200
            assert f'src="{base}/assets/main' in shown.text
            assert (f'data-root="{base}"' in shown.text) is bool(base)
            clients = house.open("ladder")
            with clients["bob"].live() as told:
                told.until("snapshot")
                assert clients["ann"].answer(0, {"act": "go", "side": "left"}).status_code == 200
                assert told.until_ply(1)["ply"] == 1
            own = {"host": "kemu.example", "origin": "https://kemu.example"}
            body = {"text": "Kia ora", "key": new_key()}
            path = f"http://127.0.0.1:{port}{base}{clients['ann'].path}/chat"
            assert (
                httpx.post(path, json=body, headers={**clients["ann"].headers, **own}, timeout=PATIENCE).status_code
                == 200
            )
            assert house.http.get("/api/games", headers={"host": "other.example"}).status_code == 421
        # Whom the forwarder names is whom the limits count and the log tells of.
        named = {"x-forwarded-for": "192.0.2.77", "host": "evil.example"}
        assert httpx.get(f"{server.url}{base}/api/games", headers=named, timeout=PATIENCE).status_code == 421
        assert "[192.0.2.77 " in server.log.read_text()
        if base:
            assert httpx.get(f"{server.url}/api/games", timeout=PATIENCE).status_code == 404
            assert httpx.get(f"{server.url}/readyz", timeout=PATIENCE).status_code == 200
