"""What there is to play: games, their clauses, a picture of each."""

from __future__ import annotations

import asyncio
import logging
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kemu.core.about import About
from kemu.core.printable import one_line
from kemu.core.refusal import Refusal
from kemu.core.registry import FAULTS, games, tried
from kemu.core.settings import describe_settings
from kemu.core.winning import read_winning
from kemu.players.levels import LEVELS

from ..clocks import proposals
from ..errors import ApiError
from ..kits import game_by_id, title_of
from ..lessons import lesson_infos
from ..pictures import ANYONE
from ..sample import choice_picture, pictured, sample_picture
from ..security import PICTURE_POLICY
from ..web import reply
from ..wire_games import ClauseInfo, GameInfo, LevelInfo, OptionInfo
from .tables import services_of

HOUR = "public, max-age=3600"
log = logging.getLogger("kemu.server")


@cache
def game_infos() -> tuple[GameInfo, ...]:
    """Return the games as the front page shows them. What cannot be played is there too, with the reason."""
    return tuple(_info(about) for about in tried().values())


def _info(about: About) -> GameInfo:
    if about.broken:
        return _broken(about, about.broken)
    try:
        return _playable(about)
    except FAULTS as error:  # somebody else's game: whatever is wrong with it, the other games are there
        log.exception("the game %s cannot be shown", one_line(about.id))
        return _broken(about, f"{type(error).__name__}: {error}")


def _broken(about: About, reason: str) -> GameInfo:
    return GameInfo(
        id=about.id,
        title=one_line(about.title),
        sentence="",
        seats=list(about.seats),
        titles=[about.title_of(seat) for seat in about.seats],
        colours=[],
        minutes="",
        options=[],
        levels=[],
        hidden=False,
        draws=False,
        reconstruction=False,
        credits="",
        broken=one_line(reason),
        lessons=[],
        ways=[],
        caption="",
        easy={},
        clocks=[],
    )


def _playable(about: About) -> GameInfo:
    game, shown = game_by_id(about.id), pictured(about.id)
    winning = read_winning(game.folder)
    return GameInfo(
        id=about.id,
        title=one_line(title_of(game)),
        sentence=about.sentence,
        seats=list(about.seats),
        titles=[about.title_of(seat) for seat in about.seats],
        colours=list(about.colours),
        minutes=about.minutes,
        options=[
            OptionInfo(
                o.name, msgspec.to_builtins(o.default), list(o.choices), o.explanation, list(o.labels), o == shown
            )
            for o in describe_settings(game.settings_type)
        ],
        levels=[LevelInfo(level.id, level.label, level.explanation) for level in LEVELS.values()],
        hidden=game.hides,
        draws=about.draws,
        reconstruction=_reconstructed(about.id),
        credits=about.credits,
        broken="",
        lessons=lesson_infos(game),
        ways=[] if winning is None else list(winning.ways),
        caption="" if winning is None else winning.caption,
        easy=about.easy,
        clocks=proposals(about.minutes),
    )


def _reconstructed(game: str) -> bool:
    """Return whether any entry of the game's kit says that it is a reconstruction."""
    return any(b"reconstruction" in path.read_bytes() for path in game_by_id(game).kit.files.values())


def known(request: Request) -> str:
    """Return the game that a path names, or raise."""
    game = request.path_params["game"]
    if game not in games():
        raise ApiError(404, "unknown-game", "There is no such game.")
    try:
        game_by_id(game)
    except Refusal as broken:
        raise ApiError(404, "broken-game", one_line(broken.reason)) from None
    return game


async def all_games(request: Request) -> Response:
    """`GET /api/games`"""
    return reply(await asyncio.to_thread(game_infos))


async def clauses(request: Request) -> Response:
    """`GET /api/games/ID/clauses`"""
    game = game_by_id(known(request))
    infos = [
        ClauseInfo(full, c.title, c.summary, c.status, c.reading, c.why, c.reconstructed, c.chapter)
        for full, c in game.clauses.items()
    ]
    return reply(infos, headers={"cache-control": HOUR})


async def picture(request: Request) -> Response:
    """`GET /api/games/ID/picture.svg`, or one of its choices with `?choice=`."""
    game, pictures = known(request), services_of(request).pictures
    wanted = request.query_params.getlist("choice")
    if wanted:
        option = pictured(game)
        if len(wanted) > 1 or option is None or wanted[0] not in option.choices:
            raise ApiError(404, "unknown-choice", "There is no picture of that choice.")
        svg = await pictures.draw((game, wanted[0]), ANYONE, choice_picture, game, option.name, wanted[0])
    else:
        svg = await pictures.draw((game,), ANYONE, sample_picture, game)
    # Who edits his kit wants to see what has become of it.
    keep = HOUR if game_by_id(game).kit.overlay is None else "no-cache"
    headers = {"cache-control": keep, "content-security-policy": PICTURE_POLICY}
    return Response(svg, headers=headers, media_type="image/svg+xml")


ROUTES = [
    Route("/games", all_games, methods=["GET"]),
    Route("/games/{game}/clauses", clauses, methods=["GET"]),
    Route("/games/{game}/picture.svg", picture, methods=["GET"]),
]
