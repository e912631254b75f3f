"""Marches and charges worth a search's time: few points of a continuum, each legal, the plainest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kemu.core.pending import Action
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.oriented import TURN, ahead, angle_of, facing_towards
from kemu.parts.tabletop.points import Point, square

from ..model.bases import Body
from ..model.moves import ABOUT, Advance, Charge, Leave, Leg, Move
from ..model.units import ART, BW, CAV, COLUMN, GUNS, INF, LINE, MASSED, Unit
from ..rules import charge_move, movement
from ..rules.dragging import fine, pulled, shortened
from ..rules.engagement import engagements
from ..rules.movement import FREE, allowance
from ..rules.orders import changes, farthest_advance

if TYPE_CHECKING:
    from ..rules.field import Field

FIRING = 3_900
"""Just within musket range."""
UNITS = 4
"""For how many units of a force single moves are thought of."""
SHARE = 3
"""How many charges are thought of for a unit."""


def marches(field: Field, units: Sequence[int], leave: Leave = FREE, charging: bool = False) -> tuple[Action, ...]:
    """Return moves worth thinking of for the units that may still move: together first, then one by one."""
    able = [uid for uid in units if not field.units[uid].smoke]
    if not able:
        return ()
    found: list[Action] = [*_together(field, able, leave, charging)]
    foremost = sorted(able, key=lambda uid: (_nearest(field, field.units[uid])[0], uid))
    for uid in foremost[:UNITS]:
        found += _single(field, field.units[uid], leave, charging)
    return tuple(dict.fromkeys(found))


def _together(field: Field, units: Sequence[int], leave: Leave, charging: bool) -> Iterator[Action]:
    """The whole force ahead: as far as it gets, and just into musket range."""
    if len(units) < 2:
        return
    farthest = farthest_advance(field, units, 16 * BW, leave, charging)
    if farthest is None:
        return
    yield farthest
    foes = field.foes(field.units[units[0]].side)
    gap = min((_gap_ahead(field, uid) for uid in units), default=None) if foes else None
    if gap is not None and 0 < gap - FIRING < farthest.steps:
        nearer = Advance(tuple(units), gap - FIRING)
        if fine(movement.advance(field, nearer, leave, charging)):
            yield nearer


def _gap_ahead(field: Field, uid: int) -> int:
    """Return how far straight ahead of a unit the first enemy stands, or much."""
    met = charge_move.first_contact(field, field.body(uid), field.units[uid].side, 30 * BW)
    return 99 * BW if isinstance(met, Refusal) else met[0]


def _single(field: Field, unit: Unit, leave: Leave, charging: bool) -> Iterator[Action]:
    """One unit: towards the nearest enemy, to his flank, into musket range, back, and into another formation."""
    body = field.body(unit.id)
    far, foe = _nearest(field, unit)
    change = ""
    if unit.formation == COLUMN and not charging and far <= (10 * BW) ** 2:
        # Close to the enemy a column deploys first, the way that faces him most.
        change, body = _deployed(field, unit, body, field.body(foe).centre) if foe >= 0 else ("", body)
    steps = allowance(field, unit, body.formation, leave)
    for goal in _goals(field, foe):
        for legs in _legs(body, unit, goal, steps):
            move = _kept(field, unit, change, legs, leave, charging)
            if move is not None:
                yield move
    if foe >= 0 and unit.formation in (LINE, MASSED) and not charging:
        back = _kept(
            field, unit, "", (("back", allowance(field, unit, unit.formation, leave, back=True)),), leave, False
        )
        if back is not None:
            yield back
        if unit.arm == CAV:
            away = _kept(field, unit, ABOUT, (("ahead", steps),), leave, False)
            if away is not None:
                yield away
    if not charging:
        yield from (move for move in changes(field, unit.id, leave) if move.change != ABOUT)


def _nearest(field: Field, unit: Unit) -> tuple[int, int]:
    """Return the square of the distance to the nearest enemy, and who he is; -1 if there is none."""
    at = field.body(unit.id).at
    return min(((square(at, field.body(foe).centre), foe) for foe in field.foes(unit.side)), default=(0, -1))


def _goals(field: Field, foe: int) -> list[Point]:
    """Return the enemy himself, and places a little off his flanks."""
    if foe < 0:
        return [(field.table.width // 2, field.table.height // 2)]
    body = field.body(foe)
    aside = body.half + 2 * BW
    return [
        body.centre,
        ahead(body.centre, body.facing, 0, aside),
        ahead(body.centre, body.facing, 0, -aside),
    ]


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


def charges(field: Field, units: Sequence[int], leave: Leave = FREE) -> tuple[Charge, ...]:
    """Return charges worth thinking of: for each unit those that flank, then those that meet few, then the shortest."""
    found: list[tuple[tuple[int, int, int], Charge]] = []
    for uid in units:
        mine: list[tuple[tuple[int, int, int], Charge]] = []
        for order in charge_move.charges(field, uid, leave):
            plan = charge_move.plan(field, order, leave)
            if isinstance(plan, Refusal):
                continue
            after = engagements(field.with_units(plan.units), (uid,))
            flanks = sum(one.flank for one in after)
            covered = sum(one.cover for one in after)
            mine.append(((-flanks, len(after) + covered, plan.used), order))
        mine.sort(key=_by_worth)
        seen: set[tuple[int, int]] = set()
        for worth, order in mine:
            # Of charges that come to the same, the shortest is enough.
            if worth[:2] not in seen and len(seen) < SHARE:
                seen.add(worth[:2])
                found.append((worth, order))
    found.sort(key=_by_worth)
    return tuple(order for _, order in found)


def _by_worth(one: tuple[tuple[int, int, int], Charge]) -> tuple[tuple[int, int, int], int, int]:
    return one[0], one[1].unit, one[1].wheel
