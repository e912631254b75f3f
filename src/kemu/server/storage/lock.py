"""Who may use an SQLite file: one process alone, which may trust its memory, or several that know of each other."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import IO

from .database import Database

try:
    import fcntl
except ImportError:  # Windows has no such locks: there nobody is warned.
    fcntl = None


class Taken(RuntimeError):
    """Another server uses the file in a way that does not go together with this one's."""


def take(database: Database) -> IO[bytes] | None:
    """Take the file for as long as what is returned stays open; the system gives it back when the process ends.

    A process that serves alone does not look at rows that it remembers. A second one beside it would be overlooked.
    """
    if fcntl is None or not database.sqlite or not database.url.database:
        return None
    lock = Path(f"{database.url.database}.lock").open("ab")  # noqa: SIM115
    try:
        fcntl.flock(lock, (fcntl.LOCK_SH if database.shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        with suppress(OSError):
            lock.close()
        raise Taken(
            f"another server uses {database.url.database}: stop it, name another file with --database, or start one "
            "server with --workers"
        ) from None
    return lock
