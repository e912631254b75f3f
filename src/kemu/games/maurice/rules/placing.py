"""Chapter 2: where a piece of terrain may be set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.pending import Action, Free, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.convex import convex_parts
from kemu.parts.tabletop.oriented import facing_towards
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.polygons import contains
from kemu.parts.tabletop.segments import Segment, meets, nearer

from ..model.actions import SetPiece
from ..model.scale import from_scene, rectangle_path
from ..model.units import BW, Piece

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

TRIES = 60
GRID = 3 * BW


def edges(piece: Piece, *, closed: bool) -> list[Segment]:
    """Return the sides of a piece."""
    points = (*piece.points, piece.points[0]) if closed else piece.points
    return list(pairwise(points))


def holds(area: Piece, p: Point) -> bool:
    """Return whether a point lies in an area or on its outline."""
    return any(contains(part, p) for part in convex_parts(area.points))


@rule("maurice:R17")
def overlap(one: Piece, other: Piece) -> bool:
    """Return whether two areas have anything in common; their sides may not even touch."""
    sides = edges(other, closed=True)
    if any(meets(a, b, c, d) for a, b in edges(one, closed=True) for c, d in sides):
        return True
    return holds(one, other.points[0]) or holds(other, one.points[0])


def _closer(a: Point, b: Point, c: Point, d: Point, limit: int) -> bool:
    """Return whether two segments are less than `limit` apart, or meet."""
    if meets(a, b, c, d):
        return True
    return nearer(a, c, d, limit) or nearer(b, c, d, limit) or nearer(c, a, b, limit) or nearer(d, a, b, limit)


class Places(Free):
    """Where pieces of the palette may be set up: on the table, on no other area, away from units."""

    by_hand: ClassVar[str] = "Choose a piece, click where it should lie, turn it by its handle; then confirm."

    def __init__(self, game: Maurice, state: State, forms: Sequence[str], clear: int) -> None:
        self.game = game
        self.state = state
        self.forms = tuple(forms)
        self.clear = clear

    @rule("maurice:R17", "maurice:2.terrain")
    def check(self, action: Action) -> Refusal | None:
        """Return None if a piece may be set up there, else why not."""
        if not isinstance(action, SetPiece):
            return Refusal("A piece of terrain is set up now.", "maurice:2.terrain")
        cat, state = self.game.cat, self.state
        if action.form not in self.forms:
            return Refusal(f"There is no such piece: {', '.join(self.forms)}.", "maurice:R17")
        if not 0 <= action.turn < 360 or max(abs(action.x), abs(action.y)) > 1_000_000:
            return Refusal("A piece is turned by 0 to 359 degrees.", "maurice:R17")
        piece = cat.piece(action.form, action.x, action.y, action.turn)
        table = cat.table
        if any(not (0 <= x <= table.width and 0 <= y <= table.height) for x, y in piece.points):
            return Refusal("The piece lies wholly on the table.", "maurice:R17")
        kind = table.kinds[piece.kind]
        for other in state.pieces:
            its = table.kinds[other.kind]
            if kind.linear or its.linear or (kind.level > 0) != (its.level > 0):
                continue  # lines lie anywhere, and a hill may carry other pieces
            if (kind.bridge and its.water) or (its.bridge and kind.water):
                continue  # a bridge leads over water
            if overlap(piece, other):
                return Refusal(f"It would overlap another area: {its.title}.", "maurice:R17")
        if self._near_a_base(piece):
            return Refusal("It must lie clear of every base.", "maurice:R17")
        return None

    def _near_a_base(self, piece: Piece) -> bool:
        if not self.state.units:
            return False
        field = self.game.field(self.state)
        linear = self.game.cat.table.kinds[piece.kind].linear
        sides = edges(piece, closed=not linear)
        xs, ys = [x for x, _ in piece.points], [y for _, y in piece.points]
        west, east, south, north = (
            min(xs) - self.clear,
            max(xs) + self.clear,
            min(ys) - self.clear,
            max(ys) + self.clear,
        )
        for body in field.bodies.values():
            if body.box[0] > east or body.box[1] < west or body.box[2] > north or body.box[3] < south:
                continue
            if not linear and holds(piece, body.corners[0]):
                return True
            for a, b in pairwise((*body.corners, body.corners[0])):
                if any(_closer(a, b, c, d, self.clear) for c, d in sides):
                    return True
        return False

    def reach(self) -> tuple[Reach, ...]:
        """Return the table."""
        table = self.game.cat.table
        return (Reach(rectangle_path(table, 0, table.width, 0, table.height), "Anywhere clear of other areas"),)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the piece with its middle at a point of the scene; a drag of a palette piece brings its own name."""
        point = from_scene(self.game.cat.table, x, y)
        form = piece.removeprefix("form ")
        return None if point is None else SetPiece(form if form in self.forms else self.forms[0], *point)

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return the piece elsewhere, or turned to where its handle is drawn; dropped where it is, it turns by 15°."""
        point = from_scene(self.game.cat.table, x, y)
        if point is None or not isinstance(draft, SetPiece):
            return self.at(x, y, piece)
        if piece.endswith("-turn"):
            turn = round(facing_towards((draft.x, draft.y), point) / 500) * 5 % 360
            return SetPiece(draft.form, draft.x, draft.y, turn)
        if (point[0] - draft.x) ** 2 + (point[1] - draft.y) ** 2 < (BW // 2) ** 2:
            return SetPiece(draft.form, draft.x, draft.y, (draft.turn + 15) % 360)
        return SetPiece(draft.form, *point, draft.turn)

    def sample(self, rng: Rng) -> Action | None:
        """Return some piece somewhere."""
        table = self.game.cat.table
        for _ in range(TRIES):
            form = self.forms[rng.below(len(self.forms))]
            at: Point = (rng.below(table.width), rng.below(table.height))
            action = SetPiece(form, *at, rng.below(24) * 15)
            if self.check(action) is None:
                return action
        return self.any()

    def any(self) -> SetPiece | None:
        """Return the first place of a coarse grid where a piece fits, or None."""
        return next((action for action in self._grid() if self.check(action) is None), None)

    def _grid(self) -> Iterator[SetPiece]:
        table = self.game.cat.table
        for form in self.forms:
            for x in range(GRID, table.width, GRID):
                for y in range(GRID, table.height, GRID):
                    yield SetPiece(form, x, y)
