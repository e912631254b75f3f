"""The description of the HTTP part, for programs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..openapi import description
from ..web import reply


async def openapi(request: Request) -> Response:
    """`GET /api/openapi.json`"""
    return reply(description())


ROUTES = [Route("/openapi.json", openapi, methods=["GET"])]
