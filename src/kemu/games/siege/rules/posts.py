"""Where one answer sets up a garrison: along its walls, one squad in a house, guns where they see over low walls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kemu.parts.tabletop.points import Point, minus, square

from ..model.actions import Place, PlaceGun, Quarter

if TYPE_CHECKING:
    from .setup import Deployment

PARTS = (500, 250, 750)
"""Where along a piece of wall a squad or gun may stand, in thousandths."""
SPREADS = (1300, 1010, 0)
"""How far apart men stand who line a wall; those in a group stand close."""


def sensible(deployment: Deployment, *, last: bool) -> Place | PlaceGun | Quarter | None:
    """Return a good place for the squad or gun that is set up now: as far as may be from those who stand already.

    `last`: it is the last squad. It goes into the house with the most windows, from where it sees over the walls.
    """
    if last and not deployment.gun:
        for room in deployment.rooms():
            if deployment.quartered(room) is not None:
                return Quarter(room)
    taken = [group.men[0] for group in deployment.state.groups]

    def apart(post: Place | PlaceGun) -> int:
        return min((square((post.x, post.y), other) for other in taken), default=0)

    posts = _guns(deployment) if deployment.gun else _lines(deployment)
    found = next((post for post in sorted(posts, key=apart, reverse=True) if deployment.check(post) is None), None)
    return found or deployment.first()


def _lines(deployment: Deployment) -> Iterator[Place]:
    """Yield the places along the walls, the longest first: in a rank, and close together where there is no room."""
    ground = deployment.field.ground
    for spread in SPREADS:
        for line in sorted(ground.inner_walls, key=lambda line: -square(line.a, line.b)):
            for part in PARTS:
                at = ground.inside_of(line, part)
                if at is not None:
                    yield Place(*at, 0, spread)


def _guns(deployment: Deployment) -> Iterator[PlaceGun]:
    """Yield the places behind the low walls, looking out."""
    ground = deployment.field.ground
    for line in ground.inner_walls:
        for part in PARTS:
            at = None if line.high else ground.inside_of(line, part)
            if at is not None:
                yield PlaceGun(*at, *_out(line.a, line.b, at))


def _out(a: Point, b: Point, at: Point) -> Point:
    """Return the way from a place inside across a wall."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    across = minus(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), at)
    return (dy, -dx) if dy * across[0] - dx * across[1] > 0 else (-dy, dx)
