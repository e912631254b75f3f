"""Before a server starts: is the database there, ours, and free? What is wrong is told in one line."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from kemu.core.printable import one_line
from kemu.core.refusal import Refusal

from .settings import database_url
from .storage import Busy, Database
from .storage.lock import Taken, take
from .storage.migrations import TooNew, newest, version_of
from .storage.versions import outdated, words


def opened(name: str | None) -> Database:
    """Return the database that a command works on; it must be there, and of this version's schema."""
    url = database_url(name)
    file = make_url(url).database if url.startswith("sqlite") else None
    if file is not None and not Path(file).exists():
        raise Refusal(f"There is no database {file}: name it with --database.")
    try:
        database = Database(url, shared=True)
        with database.read() as connection:
            found = version_of(connection)
    except (ArgumentError, NoSuchModuleError):
        raise Refusal("A database is a file, or postgresql://USER@HOST/NAME.") from None
    except ModuleNotFoundError as error:
        raise Refusal(f"This database needs the package '{error.name}': pip install 'kemu[postgres]'.") from None
    except (Busy, DBAPIError) as error:
        words = str(error) if isinstance(error, Busy) else f"The database cannot be used: {one_line(str(error.orig))}"
        raise Refusal(f"{words}.") from None
    if found != newest():
        database.close()
        raise Refusal(
            f"The database has schema {found}, this is {newest()}: 'kemu serve' brings an older one up to date."
        )
    return database


def make_ready(url: str, shared: bool) -> list[str]:
    """Bring the database to the newest schema, or raise a `Refusal` that says why it cannot be used.

    Return what whoever starts the server should know of its games.
    """
    try:
        database = Database(url, shared)
    except (ArgumentError, NoSuchModuleError):
        raise Refusal("A database is a file, or postgresql://USER@HOST/NAME.") from None
    except ModuleNotFoundError as error:
        raise Refusal(f"This database needs the package '{error.name}': pip install 'kemu[postgres]'.") from None
    try:
        lock = take(database)
        try:
            database.migrate()
            with database.read() as connection:
                return [words(old) for old in outdated(connection)]
        finally:
            if lock is not None:
                lock.close()
    except (Taken, TooNew) as error:
        raise Refusal(f"{error}.") from None
    except DBAPIError as error:
        # The driver's own words name the host and the reason, and no password.
        first = next(iter(str(error.orig).strip().splitlines()), type(error.orig).__name__)
        raise Refusal(f"The database cannot be used: {one_line(first)}.") from None
    finally:
        database.close()
