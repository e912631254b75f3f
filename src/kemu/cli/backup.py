"""`kemu backup`: a copy of a server's tables that has every move that was acknowledged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def backup(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes. It is never overwritten.")],
    database: Annotated[str | None, typer.Option(help="The file that 'kemu serve' uses.")] = None,
) -> None:
    """Copy a server's database, while it runs, by SQLite's own method: a plain copy of the file may lack moves.

    \b
    kemu backup tables-monday.sqlite3
    kemu backup --database club.sqlite3 /backups/club.sqlite3

    To restore, stop the server and put the copy in the file's place. Of PostgreSQL make copies with pg_dump.
    """
    import os
    import sqlite3
    from contextlib import closing

    from sqlalchemy import make_url

    from kemu.core.refusal import Refusal
    from kemu.server.settings import database_url

    url = database_url(database)
    if not url.startswith("sqlite"):
        raise Refusal("Of PostgreSQL make copies with its own pg_dump, and restore with pg_restore.")
    file = Path(make_url(url).database or "")
    if not file.is_file():
        raise Refusal(f"There is no database {file}: name it with --database.")
    # It holds the secrets of running games: it is its owner's alone from the beginning.
    os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with closing(sqlite3.connect(file, timeout=15)) as source, closing(sqlite3.connect(to)) as copy:
            source.backup(copy)
            found = copy.execute("PRAGMA integrity_check").fetchone()[0]
            tables = copy.execute("SELECT count(*) FROM games").fetchone()[0]
        if found != "ok":
            raise Refusal(f"{file} is damaged: {found}.")
    except sqlite3.Error as error:
        to.unlink()
        raise Refusal(f"The copy could not be made: {error}.") from None
    typer.echo(f"ok {to}: {tables} tables")
