"""14.0: what can be wrong with a set-up: counters, stacking, and Structures that find no legal hex.

Every mistake is told with the file, the line and the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.kit import KitError, TomlPath

if TYPE_CHECKING:
    from .catalogue import Catalogue
    from .scenario import Entry, Scenario


class SetupCheck:
    """Looks over one scenario; the first mistake is raised."""

    def __init__(self, cat: Catalogue, file: str, scenario: Scenario, arrivals: tuple[Entry, ...]) -> None:
        self.cat, self.file, self.scenario = cat, file, scenario
        self.tables = (("setup", scenario.entries), ("arrive", arrivals))
        """The lines as the file has them, for errors are counted by that."""

    def wrong(self, path: TomlPath, message: str) -> KitError:
        """Return an error about one field of the file."""
        return self.cat.wrong(self.file, path, message)

    def run(self) -> None:
        """Refuse what no counters, no stacking or no legal hexes can carry out."""
        self.times()
        self.counters()
        self.boats()
        self.fixed()
        entries = self.scenario.entries
        if next(structures_placed(self.cat, entries), None) is None:
            message = "its Structures find no legal place: one to a hex, and none next to an enemy Structure"
            raise self.wrong(("setup", self.first_stuck(), "place"), message)

    def times(self) -> None:
        """Refuse what would come after the last turn, or what nobody could send."""
        scenario, late = self.scenario, f"the scenario has {self.scenario.turns} turns"
        for i, arrival in enumerate(self.tables[1][1]):
            if arrival.turn > scenario.turns:
                raise self.wrong(("arrive", i, "turn"), late)
            if arrival.structures:
                raise self.wrong(("arrive", i, "put"), "Structures do not arrive; they are set up or built")
        if scenario.sap_from > scenario.turns:
            raise self.wrong(("special", "sap_from"), late)
        shipment = scenario.shipment
        if shipment is not None and shipment.turn > scenario.turns:
            raise self.wrong(("special", "shipment", "turn"), late)
        if shipment is not None and not self.cat.coastal[shipment.at]:
            message = f"{self.cat.where(shipment.at)} is not on the coast"
            raise self.wrong(("special", "shipment", "place"), message)

    def counters(self) -> None:
        """Refuse more counters than there are, and a leader who is there twice."""
        from .catalogue import SIDE_NAMES, STRUCTURES

        cat = self.cat
        units: dict[tuple[int, int], int] = {}
        structures: dict[tuple[int, int], int] = {}
        leaders: set[int] = set()
        for table, entries in self.tables:
            for i, entry in enumerate(entries):
                for kind, n in entry.units:
                    units[entry.side, kind] = units.get((entry.side, kind), 0) + n
                    have = len(cat.pool[entry.side, kind])
                    if units[entry.side, kind] > have:
                        message = f"there are only {have} counters of {cat.kinds[kind].plural}"
                        raise self.wrong((table, i, "put"), f"{SIDE_NAMES[entry.side]}: {message}")
                for what in entry.structures:
                    structures[what, entry.side] = structures.get((what, entry.side), 0) + 1
                    have = cat.structures[what, entry.side]
                    if structures[what, entry.side] > have:
                        message = f"there are only {have} counters of {STRUCTURES[what].capitalize()}"
                        raise self.wrong((table, i, "put"), f"{SIDE_NAMES[entry.side]}: {message}")
                for leader in entry.leaders:
                    if leader in leaders:
                        raise self.wrong((table, i, "put"), f"{cat.counters[leader].name} is there already")
                    leaders.add(leader)

    @rule("maori_wars:14.0.2", "maori_wars:6.0.2")
    def boats(self) -> None:
        """Refuse a boat where it has no water: Gunboats lie on coasts and navigable rivers, Canoes on any water."""
        from .catalogue import CANOE, GUNBOAT

        cat = self.cat
        for table, entries in self.tables:
            for i, entry in enumerate(entries):
                kinds = {kind for kind, _ in entry.units}
                for kind, water in ((GUNBOAT, cat.steaming), (CANOE, cat.paddling)):
                    if kind in kinds and entry.hexes and not any(water[h] for h in entry.hexes):
                        message = f"{cat.kinds[kind].plural} have no water at '{entry.words}'"
                        raise self.wrong((table, i, "put"), message)

    def fixed(self) -> None:
        """Check stacking, and who stands on whom, where a line names one hex."""
        from .catalogue import BRITISH, SEAT_OF_SIDE

        cat = self.cat
        stacked: dict[int, int] = {}
        owner: dict[int, int] = {}
        for i, entry in enumerate(self.scenario.entries):
            if not entry.fixed:
                continue
            h = entry.hexes[0]
            seat = SEAT_OF_SIDE[entry.side]
            if owner.setdefault(h, seat) != seat:
                raise self.wrong(("setup", i, "place"), f"{cat.where(h)} is taken by the other side")
            if not cat.open[h]:
                raise self.wrong(("setup", i, "place"), f"'{entry.words}' is no land that may be entered")
            if len(entry.structures) > 1:
                raise self.wrong(("setup", i, "put"), f"{len(entry.structures)} Structures cannot stand in one hex")
            if cat.town[h] and seat != SEAT_OF_SIDE[BRITISH]:
                raise self.wrong(("setup", i, "place"), f"{cat.where(h)} is a Town of the British side")
            stacked[h] = stacked.get(h, 0) + sum(n for kind, n in entry.units if cat.kinds[kind].combat)
            british = any(
                other.side == BRITISH for other in self.scenario.entries if other.fixed and other.hexes[0] == h
            )
            limit = cat.stack_limit_british[h] if british else cat.stack_limit[h]
            if stacked[h] > limit:
                message = f"{stacked[h]} units are more than {cat.where(h)} may hold; the limit is {limit}"
                raise self.wrong(("setup", i, "put"), message)

    def first_stuck(self) -> int:
        """Return the first line after which no arrangement is left."""
        entries = self.scenario.entries
        for i in range(len(entries)):
            if next(structures_placed(self.cat, entries[: i + 1]), None) is None:
                return i
        return 0


@rule("maori_wars:14.0")
def structures_placed(cat: Catalogue, entries: tuple[Entry, ...]) -> Iterator[dict[int, tuple[int, bool]]]:
    """Yield the ways to place all Structures of a set-up: by hex, the seat, and if it may be beside enemies.

    One Structure to a hex, except a Fort on a Town; none next to an enemy Structure, unless water lies between or the
    line permits it.
    """
    from .catalogue import FORT, SEAT_OF_SIDE

    wanted = [
        (entry, what)
        for entry in sorted(entries, key=lambda entry: len(entry.hexes))
        if entry.where == "map"
        for what in entry.structures
    ]
    towns: dict[int, tuple[int, bool]] = {h: (0, False) for h in range(cat.n) if cat.town[h]}
    reserved = {entry.hexes[0]: SEAT_OF_SIDE[entry.side] for entry in entries if entry.fixed}

    def clear(placed: dict[int, tuple[int, bool]], h: int, seat: int, beside: bool) -> bool:
        if seat < 0 or beside:
            return True
        for d, other in enumerate(cat.neighbours[h]):
            if other in placed and not cat.waterside[h] >> d & 1:
                theirs, free = placed[other]
                if theirs == 1 - seat and not free:
                    return False
        return True

    def place(i: int, placed: dict[int, tuple[int, bool]]) -> Iterator[dict[int, tuple[int, bool]]]:
        if i == len(wanted):
            yield placed
            return
        entry, what = wanted[i]
        seat = SEAT_OF_SIDE[entry.side]
        for h in entry.hexes:
            taken = h in placed and not (what == FORT and cat.town[h] and h in towns and placed[h] == towns[h])
            if taken or not cat.open[h] or reserved.get(h, seat) != seat:
                continue
            if clear(placed, h, seat, entry.beside):
                yield from place(i + 1, {**placed, h: (seat, entry.beside)})

    yield from place(0, towns)
