"""Grouping: the others close up round the lead, by a fixed rule or where their player puts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.packing import cluster, in_line, linked
from kemu.parts.tabletop.points import Point, square, within
from kemu.parts.tabletop.segments import gap_square

from ..field import ACROSS
from ..ground import BASE, TOUCH, box_of
from ..layout import OUTSIDE
from ..pieces import GARRISON, Group

if TYPE_CHECKING:
    from ..field import Body, Field

LINK = 2000
"""The most from centre to centre between two men of a squad: a base width between their bases."""
FLUNG = 3000
"""How far from their lead attackers may stand."""
CLOSEST = 866_000
"""Bases an inch across never stand closer than one to so many square steps."""
TRIES = 3
"""In a room with others in it so many places for the lead are tried."""
NEARBY = FLUNG + ACROSS
"""Who is farther than this from a lead touches nobody within three inches of it."""


def link_limit(group: Group) -> int:
    """Return the longest link of a group's chain, from centre to centre."""
    return LINK if group.side == GARRISON else TOUCH


class Places:
    """Where a group may stand round its lead. `contact`: whether its figures may come into contact."""

    def __init__(self, field: Field, group: Group, room: int, *, contact: bool, gun: int = -1) -> None:
        self.field = field
        self.group = group
        self.room = room
        self.contact = contact
        self.gun = gun
        self._round: Point = (0, 0)
        self._among: list[Body] | None = None
        self._enemies = True

    def _near(self, p: Point) -> list[Body] | None:
        """Return the groups near a place; None if only all of them will do.

        A group stands close together: who is near its first place is known for the others too.
        """
        among = self._among
        if among is None:
            x, y = self._round = p
            field, enemy = self.field, 1 - self.group.side
            among = self._among = field.near(x - NEARBY, x + NEARBY, y - NEARBY, y + NEARBY)
            self._enemies = any(body[4].side == enemy for body in among) or self._at_openings(x, y)
        elif abs(p[0] - self._round[0]) > FLUNG or abs(p[1] - self._round[1]) > FLUNG:
            return None
        return among

    def _at_openings(self, x: int, y: int) -> bool:
        """Return whether an enemy at a door or window may matter: at the room's own, or in a house near by."""
        field, enemy = self.field, 1 - self.group.side
        if self.room != OUTSIDE:
            return any(group.side == enemy and field.at_door(group, self.room) for group in field.groups.values())
        rooms = field.ground.layout.rooms
        return any(
            abs(way.at[0] - x) <= NEARBY and abs(way.at[1] - y) <= NEARBY
            for room in field.rooms[enemy]
            for way in rooms[room].openings
        )

    @rule("siege:R3", "siege:R5", "siege:R7")
    def free(self, p: Point) -> bool:
        """Return whether a figure of the group may stand here: off walls and figures, and out of contact if need be."""
        field = self.field
        if not field.ground.fits(p, self.room, field.down):
            return False
        among = self._near(p)
        if (among is None or among or field.guns) and field.taken(p, self.room, self.group.id, self.gun, among):
            return False
        if self.contact or (among is not None and not self._enemies):
            return True
        return not field.contacts(p, self.room, 1 - self.group.side, among)

    def fault(self, p: Point) -> Refusal | None:
        """Return why no figure of the group may stand here, or None."""
        if self.free(p):
            return None
        field, ground = self.field, self.field.ground
        if not ground.fits(p, self.room, field.down):
            if self.room != OUTSIDE:
                return Refusal("A base must fit wholly into the room.", "siege:R11")
            if not ground.on_table(p):
                return Refusal("A base must stay wholly on the table.", "siege:R3")
            return Refusal("A base may not overlap a wall, an obstacle or a house.", "siege:R7")
        if field.taken(p, self.room, self.group.id, self.gun):
            return Refusal("Another figure stands there.", "siege:R3")
        return Refusal("Only a lead that ends in contact brings its group into contact.", "siege:R5")

    def links(self, p: Point, q: Point) -> bool:
        """Return whether two figures of the group may be linked."""
        return self.field.linkable(self.room, p, q)

    @rule("siege:MV.4", "siege:MV.11", "siege:R4", "siege:R5", "siege:R11")
    def close_up(self, lead: Point, others: int, spread: int = 0) -> tuple[Point, ...] | None:
        """Return places for the others, always the same: along the wall that the lead lines, if asked, then close."""
        if not others:
            return ()
        along = self.wall_at(lead) if spread else None
        placed: list[Point] = []
        if along is not None:
            field = self.field
            piece = field.ground.layout.lines[along]

            def at_wall(p: Point) -> bool:
                return self.free(p) and along in field.ground.lined(p, field.down)

            placed = in_line(lead, others, (piece.a, piece.b), spread, at_wall, self.links)

        def free(p: Point) -> bool:
            return not any(within(p, q, BASE - 1) for q in placed) and self.free(p)

        fits = free if placed else self.free
        rest = cluster(lead, others - len(placed), fits, self.links) if len(placed) < others else ()
        return None if rest is None else (*placed, *rest)

    @rule("siege:R11")
    def in_room(self, number: int) -> tuple[Point, ...] | None:
        """Return places for a whole group in the room, near its middle; None if there is no room for all."""
        field, room = self.field, self.room
        present = [body[4] for body in field.bodies.values() if body[4].room == room and body[4].id != self.group.id]
        if not self.contact and any(
            group.side != self.group.side and field.at_door(group, room) for group in field.groups.values()
        ):
            return None
        if not present:
            return field.ground.room_for(room, number)
        west, east, south, north = box_of(field.ground.house_of(room).outline)
        bases = number + sum(len(group.men) for group in present)
        if bases * CLOSEST > (east - west) * (north - south):
            return None
        for lead in [p for p in field.ground.room_grid(room) if self.free(p)][:TRIES]:
            others = self.close_up(lead, number - 1)
            if others is not None:
                return (lead, *others)
        return None

    def wall_at(self, lead: Point) -> int | None:
        """Return the piece nearest to a lead who lines it, or None."""
        if self.room != OUTSIDE:
            return None
        ground = self.field.ground
        lined = ground.lined(lead, self.field.down)

        def gap(index: int) -> tuple[int, int]:
            above, below = gap_square(lead, ground.layout.lines[index].a, ground.layout.lines[index].b)
            return above * 1000 // below, index

        return min(lined, key=gap) if lined else None

    @rule("siege:MV.2", "siege:MV.4", "siege:R4", "siege:R5")
    def judge(self, lead: Point, others: tuple[Point, ...]) -> Refusal | None:
        """Return why the others may not stand where their player puts them, or None."""
        for i, p in enumerate(others):
            if within(p, lead, BASE - 1) or any(within(p, q, BASE - 1) for q in others[:i]):
                return Refusal("Two bases would overlap.", "siege:R3")
            fault = self.fault(p)
            if fault is not None:
                return fault
        limit = link_limit(self.group)
        if not linked((lead, *others), limit, self.links):
            if self.group.side == GARRISON:
                return Refusal("The men of a squad stay within a base width of one another, in a chain.", "siege:R4")
            return Refusal("The bases of a group of attackers must touch, in a chain.", "siege:R4")
        if self.group.side != GARRISON:
            far = FLUNG * FLUNG
            if any(square(lead, p) > far for p in others):
                packed = self.close_up(lead, len(others))
                if packed is not None:
                    far = max(far, max(square(lead, p) for p in packed))
                if any(square(lead, p) > far for p in others):
                    return Refusal("The others stay within three inches of the lead.", "siege:R5")
        return None

    def arranged(self, lead: Point, others: int, spread: int, rest: tuple[Point, ...]) -> tuple[Point, ...] | Refusal:
        """Return where the others stand: where they are put, if that is legal, else by the fixed rule."""
        if rest:
            if len(rest) != others:
                return Refusal(f"There are {others} others to place, not {len(rest)}.", "siege:MV.4")
            return self.judge(lead, rest) or rest
        if spread and not (BASE <= spread <= link_limit(self.group)):
            most = link_limit(self.group)
            return Refusal(f"Men in a line stand {BASE} to {most} apart, from centre to centre.", "siege:R4")
        placed = self.close_up(lead, others, spread)
        if placed is None:
            return Refusal("There is no room for the whole group round that place.", "siege:R4")
        return placed


def with_lead(lead: Point, index: int, others: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a group's places in the order of its figures, when figure `index` is the lead."""
    return (*others[:index], lead, *others[index:])
