"""The ground: what the layout alone answers, with the pieces that are down. Answers are kept: they never change."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import islice
from math import isqrt
from typing import Any

from kemu.parts.tabletop.boxes import Box, Boxes, box_of
from kemu.parts.tabletop.cells import COARSE, FINE, Cells
from kemu.parts.tabletop.packing import cluster
from kemu.parts.tabletop.points import Point, square, towards, within
from kemu.parts.tabletop.polygons import Outline, contains, disc_inside, disc_touches, edges, near_outline
from kemu.parts.tabletop.segments import Segment, foot, gap_square, joined, meets, near, nearer, on
from kemu.parts.tabletop.ways import STILL, Nudge, Way, Ways

from .layout import OUTSIDE, Area, House, Layout, Obstacle

RADIUS = 500
BASE = 1000
TOUCH = 1050
"""From centre to centre, the most that still touches."""
LINES = 1000
"""A figure whose centre is within this of an obstacle lines it."""
LONGEST = 12_000
CLOSEST = 866_000
"""Bases an inch across never stand closer than one to so many square steps."""
TRIES = 3
"""In a room with others in it so many places for the lead are tried."""
CLEAREST = 4000
"""How far round a place one looks for what is in the way of a group."""
Thick = tuple[int, int, int, int, int, Obstacle | House | None]
"""A box on which no base may stand, its bit in `down`, and what to ask if it does not fill its box."""
FREE: tuple[Thick, ...] = ((0, 0, 0, 0, 0, None),)
"""The entry of a cell in which a base may stand anywhere, as far as the ground goes: a mark, not a list."""
Solid = tuple[int, int, int, int, int, Point, Point]
"""The box round something solid, its number (-2: a house's wall), and its ends."""
Screen = tuple[int, int, int, int, Obstacle | House | Area]
"""The box round what can hide a man, and what it is: a high wall, a house, a stand of trees."""


def _upright(outline: Outline) -> bool:
    """Return whether an outline is a rectangle along the table's edges."""
    x0, x1, y0, y1 = box_of(outline)
    return set(outline) == {(x0, y0), (x1, y0), (x1, y1), (x0, y1)}


def _within(outline: Outline) -> tuple[int, int, int, int, Outline | None]:
    """Return where the centre of a base inside an outline may lie: a box, and the outline if there is more to ask."""
    x0, x1, y0, y1 = box_of(outline)
    return x0 + RADIUS, x1 - RADIUS, y0 + RADIUS, y1 - RADIUS, None if _upright(outline) else outline


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
        self.boxes: list[Solid] = [(*box_of((a, b)), index, a, b) for index, a, b in solids]
        """Everything solid with the box round it; a house's wall has no number of its own."""
        self._solids = Boxes({bit: (solid[:4], solid) for bit, solid in enumerate(self.boxes)})
        number = len(layout.lines)
        hides: list[tuple[int, Box, Obstacle | House | Area]] = [
            (line.index, box_of((line.a, line.b)), line) for line in layout.lines if line.high
        ]
        hides += [(number + house.index, box_of(house.outline), house) for house in layout.houses]
        number += len(layout.houses)
        hides += [(number + area.index, box_of(area.outline), area) for area in layout.areas if area.kind == "trees"]
        self.screens: Boxes[Screen] = Boxes({bit: (box, (*box, what)) for bit, box, what in hides})
        """What can hide a man: high walls, houses, stands of trees, in this order; a wall's bit is its number."""
        self._lines = Boxes({line.index: (box_of((line.a, line.b)), line) for line in layout.lines})
        self.house_boxes = [box_of(house.outline) for house in layout.houses]
        self._areas = Boxes({area.index: (box_of(area.outline), area) for area in layout.areas})
        self._compounds = [_within(outline) for outline in layout.compounds]
        self._houses = [_within(house.outline) for house in layout.houses]
        self._standing_near = Cells(RADIUS, self._near_base, FINE)
        self.known_near = self._standing_near.kept
        """What is known of where a base may stand: `FREE` in a cell says that it may anywhere there."""
        self._last_x, self._last_y = layout.width - RADIUS, layout.height - RADIUS
        self._lines_near = Cells(LINES, self._near_lines, FINE)
        self._doors_near = Cells(LINES, self._near_doors, COARSE)
        self._clear_round = Cells(0, self._clear, COARSE - 1)
        self._known_lines = self._lines_near.kept
        self.about = Cells(LINES, self._near_solids, FINE).at
        """What is solid within an inch of a place, standing or not: its bit in `down`, its number, its ends."""
        self.shelters = Cells(LINES, self._sheltering, FINE).at
        """Whether there may be anything at a place that gives cover: an area, or a piece to line."""
        keep = lru_cache(maxsize=4096)
        self._lined_at = keep(self._lined)
        self.room_grid = keep(self._room_grid)
        self.room_among = keep(self._room_among)
        self.ways = lru_cache(maxsize=1024)(self._ways)
        self.way = keep(self._way)

    def standing(self, down: int) -> list[Obstacle]:
        """Return the pieces that still stand; a forced gate does not."""
        return [line for line in self.layout.lines if not down >> line.index & 1]

    def _near_base(self, at: Point, reach: int) -> tuple[Thick, ...]:
        found: list[Thick] = []
        for line in self._near_lines(at, reach):
            upright = line.a[0] == line.b[0] or line.a[1] == line.b[1]
            found.append((*box_of((line.a, line.b)), 1 << line.index, None if upright else line))
        x, y = at
        houses = [
            house
            for house, (x0, x1, y0, y1) in zip(self.layout.houses, self.house_boxes, strict=True)
            if x0 - reach <= x <= x1 + reach
            and y0 - reach <= y <= y1 + reach
            and near_outline(house.outline, at, reach)
        ]
        found += [(*box_of(house.outline), 0, None if _upright(house.outline) else house) for house in houses]
        inside = reach <= at[0] <= self.layout.width - reach and reach <= at[1] <= self.layout.height - reach
        return FREE if inside and not found else tuple(found)

    def _near_lines(self, at: Point, reach: int) -> tuple[Obstacle, ...]:
        lines = self._lines.near(at[0] - reach, at[0] + reach, at[1] - reach, at[1] + reach)
        return tuple(line for line in lines if near(at, line.a, line.b, reach))

    def lines_near(self, west: int, east: int, south: int, north: int, down: int) -> tuple[Obstacle, ...]:
        """Return the pieces that still stand whose box meets this one, and perhaps a few more."""
        return self._lines.near(west, east, south, north, down)

    def _sheltering(self, at: Point, reach: int) -> bool:
        x, y = at
        areas = self._areas.near(x - reach, x + reach, y - reach, y + reach)
        return bool(self._near_lines(at, reach)) or any(near_outline(area.outline, at, reach) for area in areas)

    def solids_near(self, west: int, east: int, south: int, north: int, down: int) -> tuple[Solid, ...]:
        """Return what is solid and still stands in this box, and perhaps a few more."""
        return self._solids.near(west, east, south, north, down)

    def bare(self, west: int, east: int, south: int, north: int, down: int) -> bool:
        """Return whether nothing solid comes into this box of the table. It may say no if something is just near it."""
        return not self._solids.near(west, east, south, north, down)

    def opening_rooms(self, p: Point) -> tuple[int, ...]:
        """Return the rooms on the ground floor that have a door or window near a place."""
        return self._doors_near.at(p)

    def _near_doors(self, at: Point, reach: int) -> tuple[int, ...]:
        rooms = [room for room in self.layout.rooms if not room.level and not room.roof]
        return tuple(room.index for room in rooms if any(within(at, way.at, reach) for way in room.openings))

    def openings(self, rooms: Iterable[int], west: int, east: int, south: int, north: int) -> list[Point]:
        """Return where the doors and windows of some rooms are that lie in a box."""
        found: list[Point] = []
        for room in rooms:
            place = self.layout.rooms[room]
            x0, x1, y0, y1 = self.house_boxes[place.house]
            if x0 <= east and x1 >= west and y0 <= north and y1 >= south:
                for way in place.openings:
                    x, y = way.at
                    if west <= x <= east and south <= y <= north:
                        found.append(way.at)
        return found

    def lined(self, p: Point, down: int) -> tuple[int, ...]:
        """R7: the pieces that a figure in the open at `p` lines: within an inch, nothing solid between."""
        near_here = self._known_lines.get((p[0] >> FINE, p[1] >> FINE))
        if near_here is None:
            near_here = self._lines_near.at(p)
        return self._lined_at(p, down) if near_here else ()

    def _lined(self, p: Point, down: int) -> tuple[int, ...]:
        lines = self._lines_near.at(p)
        return tuple([line.index for line in lines if self.lines_piece(p, line, down)])

    def lines_piece(self, p: Point, line: Obstacle, down: int) -> bool:
        """R7: whether a figure in the open at `p` lines this piece."""
        if down >> line.index & 1 or not near(p, line.a, line.b, LINES):
            return False
        about = self.about(p)
        if len(about) > 1:
            # The very point of contact may belong to a neighbour too: look a hair before it.
            end = towards(foot(p, line.a, line.b), p, 5)
            for bit, index, a, b in about:
                if index != line.index and not bit & down and meets(p, end, a, b):
                    return False
        return True

    def _near_solids(self, at: Point, reach: int) -> tuple[tuple[int, int, Point, Point], ...]:
        solids = self._solids.near(at[0] - reach, at[0] + reach, at[1] - reach, at[1] + reach)
        near_here = [(index, a, b) for *_, index, a, b in solids if near(at, a, b, reach)]
        return tuple((1 << index if index >= 0 else 0, index, a, b) for index, a, b in near_here)

    def clearance(self, p: Point) -> int:
        """Return how far it is at least from a place to anything solid, or to the table's edge; up to a limit."""
        return self._clear_round.at(p)

    def _clear(self, at: Point, reach: int) -> int:
        edges_ = min(at[0], self.layout.width - at[0], at[1], self.layout.height - at[1])
        far = CLEAREST
        solids = self._solids.near(at[0] - far, at[0] + far, at[1] - far, at[1] + far)
        gaps = [isqrt(above // below) for above, below in (gap_square(at, a, b) for *_, a, b in solids)]
        return max(min([edges_, CLEAREST, *gaps]) - reach, 0)

    def blocked(self, p: Point, q: Point, down: int, skip: int = -1) -> bool:
        """Return whether anything solid stands between two places in the open."""
        (px, py), (qx, qy) = p, q
        left, right = (px, qx) if px < qx else (qx, px)
        low, high = (py, qy) if py < qy else (qy, py)
        gone = down if skip < 0 else down | 1 << skip
        for x0, x1, y0, y1, _, a, b in self._solids.near(left, right, low, high, gone):
            if x1 >= left and x0 <= right and y1 >= low and y0 <= high and meets(p, q, a, b):
                return True
        return False

    def on_table(self, p: Point) -> bool:
        """Return whether a base lies wholly on the table."""
        return RADIUS <= p[0] <= self.layout.width - RADIUS and RADIUS <= p[1] <= self.layout.height - RADIUS

    def passable(self, p: Point) -> bool:
        """Return whether a place is on the table and in no house: a lead may pass there, whether or not it fits."""
        x, y = p
        if not (0 <= x <= self.layout.width and 0 <= y <= self.layout.height):
            return False
        return not any(contains(house.outline, p) for house in self.layout.houses)

    def fits(self, p: Point, room: int, down: int) -> bool:
        """Return whether a base may stand here, other figures apart: on the table, off walls; or wholly in the room."""
        if room != OUTSIDE:
            x0, x1, y0, y1, outline = self._houses[self.layout.rooms[room].house]
            return x0 <= p[0] <= x1 and y0 <= p[1] <= y1 and (outline is None or disc_inside(outline, p, RADIUS))
        x, y = p
        near_here = self.known_near.get((x >> FINE, y >> FINE))
        if near_here is FREE:
            return True
        if near_here is None:
            near_here = self._standing_near.at(p)
            if near_here is FREE:
                return True
        if not (RADIUS <= x <= self._last_x and RADIUS <= y <= self._last_y):
            return False
        for x0, x1, y0, y1, bit, what in near_here:
            dx = x0 - x if x < x0 else x - x1 if x > x1 else 0
            dy = y0 - y if y < y0 else y - y1 if y > y1 else 0
            if dx * dx + dy * dy < RADIUS * RADIUS and not bit & down and (what is None or self._overlaps(p, what)):
                return False
        return True

    def _overlaps(self, p: Point, what: Obstacle | House) -> bool:
        """Return whether a base here would stand on something that does not fill its box."""
        if isinstance(what, House):
            return disc_touches(what.outline, p, RADIUS)
        return nearer(p, what.a, what.b, RADIUS)

    def _room_grid(self, room: int) -> tuple[Point, ...]:
        """Return places for a lead in a room every half inch, from the middle outwards."""
        west, east, south, north = box_of(self.house_of(room).outline)
        middle = ((west + east) // 2, (south + north) // 2)
        grid = [(x, y) for x in range(west + RADIUS, east, RADIUS) for y in range(south + RADIUS, north, RADIUS)]
        return middle, *sorted(grid, key=lambda p: (square(p, middle), p))

    def _room_among(self, room: int, number: int, taken: tuple[Point, ...]) -> tuple[Point, ...] | None:
        """Return places for so many in a room in which others stand, near its middle; None if it is too small."""
        west, east, south, north = box_of(self.house_of(room).outline)
        if (number + len(taken)) * CLOSEST > (east - west) * (north - south) and taken:
            return None

        def fits(p: Point) -> bool:
            x, y = p
            for tx, ty in taken:
                if (tx - x) * (tx - x) + (ty - y) * (ty - y) < BASE * BASE:
                    return False
            return self.fits(p, room, 0)

        leads = (lead for lead in self.room_grid(room) if fits(lead))
        for lead in islice(leads, TRIES) if taken else leads:
            others = cluster(lead, number - 1, fits)
            if others is not None:
                return (lead, *others)
        return None

    def house_of(self, room: int) -> House:
        """Return the house that a room is in."""
        return self.layout.houses[self.layout.rooms[room].house]

    def areas_at(self, p: Point) -> tuple[Area, ...]:
        """R17: the areas in which a figure at `p` is; on the outline is in."""
        x, y = p
        areas = self._areas.near(x, x, y, y)
        return tuple([area for area in areas if contains(area.outline, p)]) if areas else ()

    @cached_property
    def _all_ways(self) -> tuple[Ways, list[int]]:
        """The paths round everything, and for each piece of the layout the bits of its parts there."""
        pieces = [(line.a, line.b) for line in self.layout.lines]
        parts = joined(pieces + self.house_edges)
        own = [sum(1 << i for i, (a, b) in enumerate(parts) if on(a, *piece) and on(b, *piece)) for piece in pieces]
        return Ways(parts, LONGEST), own

    def _ways(self, down: int) -> Ways:
        """Return the paths round everything but the pieces in `down`."""
        ways, parts = self._all_ways
        return ways.without(sum(bits for index, bits in enumerate(parts) if down >> index & 1)) if down else ways

    def _way(
        self, p: Point, q: Point, limit: int, down: int, p_nudge: Nudge = STILL, q_nudge: Nudge = STILL
    ) -> Way | None:
        return self.ways(down).shortest(p, q, limit, p_nudge, q_nudge)

    def crossed(self, p: Point, q: Point, down: int) -> list[Obstacle] | None:
        """Return the pieces that a straight step crosses; None if it would go through a house."""
        found: list[Obstacle] = []
        for _, _, _, _, index, a, b in self._solids.near(*box_of((p, q)), down):
            if meets(p, q, a, b):
                if index < 0:
                    return None
                found.append(self.layout.lines[index])
        return found

    def in_compound(self, p: Point) -> bool:
        """Return whether a base lies wholly inside a compound; touching its outline is inside."""
        x, y = p
        for x0, x1, y0, y1, outline in self._compounds:
            if x0 <= x <= x1 and y0 <= y <= y1 and (outline is None or disc_inside(outline, p, RADIUS)):
                return True
        return False

    @cached_property
    def inner_walls(self) -> tuple[Obstacle, ...]:
        """The pieces of the layout that have a side inside a compound."""
        return tuple(line for line in self.layout.lines if self.inside_of(line, 500) is not None)

    def inside_of(self, line: Obstacle, part: int) -> Point | None:
        """Return a place six tenths of an inch inside a wall, so many thousandths along it; None if that is outside."""
        (ax, ay), (bx, by) = line.a, line.b
        x, y = ax + (bx - ax) * part // 1000, ay + (by - ay) * part // 1000
        for across in ((ay - by, bx - ax), (by - ay, ax - bx)):
            there = towards((x, y), (x + across[0], y + across[1]), 600)
            if self.in_compound(there):
                return there
        return None

    def at_opening(self, p: Point, room: int, down: int) -> bool:
        """R14: whether a figure outside at `p` is at a door or window of a room on the ground floor."""
        place = self.layout.rooms[room]
        if place.level or place.roof:
            return False
        for way in place.openings:
            if abs(p[0] - way.at[0]) <= LINES and within(p, way.at, LINES):
                ahead = (p[0] - way.at[0]) * way.out[0] + (p[1] - way.at[1]) * way.out[1]
                if ahead > 0 and not self._wall_between(p, way.at, down):
                    return True
        return False

    def _wall_between(self, p: Point, q: Point, down: int) -> bool:
        return any(meets(p, q, line.a, line.b) for line in self.standing(down))
