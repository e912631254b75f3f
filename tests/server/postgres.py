"""A real PostgreSQL for the tests, from Debian's package, in a folder of its own, as a user without privileges."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ports import free_port


def binaries() -> Path | None:
    """Return the newest installed server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    inside = shutil.which("initdb")
    return None if inside is None else Path(inside).resolve().parent


def installed() -> Path:
    """Return the programs, installing Debian's package if that is possible; else skip and say why."""
    where = binaries()
    if where is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", "postgresql"]
        subprocess.run(command, env=quiet, capture_output=True, timeout=300, check=False)
        where = binaries()
    if where is None:
        pytest.skip("no PostgreSQL server is installed here, and it could not be installed (Debian: postgresql)")
    return where


def unprivileged() -> str | None:
    """Return the user to run as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    pytest.skip("root, and no user without privileges to run PostgreSQL as")


@contextmanager
def running() -> Iterator[str]:
    """Run a PostgreSQL on a free port and give its URL."""
    programs, user, port = installed(), unprivileged(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="kemu-postgres-"))
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"

    def run(*command: str) -> None:
        done = subprocess.run(command, user=user, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
    try:
        run(str(programs / "initdb"), "-D", str(data), "-U", "kemu", "-A", "trust", "-E", "UTF8", "--no-locale")
        run(str(programs / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+psycopg://kemu@127.0.0.1:{port}/postgres"
        finally:
            run(str(programs / "pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
