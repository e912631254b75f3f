"""Chapter 8: attackers who are still in contact fall back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.convex import Outline, intrudes
from kemu.parts.tabletop.oriented import ahead
from kemu.parts.tabletop.sweeps import Sweep, corridor

from ..model.bases import TOUCH, Body
from ..model.units import BW, Unit
from .measuring import closer, on_table
from .movement import cinc_hit, crossed_by, disrupted_by_crossing, swept_in

if TYPE_CHECKING:
    from .field import Field

BACK = BW
FARTHEST = 64 * BW


class FallBack(Struct, frozen=True):
    """What comes of falling back."""

    units: tuple[Unit, ...]
    """All units still on the table."""
    broken: tuple[tuple[int, str], ...]
    """Who broke, and why, the unit that falls back first."""
    disr: tuple[tuple[int, int], ...]
    path: tuple[Outline, ...]
    crossed: tuple[int, ...] = ()
    terrain: bool = False
    cinc_hit: int = 0
    failed: Refusal | None = None
    """Why it was broken instead of falling back, if so."""


@rule("maurice:8.fallBack", "maurice:8.cannotFall", "maurice:8.fallDifficult", "maurice:8.fallThrough", "maurice:R60")
def plan(field: Field, uid: int, *, difficult_impassable: bool = False) -> FallBack:
    """A unit falls back 1 BW straight back, and on until it sits on no friend. It is broken if it cannot.

    Friends whom it moves through disrupt it, and it them; difficult ground costs it one DISR. All of that is worked out
    with everyone in place and then applied together.
    """
    unit = field.units[uid]
    body = field.body(uid)
    length = distance_back(field, uid)
    end = _back(field, unit, body, length)
    way = Sweep((body.corners, corridor(body.at, body.facing, 0, body.half, body.depth + length), end.corners))
    failed = _stopped(field, unit, end, way)
    if failed is None and difficult_impassable and swept_in(way, field.ground.difficult):
        failed = Refusal(
            "It cannot fall back: in this round difficult ground cannot be passed.", "maurice:8.cannotFall"
        )
    path = (body.corners, end.corners)
    if failed is not None:
        left = tuple(other for other in field.units.values() if other.id != uid)
        return FallBack(left, ((uid, failed.reason),), (), path, failed=failed)
    took: dict[int, int] = {}
    crossed = crossed_by(field, unit, way)
    for friend_id in crossed:
        friend = field.units[friend_id]
        if disrupted_by_crossing(unit.arm, unit.formation):
            took[uid] = took.get(uid, 0) + 1
        if disrupted_by_crossing(friend.arm, friend.formation):
            took[friend_id] = 1
    terrain = swept_in(way, field.ground.difficult)
    if terrain:
        took[uid] = took.get(uid, 0) + 1
    moved = replace(unit, x=end.at[0], y=end.at[1])
    after = [
        replace(other, disr=other.disr + took.get(other.id, 0)) if other.id in took else other
        for other in (moved if other.id == uid else other for other in field.units.values())
    ]
    fallen = [other.id for other in after if other.disr > other.bases]
    why = {uid: "It was disrupted once too often as it fell back."}
    broken = tuple((one, why.get(one, "It was disrupted once too often by friends who fell back.")) for one in fallen)
    return FallBack(
        tuple(other for other in after if other.id not in fallen),
        tuple(sorted(broken, key=lambda one: (one[0] != uid, one[0]))),
        tuple(sorted(took.items())),
        path,
        crossed,
        terrain,
        cinc_hit(field, unit, way),
    )


@rule("maurice:8.fallDistance", "maurice:8.figFall", "maurice:R59")
def distance_back(field: Field, uid: int) -> int:
    """1 BW; if it would then sit on a friend, on to the first place where it sits on nobody."""
    unit, body = field.units[uid], field.body(uid)
    length = BACK
    friends = [field.body(other) for other in field.sides[unit.side] if other != uid]
    while length < FARTHEST:
        here = _back(field, unit, body, length)
        sat_on = next((friend for friend in friends if _sits(here, friend)), None)
        if sat_on is None:
            break
        # It leaves a convex outline once and for all: halve to find where.
        low, high = length, length + 2 * (here.radius + sat_on.radius)
        while high - low > 1:
            middle = (low + high) // 2
            if _sits(_back(field, unit, body, middle), sat_on):
                low = middle
            else:
                high = middle
        length = high
    return length


def _sits(here: Body, friend: Body) -> bool:
    return intrudes(here.corners, friend.corners, TOUCH)


def _back(field: Field, unit: Unit, body: Body, length: int) -> Body:
    return field.posed(unit, ahead(body.at, body.facing, -length), body.facing, unit.formation)


@rule("maurice:8.cannotFall", "maurice:R60")
def _stopped(field: Field, unit: Unit, end: Body, way: Sweep) -> Refusal | None:
    """It is stopped by enemies, impassable ground or the edge of the table, and by being in contact at its end."""
    if not on_table(field, end.corners):
        return Refusal("It cannot fall back: the table ends there.", "maurice:8.cannotFall")
    if swept_in(way, field.ground.impassable):
        return Refusal("It cannot fall back through impassable ground.", "maurice:8.cannotFall")
    for foe in field.foes(unit.side):
        other = field.body(foe)
        if not way.far(other.box, TOUCH) and way.enters(other.corners, TOUCH):
            return Refusal("It cannot fall back through the enemy.", "maurice:8.cannotFall")
        if closer(end, other, TOUCH):
            return Refusal("It fell back and is still in contact with the enemy.", "maurice:8.cannotFall")
    return None
