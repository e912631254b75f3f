"""Lessons: each step with its table, and the questions that a learner asks there. Nothing is changed, nothing kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ApiError
from ..security import PICTURE_POLICY
from ..web import read, reply
from ..wire_acts import Drag, Why
from ..wire_lessons import Try
from .catalogue import HOUR, known
from .tables import services_of

STEP = "/games/{game}/lessons/{lesson}/steps/{step}"


def _place(request: Request) -> tuple[str, str, int]:
    """Return the game, the lesson and the step that a path names."""
    given = request.path_params["step"]
    if not (given.isascii() and given.isdecimal()) or len(given) > 4:
        raise ApiError(404, "unknown-step", "A step is a number.")
    return known(request), request.path_params["lesson"], int(given)


async def step(request: Request) -> Response:
    """`GET /api/games/ID/lessons/L/steps/N`"""
    return reply(await asyncio.to_thread(services_of(request).lessons.step, *_place(request)))


async def moment(request: Request) -> Response:
    """`GET /api/games/ID/lessons/L/steps/N/moments/PLY`"""
    given = request.path_params["ply"]
    if not (given.isascii() and given.isdecimal()) or len(given) > 9:
        raise ApiError(404, "unknown-ply", "A ply is a number.")
    return reply(await asyncio.to_thread(services_of(request).lessons.moment, *_place(request), int(given)))


def _question(name: str, shape: type[Struct]) -> Callable[[Request], Any]:
    """Return the route of a question of the learner."""

    async def question(request: Request) -> Response:
        services, place = services_of(request), _place(request)
        body = await read(request, shape, services.settings.limits.body)
        return reply(await asyncio.to_thread(getattr(services.lessons, name), *place, body))

    return question


async def winning(request: Request) -> Response:
    """`GET /api/games/ID/winning.svg`"""
    from ..lessons import winning_picture

    svg = await asyncio.to_thread(winning_picture, known(request))
    if svg is None:
        raise ApiError(404, "no-picture", "This game has no such picture.")
    headers = {"cache-control": HOUR, "content-security-policy": PICTURE_POLICY}
    return Response(svg, headers=headers, media_type="image/svg+xml")


ROUTES = [
    Route("/games/{game}/winning.svg", winning, methods=["GET"]),
    Route(STEP, step, methods=["GET"]),
    Route(f"{STEP}/moments/{{ply}}", moment, methods=["GET"]),
    Route(f"{STEP}/try", _question("attempt", Try), methods=["POST"]),
    Route(f"{STEP}/why", _question("why", Why), methods=["POST"]),
    Route(f"{STEP}/drag", _question("drag", Drag), methods=["POST"]),
]
