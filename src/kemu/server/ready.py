"""Before a server starts: is the database there, ours, and free? What is wrong is told in one line."""

from __future__ import annotations

from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from kemu.core.printable import one_line
from kemu.core.refusal import Refusal

from .storage import Database
from .storage.migrations import TooNew
from .storage.sole import Taken, take


def make_ready(url: str, shared: bool) -> None:
    """Bring the database to the newest schema, or raise a `Refusal` that says why it cannot be used."""
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
