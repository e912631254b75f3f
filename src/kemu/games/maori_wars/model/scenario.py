"""14.0: scenarios: the grammar of their set-ups, and what can be wrong with one.

A place is written as the rulebook says it:

    Waitangi                 that hex
    4 NW of Auckland         so many hexes in a direction, across anything
    2 from Wairoa            any hex so far away, across anything
    beside Wanganui          any hex next to it, across anything
    within 1 of Kaikohe      so near on foot: not over mountains, the ocean, or water hexsides
    bush, box                in the bush, in the Reinforcement Box
    any structure            (arrivals) any Structure of the side
    coast of EC or BP        (arrivals) one coastal hex of these territories, away from the enemy

What is put there is a list of Structures, kinds of units and leaders, a number before what comes several times.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import KitError, TomlPath
from kemu.parts.hexes import OFF

from .kitfile import ArriveFile, Campaign, History, ScenarioFile, SetupFile
from .setup_check import SetupCheck

if TYPE_CHECKING:
    from .catalogue import Catalogue

Where = Literal["map", "bush", "box", "any", "land"]
FILE = re.compile(r"^scenario-.+\.toml$")
_PLACE = re.compile(
    r"^(?:(?P<steps>\d+) (?P<way>[NSEW]{1,2}) of (?P<a>.+)|(?P<far>\d+) from (?P<b>.+)|beside (?P<c>.+)"
    r"|within (?P<near>\d+) of (?P<d>.+))$"
)
_COAST = re.compile(r"^coast of (?P<codes>\w+(?: or \w+)*)$")
_MANY = re.compile(r"^(?:(?P<n>\d+) )?(?P<what>.+)$")


class Entry(Struct, frozen=True, kw_only=True):
    """One line of a set-up (turn 0) or of the automatic reinforcements."""

    side: int
    turn: int
    where: Where
    words: str
    """The place as the file has it."""
    hexes: tuple[int, ...]
    """On the map: the last hexes that 14.0 allows, the nearest ones if it allows none (R40)."""
    territories: tuple[int, ...]
    fixed: bool
    """It names one hex."""
    structures: tuple[int, ...]
    units: tuple[tuple[int, int], ...]
    """Kinds and how many of each."""
    leaders: tuple[int, ...]
    """Counters."""
    beside: bool
    with_leader: int
    """They may also come to this leader's hex; -1: none."""
    cost: int
    """What landing costs them; -1: they do not move on."""


class Shipping(Struct, frozen=True):
    """Units that may be shipped from a hex to one coastal hex in one Movement Phase."""

    turn: int
    at: int
    units: int
    artillery: int


class Bound(Struct, frozen=True):
    """Units of a side and kind that may not leave a hex, or (hex -1) the Fort that they are in."""

    side: int
    kind: int
    at: int


class LeaderPoints(Struct, frozen=True):
    """Victory Points for a seat if a leader is eliminated, or is still in play at the end."""

    leader: int
    when: Literal["eliminated", "at-end"]
    seat: int
    points: int


class OnRiver(Struct, frozen=True):
    """At most so many units of a kind on a river before a turn."""

    river: int
    kind: int
    most: int
    before: int


class Scenario(Struct, frozen=True, kw_only=True):
    """A scenario, worked out."""

    id: str
    number: int
    title: str
    years: str
    blurb: str
    history: History
    turns: int
    area: frozenset[int]
    out: frozenset[int]
    """Chits that are not in the cup, by number."""
    entries: tuple[Entry, ...]
    """The set-up in its order."""
    arrivals: tuple[Entry, ...]
    """Automatic reinforcements in the order of their turns."""
    forts: int
    """How many may be built; -1: any number."""
    sap_from: int
    """The turn from which the Sap may be placed; 0: never."""
    box: int
    no_bush: frozenset[int]
    """Kinds that may not enter the bush."""
    settlements_win: bool
    shipment: Shipping | None
    tied: tuple[Bound, ...]
    leader_vp: tuple[LeaderPoints, ...]
    river_limits: tuple[OnRiver, ...]
    source: str


class _Reader:
    """Reads one scenario file; every error names the file, the line and the field."""

    def __init__(self, cat: Catalogue, file: str, raw: ScenarioFile) -> None:
        self.cat, self.file, self.raw = cat, file, raw

    def wrong(self, path: TomlPath, message: str) -> KitError:
        return self.cat.wrong(self.file, path, message)

    def place(self, name: str, path: TomlPath) -> int:
        from .island import slug

        found = self.cat.place.get(slug(name), self.cat.hex_of.get(name, OFF))
        if found == OFF:
            places = ", ".join(sorted(self.cat.place))
            raise self.wrong(path, f"there is no place '{name}' on the map; there are {places}, and its hexes")
        return found

    @rule("maori_wars:14.0", "maori_wars:14.0.1", "maori_wars:R40")
    def hexes(self, words: str, path: TomlPath) -> tuple[int, ...]:
        """Count as the rulebook says; a forbidden last hex gives way to the nearest legal ones."""
        cat, grid = self.cat, self.cat.grid
        found = _PLACE.match(words)
        if not found:
            return (self.place(words, path),)
        near = found["near"]
        origin = self.place(next(found[key] for key in "abcd" if found[key]), path)
        if near:

            def step(here: int, d: int, there: int) -> int | None:
                return 1 if cat.open[there] and not cat.waterside[here] >> d & 1 else None

            return tuple(grid.reach(origin, int(near), step).cost)
        if found["steps"]:
            try:
                last = grid.go(origin, found["way"], int(found["steps"]))
            except ValueError as error:
                raise self.wrong(path, str(error)) from None
            counted = () if last == OFF else (last,)
        else:
            counted = grid.ring(origin, int(found["far"] or 1))
        legal = tuple(h for h in counted if not cat.forbidden[h])
        if legal:
            return legal
        if not counted:
            raise self.wrong(path, f"'{words}' lies off the map")
        for radius in range(1, grid.columns):
            legal = tuple(h for h in grid.ring(counted[0], radius) if not cat.forbidden[h])
            if legal:
                return legal
        raise self.wrong(path, f"'{words}' has no legal hex")

    def entry(self, given: SetupFile | ArriveFile, path: TomlPath) -> Entry:
        from .catalogue import SIDES

        cat = self.cat
        turn = given.turn if isinstance(given, ArriveFile) else 0
        words, hexes = given.place, ()
        where: Where = "map"
        territories: tuple[int, ...] = ()
        coast = _COAST.match(words)
        if words in ("bush", "box"):
            where = "bush" if words == "bush" else "box"
        elif words == "any structure":
            where = "any"
        elif coast:
            where = "land"
            codes = coast["codes"].split(" or ")
            territories = tuple(self.territory(code, (*path, "place")) for code in codes)
            hexes = tuple(h for h in range(cat.n) if cat.open[h] and cat.coastal[h] and cat.territory[h] in territories)
        else:
            hexes = self.hexes(words, (*path, "place"))
        if where in ("any", "land") and not turn:
            raise self.wrong((*path, "place"), f"'{words}' is for reinforcements; a set-up names a place")
        structures, units, leaders = self.items(given.put, SIDES.index(given.side), (*path, "put"))
        if where in ("bush", "box") and structures:
            raise self.wrong((*path, "put"), f"a Structure cannot be in the {words}")
        if where == "bush":
            for kind, _ in units:
                if not cat.kinds[kind].bush or cat.kinds[kind].id in self.raw.special.no_bush:
                    raise self.wrong((*path, "put"), f"{cat.kinds[kind].plural} may not be in the bush")
        leader = -1
        if isinstance(given, ArriveFile) and given.with_leader:
            leader = self.leader(given.with_leader, (*path, "with_leader"))
        cost = given.cost if isinstance(given, ArriveFile) and given.cost is not None else -1
        return Entry(
            side=SIDES.index(given.side),
            turn=turn,
            where=where,
            words=words,
            hexes=hexes,
            territories=territories,
            fixed=where == "map" and len(hexes) == 1,
            structures=structures,
            units=units,
            leaders=leaders,
            beside=isinstance(given, SetupFile) and given.beside_enemy,
            with_leader=leader,
            cost=cost,
        )

    def items(
        self, put: tuple[str, ...], side: int, path: TomlPath
    ) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...]]:
        from .catalogue import KINDS, SEAT_OF_SIDE, SIDE_NAMES, STRUCTURES

        cat = self.cat
        structures: list[int] = []
        units: list[tuple[int, int]] = []
        leaders: list[int] = []
        for text in put:
            found = _MANY.match(text)
            assert found is not None
            n, what = int(found["n"] or 1), found["what"]
            if not n:
                raise self.wrong(path, f"'{text}' is nothing")
            if what in STRUCTURES[1:]:
                structures += [STRUCTURES.index(what)] * n
                if (STRUCTURES.index(what), side) not in cat.structures:
                    raise self.wrong(path, f"the {SIDE_NAMES[side]} side has no {what.capitalize()}")
            elif what in KINDS[:-1]:
                kind = KINDS.index(what)
                if (side, kind) not in cat.pool:
                    raise self.wrong(path, f"the {SIDE_NAMES[side]} side has no {cat.kinds[kind].plural}")
                units.append((kind, n))
            else:
                leader = self.leader(what, path)
                own = [i for i in (x for per in cat.equivalent[leader] for x in per) if cat.side[i] == side]
                if not own and SEAT_OF_SIDE[cat.side[leader]] == SEAT_OF_SIDE[side]:
                    own = [leader]
                if not own:
                    raise self.wrong(
                        path, f"{cat.counters[leader].name} is not a leader of the {SIDE_NAMES[side]} side"
                    )
                leaders.append(own[0])
        return tuple(structures), tuple(units), tuple(leaders)

    def leader(self, name: str, path: TomlPath) -> int:
        found = self.cat.leader_named(name)
        if found is None:
            raise self.wrong(path, f"there is no Structure, kind of unit or leader '{name}'")
        return found

    def territory(self, code: str, path: TomlPath) -> int:
        if code not in self.cat.territory_index:
            raise self.wrong(path, f"there is no territory '{code}'; there are {', '.join(self.cat.territories)}")
        return self.cat.territory_index[code]

    def kind(self, name: str, path: TomlPath) -> int:
        from .catalogue import KINDS

        if name not in KINDS:
            raise self.wrong(path, f"there is no kind of unit '{name}'; there are {', '.join(KINDS)}")
        return KINDS.index(name)

    # -- the whole ---------------------------------------------------------------------------------------

    def scenario(self) -> Scenario:
        from .catalogue import SEAT_OF_SIDE, SIDES

        raw, cat, special = self.raw, self.cat, self.raw.special
        for number in raw.out:
            if not 1 <= number <= len(cat.chits):
                raise self.wrong(("out",), f"there is no chit {number}")
        entries = tuple(self.entry(given, ("setup", i)) for i, given in enumerate(raw.setup))
        sides = [SIDES.index(side) for side in raw.order]
        if len(set(sides)) < len(sides):
            raise self.wrong(("order",), "a side stands there twice")
        for i, (entry, given) in enumerate(zip(entries, raw.setup, strict=True)):
            if entry.side not in sides:
                raise self.wrong(("setup", i, "side"), f"the side {given.side} is not in the order of set-up")
            if any(sides.index(entry.side) < sides.index(before.side) for before in entries[:i]):
                raise self.wrong(("setup", i, "side"), f"{given.side} sets up earlier than the side before it")
        arrivals = tuple(self.entry(given, ("arrive", i)) for i, given in enumerate(raw.arrive))
        rivers = [river.name for river in cat.rivers]
        for i, limit in enumerate(special.river_limit):
            if limit.river not in rivers:
                raise self.wrong(("special", "river_limit", i, "river"), f"there is no river '{limit.river}'")
        shipment = special.shipment
        found = Scenario(
            id=raw.id,
            number=raw.number,
            title=raw.title,
            years=raw.years,
            blurb=raw.blurb,
            history=raw.history,
            turns=raw.turns,
            area=frozenset(self.territory(code, ("area",)) for code in raw.area),
            out=frozenset(raw.out),
            entries=entries,
            arrivals=tuple(sorted(arrivals, key=lambda arrival: arrival.turn)),
            forts=-1 if special.forts is None else special.forts,
            sap_from=special.sap_from or 0,
            box=special.box,
            no_bush=frozenset(self.kind(name, ("special", "no_bush")) for name in special.no_bush),
            settlements_win=special.settlements_win,
            shipment=Shipping(
                shipment.turn,
                self.place(shipment.place, ("special", "shipment", "place")),
                shipment.units,
                shipment.artillery,
            )
            if shipment
            else None,
            tied=tuple(
                Bound(
                    SIDES.index(tie.side),
                    self.kind(tie.kind, ("special", "tied", i, "kind")),
                    self.place(tie.place, ("special", "tied", i, "place")) if tie.place else OFF,
                )
                for i, tie in enumerate(special.tied)
            ),
            leader_vp=tuple(
                LeaderPoints(
                    self.leader(stake.leader, ("special", "stake", i, "leader")),
                    stake.when,
                    SEAT_OF_SIDE[SIDES.index(stake.side)],
                    stake.points,
                )
                for i, stake in enumerate(special.stake)
            ),
            river_limits=tuple(
                OnRiver(
                    rivers.index(limit.river),
                    self.kind(limit.kind, ("special", "river_limit", i, "kind")),
                    limit.most,
                    limit.before,
                )
                for i, limit in enumerate(special.river_limit)
            ),
            source=raw.source,
        )
        SetupCheck(cat, self.file, found, arrivals).run()
        return found


def read_scenarios(cat: Catalogue) -> dict[str, Scenario]:
    """Read every `scenario-*.toml` of the kit, in the order of their numbers."""
    found: list[tuple[str, Scenario]] = []
    for file in sorted(name for name in cat.kit.files if FILE.match(name)):
        scenario = _Reader(cat, file, cat.kit.read(file, ScenarioFile)).scenario()
        for _, other in found:
            for field in ("id", "number"):
                if getattr(other, field) == getattr(scenario, field):
                    raise cat.wrong(file, (field,), f"'{other.title}' has it already")
        found.append((file, scenario))
    return {scenario.id: scenario for _, scenario in sorted(found, key=lambda pair: pair[1].number)}


def read_campaign(cat: Catalogue) -> Campaign:
    """Read the campaign; it names scenarios that there are."""
    campaign = cat.kit.read("campaign.toml", Campaign)
    for id in campaign.scenarios:  # noqa: A001
        if id not in cat.scenarios:
            message = f"there is no scenario '{id}'; there are {', '.join(cat.scenarios)}"
            raise cat.wrong("campaign.toml", ("scenarios",), message)
    return campaign
