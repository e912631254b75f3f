"""What a server is started with, in one value that travels to every worker process through one variable."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

VARIABLE = "KEMU_SERVER"
"""The environment variable that carries the settings to worker processes."""


def _says(words: str) -> Any:
    return Meta(description=words)


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much one address, one request and one table may ask for (`kemu serve --limit NAME=VALUE`).

    Rates are counted in each process by itself.
    """

    body: Annotated[int, _says("bytes of a request's body")] = 64 * 1024
    requests: Annotated[float, _says("requests a second that an address may keep up; a socket is opened by one")] = 30.0
    burst: Annotated[int, _says("requests that an address may send at once")] = 240
    connections: Annotated[int, _says("open connections of an address at one process")] = 256
    head_seconds: Annotated[float, _says("within which a request's line and headers must come")] = 15.0
    body_seconds: Annotated[float, _says("within which a request's body must come")] = 30.0
    unread_seconds: Annotated[float, _says("for which a client may read nothing of what it is told")] = 30.0
    sockets: Annotated[int, _says("open web sockets of an address")] = 64
    tables_per_hour: Annotated[float, _says("tables that an address may open in an hour, for good")] = 240.0
    tables_at_once: Annotated[int, _says("tables that an address may open at once")] = 30
    games: Annotated[int, _says("unfinished games that an address has opened within the last day")] = 200
    listed: Annotated[int, _says("tables that an address may have on the list for anyone at a time")] = 3
    thoughts: Annotated[float, _says("hints, pictures and long records a second for an address: they cost more")] = 1.0
    thoughts_at_once: Annotated[int, _says("hints, pictures and long records that an address may ask for at once")] = 20
    width: Annotated[int, _says("pixels across of the widest picture")] = 2_000
    pictures: Annotated[int, _says("pictures that wait to be drawn; who comes then is asked to come again")] = 16
    picture_seconds: Annotated[float, _says("after which a picture that is not drawn is given up")] = 20.0
    live_bytes: Annotated[int, _says("memory for games that are kept ready, as estimated; others are read again")] = (
        600_000_000
    )
    record_bytes: Annotated[int, _says("bytes of a table's record; a game that is longer can only be resigned")] = (
        1_000_000
    )
    record_seconds: Annotated[float, _says("after which a record that is not gone through is given up")] = 30.0
    chat: Annotated[int, _says("characters of a line of chat")] = 500
    chat_lines: Annotated[int, _says("lines of chat that a seat may write at a table")] = 1_000
    chat_size: Annotated[int, _says("characters of chat at a table")] = 100_000
    name_bytes: Annotated[int, _says("bytes of a player's name, which has at most 40 characters")] = 120
    unbegun_days: Annotated[float, _says("after which a table at which nobody has played is taken away; 0: never")] = (
        7.0
    )
    abandoned_days: Annotated[
        float, _says("after which an unfinished game that nobody plays on is taken away; 0: never")
    ] = 365.0
    record_days: Annotated[float, _says("after which a record that was brought along is taken away; 0: never")] = 90.0


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
    study: float = 60.0
    """Seconds of the processor in which a finished game is judged, at most."""
    web: str = ""
    """The folder of the built page; empty: the one inside the package."""
    preload: tuple[str, ...] = ()
    """Modules that every process imports at its start: packages that register games of their own."""
    kits: dict[str, str] = {}
    """Folders of own kits, by the id of the game that each is laid over. Nobody changes them while the server runs."""
    limits: Limits = Limits()
    proxies: tuple[str, ...] = ()
    """Addresses of forwarders whose word about a client's address and about TLS is taken."""
    base: str = ""
    """The path under which a forwarder shows this server: `/kemu`; empty: the whole host is this server's."""
    metrics: bool = False
    """Whether `/metrics` tells figures to whoever asks."""
    log_json: bool = False
    """Whether the log has a JSON object a line."""

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
