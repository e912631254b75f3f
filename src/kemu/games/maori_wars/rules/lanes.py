"""6.0: the ways on foot and by Canoe, and how far one comes on them.

Sets of hexes are the bits of one number here, so that a whole front goes on at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.parts.bits import bits

from ..model.island import OCEAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..model.catalogue import Catalogue

NOWHERE: frozenset[int] = frozenset()


def as_bits(places: Iterable[int]) -> int:
    """Return the hexes among some places as the bits of a number.

    >>> as_bits([0, 3, -1])
    9
    """
    found = 0
    for at in places:
        if at >= 0:
            found |= 1 << at
    return found


class Links:
    """From which hexes one may step to which: bits by the difference of the two numbers."""

    __slots__ = ("_back", "_on")

    def __init__(self, links: Sequence[Sequence[int]]) -> None:
        froms: dict[int, int] = {}
        for at, around in enumerate(links):
            for to in around:
                froms[to - at] = froms.get(to - at, 0) | 1 << at
        self._on = tuple((way, hexes) for way, hexes in froms.items() if way > 0)
        self._back = tuple((-way, hexes) for way, hexes in froms.items() if way < 0)

    def step(self, hexes: int) -> int:
        """Return where one may step to from some hexes."""
        found = 0
        for way, froms in self._on:
            found |= (hexes & froms) << way
        for way, froms in self._back:
            found |= (hexes & froms) >> way
        return found


class Reach:
    """How far a counter comes: by what it costs, the hexes that it cannot reach for less, its own for nothing."""

    __slots__ = ("all", "by_cost")

    def __init__(self, by_cost: list[int]) -> None:
        self.by_cost = by_cost
        self.all = 0
        """All of them but its own."""
        for hexes in by_cost[1:]:
            self.all |= hexes

    def cost(self, to: int) -> int:
        """Return what it costs to go to a hex within reach."""
        return next(cost for cost, hexes in enumerate(self.by_cost) if hexes >> to & 1)

    def short_of(self, cost: int) -> int:
        """Return the hexes that are reached for less."""
        found = 0
        for hexes in self.by_cost[1:cost]:
            found |= hexes
        return found

    def costs(self) -> dict[int, int]:
        """Return the hexes within reach, and what it costs to go there."""
        return {to: cost for cost, hexes in enumerate(self.by_cost) for to in bits(hexes)}


def _lines(cat: Catalogue, at: int, *, wet: bool) -> tuple[int, ...]:
    return tuple(
        to
        for way, to in enumerate(cat.neighbours[at])
        if to >= 0
        and (wet or (cat.terrain[to] != OCEAN and cat.terrain[at] != OCEAN and not cat.waterside[at] >> way & 1))
    )


class Lanes:
    """The ways of one map."""

    def __init__(self, cat: Catalogue) -> None:
        self._walks = Links(cat.walks)
        self._sea = Links(cat.sea_links)
        self._inland = Links(
            [[to for to in links if to not in sea] for links, sea in zip(cat.canoe_links, cat.sea_links, strict=True)]
        )
        """Along rivers and across dashed hexsides."""
        self._priced = tuple(
            tuple((price, as_bits(at for at in range(cat.n) if of[at] == price)) for price in sorted({*of} - {0}))
            for of in cat.cost
        )
        """By class of movement: what entering costs, and the hexes where it does."""
        self.lands = tuple(
            as_bits(at for at in range(cat.n) if cat.territory[at] == t) for t in range(len(cat.territories))
        )
        """By territory: its hexes."""
        self.neighbours = Links([[to for to in around if to >= 0] for around in cat.neighbours])
        self.supply = Links([_lines(cat, at, wet=False) for at in range(cat.n)])
        self.supply_by_water = Links([_lines(cat, at, wet=True) for at in range(cat.n)])
        """Where a line of supply goes on to, over land, or with a Gunboat over water, too (13.0)."""
        self._beside: dict[tuple[int, int, int], int] = {}

    def steps(self, hexes: int, shut: frozenset[int]) -> int:
        """Return where one may walk to from some hexes, a hex far; into no territory that is shut from another one."""
        found = self._walks.step(hexes)
        for territory in shut:
            land = self.lands[territory]
            found = found & ~land | self._walks.step(hexes & land) & land
        return found

    def beside(self, at: int, moves: int, left: int) -> int:
        """Return where a counter of a class of movement could walk to next, if nobody were in its way."""
        known = self._beside.get((at, moves, left))
        if known is None:
            cheap = sum(hexes for price, hexes in self._priced[moves] if price <= left)
            known = self._beside[at, moves, left] = self._walks.step(1 << at) & cheap
        return known

    @rule("maori_wars:6.0", "maori_wars:R9", "maori_wars:R12")
    def walk(self, start: int, moves: int, left: int, closed: int, ends: int, shut: frozenset[int]) -> Reach:
        """Return every hex that a land counter may reach with what is left of its movement.

        It pays for each hex that it enters. It passes Neutrals, but never an enemy; where a sole leader or a sole boat
        is met on the way, the path ends: who wants to go on past it goes hex by hex. There are no zones of control.
        """
        by_cost, next_to = [1 << start], list[int]()
        passed = closed | 1 << start
        onward = 1 << start
        for spent in range(1, left + 1):
            next_to.append(self.steps(onward, shut) if onward else 0)
            found = 0
            for price, hexes in self._priced[moves]:
                if price <= spent:
                    found |= next_to[spent - price] & hexes
            found &= ~passed
            passed |= found
            by_cost.append(found)
            onward = found & ~ends
        return Reach(by_cost)

    def ways(self, reach: Reach, moves: int, ends: int, shut: frozenset[int]) -> dict[int, tuple[int, int]]:
        """Return the hexes of a walk, each with what it costs and the hex before it on a cheapest path."""
        found: dict[int, tuple[int, int]] = {}
        for cost, hexes in enumerate(reach.by_cost):
            for to in bits(hexes if cost else 0):
                price = next(price for price, there in self._priced[moves] if there >> to & 1)
                before = reach.by_cost[cost - price]
                if cost > price:
                    before &= ~ends
                found[to] = cost, next(at for at in bits(before) if self.steps(1 << at, shut) >> to & 1)
        return found

    @rule("maori_wars:6.0.2", "maori_wars:3.0.14", "maori_wars:R15")
    def paddle(self, start: int, left: int, closed: int) -> Reach:
        """Return the hexes that a Canoe may pass: 1 a hex, by sea, along rivers, across dashed hexsides.

        Past an enemy it goes only from the sea to a coastal hex; never into an enemy river or lake hex.
        """
        by_cost = [1 << start]
        passed = 1 << start
        for _ in range(left):
            front = by_cost[-1]
            found = (self._sea.step(front) | self._inland.step(front) & ~closed) & ~passed
            passed |= found
            by_cost.append(found)
        return Reach(by_cost)
