"""Dragging: what move a unit, or one of its corners, pulled to a place stands for, shortened until it is legal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isqrt
from typing import TYPE_CHECKING, TypeVar

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.oriented import COS, RIGHT, SCALE, SIN, TURN, angle_of, arc, facing_towards, local
from kemu.parts.tabletop.points import Point, square

from ..model.bases import Body
from ..model.moves import Leg
from ..model.units import COLUMN, GUNS

if TYPE_CHECKING:
    from ..model.units import Unit

PIECE = re.compile(r"u(\d{1,6})(?:-(left|right|face))?$")
FLUSH = 150
"""A front that ends within so many steps of a friend's front line is taken to be meant flush with it."""
PARALLEL = 200
"""A wheel that ends within so many hundredths of a degree of parallel is taken to be meant parallel."""
TURNS = {"right": 1, "left": -1, "back_right": -1, "back_left": 1}
"""Wheels by the sense in which they turn: clockwise or not."""
SNAP = 30
"""A facing within so many hundredths of a degree of a friend's or an enemy's is taken to be meant as that."""
T = TypeVar("T")


def read_piece(piece: str) -> tuple[int, str] | None:
    """Return which unit a piece of the scene stands for, and which of its handles.

    >>> read_piece("u12"), read_piece("u3-left"), read_piece("hill")
    ((12, ''), (3, 'left'), None)
    """
    found = PIECE.match(piece)
    return (int(found[1]), found[2] or "") if found else None


def pulled(body: Body, unit: Unit, handle: str, p: Point, left: int) -> tuple[Leg, ...]:
    """Return legs that bring a unit to a place, or a corner of it towards one, with so much movement left."""
    if body.formation == GUNS:
        return _guns(body, handle, p, left)
    if body.formation == COLUMN:
        return _column(body, p, left)
    if handle in ("left", "right"):
        return _wheel(body, handle, p, left)
    return _line(body, p, left)


def _guns(body: Body, handle: str, p: Point, left: int) -> tuple[Leg, ...]:
    if handle == "face":
        return (("face", facing_towards(body.centre, p)),)
    length = min(isqrt(square(body.centre, p)), left)
    return (("towards", facing_towards(body.centre, p)), ("ahead", length))


def _column(body: Body, p: Point, left: int) -> tuple[Leg, ...]:
    length = min(isqrt(square(body.at, p)), left)
    facing = facing_towards(body.at, p)
    off = (facing - body.facing + TURN // 2) % TURN - TURN // 2
    if abs(off) <= SNAP:
        return (("ahead", length),)
    return (("face", facing), ("ahead", max(length, min(3 * body.base_depth, left))))


def _wheel(body: Body, handle: str, p: Point, left: int) -> tuple[Leg, ...]:
    """The corner that is pulled goes round the other one: forward round the front, backward round the rear."""
    forward = local(body.at, body.facing, p)[0] >= 0
    other = "right" if handle == "left" else "left"
    corners = body.corners
    if forward:
        pivot, corner = (corners[3], corners[0]) if handle == "left" else (corners[0], corners[3])
    else:
        pivot, corner = (corners[2], corners[1]) if handle == "left" else (corners[1], corners[2])
    turn = (facing_towards(pivot, p) - facing_towards(pivot, corner) + TURN // 2) % TURN - TURN // 2
    angle = min(abs(turn), angle_of(2 * body.half, left))
    return ((other if forward else f"back_{other}", angle),)


def _line(body: Body, p: Point, left: int) -> tuple[Leg, ...]:
    """Wheel until the place is straight ahead, and go there; or straight back if it lies behind."""
    forward, right = (n // SCALE for n in local(body.at, body.facing, p))
    if forward < 0:
        return (("back", min(-forward, left)),)
    if abs(right) <= body.half // 8:
        return (("ahead", min(forward, left)),)
    angle = aim(body, p)
    name = "right" if right > 0 else "left"
    angle = min(angle, angle_of(2 * body.half, left))
    spent = arc(2 * body.half, angle)
    pivot = body.corners[3] if right > 0 else body.corners[0]
    facing = (body.facing + (angle if right > 0 else -angle)) % TURN
    length = max(0, min(local(pivot, facing, p)[0] // SCALE, left - spent))
    return ((name, angle), ("ahead", length)) if length else ((name, angle),)


def aim(body: Body, p: Point) -> int:
    """Return by what angle to wheel, to the side on which a place lies, until it is straight ahead of the middle."""
    right = local(body.at, body.facing, p)[1] > 0
    pivot = body.corners[3] if right else body.corners[0]
    forward, across = local(pivot, body.facing, p)
    across = across if right else -across
    low, high = 0, 2 * RIGHT
    while high - low > 1:
        middle = (low + high) // 2
        # Where the place is to the side of the pivot after the wheel; the middle of the front is half a front inside.
        if across * COS[middle] - forward * SIN[middle] > -body.half * SCALE * SCALE:
            low = middle
        else:
            high = middle
    return low


@rule("maurice:R12")
def aligned(legs: tuple[Leg, ...], end: Body, others: Sequence[tuple[Body, bool]]) -> tuple[Leg, ...]:
    """Return legs whose last stretch ends flush with the front of a friend, or parallel to a friend or an enemy.

    Only what is nearly so already is made so. `others` are bodies, each with whether it is a friend's.
    """
    if not legs:
        return legs
    name, n = legs[-1]
    best: int | None = None
    for body, friend in others:
        turn = (body.facing - end.facing + (0 if friend else TURN // 2) + TURN // 2) % TURN - TURN // 2
        if name == "ahead" and friend and abs(turn) <= SNAP:
            off = local(end.at, end.facing, body.at)[0] // SCALE
            if abs(off) <= FLUSH and (best is None or abs(off) < abs(best)):
                best = off
        elif name in TURNS and abs(turn) <= PARALLEL and (best is None or abs(turn * TURNS[name]) < abs(best)):
            best = turn * TURNS[name]
    return (*legs[:-1], (name, n + best)) if best is not None and n + best > 0 else legs


def shortened(legs: Sequence[Leg], legal: Callable[[tuple[Leg, ...]], bool]) -> tuple[Leg, ...]:
    """Return legs with the last one cut to the longest that is legal; as they are if nothing of it is."""
    whole = tuple(legs)
    if not whole or whole[-1][0] in ("face", "towards") or legal(whole):
        return whole
    name, n = whole[-1]
    low, high = 0, n
    while high - low > 1:
        middle = (low + high) // 2
        if legal((*whole[:-1], (name, middle))):
            low = middle
        else:
            high = middle
    return (*whole[:-1], (name, low)) if low else whole


def fine(answer: object) -> bool:
    """Return whether a plan is no refusal."""
    return not isinstance(answer, Refusal)
