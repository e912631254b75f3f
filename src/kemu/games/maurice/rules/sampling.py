"""Moves that make sense, drawn at random: for machines, which cannot look through a continuum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.pending import Action
from kemu.core.rng import Rng
from kemu.parts.tabletop.oriented import TURN, angle_of, facing_towards
from kemu.parts.tabletop.points import Point, square

from ..model.bases import Body
from ..model.formations import changes_for
from ..model.moves import ABOUT, Leg, Move
from ..model.units import ART, BW, COLUMN, INF, LINE, MASSED, Unit
from . import movement
from .dragging import fine, pulled
from .movement import allowance
from .orders import farthest_advance

if TYPE_CHECKING:
    from .orders import Moves

TRIES = 4
PARTS = (8, 5, 2)
"""Eighths of a move that are tried, the whole first."""


def sample_move(moves: Moves, rng: Rng) -> Action | None:
    """Return a move of one of the units, or of all of them together, or None."""
    field = moves.field
    able = [uid for uid in moves.units if not field.units[uid].smoke]
    if not able:
        return None
    if len(able) > 1 and rng.below(4) == 0:
        together = farthest_advance(field, able, (1 + rng.below(4)) * 2 * BW, moves.leave, moves.charging)
        if together is not None:
            return together
    for _ in range(TRIES):
        unit = field.units[able[rng.below(len(able))]]
        found = _one(moves, unit, rng)
        if found is not None:
            return found
    return None


def _one(moves: Moves, unit: Unit, rng: Rng) -> Move | None:
    field = moves.field
    body = field.body(unit.id)
    kind = rng.below(8)
    if kind == 0 and unit.arm != ART and not moves.charging:
        names = (*changes_for(unit.arm, unit.formation), ABOUT)
        return _legal(moves, Move(unit.id, names[rng.below(len(names))]))
    if kind == 1 and unit.formation in (LINE, MASSED) and not moves.charging:
        return _cut_short(moves, unit, "", (("back", rng.below(allowance(field, unit, unit.formation) // 2) + 1),))
    change = ""
    goal = _goal(moves, unit, rng)
    if unit.formation == COLUMN and unit.arm == INF and kind < 4 and not moves.charging:
        change = changes_for(unit.arm, COLUMN)[rng.below(2)]
        begun = movement.changed_body(field, unit, Move(unit.id, change))
        if isinstance(begun, Body):
            body = begun
    steps = allowance(field, unit, body.formation, moves.leave)
    if kind == 2 and unit.formation in (LINE, MASSED):
        # A wheel to face somebody, and no farther.
        turn = (facing_towards(body.centre, goal) - body.facing + TURN // 2) % TURN - TURN // 2
        angle = min(abs(turn), angle_of(2 * body.half, steps))
        legs: tuple[Leg, ...] = (("right" if turn > 0 else "left", angle),)
    else:
        legs = pulled(body, unit, "", goal, steps)
    if unit.arm == ART and legs:
        legs = (*legs, ("face", facing_towards(body.centre, _nearest(moves, unit))))
    return _cut_short(moves, unit, change, legs)


def _goal(moves: Moves, unit: Unit, rng: Rng) -> Point:
    """Return a place to go to: before or beside an enemy, most often the nearest, sometimes anywhere."""
    field = moves.field
    foes = field.foes(unit.side)
    table = field.table
    if not foes or rng.below(6) == 0:
        return rng.below(table.width), rng.below(table.height)
    at = field.body(unit.id).at
    if rng.below(3):
        foe = min(foes, key=lambda uid: (square(at, field.body(uid).at), uid))
    else:
        foe = foes[rng.below(len(foes))]
    x, y = field.body(foe).centre
    off = 2 * BW
    return x + rng.below(2 * off + 1) - off, y + rng.below(2 * off + 1) - off


def _nearest(moves: Moves, unit: Unit) -> Point:
    field = moves.field
    at = field.body(unit.id).at
    foes = [field.body(foe).centre for foe in field.foes(unit.side)]
    return min(foes, key=lambda p: (square(at, p), p)) if foes else (field.table.width // 2, field.table.height // 2)


def _cut_short(moves: Moves, unit: Unit, change: str, legs: tuple[Leg, ...]) -> Move | None:
    """Return the move, or a part of its last stretch, whatever is legal first."""
    last = max((i for i, (name, _) in enumerate(legs) if name not in ("face", "towards")), default=-1)
    for eighths in PARTS:
        some = tuple((name, n * eighths // 8 if i == last else n) for i, (name, n) in enumerate(legs))
        found = _legal(moves, Move(unit.id, change, legs=some))
        if found is not None:
            return found
    return None


def _legal(moves: Moves, move: Move) -> Move | None:
    if not move.change and not any(n for name, n in move.legs if name not in ("face", "towards")):
        return None
    return move if fine(movement.plan(moves.field, move, moves.leave, moves.charging)) else None
