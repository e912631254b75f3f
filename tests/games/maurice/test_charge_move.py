"""Chapter 8: who may charge, how far, and whom he meets first."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.maurice.model.moves import Charge, ChargePlan, Leave
from kemu.games.maurice.model.units import CAV, COLUMN, Piece, Unit
from kemu.games.maurice.rules import charge_move
from kemu.games.maurice.rules.field import Field
from kemu.games.maurice.rules.orders import Charges

from .fields import EAST, SOUTH, block, column, field, gun, horse, horse_line, line, piece, unit


def charge(f: Field, uid: int = 1, wheel: int = 0, leave: Leave = charge_move.FREE) -> ChargePlan:
    found = charge_move.plan(f, Charge(uid, wheel), leave)
    assert not isinstance(found, Refusal), found
    return found


def no(f: Field, uid: int = 1, wheel: int = 0) -> str:
    found = charge_move.plan(f, Charge(uid, wheel))
    assert isinstance(found, Refusal), found
    return found.clause


@pytest.mark.rule("maurice:8.charge", "maurice:8.formation", "maurice:8.four")
def test_who_may_not_charge_at_all() -> None:
    foe = line(9, 1, 20, 12, SOUTH)
    assert no(field(gun(1, 0, 20, 10), foe)) == "maurice:8.charge"
    assert no(field(column(1, 0, 20, 10), foe)) == "maurice:8.formation"
    assert no(field(unit(1, 0, CAV, COLUMN, 20, 10), foe)) == "maurice:8.formation"
    assert no(field(line(1, 0, 20, 10, disr=4), foe)) == "maurice:8.four"
    assert charge(field(line(1, 0, 20, 10, disr=3), foe)).contacts == (9,)


@pytest.mark.rule("maurice:8.fullMove", "maurice:8.move", "maurice:8.first")
def test_it_goes_straight_ahead_as_far_as_it_can_and_stops_at_contact() -> None:
    found = charge(field(line(1, 0, 20, 10), line(9, 1, 20, 14, SOUTH)))
    assert (found.used, found.units[0].y) == (4_000, 14_000)
    assert no(field(line(1, 0, 20, 10), line(9, 1, 20, 14.002, SOUTH))) == "maurice:8.fullMove"
    assert no(field(line(1, 0, 20, 10), line(9, 1, 28, 12, SOUTH))) == "maurice:8.move"


@pytest.mark.rule("maurice:8.first", "maurice:R13")
def test_all_that_are_met_within_five_steps_are_met_at_once() -> None:
    two = field(line(1, 0, 20, 10), horse(8, 1, 19, 12.004, SOUTH), horse(9, 1, 21.1, 12, SOUTH))
    assert no(two) == "maurice:8.infantryCavalry"
    riders = field(horse_line(1, 0, 20, 10), horse(8, 1, 19, 12.004, SOUTH), horse(9, 1, 21.1, 12, SOUTH))
    assert charge(riders).contacts == (8, 9)
    later = field(horse_line(1, 0, 20, 10), horse(8, 1, 19, 12.006, SOUTH), horse(9, 1, 21.1, 12, SOUTH))
    assert charge(later).contacts == (9,)


@pytest.mark.rule("maurice:8.infantryCavalry", "maurice:R54")
def test_infantry_does_not_charge_cavalry() -> None:
    assert no(field(line(1, 0, 20, 10), horse(9, 1, 20, 12, SOUTH))) == "maurice:8.infantryCavalry"
    assert charge(field(horse(1, 0, 20, 10), horse(9, 1, 20, 12, SOUTH))).contacts == (9,)


@pytest.mark.rule("maurice:8.wheel", "maurice:R53")
def test_the_wheel_is_first_at_most_one_and_touches_nobody() -> None:
    f = field(line(1, 0, 20, 10), line(9, 1, 20, 12.5, SOUTH))
    assert charge(f, wheel=500).units[0].facing == 500
    assert charge(f, wheel=-500).units[0].facing == 35_500
    assert charge(f, wheel=1_432).used > 2_000
    assert no(f, wheel=1_433) == "maurice:8.wheel"
    tight = field(line(1, 0, 20, 10), gun(8, 1, 18.5, 10.6, SOUTH), line(9, 1, 20, 12.5, SOUTH))
    assert no(tight, wheel=1_400) in ("maurice:8.wheel", "maurice:8.front")
    # The rear corner of a massed unit swings out as it wheels: past a gun that is clear of it before and after.
    foe = line(9, 1, 21, 13, SOUTH)
    assert charge(field(horse(1, 0, 20, 10), foe), wheel=2_000).contacts == (9,)
    beside = field(horse(1, 0, 20, 10), foe, gun(8, 1, 18.25, 8.38))
    assert charge(beside).contacts == (9,)
    assert no(beside, wheel=2_000) == "maurice:8.wheel"


@pytest.mark.rule("maurice:8.front", "maurice:R05", "maurice:R53")
def test_a_flank_that_would_brush_by_an_enemy_forbids_the_charge() -> None:
    flush = field(horse(1, 0, 20, 10), line(8, 1, 23, 12, SOUTH), line(9, 1, 20, 15, SOUTH))
    assert no(flush) == "maurice:8.front"
    clear = field(horse(1, 0, 20, 10), line(8, 1, 23.01, 12, SOUTH), line(9, 1, 20, 15, SOUTH))
    assert charge(clear).contacts == (9,)
    # Flush with the front corner only at the end: neither met nor in the way.
    corner = field(horse(1, 0, 20, 10), line(8, 1, 23, 12, SOUTH), horse(9, 1, 20, 12, SOUTH))
    assert charge(corner).contacts == (9,)


@pytest.mark.rule("maurice:8.noCrossing", "maurice:8.difficult", "maurice:5.terrain")
def test_nobody_is_crossed_and_difficult_ground_costs_a_disr() -> None:
    foe = line(9, 1, 20, 13, SOUTH)
    assert no(field(line(1, 0, 20, 10), gun(2, 0, 21, 11.5), foe)) == "maurice:8.noCrossing"
    # The rear corner of a massed unit swings out through a friend as it wheels, who is clear of it before and after.
    beside = field(horse(1, 0, 20, 10), line(9, 1, 21, 13, SOUTH), gun(2, 0, 18.25, 8.38))
    assert charge(beside).contacts == (9,)
    assert no(beside, wheel=2_000) == "maurice:8.noCrossing"
    rocks = charge(field(line(1, 0, 20, 10, disr=1), foe, pieces=(block("rocks", 20, 11, 21, 12),)))
    assert rocks.units[0].disr == 2
    assert no(field(line(1, 0, 20, 10), foe, pieces=(block("pond", 20, 11, 21, 12),))) == "maurice:5.terrain"
    rough = field(line(1, 0, 20, 10), foe, pieces=(block("rocks", 20, 11, 21, 12),))
    barred = charge_move.plan(rough, Charge(1), Leave(difficult_impassable=True))
    assert isinstance(barred, Refusal)
    assert barred.clause == "maurice:4.interrupting"


@pytest.mark.rule("maurice:8.woods", "maurice:R54")
def test_cavalry_and_woods() -> None:
    foe = line(9, 1, 20, 13, SOUTH)
    assert no(field(horse(1, 0, 20, 10), foe, pieces=(block("woods", 20, 11, 21, 12),))) == "maurice:8.woods"
    # It may leave the woods in which it stands.
    assert charge(field(horse(1, 0, 20, 10), foe, pieces=(block("woods", 15, 5, 25, 10),))).units[0].disr == 1
    held = field(horse(1, 0, 20, 10), foe, pieces=(block("woods", 15, 13, 25, 16),))
    assert no(held) == "maurice:8.woods"
    half = field(horse(1, 0, 20, 10), foe, pieces=(block("woods", 15, 13.2, 25, 16),))
    assert charge(half).contacts == (9,)
    foot = field(line(1, 0, 20, 10), foe, pieces=(block("woods", 15, 12.5, 25, 16),))
    assert charge(foot).units[0].disr == 1


@pytest.mark.rule("maurice:8.woods", "maurice:R54", "maurice:R06")
def test_cavalry_may_charge_the_front_of_a_line_that_leans_a_flank_on_woods() -> None:
    foe = line(9, 1, 20, 13, SOUTH)
    for woods in (block("woods", 22, 12, 25, 15), block("woods", 22, 13, 25, 15), block("woods", 21.9, 13.01, 25, 15)):
        assert charge(field(horse_line(1, 0, 20, 10), foe, pieces=(woods,))).contacts == (9,)


@pytest.mark.rule("maurice:8.woods")
@pytest.mark.parametrize("slope", [0, 45])
def test_cavalry_does_not_charge_an_edge_that_is_wholly_in_woods(slope: float) -> None:
    from math import cos, radians, sin

    s, c = sin(radians(slope)), cos(radians(slope))

    def at(ahead: float, right: float) -> tuple[float, float]:
        return 20 + ahead * s + right * c, 10 + ahead * c - right * s

    def wood(west: float, east: float) -> Piece:
        return piece("woods", at(2.9, west), at(3.5, west), at(3.5, east), at(2.9, east))

    # Its front edge is in woods, its rear half is not, and the woods begin behind the place where the charge ends:
    # so it is met by an edge that is.
    foe = gun(9, 1, *at(3, 0), 180 + slope)
    f = field(horse(1, 0, 20, 10, slope), foe)
    assert charge(f).contacts == (9,)
    here = f.with_units(charge(f).units).body(1)
    edge = replace_woods(f, wood(-0.6, 0.6))
    assert charge_move._held_by_woods(edge, here, edge.body(9))
    part = replace_woods(f, wood(-0.6, 0.4))
    assert not charge_move._held_by_woods(part, here, part.body(9))


def replace_woods(f: Field, *woods: Piece) -> Field:
    return field(*f.units.values(), pieces=woods)


@pytest.mark.rule("maurice:8.visible", "maurice:R50")
def test_nobody_charges_whom_he_does_not_see() -> None:
    ridge = piece("hill", (10, 10.5), (30, 10.5), (30, 12.5), (10, 12.5), crest=((10, 11.5), (30, 11.5)))
    f = field(line(1, 0, 20, 10), line(9, 1, 20, 13, SOUTH), pieces=(ridge,))
    assert no(f) == "maurice:8.visible"
    on_top = field(line(1, 0, 20, 10), line(9, 1, 20, 11.2, SOUTH), pieces=(ridge,))
    assert charge(on_top).contacts == (9,)
    deep = field(line(1, 0, 20, 10), line(9, 1, 20, 13, SOUTH), pieces=(block("woods", 5, 11, 35, 12.5),))
    assert no(deep) == "maurice:8.visible"
    thin = field(line(1, 0, 20, 10), line(9, 1, 20, 13, SOUTH), pieces=(block("woods", 5, 11, 35, 11.9),))
    assert charge(thin).contacts == (9,)


@pytest.mark.rule("maurice:8.half", "maurice:R52")
def test_a_unit_is_able_if_some_wheel_brings_it_to_an_enemy() -> None:
    aside = field(line(1, 0, 20, 10), line(9, 1, 24.3, 12, SOUTH))
    assert no(aside) == "maurice:8.move"
    assert charge_move.able(aside, 1)
    assert not charge_move.able(field(line(1, 0, 20, 10), line(9, 1, 30, 12, SOUTH)), 1)
    found = Charges(aside, (1,)).sample(QuickRng(3))
    assert isinstance(found, Charge)
    assert Charges(aside, (1,)).check(found) is None


@pytest.mark.rule("maurice:8.half", "maurice:8.fullMove", "maurice:R52")
@pytest.mark.parametrize(
    ("who", "foe", "wheel"),
    [
        (line(1, 0, 20, 12), gun(9, 1, 17.653, 15.987, 87.1), -620),
        (horse(1, 0, 20, 12), horse(9, 1, 17.989, 19.978, 185.9), -200),
        (horse_line(1, 0, 20, 12), column(9, 1, 23.946, 19.051, 177.4), 1_172),
    ],
)
def test_a_unit_is_able_though_only_a_few_wheels_just_reach(who: Unit, foe: Unit, wheel: int) -> None:
    at_the_edge = field(who, foe)
    assert charge(at_the_edge, wheel=wheel).contacts == (9,)
    assert no(at_the_edge) in ("maurice:8.move", "maurice:8.fullMove")
    assert charge_move.able(at_the_edge, 1)


@pytest.mark.rule("maurice:8.half", "maurice:R52")
def test_a_unit_is_able_though_only_a_few_wheels_pass_by_the_pond() -> None:
    pond = piece("pond", (18.814, 17.341), (17.873, 17.507), (17.545, 15.648), (18.486, 15.482))
    beside = field(horse_line(1, 0, 20, 12), horse(9, 1, 22.298, 20, 226.5), pieces=(pond,))
    assert charge(beside, wheel=930).contacts == (9,)
    assert no(beside, wheel=910) == "maurice:5.terrain"
    assert no(beside, wheel=950) == "maurice:8.fullMove"
    assert charge_move.able(beside, 1)


@pytest.mark.rule("maurice:R13", "maurice:R02")
def test_first_contact_is_where_shapely_says_the_outlines_meet() -> None:
    polygon = pytest.importorskip("shapely.geometry").Polygon
    rng = QuickRng(8)
    met = 0
    for _ in range(400):
        foe = replace(line(9, 1, 18 + rng.below(4000) / 1000, 11 + rng.below(5000) / 1000), facing=rng.below(36_000))
        f = field(horse_line(1, 0, 20, 10, rng.below(40) - 20), foe)
        here = polygon(f.body(1).corners)
        if here.intersects(polygon(f.body(9).corners)):
            continue
        found = charge_move.plan(f, Charge(1))
        if isinstance(found, Refusal):
            continue
        met += 1
        after = f.with_units(found.units)
        gap = polygon(after.body(1).corners).distance(polygon(after.body(9).corners))
        assert gap <= 2.5, (foe, gap)
        # The overlap is no more than the corner's rounding.
        assert polygon(after.body(1).corners).buffer(-6).intersection(polygon(after.body(9).corners)).is_empty
    assert met > 100


@pytest.mark.rule("maurice:8.first")
def test_a_charge_may_hit_a_flank_from_the_side() -> None:
    f = field(horse(1, 0, 15, 10, EAST), line(9, 1, 20, 10.5))
    found = charge(f)
    assert found.contacts == (9,)
    assert found.units[0].x == 18_000


@pytest.mark.rule("maurice:8.visible", "maurice:R50")
@pytest.mark.parametrize("west", [18.35, 19.1, 20.1, 20.35, 20.6])
def test_he_is_seen_through_a_narrow_gap_wherever_it_is_and_not_without_one(west: float) -> None:
    units = (line(1, 0, 20, 10), line(9, 1, 20, 13.5, SOUTH))
    gap = (block("woods", 15, 10.5, west, 12.8), block("woods", west + 0.3, 10.5, 25, 12.8))
    assert not isinstance(charge_move.plan(field(*units, pieces=gap), Charge(1)), Refusal)
    closed = field(*units, pieces=(block("woods", 15, 10.5, 25, 12.8),))
    found = charge_move.plan(closed, Charge(1))
    assert isinstance(found, Refusal)
    assert found.clause == "maurice:8.visible"
