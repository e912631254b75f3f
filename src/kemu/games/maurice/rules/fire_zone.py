"""Chapter 7, the geometry: the zone of each base that fires, and whom it may fire upon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import Outline, box, within
from kemu.parts.tabletop.oriented import COS, SCALE, SIN, TURN
from kemu.parts.tabletop.strips import STEP
from kemu.parts.tabletop.sweeps import corridor

from ..model.bases import TOUCH, Body
from ..model.terrain import stands_in
from ..model.units import ART, BW, CAV, COLUMN
from .cover import covered_from_fire
from .measuring import behind_front, level
from .sight import not_behind_crest, visible
from .zone_end import LONG, SHORT, Zones, zones_of
from .zone_seen import HALF, NEVER, TIE, WIDEST, First, Seen, along

if TYPE_CHECKING:
    from .field import Field

TURNS = tuple(degrees for n in range(1, WIDEST + 1) for degrees in (n, -n))
"""All angles of a zone but straight ahead, those that turn least first."""


class Shot(Struct, frozen=True):
    """A target that a base may choose."""

    base: int
    target: int
    cover: bool
    enfilade: bool
    zone: Outline
    """The fire zone, to be drawn."""
    angle: int = 0
    """By how many degrees the zone is turned, to the right if positive."""

    @property
    def bonus(self) -> int:
        """What its angle is worth on the die."""
        return self.enfilade - self.cover


@rule("maurice:7.who", "maurice:7.notMandatory")
def shots(field: Field, uid: int, long: bool) -> tuple[tuple[Shot, ...], ...]:
    """For each base of a unit, from left to right, the targets among which it may choose. None if it cannot fire."""
    key = ("shots", uid, long)
    found = field.answers.get(key)
    if found is None:
        found = field.answers[key] = _shots(field, uid, long)
    return found


def _shots(field: Field, uid: int, long: bool) -> tuple[tuple[Shot, ...], ...]:
    body = field.body(uid)
    view = in_view(field, uid, long)
    if not view:
        return ((),) * (2 * body.half // BW)
    arm = field.units[uid].arm
    return tuple(
        () if _cannot_fire(field, arm, body.bases[file]) else _base_shots(field, uid, file, view, long)
        for file in range(2 * body.half // BW)
    )


@rule("maurice:7.shortFirst", "maurice:R46")
def short_target(field: Field, uid: int) -> bool:
    """Whether a unit could fire at short range now, at any angle, whether there are volleys or not."""
    return any_shot(field, uid, False)


def any_shot(field: Field, uid: int, long: bool) -> bool:
    """Return whether a unit has any target: as `shots`, but it stops at the first."""
    key = ("any shot", uid, long)
    found = field.answers.get(key)
    if found is None:
        full = field.answers.get(("shots", uid, long))
        found = field.answers[key] = any(full) if full is not None else _any_shot(field, uid, long)
    return found


def _any_shot(field: Field, uid: int, long: bool) -> bool:
    view = in_view(field, uid, long)
    if not view:
        return False
    body, arm = field.body(uid), field.units[uid].arm
    bases = [
        (zones, _spans(zones, view))
        for file in range(2 * body.half // BW)
        if not _cannot_fire(field, arm, body.bases[file])
        for zones in [zones_of(field, body, file, long)]
    ]
    return any(first_in_zone(field, zones, _straight(spans), 0) for zones, spans in bases) or any(
        first_in_zone(field, zones, here, degrees) for zones, spans in bases for degrees, here in _turned(zones, spans)
    )


@rule("maurice:7.water", "maurice:7.woods", "maurice:5.water")
def _cannot_fire(field: Field, arm: int, base: Outline) -> bool:
    """No base fires from water, and no artillery from woods."""
    key = ("silent", arm, base)
    found: bool | None = field.lasting.get(key)
    if found is None:
        ground, where = field.ground, box(base)
        found = field.lasting[key] = stands_in(base, where, ground.water) or (
            arm == ART and stands_in(base, where, ground.woods)
        )
    return found


def may_fire(field: Field, uid: int, base: Outline) -> bool:
    """Return whether the ground on which one of a unit's bases stands lets it fire."""
    return not _cannot_fire(field, field.units[uid].arm, base)


@rule("maurice:7.water", "maurice:7.woods")
def kept_from_firing(field: Field, uid: int) -> tuple[str, str] | None:
    """Return what ground keeps every base of a unit's front from firing, and the clause; None if one may fire."""
    body, arm = field.body(uid), field.units[uid].arm
    if not all(_cannot_fire(field, arm, body.bases[file]) for file in range(2 * body.half // BW)):
        return None
    front = body.bases[: 2 * body.half // BW]
    if all(stands_in(base, box(base), field.ground.water) for base in front):
        return "its bases are in water", "maurice:7.water"
    return "artillery does not fire from woods", "maurice:7.woods"


@rule("maurice:7.column", "maurice:7.short", "maurice:7.long", "maurice:7.shortFirst", "maurice:R44")
def in_view(field: Field, uid: int, long: bool) -> list[Seen]:
    """Every other unit that lies beyond the front line, in range and not too far aside; nobody if there is no enemy.

    Infantry in line and artillery fire at short range, artillery alone at long range and only without a near target.
    """
    unit, body = field.units[uid], field.body(uid)
    if unit.arm == CAV or unit.formation == COLUMN or (long and (unit.arm != ART or short_target(field, uid))):
        return []
    reach = LONG if long else SHORT
    s, c = SIN[body.facing], COS[body.facing]
    x, y = body.at
    wide = body.half + HALF + 3 * reach // 4
    found: list[Seen] = []
    enemy = False
    # The enemies first: mostly there is none, and no more to be asked.
    for side in (1 - unit.side, unit.side):
        for other_id in field.sides[side]:
            other = field.bodies[other_id]
            dx, dy = other.centre[0] - x, other.centre[1] - y
            forward = dx * s + dy * c
            room = other.radius
            if forward < -room * SCALE or forward > (room + reach + HALF) * SCALE or other_id == uid:
                continue
            if abs(dx * c - dy * s) > (wide + room) * SCALE:
                continue
            key = (body, other, other_id, side)
            one: Seen | None = field.lasting.get(key)
            if one is None:
                raised = side != unit.side and level(field, other_id) > 0
                one = field.lasting[key] = Seen(other_id, side == unit.side, body, other, raised)
            if one.ahead:
                enemy = enemy or side != unit.side
                found.append(one)
        if not enemy:
            return []
    return found


@rule("maurice:7.priorities", "maurice:7.angle", "maurice:7.figTargets", "maurice:7.figAngles", "maurice:R46")
def _base_shots(field: Field, uid: int, file: int, view: list[Seen], long: bool) -> tuple[Shot, ...]:
    """Straight ahead first; if that gives no target, the zone may be turned by up to 45 degrees to either side.

    Of all angles at a target the best is taken, the one that turns least among those.
    """
    best: dict[int, Shot] = {}
    zones = zones_of(field, field.body(uid), file, long)
    spans = _spans(zones, view)
    _shots_at(field, zones, _straight(spans), 0, best)
    if best:
        return tuple(best[target] for target in sorted(best))
    # The most that fire at each enemy can be worth: no angle needs to be tried beyond that.
    wanted = {other.unit: int(behind_front(other.body, zones.base)) for *_, other in spans if not other.friend}
    for degrees, here in _turned(zones, spans):
        if not any(other.unit in wanted for other in here):
            continue
        for shot in _shots_at(field, zones, here, degrees, best):
            if shot.bonus >= wanted.get(shot.target, 0):
                wanted.pop(shot.target, None)
        if not wanted:
            break
    return tuple(best[target] for target in sorted(best))


Span = tuple[int, int, int, Seen]
"""Between which degrees a zone may meet somebody, how far along it at least, and whom."""


def _spans(zones: Zones, view: list[Seen]) -> list[Span]:
    """Return everybody who is close enough, and not too far aside."""
    far = (zones.reach + HALF) * STEP
    spans = [(other.span(zones.offset, far), other) for other in view]
    return [(*span, other) for span, other in spans if span is not None]


def _straight(spans: list[Span]) -> tuple[Seen, ...]:
    """Return everybody whom a zone straight ahead may meet."""
    return tuple([other for low, high, _, other in spans if low <= 0 <= high])


def _turned(zones: Zones, spans: list[Span]) -> Iterator[tuple[int, tuple[Seen, ...]]]:
    """Yield the angles at which some enemy may be met before the zone ends, those that turn least first, and all who
    may be met there.
    """
    nearest: dict[int, int] = {}
    for low, high, least, other in spans:
        if not other.friend:
            # Who stands on a hill may be met beyond the zone's end.
            begins = 0 if other.raised else least
            for degrees in range(max(low, -WIDEST), min(high, WIDEST) + 1):
                if begins < nearest.get(degrees, NEVER):
                    nearest[degrees] = begins
    for degrees in TURNS if nearest else ():
        if degrees in nearest and nearest[degrees] <= zones.end(degrees):
            yield degrees, tuple([other for low, high, _, other in spans if low <= degrees <= high])


@rule("maurice:7.first", "maurice:7.friend", "maurice:7.zone", "maurice:R45")
def first_in_zone(field: Field, zones: Zones, here: tuple[Seen, ...], degrees: int) -> list[First]:
    """The first base in the zone decides: a friend that is strictly closer stops the shot, of enemies alike the shooter
    chooses.

    `here` are all who may be met. The answer is kept for as long as they stand where they are.
    """
    key = (zones, degrees, here)
    found: list[First] | None = field.lasting.get(key)
    if found is None:
        found = field.lasting[key] = _first_in_zone(field, zones, here, degrees)
    return found


def _first_in_zone(field: Field, zones: Zones, here: tuple[Seen, ...], degrees: int) -> list[First]:
    offset, reach = zones.offset, zones.reach * STEP
    friend = reach + 1
    near, least = _in_the_way(here, offset, degrees, reach)
    if not near:
        return []
    # A unit that is seen on a hill is not obstructed.
    farthest = reach if any(other.raised for _, other in near) else zones.end(degrees)
    if farthest < least:
        return []
    enemies: list[tuple[int, Seen]] = []
    for begins, other in near:
        if begins > farthest or begins > friend + 2 * TIE:
            break
        distance = other.distance(offset, degrees)
        if distance is not None and distance <= reach:
            if other.friend:
                friend = min(friend, distance)
            else:
                enemies.append((distance, other))
    enemies.sort(key=_by_distance)
    if not enemies or friend < enemies[0][0] - TIE:
        return []
    found: list[First] = []
    front = (zones.base[0], zones.base[3])
    for at_best, other in enemies:
        if found and at_best > found[0][0] + TIE:
            break
        # The far corners of a turned zone lie a little beyond the range.
        firsts = _first_bases(field, zones, other, degrees)
        found += [first for first in firsts if not degrees or within(front, first[2], zones.reach)]
        found.sort(key=_by_first)
    if not found or friend < found[0][0] - TIE or (zones.long and found[0][0] <= SHORT * STEP):
        return []
    limit, end = found[0][0] + TIE, zones.end(degrees)
    return [
        first for first in found if first[0] <= limit and (first[0] <= end or _seen_on_a_hill(field, zones.base, first))
    ]


@rule("maurice:7.hill", "maurice:R47", "maurice:R57")
def _seen_on_a_hill(field: Field, base: Outline, first: First) -> bool:
    """Whether a base belongs to a unit on a hill that the shooter sees: such a unit is not obstructed."""
    _, other, outline = first
    return level(field, other.unit) > 0 and visible(field, base[0], base[3], outline)


def _in_the_way(here: Sequence[Seen], offset: int, degrees: int, reach: int) -> tuple[list[tuple[int, Seen]], int]:
    """Return those who may be met by a zone, by the circles round them, each with how far off he is at least, the
    nearest first; and how far off enemies are at least.

    Nobody if no enemy may be met.
    """
    s, c = SIN[degrees * 100 % TURN], COS[degrees * 100 % TURN]
    found: list[tuple[int, Seen]] = []
    least = reach + 1
    for other in here:
        f, r = other.centre
        r -= offset
        if abs(r * c - f * s) <= (other.room + HALF * STEP) * SCALE:
            begins = (f * c + r * s) // SCALE - other.room
            if begins <= reach:
                found.append((begins, other))
                if begins < least and not other.friend:
                    least = begins
    if least > reach:
        return [], least
    found.sort(key=_by_distance)
    return found, least


def _first_bases(field: Field, zones: Zones, other: Seen, degrees: int) -> list[First]:
    """Return the bases of an enemy that a zone meets first, of those that the shooter sees: all that are as close."""
    offset, body, base = zones.offset, zones.body, zones.base
    key = (offset, degrees)
    known = other.firsts.get(key)
    if known is not None:
        return known
    found: list[First] = []
    nearest: int | None = None
    s, c = SIN[degrees * 100 % TURN], COS[degrees * 100 % TURN]
    aside = (other.base + HALF * STEP) * SCALE
    for outline, points, (f, r) in other.bases(body.at, body.facing):
        if abs((r - offset) * c - f * s) > aside:
            continue
        distance = along(points, offset, degrees)
        if (
            distance is not None
            and (nearest is None or distance <= nearest + TIE)
            and not_behind_crest(field, base[0], base[3], outline)
        ):
            found.append((distance, other, outline))
            nearest = distance if nearest is None else min(nearest, distance)
    other.firsts[key] = [first for first in found if nearest is not None and first[0] <= nearest + TIE]
    return other.firsts[key]


def _shots_at(field: Field, zones: Zones, here: tuple[Seen, ...], degrees: int, best: dict[int, Shot]) -> list[Shot]:
    """Put the shots that a base has with its zone turned by an angle among the best, where they are; return those."""
    front, base, facing = zones.at, zones.base, zones.body.facing
    found: list[Shot] = []
    firsts = first_in_zone(field, zones, here, degrees)
    for _, other, outline in firsts:
        # Of bases that are as close the shooter takes the one that suits him.
        enfilade, known = _enfilades(base, other.body, outline), best.get(other.unit)
        if known is not None and enfilade <= known.bonus:
            continue
        cover = covered_from_fire(field, front, facing, 100 * degrees, outline, zones.own)
        if known is None or enfilade - cover > known.bonus:
            end = zones.end(degrees)
            length = end // STEP if firsts[0][0] <= end else zones.reach
            zone = corridor(front, (facing + 100 * degrees) % TURN, length, HALF)
            best[other.unit] = shot = Shot(zones.file, other.unit, cover, enfilade, zone, degrees)
            found.append(shot)
    return found


def _by_distance(one: tuple[int, Seen]) -> int:
    return one[0]


def _by_first(one: First) -> int:
    return one[0]


@rule("maurice:7.enfilade")
def _enfilades(base: Outline, target: Body, outline: Outline) -> bool:
    """Fire enfilades if all of the shooting base lies behind the front line of the base fired at."""
    middle = ((outline[0][0] + outline[3][0]) // 2, (outline[0][1] + outline[3][1]) // 2)
    s, c = SIN[target.facing], COS[target.facing]
    return all((p[0] - middle[0]) * s + (p[1] - middle[1]) * c <= TOUCH * STEP for p in base)


__all__ = ["LONG", "SHORT", "Shot", "any_shot", "short_target", "shots"]
