"""Seats: claimed by a link, passed on, and taken again at the next table."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..limits import address
from ..web import needed_bearer, read, reply, table_id
from ..wire_seats import Claim, Listing, PassOn, Rematch
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


async def listing(request: Request) -> Response:
    """`POST /api/tables/T/listing`"""
    services = services_of(request)
    table, token = table_id(request), needed_bearer(request)
    body = await read(request, Listing, services.settings.limits.body)
    return reply(await services.acting(services.listings.list, table, token, body))


async def open_tables(request: Request) -> Response:
    """`GET /api/open-tables`"""
    return reply(await asyncio.to_thread(services_of(request).listings.tables))


ROUTES = [
    Route("/open-tables", open_tables, methods=["GET"]),
    Route("/tables/{table}/listing", listing, methods=["POST"]),
    Route("/tables/{table}/claim", claim, methods=["POST"]),
    Route("/tables/{table}/pass-on", pass_on, methods=["POST"]),
    Route("/tables/{table}/rematch", rematch, methods=["POST"]),
]
