"""The catalogue: everything that never changes in a game, worked out once from the kit.

Kinds of units, counters, hexes and territories are small ints, so that a state can hold them flat. The map is in
`island`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar, cast

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import Kit

from .chits import Chit, read_chits
from .island import TERRAIN, Island, slug
from .kitfile import BombardRow, Campaign, CombatRow, Kind, Leader, Level, Tables, TalkRow, Units
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


class Counter(Struct, frozen=True):
    """One counter of a unit, a boat or a leader."""

    id: str
    kind: int
    side: int
    name: str


class Catalogue(Island):
    """The map, the counters, the tables, the chits and the scenarios of one kit."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._units(kit.read("units.toml", Units))
        self._tables(kit.read("tables.toml", Tables))
        self._terrain_costs()
        self.chits: tuple[Chit, ...] = read_chits(kit)
        """In the order of their numbers: chit n is `chits[n - 1]`."""
        self._check_chits()
        self.scenarios: dict[str, Scenario] = read_scenarios(self)
        """By id, in the order of their numbers."""
        self.campaign: Campaign = read_campaign(self)

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
        self.drm: dict[str, int] = {
            name: value
            for table in (file.modifiers, file.chart_modifiers)
            for name, value in _fields(table).items()
            if isinstance(value, int)
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
