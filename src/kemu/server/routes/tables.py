"""Tables: opened, looked at, acted on. Every act is a POST with a key, so that it can be sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ApiError
from ..limits import address
from ..services import Services
from ..web import bearer, needed_bearer, read, reply, table_id
from ..wire_acts import AddSalt, Answer, Drag, DrawOffer, NewTable, Resign, Say, TakeBack, Undo, Why
from ..wire_study import AgreeHints, AskHint


def services_of(request: Request) -> Services:
    """Return the services of this process."""
    return request.app.state.services


async def open_table(request: Request) -> Response:
    """`POST /api/tables`"""
    services = services_of(request)
    wish = await read(request, NewTable, services.settings.limits.body)
    who = address(request)
    services.gate.tables.take(who)
    told = await services.acting(services.tables.open, wish, who)
    return reply(told, 201, {"location": f"/api/tables/{told.table}"})


async def look(request: Request) -> Response:
    """`GET /api/tables/T`"""
    services, table, token = services_of(request), table_id(request), bearer(request)
    told = await asyncio.to_thread(services.views.snapshot, table, token)
    services.seen(table)
    return reply(told)


async def moment(request: Request) -> Response:
    """`GET /api/tables/T/moments/PLY`"""
    table = table_id(request)
    given = request.path_params["ply"]
    if not (given.isascii() and given.isdecimal()) or len(given) > 9:
        raise ApiError(404, "unknown-ply", "A ply is a number.")
    views = services_of(request).views
    return reply(await asyncio.to_thread(views.moment, table, bearer(request), int(given)))


def _act(name: str, shape: type[Struct]) -> Callable[[Request], Any]:
    """Return the route of an act: who, at which table, does what."""

    async def act(request: Request) -> Response:
        services = services_of(request)
        table, token = table_id(request), needed_bearer(request)
        body = await read(request, shape, services.settings.limits.body)
        landed = await services.acting(getattr(services.tables, name), table, token, body)
        services.seen(table)
        return reply(landed)

    return act


def _question(name: str, shape: type[Struct]) -> Callable[[Request], Any]:
    """Return the route of a question, which changes nothing: who, at which table, asks what."""

    async def question(request: Request) -> Response:
        services = services_of(request)
        table, token = table_id(request), needed_bearer(request)
        body = await read(request, shape, services.settings.limits.body)
        return reply(await asyncio.to_thread(getattr(services.views, name), table, token, body))

    return question


async def hint(request: Request) -> Response:
    """`POST /api/tables/T/hint`"""
    services = services_of(request)
    table, token = table_id(request), needed_bearer(request)
    await read(request, AskHint, services.settings.limits.body)
    who = address(request)
    services.gate.thoughts.take(who)
    return reply(await services.hinting.hint(table, token, who))


async def agree_to_hints(request: Request) -> Response:
    """`POST /api/tables/T/hints`"""
    services, table, token = services_of(request), table_id(request), needed_bearer(request)
    body = await read(request, AgreeHints, services.settings.limits.body)
    return reply(await services.acting(services.hinting.agree, table, token, body))


ROUTES = [
    Route("/tables/{table}/answers", _act("answer", Answer), methods=["POST"]),
    Route("/tables", open_table, methods=["POST"]),
    Route("/tables/{table}", look, methods=["GET"]),
    Route("/tables/{table}/moments/{ply}", moment, methods=["GET"]),
    Route("/tables/{table}/salt", _act("salt", AddSalt), methods=["POST"]),
    Route("/tables/{table}/undo", _act("undo", Undo), methods=["POST"]),
    Route("/tables/{table}/take-back", _act("take_back", TakeBack), methods=["POST"]),
    Route("/tables/{table}/resign", _act("resign", Resign), methods=["POST"]),
    Route("/tables/{table}/draw", _act("draw", DrawOffer), methods=["POST"]),
    Route("/tables/{table}/chat", _act("say", Say), methods=["POST"]),
    Route("/tables/{table}/why", _question("why", Why), methods=["POST"]),
    Route("/tables/{table}/drag", _question("drag", Drag), methods=["POST"]),
    Route("/tables/{table}/hint", hint, methods=["POST"]),
    Route("/tables/{table}/hints", agree_to_hints, methods=["POST"]),
]
