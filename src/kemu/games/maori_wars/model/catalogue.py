"""The catalogue: everything that never changes in a game, worked out once from the kit.

Hexes, kinds of units, counters and territories are small ints, so that a state can hold them flat; most facts are
tuples by hex. What a hex has at its six sides is a set of bits, one a direction: N, NE, SE, S, SW, NW are 0 to 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeVar, cast

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import Kit, KitError, TomlPath
from kemu.parts.hexes import OFF, HexGrid, opposite
from kemu.parts.spelling import folded

from .chits import Chit, read_chits
from .kitfile import BombardRow, Campaign, CombatRow, Kind, Leader, Level, Map, Modifiers, Tables, TalkRow, Units
from .scenario import Scenario, read_campaign, read_scenarios

BRITISH, QUEENITE, MAORI, NEUTRAL = range(4)
"""The sides: of counters, Structures and entries of a set-up."""
SIDES = ("british", "queenite", "maori", "neutral")
SIDE_NAMES = ("British", "Queenite", "Maori", "Neutral")
SEAT_OF_SIDE = (0, 0, 1, -1)
"""The seat that plays each side; Neutrals are nobody's."""

INFANTRY, AUSTRALIAN, NAVAL, MILITIA, CONSTABULARY, RANGER, CAVALRY, WARRIOR = range(8)
ARTILLERY, GUNBOAT, CANOE, LEADER = range(8, 12)
KINDS = (
    *("infantry", "australian", "naval", "militia", "constabulary", "ranger", "cavalry", "warrior"),
    *("artillery", "gunboat", "canoe", "leader"),
)
"""The kinds that the rules know; `units.toml` says what each of them can do."""

NONE, VILLAGE, SETTLEMENT, PA, FORT = range(5)
"""What stands in a hex. A Town is part of the map; a Fort may stand on one."""
STRUCTURES = ("none", "village", "settlement", "pa", "fort")

CLEAR, ROUGH, MOUNTAIN, LAKE, OCEAN, ISLAND = range(6)
TERRAIN = ("clear", "rough", "mountain", "lake", "ocean", "island")
LETTERS = {"c": CLEAR, "r": ROUGH, "m": MOUNTAIN, "l": LAKE, ".": OCEAN, "i": ISLAND}
"""Terrain as `map.toml` has it; a capital letter is a coastal hex."""

LESSER, EQUAL, GREATER = range(3)
COLUMNS = ("lesser", "equal", "greater")
LEAST, MOST = 0, 7
"""Table lookups are clamped to these."""
RESULTS = {
    "none": "-",
    "retreat": "R",
    "disrupted": "D",
    "all-disrupted": "A",
    "eliminated": "E",
    "eliminated-rest-disrupted": "X",
}
UNITS, PA_TARGET, VILLAGE_TARGET, CANOE_TARGET, NEUTRAL_TARGET = range(5)
TARGETS = ("units", "pa", "village", "canoe", "neutral")
"""The columns of the Bombardment table."""
SHELLED = {
    "none": "-",
    "disrupted": "D",
    "eliminated": "E",
    "removed": "removed",
    "destroyed": "destroyed",
    "join-maori": "maori",
    "join-british": "british",
}
TALKS = {"opponent": "opponent", "none": "-", "joins": "own"}

LIGHT, FOOT, HORSE, GUN = range(4)
"""Classes of movement on land."""
CLASSES = ("light", "foot", "horse", "gun")


Rolled = TypeVar("Rolled", CombatRow, BombardRow, TalkRow)


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


class Counter(Struct, frozen=True):
    """One counter of a unit, a boat or a leader."""

    id: str
    kind: int
    side: int
    name: str


def slug(name: str) -> str:
    """Return a name as an id.

    >>> slug("Te Ngutu-o-te-Manu"), slug("Ōhaeawai")
    ('te-ngutu-o-te-manu', 'ohaeawai')
    """
    return folded(name).replace(" ", "-")


class Catalogue:
    """The map, the counters, the tables, the chits and the scenarios of one kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._map(kit.read("map.toml", Map))
        self._ways()
        self._units(kit.read("units.toml", Units))
        self._tables(kit.read("tables.toml", Tables))
        self._terrain_costs()
        self.chits: tuple[Chit, ...] = read_chits(kit)
        """In the order of their numbers: chit n is `chits[n - 1]`."""
        self._check_chits()
        self.scenarios: dict[str, Scenario] = read_scenarios(self)
        """By id, in the order of their numbers."""
        self.campaign: Campaign = read_campaign(self)

    def wrong(self, name: str, path: TomlPath, message: str) -> KitError:
        """Return an error about one place of a kit file."""
        return self.kit.error(name, path, message)

    # -- the map -----------------------------------------------------------------------------------------

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
        self.name: tuple[str, ...] = tuple(names)
        """By hex: the first place in it that the map shows, or the first, or ''."""
        towns = {place.hex for place in places if place.town}
        self.town: tuple[bool, ...] = tuple(h in towns for h in range(self.n))

    def where(self, h: int) -> str:
        """Return a hex in words: its place and its label."""
        return f"{self.name[h]} ({self.label[h]})" if self.name[h] else self.label[h]

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

    # -- units -------------------------------------------------------------------------------------------

    @rule("maori_wars:3.0", "maori_wars:R1")
    def _units(self, file: Units) -> None:
        """Read the table of kinds, then make the counters: so many of each kind and side, and the leaders."""
        given = {kind.id: i for i, kind in enumerate(file.kind)}
        for i, kind in enumerate(file.kind):
            if kind.id not in KINDS:
                message = f"the rules know no kind '{kind.id}'; they know {', '.join(KINDS)}"
                raise self.wrong("units.toml", ("kind", i, "id"), message)
        for known in KINDS:
            if known not in given:
                raise self.wrong("units.toml", ("kind",), f"the kind '{known}' is missing")
        self.kinds: tuple[Kind, ...] = tuple(file.kind[given[name]] for name in KINDS)
        counters: list[Counter] = []
        for side in SIDES:
            for k, kind in enumerate(self.kinds):
                sheets = [s for s in file.sheet if s.side == side and s.kind == kind.id]
                count = sum(sheet.count for sheet in sheets)
                for number in range(1, count + 1):
                    name = self.kind_name(k, SIDES.index(side))
                    counters.append(Counter(f"{side[0]}-{kind.id}-{number}", k, SIDES.index(side), name))
        for i, sheet in enumerate(file.sheet):
            if sheet.kind not in KINDS or sheet.kind == "leader":
                raise self.wrong("units.toml", ("sheet", i, "kind"), f"there is no kind of unit '{sheet.kind}'")
        self.leaders: tuple[Leader, ...] = file.leader
        twins: dict[int, dict[int, int]] = {}
        seen: set[str] = set()
        for i, leader in enumerate(file.leader):
            if leader.id in seen:
                raise self.wrong("units.toml", ("leader", i, "id"), f"the leader '{leader.id}' stands there twice")
            seen.add(leader.id)
            own: dict[int, int] = {}
            for j, side in enumerate(leader.sides):
                id = leader.id if j == 0 else f"{leader.id}-{side[0]}"  # noqa: A001
                own[SIDES.index(side)] = len(counters)
                counters.append(Counter(id, LEADER, SIDES.index(side), leader.name))
            twins.update(dict.fromkeys(own.values(), own))
        self.counters: tuple[Counter, ...] = tuple(counters)
        self.index: dict[str, int] = {counter.id: i for i, counter in enumerate(counters)}
        self.kind: tuple[int, ...] = tuple(counter.kind for counter in counters)
        self.side: tuple[int, ...] = tuple(counter.side for counter in counters)
        self.seat_of: tuple[int, ...] = tuple(SEAT_OF_SIDE[counter.side] for counter in counters)
        self.ranger_leader: frozenset[int] = frozenset(
            self.index[leader.id] for leader in file.leader if leader.rangers
        )
        """Von Tempsky and Jackson, who rally Rangers and raid with them."""
        self.raid: tuple[int, ...] = tuple(
            self.kinds[kind].raid if self.kinds[kind].raid_side in ("", SIDES[side]) else 0
            for kind, side in zip(self.kind, self.side, strict=True)
        )
        """By counter: what it adds to a raid (R35), without leaders of Rangers."""
        self.leader_of: dict[int, Leader] = {
            self.index[f"{leader.id}" if j == 0 else f"{leader.id}-{side[0]}"]: leader
            for leader in file.leader
            for j, side in enumerate(leader.sides)
        }
        pools: dict[tuple[int, int], list[int]] = {}
        for i, counter in enumerate(counters):
            if counter.kind != LEADER:
                pools.setdefault((counter.side, counter.kind), []).append(i)
        self.pool: dict[tuple[int, int], tuple[int, ...]] = {key: tuple(pool) for key, pool in pools.items()}
        """By side and kind: the counters there are."""
        self.equivalent: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            self._equivalents(i, twins) for i in range(len(counters))
        )
        """By counter and side: the counters that may stand for it if it changes to that side (R21)."""
        self.structures: dict[tuple[int, int], int] = {}
        for entry in file.structures:
            key = (STRUCTURES.index(entry.structure), SIDES.index(entry.side))
            self.structures[key] = self.structures.get(key, 0) + entry.count

    def _equivalents(self, i: int, twins: dict[int, dict[int, int]]) -> tuple[tuple[int, ...], ...]:
        counter = self.counters[i]
        if counter.kind == LEADER:
            return tuple((twins[i][side],) if side in twins[i] else () for side in range(4))
        return tuple(self.pool.get((side, counter.kind), ()) for side in range(4))

    def kind_name(self, kind: int, side: int, many: bool = False) -> str:
        """Return a kind in words, with its side where that is needed."""
        name = self.kinds[kind].plural if many else self.kinds[kind].name
        return f"{SIDE_NAMES[side]} {name}" if self.kinds[kind].id in ("warrior", "canoe") else name

    def leader_named(self, name: str) -> int | None:
        """Return the counter of the leader with this name or id, on the first of his sides."""
        key = slug(name)
        for leader in self.leaders:
            if key in (leader.id, slug(leader.name), slug(leader.short)):
                return self.index[leader.id]
        return None

    # -- tables ------------------------------------------------------------------------------------------

    @rule("maori_wars:R25", "maori_wars:R29", "maori_wars:R20")
    def _tables(self, file: Tables) -> None:
        """Lay every table out by the roll, from 0 to 7; the first line stands for less too, the last for more."""
        combat, bombard, talk = (
            self._rolled("combat", file.combat),
            self._rolled("bombard", file.bombard),
            self._rolled("talk", file.talk),
        )
        self.crt: tuple[tuple[str, ...], ...] = tuple(
            tuple(RESULTS[getattr(row, column)] for row in combat) for column in COLUMNS
        )
        """By column (LESSER, EQUAL, GREATER) and roll: - R D A E X."""
        self.bombard: tuple[tuple[str, ...], ...] = tuple(
            tuple(SHELLED[getattr(row, target)] for row in bombard) for target in TARGETS
        )
        self.negotiate: tuple[str, ...] = tuple(TALKS[row.result] for row in talk)
        self.modifiers: Modifiers = file.modifiers
        self.drm: dict[str, int] = {
            name: value for name, value in _fields(file.modifiers).items() if isinstance(value, int)
        }
        self.vp: dict[str, int] = {
            name: value for name, value in _fields(file.points).items() if isinstance(value, int)
        }
        self.levels: tuple[Level, ...] = file.level
        self.terrain_rows = {row.terrain: row for row in file.terrain}
        for name in TERRAIN:
            if name not in self.terrain_rows:
                raise self.wrong("tables.toml", ("terrain",), f"the terrain '{name}' is missing")

    def _rolled(self, table: str, rows: Sequence[Rolled]) -> list[Rolled]:
        for i, (row, after) in enumerate(pairwise(rows), 1):
            if after.roll != row.roll + 1:
                raise self.wrong("tables.toml", (table, i, "roll"), "rolls rise by 1 from line to line")
        first, last = rows[0].roll, rows[-1].roll
        return [rows[min(max(roll, first), last) - first] for roll in range(LEAST, MOST + 1)]

    @rule("maori_wars:R9")
    def _terrain_costs(self) -> None:
        """By class of movement and hex: what entering costs; 0 where it is closed."""
        rows = [self.terrain_rows[name] for name in TERRAIN]
        self.cost: tuple[tuple[int, ...], ...] = tuple(
            tuple(getattr(rows[ground], name) or 0 for ground in self.terrain) for name in CLASSES
        )
        self.stack_limit: tuple[int, ...] = tuple(rows[ground].stack for ground in self.terrain)
        self.stack_limit_british: tuple[int, ...] = tuple(rows[ground].stack_british for ground in self.terrain)
        self.attack_drm: tuple[int, ...] = tuple(rows[ground].attack for ground in self.terrain)

    def movement_class(self, counter: int) -> int:
        """Return a counter's class of movement: warriors of every side are light."""
        moves = self.kinds[self.kind[counter]].moves
        return CLASSES.index(moves) if moves in CLASSES else LIGHT

    def _check_chits(self) -> None:
        """Refuse a chit that names a kind, a territory or a leader that the kit does not have."""
        for chit in self.chits:
            for part in (*chit.needs, *chit.effects):
                fields = _fields(part)
                for field, known, what in (
                    ("kinds", KINDS, "kind"),
                    ("kind", KINDS, "kind"),
                    ("territories", self.territories, "territory"),
                    ("leader", self.index, "leader"),
                    ("name", self.index, "leader"),
                ):
                    given = fields.get(field) or ()
                    for name in (given,) if isinstance(given, str) else cast("tuple[str, ...]", given):
                        if name not in known:
                            message = f"chit {chit.number}, {chit.title}: there is no {what} '{name}'"
                            raise self.wrong("chits.toml", ("chit",), message)


def _fields(struct: Struct) -> dict[str, object]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


__all__ = ["OFF", "Catalogue", "opposite"]
