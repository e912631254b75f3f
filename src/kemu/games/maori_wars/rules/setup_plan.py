"""14.0: what a scenario's set-up has fixed: the lines, item by item, and where each Structure could ever stand.

It is the same in every state, so it is worked out once. Whether the Structures that are still to come all find a hex is
searched here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule

from ..model.catalogue import BRITISH, FORT, NEUTRAL, SEAT_OF_SIDE
from .board import BRITISH_SEAT, CAMP, board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .. import MaoriWars
    from ..model.scenario import Entry, Scenario
    from ..model.state import State

Item = tuple[str, int]
"""What is set up next: `structure` and its kind, `unit` and its kind, `leader` and his counter."""
Wanted = tuple["Entry", int, tuple[int, ...]]
"""A Structure that is to come: its line, its kind, and the hexes that could take it."""


def items(entry: Entry) -> tuple[Item, ...]:
    """Return what a line sets up, in the order of 14.0: Structures, units, leaders."""
    structures = [("structure", kind) for kind in entry.structures]
    units = [("unit", kind) for kind, count in entry.units for _ in range(count)]
    return (*structures, *units, *(("leader", leader) for leader in entry.leaders))


class Plan:
    """The set-up of one scenario."""

    def __init__(self, game: MaoriWars, scenario: Scenario) -> None:
        self._town, self._open = game.cat.town, game.cat.open
        self.entries = scenario.entries
        self.listed = [items(entry) for entry in scenario.entries]
        self._kept: dict[int, set[int]] = {}
        for entry in scenario.entries:
            if entry.fixed:
                self._kept.setdefault(entry.hexes[0], set()).add(SEAT_OF_SIDE[entry.side])
        self._lines = {(i, j): self._line(i, j) for i, of in enumerate(self.listed) for j in range(len(of) + 1)}
        self._later: dict[tuple[int, int], tuple[Wanted, ...]] = {}
        self._hexes: dict[tuple[int, int], tuple[int, ...]] = {}

    def line(self, i: int, j: int) -> tuple[int, int] | None:
        """Return the line and the item that come next: these, or the first ones of the next line that has any."""
        return self._lines.get((i, j))

    def _line(self, i: int, j: int) -> tuple[int, int] | None:
        while i < len(self.entries):
            if j < len(self.listed[i]):
                return i, j
            i, j = i + 1, 0
        return None

    def reserved(self, entry: Entry, at: int) -> bool:
        """Tell whether a line of another side names this very hex: it is kept for it."""
        kept = self._kept.get(at)
        return kept is not None and (len(kept) > 1 or SEAT_OF_SIDE[entry.side] not in kept)

    @rule("maori_wars:14.0.2")
    def hexes(self, i: int, kind: int) -> tuple[int, ...]:
        """Return the hexes of a line that could take a Structure: open, no Town but for a Fort, not reserved."""
        found = self._hexes.get((i, kind))
        if found is None:
            entry = self.entries[i]
            fort = kind == FORT and entry.side == BRITISH
            found = self._hexes[i, kind] = tuple(
                at
                for at in entry.hexes
                if self._open[at] and (fort or not self._town[at]) and not self.reserved(entry, at)
            )
        return found

    def later(self, i: int, j: int) -> tuple[Wanted, ...]:
        """Return the Structures still to come from this item on, those with the least choice first."""
        found = self._later.get((i, j))
        if found is None:
            wanted: list[Wanted] = []
            for line in range(i, len(self.entries)):
                entry = self.entries[line]
                if entry.where == "map":
                    coming = self.listed[line][j if line == i else 0 :]
                    wanted += [(entry, kind, self.hexes(line, kind)) for what, kind in coming if what == "structure"]
            found = self._later[i, j] = tuple(sorted(wanted, key=lambda one: len(one[0].hexes)))
        return found


def plan(game: MaoriWars, scenario: Scenario) -> Plan:
    """Return the plan of a scenario."""
    found = game.plans.get(scenario.id)
    if found is None:
        found = game.plans[scenario.id] = Plan(game, scenario)
    return found


class Ground:
    """What stands where while Structures are being tried."""

    __slots__ = ("camps", "game", "sides")

    def __init__(self, game: MaoriWars, state: State) -> None:
        there = board(game, state)
        self.game = game
        self.sides: dict[int, int] = {site[0]: site[2] for site in there.sites}
        """By hex: whose Structure is there."""
        self.camps: Mapping[int, int] = there.camps

    @rule("maori_wars:14.0.2")
    def clear(self, at: int, side: int, beside: bool, free: tuple[int, ...]) -> bool:
        """Tell whether a Structure may be set up in one of the hexes that could take it.

        Not on another one; not with Neutrals or the enemy; not next to an enemy Structure, unless water lies between or
        the scenario permits it for either of the two. Neutrals may stand next to anybody.
        """
        seat, sides = CAMP[side], self.sides
        if at in sides or self.camps.get(at, 0) & ~(1 << seat):
            return False
        if side == NEUTRAL or beside:
            return True
        cat = self.game.cat
        for way, other in enumerate(cat.neighbours[at]):
            enemy = (other in sides and CAMP[sides[other]] == 1 - seat) or (seat != BRITISH_SEAT and cat.town[other])
            if enemy and other >= 0 and not cat.waterside[at] >> way & 1 and other not in free:
                return False
        return True

    def room(self, wanted: tuple[Wanted, ...], free: tuple[int, ...], n: int = 0) -> tuple[int, ...] | None:
        """Return hexes for all Structures that are still to come, or None if they would not all find one."""
        if n == len(wanted):
            return ()
        entry, _, hexes = wanted[n]
        for at in hexes:
            if self.clear(at, entry.side, entry.beside, free):
                self.sides[at] = entry.side
                rest = self.room(wanted, (*free, at) if entry.beside else free, n + 1)
                del self.sides[at]
                if rest is not None:
                    return at, *rest
        return None
