"""Marches worth a search's time: few points of a continuum, each legal, the plainest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kemu.core.pending import Action
from kemu.parts.tabletop.oriented import ahead, angle_of, facing_towards
from kemu.parts.tabletop.points import Point

from ..model.bases import Body
from ..model.moves import ABOUT, Advance, Leave, Leg, Move
from ..model.units import ART, BW, CAV, COLUMN, LINE, MASSED, Unit
from ..rules import movement
from ..rules.dragging import fine, pulled, shortened
from ..rules.measuring import turn_towards
from ..rules.movement import ALLOWANCE, FREE, allowance
from ..rules.orders import changes, farthest_advance
from .value import near_foe

if TYPE_CHECKING:
    from ..rules.field import Field
    from .numbers import Numbers


def marches(
    field: Field, units: Sequence[int], numbers: Numbers, leave: Leave = FREE, charging: bool = False
) -> tuple[Action, ...]:
    """Return moves worth thinking of for the units that may still move: together first, then one by one."""
    able = [uid for uid in units if not field.units[uid].smoke]
    found: list[Action] = []
    longest = max(ALLOWANCE.values())
    if len(able) > 1 and (farthest := farthest_advance(field, able, longest, leave, charging)) is not None:
        halfway = Advance(tuple(able), farthest.steps // 2)
        found += [farthest, *([halfway] if fine(movement.advance(field, halfway, leave, charging)) else [])]
    for uid in sorted(able, key=lambda uid: (near_foe(field, uid)[0], uid))[: numbers.singles]:
        found += _single(field, field.units[uid], numbers, leave, charging)
    return tuple(dict.fromkeys(found))


def _single(field: Field, unit: Unit, numbers: Numbers, leave: Leave, charging: bool) -> Iterator[Move]:
    """One unit: towards the nearest enemy, to his flanks, back, and into another formation."""
    body, (away, foe) = field.body(unit.id), near_foe(field, unit.id)
    goals = [(field.table.width // 2, field.table.height // 2)]
    if foe >= 0:
        enemy = field.body(foe)
        goals = [ahead(enemy.centre, enemy.facing, 0, side * (enemy.half + numbers.flank * BW)) for side in (0, 1, -1)]
    steps = allowance(field, unit, body.formation, leave)
    ways = [("", legs) for goal in goals for legs in _legs(body, unit, goal, steps, numbers.least_wheel)]
    if not charging:
        others = [move.change for move in changes(field, unit.id, leave) if move.change != ABOUT]
        for change in others:
            # Close to the enemy a column deploys first.
            then = movement.changed_body(field, unit, Move(unit.id, change))
            if unit.formation == COLUMN and away <= numbers.deploy and isinstance(then, Body):
                far = allowance(field, unit, then.formation)
                ways += [(change, legs) for legs in _legs(then, unit, goals[0], far, numbers.least_wheel)]
        ways += [(change, ()) for change in others]
        if unit.formation in (LINE, MASSED):
            ways.append(("", (("back", allowance(field, unit, unit.formation, leave, back=True)),)))
            ways += [(ABOUT, (("ahead", steps),))] if unit.arm == CAV else []
    kept = (_kept(field, unit, change, legs, leave, charging) for change, legs in ways)
    yield from (move for move in kept if move is not None)


def _legs(body: Body, unit: Unit, goal: Point, steps: int, least_wheel: int) -> list[tuple[Leg, ...]]:
    """Return the ways towards a place: all the way, half of it, and for a line just the wheel that faces it."""
    whole = pulled(body, unit, "", goal, steps)
    if unit.arm == ART:
        return [(*whole, ("face", facing_towards(body.centre, goal)))]
    found = [whole]
    if body.formation != COLUMN:
        if whole and whole[-1][0] == "ahead":
            found.append((*whole[:-1], ("ahead", whole[-1][1] // 2)))
        turn = turn_towards(body, goal)
        if abs(turn) > least_wheel:
            found.append((("right" if turn > 0 else "left", min(abs(turn), angle_of(2 * body.half, steps))),))
    return found


def _kept(field: Field, unit: Unit, change: str, legs: tuple[Leg, ...], leave: Leave, charging: bool) -> Move | None:
    """Return the move with its last stretch cut to what is legal; None if nothing of it is."""

    def legal(some: tuple[Leg, ...]) -> bool:
        return fine(movement.plan(field, Move(unit.id, change, legs=some), leave, charging))

    tail = legs[-1:] if legs and legs[-1][0] == "face" and unit.arm == ART else ()
    kept = (*shortened(legs[: len(legs) - len(tail)], legal), *tail)
    if not any(n for name, n in kept if name not in ("face", "towards")) and not change:
        return None
    return Move(unit.id, change, legs=kept) if legal(kept) else None
