"""Chapter 8: who is engaged with whom, and who is flanked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import within
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.strips import STEP, cut_ahead, cut_left, cut_right, seen
from kemu.parts.tabletop.visibility import clear

from ..model.bases import TOUCH, Body
from ..model.units import BW
from .cover import covered_in_combat
from .measuring import part_ahead, to_the_flank

if TYPE_CHECKING:
    from .field import Field

REACH = BW
"""How far in front one is engaged without contact."""


class Engaged(Struct, frozen=True):
    """An attacker and one of those whom he is attacking."""

    attacker: int
    defender: int
    contact: bool
    flank: bool
    """Whether the defender is flanked by him."""
    cover: bool
    """Whether the defender has cover from him."""


@rule("maurice:8.engaged", "maurice:8.figEngaged", "maurice:R05", "maurice:R55")
def engagements(field: Field, attackers: Sequence[int]) -> tuple[Engaged, ...]:
    """An attacker is engaged with all whom his front edge contacts; and, if there is one, with all directly in front of
    him within 1 BW to whom two lines can be drawn.
    """
    return tuple(one for uid in attackers for one in _engaged(field, uid))


def _engaged(field: Field, uid: int) -> list[Engaged]:
    body = field.body(uid)
    x, y = body.at
    ahead: list[tuple[int, int]] = []
    for foe in field.foes(field.units[uid].side):
        other = field.body(foe)
        far = other.radius + body.half + REACH
        if (other.centre[0] - x) ** 2 + (other.centre[1] - y) ** 2 <= far * far:
            part = part_ahead(body, other.corners)
            if part is not None and (nearest := min(f for f, _ in part)) <= REACH * STEP:
                ahead.append((foe, nearest))
    front = (body.corners[0], body.corners[3])
    touched = {foe for foe, _ in ahead if within(front, field.body(foe).corners, TOUCH)}
    if not touched:
        return []
    return [
        Engaged(
            uid,
            foe,
            foe in touched,
            flanked_by(field.body(foe), body),
            covered_in_combat(field, body, field.body(foe)),
        )
        for foe, _ in ahead
        if foe in touched or two_lines(field, uid, foe)
    ]


@rule("maurice:8.twoLines", "maurice:8.figTwoLines", "maurice:R55")
def two_lines(field: Field, attacker: int, defender: int) -> bool:
    """From some one base of the attacker a line can be drawn from each front corner to the defender, straight ahead of
    that base at any angle, without meeting any other unit on its way.
    """
    body = field.body(attacker)
    view = [
        (uid, seen(body.at, body.facing, other.corners))
        for uid, other in field.bodies.items()
        if uid != attacker and _close(body, other)
    ]
    start = -TOUCH * STEP
    for left in range(-body.half, body.half, BW):
        low, high = (left + TOUCH) * STEP, (left + BW - TOUCH) * STEP
        target: list[Point] = []
        screens: list[list[Point]] = []
        for uid, points in view:
            part = cut_ahead(cut_right(cut_left(points, low), high), start + STEP)
            if len(part) > 2 and max(f for f, _ in part) > TOUCH * STEP:
                if uid == defender:
                    target = part
                else:
                    screens.append(part)
        if target and clear((start, low), target, screens) and clear((start, high), target, screens):
            return True
    return False


def _close(body: Body, other: Body) -> bool:
    """Return whether a unit may stand between a front edge and what is within a base width of it."""
    far = 2 * body.half + 6 * BW + other.radius
    dx, dy = other.centre[0] - body.at[0], other.centre[1] - body.at[1]
    return dx * dx + dy * dy <= far * far


@rule("maurice:8.flanked", "maurice:8.figFlanked", "maurice:1.flanked", "maurice:R56")
def flanked_by(defender: Body, attacker: Body) -> bool:
    """A defender is flanked by an attacker who is to his flank and touches his flank or rear edge, corners included."""
    front_left, rear_left, rear_right, front_right = defender.corners
    edges = ((front_left, rear_left), (rear_left, rear_right), (rear_right, front_right))
    return any(within(edge, attacker.corners, TOUCH) for edge in edges) and to_the_flank(defender, attacker)
