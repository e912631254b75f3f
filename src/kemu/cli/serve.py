"""`kemu serve`: the table server, on an embedded database or on PostgreSQL."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Annotated, Any
from urllib.error import URLError
from urllib.request import urlopen

import typer

from .common import pairs

if TYPE_CHECKING:
    from kemu.server.settings import Settings


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8795,
    database: Annotated[
        str | None, typer.Option(help="A file, or postgresql://USER@HOST/NAME. Default: a file of your own.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Server processes on this database.")] = 1,
    kit: Annotated[
        list[str] | None,
        typer.Option(
            "--kit",
            metavar="GAME=DIR",
            help="Serve a game with a folder of TOML files laid over its own kit; once for each game.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="What this server is called in links, such as kemu.example; once for each."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Another limit than usual ('kemu doctor --limits' lists them)."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A forwarder whose word about clients and TLS is taken; once for each."),
    ] = None,
    base_path: Annotated[str, typer.Option(metavar="/PATH", help="The path under which a forwarder shows it.")] = "",
    thinkers: Annotated[
        int | None, typer.Option(min=0, help="Processes in which computers think; 0: 'kemu think' does it.")
    ] = None,
    metrics: Annotated[bool, typer.Option("--metrics", help="Tell figures at /metrics, for Prometheus.")] = False,
    log_json: Annotated[bool, typer.Option("--log-json", help="Write the log as JSON, an object a line.")] = False,
    open: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,  # noqa: A002
) -> None:
    """Serve tables: play in the browser, alone, at one screen, or with a friend far away.

    \b
    kemu serve --open
    kemu serve --host 0.0.0.0 --database club.sqlite3
    kemu serve --kit moeraki=my-board

    With --kit the game is served as that folder says, in place of the plain one, and its title says so. The files are
    read once: serve again after you have edited them. A table goes on only with the kit that it was begun with.
    """
    from kemu.core.settings import parse_settings
    from kemu.server.kits import copied
    from kemu.server.settings import Limits

    given = {game: Path(folder) for game, folder in pairs(kit, "kit", "GAME=DIR").items()}
    with copied(given) as kits:
        if kits:
            # The copies are taken away at the end, however it comes; by default this signal leaves no time for it.
            signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
        settings = _settings(
            database,
            workers,
            kits=kits,
            names=tuple(name or ()),
            limits=parse_settings(Limits, pairs(limit, "limit")),
            proxies=tuple(proxy or ()),
            base=_base(base_path),
            thinkers=thinkers,
            metrics=metrics,
            log_json=log_json,
        )
        settings.to_environment()
        for game, folder in given.items():
            typer.echo(f"{game} is served with your own kit {folder}, as its files are now")
        _can_listen(host, port)
        _announce(host, port, open, settings)
        _listen(host, port, workers, settings)


def _base(path: str) -> str:
    """Return a base path as it is put before an address: empty, or with a stroke at its beginning only."""
    import re

    stripped = path.strip("/")
    if not re.fullmatch(r"[A-Za-z0-9._/-]*", stripped):
        raise typer.BadParameter(f"'{path}' is no path of letters, digits and strokes.")
    return f"/{stripped}" if stripped else ""


def _settings(database: str | None, workers: int, thinkers: int | None, **more: Any) -> Settings:
    """Return the settings, once the database is ready for them."""
    from kemu.server.ready import make_ready
    from kemu.server.settings import Settings, database_url

    url = database_url(database)
    # On PostgreSQL somebody else may serve the same tables, from here or from another machine.
    shared = workers > 1 or thinkers == 0 or not url.startswith("sqlite")
    for told in make_ready(url, shared):
        typer.echo(told)
    if thinkers is None:
        thinkers = max(1, ((os.cpu_count() or 1) - 1) // workers)
    return Settings(database=url, shared=shared, thinkers=thinkers, **more)


def _can_listen(host: str, port: int) -> None:
    """Raise a `Refusal` if nobody can listen there: before a page is announced, or opened, that is another's."""
    from kemu.core.refusal import Refusal

    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            why = error.strerror or str(error)
            raise Refusal(f"Nothing can listen on {host}, port {port}: {why}. Choose another with --port.") from None


def _announce(host: str, port: int, open_page: bool, settings: Settings) -> None:
    """Say where the page is, and open it if that is wanted."""
    page = f"http://{'127.0.0.1' if host in {'0.0.0.0', '::'} else host}:{port}{settings.base}/"
    typer.echo(f"Kemu serves tables at {page} (stop with Ctrl-C)")
    if host in {"0.0.0.0", "::"} and (near := _own_address()):
        typer.echo(f"Others reach this machine at http://{near}:{port}/ : links for friends are made from that page.")
    for name in settings.names if settings.proxies else ():
        typer.echo(
            f"Behind its forwarder it is called {name}{settings.base}/ ; links begin as the page's own address does."
        )
    if open_page:
        threading.Thread(target=_open_when_ready, args=(page,), daemon=True).start()


def _listen(host: str, port: int, workers: int, settings: Settings) -> None:
    """Serve until somebody stops it."""
    import uvicorn

    from kemu.server.serving import more_files, options

    more_files()
    uvicorn.run(**options(settings, host=host, port=port, workers=workers))


def _own_address() -> str | None:
    """Return the address under which this machine's neighbours see it, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses the way out
        except OSError:
            return None
        return str(out.getsockname()[0])


def _open_when_ready(page: str) -> None:
    for _ in range(100):
        try:
            with urlopen(f"{page}healthz", timeout=1):
                break
        except (URLError, OSError):
            sleep(0.1)
    if not webbrowser.open(page):
        print(f"Open {page} in a browser.", file=sys.stderr)
