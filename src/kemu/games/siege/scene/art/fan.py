"""Floors of one house, which lie exactly over one another on the table, drawn like cards in a fan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.layout import OUTSIDE
from ..units import to_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kemu.parts.tabletop.points import Point

    from ...model.layout import Layout
    from ...model.pieces import Group

STEP = (-75.0, -72.0)
"""How far one floor is drawn from the next below it. Men stand close in threes, so a shift by a whole inch, or
straight along a row, would put the men of one floor on those of another again; this one falls between them."""
FLOORS = ("ground", "1st floor", "2nd floor", "3rd floor")


class Fan:
    """Where groups are drawn: those above the lowest floor of a house that is held are moved up and to the left."""

    def __init__(self, layout: Layout, groups: Sequence[Group]) -> None:
        self.layout = layout
        held: dict[int, set[int]] = {}
        for group in groups:
            if group.room != OUTSIDE and group.men:
                room = layout.rooms[group.room]
                held.setdefault(room.house, set()).add(room.level)
        self.floors = {house: sorted(levels) for house, levels in held.items()}

    def rank(self, group: Group) -> int:
        """Return how many floors are held below this group's in its house."""
        if group.room == OUTSIDE:
            return 0
        room = self.layout.rooms[group.room]
        levels = self.floors.get(room.house, [])
        return levels.index(room.level) if room.level in levels else 0

    def shared(self, group: Group) -> bool:
        """Return whether another floor of the group's house is held too."""
        return group.room != OUTSIDE and len(self.floors.get(self.layout.rooms[group.room].house, ())) > 1

    def men(self, group: Group) -> tuple[tuple[float, float], ...]:
        """Return where a group's figures are drawn."""
        rank = self.rank(group)
        return tuple(self._moved(man, rank) for man in group.men)

    def _moved(self, at: Point, rank: int) -> tuple[float, float]:
        x, y = to_scene(self.layout, at)
        return round(x + STEP[0] * rank, 2), round(y + STEP[1] * rank, 2)

    def plates(self, rank: int) -> list[str]:
        """Return the outlines of the floors of this rank where they are drawn apart from their house, as SVG paths."""
        return [
            "M" + "L".join("{:g} {:g}".format(*self._moved(p, rank)) for p in self.layout.houses[house].outline) + "z"
            for house, levels in self.floors.items()
            if 0 < rank < len(levels)
        ]

    def place(self, group: Group, at: Point) -> tuple[float, float]:
        """Return where a place is drawn: with the figure that stands there, else (a window, say) where it is."""
        return self.men(group)[group.men.index(at)] if at in group.men else to_scene(self.layout, at)

    def floor(self, group: Group) -> str:
        """Return the name of a group's floor, as short as can be; empty where there is only one to be on."""
        room = self.layout.rooms[group.room]
        if room.roof:
            return "roof"
        if room.level or self.shared(group):
            return FLOORS[room.level] if room.level < len(FLOORS) else f"floor {room.level}"
        return ""
