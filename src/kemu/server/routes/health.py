"""Whether the server is well, for whoever watches over it: outside the rates, and never by way of what may be stuck."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ApiError
from ..web import reply
from ..wire import Health
from .tables import services_of


async def healthz(request: Request) -> Response:
    """`GET /healthz`: the process is alive and answers; nothing else is asked of it."""
    return reply(Health(True))


async def readyz(request: Request) -> Response:
    """`GET /readyz`: the database has taken a write just now."""
    services = services_of(request)
    if not await services.readiness.ready():
        raise ApiError(503, "not-ready", "The database does not take a write.", headers={"Retry-After": "5"})
    return reply(Health(True))


async def metrics(request: Request) -> Response:
    """`GET /metrics`, if the server was started to tell it."""
    services = services_of(request)
    if not services.settings.metrics:
        raise ApiError(404, "not-found", "There is nothing here.")
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = [
    Route("/healthz", healthz, methods=["GET"]),
    Route("/readyz", readyz, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
]
