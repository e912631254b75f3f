"""Marches worth a search's time: few points of a continuum, each legal, the plainest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kemu.core.pending import Action
from kemu.parts.tabletop.oriented import TURN, ahead, angle_of, facing_towards
from kemu.parts.tabletop.points import Point

from ..model.bases import Body
from ..model.moves import ABOUT, Advance, Leave, Leg, Move
from ..model.units import ART, BW, CAV, COLUMN, GUNS, INF, LINE, MASSED, Unit
from ..rules import movement
from ..rules.dragging import fine, pulled, shortened
from ..rules.movement import FREE, allowance
from ..rules.orders import changes, farthest_advance
from .value import near_foe

if TYPE_CHECKING:
    from ..rules.field import Field

UNITS = 4
"""For how many units of a force single moves are thought of."""


def marches(field: Field, units: Sequence[int], leave: Leave = FREE, charging: bool = False) -> tuple[Action, ...]:
    """Return moves worth thinking of for the units that may still move: together first, then one by one."""
    able = [uid for uid in units if not field.units[uid].smoke]
    found: list[Action] = []
    if len(able) > 1 and (farthest := farthest_advance(field, able, 16 * BW, leave, charging)) is not None:
        halfway = Advance(tuple(able), farthest.steps // 2)
        found += [farthest, *([halfway] if fine(movement.advance(field, halfway, leave, charging)) else [])]
    for uid in sorted(able, key=lambda uid: (near_foe(field, uid)[0], uid))[:UNITS]:
        found += _single(field, field.units[uid], leave, charging)
    return tuple(dict.fromkeys(found))


def _single(field: Field, unit: Unit, leave: Leave, charging: bool) -> Iterator[Move]:
    """One unit: towards the nearest enemy, to his flanks, back, and into another formation."""
    body = field.body(unit.id)
    away, foe = near_foe(field, unit.id)
    goals = [(field.table.width // 2, field.table.height // 2)]
    change = ""
    if foe >= 0:
        enemy = field.body(foe)
        aside = enemy.half + 2 * BW
        goals = [enemy.centre, *(ahead(enemy.centre, enemy.facing, 0, side) for side in (aside, -aside))]
        if unit.formation == COLUMN and not charging and away <= 10:
            # Close to the enemy a column deploys first, the way that faces him most.
            change, body = _deployed(field, unit, body, enemy.centre)
    steps = allowance(field, unit, body.formation, leave)
    ways = [(change, legs) for goal in goals for legs in _legs(body, unit, goal, steps)]
    if foe >= 0 and unit.formation in (LINE, MASSED) and not charging:
        ways.append(("", (("back", allowance(field, unit, unit.formation, leave, back=True)),)))
        if unit.arm == CAV:
            ways.append((ABOUT, (("ahead", steps),)))
    for before, legs in ways:
        move = _kept(field, unit, before, legs, leave, charging)
        if move is not None:
            yield move
    if not charging:
        yield from (move for move in changes(field, unit.id, leave) if move.change != ABOUT)


def _legs(body: Body, unit: Unit, goal: Point, steps: int) -> list[tuple[Leg, ...]]:
    """Return the ways towards a place: all the way, half of it, and for a line just the wheel that faces it."""
    whole = pulled(body, unit, "", goal, steps)
    if unit.arm == ART:
        whole = (*whole, ("face", facing_towards(body.centre, goal)))
    found = [whole]
    if whole and whole[-1][0] == "ahead" and body.formation != COLUMN:
        found.append((*whole[:-1], ("ahead", whole[-1][1] // 2)))
    if body.formation not in (COLUMN, GUNS):
        turn = (facing_towards(body.centre, goal) - body.facing + TURN // 2) % TURN - TURN // 2
        angle = min(abs(turn), angle_of(2 * body.half, steps))
        if angle > 100:
            found.append((("right" if turn > 0 else "left", angle),))
    return found


def _deployed(field: Field, unit: Unit, body: Body, goal: Point) -> tuple[str, Body]:
    """Return the change from column after which the front looks at a place most nearly, and the body then."""
    names = ("line_left", "line_right") if unit.arm == INF else ("massed_rear_left", "line_left", "line_right")
    best: tuple[int, str, Body] | None = None
    for name in names:
        begun = movement.changed_body(field, unit, Move(unit.id, name))
        if isinstance(begun, Body) and fine(movement.plan(field, Move(unit.id, name))):
            off = abs((facing_towards(begun.centre, goal) - begun.facing + TURN // 2) % TURN - TURN // 2)
            if best is None or off < best[0]:
                best = (off, name, begun)
    return ("", body) if best is None or best[0] > TURN // 6 else best[1:]


def _kept(field: Field, unit: Unit, change: str, legs: tuple[Leg, ...], leave: Leave, charging: bool) -> Move | None:
    """Return the move with its last stretch cut to what is legal; None if nothing of it is."""

    def legal(some: tuple[Leg, ...]) -> bool:
        return fine(movement.plan(field, Move(unit.id, change, legs=some), leave, charging))

    tail = legs[-1:] if legs and legs[-1][0] == "face" and unit.arm == ART else ()
    kept = (*shortened(legs[: len(legs) - len(tail)], legal), *tail)
    if not any(n for name, n in kept if name not in ("face", "towards")) and not change:
        return None
    return Move(unit.id, change, legs=kept) if legal(kept) else None
