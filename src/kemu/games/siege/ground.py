"""The ground: what the layout alone answers, with the pieces that are down. Answers are kept: they never change."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kemu.parts.tabletop.points import Point, towards, within
from kemu.parts.tabletop.polygons import contains, disc_inside, disc_touches, edges
from kemu.parts.tabletop.segments import Segment, foot, joined, meets, near, nearer
from kemu.parts.tabletop.ways import STILL, Nudge, Way, Ways

from .layout import OUTSIDE, Area, House, Layout, Obstacle

if TYPE_CHECKING:
    from .rules.sight import Eye

RADIUS = 500
BASE = 1000
TOUCH = 1050
"""From centre to centre, the most that still touches."""
LINES = 1000
"""A figure whose centre is within this of an obstacle lines it."""
LONGEST = 12_000


class Ground:
    """A layout's own geometry. `down` is always the set of pieces that are gone or open, one bit each."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.drawn: dict[str, Any] = {}
        """Pictures of what never changes, made once (see `scene`)."""
        self.gates = sum(1 << line.index for line in layout.lines if line.kind == "gate")
        self.house_edges: list[Segment] = [edge for house in layout.houses for edge in edges(house.outline)]
        solids = [(line.index, line.a, line.b) for line in layout.lines]
        solids += [(-2, a, b) for a, b in self.house_edges]
        self.boxes = [
            (min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1]), index, a, b) for index, a, b in solids
        ]
        """Everything solid with the box round it; a house's wall has no number of its own."""
        keep = lru_cache(maxsize=50_000)
        self.lined = keep(self._lined)
        self.fits = keep(self._fits)
        self.areas_at = keep(self._areas_at)
        self.ways = lru_cache(maxsize=256)(self._ways)
        self.way = keep(self._way)
        self.clear = keep(self._clear)

    def standing(self, down: int) -> list[Obstacle]:
        """Return the pieces that still stand; a forced gate does not."""
        return [line for line in self.layout.lines if not down >> line.index & 1]

    def _lined(self, p: Point, down: int) -> tuple[int, ...]:
        """R7: the pieces that a figure in the open at `p` lines: within an inch, nothing solid between."""
        found: list[int] = []
        for line in self.layout.lines:
            if not down >> line.index & 1 and near(p, line.a, line.b, LINES):
                # The very point of contact may belong to a neighbour too: look a hair before it.
                end = towards(foot(p, line.a, line.b), p, 5)
                if not self.blocked(p, end, down, line.index):
                    found.append(line.index)
        return tuple(found)

    def blocked(self, p: Point, q: Point, down: int, skip: int = -1) -> bool:
        """Return whether anything solid stands between two places in the open."""
        (px, py), (qx, qy) = p, q
        left, right = (px, qx) if px < qx else (qx, px)
        low, high = (py, qy) if py < qy else (qy, py)
        for x0, x1, y0, y1, index, a, b in self.boxes:
            if x1 < left or x0 > right or y1 < low or y0 > high or index == skip or (index >= 0 and down >> index & 1):
                continue
            if meets(p, q, a, b):
                return True
        return False

    def on_table(self, p: Point) -> bool:
        """Return whether a base lies wholly on the table."""
        return RADIUS <= p[0] <= self.layout.width - RADIUS and RADIUS <= p[1] <= self.layout.height - RADIUS

    def _fits(self, p: Point, room: int, down: int) -> bool:
        """Return whether a base may stand here, other figures apart: on the table, off walls; or wholly in the room."""
        if room != OUTSIDE:
            return disc_inside(self.house_of(room).outline, p, RADIUS)
        if not self.on_table(p):
            return False
        for line in self.layout.lines:
            if not down >> line.index & 1 and nearer(p, line.a, line.b, RADIUS):
                return False
        return not any(disc_touches(house.outline, p, RADIUS) for house in self.layout.houses)

    def house_of(self, room: int) -> House:
        """Return the house that a room is in."""
        return self.layout.houses[self.layout.rooms[room].house]

    def _areas_at(self, p: Point) -> tuple[Area, ...]:
        """R17: the areas in which a figure at `p` is; on the outline is in."""
        return tuple(area for area in self.layout.areas if contains(area.outline, p))

    def _ways(self, down: int) -> Ways:
        """Return the paths round everything but the pieces in `down`."""
        walls = [(line.a, line.b) for line in self.layout.lines if not down >> line.index & 1]
        return Ways(joined(walls + self.house_edges), LONGEST)

    def _way(
        self, p: Point, q: Point, limit: int, down: int, p_nudge: Nudge = STILL, q_nudge: Nudge = STILL
    ) -> Way | None:
        return self.ways(down).shortest(p, q, limit, p_nudge, q_nudge)

    def crossed(self, p: Point, q: Point, down: int) -> list[Obstacle] | None:
        """Return the pieces that a straight step crosses; None if it would go through a house."""
        if any(meets(p, q, a, b) for a, b in self.house_edges):
            return None
        return [line for line in self.standing(down) if meets(p, q, line.a, line.b)]

    def in_compound(self, p: Point) -> bool:
        """Return whether a base lies wholly inside a compound; touching its outline is inside."""
        return any(disc_inside(outline, p, RADIUS) for outline in self.layout.compounds)

    def at_opening(self, p: Point, room: int, down: int) -> bool:
        """R14: whether a figure outside at `p` is at a door or window of a room on the ground floor."""
        place = self.layout.rooms[room]
        if place.level or place.roof:
            return False
        for way in place.openings:
            if within(p, way.at, LINES):
                ahead = (p[0] - way.at[0]) * way.out[0] + (p[1] - way.at[1]) * way.out[1]
                if ahead > 0 and not self._wall_between(p, way.at, down):
                    return True
        return False

    def _wall_between(self, p: Point, q: Point, down: int) -> bool:
        return any(meets(p, q, line.a, line.b) for line in self.standing(down))

    def _clear(self, down: int, a: Eye, b: Eye) -> bool:
        """Return whether the ground leaves two eyes in sight of one another."""
        from .rules.sight import terrain_clear

        return terrain_clear(self, down, a, b)
