"""The field: who stands where in one state, and the questions about figures that many rules ask."""

from __future__ import annotations

from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.parts.tabletop.points import Point, within

from .ground import BASE, LINES, TOUCH, Ground, box_of
from .layout import EYE, OUTSIDE, STOREY, Obstacle
from .pieces import Group, Gun, Melee

if TYPE_CHECKING:
    from .state import State

ACROSS = 2000
"""From centre to centre, the most at which figures on both sides of an obstacle are in contact."""
HOLDS = 1500
"""From a point of an obstacle, the most at which a figure defends it."""
Figure = tuple[Point, int, int]
"""Where, in which room, of which group."""
Body = tuple[int, int, int, int, Group]
"""A group with figures, and the box round their places."""


def _strength(piece: Obstacle) -> int:
    """Return which of several pieces is the weaker one to stand behind."""
    return {"wall": 2, "gate": 2, "prepared": 2, "hasty": 1}.get(piece.kind, 0)


Friend = tuple[tuple[Point, ...], int]
"""The places of some figures or a gun, and how high their heads are."""


class Field:
    """The figures of a state, by side. It is made once for each arrangement of figures.

    `before` is an earlier field on the same ground: what is known of groups that have not changed is taken from it.
    """

    def __init__(self, ground: Ground, state: State, before: Field | None = None) -> None:
        self.ground = ground
        self.down = state.down
        self.melees = state.melees
        self.all_groups = state.groups
        self.all_guns = state.guns
        self.bodies: dict[int, Body]
        """The groups with figures, by their ids, in this order."""
        self.sides: list[dict[int, Body]]
        """The same of each side."""
        self.rooms: tuple[dict[int, list[int]], dict[int, list[int]]]
        """For each side the rooms that it holds, with its groups there."""
        self._figures: list[list[Figure] | None]
        self._spots: list[list[Point] | None]
        if before is None or not self._follow(before, state.groups):
            self._list(state.groups, {} if before is None else before.bodies)
        self.guns: dict[int, Gun]
        self.locked: dict[int, Melee]
        self._lined: dict[int, tuple[Group, tuple[int, ...]]]
        known = before is not None
        self.guns = before.guns if known and before.all_guns is state.guns else {gun.id: gun for gun in state.guns}
        self.locked = {gid: melee for melee in state.melees for gid in melee.groups} if state.melees else {}
        self._lined = before._lined if known and before.down == state.down else {}

    def _follow(self, before: Field, groups: tuple[Group, ...]) -> bool:
        """Take over what is known if no more has changed than where men stand in the open or in their rooms.

        Besides, one group may have come on or gone. Else return False.
        """
        old = before.all_groups
        more = len(groups) - len(old)
        gone: Group | None = None
        if more < 0:
            at = next((at for at, group in enumerate(groups) if group.id != old[at].id), len(groups))
            gone, old = old[at], old[:at] + old[at + 1 :]
            if more < -1 or gone.room != OUTSIDE:
                return False
        elif more > 1:
            return False
        bodies = before.bodies
        news = list(compress(groups, map(is_not, groups, old)))
        for group in news:
            body = bodies.get(group.id)
            # Another table's game may have another side's group by this id.
            if body is None or body[4].side != group.side or body[4].room != group.room or not group.men:
                return False
        if more > 0:
            if groups[-1].room != OUTSIDE or not groups[-1].men:
                return False
            news.append(groups[-1])
        self.bodies, self.sides, self.rooms = bodies.copy(), before.sides.copy(), before.rooms
        self._figures, self._spots = before._figures.copy(), before._spots.copy()
        if gone is not None:
            self._touch(before, gone.side)
            self.bodies.pop(gone.id, None)
            self.sides[gone.side].pop(gone.id, None)
        for group in news:
            self._touch(before, group.side)
            self.bodies[group.id] = self.sides[group.side][group.id] = (*box_of(group.men), group)
        return True

    def _touch(self, before: Field, side: int) -> None:
        """What is known of a side is about to change."""
        if self.sides[side] is before.sides[side]:
            self.sides[side] = before.sides[side].copy()
            self._figures[side] = self._spots[side] = None

    def _list(self, groups: tuple[Group, ...], known: dict[int, Body]) -> None:
        """List everybody; a group that has not changed has its old box."""
        self.rooms = ({}, {})
        self.bodies, self.sides = {}, [{}, {}]
        self._figures, self._spots = [None, None], [None, None]
        for group in groups:
            gid = group.id
            body = known.get(gid)
            if body is None or body[4] is not group:
                if not group.men:
                    continue
                body = (*box_of(group.men), group)
            self.bodies[gid] = self.sides[group.side][gid] = body
            if group.room != OUTSIDE:
                self.rooms[group.side].setdefault(group.room, []).append(gid)

    def group(self, gid: int) -> Group:
        """Return the group with this id."""
        return self.bodies[gid][4]

    def figures(self, side: int) -> list[Figure]:
        """Return every figure of a side: listed when first asked for."""
        known = self._figures[side]
        if known is None:
            # Set when it is whole: threads of a server share fields.
            groups = [group for group in self.all_groups if group.side == side]
            known = [(man, group.room, group.id) for group in groups for man in group.men]
            self._figures[side] = known
        return known

    def spots(self, side: int) -> list[Point]:
        """Return where every figure of a side stands, in the order of `figures`."""
        known = self._spots[side]
        if known is None:
            known = self._spots[side] = [man for man, _, _ in self.figures(side)]
        return known

    def friends(self, group: Group, west: int, east: int, south: int, north: int) -> list[Friend]:
        """R20: what may be in the way of a group's shots in a box: other groups in the open or on a roof, and guns."""
        rooms, side, gid = self.ground.layout.rooms, group.side, group.id
        found: list[Friend] = []
        for x0, x1, y0, y1, other in self.sides[side].values():
            if x0 <= east and x1 >= west and y0 <= north and y1 >= south and other.id != gid:
                room = rooms[other.room]
                if other.room == OUTSIDE or room.roof:
                    found.append((other.men, room.level * STOREY + EYE))
        for gun in self.guns.values():
            if gun.side == side and gun.id != group.gun:
                x, y = gun.at
                if west <= x <= east and south <= y <= north:
                    found.append(((gun.at,), EYE))
        return found

    def outdoors(self, side: int, west: int, east: int, south: int, north: int) -> list[Body]:
        """Return the groups of a side in the open whose box meets a box, in the order of their ids."""
        found: list[Body] = []
        for body in self.sides[side].values():
            x0, x1, y0, y1, group = body
            if x0 <= east and x1 >= west and y0 <= north and y1 >= south and not group.room:
                found.append(body)
        return found

    # -- room to stand -----------------------------------------------------------------------------------

    @rule("siege:R2", "siege:R3")
    def taken(self, p: Point, room: int, but: int = -1, gun: int = -1, among: list[Body] | None = None) -> bool:
        """Return whether a base here would overlap another figure or a gun; `but` is a group that is moving.

        `among` are the groups to look at, if the caller knows that the others are too far away.
        """
        x, y = p
        west, east, south, north = x - BASE, x + BASE, y - BASE, y + BASE
        for x0, x1, y0, y1, group in self.bodies.values() if among is None else among:
            if x0 < east and x1 > west and y0 < north and y1 > south and group.room == room and group.id != but:
                for fx, fy in group.men:
                    if (fx - x) * (fx - x) + (fy - y) * (fy - y) < BASE * BASE:
                        return True
        if room == OUTSIDE:
            for piece in self.guns.values():
                if piece.id != gun and within(p, piece.at, BASE - 1):
                    return True
        return False

    # -- contact -----------------------------------------------------------------------------------------

    @rule("siege:R14", "siege:ME.1")
    def in_contact(self, p: Point, room: int, q: Point, q_room: int) -> bool:
        """Return whether two enemies here and there are in contact: touching, across an obstacle, or at a house."""
        ground, down = self.ground, self.down
        if room == q_room:
            if room != OUTSIDE:
                return within(p, q, TOUCH)
            if not within(p, q, ACROSS):
                return False
            if within(p, q, TOUCH) and not ground.blocked(p, q, down):
                return True
            return self.across(p, q) >= 0
        if room == OUTSIDE:
            return ground.at_opening(p, q_room, down)
        if q_room == OUTSIDE:
            return ground.at_opening(q, room, down)
        return False

    @rule("siege:R14", "siege:R30")
    def across(self, p: Point, q: Point) -> int:
        """Return the piece that stands between two figures in the open who both line it, within reach; -1 if none.

        Where two pieces join just there it is the weaker one.
        """
        if not within(p, q, ACROSS):
            return -1
        ground, down = self.ground, self.down
        lined = ground.lined(q, down)
        if not lined:
            return -1
        pieces = ground.crossed(p, q, down) or ()
        found = [piece for piece in pieces if piece.index in lined and ground.lines_piece(p, piece, down)]
        return min(found, key=_strength).index if found else -1

    def contacts(self, p: Point, room: int, enemy_side: int) -> tuple[int, ...]:
        """Return the enemy groups with which a figure here is in contact."""
        found: list[int] = []
        x, y = p
        west, east, south, north = x - ACROSS, x + ACROSS, y - ACROSS, y + ACROSS
        for x0, x1, y0, y1, group in self.sides[enemy_side].values():
            if x0 <= east and x1 >= west and y0 <= north and y1 >= south and group.room == room:
                for man in group.men:
                    if self.in_contact(p, room, man, room):
                        found.append(group.id)
                        break
        if room == OUTSIDE:
            found += self.contacts_at_openings(p, enemy_side)
        elif self.at_doors(room, enemy_side):
            for man, place, gid in self.figures(enemy_side):
                if place == OUTSIDE and gid not in found and self.ground.at_opening(man, room, self.down):
                    found.append(gid)
        if room == OUTSIDE and self.guns:
            found += [gid for gid in self.contacts_at_guns(p, enemy_side) if gid not in found]
        return tuple(sorted(found)) if found else ()

    @rule("siege:R14")
    def contacts_at_guns(self, p: Point, enemy_side: int) -> list[int]:
        """Return the enemy crews whose gun a figure in the open touches: to touch a manned gun is contact with them."""
        if not self.guns:
            return []
        found = self.manned(enemy_side)
        ground, down = self.ground, self.down
        return [gid for at, gid in found if within(p, at, TOUCH) and not ground.blocked(p, at, down)]

    def manned(self, side: int) -> list[tuple[Point, int]]:
        """Return where a side's guns stand that have a man of their crew at them, and the crew."""
        crews = [body[4] for body in self.sides[side].values() if body[4].gun in self.guns and not body[4].room]
        guns = [(self.guns[crew.gun].at, crew) for crew in crews]
        return [(at, crew.id) for at, crew in guns if any(within(at, man, TOUCH) for man in crew.men)]

    def at_gun(self, at: Point, enemy_side: int) -> set[int]:
        """Return the enemy groups that touch a gun here."""
        x, y = at
        near = self.outdoors(enemy_side, x - TOUCH, x + TOUCH, y - TOUCH, y + TOUCH)
        return {body[4].id for body in near if self.touches_group(at, OUTSIDE, body[4])}

    def contacts_at_openings(self, p: Point, enemy_side: int) -> list[int]:
        """Return the enemy groups in houses with which a figure in the open is in contact at a door or window."""
        held = self.rooms[enemy_side]
        if not held:
            return []
        rooms = [room for room in self.ground.opening_rooms(p) if room in held]
        return [gid for room in rooms if self.ground.at_opening(p, room, self.down) for gid in held[room]]

    def at_doors(self, room: int, side: int) -> bool:
        """Return whether a side has a figure in the open at a door or window of a room."""
        ground = self.ground
        west, east, south, north = ground.house_boxes[ground.layout.rooms[room].house]
        west, east, south, north = west - LINES, east + LINES, south - LINES, north + LINES
        near = self.outdoors(side, west, east, south, north)
        return any(ground.at_opening(man, room, self.down) for body in near for man in body[4].men)

    def touches_group(self, p: Point, room: int, group: Group) -> bool:
        """Return whether a figure here touches a friend of that group."""
        return group.room == room and any(
            within(p, man, TOUCH) and not (room == OUTSIDE and self.ground.blocked(p, man, self.down))
            for man in group.men
        )

    # -- lining ------------------------------------------------------------------------------------------

    def lined_by(self, group: Group) -> tuple[int, ...]:
        """Return the pieces that any figure of a group in the open lines, in their order."""
        known = self._lined.get(group.id)
        if known is not None and known[0] is group:
            return known[1]
        ground, down = self.ground, self.down
        x0, x1, y0, y1, _ = self.bodies[group.id]
        lines = ground.lines_near(x0 - LINES, x1 + LINES, y0 - LINES, y1 + LINES, down)
        found: list[int] = []
        for line in lines:
            for man in group.men:
                if ground.lines_piece(man, line, down):
                    found.append(line.index)
                    break
        self._lined[group.id] = (group, tuple(found))
        return tuple(found)

    # -- holding -----------------------------------------------------------------------------------------

    @rule("siege:R10")
    def defended(self, index: int, at: Point, enemy_side: int) -> bool:
        """Return whether a point of an obstacle is defended: by an enemy who lines it within an inch and a half."""
        for man, room, _ in self.figures(enemy_side):
            if room == OUTSIDE and within(man, at, HOLDS) and index in self.ground.lined(man, self.down):
                return True
        return False

    def lines_piece(self, index: int, of_side: int) -> bool:
        """Return whether any figure of a side lines a piece."""
        line = self.ground.layout.lines[index]
        west, east, south, north = box_of((line.a, line.b))
        near = self.outdoors(of_side, west - LINES, east + LINES, south - LINES, north + LINES)
        return any(index in self.lined_by(body[4]) for body in near)

    def held(self, room: int, by: int) -> bool:
        """R10: a floor is defended by any enemy on it."""
        return room in self.rooms[by]

    # -- chains ------------------------------------------------------------------------------------------

    @rule("siege:R4")
    def linkable(self, room: int, p: Point, q: Point) -> bool:
        """Return whether a link of a group may run between two of its figures: not through anything solid."""
        return room != OUTSIDE or not self.ground.blocked(p, q, self.down)
