"""Chapters 4 and 6: the line from the CinC to a force, and where he himself may go."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.pending import Action, Free, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.convex import Outline, box, gap_square, intrudes
from kemu.parts.tabletop.detours import Boxed, Detour, detour, grown, way_round, whole_steps
from kemu.parts.tabletop.oriented import TURN, ahead
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.segments import meets

from ..model.bases import TOUCH, Body, square_at
from ..model.moves import Displace, MoveCinC
from ..model.scale import from_scene, rectangle_path
from ..model.terrain import boxes_meet
from ..model.units import BW
from .measuring import on_table

if TYPE_CHECKING:
    from .field import Field

CLEARANCE = BW
"""How far a line of command keeps from the enemy."""
SPREAD = CLEARANCE + CLEARANCE // 20
"""How far the outlines that stand for that reach beyond a base, at most."""
FAVOUR = 10
"""R33: a hundredth of a BW in the active player's favour."""
AROUND = BW * 3 // 4
"""The circle round a CinC's marker, and a little more for what is given in favour and for rounding."""
CRACK = 3
"""Enemy bases that touch leave no way between them."""


@rule("maurice:4.distance", "maurice:4.line", "maurice:R32", "maurice:R33")
def distance(field: Field, side: int, uids: Iterable[int]) -> int | None:
    """How far a force is from its CinC: the shortest line from his marker to its nearest unit, round the enemy and
    never within 1 BW of one. None if there is no such line.
    """
    line = command_line(field, side, uids)
    return None if line is None else max(0, whole_steps(line) - FAVOUR)


def at_least(field: Field, side: int, uid: int) -> int:
    """Return how far a unit is from its CinC at least, by the circles round both: a quick answer."""
    at, body = field.cinc[side], field.bodies[uid]
    if at is None:
        return 0
    (x, y), (bx, by) = at, body.centre
    return isqrt((x - bx) * (x - bx) + (y - by) * (y - by)) - body.radius - AROUND


def command_line(field: Field, side: int, uids: Iterable[int]) -> Detour | None:
    """Return the shortest line of command to a force, or None."""
    marker = field.marker(side)
    if marker is None:
        return None
    force = tuple(uids)
    if len(force) == 1:
        return _line(field, side, force[0], marker)
    best: Detour | None = None
    gaps = sorted(
        (above // below, uid) for uid in force for above, below in [gap_square(marker, field.body(uid).corners)]
    )
    for gap, uid in gaps:
        if best is not None and isqrt(gap) * 1000 >= best.length:
            break
        line = _line(field, side, uid, marker)
        if line is not None and (best is None or line.length < best.length):
            best = line
    return best


def _line(field: Field, side: int, uid: int, marker: Outline) -> Detour | None:
    key = ("line", side, uid)
    if key not in field.answers:
        table = (0, field.table.width, 0, field.table.height)
        corners = field.body(uid).corners
        # As the crow flies, if no enemy is close to that.
        west, east, south, north = box((*marker, *corners))
        around = (west - SPREAD, east + SPREAD, south - SPREAD, north + SPREAD)
        held = any(boxes_meet(around, field.bodies[foe].box) for foe in field.foes(side))
        field.answers[key] = way_round(marker, corners, _rings(field, side) if held else (), table)
    return field.answers[key]


def _rings(field: Field, side: int) -> list[Boxed]:
    """Return the enemies of a side, grown by what a line of command keeps from them, and the boxes round that."""
    key = ("rings", side)
    found: list[Boxed] | None = field.answers.get(key)
    if found is None:
        found = field.answers[key] = [_ring(field, field.bodies[foe]) for foe in field.foes(side)]
    return found


def _ring(field: Field, body: Body) -> Boxed:
    key = ("ring", body)
    found: Boxed | None = field.lasting.get(key)
    if found is None:
        outline = grown(body.corners, body.facing, CLEARANCE)
        found = field.lasting[key] = (outline, box(outline))
    return found


@rule("maurice:6.cinc", "maurice:R34")
def cinc_fault(field: Field, side: int, at: Point) -> Refusal | None:
    """He may go to any clear place on the table that some line reaches without crossing an enemy base."""
    marker = square_at(at)
    if not on_table(field, marker):
        return Refusal("That is not wholly on the table.", "maurice:R34")
    if sits_on_bases(field, at):
        return Refusal("A base stands there.", "maurice:R34")
    start = field.cinc[side]
    if start is None:
        return Refusal("He is not on the table.", "maurice:6.cinc")
    bodies = [field.body(foe) for foe in field.foes(side)]
    around = box((start, at))
    if not any(boxes_meet(around, body.box) and _crosses(body.corners, start, at) for body in bodies):
        return None
    walls = [grown(body.corners, body.facing, CRACK) for body in bodies]
    walls = [wall for wall in walls if not _holds(wall, start)]
    if detour((start,), (at,), walls, (0, field.table.width, 0, field.table.height)) is None:
        return Refusal("The enemy has closed him in.", "maurice:R34")
    return None


def _crosses(outline: Outline, p: Point, q: Point) -> bool:
    return any(meets(p, q, c, d) for c, d in pairwise((*outline, outline[0])))


def _holds(outline: Outline, p: Point) -> bool:
    from kemu.parts.tabletop.polygons import inside

    return inside(outline, p)


def sits_on_bases(field: Field, at: Point) -> bool:
    """Return whether the marker of a CinC would overlap a base of either side."""
    return _on_one_of(field.bodies.values(), at)


def _on_one_of(bodies: Iterable[Body], at: Point) -> bool:
    x, y = at
    for body in bodies:
        far = body.radius + BW
        cx, cy = body.centre
        if (cx - x) * (cx - x) + (cy - y) * (cy - y) <= far * far and intrudes(square_at(at), body.corners, TOUCH):
            return True
    return False


def _comes_near(body: Body, at: Point, away: int) -> bool:
    """Return whether a marker so far away from a place, in whatever direction, might be on a body."""
    far = body.radius + BW + 2
    dx, dy = body.centre[0] - at[0], body.centre[1] - at[1]
    return max(0, away - far) ** 2 <= dx * dx + dy * dy <= (away + far) ** 2


@rule("maurice:6.displaced")
def sat_on(field: Field, side: int) -> bool:
    """Whether friends sit on the CinC."""
    at, bodies = field.cinc[side], tuple([field.bodies[uid] for uid in field.sides[side]])
    if at is None:
        return False
    key = ("sat on", at, bodies)
    found: bool | None = field.lasting.get(key)
    if found is None:
        found = field.lasting[key] = _on_one_of(bodies, at)
    return found


@rule("maurice:6.displacedTo", "maurice:R34")
def displaced_to(field: Field, side: int) -> tuple[Point, ...]:
    """Where a displaced CinC may be set: whole BW away, in whole degrees, the fewest for which there is room."""
    start = field.cinc[side]
    if start is None:
        return ()
    for n in range(1, 2 + (field.table.width + field.table.height) // BW):
        spots = [ahead(start, facing, n * BW) for facing in range(0, TURN, 100)]
        on = [at for at in spots if on_table(field, square_at(at))]
        near = [body for body in field.bodies.values() if _comes_near(body, start, n * BW)]
        clear = [at for at in on if not _on_one_of(near, at)]
        if clear:
            return tuple(clear)
    return ()


class CinCMove(Free):
    """Where the CinC may go."""

    by_hand: ClassVar[str] = "Drag your commander, or click where he should stand; then confirm."

    def __init__(self, field: Field, side: int) -> None:
        self.field = field
        self.side = side

    def check(self, action: Action) -> Refusal | None:
        """Return None if he may go there, else why not."""
        if not isinstance(action, MoveCinC):
            return Refusal("Only the CinC moves now.", "maurice:6.cinc")
        return cinc_fault(self.field, self.side, (action.x, action.y))

    def reach(self) -> tuple[Reach, ...]:
        """Return the whole table: he has no allowance."""
        table = self.field.table
        return (Reach(rectangle_path(table, 0, table.width, 0, table.height), "The CinC may go anywhere"),)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the move to a point of the scene."""
        point = from_scene(self.field.table, x, y)
        return None if point is None else MoveCinC(*point)

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return the move to the other point."""
        return self.at(x, y, piece)

    def sample(self, rng: Rng) -> Action | None:
        """Return a place behind one of his units, or beside it, if one is found that is clear."""
        own = self.field.sides[self.side]
        for _ in range(12):
            if not own:
                break
            body = self.field.body(own[rng.below(len(own))])
            at = ahead(body.rear, body.facing, -BW * (1 + rng.below(3)), BW * (rng.below(5) - 2))
            if cinc_fault(self.field, self.side, at) is None:
                return MoveCinC(*at)
        return None


class Displacement(Free):
    """Where a displaced CinC may be set down."""

    by_hand: ClassVar[str] = "Click where your commander should stand; then confirm."

    def __init__(self, field: Field, side: int) -> None:
        self.spots = displaced_to(field, side)
        self.field = field

    def check(self, action: Action) -> Refusal | None:
        """Return None if he may be set there, else why not."""
        if isinstance(action, Displace) and (action.x, action.y) in self.spots:
            return None
        return Refusal(
            "He is set a whole number of BW away, in whole degrees, to the nearest clear place.",
            "maurice:6.displacedTo",
        )

    def reach(self) -> tuple[Reach, ...]:
        """Return the table."""
        table = self.field.table
        return (Reach(rectangle_path(table, 0, table.width, 0, table.height), "The CinC is set down"),)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the possible place nearest to a point of the scene."""
        point = from_scene(self.field.table, x, y)
        if point is None or not self.spots:
            return None
        px, py = point
        return Displace(*min(self.spots, key=lambda p: ((p[0] - px) ** 2 + (p[1] - py) ** 2, p)))

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return the other place."""
        return self.at(x, y, piece)

    def sample(self, rng: Rng) -> Action | None:
        """Return one of the places."""
        return Displace(*self.spots[rng.below(len(self.spots))]) if self.spots else None
