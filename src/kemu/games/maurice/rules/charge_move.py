"""Chapter 8: the charge move: a limited wheel, straight ahead to first contact, with the front edge alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.convex import Outline, box, covered, within, without
from kemu.parts.tabletop.oriented import (
    COS,
    RIGHT,
    SCALE,
    SIN,
    TURN,
    ahead,
    angle_of,
    arc,
    facing_towards,
    hypotenuse,
)
from kemu.parts.tabletop.points import Point, towards
from kemu.parts.tabletop.strips import STEP, cut_ahead, cut_left, cut_right, seen
from kemu.parts.tabletop.sweeps import Sweep, corridor, wheeled

from ..model.bases import TOUCH, Body
from ..model.moves import Charge, ChargePlan, Leave
from ..model.terrain import Part, boxes_meet, wholly_in
from ..model.units import ART, BW, CAV, COLUMN, INF, Unit
from .legs import wheel
from .measuring import part_ahead
from .movement import FREE, allowance, cinc_hit, crossed_by, stays_on_table, swept_in
from .sight import visible

if TYPE_CHECKING:
    from .field import Field

WHEEL = BW
"""How much of a charge may be a wheel."""
GRAZE = TOUCH - 2
"""What lies inside a flank line by no more than this is beside the unit, so that rounding makes no intrusion of it."""
MET = TOUCH + 2
"""Who is met lies inside the flank lines by more than a touch, so that he still does when the end is rounded."""
SHOULDER = 50
"""The flank begins so far behind the front corner: an enemy met by the corner itself is met by the front edge."""
INSIDE = 10 * TOUCH
"""An edge without so much at either end is what one meets along it."""
TRIES = 6
"""Into how many parts the greatest wheel to either side is cut where one looks for a charge."""


@rule("maurice:8.formation", "maurice:8.four", "maurice:8.charge")
def barred(unit: Unit) -> Refusal | None:
    """Artillery, columns and units with four DISR do not charge."""
    if unit.arm == ART:
        return Refusal("Artillery does not charge.", "maurice:8.charge")
    if unit.formation == COLUMN:
        return Refusal("No unit charges in column.", "maurice:8.formation")
    if unit.disr >= 4:
        return Refusal("A unit with four DISR does not charge.", "maurice:8.four")
    return None


@rule(
    "maurice:8.move",
    "maurice:8.figMove",
    "maurice:8.wheel",
    "maurice:8.fullMove",
    "maurice:8.front",
    "maurice:8.first",
    "maurice:R53",
)
def plan(field: Field, order: Charge, leave: Leave = FREE) -> ChargePlan | Refusal:
    """A unit wheels at most 1 BW, then goes straight ahead until its front edge meets the first enemy."""
    unit = field.units.get(order.unit)
    if unit is None:
        return Refusal("There is no such unit on the table.", "maurice:8.charge")
    key = ("charge", order, leave)
    found = field.answers.get(key)
    if found is None:
        found = field.answers[key] = barred(unit) or _plan(field, unit, order.wheel, leave)
    return found


def _plan(field: Field, unit: Unit, turn: int, leave: Leave) -> ChargePlan | Refusal:
    start = field.body(unit.id)
    limit = allowance(field, unit, unit.formation, leave)
    used = arc(2 * start.half, abs(turn)) if abs(turn) < TURN else TURN
    if used > WHEEL:
        return Refusal("A charge begins with a wheel of at most 1 BW.", "maurice:8.wheel")
    name = "right" if turn > 0 else "left"
    foes = in_reach(field, unit, 1 - unit.side, limit)
    at, facing = _front_after(start, turn)
    if not _about_ahead(field, at, facing, start, foes, limit - used):
        return Refusal("There is no enemy directly in front that it can reach.", "maurice:8.move")
    body = field.posed(unit, at, facing, unit.formation) if turn else start
    met = first_contact(field, body, foes, limit - used)
    if isinstance(met, Refusal):
        return met
    sectors = wheel(start, name, abs(turn))[2] if turn else []
    if turn:
        sweep = Sweep((start.corners, body.corners), sectors)
        for foe in foes:
            other = field.body(foe)
            if not sweep.far(other.box, TOUCH) and sweep.within(other.corners, TOUCH):
                return Refusal("The wheel before a charge touches no enemy.", "maurice:8.wheel")
    length, contacts = met
    end = ahead(body.at, body.facing, length)
    here = field.posed(unit, end, body.facing, unit.formation)
    hulls = [start.corners, body.corners, corridor(body.at, body.facing, length, body.half, body.depth), here.corners]
    sweep = Sweep(hulls, sectors)
    fault = _ground_fault(field, unit, sweep, leave) or _bans(field, unit, start, here, sweep, contacts)
    if fault is not None:
        return fault
    difficult = swept_in(sweep, field.ground.difficult)
    took = int(difficult and not leave.no_terrain_disr)
    after = replace(unit, x=end[0], y=end[1], facing=body.facing, disr=unit.disr + took)
    return ChargePlan(
        tuple(after if uid == unit.id else other for uid, other in field.units.items()),
        (unit.id,),
        used + length,
        (start.corners, body.corners, here.corners),
        cinc_hit(field, unit, sweep),
        difficult,
        (),
        ((unit.id, took),) if took else (),
        contacts,
    )


@rule("maurice:8.front", "maurice:8.first", "maurice:R13", "maurice:R53", "maurice:R05")
def first_contact(field: Field, body: Body, foes: Sequence[int], limit: int) -> tuple[int, tuple[int, ...]] | Refusal:
    """How far straight ahead the front edge meets the first enemies, and whom: all that it meets within five steps.

    It is worked out for each enemy from its corners. A flank that would brush by one on the way forbids the charge.
    """
    strip, sure = (body.half - GRAZE) * STEP, (body.half - MET) * STEP
    distances: list[tuple[int, int]] = []
    beside: list[tuple[int, int]] = []
    for foe in _about_ahead(field, body.at, body.facing, body, foes, limit):
        points = seen(body.at, body.facing, field.bodies[foe].corners)
        part = cut_right(cut_left(points, -strip), strip)
        if part and max(part)[0] > TOUCH * STEP:
            part = cut_ahead(part, 0)
            start = min(part)[0]
            if any(-sure < r < sure for _, r in part) or min(r for _, r in part) < 0 < max(r for _, r in part):
                distances.append((start, foe))
            else:
                # Between the two it neither is met nor may be passed.
                beside.append((start - SHOULDER * STEP, start))
        span = _along_flank(body, points)
        if span is not None:
            beside.append(span)
    if not distances:
        return Refusal("There is no enemy directly in front that it can reach.", "maurice:8.move")
    nearest = min(distances)[0]
    if nearest > limit * STEP:
        return Refusal("The enemy is farther than it can charge.", "maurice:8.fullMove")
    length = nearest // STEP
    for near, far_end in beside:
        if near < (length - SHOULDER) * STEP and far_end > -(body.depth + TOUCH) * STEP:
            return Refusal("Its flank would brush against the enemy on the way.", "maurice:8.front")
    return length, tuple(sorted(foe for f, foe in distances if f <= nearest + TOUCH * STEP))


def in_reach(field: Field, unit: Unit, side: int, limit: int) -> tuple[int, ...]:
    """Return the units of a side to which a charge may come, ahead or beside, by the circles round them."""
    key = ("in reach", unit.id, side, limit)
    found: tuple[int, ...] | None = field.answers.get(key)
    if found is None:
        body, bodies = field.bodies[unit.id], field.bodies
        (x, y), reach = body.at, limit + body.half + body.depth
        close: list[int] = []
        for uid in field.sides[side]:
            other = bodies[uid]
            (ox, oy), room = other.centre, reach + other.radius
            if (x - ox) * (x - ox) + (y - oy) * (y - oy) <= room * room and uid != unit.id:
                close.append(uid)
        found = field.answers[key] = tuple(close)
    return found


def _front_after(body: Body, turn: int) -> tuple[Point, int]:
    """Return the middle of a front and its facing after a wheel."""
    return wheeled(turn > 0, body.at, body.facing, body.half, turn)[1:] if turn else (body.at, body.facing)


def _about_ahead(field: Field, at: Point, facing: int, like: Body, foes: Sequence[int], limit: int) -> list[int]:
    """Return the enemies whom a charge from a place may meet or brush by, by the circles round them."""
    x, y = at
    s, c = SIN[facing], COS[facing]
    behind, ahead_of, wide = like.depth + TOUCH, limit, like.half + TOUCH
    found: list[int] = []
    for foe in foes:
        other = field.bodies[foe]
        (ox, oy), room = other.centre, other.radius
        dx, dy = ox - x, oy - y
        if -(room + behind) * STEP <= dx * s + dy * c <= (room + ahead_of) * STEP and (
            abs(dx * c - dy * s) <= (room + wide) * STEP
        ):
            found.append(foe)
    return found


def _along_flank(body: Body, points: list[Point]) -> tuple[int, int] | None:
    """Return from where to where an outline lies along the lines that the flanks will follow; None if nowhere."""
    inner, outer = (body.half - GRAZE) * STEP, (body.half + TOUCH) * STEP
    if all(r > outer for _, r in points) or all(r < -outer for _, r in points):
        return None
    band = cut_right(cut_left(points, inner), outer) + cut_right(cut_left(points, -outer), -inner)
    return (min(f for f, _ in band), max(f for f, _ in band)) if band else None


@rule("maurice:8.noCrossing", "maurice:8.difficult")
def _ground_fault(field: Field, unit: Unit, sweep: Sweep, leave: Leave) -> Refusal | None:
    """A charge crosses no friends, no impassable ground and no table edge."""
    if not stays_on_table(field, sweep):
        return Refusal("That leaves the table.", "maurice:R08")
    if crossed_by(field, unit, sweep):
        return Refusal("A charging unit moves through nobody.", "maurice:8.noCrossing")
    if swept_in(sweep, field.ground.impassable):
        return Refusal("Nobody moves through impassable ground.", "maurice:5.terrain")
    if leave.difficult_impassable and swept_in(sweep, field.ground.difficult):
        return Refusal("In this round difficult ground cannot be passed.", "maurice:4.interrupting")
    return None


@rule("maurice:8.infantryCavalry", "maurice:8.woods", "maurice:8.visible", "maurice:R50", "maurice:R54")
def _bans(field: Field, unit: Unit, start: Body, here: Body, sweep: Sweep, contacts: tuple[int, ...]) -> Refusal | None:
    """Infantry does not charge cavalry, nobody charges whom he did not see, and cavalry keeps out of woods."""
    if unit.arm == INF and any(field.units[foe].arm == CAV for foe in contacts):
        return Refusal("Infantry does not charge cavalry.", "maurice:8.infantryCavalry")
    corners = start.corners
    for foe in contacts:
        if not visible(field, corners[0], corners[3], field.body(foe).corners):
            return Refusal("It did not see that enemy at the start of the round.", "maurice:8.visible")
    if unit.arm == CAV and field.ground.woods:
        fresh = [
            piece
            for outline, where, line in field.ground.woods
            if not line and not sweep.far(where, 0)
            for piece in without(outline, start.corners)
        ]
        if any(sweep.enters(piece, TOUCH) for piece in fresh):
            return Refusal("Cavalry does not charge into woods.", "maurice:8.woods")
        for foe in contacts:
            if _held_by_woods(field, here, field.body(foe)):
                return Refusal("Cavalry does not charge a base in woods, nor by an edge in woods.", "maurice:8.woods")
    return None


def _held_by_woods(field: Field, here: Body, foe: Body) -> bool:
    """Return whether a base that is met is wholly in woods, or met by an edge that is.

    Who meets an edge along some of it does not meet its neighbours at the corners. Of a corner alone, one edge out of
    woods is enough.
    """
    front = (here.corners[0], here.corners[3])
    woods = [part for part in field.ground.woods if boxes_meet(foe.box, part[1])]
    if not woods:
        return False
    for base in foe.bases:
        if within(front, base, TOUCH) and part_ahead(here, base) is not None:
            if wholly_in(base, woods):
                return True
            met = [edge for edge in ((base[i - 1], base[i]) for i in range(4)) if within(front, edge, TOUCH)]
            along = [(a, b) for a, b in met if within(front, (towards(a, b, INSIDE), towards(b, a, INSIDE)), TOUCH)]
            if along and any(_edge_in(edge, woods) for edge in along):
                return True
            if not along and all(_edge_in(edge, woods) for edge in met):
                return True
    return False


def _edge_in(edge: Outline, woods: Sequence[Part]) -> bool:
    """Return whether an edge lies completely in woods, and not just along their border: so does a narrow rectangle."""
    length = hypotenuse(edge[1][0] - edge[0][0], edge[1][1] - edge[0][1])
    strip = corridor(edge[0], facing_towards(edge[0], edge[1]), length, 2 * TOUCH)
    where = box(strip)
    if not any(boxes_meet(where, around) for _, around, line in woods if not line):
        return False
    return covered(strip, [part for part, _, line in woods if not line], TOUCH)


@rule("maurice:8.half", "maurice:R52")
def able(field: Field, uid: int, leave: Leave = FREE) -> bool:
    """Whether a unit can charge somebody, with everyone where he stands."""
    key = ("able", uid, leave)
    found = field.answers.get(key)
    if found is None:
        unit = field.units[uid]
        found = field.answers[key] = barred(unit) is None and _able(field, unit, leave)
    return found


def _able(field: Field, unit: Unit, leave: Leave) -> bool:
    """The answer is kept for as long as those stand who may be met, or be in the way."""
    limit = allowance(field, unit, unit.formation, leave)
    foes = in_reach(field, unit, 1 - unit.side, limit)
    if not foes:
        return False
    bodies, friends = field.bodies, in_reach(field, unit, unit.side, limit)
    those = tuple([(bodies[foe], field.units[foe].arm) for foe in foes])
    key = ("able", bodies[unit.id], unit.arm, leave, those, tuple([bodies[friend] for friend in friends]))
    found: bool | None = field.lasting.get(key)
    if found is None:
        found = field.lasting[key] = next(charges(field, unit.id, leave), None) is not None
    return found


def charges(field: Field, uid: int, leave: Leave = FREE) -> Iterator[Charge]:
    """Yield charges that are legal: straight ahead, by wheels in even parts, and by those that just reach a corner.

    If there are none, those are looked at that bring an enemy's corner just in front; and if something is in the way,
    those that bring a corner of it just into the way, or out of it.
    """
    unit = field.units[uid]
    if barred(unit) is not None:
        return
    body = field.body(uid)
    limit = allowance(field, unit, unit.formation, leave)
    most = angle_of(2 * body.half, min(WHEEL, limit))
    foes = in_reach(field, unit, 1 - unit.side, limit)
    close = [
        foe
        for foe in foes
        if _may_be_met(body, field.body(foe), most) and not (unit.arm == INF and field.units[foe].arm == CAV)
    ]
    if not close:
        return
    some = False
    tried: set[int] = set()
    stopped: set[str] = set()
    for turn in _turns(field, body, close, most):
        if turn in tried:
            continue
        tried.add(turn)
        if not _about_ahead(field, *_front_after(body, turn), body, foes, limit - arc(2 * body.half, abs(turn))):
            continue
        answer = plan(field, Charge(uid, turn), leave)
        if not isinstance(answer, Refusal):
            some = True
            yield Charge(uid, turn)
        else:
            stopped.add(answer.clause)
    if some:
        return
    for outlines in _in_question(field, unit, close, limit):
        for turn in _narrow(body, outlines, most):
            if turn not in tried:
                tried.add(turn)
                answer = plan(field, Charge(uid, turn), leave)
                if not isinstance(answer, Refusal):
                    some = True
                    yield Charge(uid, turn)
                else:
                    stopped.add(answer.clause)
        if some or stopped <= {"maurice:8.move", "maurice:8.fullMove"}:
            return


def _in_question(field: Field, unit: Unit, foes: Sequence[int], limit: int) -> Iterator[list[Outline]]:
    """Yield the outlines of those whom a charge might just reach; then of all that may stand or lie in its way."""
    body, ground = field.bodies[unit.id], field.ground
    front = (body.corners[0], body.corners[3])
    yield [field.bodies[foe].corners for foe in foes if within(front, field.bodies[foe].corners, limit)]
    (x, y), reach = body.at, limit + body.half + body.depth
    around = (x - reach, x + reach, y - reach, y + reach)
    barring = (*ground.impassable, *ground.woods) if unit.arm == CAV else ground.impassable
    yield [
        *(field.bodies[uid].corners for side in (0, 1) for uid in in_reach(field, unit, side, limit)),
        *(part for part, where, _ in barring if boxes_meet(around, where)),
    ]


def _may_be_met(body: Body, other: Body, most: int) -> bool:
    """Return whether an enemy may come ahead of a front that wheels at most so far, by the circle round him."""
    (x, y), (ox, oy), room = body.at, other.centre, other.radius * STEP
    s, c = SIN[body.facing], COS[body.facing]
    forward = (ox - x) * s + (oy - y) * c + room
    aside = abs((ox - x) * c - (oy - y) * s) - room - (body.half + TOUCH) * STEP
    return forward >= 0 and aside * COS[most] <= forward * SIN[most]


def _turns(field: Field, body: Body, foes: Sequence[int], most: int) -> Iterator[int]:
    """Yield the wheels that are tried first, some perhaps twice: even parts, and until a corner is straight ahead."""
    yield 0
    for i in range(1, TRIES + 1):
        yield most * i // TRIES
        yield -most * i // TRIES
    for foe in foes:
        for corner in field.body(foe).corners:
            turn = (facing_towards(body.at, corner) - body.facing + TURN // 2) % TURN - TURN // 2
            if abs(turn) <= most:
                yield turn


def _narrow(body: Body, outlines: Sequence[Outline], most: int) -> list[int]:
    """Return the wheels just before and just after those at which a corner lies on one of the lines that the flanks
    follow, and those halfway between.

    There a way opens or closes, and the shortest charge is mostly next to one of them: what lies between two of them
    is no shorter.
    """
    found, turns = set[int](), {-most, 0, most}
    for outline in outlines:
        for corner in outline:
            for turn, away in _flank_turns(body, corner, most):
                nudge = 1 + (MET + 4) * TURN // (6 * max(away, 1))
                turns.add(turn)
                found.update((turn - nudge, turn + nudge))
    found.update((a + b) // 2 for a, b in pairwise(sorted(turns)))
    return sorted(turn for turn in found if abs(turn) <= most)


def _flank_turns(body: Body, corner: Point, most: int) -> Iterator[tuple[int, int]]:
    """Yield the wheels at which a corner lies on the line of a flank, each with how far it is from the pivot."""
    width = 2 * body.half
    for pivot, side in ((body.corners[3], 1), (body.corners[0], -1)):
        # As seen from the pivot; the other flank line runs a width beside it.
        turn = side * ((facing_towards(pivot, corner) - body.facing + TURN // 2) % TURN - TURN // 2)
        away = hypotenuse(corner[0] - pivot[0], corner[1] - pivot[1])
        beyond = turn + bisect_left(SIN, width * SCALE // away, 0, RIGHT) if away > width else -1
        for one in (turn, beyond):
            if 0 < one < most:
                yield side * one, away
