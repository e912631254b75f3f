"""The ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.types import ASGIApp

from .errors import TOO_MUCH, ApiError
from .pages import BUILT, asks_for_page, missing_page, page_routes
from .routes import catalogue, guide, health, lessons, openapi, papers, records, seats, tables
from .security import Guard
from .services import Services
from .settings import Settings
from .socket import live
from .storage import Busy
from .web import reply_error

# They are tried one after the other: what is asked most comes first.
API = (
    *tables.ROUTES,
    *catalogue.ROUTES,
    *guide.ROUTES,
    *lessons.ROUTES,
    *seats.ROUTES,
    *papers.ROUTES,
    *records.ROUTES,
    *openapi.ROUTES,
)
LIVE = WebSocketRoute("/tables/{table}/live", live)
log = logging.getLogger("kemu.server")


def make_app(settings: Settings) -> ASGIApp:
    """Return the application for these settings."""
    services = Services(settings)
    folder = Path(settings.web) if settings.web else BUILT

    def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        page = (
            missing_page(folder, request, settings.base)
            if error.status_code == 404 and asks_for_page(request)
            else None
        )
        return page or _http(error)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[dict[str, object]]:
        async with services.running():
            yield {"connections": services.connections}

    app = Starlette(
        routes=[
            Mount("/api", routes=[*API, LIVE]),
            *health.ROUTES,
            *page_routes(folder, settings.base),
        ],
        exception_handlers={
            ApiError: _refused,
            HTTPException: http,
            Busy: _busy,
            ClientDisconnect: _gone,
            Exception: _broken,
        },
        lifespan=lifespan,
    )
    app.state.services = services
    # Outside of everything, Starlette's own answer to an error included: no answer goes out unguarded.
    return Guard(app, services)


def from_environment() -> ASGIApp:
    """Return the application for the settings that this process was started with: what uvicorn's workers call."""
    return make_app(Settings.from_environment())


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    if error.status == TOO_MUCH:
        services: Services = request.app.state.services
        services.metrics.refused(error.problem.code)
    return reply_error(error)


_WORDS = {404: ("not-found", "There is nothing here."), 405: ("wrong-method", "This address takes other methods.")}


def _http(error: HTTPException) -> Response:
    code, reason = _WORDS.get(error.status_code, ("refused", "The request cannot be granted."))
    return reply_error(ApiError(error.status_code, code, reason, headers=dict(error.headers or {})))


def _gone(request: Request, error: Exception) -> Response:
    # Who hangs up in the middle of his request hears no answer: nothing is wrong.
    return Response(status_code=400)


def _busy(request: Request, error: Exception) -> Response:
    log.warning("%s", error)
    return reply_error(ApiError(503, "busy", "The server is busy: try again.", headers={"Retry-After": "1"}))


def _broken(request: Request, error: Exception) -> Response:
    # Starlette raises the error again after this answer is sent, and uvicorn logs it: here nothing is told of it.
    return reply_error(ApiError(500, "broken", "Something went wrong here. It is not your fault."))
