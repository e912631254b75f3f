"""The field: everything geometric of one position, worked out when it is first asked for and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from kemu.parts.tabletop.convex import Outline
from kemu.parts.tabletop.points import Point

from ..model.bases import Body, body, body_of, square_at
from ..model.terrain import Ground, ground_of
from ..model.units import ART, GUNS, Piece, Table, Unit
from .keeping import kept_answers

MANY = 4_000
"""So many lasting answers are kept for one ground; then the older half is dropped."""


class Field:
    """Units, terrain and markers where they stand. Nothing of it changes; a moved unit makes another field."""

    __slots__ = ("answers", "bodies", "cinc", "depths", "ground", "lasting", "sides", "table", "units")

    def __init__(
        self,
        table: Table,
        units: Sequence[Unit],
        pieces: tuple[Piece, ...],
        cinc: Sequence[Point | None],
        depths: tuple[int, int],
        old: Field | None = None,
    ) -> None:
        self.table = table
        self.depths = depths
        self.cinc = tuple(cinc)
        if old is not None and old.ground.pieces == pieces and old.table is table:
            self.ground: Ground = old.ground
        else:
            self.ground = ground_of(table, pieces)
        self.units: Mapping[int, Unit] = {unit.id: unit for unit in units}
        if old is not None and old.depths == depths:
            before, known = old.units, old.bodies
            self.bodies: Mapping[int, Body] = {
                unit.id: known[unit.id] if before.get(unit.id) is unit else body_of(unit, depths) for unit in units
            }
        else:
            self.bodies = {unit.id: body_of(unit, depths) for unit in units}
        self.sides = (
            tuple(unit.id for unit in units if unit.side == 0),
            tuple(unit.id for unit in units if unit.side == 1),
        )
        self.answers: dict[object, Any] = {}
        """Answers kept by the question: a name and the units it is about."""
        self.lasting = self.ground.lasting
        if len(self.lasting) > MANY:
            for key in list(islice(self.lasting, MANY // 2)):
                self.lasting.pop(key, None)  # Another thread may drop them, too.
        if old is not None and old.ground is self.ground:
            self.answers.update(kept_answers(self, old))

    def body(self, uid: int) -> Body:
        """Return the body of a unit."""
        return self.bodies[uid]

    def foes(self, side: int) -> tuple[int, ...]:
        """Return the enemies of a side."""
        return self.sides[1 - side]

    def posed(self, unit: Unit, at: Point, facing: int, formation: int) -> Body:
        """Return the body that a unit would have elsewhere."""
        return body(at[0], at[1], facing, formation, self.depths[formation == GUNS])

    def base_depth(self, arm: int) -> int:
        """Return how deep the bases of an arm are."""
        return self.depths[arm == ART]

    def marker(self, side: int) -> Outline | None:
        """Return the outline of a CinC's marker, if he is on the table."""
        at = self.cinc[side]
        return None if at is None else square_at(at)

    def with_units(self, units: Sequence[Unit]) -> Field:
        """Return the field with other units on it."""
        return Field(self.table, units, self.ground.pieces, self.cinc, self.depths, self)
