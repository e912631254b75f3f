"""The guide of a game: its glossary, and the pictures of its rules."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ApiError
from ..guide import guide_info, guide_picture, known_picture
from ..kits import game_by_id
from ..pictures import ANYONE
from ..security import PICTURE_POLICY
from ..web import reply
from .catalogue import HOUR, known
from .tables import services_of


async def guide(request: Request) -> Response:
    """`GET /api/games/ID/guide`"""
    return reply(await asyncio.to_thread(guide_info, known(request)), headers={"cache-control": _keep(request)})


async def picture(request: Request) -> Response:
    """`GET /api/games/ID/guide/NAME.svg`"""
    game, pictures = known(request), services_of(request).pictures
    name = await asyncio.to_thread(known_picture, game, request.path_params["picture"])
    try:
        svg = await pictures.draw((game, "guide", name), ANYONE, guide_picture, game, name)
    except ValueError:
        # An own kit: what the picture shows is not there.
        raise ApiError(404, "no-picture", "This picture does not fit the game as it is served here.") from None
    headers = {"cache-control": _keep(request), "content-security-policy": PICTURE_POLICY}
    return Response(svg, headers=headers, media_type="image/svg+xml")


def _keep(request: Request) -> str:
    # Who edits his kit wants to see what has become of it.
    return HOUR if game_by_id(known(request)).kit.overlay is None else "no-cache"


ROUTES = [
    Route("/games/{game}/guide", guide, methods=["GET"]),
    Route("/games/{game}/guide/{picture}.svg", picture, methods=["GET"]),
]
