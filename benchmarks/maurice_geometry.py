"""Maurice's geometry beside Shapely: fire zones and charges over the same bases.

    python benchmarks/maurice_geometry.py [--fields 60]

Each field has twenty units at random. A fire-zone query asks for the first unit in the zone straight ahead of each base
of a line; a charge check asks how far ahead of a front the first enemy stands. Shapely's polygons are made beforehand,
once a field, as are our bodies; both answer the same questions, and the answers are compared.
"""

from __future__ import annotations

import argparse
import time

from shapely import affinity
from shapely.geometry import Polygon, box

from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.maurice.model.units import CAV, COLUMN, INF, LINE, MASSED, Table, Unit
from kemu.games.maurice.rules import fire_zone
from kemu.games.maurice.rules.charge_move import first_contact
from kemu.games.maurice.rules.field import Field
from kemu.games.maurice.rules.measuring import overlapped
from kemu.games.maurice.rules.zone_end import zones_of

RANGE = 4_000
TABLE = Table(45_000, 30_000, ())


def crowd(rng: QuickRng, number: int) -> Field:
    """Units at random on a part of the table, none on another."""
    units: list[Unit] = []
    for uid in range(number):
        arm, formation = ((INF, LINE), (INF, COLUMN), (CAV, MASSED))[rng.below(3)]
        unit = Unit(
            uid, rng.below(2), arm, 10_000 + rng.below(25_000), 5_000 + rng.below(20_000), rng.below(36_000), formation
        )
        f = Field(TABLE, (*units, unit), (), (None, None), (1_000, 1_000))
        if overlapped(f, f.body(uid), uid) is None:
            units.append(unit)
    return Field(TABLE, units, (), (None, None), (1_000, 1_000))


def our_zones(f: Field, uid: int) -> list[int | None]:
    """The first enemy straight ahead of each base."""
    view = tuple(fire_zone.in_view(f, uid, False))
    if not view:
        return [None] * 4
    firsts = [fire_zone.first_in_zone(f, zones_of(f, f.body(uid), file, False), view, 0) for file in range(4)]
    return [found[0][1].unit if found else None for found in firsts]


def shapely_zones(f: Field, shapes: dict[int, Polygon], uid: int) -> list[int | None]:
    body, side = f.body(uid), f.units[uid].side
    found: list[int | None] = []
    for file in range(4):
        x, y = body.front_base(file)
        lane = affinity.rotate(box(x - 495, y, x + 495, y + RANGE), -body.facing / 100, origin=(x, y))
        front = affinity.rotate(box(x - 500, y - 1, x + 500, y), -body.facing / 100, origin=(x, y))
        near: list[tuple[float, int]] = []
        for other, shape in shapes.items():
            if other != uid and lane.intersects(shape):
                near.append((lane.intersection(shape).distance(front), other))
        first = min(near, default=(0.0, -1))[1]
        found.append(first if first >= 0 and f.units[first].side != side else None)
    return found


def shapely_charge(f: Field, shapes: dict[int, Polygon], uid: int) -> float | None:
    body, side = f.body(uid), f.units[uid].side
    (x, y), half = body.at, body.half
    lane = affinity.rotate(box(x - half + 5, y, x + half - 5, y + 8_000), -body.facing / 100, origin=(x, y))
    front = affinity.rotate(box(x - half, y - 1, x + half, y), -body.facing / 100, origin=(x, y))
    gaps = [
        lane.intersection(shape).distance(front)
        for other, shape in shapes.items()
        if f.units[other].side != side and lane.intersects(shape)
    ]
    return min(gaps, default=None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fields", type=int, default=60)
    args = parser.parse_args()
    rng = QuickRng(1)
    spent = [0.0] * 4
    zones = charges = same_zones = same_charges = 0
    for _ in range(args.fields):
        f = crowd(rng, 20)
        shapes = {uid: Polygon(body.corners) for uid, body in f.bodies.items()}
        for uid, unit in f.units.items():
            if unit.formation == LINE:
                start = time.process_time()
                ours = our_zones(f, uid)
                middle = time.process_time()
                theirs = shapely_zones(f, shapes, uid)
                spent[0] += middle - start
                spent[1] += time.process_time() - middle
                zones += 4
                same_zones += sum(a == b for a, b in zip(ours, theirs, strict=True))
            if unit.formation != COLUMN:
                start = time.process_time()
                met = first_contact(f, f.body(uid), f.foes(unit.side), 8_000)
                middle = time.process_time()
                gap = shapely_charge(f, shapes, uid)
                spent[2] += middle - start
                spent[3] += time.process_time() - middle
                charges += 1
                refused = isinstance(met, Refusal)
                brushed = refused and met.clause == "maurice:8.front"
                same_charges += brushed or (gap is None if refused else gap is not None and abs(gap - met[0]) < 12)
    for name, n, mine, theirs, same in (
        ("fire zones", zones, spent[0], spent[1], same_zones),
        ("charges", charges, spent[2], spent[3], same_charges),
    ):
        us, them = mine / n * 1e6, theirs / n * 1e6
        print(f"{name}: {n}; ours {us:.0f} us each, Shapely {them:.0f} us: {theirs / mine:.1f} times")
        print(
            f"  the same answer in {same} (others differ in ties, touches and refusals that Shapely was not asked for)"
        )


if __name__ == "__main__":
    main()
