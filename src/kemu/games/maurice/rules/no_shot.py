"""Why a unit does not fire at somebody: the answer to a player who would like it to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.convex import Outline, within
from kemu.parts.tabletop.strips import STEP

from ..model.names import name
from .fire_zone import first_in_zone, in_view, may_fire, shots
from .sight import not_behind_crest
from .zone_end import LONG, SHORT, Zones, zones_of
from .zone_seen import TIE, WIDEST, Seen

if TYPE_CHECKING:
    from .field import Field

DEGREES = (0, *(n for turn in range(1, WIDEST + 1) for n in (turn, -turn)))


@rule(
    "maurice:7.priorities",
    "maurice:7.short",
    "maurice:7.long",
    "maurice:7.angle",
    "maurice:7.first",
    "maurice:7.friend",
)
@rule("maurice:7.partial", "maurice:7.hill")
def no_shot(field: Field, uid: int, target: int, *, long: bool) -> Refusal:
    """Too far, too far aside, hidden, behind a friend or an obstruction, or somebody else comes first."""
    who = name(field.units[target])
    if field.units[target].side == field.units[uid].side:
        return Refusal("Units fire at the enemy alone.", "maurice:7.who")
    all_shots, reach = shots(field, uid, long), LONG if long else SHORT
    bases = [
        (file, base) for file, base in enumerate(field.body(uid).bases[: len(all_shots)]) if may_fire(field, uid, base)
    ]
    if any(shot.target == target for base in all_shots for shot in base):
        return Refusal(
            f"Not all of these bases can fire at {who}: each has targets of its own.", "maurice:7.priorities"
        )
    if not any(within((base[0], base[3]), field.body(target).corners, reach) for _, base in bases):
        clause = "maurice:7.long" if long else "maurice:7.short"
        return Refusal(f"{who} is farther than {reach // 1000} BW from every base that fires.", clause)
    view = in_view(field, uid, long)
    reasons: set[str] = set()
    for wanted in (other for other in view if other.unit == target):
        for file, base in bases:
            zones = zones_of(field, field.body(uid), file, long)
            ahead = any(shot.angle == 0 for shot in all_shots[file])
            reasons.update(_reasons(field, zones, base, wanted, view, ahead))
    for reason, words in _WORDS.items():
        if reason in reasons:
            return Refusal(words.format(who), f"maurice:{reason}")
    return Refusal(f"{who} is in no fire zone: a zone turns by 45 degrees at most.", "maurice:7.angle")


_WORDS = {
    "7.first": "Somebody else comes first in the fire zones that reach {}.",
    "7.priorities": "A base that has a target straight ahead fires at that one, not at {}.",
    "7.friend": "A friend comes first in the fire zones that reach {}.",
    "7.partial": "Obstructing terrain ends the fire zones before {}.",
    "7.hill": "{} is hidden behind a crest.",
    "7.long": "Bombardment begins beyond 4 BW: {} is nearer.",
}


def _reasons(field: Field, zones: Zones, base: Outline, wanted: Seen, view: list[Seen], ahead: bool) -> Iterator[str]:
    """Yield for each angle at which a base's zone meets somebody why it does not fire at him."""
    for degrees in DEGREES:
        distance = wanted.distance(zones.offset, degrees)
        if distance is None or distance > zones.reach * STEP:
            continue
        here = tuple(view)
        before = [other for other in view if other is not wanted and _before(other, zones, degrees, distance)]
        if degrees and ahead:
            yield "7.priorities"
        elif any(other.friend for other in before):
            yield "7.friend"
        elif any(first[1] is not wanted for first in first_in_zone(field, zones, here, degrees)):
            yield "7.first"
        elif not any(not_behind_crest(field, base[0], base[3], one) for one in wanted.body.bases):
            yield "7.hill"
        elif distance > zones.end(degrees):
            yield "7.partial"
        elif zones.long and distance <= SHORT * STEP:
            yield "7.long"
        elif before:
            yield "7.first"


def _before(other: Seen, zones: Zones, degrees: int, limit: int) -> bool:
    distance = other.distance(zones.offset, degrees)
    return distance is not None and distance < limit - TIE
