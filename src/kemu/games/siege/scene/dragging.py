"""Dragging: which figure of a group a hand has taken up, and how one of them is put elsewhere than the others."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.pending import Action
from kemu.parts.tabletop.points import Point

from ..model.actions import Move
from ..model.pieces import SQUAD, Group

Others = Callable[[Move], tuple[Point, ...] | None]
"""Where everybody but the lead ends by a move, in the order of the figures, a gun first; None if it is not legal."""


def _figure(group: Group, piece: str) -> int:
    """Return the number of the figure that a piece of the scene is, or -1 if it is none of this group's.

    A page may still hold a piece that the decision before was about: that is as good as none.
    """
    owner, _, mark = piece.rpartition("-")
    if owner != f"g{group.id}" or not mark.isdecimal() or int(mark) not in group.figures:
        return -1
    return group.figures.index(int(mark))


def dragged(group: Group, piece: str) -> int:
    """Return which figure of a group leads when a piece of the scene is dragged: that figure, or a squad's officer.

    The first, if the piece is none of the group's.
    """
    return 0 if group.kind == SQUAD else max(_figure(group, piece), 0)


@rule("siege:MV.3", "siege:MV.4", "siege:MV.11")
def adjusted(group: Group, draft: Action, others: Others, to: Point | None, piece: str, *, gun: bool) -> Move | None:
    """Return a move not yet confirmed with one figure put elsewhere, the others where they would have stood.

    `others` says where that is, and `gun` whether a gun goes along and comes first among them. None if that cannot be:
    the piece is none of the group's, or it is the lead, which takes everybody with it.
    """
    if not isinstance(draft, Move) or to is None:
        return None
    figure = _figure(group, piece)
    if gun and piece == f"gun{group.gun}":
        number = 0
    elif figure in (-1, draft.figure):
        return None
    else:
        number = figure - (figure > draft.figure) + gun
    rest = draft.rest or others(draft)
    if rest is None or number >= len(rest):
        return None
    return replace(draft, rest=(*rest[:number], to, *rest[number + 1 :]))
