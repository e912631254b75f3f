"""Where a fire zone ends: obstructing terrain lets it go on for 1 BW, but for the shooter's own wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import Outline
from kemu.parts.tabletop.oriented import COS, SCALE, SIN, TURN, hypotenuse
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.segments import near as point_near
from kemu.parts.tabletop.strips import STEP, cut_ahead, seen

from ..model.bases import TOUCH, Body
from ..model.units import BW
from .cover import FLUSH
from .zone_seen import HALF, TIE, along, span_of

if TYPE_CHECKING:
    from .field import Field

SHORT = 4 * BW
LONG = 24 * BW
PENETRATES = BW
"""How far beyond the first obstructing terrain a zone reaches."""
Blocking = tuple[list[Point], int, int, int, int, int, int]
"""Obstructing terrain from a front: its outline, between which angles it may be met, its middle, how far that may lie
beyond a zone's end, and its line."""


def _obstruction(field: Field, front: Point, facing: int, reach: int) -> list[Blocking]:
    """Return the obstructing terrain that a base could come upon, whichever way its zone is turned."""
    key = ("obstruction", front, facing, reach)
    found: list[Blocking] | None = field.lasting.get(key)
    if found is None:
        x, y = front
        far = reach + BW
        found = field.lasting[key] = []
        for outline, (west, east, south, north), line in field.ground.obstruction:
            if west > x + far or east < x - far or south > y + far or north < y - far:
                continue
            points = cut_ahead(seen(front, facing, outline), TIE if line else 0)
            if len(points) > 1 and (line or max(f for f, _ in points) > TIE):
                f, r = (sum(point[i] for point in points) // len(points) for i in (0, 1))
                room = max(hypotenuse(a - f, b - r) for a, b in points) + (HALF + TOUCH) * STEP
                span = span_of(points, 0, far * STEP)
                if span is not None:
                    found.append((points, span[0], span[1], f, r, room * SCALE, line))
        found.sort(key=_by_middle)
    return found


def _by_middle(one: Blocking) -> int:
    return one[3]


@rule("maurice:7.obstruction", "maurice:7.partial", "maurice:7.figPartial", "maurice:R47", "maurice:R48")
def obstructed(field: Field, front: Point, facing: int, degrees: int, reach: int, own: frozenset[int]) -> int:
    """Return where a zone ends: 1 BW beyond the first obstructing terrain in it, but for the shooter's own wall."""
    return _end(_obstruction(field, front, facing, reach), degrees, reach, own)


def _end(obstruction: Sequence[Blocking], degrees: int, reach: int, own: frozenset[int]) -> int:
    end = reach * STEP
    s, c = SIN[degrees * 100 % TURN], COS[degrees * 100 % TURN]
    for points, low, high, f, r, room, line in obstruction:
        if not low <= degrees <= high or line in own or f * c + r * s > room + end * SCALE:
            continue
        distance = along(points, 0, degrees)
        if distance is not None:
            end = min(end, max(distance, 0) + PENETRATES * STEP)
    return end


@rule("maurice:7.own", "maurice:R48")
def own_lines(field: Field, base: Outline) -> frozenset[int]:
    """A line of terrain is the shooter's own if his base's whole front edge lies within 0.05 BW of it."""
    key = ("own lines", base)
    found = field.lasting.get(key)
    if found is None:
        left, right = base[0], base[3]
        middle = ((left[0] + right[0]) // 2, (left[1] + right[1]) // 2)
        found = field.lasting[key] = frozenset(
            n
            for n, parts in field.ground.lines.items()
            if all(any(point_near(p, a, b, FLUSH) for a, b in parts) for p in (left, middle, right))
        )
    return found


class Zones:
    """The fire zones of one base at one range, whichever way they are turned: where they begin, and where they end."""

    __slots__ = ("_ends", "_obstruction", "at", "base", "body", "file", "long", "offset", "own", "reach")

    def __init__(self, field: Field, body: Body, file: int, long: bool) -> None:
        self.body = body
        self.file = file
        self.long = long
        self.reach = LONG if long else SHORT
        self.base = body.bases[file]
        self.at = body.fronts[file]
        """The middle of the base's front edge."""
        self.offset = (file * BW + HALF - body.half) * STEP
        """How far that is to the right of the middle of the unit's."""
        self.own = own_lines(field, self.base)
        self._obstruction = _obstruction(field, self.at, body.facing, self.reach)
        self._ends: dict[int, int] = {}

    def end(self, degrees: int) -> int:
        """Return where the zone turned by so many degrees ends."""
        found = self._ends.get(degrees)
        if found is None:
            found = self._ends[degrees] = _end(self._obstruction, degrees, self.reach, self.own)
        return found


def zones_of(field: Field, body: Body, file: int, long: bool) -> Zones:
    """Return the zones of a base; they are kept for as long as the ground is the same."""
    key = (body, file, long)
    found: Zones | None = field.lasting.get(key)
    if found is None:
        found = field.lasting[key] = Zones(field, body, file, long)
    return found
