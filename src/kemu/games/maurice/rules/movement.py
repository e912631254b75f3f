"""Chapter 6: a unit's move, from its change of formation to where it ends, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.convex import Outline, box, hull, within
from kemu.parts.tabletop.oriented import TURN, ahead, local
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.sweeps import Sweep

from ..model.bases import TOUCH, Body
from ..model.formations import BECOMES, about_faced, changed, changes_for
from ..model.moves import ABOUT, FROM_COLUMN_TO_LINE, Advance, Leave, Move, Plan
from ..model.terrain import Part, stands_in
from ..model.units import ART, BW, CAV, COLUMN, GUNS, INF, LINE, MASSED, Unit
from .legs import Way, follow
from .measuring import NEAR, body_near, near, on_table, open_between, overlapped

if TYPE_CHECKING:
    from .field import Field

STAND_OFF = 20
"""R12: no march comes closer to an enemy, in steps."""
FREE = Leave()

ALLOWANCE: Mapping[tuple[int, int], int] = {
    (INF, COLUMN): 12 * BW,
    (INF, LINE): 4 * BW,
    (CAV, COLUMN): 16 * BW,
    (CAV, LINE): 8 * BW,
    (CAV, MASSED): 8 * BW,
    (ART, GUNS): 6 * BW,
}
"""6: how far arms move in their formations."""
COLUMN_NEAR = 4 * BW
GUNS_SLOW = 2 * BW


@rule("maurice:6.march", "maurice:6.allowance", "maurice:R43")
def plan(field: Field, order: Move, leave: Leave = FREE, charging: bool = False) -> Plan | Refusal:
    """One unit moves: it may change its formation or turn about, and then goes as far as it likes, up to its allowance.

    `charging` is for a unit of a charging force that does not charge itself.
    """
    unit = field.units.get(order.unit)
    if unit is None:
        return Refusal("There is no such unit on the table.", "maurice:6.march")
    key = ("plan", order, leave, charging)
    found = field.answers.get(key)
    if found is None:
        found = field.answers[key] = _plan(field, unit, order, leave, charging)
    return found


def _plan(field: Field, unit: Unit, order: Move, leave: Leave, charging: bool) -> Plan | Refusal:
    start = field.body(unit.id)
    if not order.change and not order.legs:
        return Plan(tuple(field.units.values()), (), 0)
    if unit.smoke:
        return Refusal("Guns in smoke do not move until a march has cleared it.", "maurice:6.smoke")
    if charging and order.change:
        clause = "maurice:R52" if order.change == ABOUT else "maurice:8.formation"
        return Refusal("In a charge nobody turns about or changes formation.", clause)
    begun = _changed(unit, start, order)
    if isinstance(begun, Refusal):
        return begun
    body, hulls, stood = begun
    way = follow(body, order.legs)
    if isinstance(way, Refusal):
        return way
    if not way.used and way.end.facing == body.facing:
        # Legs of no length are no move: a unit that stays where it is sweeps nothing.
        way = Way(way.end, 0)
    if charging and way.back:
        return Refusal("Nobody in a charging force goes back.", "maurice:8.others")
    limit = allowance(field, unit, body.formation, leave, back=way.back)
    if way.used > limit and order.change and order.change not in _KEEPS_MOVING and order.change != ABOUT:
        return Refusal("That change of formation takes the whole move.", "maurice:6.changeCost")
    if way.used and order.change == ABOUT and unit.arm == INF:
        return Refusal("Infantry that turns about does nothing else.", "maurice:6.infantryFace")
    if way.used > limit:
        clause = "maurice:6.retrograde" if way.back else "maurice:6.allowance"
        return Refusal(f"It may go {_told(limit)} BW so; that is {_told(way.used)}.", clause)
    # Of all that may be wrong with a way this is the commonest, and seen before the ground that it covers.
    if overlapped(field, way.end, field.sides[unit.side], unit.id):
        return _stacked()
    sweep = Sweep((*hulls, *way.hulls), way.sectors, way.discs) if hulls or way.hulls else None
    if sweep is not None and not stays_on_table(field, sweep):
        return Refusal("That leaves the table.", "maurice:R08")
    fault = _stand_off(field, unit, start, sweep) or _near_limits(field, unit, order, way, sweep)
    if fault is not None:
        return fault
    if hulls and overlapped(field, body, field.bodies, unit.id):
        # Bases may pass a friend in a change, but it may not end on him, though the unit would then march off him.
        return Refusal("It would change formation on top of another unit.", "maurice:6.noStacking")
    return _carried_out(field, unit, way, sweep, leave, (body.corners, *way.path), stood)


def changed_body(field: Field, unit: Unit, order: Move) -> Body | Refusal:
    """Return the body with which a unit begins to move, after its change of formation or about-face."""
    begun = _changed(unit, field.body(unit.id), order)
    return begun if isinstance(begun, Refusal) else begun[0]


def _stacked() -> Refusal:
    return Refusal("It would end on top of another unit.", "maurice:6.noStacking")


_KEEPS_MOVING = FROM_COLUMN_TO_LINE + tuple(name for name, (old, _) in BECOMES.items() if old == COLUMN)
"""6.changeCost: a change from column costs nothing, any other the whole move."""


def _told(steps: int) -> str:
    """Return a length in base widths, as one would say it."""
    return f"{steps / BW:.3f}".rstrip("0").rstrip(".")


@rule("maurice:6.aboutFace", "maurice:6.infantryFace", "maurice:6.change")
def _changed(unit: Unit, start: Body, order: Move) -> tuple[Body, tuple[Outline, ...], tuple[Outline, ...]] | Refusal:
    """Return the body after a change or about-face, what the bases that move sweep, and where they stood and stand."""
    change = order.change
    if not change:
        return start, (), ()
    if change == ABOUT:
        if unit.arm == ART:
            return Refusal("Artillery does not turn about: it moves in any direction.", "maurice:6.aboutFace")
        at, facing = about_faced(start)
        return Body(at, facing, start.formation, start.base_depth), (), ()
    if unit.arm == ART:
        return Refusal("Artillery keeps the one formation that it has.", "maurice:1.formations")
    if change not in changes_for(unit.arm, unit.formation):
        if unit.arm == INF and MASSED in BECOMES.get(change, ()):
            return Refusal("Only cavalry masses.", "maurice:1.formations")
        return Refusal("It has no such change of formation.", "maurice:6.change")
    if not 0 <= order.anchor < 4:
        return Refusal("There is no such base.", "maurice:R14")
    at, facing, formation, slides = changed(start, change, order.anchor)
    body = Body(at, facing, formation, start.base_depth)
    return body, tuple(hull(old + new) for old, new in slides), tuple(base for pair in slides for base in pair)


@rule("maurice:6.table", "maurice:6.retrograde", "maurice:6.changeCost", "maurice:R35")
def allowance(field: Field, unit: Unit, formation: int, leave: Leave = FREE, *, back: bool = False) -> int:
    """The table of allowances; halved in retrograde. After leaving a column the smaller of the two formations' counts.

    Of any other change of formation nothing is left.
    """
    if unit.arm == ART:
        return ALLOWANCE[ART, GUNS]
    steps = ALLOWANCE[unit.arm, formation]
    if formation != COLUMN:
        if back:
            steps = steps if leave.retrograde_whole else steps // 2
        else:
            steps += leave.extra
    if unit.formation != formation:
        if unit.formation != COLUMN:
            return 0
        before = COLUMN_NEAR if near(field, unit.id) else ALLOWANCE[unit.arm, COLUMN]
        steps = min(steps, before)
    return steps


@rule("maurice:6.noContact", "maurice:R12", "maurice:R40")
def _stand_off(field: Field, unit: Unit, start: Body, sweep: Sweep | None) -> Refusal | None:
    """Nobody marches into contact: no part of the move comes closer to an enemy than a fiftieth of a BW.

    A unit that stands closer already may still move, so long as it touches nobody.
    """
    if sweep is None:
        return None
    for foe in field.foes(unit.side):
        other = field.body(foe)
        if sweep.far(other.box, STAND_OFF) or not sweep.within(other.corners, STAND_OFF - 1):
            continue
        if within(start.corners, other.corners, STAND_OFF - 1) and not sweep.within(other.corners, TOUCH):
            continue
        return Refusal(
            "A march does not bring a unit into contact with the enemy, nor closer than 0.02 BW.", "maurice:6.noContact"
        )
    return None


@rule(
    "maurice:6.columnNear",
    "maurice:6.sixTwo",
    "maurice:6.artNear",
    "maurice:6.figArtNear",
    "maurice:6.cavalryFace",
    "maurice:R36",
    "maurice:R41",
)
def _near_limits(field: Field, unit: Unit, order: Move, way: Way, sweep: Sweep | None) -> Refusal | None:
    """What being near the enemy forbids to columns, to artillery, and to cavalry that has turned about."""
    if not way.used:
        return None
    if unit.arm == ART:
        if way.used > GUNS_SLOW and body_near(field, way.end, unit.side):
            return Refusal("Artillery that ends its move near the enemy goes no more than 2 BW.", "maurice:6.sixTwo")
        return None
    if way.end.formation == COLUMN and way.used > COLUMN_NEAR and sweep is not None and near_way(field, unit, sweep):
        return Refusal("A column that is near the enemy at any moment goes no more than 4 BW.", "maurice:6.columnNear")
    if order.change == ABOUT and body_near(field, way.end, unit.side):
        return Refusal("Cavalry that turns about and moves must end no longer near the enemy.", "maurice:6.cavalryFace")
    return None


def near_way(field: Field, unit: Unit, sweep: Sweep) -> bool:
    """Return whether a way is near the enemy anywhere."""
    for foe in field.foes(unit.side):
        other = field.body(foe)
        if sweep.far(other.box, NEAR) or not sweep.within(other.corners, NEAR):
            continue
        if not field.ground.impassable:
            return True
        outlines = (*sweep.hulls, *(_round(*disc) for disc in sweep.discs))
        if any(within(one, other.corners, NEAR) and open_between(field, one, other.corners) for one in outlines):
            return True
    return False


def _round(centre: Point, radius: int) -> Outline:
    """Return a disc as an outline of many sides."""
    return tuple(ahead(centre, -facing % TURN, radius) for facing in range(0, TURN, 1_000))


def stays_on_table(field: Field, sweep: Sweep) -> bool:
    """Return whether a way never leaves the table."""
    if not all(on_table(field, outline) for outline in sweep.hulls):
        return False
    if not all(on_table(field, ((x - r, y - r), (x + r, y + r))) for (x, y), r in sweep.discs):
        return False
    for (x, y), radius, start, angle in sweep.sectors:
        for facing, (dx, dy) in ((0, (0, 1)), (9_000, (1, 0)), (18_000, (0, -1)), (27_000, (-1, 0))):
            if (facing - start) % TURN <= angle and not on_table(field, ((x + radius * dx, y + radius * dy),)):
                return False
    return True


def swept_in(sweep: Sweep, parts: Sequence[Part]) -> bool:
    """Return whether the ground covered has a part in or on some terrain."""
    return any(not sweep.far(where, 0) and sweep.enters(part, TOUCH) for part, where, _ in parts)


@rule("maurice:6.crossing", "maurice:6.interpenetration", "maurice:R39")
def crossed_by(field: Field, unit: Unit, sweep: Sweep) -> tuple[int, ...]:
    """The friends that a unit moves through, each once."""
    return tuple(
        uid
        for uid in field.sides[unit.side]
        if uid != unit.id and not sweep.far(field.body(uid).box, 0) and sweep.enters(field.body(uid).corners, TOUCH)
    )


@rule("maurice:6.interpenetration", "maurice:6.exCross")
def disrupted_by_crossing(arm: int, formation: int) -> bool:
    """Infantry and cavalry in line or massed are disrupted by interpenetration, artillery and columns are not."""
    return arm != ART and formation != COLUMN


def cinc_hit(field: Field, unit: Unit, sweep: Sweep) -> int:
    """6.displaced: the bit of the enemy's side if bases moved through his CinC."""
    marker = field.marker(1 - unit.side)
    return 1 << (1 - unit.side) if marker is not None and sweep.enters(marker, TOUCH) else 0


@rule(
    "maurice:6.terrainDisr",
    "maurice:6.neverBroken",
    "maurice:6.artilleryTerrain",
    "maurice:6.changeDifficult",
    "maurice:6.changeCross",
    "maurice:R37",
    "maurice:R38",
    "maurice:R39",
)
def _carried_out(
    field: Field,
    unit: Unit,
    way: Way,
    sweep: Sweep | None,
    leave: Leave,
    path: tuple[Outline, ...],
    stood: tuple[Outline, ...],
) -> Plan | Refusal:
    """Difficult ground costs one DISR, each friend moved through another, and nobody may be broken by moving."""
    end = way.end
    after = replace(unit, x=end.at[0], y=end.at[1], facing=end.facing, formation=end.formation)
    if overlapped(field, end, field.foes(unit.side), unit.id):
        return _stacked()
    if sweep is None:
        return _with(field, {unit.id: after}, way.used, path)
    ground = field.ground
    if swept_in(sweep, ground.impassable):
        return Refusal("Nobody moves through impassable ground.", "maurice:5.terrain")
    difficult = bool(ground.difficult) and (
        (bool(way.hulls) and swept_in(way.sweep(), ground.difficult))
        or any(stands_in(base, box(base), ground.difficult) for base in stood)
    )
    if difficult and leave.difficult_impassable:
        return Refusal("In this round difficult ground cannot be passed.", "maurice:4.interrupting")
    if difficult and unit.arm == ART and way.used > GUNS_SLOW:
        return Refusal("Artillery in difficult ground goes no more than 2 BW.", "maurice:6.sixTwo")
    took: dict[int, int] = {}
    if difficult and unit.arm != ART and not leave.no_terrain_disr:
        took[unit.id] = 1
        if unit.disr + 1 > unit.bases:
            return Refusal(
                "One more DISR would break it: it does not move in difficult ground.", "maurice:6.neverBroken"
            )
    from_ground = took.get(unit.id, 0)
    crossed = crossed_by(field, unit, sweep)
    if not leave.no_crossing_disr:
        for uid in crossed:
            friend = field.units[uid]
            if disrupted_by_crossing(unit.arm, end.formation):
                took[unit.id] = took.get(unit.id, 0) + 1
            if disrupted_by_crossing(friend.arm, friend.formation):
                took[uid] = 1
                if friend.disr + 1 > friend.bases:
                    return Refusal("That would break the friends it moves through.", "maurice:6.crossing")
        own = took.get(unit.id, 0)
        if unit.disr + own - from_ground > unit.bases:
            return Refusal("It would be broken by moving through friends.", "maurice:6.crossing")
        if unit.disr + own > unit.bases:
            return Refusal("All the DISR of its way together would break it.", "maurice:R39")
    changes = {uid: replace(field.units[uid], disr=field.units[uid].disr + n) for uid, n in took.items()}
    changes[unit.id] = replace(after, disr=unit.disr + took.get(unit.id, 0))
    result = _with(field, changes, way.used, path)
    return replace(
        result,
        cinc_hit=cinc_hit(field, unit, sweep),
        terrain=difficult,
        crossed=crossed,
        disr=tuple(sorted(took.items())),
        moved=(unit.id,),
    )


def _with(field: Field, changes: Mapping[int, Unit], used: int, path: tuple[Outline, ...]) -> Plan:
    units = tuple(changes.get(uid, unit) for uid, unit in field.units.items())
    return Plan(units, tuple(changes), used, path)


@rule("maurice:6.march", "maurice:R43")
def advance(field: Field, order: Advance, leave: Leave = FREE, charging: bool = False) -> Plan | Refusal:
    """Several units go straight ahead, all as far, one after the other, the foremost first."""
    if not order.units or len(set(order.units)) != len(order.units):
        return Refusal("Nobody, or somebody twice, is to advance.", "maurice:6.march")
    if any(uid not in field.units for uid in order.units):
        return Refusal("There is no such unit on the table.", "maurice:6.march")
    first = field.body(order.units[0])
    foremost = sorted(order.units, key=lambda uid: (-_forward(first, field.body(uid)), uid))
    used = hit = 0
    terrain = False
    path: list[Outline] = []
    crossed: list[int] = []
    took: dict[int, int] = {}
    now = field
    for uid in foremost:
        unit = now.units[uid]
        legs = (("towards", unit.facing), ("ahead", order.steps)) if unit.arm == ART else (("ahead", order.steps),)
        result = plan(now, Move(uid, legs=legs), leave, charging)
        if isinstance(result, Refusal):
            return result
        used, hit, terrain = result.used, hit | result.cinc_hit, terrain or result.terrain
        path += result.path
        crossed += result.crossed
        for who, n in result.disr:
            took[who] = took.get(who, 0) + n
        now = now.with_units(result.units)
    units = tuple(now.units.values())
    return Plan(units, order.units, used, tuple(path), hit, terrain, tuple(crossed), tuple(sorted(took.items())))


def _forward(first: Body, other: Body) -> int:
    return local(first.at, first.facing, other.at)[0]


__all__ = ["ALLOWANCE", "STAND_OFF", "advance", "allowance", "plan"]
