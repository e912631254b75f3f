"""Records that somebody brings along, and the studies of games that are over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kemu.core.dealer import TABLE
from kemu.core.record import Begins, Leave, load_record

from ..errors import ApiError
from ..limits import address
from ..opening import Taken
from ..services import Services
from ..web import bearer, read, reply, table_id
from ..wire_acts import NewTable, TableOpened
from ..wire_study import BroughtRecord, PlayOn
from .tables import services_of

_RECORD = re.compile(r"[0-9a-f]{32}")


def _record_id(request: Request) -> str:
    made = request.path_params["record"]
    if not _RECORD.fullmatch(made):
        raise ApiError(404, "unknown-record", "There is no such record here: bring it again.")
    return made


async def bring(request: Request) -> Response:
    """`POST /api/records`"""
    services = services_of(request)
    who = address(request)
    services.gate.tables.take(who)
    # JSON writes a quote as two letters, and a record is full of them.
    brought = await read(request, BroughtRecord, 2 * services.settings.limits.record_bytes)
    told = await services.records.bring(brought.record.encode(), who)
    return reply(told, 201, {"location": f"/api/records/{told.record}"})


async def look(request: Request) -> Response:
    """`GET /api/records/R`"""
    return await _shown(request, None)


async def _shown(request: Request, ply: int | None) -> Response:
    told = await services_of(request).records.snapshot(_record_id(request), address(request), ply)
    return Response(told, media_type="application/json")


async def moment(request: Request) -> Response:
    """`GET /api/records/R/moments/PLY`"""
    given = request.path_params["ply"]
    if not (given.isascii() and given.isdecimal()) or len(given) > 9:
        raise ApiError(404, "unknown-ply", "A ply is a number.")
    return await _shown(request, int(given))


async def record(request: Request) -> Response:
    """`GET /api/records/R/record`"""
    made = _record_id(request)
    body = await asyncio.to_thread(services_of(request).records.body, made)
    return Response(body, headers=_attached(f"{made}.jsonl"), media_type="application/jsonl")


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


async def _study(request: Request, game: str, body: Callable[[], bytes]) -> Response:
    """Return what was found in a game so far; if nobody looks through it, that begins now."""
    services = services_of(request)
    found = await services.studies.found(game)
    if found is None:
        who = address(request)
        services.gate.thoughts.take(who)
        found = await services.studies.begin(game, await asyncio.to_thread(body), who)
    return Response(found, media_type="application/json")


async def study_of_table(request: Request) -> Response:
    """`GET /api/tables/T/study`"""
    table, token, views = table_id(request), bearer(request), services_of(request).views

    def body() -> bytes:
        record = views.record(table, token)
        if record.end is None:
            raise ApiError(409, "not-over", "A game is studied when it is over.")
        return record.dump()

    return await _study(request, table, body)


async def study_of_record(request: Request) -> Response:
    """`GET /api/records/R/study`"""
    made, records = _record_id(request), services_of(request).records
    return await _study(request, made, lambda: records.body(made))


async def play_on(request: Request) -> Response:
    """`POST /api/play-on`"""
    services = services_of(request)
    wish = await read(request, PlayOn, services.settings.limits.body)
    who = address(request)
    services.gate.tables.take(who)
    # Its plies are played again here: one game after the other, so that acts at other tables find a free thread.
    async with services.replays.turn(who):
        told = await services.acting(gone_on, services, wish, who)
    return reply(told, 201, {"location": f"/api/tables/{told.table}"})


def gone_on(services: Services, wish: PlayOn, who: str) -> TableOpened:
    """Open a table that takes over the plies of a game up to a moment."""
    if _RECORD.fullmatch(wish.of):
        record = load_record(services.records.body(wish.of))
    elif TABLE.fullmatch(wish.of):
        record = services.views.record(wish.of, None)
        if record.end is None:
            raise ApiError(409, "not-over", "One goes on with a game from a moment of it when it is over.")
    else:
        raise ApiError(404, "unknown-record", "There is no such record here: bring it again.")
    if wish.ply > len(record.entries):
        raise ApiError(404, "unknown-ply", f"The record has {len(record.entries)} plies.")
    entries = record.entries[: wish.ply]
    if entries and isinstance(entries[-1], Leave):
        raise ApiError(409, "game-over", "The game is over there: nobody can go on with it.")
    header = record.header
    taken = Taken(Begins(wish.of, wish.ply), entries)
    return services.tables.open(NewTable(header.game, wish.seats, header.options), who, taken)


ROUTES = [
    Route("/play-on", play_on, methods=["POST"]),
    Route("/records", bring, methods=["POST"]),
    Route("/records/{record}", look, methods=["GET"]),
    Route("/records/{record}/moments/{ply}", moment, methods=["GET"]),
    Route("/records/{record}/record", record, methods=["GET"]),
    Route("/records/{record}/study", study_of_record, methods=["GET"]),
    Route("/tables/{table}/study", study_of_table, methods=["GET"]),
]
