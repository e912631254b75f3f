"""Chapter 6: the legs of a move: where they lead, what ground they cover and how much movement they spend."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.convex import Outline
from kemu.parts.tabletop.oriented import RIGHT, TURN, ahead, arc
from kemu.parts.tabletop.points import Point
from kemu.parts.tabletop.sweeps import Disc, Sector, Sweep, corridor, wheel_sectors, wheeled

from ..model.bases import Body, body
from ..model.moves import Leg
from ..model.units import BW, COLUMN, GUNS

FORWARD = ("ahead", "right", "left")
BACKWARD = ("back", "back_right", "back_left")
WHEELS = ("right", "left", "back_right", "back_left")
LONGEST = 64 * BW
"""No leg is longer: larger numbers come from nobody who plays."""
MANY = 64
"""No move has more legs."""


class Way(Struct, frozen=True):
    """Legs followed to their end."""

    end: Body
    used: int
    hulls: tuple[Outline, ...] = ()
    sectors: tuple[Sector, ...] = ()
    discs: tuple[Disc, ...] = ()
    path: tuple[Outline, ...] = ()
    back: bool = False

    def sweep(self, more: Sequence[Outline] = ()) -> Sweep:
        """Return the ground covered, with some more outlines."""
        return Sweep((*self.hulls, *more), self.sectors, self.discs)


def follow(start: Body, legs: Sequence[Leg]) -> Way | Refusal:
    """Return where legs lead from a body, or why its formation cannot move so."""
    if not legs:
        return Way(start, 0)
    if len(legs) > MANY or any(not 0 <= n <= LONGEST for _, n in legs):
        return Refusal("That is no move that a unit could make.", "maurice:6.allowance")
    if start.formation == COLUMN:
        return _column(start, legs)
    if start.formation == GUNS:
        return _guns(start, legs)
    return _line(start, legs)


@rule("maurice:6.line", "maurice:6.retrograde", "maurice:6.wheel", "maurice:6.figWheel", "maurice:R08", "maurice:R09")
def _line(start: Body, legs: Sequence[Leg]) -> Way | Refusal:
    """Lines and massed units go directly ahead or directly back, and wheel, but never ahead and back in one round.

    A wheel forward turns about a front corner, a wheel backward about a rear one. What counts is the way of the other
    end of that edge.
    """
    names = {name for name, _ in legs}
    if not names <= {*FORWARD, *BACKWARD}:
        return Refusal("A line or massed unit goes straight ahead or back, or wheels.", "maurice:6.line")
    if names & {*FORWARD} and names & {*BACKWARD}:
        return Refusal("A unit never goes forward and back in the same round.", "maurice:6.retrograde")
    at, facing, used = start.at, start.facing, 0
    hulls: list[Outline] = [start.corners]
    sectors: list[Sector] = []
    path: list[Outline] = [start.corners]
    for name, n in legs:
        if name in WHEELS:
            now = _posed(start, at, facing)
            at, facing, found = wheel(now, name, n)
            sectors += found
            used += arc(2 * start.half, n)
            here = _posed(start, at, facing)
            hulls += [now.corners, here.corners]
        else:
            before = at
            at = ahead(at, facing, n if name == "ahead" else -n)
            used += n
            front, behind = (n, start.depth) if name == "ahead" else (0, start.depth + n)
            hulls.append(corridor(before, facing, front, start.half, behind))
            here = _posed(start, at, facing)
            hulls.append(here.corners)
        path.append(here.corners)
    end = _posed(start, at, facing)
    return Way(end, used, tuple(hulls), tuple(sectors), (), tuple(path), bool(names & {*BACKWARD}))


def wheel(start: Body, name: str, angle: int) -> tuple[Point, int, list[Sector]]:
    """Return the front's middle, the facing and the sectors covered after a wheel."""
    right = name.endswith("right")
    backward = name.startswith("back")
    turn = angle if right != backward else -angle
    depth = start.depth
    pivot, at, facing = wheeled(right, start.at, start.facing, start.half, turn, depth if backward else 0)
    # The corner that reaches farthest is across the diagonal from the pivot.
    far_front = backward
    across = -start.half if right else start.half
    far = ahead(start.at, start.facing, 0 if far_front else -depth, across)
    return at, facing, wheel_sectors(pivot, far, 2 * start.half, depth, turn)


def _posed(like: Body, at: Point, facing: int) -> Body:
    return body(at[0], at[1], facing, like.formation, like.base_depth)


@rule("maurice:6.column", "maurice:R10")
def _column(start: Body, legs: Sequence[Leg]) -> Way | Refusal:
    """A column goes where its head goes, one base wide, and turns as often as it likes.

    At the end it is straight: after any turn its last stretch is at least three base depths long.
    """
    at, facing, used, since = start.at, start.facing, 0, -1
    hulls: list[Outline] = [start.corners]
    discs: list[Disc] = []
    path: list[Outline] = []
    half = start.half
    for name, n in legs:
        if name == "face" and n < TURN:
            if n != facing:
                facing, since = n, 0
                discs.append((at, half))
        elif name == "ahead":
            hulls.append(corridor(at, facing, n, half))
            path.append(hulls[-1])
            at = ahead(at, facing, n)
            used += n
            since = since + n if since >= 0 else since
        else:
            return Refusal("A column goes ahead and turns its head.", "maurice:6.column")
    if not used and since >= 0:
        return Refusal("A column turns only as it moves.", "maurice:6.column")
    if 0 <= since < 3 * start.base_depth:
        return Refusal("A column ends straight: its last stretch is at least three bases long.", "maurice:R10")
    end = _posed(start, at, facing)
    hulls.append(end.corners)
    path.append(end.corners)
    return Way(end, used, tuple(hulls), (), tuple(discs), tuple(path))


@rule("maurice:6.artillery", "maurice:R11")
def _guns(start: Body, legs: Sequence[Leg]) -> Way | Refusal:
    """Artillery goes in any direction whatever it faces, by its base's middle, and faces at last where it likes."""
    centre, used, towards, facing = start.centre, 0, start.facing, start.facing
    hulls: list[Outline] = [start.corners]
    discs: list[Disc] = []
    for number, (name, n) in enumerate(legs):
        if name == "towards" and n < TURN:
            towards = n
        elif name == "ahead":
            if used:
                discs.append((centre, BW // 2))
            hulls.append(corridor(centre, towards, n, BW // 2))
            centre = ahead(centre, towards, n)
            used += n
        elif name == "face" and n < TURN and number == len(legs) - 1:
            facing = n
        else:
            return Refusal("Artillery goes in any direction, and faces somewhere at last.", "maurice:6.artillery")
    at = ahead(centre, facing, start.depth // 2)
    end = _posed(start, at, facing)
    hulls.append(end.corners)
    return Way(end, used, tuple(hulls), (), tuple(discs), tuple(hulls[1:]))


__all__ = ["BACKWARD", "FORWARD", "RIGHT", "WHEELS", "Way", "follow", "wheel"]
