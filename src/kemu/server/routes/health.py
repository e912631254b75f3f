"""Whether the server is well."""

from __future__ import annotations

import asyncio

from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..web import reply
from ..wire import Health
from .tables import services_of


async def healthz(request: Request) -> Response:
    """`GET /healthz`: the database answers."""
    database = services_of(request).database

    def ask() -> None:
        with database.read() as connection:
            connection.execute(text("SELECT 1"))

    await asyncio.to_thread(ask)
    return reply(Health(True))


ROUTES = [Route("/healthz", healthz, methods=["GET"])]
