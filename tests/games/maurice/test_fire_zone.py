"""Chapter 7: the zone of each base, whom it may fire upon, and when the target has cover."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from kemu.core.rng import QuickRng
from kemu.games.maurice.model.units import CAV, COLUMN, LINE, Piece, Unit
from kemu.games.maurice.rules.field import Field
from kemu.games.maurice.rules.fire_zone import Shot, any_shot, short_target, shots

from .fields import EAST, SOUTH, block, column, field, gun, horse, line, piece, unit


def targets(f: Field, uid: int = 1, long: bool = False) -> list[set[int]]:
    return [{shot.target for shot in base} for base in shots(f, uid, long)]


def first(f: Field, uid: int = 1, long: bool = False) -> Shot:
    return next(shot for base in shots(f, uid, long) for shot in base)


@pytest.mark.rule("maurice:7.who", "maurice:7.column", "maurice:7.notMandatory")
def test_lines_of_infantry_and_artillery_fire_and_nobody_else() -> None:
    foe = line(9, 1, 20, 13, SOUTH)
    assert targets(field(line(1, 0, 20, 10), foe)) == [{9}] * 4
    assert targets(field(gun(1, 0, 20, 10), foe)) == [{9}]
    for silent in (column(1, 0, 20, 10), horse(1, 0, 20, 10), unit(1, 0, CAV, LINE, 20, 10)):
        assert not any(targets(field(silent, foe)))


@pytest.mark.rule("maurice:7.water", "maurice:7.woods", "maurice:5.water")
def test_no_base_fires_from_water_and_no_gun_from_woods() -> None:
    foe = line(9, 1, 20, 13, SOUTH)
    stream = block("stream", 18, 9, 19.5, 9.5)
    assert targets(field(line(1, 0, 20, 10), foe, pieces=(stream,))) == [set(), set(), {9}, {9}]
    dry = (stream, block("bridge", 17, 8, 20, 10))
    assert targets(field(line(1, 0, 20, 10), foe, pieces=dry)) == [{9}] * 4
    wood = block("woods", 18, 9, 20.1, 9.5)
    assert targets(field(gun(1, 0, 20, 10), foe, pieces=(wood,))) == [set()]
    assert targets(field(line(1, 0, 20, 10), foe, pieces=(wood,))) == [{9}] * 4


@pytest.mark.rule("maurice:7.short", "maurice:R44", "maurice:R02")
def test_short_range_is_four_inclusive_and_sideways_a_touch_is_not_in() -> None:
    assert targets(field(gun(1, 0, 20, 10), line(9, 1, 20, 14, SOUTH))) == [{9}]
    # The corner of a turned zone reaches a little farther, but what it reaches there is out of range.
    just_beyond = field(gun(1, 0, 20, 10), line(9, 1, 20, 14.001, SOUTH))
    assert targets(just_beyond) == [set()]
    assert targets(just_beyond, long=True) == [{9}]
    assert targets(field(line(1, 0, 20, 10), line(9, 1, 20, 14.001, SOUTH))) == [set()] * 4
    assert targets(field(gun(1, 0, 20, 2), line(9, 1, 20, 26, SOUTH)), long=True) == [{9}]
    assert targets(field(gun(1, 0, 20, 2), line(9, 1, 20, 26.001, SOUTH)), long=True) == [set()]
    # Along the edge of the zone: not straight ahead, but at an angle.
    beside = first(field(gun(1, 0, 20, 10), line(9, 1, 22.5, 12, SOUTH)))
    assert beside.angle > 0
    assert first(field(gun(1, 0, 20, 10), line(9, 1, 22.49, 12, SOUTH))).angle == 0


@pytest.mark.rule("maurice:7.long", "maurice:7.shortFirst", "maurice:R46")
def test_long_range_begins_after_four_and_only_without_a_near_target() -> None:
    far = line(9, 1, 20, 20, SOUTH)
    assert targets(field(gun(1, 0, 20, 5), far), long=True) == [{9}]
    assert targets(field(gun(1, 0, 20, 5), replace(far, y=29_000)), long=True) == [{9}]
    assert targets(field(gun(1, 0, 20, 4.994), replace(far, y=29_000)), long=True) == [set()]
    # At the very end of either range it still fires straight ahead.
    assert first(field(gun(1, 0, 20, 5), replace(far, y=9_000))).angle == 0
    assert [base[0].angle for base in shots(field(gun(1, 0, 20, 5), replace(far, y=29_000)), 1, True)] == [0]
    both = field(gun(1, 0, 20, 5), far, gun(8, 1, 22, 7.5, SOUTH))
    assert short_target(both, 1)
    assert targets(both, long=True) == [set()]
    assert not any(targets(field(line(1, 0, 20, 5), far), long=True))


@pytest.mark.rule("maurice:7.angle", "maurice:7.priorities", "maurice:R46")
def test_forty_five_degrees_and_no_more_and_straight_ahead_first() -> None:
    inside = first(field(gun(1, 0, 20, 10), gun(9, 1, 22.5, 12.8, SOUTH)))
    assert 0 < inside.angle <= 45
    assert first(field(gun(1, 0, 20, 10), gun(9, 1, 23.2, 11, SOUTH))).angle == 45
    assert targets(field(gun(1, 0, 20, 10), gun(9, 1, 23.3, 11, SOUTH))) == [set()]
    assert targets(field(gun(1, 0, 20, 10), gun(9, 1, 23.7, 10.6, SOUTH))) == [set()]
    both = field(gun(1, 0, 20, 10), gun(8, 1, 20.9, 13.5, SOUTH), gun(9, 1, 18.4, 11.5, SOUTH))
    assert targets(both) == [{8}]


@pytest.mark.rule("maurice:7.first", "maurice:R45")
def test_the_closest_is_the_target_and_of_those_alike_the_shooter_chooses() -> None:
    f = field(gun(1, 0, 20, 10), horse(8, 1, 19, 12, SOUTH), horse(9, 1, 21.01, 12.1, SOUTH))
    assert targets(f) == [{8}]
    alike = field(gun(1, 0, 20, 10), horse(8, 1, 19, 12, SOUTH), horse(9, 1, 21.01, 12.004, SOUTH))
    assert targets(alike) == [{8, 9}]


@pytest.mark.rule("maurice:7.friend", "maurice:R45")
def test_a_friend_closer_stops_the_shot_but_not_one_farther() -> None:
    foe = horse(9, 1, 20, 13, SOUTH)
    closer = field(gun(1, 0, 20, 10), gun(2, 0, 20.9, 12.5), foe)
    assert all(shot.angle for base in shots(closer, 1, False) for shot in base)
    walled = field(gun(1, 0, 20, 10), line(2, 0, 20, 12.5), foe)
    assert targets(walled) == [set()]
    farther = field(gun(1, 0, 20, 10), gun(2, 0, 21.6, 14.5), foe)
    assert first(farther).angle == 0
    # The neighbour in line is not in the way, even when the zone is turned.
    row = field(gun(1, 0, 20, 10), gun(2, 0, 21, 10), gun(9, 1, 22.5, 12.8, SOUTH))
    assert targets(row) == [{9}]


@pytest.mark.rule("maurice:7.friend", "maurice:7.angle", "maurice:R44")
def test_a_friend_at_the_shoulder_is_behind_the_near_edge_of_a_zone_that_is_turned_away() -> None:
    # He intrudes a bit straight ahead, so the gun has to turn; turned far enough, he is no longer in its zone.
    f = field(gun(1, 0, 20, 10), gun(2, 0, 19.1, 11.05), line(9, 1, 23.6, 12.5, SOUTH))
    assert targets(f) == [{9}]
    assert 30 < first(f).angle <= 45


@pytest.mark.rule("maurice:7.obstruction", "maurice:7.partial", "maurice:R47")
def test_obstructing_terrain_ends_the_zone_one_base_width_on() -> None:
    corner = block("woods", 20.4, 11, 22, 11.5)
    f = field(gun(1, 0, 20, 10), line(9, 1, 20, 12, SOUTH), pieces=(corner,))
    assert first(f).zone[0][1] == 12_000
    too_far = field(gun(1, 0, 20, 10), horse(9, 1, 20.9, 12.01, SOUTH), pieces=(block("woods", 15, 11, 25, 11.5),))
    assert targets(too_far) == [set()]
    # A base in woods shoots, and is shot at, to a depth of one.
    inside = field(line(1, 0, 20, 10), line(9, 1, 20, 10.9, SOUTH), pieces=(block("woods", 15, 5, 25, 15),))
    assert targets(inside) == [{9}] * 4
    assert targets(field(*inside.units.values(), pieces=(block("rocks", 15, 5, 25, 15),))) == [{9}] * 4
    deep = field(line(1, 0, 20, 10), line(9, 1, 20, 11.12, SOUTH), pieces=(block("woods", 15, 5, 25, 15),))
    assert not any(targets(deep))


@pytest.mark.rule("maurice:7.own", "maurice:R48")
def test_the_shooters_own_wall_is_that_along_his_whole_front() -> None:
    foe = line(9, 1, 20, 13, SOUTH)
    flush = field(line(1, 0, 20, 10), foe, pieces=(piece("wall", (17, 10.05), (23, 10.05)),))
    assert [[(s.target, s.cover) for s in base] for base in shots(flush, 1, False)] == [[(9, False)]] * 4
    off = field(line(1, 0, 20, 10), foe, pieces=(piece("wall", (17, 10.06), (23, 10.06)),))
    assert not any(targets(off))
    half = field(line(1, 0, 20, 10), foe, pieces=(piece("wall", (17, 10.05), (20.0, 10.05)),))
    found = shots(half, 1, False)
    assert [bool(base) for base in found] == [True] * 4
    # The second base has the wall along its middle, but not along all of its front: to it the wall is an obstruction.
    short = field(line(1, 0, 20, 10), foe, pieces=(piece("wall", (17, 10.05), (19.7, 10.05)),))
    assert [bool(base) for base in shots(short, 1, False)] == [True, False, True, True]


@pytest.mark.rule("maurice:7.cover", "maurice:R49")
def test_cover_is_across_the_whole_zone_or_all_round_the_target() -> None:
    def covers(*pieces: object) -> bool:
        return first(field(gun(1, 0, 20, 10), line(9, 1, 20, 12, SOUTH), pieces=pieces)).cover  # type: ignore[arg-type]

    assert covers(piece("wall", (19.5, 11.9), (20.5, 11.9)))
    assert not covers(piece("wall", (19.5, 11.9), (20.4, 11.9)))
    assert covers(piece("wall", (19.5, 11.9), (20.1, 11.7)), piece("wall", (20, 11.7), (20.5, 11.9)))
    assert covers(block("woods", 15, 12, 25, 14))
    assert not covers(block("woods", 15, 12.1, 25, 14))
    assert covers(block("woods", 15, 11.5, 25, 14))
    assert not covers(block("rocks", 15, 11.5, 25, 14))


@pytest.mark.rule("maurice:7.cover", "maurice:R49")
def test_a_wall_that_runs_through_the_target_covers_only_what_is_beyond_it() -> None:
    foe = line(9, 1, 20, 12, SOUTH)
    across = piece("wall", (18.5, 12.4), (21.5, 12.4))
    assert first(field(gun(1, 0, 20, 10), foe, pieces=(across,))).cover is False
    # From before its left corner to behind its right one: its near part can still be seen past the wall's end.
    slanting = piece("wall", (19.2, 11.8), (21.5, 12.6))
    assert first(field(gun(1, 0, 20, 10), foe, pieces=(slanting,))).cover is False
    long = piece("wall", (17.763, 12.629), (20.428, 13.605))
    assert first(field(gun(1, 0, 20, 10), line(9, 1, 19.677, 13.263, 176.05), pieces=(long,))).cover is False
    before = piece("wall", (18.5, 11.7), (21.5, 11.99))
    assert first(field(gun(1, 0, 20, 10), foe, pieces=(before,))).cover


@pytest.mark.rule("maurice:R45", "maurice:R46", "maurice:7.cover")
def test_of_two_bases_of_a_target_that_are_as_close_the_one_without_cover_is_shot_at() -> None:
    foe = line(9, 1, 20, 12, SOUTH)
    for west, east in ((18, 20.3), (19.7, 22)):
        half = piece("wall", (west, 11.9), (east, 11.9))
        assert first(field(gun(1, 0, 20, 10), foe, pieces=(half,))).cover is False
    whole = piece("wall", (18, 11.9), (22, 11.9))
    assert first(field(gun(1, 0, 20, 10), foe, pieces=(whole,))).cover


@pytest.mark.rule("maurice:7.enfilade")
def test_fire_from_behind_the_targets_front_line_enfilades() -> None:
    assert first(field(gun(1, 0, 20, 10), line(9, 1, 20, 12, EAST))).enfilade is False
    assert first(field(gun(1, 0, 20, 10), line(9, 1, 20.5, 13.9, EAST))).enfilade
    assert first(field(gun(1, 0, 20, 10), line(9, 1, 20.49, 13.9, EAST))).enfilade is False
    # The whole base counts, its rear too: here only its front edge is behind the line of the target's.
    slanting = field(gun(1, 0, 20, 10, 315), gun(9, 1, 20.7, 12.5, EAST))
    assert first(slanting).enfilade is False
    # Of a column each base has its own front line.
    rear_base = field(gun(1, 0, 20, 10.3, EAST), unit(9, 1, CAV, COLUMN, 22, 13, 20))
    assert first(rear_base).enfilade is False


@pytest.mark.rule("maurice:7.hill", "maurice:R50")
def test_whoever_is_behind_a_crest_is_not_shot_at() -> None:
    ridge = piece("hill", (10, 10.5), (30, 10.5), (30, 12.5), (10, 12.5), crest=((10, 11.5), (30, 11.5)))
    hidden = field(line(1, 0, 20, 10), line(9, 1, 20, 12.2, SOUTH), pieces=(ridge,))
    assert not any(targets(hidden))
    assert targets(field(line(1, 0, 20, 10), line(9, 1, 20, 11.2, SOUTH), pieces=(ridge,))) == [{9}] * 4


@pytest.mark.rule("maurice:7.hill", "maurice:7.obstruction", "maurice:R47", "maurice:R57")
def test_a_unit_on_a_hill_that_is_seen_is_not_obstructed_but_may_have_cover() -> None:
    def fired_at(foe: Unit, *pieces: Piece, long: bool = True) -> list[tuple[int, bool]]:
        f = field(gun(1, 0, 20, 8), foe, gun(8, 1, 20, 24, SOUTH), pieces=pieces)
        return [(shot.target, shot.cover) for base in shots(f, 1, long) for shot in base]

    hill, wall = block("hill", 15, 12.5, 25, 20), piece("wall", (15, 10), (25, 10))
    up, astride = line(9, 1, 20, 14, SOUTH), line(9, 1, 20, 12.4, SOUTH)
    assert fired_at(up, hill) == [(9, False)]
    assert fired_at(up, hill, wall) == [(9, True)]
    assert fired_at(up, hill, block("woods", 19.8, 9, 21, 9.6)) == [(9, False)]
    # Without the hill the wall ends the zone; it does for a unit that stands only partly on it, and so do deep woods.
    assert fired_at(up, wall) == []
    assert fired_at(astride, hill, wall) == []
    assert fired_at(up, hill, block("woods", 10, 9, 30, 10.1)) == []
    # It is the closest base that counts, also if it is obstructed itself.
    low = field(gun(1, 0, 20, 6), line(9, 1, 20, 14, SOUTH), gun(8, 1, 20, 11, SOUTH), pieces=(hill, wall))
    assert [shot.target for base in shots(low, 1, True) for shot in base] == [8]
    lower = field(gun(1, 0, 20, 6), line(9, 1, 20, 14, SOUTH), gun(8, 1, 20, 11.2, SOUTH), pieces=(hill, wall))
    assert [(shot.target, shot.angle == 0) for base in shots(lower, 1, True) for shot in base] == [(9, False)]


@pytest.mark.rule("maurice:7.friend", "maurice:7.hill", "maurice:R45", "maurice:R50")
def test_a_friend_beyond_a_hidden_enemy_and_before_a_visible_one_stops_the_shot() -> None:
    # A short crest hides the gun right behind it; another enemy is seen past its end, and a friend is between the two.
    crest = piece("hill", (19, 10.5), (21, 10.5), (21, 11.05), (19, 11.05), crest=((19.3, 11), (20.7, 11)))
    hidden, foe = gun(8, 1, 20, 11.1, SOUTH), gun(9, 1, 20.95, 13, SOUTH)
    alone = first(field(gun(1, 0, 20, 10), hidden, foe, pieces=(crest,)))
    assert (alone.target, alone.angle) == (9, 0)
    f = field(gun(1, 0, 20, 10), hidden, foe, gun(2, 0, 19.1, 12.6), pieces=(crest,))
    assert [(shot.target, shot.angle > 0) for base in shots(f, 1, False) for shot in base] == [(9, True)]


@pytest.mark.rule("maurice:7.zone", "maurice:R44", "maurice:R45")
def test_zones_straight_ahead_agree_with_shapely_on_random_crowds() -> None:
    pytest.importorskip("shapely")
    compare_zones(QuickRng(4), 60)


@pytest.mark.slow
@pytest.mark.rule("maurice:7.zone")
def test_zones_straight_ahead_agree_with_shapely_on_many_random_crowds() -> None:
    pytest.importorskip("shapely")
    compare_zones(QuickRng(5), 4_000)


def crowd(rng: QuickRng, number: int) -> Field:
    """Units on either side, none on another, facing anywhere."""
    units = [line(1, 0, 20, 10, rng.below(360))]
    for uid in range(2, 2 + number):
        make = (line, horse, gun, column)[rng.below(4)]
        units.append(
            make(uid, rng.below(2), 15 + rng.below(10_000) / 1000, 5 + rng.below(10_000) / 1000, rng.below(360))
        )
    from shapely.geometry import Polygon

    kept = units[:1]
    for one in units[1:]:
        f = field(*kept, one)
        mine = Polygon(f.body(one.id).corners).buffer(1)
        if not any(mine.intersects(Polygon(f.body(u.id).corners)) for u in kept):
            kept.append(one)
    return field(*kept)


def compare_zones(rng: QuickRng, cases: int) -> None:
    """The target straight ahead is the first that a rectangle ahead meets; a nearer friend stops the shot."""
    from shapely import affinity
    from shapely.geometry import Polygon, box

    hits = 0
    for _ in range(cases):
        f = crowd(rng, 6)
        body = f.body(1)
        assert any_shot(f, 1, False) == any(shots(f, 1, False))
        for file, base in enumerate(shots(f, 1, False)):
            x, y = body.front_base(file)
            lane = affinity.rotate(box(x - 495, y, x + 495, y + 4_000), -body.facing / 100, origin=(x, y))
            front = affinity.rotate(box(x - 9_000, y - 1, x + 9_000, y), -body.facing / 100, origin=(x, y))
            near: list[tuple[float, int, bool]] = []
            for uid, other in f.bodies.items():
                part = lane.intersection(Polygon(other.corners)) if uid != 1 else None
                if part is not None and not part.is_empty:
                    near.append((part.distance(front), uid, f.units[uid].side == 0))
            near.sort()
            # Cases within a few steps of a tie, or of the edge of the zone, are not what this is about.
            if any(abs(a[0] - b[0]) < 12 for a, b in pairwise(near)):
                continue
            straight = [shot for shot in base if shot.angle == 0]
            if near and not near[0][2] and near[0][0] < 3_990 and _well_in(lane, f, near[0][1]):
                assert [shot.target for shot in straight] == [near[0][1]], (f.units, file)
                hits += 1
            elif (not near or near[0][2]) and straight:
                assert near, (f.units, file)
    assert hits > cases // 4


def _well_in(lane: object, f: Field, uid: int) -> bool:
    from shapely.geometry import Polygon

    part = lane.intersection(Polygon(f.body(uid).corners))  # type: ignore[attr-defined]
    return not part.buffer(-8).is_empty
