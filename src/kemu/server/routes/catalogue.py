"""What there is to play: games, their clauses, a picture of each."""

from __future__ import annotations

import asyncio
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kemu.core.options import describe_options
from kemu.core.registry import games

from ..errors import ApiError
from ..kits import game_by_id, title_of
from ..levels import LEVELS
from ..live import hides
from ..sample import choice_picture, pictured, sample_picture
from ..security import PICTURE_POLICY
from ..web import reply
from ..wire import ClauseInfo, GameInfo, LevelInfo, OptionInfo

HOUR = "public, max-age=3600"


@cache
def game_infos() -> tuple[GameInfo, ...]:
    """Return the games as the front page shows them."""
    infos: list[GameInfo] = []
    for about in games().values():
        game, shown = game_by_id(about.id), pictured(about.id)
        infos.append(
            GameInfo(
                id=about.id,
                title=title_of(game),
                sentence=about.sentence,
                seats=list(about.seats),
                colours=list(about.colours),
                minutes=about.minutes,
                options=[
                    OptionInfo(o.name, msgspec.to_builtins(o.default), list(o.choices), o.explanation, o == shown)
                    for o in describe_options(game.options_type)
                ],
                levels=[LevelInfo(level.id, level.label, level.explanation) for level in LEVELS.values()],
                hidden=hides(game),
                draws=about.draws,
                reconstruction=_reconstructed(about.id),
            )
        )
    return tuple(infos)


def _reconstructed(game: str) -> bool:
    """Return whether any entry of the game's kit says that it is a reconstruction."""
    return any(b"reconstruction" in path.read_bytes() for path in game_by_id(game).kit.files.values())


def _known(request: Request) -> str:
    game = request.path_params["game"]
    if game not in games():
        raise ApiError(404, "unknown-game", "There is no such game.")
    return game


async def all_games(request: Request) -> Response:
    """`GET /api/games`"""
    return reply(await asyncio.to_thread(game_infos))


async def clauses(request: Request) -> Response:
    """`GET /api/games/ID/clauses`"""
    game = game_by_id(_known(request))
    infos = [
        ClauseInfo(full, c.title, c.summary, c.status, c.reading, c.why, c.reconstructed)
        for full, c in game.clauses.items()
    ]
    return reply(infos, headers={"cache-control": HOUR})


async def picture(request: Request) -> Response:
    """`GET /api/games/ID/picture.svg`, or one of its choices with `?choice=`."""
    game = _known(request)
    wanted = request.query_params.getlist("choice")
    if wanted:
        option = pictured(game)
        if len(wanted) > 1 or option is None or wanted[0] not in option.choices:
            raise ApiError(404, "unknown-choice", "There is no picture of that choice.")
        svg = await asyncio.to_thread(choice_picture, game, option.name, wanted[0])
    else:
        svg = await asyncio.to_thread(sample_picture, game)
    # Who edits his kit wants to see what has become of it.
    keep = HOUR if game_by_id(game).kit.overlay is None else "no-cache"
    headers = {"cache-control": keep, "content-security-policy": PICTURE_POLICY}
    return Response(svg, headers=headers, media_type="image/svg+xml")


ROUTES = [
    Route("/games", all_games, methods=["GET"]),
    Route("/games/{game}/clauses", clauses, methods=["GET"]),
    Route("/games/{game}/picture.svg", picture, methods=["GET"]),
]
