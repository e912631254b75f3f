"""`kemu think`: the computers' turns, thought about on this machine for servers elsewhere."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Annotated

import typer

from .common import pairs


def think(
    database: Annotated[
        str | None, typer.Option(help="The servers' database: postgresql://USER@HOST/NAME, or a file of this machine.")
    ] = None,
    thinkers: Annotated[int | None, typer.Option(min=1, help="Processes that think. Default: one a core.")] = None,
    kit: Annotated[
        list[str] | None, typer.Option("--kit", metavar="GAME=DIR", help="Own kits, as the servers have them.")
    ] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="Write the log as JSON, an object a line.")] = False,
) -> None:
    """Think for servers: the database is the queue. Start as many of these as there are cores to spare, anywhere.

    \b
    kemu serve --database postgresql://kemu@db/kemu --thinkers 0
    kemu think --database postgresql://kemu@db/kemu

    A server with --thinkers 0 gives hints itself and leaves the computers' seats to these. They may come and go:
    what one has begun and left another takes over after a while.
    """
    import asyncio
    import logging.config

    from kemu.server.kits import copied
    from kemu.server.logs import config
    from kemu.server.ready import make_ready
    from kemu.server.settings import Settings, database_url
    from kemu.server.thinking import Thinking

    logging.config.dictConfig(config(log_json))
    url = database_url(database)
    make_ready(url, shared=True)

    async def run(settings: Settings) -> None:
        task = asyncio.ensure_future(Thinking(settings).run())
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        await asyncio.gather(task, return_exceptions=True)

    given = {game: Path(folder) for game, folder in pairs(kit, "kit", "GAME=DIR").items()}
    with copied(given) as kits:
        number = thinkers or os.cpu_count() or 1
        typer.echo(f"Kemu thinks, {number} at once (stop with Ctrl-C)")
        asyncio.run(run(Settings(database=url, shared=True, thinkers=number, pause=0.0, kits=kits)))
