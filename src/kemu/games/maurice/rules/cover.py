"""Cover: whether every straight line from an edge to what is ahead of it meets terrain that covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import Outline, box, cut, without
from kemu.parts.tabletop.oriented import COS, SCALE, SIN, TURN
from kemu.parts.tabletop.points import Point, side
from kemu.parts.tabletop.strips import STEP, cut_ahead, cut_left, cut_right, seen
from kemu.parts.tabletop.visibility import screened

from ..model.bases import TOUCH, Body
from ..model.terrain import Part, boxes_meet, wholly_in

if TYPE_CHECKING:
    from .field import Field

FLUSH = 50
"""R48: an edge within so many steps of a line of terrain is flush with it."""
HAIR = 1


@rule("maurice:8.cover", "maurice:8.figCover", "maurice:5.cover", "maurice:R49")
def covered_in_combat(field: Field, attacker: Body, defender: Body) -> bool:
    """A defender has cover if every line from the attacker's front to his part directly ahead meets or ends in cover.

    A line of terrain that is flush with the attacker's front edge counts as between them.
    """
    half = (attacker.half - TOUCH) * STEP
    parts = _near(field, attacker.corners, defender.corners)
    if not parts:
        return False
    # What of the defender is in covering ground is reached in cover anyway: the question is about the rest.
    rest: list[Outline] = [defender.corners]
    for outline, _, line in parts:
        if not line:
            rest = [piece for one in rest for piece in without(one, outline)]
    targets = [
        [(f + 2 * TOUCH * STEP, r) for f, r in piece]
        for piece in (_band(attacker.at, attacker.facing, one, -half, half, 0) for one in rest)
        if _wide(piece)
    ]
    behind = (HAIR - FLUSH) * STEP
    screens = [
        piece
        for outline, _, line in parts
        if (piece := _band(attacker.at, attacker.facing, outline, -half, half, behind if line else 2 * TOUCH * STEP))
    ]
    eye = -FLUSH * STEP
    return screened(((eye, -half), (eye, half)), _split(targets, screens), screens)


@rule("maurice:7.cover", "maurice:7.figWall", "maurice:5.cover", "maurice:R48", "maurice:R49")
def covered_from_fire(
    field: Field, front: Point, facing: int, angle: int, target: Outline, own: frozenset[int]
) -> bool:
    """A target base has cover if it is wholly in covering ground, or if such ground blocks the whole zone before it.

    The zone begins at the middle of the shooting base's front edge and is turned by an angle. `own` are the lines of
    terrain with which the shooter is flush.
    """
    if not field.ground.cover:
        return False
    key = ("covered", front, facing, target, own)
    known: dict[int, bool] | None = field.lasting.get(key)
    if known is None:
        known = field.lasting[key] = {}
    if angle not in known:
        known[angle] = _covered(field, front, facing, angle, target, own)
    return known[angle]


def _covered(field: Field, front: Point, facing: int, angle: int, target: Outline, own: frozenset[int]) -> bool:
    parts = [part for part in _near(field, (front,), target, 700) if part[2] not in own]
    if not parts:
        return False
    key = ("in cover", target)
    inside = field.lasting.get(key)
    if inside is None:
        inside = field.lasting[key] = wholly_in(target, field.ground.cover)
    if inside:
        return True
    half = 500 * STEP - TOUCH * STEP
    turned = (facing + angle) % TURN
    lane = _lane(front, facing, turned, target, half)
    targets = [[(f + 2 * TOUCH * STEP, r) for f, r in lane]] if _wide(lane) else []
    screens: list[Sequence[Point]] = []
    for outline, _, line in parts:
        for piece in [outline] if line else without(outline, target):
            shape = _lane(front, facing, turned, piece, half)
            if shape:
                screens.append(shape)
    return screened(((0, -half), (0, half)), _split(targets, screens), screens)


def _split(targets: Sequence[Sequence[Point]], screens: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """Return targets cut along the lines of terrain that run through them: what is on this side is not behind them."""
    found = [list(target) for target in targets]
    for screen in screens:
        a, b = min(screen), max(screen)
        if a != b and all(abs(side(a, b, p)) <= STEP * (abs(b[0] - a[0]) + abs(b[1] - a[1])) for p in screen):
            parts = [part for target in found for part in (cut(target, a, b), cut(target, b, a))]
            found = [list(part) for part in parts if len(part) > 2]
    return found


def _lane(front: Point, facing: int, turned: int, outline: Outline, half: int) -> list[Point]:
    """Return what of an outline lies in a fire zone and beyond the front line, as seen straight ahead from the base."""
    band = cut_right(cut_left(seen(front, turned, outline), -half), half)
    angle = (turned - facing) % TURN
    if angle:
        # Turn back to the base's own view: the zone's forward and right in terms of the base's.
        band = [_back(p, angle) for p in band]
    return cut_ahead(band, HAIR * STEP)


def _back(p: Point, angle: int) -> Point:
    s, c = SIN[angle], COS[angle]
    return (p[0] * c - p[1] * s) // SCALE, (p[0] * s + p[1] * c) // SCALE


def _band(at: Point, facing: int, outline: Outline, left: int, right: int, ahead: int) -> list[Point]:
    return cut_ahead(cut_right(cut_left(seen(at, facing, outline), left), right), ahead)


def _wide(points: Sequence[Point]) -> bool:
    """Return whether something seen is there at all."""
    return len(points) > 1


def _near(field: Field, one: Sequence[Point], other: Outline, room: int = FLUSH) -> list[Part]:
    """Return covering terrain that may lie between two outlines."""
    if not field.ground.cover:
        return []
    a, b = box(one), box(other)
    around = (
        min(a[0], b[0]) - room,
        max(a[1], b[1]) + room,
        min(a[2], b[2]) - room,
        max(a[3], b[3]) + room,
    )
    return [part for part in field.ground.cover if boxes_meet(around, part[1])]
