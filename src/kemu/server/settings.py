"""What a server is started with, in one value that travels to every worker process through one variable."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

VARIABLE = "KEMU_SERVER"
"""The environment variable that carries the settings to worker processes."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much one address, one request and one table may ask for. Rates are counted in each process by itself."""

    body: int = 64 * 1024
    """Bytes of a request's body."""
    requests: float = 30.0
    """Requests a second that an address may keep up."""
    burst: int = 240
    """Requests that an address may send at once."""
    tables_per_hour: float = 240.0
    tables_at_once: int = 30
    thoughts: float = 1.0
    """Hints and drawn pictures a second: they cost more than other requests."""
    thoughts_at_once: int = 20
    sockets: int = 64
    """Open sockets of an address."""
    games: int = 200
    """Unfinished games that one address has opened within the last day."""
    chat: int = 500
    """Characters of a chat line."""
    chat_lines: int = 1_000
    """Lines of chat that one seat may write at a table."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's settings."""

    database: str
    """A SQLAlchemy URL: `sqlite:////path/file` or `postgresql+psycopg://…`."""
    shared: bool = False
    """Whether other processes serve the same database."""
    thinkers: int = 1
    """Processes in which computer seats think."""
    names: tuple[str, ...] = ()
    """What the server is called, besides the addresses that it is reached at: the host in the links to it."""
    pause: float = 0.4
    """Seconds that a computer lets pass before it answers, so that people can follow."""
    web: str = ""
    """The folder of the built page; empty: the one inside the package."""
    preload: tuple[str, ...] = ()
    """Modules that every process imports at its start: packages that register games of their own."""
    kits: dict[str, str] = {}
    """Folders of own kits, by the id of the game that each is laid over. Nobody changes them while the server runs."""
    limits: Limits = Limits()

    def to_environment(self) -> None:
        """Leave the settings for the processes that are started from this one."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Settings:
        """Return the settings that the process was started with."""
        return msgspec.json.decode(os.environ[VARIABLE], type=cls)


def database_url(given: str | None) -> str:
    """Return the SQLAlchemy URL for what a person names: nothing, a file, or a URL.

    >>> database_url("postgresql://me@there/kemu")
    'postgresql+psycopg://me@there/kemu'
    """
    if given and "://" in given:
        scheme, _, rest = given.partition("://")
        if scheme in {"postgres", "postgresql"}:
            scheme = "postgresql+psycopg"
        return f"{scheme}://{rest}"
    path = Path(given) if given else default_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{path.absolute()}"


def default_file() -> Path:
    """Return where the games are kept when nobody says: the user's own data folder."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "kemu" / "tables.sqlite3"
