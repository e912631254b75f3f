"""Formations and how one becomes another: which bases go where."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from kemu.core.clauses import rule
from kemu.parts.tabletop.convex import Outline
from kemu.parts.tabletop.oriented import RIGHT, TURN, ahead, rectangle
from kemu.parts.tabletop.points import Point

from .bases import Body
from .moves import (
    ABOUT,
    FROM_COLUMN_TO_LINE,
    FROM_COLUMN_TO_MASSED,
    FROM_LINE_TO_COLUMN,
    FROM_LINE_TO_MASSED,
    FROM_MASSED_TO_COLUMN,
    FROM_MASSED_TO_LINE,
)
from .units import BW, CAV, COLUMN, INF, LINE, MASSED

Changed = tuple[Point, int, int, tuple[tuple[Outline, Outline], ...]]
"""The new front's middle, facing and formation, and the bases that changed their ground, before and after."""

Slide = tuple[int, int, tuple[tuple[int, int], ...]]
"""How far the front's middle goes right (half base widths) and forward (ranks), and each base's old and new number."""

SLIDES: Mapping[str, Slide] = {
    # Column to massed: the rear two bases move up, or the front two fall in beside the rear ones.
    "massed_rear_left": (-1, 0, ((2, 0), (3, 2))),
    "massed_rear_right": (1, 0, ((2, 1), (3, 3))),
    "massed_front_left": (-1, -2, ((0, 0), (1, 2))),
    "massed_front_right": (1, -2, ((0, 1), (1, 3))),
    # Massed to column: one file goes behind the other.
    "column_from_left": (1, 0, ((0, 2), (2, 3))),
    "column_from_right": (-1, 0, ((1, 2), (3, 3))),
    # Line to massed: two bases, or one from each end, go behind the other two.
    "massed_left": (2, 0, ((0, 2), (1, 3))),
    "massed_right": (-2, 0, ((2, 2), (3, 3))),
    "massed_ends": (0, 0, ((0, 2), (3, 3))),
    # Massed to line: the rear rank moves up beside the front one, or the front rank falls in beside the rear one.
    "line_rear_ends": (0, 0, ((2, 0), (3, 3))),
    "line_rear_left": (-2, 0, ((2, 0), (3, 1))),
    "line_rear_right": (2, 0, ((2, 2), (3, 3))),
    "line_front_ends": (0, -1, ((0, 0), (1, 3))),
    "line_front_left": (-2, -1, ((0, 0), (1, 1))),
    "line_front_right": (2, -1, ((0, 2), (1, 3))),
}

BECOMES: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(FROM_COLUMN_TO_LINE, (COLUMN, LINE)),
    **dict.fromkeys(FROM_LINE_TO_COLUMN, (LINE, COLUMN)),
    **dict.fromkeys(FROM_COLUMN_TO_MASSED, (COLUMN, MASSED)),
    **dict.fromkeys(FROM_MASSED_TO_COLUMN, (MASSED, COLUMN)),
    **dict.fromkeys(FROM_LINE_TO_MASSED, (LINE, MASSED)),
    **dict.fromkeys(FROM_MASSED_TO_LINE, (MASSED, LINE)),
}
"""From which formation to which each change leads."""


@rule("maurice:6.change", "maurice:1.formations")
def changes_for(arm: int, formation: int) -> tuple[str, ...]:
    """Only cavalry masses; artillery keeps the one formation that it has."""
    if arm not in (INF, CAV):
        return ()
    return tuple(
        name for name, (old, new) in BECOMES.items() if old == formation and (arm == CAV or MASSED not in (old, new))
    )


@rule("maurice:6.columnLine", "maurice:6.columnMassed", "maurice:6.lineMassed", "maurice:R14", "maurice:R40")
@lru_cache(maxsize=4096)
def changed(body: Body, change: str, anchor: int) -> Changed:
    """Return how a body stands after a change of formation. The change must be one for its formation."""
    if change in FROM_COLUMN_TO_LINE or change in FROM_LINE_TO_COLUMN:
        return _turned(body, change, anchor)
    right, forward, slides = SLIDES[change]
    at = ahead(body.at, body.facing, forward * body.base_depth, right * BW // 2)
    formation = BECOMES[change][1]
    new = Body(at, body.facing, formation, body.base_depth)
    return at, body.facing, formation, tuple((body.bases[old], new.bases[place]) for old, place in slides)


def _turned(body: Body, change: str, anchor: int) -> Changed:
    """Each base turns a quarter about its middle; the anchor keeps its place, and the others line up on it."""
    to_line = change in FROM_COLUMN_TO_LINE
    quarter = RIGHT if change.endswith("right") else -RIGHT
    facing = (body.facing + quarter) % TURN
    deep = body.base_depth
    # The head of a column that turns to the right is the left of the line; so is the left of a line its column's head
    # if it turns to the left.
    if to_line:
        # A line's nth base from the left; where the anchor's middle is, from the column's head.
        place = anchor if quarter > 0 else 3 - anchor
        centre = (-anchor * deep - deep // 2, 0)
        offset = (deep // 2, 2 * BW - place * BW - BW // 2)
        formation = LINE
    else:
        place = 3 - anchor if quarter > 0 else anchor
        centre = (-deep // 2, anchor * BW + BW // 2 - 2 * BW)
        offset = (place * deep + deep // 2, 0)
        formation = COLUMN
    middle = ahead(body.at, body.facing, *centre)
    at = ahead(middle, facing, *offset)
    new = Body(at, facing, formation, deep)
    order = [i if (quarter > 0) == to_line else 3 - i for i in range(4)]
    pairs = ((body.bases[i], new.bases[order[i]]) for i in range(4))
    return at, facing, formation, tuple(pair for pair in pairs if not _same_ground(*pair))


def _same_ground(one: Outline, other: Outline) -> bool:
    """Return whether two bases cover the same ground, but for the rounding of their corners."""
    return all(any(abs(x - u) <= 2 and abs(y - v) <= 2 for u, v in other) for x, y in one)


@rule("maurice:6.aboutFace")
def about_faced(body: Body) -> tuple[Point, int]:
    """Every base turns round where it stands: the rear edge is now the front."""
    return body.rear, (body.facing + TURN // 2) % TURN


def footprint(at: Point, facing: int, half: int, depth: int) -> Outline:
    """Return the outline of a block so wide and so deep."""
    return rectangle(at, facing, -half, half, 0, -depth)


__all__ = ["ABOUT", "BECOMES", "Changed", "about_faced", "changed", "changes_for", "footprint"]
