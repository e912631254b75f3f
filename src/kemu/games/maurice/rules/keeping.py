"""Which answers of one field still hold in the next: those about units that no change is close enough to touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import TYPE_CHECKING, Any

from ..model.bases import Body
from ..model.units import BW, CAV

if TYPE_CHECKING:
    from kemu.parts.tabletop.points import Point

    from .field import Field

FAR: Mapping[str, int] = {
    "links": 2 * BW,
    "near": 4 * BW,
    "shots": 5 * BW,
    "any shot": 5 * BW,
    "able": 12 * BW,
}
"""How far away a change has to be from a unit for an answer about it to hold. At long range none is far enough."""
LONG = 25 * BW
NEVER = 1 << 62
MORE = 4 * BW
"""With more allowance than this a charge may go too far for that."""
RIDES = 4 * BW
"""How much farther than the others cavalry charges."""


def kept_answers(field: Field, old: Field) -> Iterator[tuple[Any, Any]]:
    """Yield the answers that still hold. Nothing about the ground has changed."""
    changed: tuple[list[tuple[int, Body]], list[tuple[int, Body]]] = ([], [])
    for uid in {**old.units, **field.units}:
        before, after = old.bodies.get(uid), field.bodies.get(uid)
        if before is not after:
            unit = field.units.get(uid) or old.units[uid]
            changed[unit.side].extend([(uid, body) for body in (before, after) if body is not None])
    everybody = changed[0] + changed[1]
    moved = {uid for uid, _ in everybody}
    # How far the nearest change is from each unit that somebody asks about.
    away: dict[int, int] = {}
    key: Any
    # The game is shared: somebody in another thread may ask the old field something meanwhile.
    for key, answer in old.answers.copy().items():
        name: str = key[0]
        uid: int = key[-1] if name == "line" else key[1]
        if name == "rings":
            # Of a side: where its enemies stand.
            if not changed[1 - uid]:
                yield key, answer
        elif name == "line":
            side: int = key[1]
            if uid in field.units and uid not in moved and not changed[1 - side] and field.cinc[side] == old.cinc[side]:
                yield key, answer
        elif name == "foe":
            if uid in field.units and uid not in moved:
                enemies = changed[1 - field.units[uid].side]
                if not enemies or _still_nearest(field.bodies[uid].at, answer, enemies):
                    yield key, answer
        elif (limit := FAR.get(name)) is not None and uid in field.units and uid not in moved:
            if name == "able":
                unit = field.units[uid]
                if unit.disr != old.units[uid].disr or key[2].extra > MORE:
                    continue
                limit += RIDES * (unit.arm == CAV)
            elif name in ("shots", "any shot") and key[2]:
                limit = LONG
            if uid not in away:
                away[uid] = _away(field.bodies[uid], everybody)
            if away[uid] > limit:
                yield key, answer


def _still_nearest(at: Point, answer: tuple[int, int, int], changed: list[tuple[int, Body]]) -> bool:
    """Return whether the nearest enemy is not among those who have changed, and none of them was or is as near."""
    away, foe, _ = answer
    x, y = at
    for other, body in changed:
        ox, oy = body.centre
        if other == foe or (ox - x) * (ox - x) + (oy - y) * (oy - y) <= away:
            return False
    return foe >= 0


def _away(body: Body, changed: list[tuple[int, Body]]) -> int:
    """Return how far a body is at least from everything that has changed, by the circles round them."""
    x, y = body.centre
    least = NEVER
    for _, other in changed:
        ox, oy = other.centre
        least = min(least, isqrt((ox - x) * (ox - x) + (oy - y) * (oy - y)) - other.radius)
    return least - body.radius
