"""Sight, cover and standing room on random tables, against Shapely, which works in floats and knows nothing of ours."""

from __future__ import annotations

import pytest

from kemu.core.rng import QuickRng
from kemu.games.siege.kitfile import AreaEntry, HouseEntry, LineEntry
from kemu.games.siege.rules.sight import HARD, HARD_LINES, OPEN, SOFT, SOFT_LINES, Eye, figure_cover, terrain_clear

from .positions import area, foes, house, inches, on_table, squad, state, wall

shapely = pytest.importorskip("shapely")
from shapely.geometry import LineString, Polygon  # noqa: E402
from shapely.geometry import Point as Dot  # noqa: E402

KINDS = ("wall", "prepared", "hasty", "fence", "hedge", "carcass", "ditch")
CLOSE = 2e-3
"""Nearer than this to a limit the floats do not say on which side."""


def table(rng: QuickRng) -> list[object]:
    """Houses, areas and pieces of walls on a grid, apart from one another."""
    things: list[object] = []
    for _ in range(2):
        x, y = 4 + rng.below(34), 4 + rng.below(34)
        things.append(house(x, y, 3 + rng.below(5), 3 + rng.below(5), (("door", 0, x + 1, y),), 1 + rng.below(2)))
    things += [
        area(kind, 3 + rng.below(36), 3 + rng.below(36), 2 + rng.below(7), 2 + rng.below(7))
        for kind in ("trees", "rocks", "scrub")
    ]
    for _ in range(7):
        a = (2 + rng.below(44), 2 + rng.below(44))
        b = (a[0] + rng.below(13) - 6, a[1] + rng.below(13) - 6)
        if a != b:
            kind = KINDS[rng.below(len(KINDS))]
            things.append(wall(a, b, kind, "high" if kind == "wall" and rng.below(2) else "low"))
    return things


def shape_of(thing: object) -> object:
    return LineString(thing.points) if isinstance(thing, LineEntry) else Polygon(thing.outline)


def spot(rng: QuickRng) -> tuple[float, float]:
    return (500 + rng.below(47_000)) / 1000, (500 + rng.below(47_000)) / 1000


def doubtful(things: list[object], p: tuple[float, float], q: tuple[float, float]) -> bool:
    """Whether a float could err: a line that just touches a shape, a point just at a limit."""
    line = LineString([p, q])
    for thing in things:
        shape = shape_of(thing)
        if isinstance(thing, LineEntry) and 0 < line.distance(shape) < CLOSE:
            return True
        if not isinstance(thing, LineEntry) and abs(line.distance(shape.boundary)) < CLOSE:
            inside = line.intersection(shape).length
            if inside < CLOSE:
                return True
        for end in (p, q):
            gap = shape.distance(Dot(end))
            if abs(gap - 1.0) < CLOSE or abs(gap - 0.5) < CLOSE or 0 < gap < CLOSE:
                return True
    return False


def hidden(things: list[object], p: tuple[float, float], q: tuple[float, float]) -> bool:
    """Two men in the open: what is higher than a man and crosses their line hides them; a wood if neither is in it."""
    line = LineString([p, q])
    for thing in things:
        shape = shape_of(thing)
        if isinstance(thing, HouseEntry) and line.intersects(shape):
            return True
        if isinstance(thing, LineEntry) and thing.height == "high" and line.intersects(shape):
            return True
        within = shape.covers(Dot(p)) or shape.covers(Dot(q))
        wood = isinstance(thing, AreaEntry) and thing.kind == "trees" and not within
        if wood and line.intersection(shape).length > 1e-9:
            return True
    return False


def lines(things: list[object], man: tuple[float, float]) -> list[object]:
    """The pieces that a man lines: within an inch of his centre, nothing solid before them."""
    solids = [t for t in things if isinstance(t, LineEntry | HouseEntry)]
    found = []
    for thing in solids:
        if isinstance(thing, LineEntry) and shape_of(thing).distance(Dot(man)) <= 1.0:
            foot = shape_of(thing).interpolate(shape_of(thing).project(Dot(man)))
            way = LineString([man, (foot.x, foot.y)]).interpolate(0.995, normalized=True)
            before = LineString([man, (way.x, way.y)])
            if not any(before.intersects(shape_of(other)) for other in solids if other is not thing):
                found.append(thing)
    return found


def cover(things: list[object], eye: tuple[float, float], man: tuple[float, float]) -> int:
    best = OPEN
    for thing in things:
        if isinstance(thing, AreaEntry) and shape_of(thing).covers(Dot(man)):
            best = max(best, SOFT if thing.kind == "scrub" else HARD)
    own = lines(things, eye)
    for thing in lines(things, man):
        if thing not in own and LineString([eye, man]).intersects(shape_of(thing)):
            best = max(best, HARD if thing.kind in HARD_LINES else SOFT if thing.kind in SOFT_LINES else OPEN)
    return HARD if best < HARD and hidden(things, eye, man) else best


def check(seed: int) -> None:
    rng = QuickRng(seed)
    things = table(rng)
    game = on_table(*things)
    pairs = [(spot(rng), spot(rng)) for _ in range(8)]
    # Men who line something, and those who look at them.
    for thing in things:
        if isinstance(thing, LineEntry):
            (ax, ay), (bx, by) = thing.points
            near = round((ax + bx) / 2 + (rng.below(1800) - 900) / 1000, 3), round((ay + by) / 2 + 0.55, 3)
            pairs.append((spot(rng), (min(max(near[0], 0.6), 47.4), min(max(near[1], 0.6), 47.4))))
    position = state(squad(1, inches((1, 1))), foes(9, inches((47, 47))), game=game)
    field = game.field(position)
    for p, q in pairs:
        if doubtful(things, p, q):
            continue
        (a, b) = inches(p, q)
        walls = [t for t in things if not isinstance(t, AreaEntry)]
        assert field.ground.fits(b, 0, 0) == all(shape_of(t).distance(Dot(q)) >= 0.5 for t in walls), (seed, q)
        if any(isinstance(t, HouseEntry) and shape_of(t).covers(Dot(end)) for t in things for end in (p, q)):
            continue
        assert terrain_clear(field.ground, 0, Eye(a, 1000), Eye(b, 1000)) != hidden(things, p, q), (seed, p, q)
        assert figure_cover(field, Eye(a, 1000), b, 0) == cover(things, p, q), (seed, p, q)


@pytest.mark.rule("siege:R16", "siege:R17", "siege:R22")
def test_sight_and_cover_on_random_tables() -> None:
    for seed in range(60):
        check(seed)


@pytest.mark.slow
def test_sight_and_cover_on_ten_thousand_random_tables() -> None:
    for seed in range(10_000):
        check(seed)
