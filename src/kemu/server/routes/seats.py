"""Seats: claimed by a link, passed on, and taken again at the next table."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..limits import address
from ..web import needed_bearer, read, reply, table_id
from ..wire_seats import Claim, PassOn, Rematch
from .tables import services_of


async def claim(request: Request) -> Response:
    """`POST /api/tables/T/claim`"""
    services, table = services_of(request), table_id(request)
    body = await read(request, Claim, services.settings.limits.body)
    return reply(await services.acting(services.claims.claim, table, body))


async def pass_on(request: Request) -> Response:
    """`POST /api/tables/T/pass-on`"""
    services = services_of(request)
    table, token = table_id(request), needed_bearer(request)
    body = await read(request, PassOn, services.settings.limits.body)
    return reply(await services.acting(services.claims.pass_on, table, token, body))


async def rematch(request: Request) -> Response:
    """`POST /api/tables/T/rematch`"""
    services = services_of(request)
    table, token = table_id(request), needed_bearer(request)
    body = await read(request, Rematch, services.settings.limits.body)
    services.gate.tables.take(address(request))
    return reply(await services.acting(services.rematches.agree, table, token, body))


ROUTES = [
    Route("/tables/{table}/claim", claim, methods=["POST"]),
    Route("/tables/{table}/pass-on", pass_on, methods=["POST"]),
    Route("/tables/{table}/rematch", rematch, methods=["POST"]),
]
