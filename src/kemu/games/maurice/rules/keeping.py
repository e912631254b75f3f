"""Which answers of one field still hold in the next: those about units that no change is close enough to touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..model.bases import Body
from ..model.units import BW

if TYPE_CHECKING:
    from .field import Field

FAR: Mapping[str, int] = {
    "difficult": 0,
    "level": 0,
    "links": 2 * BW,
    "near": 4 * BW,
    "shots": 5 * BW,
    "any shot": 5 * BW,
    "able": 16 * BW,
}
"""How far away a change has to be from a unit for an answer about it to hold. At long range none is far enough."""
LONG = 25 * BW
MORE = 4 * BW
"""With more allowance than this a charge may go too far for that."""


def kept_answers(field: Field, old: Field) -> Iterator[tuple[Any, Any]]:
    """Yield the answers that still hold. Nothing about the ground has changed."""
    changed: list[tuple[int, Body]] = []
    sides = [False, False]
    for uid in {**old.units, **field.units}:
        before, after = old.bodies.get(uid), field.bodies.get(uid)
        if before is not after:
            unit = field.units.get(uid) or old.units[uid]
            sides[unit.side] = True
            changed += [(uid, body) for body in (before, after) if body is not None]
    moved = {uid for uid, _ in changed}
    key: Any
    for key, answer in old.answers.items():
        name: str = key[0]
        uid: int = key[-1] if name == "line" else key[1]
        if name == "rings":
            # Of a side: where its enemies stand.
            if not sides[1 - uid]:
                yield key, answer
        elif name == "line":
            side: int = key[1]
            if uid in field.units and uid not in moved and not sides[1 - side] and field.cinc[side] == old.cinc[side]:
                yield key, answer
        elif name in FAR and uid in field.units and uid not in moved:
            if name == "able" and (field.units[uid].disr != old.units[uid].disr or key[2].extra > MORE):
                continue
            limit = LONG if name in ("shots", "any shot") and key[2] else FAR[name]
            if not limit or _apart(field.bodies[uid], changed, limit):
                yield key, answer


def _apart(body: Body, changed: list[tuple[int, Body]], limit: int) -> bool:
    """Return whether a body is far from everything that has changed."""
    x, y = body.centre
    reach = body.radius + limit
    for _, other in changed:
        dx, dy = other.centre[0] - x, other.centre[1] - y
        room = reach + other.radius
        if dx * dx + dy * dy <= room * room:
            return False
    return True
