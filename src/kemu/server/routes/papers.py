"""Papers of a table: its record, its picture, the base of its scenes."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kemu.scene import Scene

from ..errors import ApiError
from ..limits import address
from ..security import PICTURE_POLICY
from ..web import base_digest, bearer, number, table_id
from .tables import services_of

FOREVER = "public, max-age=31536000, immutable"
WIDTH = 1_200
"""Pixels of a PNG when none are asked for."""


async def record(request: Request) -> Response:
    """`GET /api/tables/T/record`"""
    table = table_id(request)
    found = await asyncio.to_thread(services_of(request).views.record, table, bearer(request))
    headers = {"content-disposition": f'attachment; filename="{found.header.game}-{table}.jsonl"'}
    return Response(found.dump(), headers=headers, media_type="application/jsonl")


async def _scene(request: Request) -> Scene:
    services, table = services_of(request), table_id(request)
    ply = number(request, "ply", 0, 999_999_999)
    services.gate.thoughts.take(address(request))
    return await asyncio.to_thread(services.views.scene, table, bearer(request), ply)


async def svg(request: Request) -> Response:
    """`GET /api/tables/T/picture.svg`"""
    from kemu.scene.svg import render_svg

    drawn = await asyncio.to_thread(render_svg, await _scene(request))
    return Response(drawn, headers={"content-security-policy": PICTURE_POLICY}, media_type="image/svg+xml")


async def png(request: Request) -> Response:
    """`GET /api/tables/T/picture.png`"""
    from kemu.scene.png import render_png
    from kemu.scene.svg import render_svg

    width = number(request, "width", 100, 4_000) or WIDTH
    scene = await _scene(request)
    drawn = await asyncio.to_thread(lambda: render_png(render_svg(scene), width))
    return Response(drawn, media_type="image/png")


async def base(request: Request) -> Response:
    """`GET /api/bases/DIGEST`"""
    digest = base_digest(request)
    body = await asyncio.to_thread(services_of(request).bases.body, digest)
    if body is None:
        raise ApiError(404, "unknown-base", "There is no such base.")
    return Response(body, headers={"cache-control": FOREVER}, media_type="application/json")


ROUTES = [
    Route("/tables/{table}/record", record, methods=["GET"]),
    Route("/tables/{table}/picture.svg", svg, methods=["GET"]),
    Route("/tables/{table}/picture.png", png, methods=["GET"]),
    Route("/bases/{digest}", base, methods=["GET"]),
]
