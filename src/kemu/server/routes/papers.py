"""Papers of a table: its record, its picture, the base of its scenes."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ApiError
from ..limits import address
from ..pages import FOREVER, encodings
from ..pictures import png as png_of
from ..pictures import svg as svg_of
from ..security import PICTURE_POLICY
from ..web import base_digest, bearer, number, table_id
from .tables import services_of

WIDTH = 1_200
"""Pixels of a PNG when none are asked for."""
LONG = 2_000
"""Entries of a record. To write down a longer one costs as much as a picture, and counts as one."""


async def record(request: Request) -> Response:
    """`GET /api/tables/T/record`"""
    table = table_id(request)
    services = services_of(request)
    found = await asyncio.to_thread(services.views.record, table, bearer(request))
    if len(found.entries) > LONG:
        services.gate.thoughts.take(address(request))
    body = await asyncio.to_thread(found.dump)
    headers = {"content-disposition": f'attachment; filename="{found.header.game}-{table}.jsonl"'}
    return Response(body, headers=headers, media_type="application/jsonl")


async def _picture(request: Request, kind: str, width: int | None) -> bytes:
    """Return a picture of a table. A moment that was drawn for this seat before is not even looked at again."""
    services, table = services_of(request), table_id(request)
    ply = number(request, "ply", 0, 999_999_999)
    pictures, views, token = services.pictures, services.views, bearer(request)
    which = await asyncio.to_thread(views.which, table, token, ply)
    drawn = pictures.kept((which, kind, width))
    if drawn is not None:
        return drawn
    who = address(request)
    services.gate.thoughts.take(who)
    scene = await asyncio.to_thread(views.scene, which)
    if width is None:
        return await pictures.draw((which, kind, width), who, svg_of, scene)
    return await pictures.draw((which, kind, width), who, png_of, scene, width)


async def svg(request: Request) -> Response:
    """`GET /api/tables/T/picture.svg`"""
    drawn = await _picture(request, "svg", None)
    return Response(drawn, headers={"content-security-policy": PICTURE_POLICY}, media_type="image/svg+xml")


async def png(request: Request) -> Response:
    """`GET /api/tables/T/picture.png`"""
    limits = services_of(request).settings.limits
    width = number(request, "width", 100, limits.width) or min(WIDTH, limits.width)
    return Response(await _picture(request, "png", width), media_type="image/png")


async def base(request: Request) -> Response:
    """`GET /api/bases/DIGEST`"""
    digest = base_digest(request)
    bases, headers = services_of(request).bases, {"cache-control": FOREVER, "vary": "accept-encoding"}
    body: str | bytes | None
    if "gzip" in encodings(request.headers):
        body = await asyncio.to_thread(bases.packed, digest)
        headers["content-encoding"] = "gzip"
    else:
        body = await asyncio.to_thread(bases.body, digest)
    if body is None:
        raise ApiError(404, "unknown-base", "There is no such base.")
    return Response(body, headers=headers, media_type="application/json")


ROUTES = [
    Route("/tables/{table}/record", record, methods=["GET"]),
    Route("/tables/{table}/picture.svg", svg, methods=["GET"]),
    Route("/tables/{table}/picture.png", png, methods=["GET"]),
    Route("/bases/{digest}", base, methods=["GET"]),
]
