"""The map of the North Island, worked out once from `map.toml`: terrain, territories, places, waters, ways.

Hexes and territories are small ints. Most facts are tuples by hex. What a hex has at its six sides is a set of bits,
one a direction: N, NE, SE, S, SW, NW are 0 to 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, pi

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import Kit, KitError, TomlPath
from kemu.parts.hexes import OFF, HexGrid
from kemu.parts.spelling import folded

from .kitfile import Map

CLEAR, ROUGH, MOUNTAIN, LAKE, OCEAN, ISLAND = range(6)
TERRAIN = ("clear", "rough", "mountain", "lake", "ocean", "island")
WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
LETTERS = {"c": CLEAR, "r": ROUGH, "m": MOUNTAIN, "l": LAKE, ".": OCEAN, "i": ISLAND}
"""Terrain as `map.toml` has it; a capital letter is a coastal hex."""


class Place(Struct, frozen=True):
    """A named place."""

    name: str
    slug: str
    hex: int
    town: bool
    shown: bool
    source: str


class River(Struct, frozen=True):
    """A river, from its lower end upstream; so many of its hexes from that end are navigable."""

    name: str
    hexes: tuple[int, ...]
    navigable: int


def slug(name: str) -> str:
    """Return a name as an id.

    >>> slug("Te Ngutu-o-te-Manu"), slug("Ōhaeawai")
    ('te-ngutu-o-te-manu', 'ohaeawai')
    """
    return folded(name).replace(" ", "-")


class Island:
    """The map of one kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._map(kit.read("map.toml", Map))
        self._ways()

    def wrong(self, name: str, path: TomlPath, message: str) -> KitError:
        """Return an error about one place of a kit file."""
        return self.kit.error(name, path, message)

    @rule("maori_wars:R40")
    def _map(self, file: Map) -> None:
        """Read the rows of letters, then what is named."""
        given = file.grid
        self.grid = HexGrid(given.columns, given.rows, given.top, given.shifted)
        self.n = self.grid.count
        self.neighbours = self.grid.neighbours
        """By hex, six: N NE SE S SW NW; -1 where the map ends."""
        self.distance = self.grid.distance
        self.label: tuple[str, ...] = tuple(self.grid.label(h) for h in range(self.n))
        self.hex_of: dict[str, int] = {label: h for h, label in enumerate(self.label)}
        self._territories(file)
        self._rows(file)
        self._places(file)
        self._waters(file)

    def _territories(self, file: Map) -> None:
        codes = [territory.code for territory in file.territory]
        self.territories: tuple[str, ...] = tuple(codes)
        self.territory_names: tuple[str, ...] = tuple(territory.name for territory in file.territory)
        self.territory_index: dict[str, int] = {code: t for t, code in enumerate(codes)}
        self._territory_letters = {territory.letter: t for t, territory in enumerate(file.territory)}
        for i, territory in enumerate(file.territory):
            for code in territory.borders:
                if code not in codes:
                    message = f"there is no territory '{code}'; there are {', '.join(codes)}"
                    raise self.wrong("map.toml", ("territory", i, "borders"), message)
                if territory.code not in file.territory[codes.index(code)].borders:
                    message = f"{territory.code} borders {code}, but not the other way round"
                    raise self.wrong("map.toml", ("territory", i, "borders"), message)
        self.next_territories: tuple[tuple[int, ...], ...] = tuple(
            tuple(codes.index(code) for code in territory.borders) for territory in file.territory
        )

    def _rows(self, file: Map) -> None:
        grid = self.grid
        terrain, territory, coastal = [OCEAN] * self.n, [-1] * self.n, [False] * self.n
        seen: set[int] = set()
        for i, row in enumerate(file.row):
            if not 1 <= row.row <= grid.rows or row.row in seen:
                message = f"the rows are 1 to {grid.rows}, each once"
                raise self.wrong("map.toml", ("row", i, "row"), message)
            seen.add(row.row)
            for field, letters in (("terrain", row.terrain), ("territory", row.territory)):
                if len(letters) != grid.columns:
                    message = f"it has {len(letters)} letters; the map has {grid.columns} columns"
                    raise self.wrong("map.toml", ("row", i, field), message)
            for column, (ground, land) in enumerate(zip(row.terrain, row.territory, strict=True)):
                h = column * grid.rows + row.row - 1
                if ground.lower() not in LETTERS:
                    message = f"there is no terrain '{ground}' (column {column + 1}); there are {' '.join(LETTERS)}"
                    raise self.wrong("map.toml", ("row", i, "terrain"), message)
                terrain[h] = LETTERS[ground.lower()]
                coastal[h] = ground.isupper()
                if land != "." and land not in self._territory_letters:
                    message = f"no territory has the letter '{land}' (column {column + 1})"
                    raise self.wrong("map.toml", ("row", i, "territory"), message)
                territory[h] = self._territory_letters.get(land, -1)
                if (terrain[h] in (OCEAN, ISLAND)) != (territory[h] < 0):
                    message = f"{self.label[h]} needs a territory if it is land or lake, and has none at sea"
                    raise self.wrong("map.toml", ("row", i, "territory"), message)
        if len(seen) != grid.rows:
            missing = min(set(range(1, grid.rows + 1)) - seen)
            raise self.wrong("map.toml", ("row",), f"row {missing} is missing")
        self.terrain: tuple[int, ...] = tuple(terrain)
        self.territory: tuple[int, ...] = tuple(territory)
        """By hex: an index of `territories`, -1 at sea."""
        self.coastal: tuple[bool, ...] = tuple(coastal)
        self.land: tuple[int, ...] = tuple(h for h in range(self.n) if terrain[h] in (CLEAR, ROUGH, MOUNTAIN, LAKE))
        self.open: tuple[bool, ...] = tuple(ground in (CLEAR, ROUGH) for ground in terrain)
        """What a land counter may enter (R9)."""
        self.forbidden: tuple[bool, ...] = tuple(not is_open for is_open in self.open)
        """Where 14.0 forbids the last hex of a set-up."""

    def _hex(self, label: str, file: str, path: TomlPath) -> int:
        if label not in self.hex_of:
            raise self.wrong(file, path, f"there is no hex {label}")
        return self.hex_of[label]

    def _places(self, file: Map) -> None:
        places: list[Place] = []
        self.place: dict[str, int] = {}
        for i, raw in enumerate(file.place):
            at = self._hex(raw.hex, "map.toml", ("place", i, "hex"))
            id = slug(raw.name)  # noqa: A001
            if id in self.place:
                raise self.wrong("map.toml", ("place", i, "name"), f"the place {raw.name} stands there twice")
            if not self.open[at]:
                message = f"{raw.name} lies in {raw.hex}, which is {TERRAIN[self.terrain[at]]}"
                raise self.wrong("map.toml", ("place", i, "hex"), message)
            self.place[id] = at
            places.append(Place(raw.name, id, at, raw.town, raw.shown, raw.source))
        self.places: tuple[Place, ...] = tuple(places)
        names = [""] * self.n
        for place in sorted([*reversed(places)], key=lambda place: place.shown):
            names[place.hex] = place.name
        self._where: dict[int, str] = {}
        self.name: tuple[str, ...] = tuple(names)
        """By hex: the first place in it that the map shows, or the first, or ''."""
        towns = {place.hex for place in places if place.town}
        self.town: tuple[bool, ...] = tuple(h in towns for h in range(self.n))

    def where(self, h: int) -> str:
        """Return a hex in words: its place and its label; where nothing has a name, how far it is from what has one."""
        if self.name[h]:
            return f"{self.name[h]} ({self.label[h]})"
        known = self._where.get(h)
        if known is None:
            known = self._where[h] = self._beside(h)
        return known

    def _beside(self, h: int) -> str:
        """Return a hex by its label and the nearest place that the map shows, a Town before any other."""
        shown = [place for place in self.places if place.shown]
        if not shown:
            return f"Hex {self.label[h]}"
        place = min(shown, key=lambda place: (self.distance(h, place.hex), not place.town))
        (x, y), (from_x, from_y) = self.grid.centre(h), self.grid.centre(place.hex)
        wind = WINDS[round(atan2(x - from_x, from_y - y) / (pi / 4)) % 8]
        return f"Hex {self.label[h]} ({self.distance(h, place.hex)} {wind} of {place.name})"

    def _waters(self, file: Map) -> None:
        """Rivers, lakes, and hexsides that are all water."""
        dashed = self._hexsides("lake", [lake.sides for lake in file.lake])
        straits = self._hexsides("strait", [strait.sides for strait in file.strait])
        self.dashed: tuple[int, ...] = self.grid.sides(side for sides in dashed for side in sides)
        wet = self.grid.sides(side for sides in (*dashed, *straits) for side in sides)
        self.waterside: tuple[int, ...] = wet
        """By hex: the sides that are all water, dashed lake hexsides among them: nobody on foot crosses them."""
        rivers: list[River] = []
        for i, raw in enumerate(file.river):
            hexes = tuple(self._hex(label, "map.toml", ("river", i, "hexes")) for label in raw.hexes)
            for a, b in pairwise(hexes):
                if self.grid.direction(a, b) < 0:
                    message = f"{raw.name}: {self.label[a]} and {self.label[b]} are no neighbours"
                    raise self.wrong("map.toml", ("river", i, "hexes"), message)
            if raw.navigable > len(hexes):
                message = f"{raw.name} has {len(hexes)} hexes; {raw.navigable} of them cannot be navigable"
                raise self.wrong("map.toml", ("river", i, "navigable"), message)
            rivers.append(River(raw.name, hexes, raw.navigable))
        self.rivers: tuple[River, ...] = tuple(rivers)
        self.lakes: tuple[str, ...] = tuple(lake.name for lake in file.lake)
        waters = [int(coastal) for coastal in self.coastal]
        navigable = [False] * self.n
        for bit, river in enumerate(rivers, 1):
            for h in river.hexes:
                waters[h] |= 1 << bit
            for h in river.hexes[: river.navigable]:
                navigable[h] = True
        in_lake = [False] * self.n
        for bit, sides in enumerate(dashed, 1 + len(rivers)):
            for h in {h for side in sides for h in side}:
                waters[h] |= 1 << bit
                in_lake[h] = True
        for h in range(self.n):
            if self.terrain[h] == OCEAN:
                waters[h] |= 1
        self.waters: tuple[int, ...] = tuple(waters)
        """By hex: the waters it lies on, one bit each: 0 the sea, then each river, then each lake (R29)."""
        self.water_names: tuple[str, ...] = ("the sea", *(river.name for river in rivers), *self.lakes)
        self.navigable: tuple[bool, ...] = tuple(navigable)
        self.river: tuple[bool, ...] = tuple(bool(mask >> 1 & (1 << len(rivers)) - 1) for mask in waters)
        self.lake: tuple[bool, ...] = tuple(in_lake)
        """By hex: whether it has a dashed lake hexside."""

    def _hexsides(self, table: str, groups: Sequence[Iterable[str]]) -> list[list[tuple[int, int]]]:
        read: list[list[tuple[int, int]]] = []
        for i, sides in enumerate(groups):
            pairs: list[tuple[int, int]] = []
            for text in sides:
                a, b = (self._hex(label, "map.toml", (table, i, "sides")) for label in text.split("/"))
                if self.grid.direction(a, b) < 0:
                    raise self.wrong("map.toml", (table, i, "sides"), f"{text}: these hexes are no neighbours")
                pairs.append((a, b))
            read.append(pairs)
        return read

    @rule("maori_wars:6.0", "maori_wars:R23")
    def _ways(self) -> None:
        """Work out which neighbours can be walked to, paddled to, steamed to."""
        on_river: set[tuple[int, int]] = set()
        steamed: set[tuple[int, int]] = set()
        for river in self.rivers:
            for links, run in ((on_river, river.hexes), (steamed, river.hexes[: river.navigable])):
                for a, b in pairwise(run):
                    links |= {(a, b), (b, a)}
        afloat = [self.terrain[h] == OCEAN or self.coastal[h] or self.terrain[h] == ISLAND for h in range(self.n)]
        walks: list[tuple[int, ...]] = []
        canoe: list[tuple[int, ...]] = []
        at_sea: list[tuple[int, ...]] = []
        steam: list[tuple[int, ...]] = []
        for h in range(self.n):
            around = [(d, other) for d, other in enumerate(self.neighbours[h]) if other != OFF]
            wet = self.waterside[h]
            walks.append(tuple(o for d, o in around if self.open[h] and self.open[o] and not wet >> d & 1))
            sea = tuple(
                o
                for d, o in around
                if afloat[h]
                and afloat[o]
                and ISLAND not in (self.terrain[h], self.terrain[o])
                and not self.dashed[h] >> d & 1
            )
            at_sea.append(sea)
            steam.append(tuple(o for _, o in around if (h, o) in steamed))
            canoe.append(
                tuple(
                    o
                    for d, o in around
                    if o in sea
                    or (h, o) in on_river
                    or (self.dashed[h] >> d & 1 and self._by_boat(h) and self._by_boat(o))
                )
            )
        self.walks: tuple[tuple[int, ...], ...] = tuple(walks)
        """By hex: where a land counter may step to or attack: both open, no water hexside between."""
        self.sea_links: tuple[tuple[int, ...], ...] = tuple(at_sea)
        """By hex: the coastal and ocean hexes beside it, if it is one."""
        self.canoe_links: tuple[tuple[int, ...], ...] = tuple(canoe)
        """By hex: where a Canoe may paddle to: the sea, the next hex of a river, across a dashed lake hexside."""
        self.river_links: tuple[tuple[int, ...], ...] = tuple(steam)
        """By hex: where a Gunboat may steam to along a navigable river."""
        self.steaming: tuple[bool, ...] = tuple(self.coastal[h] or self.navigable[h] for h in range(self.n))
        """By hex: whether a Gunboat may lie there."""
        self.paddling: tuple[bool, ...] = tuple(self.coastal[h] or bool(canoe[h]) for h in range(self.n))
        """By hex: whether a Canoe has water there."""

    def _by_boat(self, h: int) -> bool:
        return self.terrain[h] in (CLEAR, ROUGH, LAKE)
