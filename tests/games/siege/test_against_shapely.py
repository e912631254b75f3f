"""Sight, cover and standing room on random tables, against Shapely, which works in floats and knows nothing of ours."""

from __future__ import annotations

from collections import Counter

import pytest

from kemu.core.rng import QuickRng
from kemu.games.siege import Siege
from kemu.games.siege.model.kitfile import AreaEntry, HouseEntry, LineEntry, Opening
from kemu.games.siege.rules.shooting import Shot, best_shot, targets
from kemu.games.siege.rules.sight import Eye, eyes, figure_cover, terrain_clear

from .positions import area, foes, inches, on_table, squad, state, wall

pytest.importorskip("shapely")
from shapely.geometry import Point as Dot

from .oracle import Looker, Pair, Place, Thing, cover, doubtful, hidden, lines, lookers, outward, shape_of, shot

KINDS = ("wall", "prepared", "hasty", "fence", "hedge", "carcass", "ditch", "gate")
STEPS = ("", "left", "right", "both")


def building(rng: QuickRng) -> HouseEntry:
    """A house of one to three storeys, square to the table or askew, with a door, windows on all floors and a roof."""
    x, y, storeys = 5 + rng.below(32), 5 + rng.below(32), 1 + rng.below(3)
    if rng.below(3):
        w, h = 3 + rng.below(5), 3 + rng.below(5)
        outline: tuple[Pair, ...] = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    else:
        r = 2 + rng.below(3)
        outline = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
    openings = [Opening(kind="door", storey=0, at=on_wall(rng, outline))]
    for storey in range(storeys):
        openings += [Opening(kind="window", storey=storey, at=on_wall(rng, outline)) for _ in range(1 + rng.below(2))]
    name = f"house {x} {y}"
    return HouseEntry(
        id=name, name=name, outline=outline, storeys=storeys, roof=True, opening=tuple(openings), source="test"
    )


def on_wall(rng: QuickRng, outline: tuple[Pair, ...]) -> Pair:
    """A quarter, the middle or three quarters of the way along a wall: exactly on it, in thousandths."""
    side, part = rng.below(4), (1 + rng.below(3)) / 4
    (ax, ay), (bx, by) = outline[side], outline[(side + 1) % 4]
    return ax + (bx - ax) * part, ay + (by - ay) * part


def table(rng: QuickRng) -> list[Thing]:
    """Houses, areas and pieces of walls on a grid, with firing steps at some of the high walls."""
    things: list[Thing] = [building(rng), building(rng)]
    things += [
        area(kind, 3 + rng.below(36), 3 + rng.below(36), 2 + rng.below(7), 2 + rng.below(7))
        for kind in ("trees", "rocks", "scrub")
    ]
    for number in range(8):
        a = (2 + rng.below(44), 2 + rng.below(44))
        b = (a[0] + rng.below(13) - 6, a[1] + rng.below(13) - 6)
        if a == b:
            continue
        kind = "wall" if number < 2 else KINDS[rng.below(len(KINDS))]
        high = number < 2 or kind == "gate" or (kind == "wall" and rng.below(2))
        step = STEPS[rng.below(4)] if high and kind == "wall" else ""
        things.append(wall(a, b, kind, "high" if high else "low", step))
    return things


def spot(rng: QuickRng) -> Pair:
    return (500 + rng.below(47_000)) / 1000, (500 + rng.below(47_000)) / 1000


def beside(rng: QuickRng, thing: LineEntry) -> Pair:
    """A place at a wall or the like, on either side."""
    (ax, ay), (bx, by) = thing.points
    near = (ax + bx) / 2 + (rng.below(1800) - 900) / 1000, (ay + by) / 2 + (0.55 if rng.below(2) else -0.55)
    return round(min(max(near[0], 0.6), 47.4), 3), round(min(max(near[1], 0.6), 47.4), 3)


def on_floor(rng: QuickRng, house: HouseEntry) -> Place:
    """A man on a floor of a house, or on its roof."""
    (x, y), (u, v) = house.outline[0], house.outline[2]
    part = 0.2 + rng.below(61) / 100
    return Place((round(x + (u - x) * part, 3), round(y + (v - y) * part, 3)), house, rng.below(house.storeys + 1))


def in_the_open(things: list[Thing], p: Pair) -> bool:
    return not any(isinstance(t, HouseEntry) and shape_of(t).covers(Dot(p)) for t in things)


def over_a_fence(rng: QuickRng, things: list[Thing]) -> tuple[Place, Place]:
    """Put a fence before an opening, and return a man in that room and one who lines the fence on its other side."""
    house = next(thing for thing in things if isinstance(thing, HouseEntry))
    way = house.opening[rng.below(len(house.opening))]
    (x, y), (u, v) = way.at, outward(house, way.at)
    fence = [(round(x + u * 0.7 - v * k, 3), round(y + v * 0.7 + u * k, 3)) for k in (-2, 2)]
    things.append(wall(fence[0], fence[1], "fence"))
    behind = round(x + u * 1.3 + v * 0.3, 3), round(y + v * 1.3 - u * 0.3, 3)
    return Place(on_floor(rng, house).at, house, way.storey), Place(behind)


def places(rng: QuickRng, things: list[Thing]) -> list[tuple[Place, Place]]:
    """Who looks at whom: anywhere, at walls and on firing steps, in rooms and on roofs."""
    houses = [thing for thing in things if isinstance(thing, HouseEntry)]
    found = [(Place(spot(rng)), Place(spot(rng))) for _ in range(6)]
    for thing in things:
        if isinstance(thing, LineEntry):
            found.append((Place(spot(rng)), Place(beside(rng, thing))))
            if thing.step:
                found.append((Place(beside(rng, thing)), Place(spot(rng))))
                found.append((on_floor(rng, houses[rng.below(2)]), Place(beside(rng, thing))))
    for house in houses:
        found += [(on_floor(rng, house), Place(spot(rng))) for _ in range(3)]
        found.append((Place(spot(rng)), on_floor(rng, house)))
    return [*found, (on_floor(rng, houses[0]), on_floor(rng, houses[1]))]


def eye_of(game: Siege, things: list[Thing], place: Place, looker: Looker) -> Eye:
    """Our eye at the oracle's point; there is one for each of its points, and no other."""
    room = room_of(things, place)
    own = eyes(game.grounds["legation"], *inches(place.at), room)
    wanted = [(*inches(each.at), round(each.height * 1000)) for each in lookers(place)]
    assert sorted((eye.at, eye.height) for eye in own) == sorted(wanted)
    return next(eye for eye in own if eye.at == inches(looker.at)[0])


def room_of(things: list[Thing], place: Place) -> int:
    """The number of a room: 0 is the open table, then the floors of each house and its roof, house by house."""
    if place.house is None:
        return 0
    before = [t for t in things[: things.index(place.house)] if isinstance(t, HouseEntry)]
    return 1 + sum(house.storeys + 1 for house in before) + place.floor


def kind_of(place: Place) -> str:
    if place.house is None:
        return "open"
    return "roof" if place.floor == place.house.storeys else "window"


def check(seed: int, seen: Counter[tuple[str, bool]]) -> None:
    """Compare one table; `seen` counts what was compared: from where, and whether there was a line."""
    rng = QuickRng(seed)
    things = table(rng)
    fenced = over_a_fence(rng, things)
    game = on_table(*things)
    solids = [thing for thing in things if not isinstance(thing, AreaEntry)]
    for shooter, target in [fenced, *places(rng, things)]:
        men = [target] if target.house else [target, *(Place(spot(rng)) for _ in range(rng.below(3)))]
        if any(each.house is None and not in_the_open(things, each.at) for each in (shooter, *men)):
            continue
        pairs = [(a, b) for a in lookers(shooter) for man in men for b in lookers(man)]
        if any(doubtful(things, a, b) for a, b in pairs):
            continue
        (p,), (q,) = inches(shooter.at), inches(target.at)
        here, there = room_of(things, shooter), room_of(things, target)
        band = foes(9, inches(*(man.at for man in men)), "muskets", there)
        position = state(squad(1, (p,), here), band, game=game)
        field = game.field(position)
        where = (seed, shooter.at, here, target.at, there)
        if not there:
            room = all(shape_of(thing).distance(Dot(target.at)) >= 0.5 for thing in solids)
            assert field.ground.fits(q, 0, 0) == room, where
        for a, b in [(a, b) for a in lookers(shooter) for b in lookers(target)]:
            mine, his = eye_of(game, things, shooter, a), eye_of(game, things, target, b)
            clear = not hidden(things, a, b)
            assert terrain_clear(field.ground, 0, mine, his) == clear, where
            assert terrain_clear(field.ground, 0, his, mine) == clear, where
            assert figure_cover(field, mine, q, there) == cover(things, a, target), where
        best, found = shot(things, shooter, men), best_shot(game, position, position.group(1), position.group(9))
        assert (found.cover if isinstance(found, Shot) else None) == best, where
        for one, other in ((1, 9), (9, 1)):
            assert (other in targets(game, position, position.group(one))) == (best is not None), where
        seen[kind_of(shooter), best is not None] += 1
        stepped = [t for t in things if isinstance(t, LineEntry) and t.step]
        if any(place.house is None and t in lines(things, place.at) for place in (shooter, target) for t in stepped):
            seen["step", best is not None] += 1


@pytest.mark.rule("siege:R16", "siege:R17", "siege:R18", "siege:R19", "siege:R22")
def test_sight_and_cover_on_random_tables() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(60):
        check(seed, seen)
    # Each sort of place was compared often, with a line and without.
    assert min(seen[where, clear] for where in ("open", "window", "roof", "step") for clear in (True, False)) > 20, seen


@pytest.mark.slow
def test_sight_and_cover_on_ten_thousand_random_tables() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(10_000):
        check(seed, seen)
    assert min(seen.values()) > 3000, seen
