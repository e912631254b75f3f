"""The continuum of orders: where the units of a force may march, and whom they may charge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.pending import Action, Free, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.convex import cut, hull
from kemu.parts.tabletop.detours import grown
from kemu.parts.tabletop.oriented import SCALE, ahead, angle_of, hypotenuse, local
from kemu.parts.tabletop.points import square
from kemu.parts.tabletop.sweeps import corridor, wheeled

from ..model.bases import Body
from ..model.formations import changes_for
from ..model.moves import ABOUT, Advance, Charge, Leave, Move
from ..model.scale import from_scene, outline_path
from ..model.units import ART, COLUMN, GUNS, Unit
from . import charge_move, movement
from .dragging import aim, aligned, fine, pulled, read_piece, shortened
from .legs import follow
from .movement import FREE, allowance

if TYPE_CHECKING:
    from .field import Field


class Moves(Free):
    """Where the units of an activated force that have not moved yet may go."""

    by_hand: ClassVar[str] = (
        "Drag a unit ahead or back, its front corners to wheel, or the arrow to take the whole force; then confirm."
    )

    def __init__(self, field: Field, units: Sequence[int], leave: Leave = FREE, charging: bool = False) -> None:
        self.field = field
        self.units = tuple(units)
        self.leave = leave
        self.charging = charging

    def check(self, action: Action) -> Refusal | None:
        """Return None if this move or advance is legal, else why not."""
        if isinstance(action, Move):
            if action.unit not in self.units:
                unit = self.field.units.get(action.unit)
                if unit is not None and unit.smoke:
                    return Refusal("Guns in smoke do not move until a march has cleared it.", "maurice:6.smoke")
                return Refusal("That unit has moved, or is not in the force.", "maurice:R43")
            answer = movement.plan(self.field, action, self.leave, self.charging)
        elif isinstance(action, Advance):
            if not set(action.units) <= set(self.units):
                return Refusal("One of these units has moved, or is not in the force.", "maurice:R43")
            answer = movement.advance(self.field, action, self.leave, self.charging)
        elif isinstance(action, Charge):
            return Refusal("Only in a Charge action does a unit charge.", "maurice:6.noContact")
        else:
            return Refusal("The units of the force move now.", "maurice:6.march")
        return answer if isinstance(answer, Refusal) else None

    def reach(self) -> tuple[Reach, ...]:
        """Return how far each unit may get."""
        return tuple(
            Reach(outline_path(self.field.table, _reach(self.field, self.field.units[uid], self.leave)), f"u{uid}")
            for uid in self.units
            if not self.field.units[uid].smoke
        )

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the move that dragging a unit or a corner of it to a point stands for; without one, of the nearest."""
        unit_name, _, change = (piece or nearest_piece(self.field, self.units, x, y)).partition("~")
        found = read_piece(unit_name)
        if change:
            return Move(found[0], change) if found is not None and found[0] in self.units else None
        if found is None:
            # The whole force goes ahead: as far as the place lies ahead of its first unit.
            return self._advance(x, y) if piece == "force" else None
        uid, handle = found
        # Whoever cannot be moved is refused with the reason.
        return self._drawn(Move(uid), handle, x, y) if uid in self.units else Move(uid)

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return a move not yet confirmed with one more stretch: the ghost of its end is dragged on."""
        found = read_piece(piece)
        if found is None or not isinstance(draft, Move) or draft.unit != found[0] or draft.unit not in self.units:
            return self.at(x, y, piece)
        return self._drawn(draft, found[1], x, y)

    def changes(self, uid: int) -> tuple[Move, ...]:
        """Return the changes of formation, and the about-face, that are legal for a unit."""
        return changes(self.field, uid, self.leave) if uid in self.units and not self.charging else ()

    def sample(self, rng: Rng) -> Action | None:
        """Return a sensible move: towards the enemy, into line, out of the way; None if it found none."""
        from .sampling import sample_move

        return sample_move(self, rng)

    def _drawn(self, draft: Move, handle: str, x: float, y: float) -> Move | None:
        field, unit = self.field, self.field.units[draft.unit]
        point = from_scene(field.table, x, y)
        start = drafted(field, unit, draft)
        if point is None or start is None:
            return None
        body, used = start
        forward = local(body.at, body.facing, point)[0] >= 0
        left = allowance(field, unit, body.formation, self.leave, back=not forward) - used
        before = draft.legs if not draft.legs or draft.legs[-1][0] != "face" or unit.arm != ART else draft.legs[:-1]
        legs = (*before, *pulled(body, unit, handle, point, max(left, 0)))
        way = follow(body, legs[len(before) :])
        if not isinstance(way, Refusal):
            legs = aligned(legs, way.end, self._neighbours(unit, way.end))
        keep = shortened(
            legs, lambda some: fine(movement.plan(field, replace(draft, legs=some), self.leave, self.charging))
        )
        return replace(draft, legs=keep)

    def _neighbours(self, unit: Unit, end: Body) -> list[tuple[Body, bool]]:
        """Return the bodies round a place with which one would line up, each with whether it is a friend's."""
        close = (6_000 + end.half) ** 2
        return [
            (body, self.field.units[uid].side == unit.side)
            for uid, body in self.field.bodies.items()
            if uid != unit.id and square(body.at, end.at) <= close
        ]

    def _advance(self, x: float, y: float) -> Advance | None:
        point = from_scene(self.field.table, x, y)
        if point is None or not self.units:
            return None
        body = self.field.body(self.units[0])
        steps = local(body.at, body.facing, point)[0] // SCALE
        return farthest_advance(self.field, self.units, steps, self.leave, self.charging) or Advance(
            self.units, max(steps, 0)
        )


def nearest_piece(field: Field, units: Sequence[int], x: float, y: float) -> str:
    """Return the piece that a place alone is meant for: the unit nearest to it; empty if there is none."""
    point = from_scene(field.table, x, y)
    if point is None or not units:
        return ""
    return f"u{min(units, key=lambda uid: (square(field.body(uid).centre, point), uid))}"


def drafted(field: Field, unit: Unit, draft: Move) -> tuple[Body, int] | None:
    """Return where a draft ends, legal or not, and what it has used; None if it makes no sense."""
    begun = movement.changed_body(field, unit, draft)
    if isinstance(begun, Refusal):
        return None
    way = follow(begun, draft.legs)
    if isinstance(way, Refusal):
        # A column that has just turned is not yet straight: look at it without its last stretch.
        return None
    return way.end, way.used


@rule("maurice:6.change")
def changes(field: Field, uid: int, leave: Leave = FREE) -> tuple[Move, ...]:
    """Return the legal changes of formation of a unit, each anchor where it matters, and the about-face."""
    unit = field.units[uid]
    oblong = field.base_depth(unit.arm) != 1000
    found = [Move(uid, ABOUT)] if unit.arm != ART else []
    for name in changes_for(unit.arm, unit.formation):
        turns = name.startswith(("line_left", "line_right", "column_left", "column_right"))
        found += [Move(uid, name, anchor) for anchor in range(4 if oblong and turns else 1)]
    return tuple(move for move in found if fine(movement.plan(field, move, leave)))


def farthest_advance(
    field: Field, units: Sequence[int], steps: int, leave: Leave = FREE, charging: bool = False
) -> Advance | None:
    """Return the farthest legal advance of several units together, up to so many steps."""
    most = min([steps, *(allowance(field, field.units[uid], field.units[uid].formation, leave) for uid in units)])
    if most <= 0:
        return None
    if fine(movement.advance(field, Advance(tuple(units), most), leave, charging)):
        return Advance(tuple(units), most)
    low, high = 0, most
    while high - low > 10:
        middle = (low + high) // 2
        if fine(movement.advance(field, Advance(tuple(units), middle), leave, charging)):
            low = middle
        else:
            high = middle
    return Advance(tuple(units), low) if low else None


def _reach(field: Field, unit: Unit, leave: Leave) -> tuple[tuple[int, int], ...]:
    body = field.body(unit.id)
    steps = allowance(field, unit, unit.formation, leave)
    if unit.formation not in (COLUMN, GUNS):
        # The rear corner that swings out goes a little farther than what is measured.
        steps = steps * hypotenuse(2 * body.half, body.depth) // (2 * body.half) + 1
    whole = grown(body.corners, body.facing, steps)
    if unit.formation in (COLUMN, GUNS):
        return whole
    behind = ahead(body.at, body.facing, -body.depth - steps // 2 - steps // 8)
    return cut(whole, behind, ahead(behind, (body.facing + 9_000) % 36_000, 1000)) or whole


class Charges(Free):
    """Whom the units of a charging force may charge."""

    def __init__(self, field: Field, units: Sequence[int], leave: Leave = FREE) -> None:
        self.field = field
        self.units = tuple(units)
        self.leave = leave

    def check(self, action: Action) -> Refusal | None:
        """Return None if this charge is legal, else why not."""
        if not isinstance(action, Charge):
            return Refusal("The units of the force charge now.", "maurice:8.charge")
        if action.unit not in self.units:
            return Refusal("That unit has moved, or is not in the force.", "maurice:R43")
        answer = charge_move.plan(self.field, action, self.leave)
        return answer if isinstance(answer, Refusal) else None

    def reach(self) -> tuple[Reach, ...]:
        """Return what the charges may sweep: straight ahead, and after the greatest wheel to either side."""
        return tuple(
            Reach(outline_path(self.field.table, self._fan(uid)), f"u{uid}")
            for uid in self.units
            if charge_move.barred(self.field.units[uid]) is None
        )

    def _fan(self, uid: int) -> tuple[tuple[int, int], ...]:
        unit, body = self.field.units[uid], self.field.body(uid)
        steps = allowance(self.field, unit, unit.formation, self.leave)
        most = angle_of(2 * body.half, min(charge_move.WHEEL, steps))
        corners = [*corridor(body.at, body.facing, steps, body.half, body.depth)]
        for right, angle in ((True, most), (False, -most)):
            _, at, facing = wheeled(right, body.at, body.facing, body.half, angle)
            corners += corridor(at, facing, steps, body.half, body.depth)
        return hull(corners)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the charge that dragging a unit to a point stands for: it wheels until the point is straight ahead."""
        found = read_piece(piece or nearest_piece(self.field, self.units, x, y))
        point = from_scene(self.field.table, x, y)
        if found is None or point is None or found[0] not in self.units:
            return None
        uid = found[0]
        body = self.field.body(uid)
        right = local(body.at, body.facing, point)[1]
        most = angle_of(2 * body.half, charge_move.WHEEL)
        turn = 0 if abs(right) <= body.half * SCALE // 8 else min(aim(body, point), most)
        drawn = Charge(uid, turn if right > 0 else -turn)
        if fine(charge_move.plan(self.field, drawn, self.leave)):
            return drawn
        # What is meant may be legal a little to one side.
        near = sorted(charge_move.charges(self.field, uid, self.leave), key=lambda one: abs(one.wheel - drawn.wheel))
        return near[0] if near and abs(near[0].wheel - drawn.wheel) <= most // 4 else drawn

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return the other charge."""
        return self.at(x, y, piece)

    def sample(self, rng: Rng) -> Action | None:
        """Return one of the charges that are found for one of the units."""
        able = [uid for uid in self.units if charge_move.able(self.field, uid, self.leave)]
        if not able:
            return None
        found = list(charge_move.charges(self.field, able[rng.below(len(able))], self.leave))
        return found[rng.below(len(found))]
