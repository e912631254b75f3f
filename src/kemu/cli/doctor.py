"""`kemu doctor`: what an installation has, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sqlalchemy import Connection

Finding = tuple[str, str]
"""`ok`, `note` or `lacks`, and words."""
ROOM = 500_000_000
"""Bytes of a disk that should be free."""
FILES = 4_096
"""Open files that a server should be allowed."""


def doctor(
    database: Annotated[
        str | None, typer.Option(help="A file, or postgresql://USER@HOST/NAME. Default: a file of your own.")
    ] = None,
    limits: Annotated[bool, typer.Option("--limits", help="Only list what 'kemu serve --limit' takes.")] = False,
) -> None:
    """Look at this installation and its database, and tell what it lacks. Nothing is changed.

    \b
    kemu doctor
    kemu doctor --database postgresql://kemu@db/kemu
    kemu doctor --limits

    The exit code is 1 if something is lacking that a server needs.
    """
    if limits:
        from kemu.core.settings import describe_settings
        from kemu.server.settings import Limits

        for limit in describe_settings(Limits):
            typer.echo(f"{limit.name}={limit.default}  {limit.explanation}")
        return
    from kemu.core.printable import one_line

    lacking = False
    for look in (_program, _games, _system, lambda: _database(database)):
        for kind, words in look():
            lacking = lacking or kind == "lacks"
            typer.echo(f"{kind:5} {one_line(words, 600)}")
    if lacking:
        raise typer.Exit(1)


def _program() -> Iterator[Finding]:
    import platform
    from importlib.metadata import version
    from importlib.util import find_spec

    from kemu.server.pages import BUILT

    yield "ok", f"Kemu {version('kemu')} on Python {platform.python_version()}"
    if (BUILT / "index.html").is_file():
        yield "ok", "the page is built"
    else:
        yield "lacks", "the page is not built: pip install . (or 'make play') builds it"
    if find_spec("psycopg") is None:
        yield "note", "no PostgreSQL driver: pip install 'kemu[postgres]' if you want one"


def _games() -> Iterator[Finding]:
    from kemu.core.registry import tried

    for about in tried().values():
        if about.broken:
            yield "lacks", f"the game {about.id} cannot be played: {about.broken}"
        else:
            yield "ok", f"the game {about.id}"


def _system() -> Iterator[Finding]:
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    kind = "ok" if most == resource.RLIM_INFINITY or most >= FILES else "note"
    yield kind, f"{most} open files at most: a connection takes one (LimitNOFILE= of systemd, ulimit -n)"


def _database(name: str | None) -> Iterator[Finding]:
    from sqlalchemy import make_url

    from kemu.core.refusal import Refusal
    from kemu.server.ready import opened
    from kemu.server.settings import database_url
    from kemu.server.storage import Busy, rows

    url = make_url(database_url(name))
    called = url.database if url.get_backend_name() == "sqlite" else url.render_as_string()
    if url.get_backend_name() == "sqlite":
        file = Path(url.database or "")
        if not file.exists():
            yield "note", f"no database at {file} yet: 'kemu serve' makes it"
            return
        yield from _file(file)
    try:
        found = opened(name)
    except Refusal as refusal:
        yield "lacks", refusal.reason
        return
    try:
        yield "ok", f"the database {called} has the newest schema"
        with found.read() as connection:
            yield from _rules(connection)
        found.write(rows.touch)
        yield "ok", "the database takes writes"
    except Busy as busy:
        yield "lacks", str(busy)
    finally:
        found.close()


def _file(file: Path) -> Iterator[Finding]:
    import shutil

    if file.stat().st_mode & 0o077:
        yield "lacks", f"others on this machine can read {file}, which holds secrets: chmod 600 {file}"
    free = shutil.disk_usage(file.parent).free
    yield ("ok" if free > ROOM else "lacks"), f"{free // 1_000_000} MB free beside the database"


def _rules(connection: Connection) -> Iterator[Finding]:
    from kemu.server.storage.versions import outdated, words

    for old in outdated(connection):
        yield "note", words(old)
