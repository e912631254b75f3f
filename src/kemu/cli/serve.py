"""`kemu serve`: the table server, on an embedded database or on PostgreSQL."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from time import sleep
from typing import Annotated
from urllib.error import URLError
from urllib.request import urlopen

import typer


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8795,
    database: Annotated[
        str | None, typer.Option(help="A file, or postgresql://USER@HOST/NAME. Default: a file of your own.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Server processes on this database.")] = 1,
    open: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,  # noqa: A002
) -> None:
    """Serve tables: play in the browser, alone, at one screen, or with a friend far away."""
    import uvicorn

    from kemu.server.ready import make_ready
    from kemu.server.settings import Settings, database_url

    url = database_url(database)
    # On PostgreSQL somebody else may serve the same tables, from here or from another machine.
    shared = workers > 1 or not url.startswith("sqlite")
    make_ready(url, shared)
    cores = os.cpu_count() or 1
    Settings(database=url, shared=shared, thinkers=max(1, (cores - 1) // workers)).to_environment()
    page = f"http://{'127.0.0.1' if host in {'0.0.0.0', '::'} else host}:{port}/"
    typer.echo(f"Kemu serves tables at {page} (stop with Ctrl-C)")
    if host in {"0.0.0.0", "::"} and (near := _own_address()):
        typer.echo(f"Others reach this machine at http://{near}:{port}/ : links for friends are made from that page.")
    if open:
        threading.Thread(target=_open_when_ready, args=(page,), daemon=True).start()
    uvicorn.run(
        "kemu.server.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        # Addresses carry no secret, but who looked at which table is nobody's business either.
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=4096,
        # A deflating socket costs more memory than a whole game.
        ws_per_message_deflate=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )


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
