"""What a schema cannot see in a kit: armies, cards and compounds with which no game could be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, get_args, get_type_hints

from ..rules.cards import RANKS
from .ground import OUTSIDE, RADIUS, Ground, box_of
from .kitfile import ArmiesFile, CardsFile
from .layout import Fault
from .pieces import MEN

if TYPE_CHECKING:
    from kemu.parts.tabletop.points import Point

MOST_SQUADS, MOST_GUNS = 12, 2
"""In a double-sized battle."""
LEAST_RIFLES, MOST_RIFLES = 12, 60
"""The umpire may take six away and calls them low at five; and all of them lie on the table."""
MOST_SHELLS = 20
MOST_FIGURES, MOST_FIELD_GUNS = 300, 4
"""In an army, before it is doubled: a table has room for them, and a game ends."""


def army_faults(file: ArmiesFile) -> Iterator[Fault]:
    """Yield what is wrong with the armies: kinds, numbers, names that are missing."""
    from .state import Settings

    kinds = Counter(kind.id for kind in file.kind)
    for i, kind in enumerate(file.kind):
        if kinds[kind.id] > 1:
            yield ("kind", i, "id"), f"'{kind.id}' is there twice"
    for what, there in (
        ("basic troops", any(kind.basic for kind in file.kind)),
        ("a gun's crew (gun = true)", any(kind.gun for kind in file.kind)),
        ("jingals", any(kind.jingals for kind in file.kind)),
    ):
        if not there:
            yield ("kind",), f"there is no kind for {what}"
    wanted = get_args(get_type_hints(Settings)["army"])
    armies = Counter(army.id for army in file.army)
    for name in wanted:
        if armies[name] != 1:
            yield ("army",), f"there must be one army '{name}', there are {armies[name]}"
    for i, army in enumerate(file.army):
        for kind, number in army.figures.items():
            if kind not in kinds:
                yield ("army", i, "figures"), f"there is no kind '{kind}'"
            if number < 0:
                yield ("army", i, "figures"), f"{number} figures of '{kind}': a number is 0 at least"
        if army.guns < 0:
            yield ("army", i, "guns"), "a number of guns is 0 at least"
        if army.guns > MOST_FIELD_GUNS:
            yield ("army", i, "guns"), f"{army.guns} guns: an army has {MOST_FIELD_GUNS} at most"
        if sum(army.figures.values()) > MOST_FIGURES:
            yield ("army", i, "figures"), f"an army has {MOST_FIGURES} figures at most"
        if not any(army.figures.get(kind.id, 0) > 0 for kind in file.kind if kind.basic):
            yield ("army", i, "figures"), "an army needs basic troops"
    if len(file.squad) < MOST_SQUADS:
        yield ("squad",), f"a double-sized battle has up to {MOST_SQUADS} squads; here are {len(file.squad)}"
    if len(file.gun) < MOST_GUNS:
        yield ("gun",), f"a double-sized battle has {MOST_GUNS} guns; here are {len(file.gun)}"


def card_faults(file: CardsFile) -> Iterator[Fault]:
    """Yield what is wrong with the cards: each rank is worth something, once."""
    seen: set[str] = set()
    for i, entry in enumerate(file.rank):
        for rank in entry.ranks:
            if rank not in RANKS:
                yield ("rank", i, "ranks"), f"there is no rank '{rank}'; the ranks are {', '.join(RANKS)}"
            if rank in seen:
                yield ("rank", i, "ranks"), f"'{rank}' is there twice"
            seen.add(rank)
        if not 1 <= entry.actions <= 6:
            yield ("rank", i, "actions"), "a card gives one to six actions"
    missing = [rank for rank in RANKS if rank not in seen]
    if missing:
        yield ("rank",), f"no entry for {', '.join(missing)}"
    if file.rifle_counters < LEAST_RIFLES:
        yield ("rifle_counters",), f"at least {LEAST_RIFLES}: the umpire may take six away, and calls them low at five"
    if file.rifle_counters > MOST_RIFLES:
        yield ("rifle_counters",), f"at most {MOST_RIFLES}: they all lie on the table"
    if file.gun_counters < 0:
        yield ("gun_counters",), "a number of counters is 0 at least"
    if file.gun_counters > MOST_SHELLS:
        yield ("gun_counters",), f"at most {MOST_SHELLS}: they all lie on the table"


def room_faults(ground: Ground) -> Iterator[Fault]:
    """Yield what is wrong with a layout's room: the compounds must hold the whole garrison, the houses a squad."""
    layout = ground.layout
    double = layout.id == "boulevard"
    bases = (MOST_SQUADS if double else MOST_SQUADS // 2) * (MEN + 1) + 5 * (2 if double else 1)
    free = 0
    for outline in layout.compounds:
        west, east, south, north = box_of(outline)
        step = 2 * RADIUS + 10
        free += sum(
            ground.in_compound((x, y)) and ground.fits((x, y), OUTSIDE, 0)
            for x in range(west + RADIUS, east, step)
            for y in range(south + RADIUS, north, step)
        )
    if free < 2 * bases:
        yield ("compound",), f"the compound is too small: room for {free} bases in the open, {2 * bases} are wanted"
    for house in layout.houses:
        if ground.room_among(house.rooms[0], MEN + 1, ()) is None:
            yield ("house", house.index, "outline"), f"'{house.id}' is too small: a squad does not fit into it"
        if not any(way.door and _approachable(ground, way.at, way.out) for way in house.openings):
            yield ("house", house.index, "opening"), f"nobody can get to a door of '{house.id}'"


def _approachable(ground: Ground, at: Point, out: Point) -> bool:
    """Return whether a figure can stand before an opening: within an inch of it, on the table, off everything."""
    long = max(abs(out[0]), abs(out[1]))
    return any(
        ground.fits((at[0] + out[0] * far // long, at[1] + out[1] * far // long), OUTSIDE, 0)
        for far in range(RADIUS, 1001, 50)
    )
