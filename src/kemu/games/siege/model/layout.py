"""A layout, ready for play: the kit's inches as whole steps, and the checks that a schema cannot make."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import isfinite

from msgspec import Struct

from kemu.core.clauses import rule
from kemu.core.kit import Kit, TomlPath
from kemu.parts.tabletop.points import Point, minus, within
from kemu.parts.tabletop.polygons import clipped, contains, convex, edges, inside, on_border, overlap, passes_through
from kemu.parts.tabletop.segments import clash, near, on

from .kitfile import AreaKind, LayoutFile, LineKind, Pair
from .sealed import Enclosure

STOREY = 3000
EYE = 1000
WALL_TOP = 2000
TREE_TOP = 4000
BARRICADE_MOST = 6000
LEAST_TABLE, MOST_TABLE = 24, 150
"""Inches: room for a compound and the ground before it; and no farther than an action can name."""
MOST_STOREYS = 6
OUTSIDE = 0
"""The room that is no room: the open table."""


class Obstacle(Struct, frozen=True):
    """One piece of a linear obstacle. `left` and `right`: whether a firing step runs on that side."""

    index: int
    id: str
    kind: LineKind
    high: bool
    a: Point
    b: Point
    left: bool
    right: bool


class Way(Struct, frozen=True):
    """A door or window: the middle of it, and the direction out of the house."""

    at: Point
    out: Point
    door: bool
    storey: int


class House(Struct, frozen=True):
    """A building."""

    index: int
    id: str
    name: str
    outline: tuple[Point, ...]
    storeys: int
    openings: tuple[Way, ...]
    rooms: tuple[int, ...]
    """The numbers of its rooms, from the ground up; the roof, if one can stand there, is the last."""

    @property
    def top(self) -> int:
        """How high it stands."""
        return self.storeys * STOREY


class Room(Struct, frozen=True):
    """One storey, or the roof."""

    index: int
    house: int
    level: int
    roof: bool
    openings: tuple[Way, ...]
    name: str
    within: str
    """Where somebody is who is there, in words."""


class Area(Struct, frozen=True):
    """Trees, rocks or scrub."""

    index: int
    id: str
    name: str
    kind: AreaKind
    outline: tuple[Point, ...]


class Layout(Struct, frozen=True):
    """A table and what stands on it."""

    id: str
    name: str
    sentence: str
    source: str
    width: int
    height: int
    compounds: tuple[tuple[Point, ...], ...]
    houses: tuple[House, ...]
    rooms: tuple[Room, ...]
    """Room 0 is the open table."""
    lines: tuple[Obstacle, ...]
    areas: tuple[Area, ...]


@rule("siege:R1")
def steps(pair: Pair) -> Point:
    """Return a place in inches as whole steps."""
    return round(pair[0] * 1000), round(pair[1] * 1000)


def load_layout(kit: Kit, id: str) -> Layout:  # noqa: A002
    """Read a layout and check it, or raise a `KitError` that names the file, the line and the field."""
    name = f"{id}.toml"
    file = kit.read(name, LayoutFile)
    for path, message in faults(file):
        raise kit.error(name, path, f"{_called(file, path)}{message}")
    return compiled(id, file)


def _called(file: LayoutFile, path: TomlPath) -> str:
    """Return the name of the entry that a path leads to, if it has one."""
    entries = {"house": file.house, "line": file.line, "area": file.area}.get(str(path[0]), ())
    return f"'{entries[path[1]].id}': " if len(path) > 1 and entries and isinstance(path[1], int) else ""


def compiled(id: str, file: LayoutFile) -> Layout:  # noqa: A002
    """Return a layout whose file has no faults."""
    lines: list[Obstacle] = []
    for line in file.line:
        places = [steps(p) for p in line.points]
        for number, (a, b) in enumerate(itertools.pairwise(places), 1):
            name = line.id if len(places) == 2 else f"{line.id} {number}"
            left, right = line.step in ("left", "both"), line.step in ("right", "both")
            high = line.height == "high" or line.kind == "gate"
            lines.append(Obstacle(len(lines), name, line.kind, high, a, b, left, right))
    houses: list[House] = []
    rooms = [Room(OUTSIDE, -1, 0, False, (), "the open", "in the open")]
    for house in file.house:
        outline = tuple(steps(p) for p in house.outline)
        openings: list[Way] = []
        for opening in house.opening:
            at = steps(opening.at)
            a, b = next((a, b) for a, b in edges(outline) if on(at, a, b))
            openings.append(Way(at, (b[1] - a[1], a[0] - b[0]), opening.kind == "door", opening.storey))
        own: list[int] = []
        for level in range(house.storeys + house.roof):
            roof = level == house.storeys
            floor = "the roof" if roof else ("the ground floor", "the first floor", "the second floor")[min(level, 2)]
            called = house.name if house.storeys == 1 and not roof else f"{floor} of {house.name}"
            ways = tuple(way for way in openings if way.storey == level)
            own.append(len(rooms))
            within = f"in {called}" if called == house.name else f"on {called}"
            rooms.append(Room(len(rooms), len(houses), level, roof, ways, called, within))
        houses.append(House(len(houses), house.id, house.name, outline, house.storeys, tuple(openings), tuple(own)))
    return Layout(
        id=id,
        name=file.name,
        sentence=file.sentence,
        source=file.source,
        width=file.width * 1000,
        height=file.height * 1000,
        compounds=tuple(tuple(steps(p) for p in compound.outline) for compound in file.compound),
        houses=tuple(houses),
        rooms=tuple(rooms),
        lines=tuple(lines),
        areas=tuple(
            Area(i, area.id, area.name, area.kind, tuple(steps(p) for p in area.outline))
            for i, area in enumerate(file.area)
        ),
    )


Fault = tuple[TomlPath, str]


def faults(file: LayoutFile) -> Iterator[Fault]:
    """Yield what is wrong with a layout: where, and what."""
    yield from _numbers(file)
    yield from _shapes(file)
    yield from _houses(file)
    yield from _lines(file)
    yield from _gates(file)


def _numbers(file: LayoutFile) -> Iterator[Fault]:
    """A table has a size that figures can cross, and a place is two plain numbers."""
    for name, inches in (("width", file.width), ("height", file.height)):
        if not LEAST_TABLE <= inches <= MOST_TABLE:
            yield (name,), f"a table is {LEAST_TABLE} to {MOST_TABLE} inches long and wide"
    places: list[tuple[TomlPath, tuple[Pair, ...]]] = [
        *((("compound", i, "outline"), compound.outline) for i, compound in enumerate(file.compound)),
        *((("house", i, "outline"), house.outline) for i, house in enumerate(file.house)),
        *((("house", i, "opening"), tuple(way.at for way in house.opening)) for i, house in enumerate(file.house)),
        *((("line", i, "points"), line.points) for i, line in enumerate(file.line)),
        *((("area", i, "outline"), area.outline) for i, area in enumerate(file.area)),
    ]
    for path, pairs in places:
        if not all(isfinite(x) and isfinite(y) for x, y in pairs):
            yield path, "a place is two numbers of inches"


def _shapes(file: LayoutFile) -> Iterator[Fault]:
    """Outlines are convex and on the table; ids are there once."""
    width, height = file.width * 1000, file.height * 1000
    for kind, entries in (("house", file.house), ("area", file.area), ("compound", file.compound)):
        for i, entry in enumerate(entries):
            outline = [steps(p) for p in entry.outline]
            if not convex(outline):
                yield (kind, i, "outline"), "the outline must be convex, its corners anticlockwise"
            if not all(0 <= x <= width and 0 <= y <= height for x, y in outline):
                yield (kind, i, "outline"), "the outline leaves the table"
    for i, line in enumerate(file.line):
        if len(line.points) < 2:
            yield ("line", i, "points"), "a line needs two points at least"
        if not all(0 <= x <= width and 0 <= y <= height for x, y in map(steps, line.points)):
            yield ("line", i, "points"), "the line leaves the table"
    for kind, things in (("house", file.house), ("line", file.line), ("area", file.area)):
        seen: set[str] = set()
        for i, thing in enumerate(things):
            if thing.id in seen:
                yield (kind, i, "id"), f"'{thing.id}' is there twice"
            seen.add(thing.id)
    if not file.compound:
        yield ("compound",), "a layout needs a compound: where the garrison sets up"


def _houses(file: LayoutFile) -> Iterator[Fault]:
    """Houses stand apart, and have a door on the ground; openings are in their walls."""
    outlines = [[steps(p) for p in house.outline] for house in file.house]
    for i, house in enumerate(file.house):
        if house.storeys < 1:
            yield ("house", i, "storeys"), "a house has one storey at least"
        if house.storeys > MOST_STOREYS:
            yield ("house", i, "storeys"), f"a house has {MOST_STOREYS} storeys at most"
        for j in range(i):
            if overlap(outlines[i], outlines[j]):
                yield ("house", i, "outline"), f"it stands in '{file.house[j].id}'"
        if not any(opening.kind == "door" and opening.storey == 0 for opening in house.opening):
            yield ("house", i, "opening"), "a house needs a door on the ground"
        for opening in house.opening:
            at = steps(opening.at)
            if not on_border(outlines[i], at):
                yield ("house", i, "opening"), f"the {opening.kind} at {list(opening.at)} is in no wall of the house"
            if not 0 <= opening.storey < house.storeys:
                yield ("house", i, "opening"), f"there is no storey {opening.storey}"
            if opening.kind == "door" and opening.storey:
                yield ("house", i, "opening"), "a door is on the ground; above there are windows"
            for line in file.line:
                places = [steps(p) for p in line.points]
                if any(near(at, a, b, 0) for a, b in itertools.pairwise(places)):
                    yield ("house", i, "opening"), f"'{line.id}' closes the {opening.kind} at {list(opening.at)}"


def _pieces(file: LayoutFile) -> list[tuple[int, Point, Point]]:
    return [
        (i, a, b)
        for i, line in enumerate(file.line)
        for a, b in zip(map(steps, line.points), list(map(steps, line.points))[1:], strict=False)
    ]


def _lines(file: LayoutFile) -> Iterator[Fault]:
    """Lines meet at their ends or not at all: no wall in a wall, none through a house, no gap too small to see."""
    pieces = _pieces(file)
    for n, (i, a, b) in enumerate(pieces):
        line = file.line[i]
        if a == b:
            yield ("line", i, "points"), "two points are the same"
            continue
        if line.kind in ("prepared", "hasty") and not within(a, b, BARRICADE_MOST):
            yield ("line", i, "points"), "a piece of a barricade is at most 6 inches long: give more points"
        if line.kind == "gate" and line.height == "low":
            yield ("line", i, "height"), "a gate is high"
        if line.step and line.height == "low":
            yield ("line", i, "step"), "a firing step belongs to a high wall"
        for j, c, d in pieces[:n]:
            other = file.line[j].id
            if clash(a, b, c, d):
                yield ("line", i, "points"), f"it runs in or through '{other}': a wall inside a wall"
            elif not (on(a, c, d) or on(b, c, d) or on(c, a, b) or on(d, a, b)) and any(
                near(p, e, f, 999) for p, e, f in ((a, c, d), (b, c, d), (c, a, b), (d, a, b))
            ):
                yield (
                    ("line", i, "points"),
                    f"it leaves a gap of less than an inch to '{other}': join them or part them",
                )
        for house in file.house:
            outline = [steps(p) for p in house.outline]
            if passes_through(outline, a, b):
                yield ("line", i, "points"), f"it runs through '{house.id}'"
            elif any(clash(a, b, e, f) for e, f in edges(outline)):
                yield ("line", i, "points"), f"it lies on a wall of '{house.id}'"
            elif clipped(outline, a, b) is None and any(near(p, e, f, 999) for p in (a, b) for e, f in edges(outline)):
                yield ("line", i, "points"), f"it leaves a gap of less than an inch to '{house.id}'"


def _gates(file: LayoutFile) -> Iterator[Fault]:
    """A gate closes a gap in a wall, and has ground on both sides; a compound has two ways in at least."""
    pieces = _pieces(file)
    walls = [(a, b) for i, a, b in pieces if file.line[i].kind != "gate"]
    outlines = [[steps(p) for p in house.outline] for house in file.house]
    walls += [edge for outline in outlines for edge in edges(outline)]
    gates = 0
    for i, a, b in pieces:
        if file.line[i].kind != "gate":
            continue
        gates += 1
        if not all(any(on(end, c, d) for c, d in walls) for end in (a, b)):
            yield ("line", i, "points"), "a gate that leads nowhere: no wall stands at both its ends"
        v = minus(b, a)
        middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        long = max(abs(v[0]), abs(v[1]), 1)
        for sign in (1, -1):
            there = (middle[0] - sign * v[1] * 1000 // long, middle[1] + sign * v[0] * 1000 // long)
            on_table = 0 <= there[0] <= file.width * 1000 and 0 <= there[1] <= file.height * 1000
            if not on_table or any(inside(outline, there) or contains(outline, there) for outline in outlines):
                yield ("line", i, "points"), "a gate that leads nowhere: there is no ground before it"
    yield from _sealed(file, pieces, outlines)
    for i, compound in enumerate(file.compound):
        outline = [steps(p) for p in compound.outline]
        own = [
            (a, b)
            for j, a, b in pieces
            if file.line[j].kind == "gate" and all(on_border(outline, p) or contains(outline, p) for p in (a, b))
        ]
        if len(own) < 2:
            yield (
                ("compound", i, "outline"),
                f"a compound needs two gates at least: it has {len(own)}",
            )
    if gates < 2:
        yield ("line",), "there must be two gates at least, to get in and out"


def _sealed(file: LayoutFile, pieces: list[tuple[int, Point, Point]], houses: list[list[Point]]) -> Iterator[Fault]:
    """A gate leads on, not into a pocket between walls; and by the gates one gets from the edge into a compound."""
    gates = [(i, a, b) for i, a, b in pieces if file.line[i].kind == "gate"]
    walls = [(a, b) for i, a, b in pieces if file.line[i].kind == "wall"]
    walls += [edge for outline in houses for edge in edges(outline)]
    ground = Enclosure(walls, [(a, b) for _, a, b in gates], file.width * 1000, file.height * 1000)
    for number, (i, _, _) in enumerate(gates):
        if ground.blind(number):
            yield ("line", i, "points"), "a gate that leads nowhere: walls seal off the ground behind it"
    for i, compound in enumerate(file.compound):
        if ground.cut_off([steps(p) for p in compound.outline], houses):
            yield ("compound", i, "outline"), "no gate leads from the table's edge into it: walls seal it off"
