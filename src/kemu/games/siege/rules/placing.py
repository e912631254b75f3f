"""Grouping (MV.4, MV.11, R4, R5): the others close up round the lead, or stand where their player puts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.packing import Links, cluster, in_line, linked, round_lead, spread_of
from kemu.parts.tabletop.points import Point, square, within
from kemu.parts.tabletop.segments import gap_square

from ..model.field import ACROSS
from ..model.ground import BASE, FINE, FREE, TOUCH, TRIES, Box
from ..model.layout import OUTSIDE
from ..model.pieces import GARRISON, Group

if TYPE_CHECKING:
    from ..model.field import Body, Field

LINK = 2000
"""The most from centre to centre between two men of a squad: a base width between their bases."""
FLUNG = 3000
"""How far from their lead attackers may stand."""
NEARBY = FLUNG + ACROSS
"""Who is farther than this from a lead touches nobody within three inches of it."""

GROUND, TAKEN, CONTACT = 0, 1, 2
"""Why a figure may not stand somewhere: walls or the table's edge; another figure; contact with the enemy."""


def link_limit(group: Group) -> int:
    """Return the longest link of a group's chain, from centre to centre."""
    return LINK if group.side == GARRISON else TOUCH


class Places:
    """Where a group may stand round its lead. `contact`: whether its figures may come into contact.

    `met` are enemies in its own melee: contact with them is no bar.
    """

    def __init__(
        self, field: Field, group: Group, room: int, *, contact: bool, gun: int = -1, met: tuple[int, ...] = ()
    ) -> None:
        self.field = field
        self.group = group
        self.room = room
        self.contact = contact
        self.gun = gun
        self.met = met
        self._ground = field.ground.known_near
        self._why = GROUND
        self._round: Point | None = None
        self._far = FLUNG
        """How far round the first place asked about one looks, east to west and north to south."""
        self._seen: Box = (0, 0, 0, 0)
        """The box in which one has looked for others."""
        self._men: list[Point] = []
        """Figures of others that a figure of the group may overlap, if it stands near the first place asked about."""
        self._guns: list[Point] = []
        self._foes: list[Point] | None = []
        """Enemies with whom a figure near the first place may be in contact; None if openings matter too."""

    def _look_round(self, p: Point) -> None:
        """A group stands close together: who is near the first place asked about is known for the others too."""
        x, y = self._round = p
        far = self._far
        self._seen = (x - far, x + far, y - far, y + far)
        field, room, own, enemy = self.field, self.room, self.group.id, 1 - self.group.side
        far += BASE
        west, east, south, north = x - far, x + far, y - far, y + far
        far += BASE
        left, right, low, high = x - far, x + far, y - far, y + far
        men: list[Point] = []
        foes: list[Point] = []
        for x0, x1, y0, y1, other in field.bodies.values():
            if x0 <= right and x1 >= left and y0 <= high and y1 >= low and other.room == room and other.id != own:
                men += [m for m in other.men if west <= m[0] <= east and south <= m[1] <= north]
                if other.side == enemy and other.id not in self.met:
                    foes += other.men
        self._men = men
        self._guns = []
        if room == OUTSIDE:
            for gun in field.guns.values():
                if gun.id != self.gun and west <= gun.at[0] <= east and south <= gun.at[1] <= north:
                    self._guns.append(gun.at)
        self._foes = None if self._at_openings(x, y) or self._at_guns(x, y) else foes

    def _at_openings(self, x: int, y: int) -> bool:
        """Return whether an enemy at a door or window may matter: at the room's own, or in a house near by."""
        field, enemy = self.field, 1 - self.group.side
        if self.room != OUTSIDE:
            return field.at_doors(self.room, enemy)
        held, near = field.rooms[enemy], self._far + ACROSS
        if not held:
            return False
        rooms, boxes = field.ground.layout.rooms, field.ground.house_boxes
        for room in held:
            west, east, south, north = boxes[rooms[room].house]
            if west - near <= x <= east + near and south - near <= y <= north + near:
                return True
        return False

    def _at_guns(self, x: int, y: int) -> bool:
        """Return whether a manned gun of the enemy may matter."""
        field, far = self.field, self._far + BASE
        if self.room != OUTSIDE or not field.guns:
            return False
        return any(abs(gx - x) <= far and abs(gy - y) <= far for (gx, gy), _ in field.manned(1 - self.group.side))

    @rule("siege:R3", "siege:R5", "siege:R7")
    def free(self, p: Point) -> bool:
        """Return whether a figure of the group may stand here: off walls and figures, and out of contact if need be.

        If it may not, `_why` says which of these it is.
        """
        field, room = self.field, self.room
        x, y = p
        if (room or self._ground.get((x >> FINE, y >> FINE)) is not FREE) and not field.ground.fits(
            p, room, field.down
        ):
            self._why = GROUND
            return False
        if self._round is None:
            self._look_round(p)
        self._why = TAKEN
        west, east, south, north = self._seen
        if not (west <= x <= east and south <= y <= north):
            if field.taken(p, room, self.group.id, self.gun):
                return False
            self._why = CONTACT
            return self.contact or not self._contacts(p)
        for fx, fy in self._men:
            if (fx - x) * (fx - x) + (fy - y) * (fy - y) < BASE * BASE:
                return False
        for at in self._guns:
            if within(p, at, BASE - 1):
                return False
        if self.contact or self._foes == []:
            return True
        self._why = CONTACT
        if self._foes is None:
            return not self._contacts(p)
        for mx, my in self._foes:
            near = (mx - x) * (mx - x) + (my - y) * (my - y) <= ACROSS * ACROSS
            if near and field.in_contact(p, room, (mx, my), room):
                return False
        return True

    def foes_at(self, p: Point) -> tuple[int, ...]:
        """Return the enemy groups with which a figure that may stand here is in contact."""
        return () if self._foes == [] and p == self._round else self._contacts(p)

    def _contacts(self, p: Point) -> tuple[int, ...]:
        found = self.field.contacts(p, self.room, 1 - self.group.side)
        return tuple(gid for gid in found if gid not in self.met) if self.met else found

    def nobody_in(self, west: int, east: int, south: int, north: int, among: list[Body]) -> bool:
        """Return whether everywhere in this box of the open table is free: nothing solid, nobody and no gun is near.

        `among` are the groups that may be near: those within two inches, and perhaps a few more.
        """
        field = self.field
        if not field.ground.bare(west - BASE, east + BASE, south - BASE, north + BASE, field.down):
            return False
        west, east, south, north = west - ACROSS, east + ACROSS, south - ACROSS, north + ACROSS
        for x0, x1, y0, y1, _ in among:
            if x0 <= east and x1 >= west and y0 <= north and y1 >= south:
                return False
        for gun in field.guns.values():
            x, y = gun.at
            if west <= x <= east and south <= y <= north:
                return False
        return True

    def fault(self, p: Point) -> Refusal | None:
        """Return why no figure of the group may stand here, or None."""
        if self.free(p):
            return None
        if self._why == GROUND:
            if self.room != OUTSIDE:
                return Refusal("A base must fit wholly into the room.", "siege:R11")
            if not self.field.ground.on_table(p):
                return Refusal("A base must stay wholly on the table.", "siege:R3")
            return Refusal("A base may not overlap a wall, an obstacle or a house.", "siege:R7")
        if self._why == TAKEN:
            return Refusal("Another figure stands there.", "siege:R3")
        return Refusal("Only a lead that ends in contact brings its group into contact.", "siege:R5")

    def links(self, p: Point, q: Point) -> bool:
        """Return whether two figures of the group may be linked."""
        return self.field.linkable(self.room, p, q)

    def _close(self, p: Point, q: Point) -> bool:
        """Return whether two figures of the group that touch may be linked, both standing half an inch off all walls.

        Whatever came between them would be within an inch of both.
        """
        about = self.field.ground.about
        return not about(p) or not about(q) or self.links(p, q)

    def _abreast(self, p: Point, q: Point) -> bool:
        """Return whether two neighbours along a piece that both line may be linked, at most a link apart.

        What came between them would be within an inch of one of them; if that is only the piece, nothing does.
        """
        about = self.field.ground.about
        return (len(about(p)) < 2 and len(about(q)) < 2) or self.links(p, q)

    def _linking(self, lead: Point) -> Links | None:
        """Return who may be linked near a lead; None if nothing solid is about."""
        (x, y), field = lead, self.field
        if self.room != OUTSIDE or field.ground.bare(x - NEARBY, x + NEARBY, y - NEARBY, y + NEARBY, field.down):
            return None
        return self._close

    @rule("siege:MV.4", "siege:MV.11", "siege:R4", "siege:R5", "siege:R11")
    def close_up(self, lead: Point, others: int, spread: int = 0) -> tuple[Point, ...] | None:
        """Return places for the others, always the same: along the wall that the lead lines, if asked, then close."""
        if not others:
            return ()
        along = self.wall_at(lead) if spread else None
        if along is None:
            return self._wide_open(lead, others) or cluster(lead, others, self.free, self._linking(lead))
        field = self.field
        piece = field.ground.layout.lines[along]
        self._far = max(FLUNG, (others + 1) // 2 * spread)
        self._look_round(lead)

        def at_wall(p: Point) -> bool:
            return self.free(p) and field.ground.lines_piece(p, piece, field.down)

        placed = in_line(lead, others, (piece.a, piece.b), spread, at_wall, self._abreast)

        def free(p: Point) -> bool:
            x, y = p
            for qx, qy in placed:
                if (qx - x) * (qx - x) + (qy - y) * (qy - y) <= (BASE - 1) * (BASE - 1):
                    return False
            return self.free(p)

        fits = free if placed else self.free
        rest = cluster(lead, others - len(placed), fits, self._linking(lead)) if len(placed) < others else ()
        return None if rest is None else (*placed, *rest)

    def _wide_open(self, lead: Point, others: int) -> tuple[Point, ...] | None:
        """Return the places round a lead with nothing and nobody about; None if one has to look closer."""
        if self.room != OUTSIDE:
            return None
        wide = spread_of(others)
        if self.field.ground.clearance(lead) < wide + BASE // 2:
            return None
        if self._round is None:
            self._look_round(lead)
        if self._round != lead or self._guns or (self._foes != [] and not self.contact):
            return None
        x, y = lead
        reach = wide + BASE
        for fx, fy in self._men:
            if -reach < fx - x < reach and -reach < fy - y < reach:
                return None
        return round_lead(lead, others)

    @rule("siege:R11")
    def in_room(self, number: int) -> tuple[Point, ...] | None:
        """Return places for a whole group in the room, near its middle; None if there is no room for all."""
        field, room = self.field, self.room
        present = [body[4] for body in field.bodies.values() if body[4].room == room and body[4].id != self.group.id]
        if not self.contact and field.at_doors(room, 1 - self.group.side):
            return None
        if self.contact or all(group.side == self.group.side for group in present):
            return field.ground.room_among(room, number, tuple([man for group in present for man in group.men]))
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
