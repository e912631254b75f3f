"""Every figure of the rulebook: a position that reproduces it, and what its caption says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.refusal import Refusal
from kemu.games.maurice.model.moves import Charge, Move
from kemu.games.maurice.rules import charge_move, command, fall_back, fire_zone, movement
from kemu.games.maurice.rules.engagement import engagements
from kemu.games.maurice.rules.field import Field
from kemu.games.maurice.rules.measuring import force_of, linked
from kemu.parts.tabletop.oriented import angle_of

from .fields import EAST, SOUTH, WEST, block, column, field, gun, horse, line, piece


def plan(f: Field, move: Move) -> movement.Plan:
    found = movement.plan(f, move)
    assert not isinstance(found, Refusal), found
    return found


def refused(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.clause


def pairs(f: Field, *attackers: int) -> set[tuple[int, int]]:
    return {(e.attacker, e.defender) for e in engagements(f, attackers)}


def targets(f: Field, uid: int, long: bool = False) -> list[set[int]]:
    return [{shot.target for shot in base} for base in fire_zone.shots(f, uid, long)]


@pytest.mark.rule("maurice:1.figForceAE", "maurice:1.forces", "maurice:R15")
def test_units_a_to_d_are_a_force_and_e_in_another_formation_is_not_of_it() -> None:
    f = field(
        line(1, 0, 4, 10), line(2, 0, 9, 10), line(3, 0, 14.5, 11), line(4, 0, 20, 10, 20), column(5, 0, 23.5, 10)
    )
    assert force_of(f, 1) == (1, 2, 3, 4)
    assert linked(f, (1, 2, 3, 4))
    assert linked(f, (2, 3))
    assert not linked(f, (1, 2, 4))
    assert not linked(f, (4, 5))


@pytest.mark.rule("maurice:1.figForceFH", "maurice:R16")
def test_woods_under_the_middle_unit_leave_three_forces_of_one() -> None:
    units = (horse(1, 0, 5, 10), horse(2, 0, 8.5, 10), horse(3, 0, 12, 10))
    assert linked(field(*units), (1, 2, 3))
    f = field(*units, pieces=(block("woods", 8, 9.5, 9, 12),))
    assert [force_of(f, uid) for uid in (1, 2, 3)] == [(1,), (2,), (3,)]


@pytest.mark.rule("maurice:4.figActivate", "maurice:4.distance", "maurice:R32")
def test_the_distance_to_a_force_is_that_to_its_closest_unit() -> None:
    # The cavalry's nearest outline is 11 BW from the marker's.
    f = field(
        line(1, 0, 8, 8), line(2, 0, 12.5, 8), line(3, 0, 17, 8),
        horse(4, 0, 20, 21), horse(5, 0, 22.5, 21), horse(6, 0, 25, 21),
        cinc=((20, 7.5), None),
    )  # fmt: skip
    assert command.distance(f, 0, (4, 5, 6)) == 10_990  # a hundredth in the active player's favour
    close = command.distance(f, 0, (1, 2, 3))
    assert close is not None
    assert close < 4_000
    assert command.distance(f, 0, (1,)) != close


@pytest.mark.rule("maurice:6.figWheel", "maurice:6.wheel", "maurice:R09")
def test_the_cavalry_that_wheels_goes_ahead_and_wheels_back_has_used_four_of_its_eight() -> None:
    angle = angle_of(2_000, 1_000)
    f = field(horse(1, 0, 20, 10))
    found = plan(f, Move(1, legs=(("right", angle), ("ahead", 2_000), ("left", angle))))
    assert found.used == 4_000
    assert found.units[0].facing == 0


@pytest.mark.rule("maurice:6.figWheel", "maurice:6.retrograde")
def test_the_infantry_that_wheels_two_back_keeps_its_right_rear_corner() -> None:
    f = field(line(1, 0, 20, 10))
    found = plan(f, Move(1, legs=(("back_right", angle_of(4_000, 2_000)),)))
    assert found.used == 2_000
    after = f.with_units(found.units)
    assert after.body(1).corners[2] == f.body(1).corners[2]
    # Its left end has gone back.
    assert after.body(1).corners[1][1] < f.body(1).corners[1][1] - 1_800
    assert refused(movement.plan(f, Move(1, legs=(("back_right", angle_of(4_000, 2_100)),)))) == "maurice:6.retrograde"


@pytest.mark.rule("maurice:6.figArtNear", "maurice:6.artNear", "maurice:6.sixTwo")
def test_the_gun_near_the_enemy_retreats_slides_but_does_not_go_round_his_flank() -> None:
    f = field(gun(1, 0, 20, 10), line(2, 1, 20, 11, SOUTH))
    assert plan(f, Move(1, legs=(("towards", 18_000), ("ahead", 6_000)))).used == 6_000
    assert plan(f, Move(1, legs=(("towards", 9_000), ("ahead", 2_000)))).used == 2_000
    round_him = (("towards", 9_000), ("ahead", 3_000), ("towards", 0), ("ahead", 3_000))
    assert refused(movement.plan(f, Move(1, legs=round_him))) == "maurice:6.sixTwo"


@pytest.mark.rule("maurice:7.figTargets", "maurice:7.priorities", "maurice:7.angle")
def test_base_a_with_nobody_ahead_may_turn_to_either_target_and_the_others_may_not() -> None:
    # The cavalry off to the left, the British line ahead of B, C and D.
    f = field(line(1, 0, 20, 10), line(2, 1, 21.1, 13, SOUTH), horse(3, 1, 16.2, 13, SOUTH))
    assert targets(f, 1) == [{2, 3}, {2}, {2}, {2}]


@pytest.mark.rule("maurice:7.figAngles", "maurice:7.friend", "maurice:7.first", "maurice:R45")
def test_a_friend_in_the_zone_turns_a_aside_and_the_nearer_corner_decides_for_c() -> None:
    f = field(
        line(1, 0, 20, 10),
        # A friend intrudes a bit into A's zone; the first British line is slanted, so that it is the closer before C.
        horse(2, 0, 17.1, 13.1, 0),
        line(3, 1, 18.9, 12.8, SOUTH),
        line(4, 1, 22.95, 13.2, SOUTH),
    )
    assert targets(f, 1) == [{3}, {3}, {3}, {4}]
    shots = fire_zone.shots(f, 1, False)
    assert shots[0][0].angle > 0
    assert [base[0].angle for base in shots[1:]] == [0, 0, 0]


@pytest.mark.rule("maurice:7.figPartial", "maurice:7.partial", "maurice:R47")
def test_the_partly_obstructed_gun_reaches_one_base_width_beyond_where_the_woods_appear() -> None:
    # The woods fill a part of the zone, and no angle at the target avoids them.
    units = (gun(1, 0, 20, 10), gun(2, 1, 20.3, 20, SOUTH))
    assert targets(field(*units), 1, long=True) == [{2}]
    assert targets(field(*units, pieces=(block("woods", 19.9, 16, 22, 18),)), 1, long=True) == [set()]
    # At a longer target he fires past them, at an angle.
    wide = field(units[0], line(2, 1, 18.3, 20, SOUTH), pieces=(block("woods", 19.9, 16, 22, 18),))
    (shot,) = fire_zone.shots(wide, 1, True)[0]
    assert shot.angle < 0
    near = field(
        gun(1, 0, 20, 10), line(2, 1, 20, 16.9, SOUTH), pieces=(piece("woods", (20.3, 16), (24, 16), (24, 16.5)),)
    )
    assert targets(near, 1, long=True) == [{2}]


@pytest.mark.rule("maurice:7.figWall", "maurice:7.cover", "maurice:7.own", "maurice:R48", "maurice:R49")
def test_the_stone_wall() -> None:
    wall = piece("wall", (19.5, 12), (20.5, 12))
    french = gun(1, 0, 20, 10)
    a, b = line(2, 1, 20, 12.4, SOUTH), line(3, 1, 20, 13.5, SOUTH)
    # British A is behind the wall, though not flush: cover.
    shot = fire_zone.shots(field(french, a, pieces=(wall,)), 1, False)[0]
    assert [(s.target, s.cover) for s in shot] == [(2, True)]
    # Without A the fire goes 1 BW beyond the wall and does not quite reach B, straight ahead or at an angle.
    long_wall = piece("wall", (15, 12), (25, 12))
    assert targets(field(french, b, pieces=(long_wall,)), 1) == [set()]
    # So it is with a wall that fills only a part of the zone, if no angle avoids it.
    part = piece("wall", (19.9, 12), (20.6, 12))
    behind = gun(4, 1, 20.2, 13.5, SOUTH)
    assert targets(field(french, behind), 1) == [{4}]
    assert targets(field(french, behind, pieces=(part,)), 1) == [set()]
    closer = fire_zone.shots(field(french, replace(behind, y=12_900), pieces=(part,)), 1, False)[0]
    assert [(s.target, s.cover) for s in closer] == [(4, False)]
    # B a little closer is reached; a wall that fills only a part of the zone gives no cover.
    half = piece("wall", (20.2, 12), (21, 12))
    reached = fire_zone.shots(field(french, replace(b, y=12_900), pieces=(half,)), 1, False)[0]
    assert [(s.target, s.cover) for s in reached] == [(3, False)]
    # The British shoot: not flush, so the wall covers the French too; flush, and it is their own.
    afar = field(line(1, 0, 20, 11.2), line(2, 1, 20, 12.4, SOUTH), pieces=(long_wall,))
    assert [s.cover for base in fire_zone.shots(afar, 2, False) for s in base] == [True] * 4
    flush = field(line(1, 0, 20, 10), line(2, 1, 20, 12, SOUTH), pieces=(long_wall,))
    assert [s.cover for base in fire_zone.shots(flush, 2, False) for s in base] == [False] * 4
    assert [s.cover for base in fire_zone.shots(flush, 1, False) for s in base] == [True] * 4


@pytest.mark.rule("maurice:8.figMove", "maurice:8.wheel", "maurice:8.first")
def test_the_cavalry_wheels_one_and_stops_at_the_moment_of_contact() -> None:
    angle = angle_of(2_000, 1_000)
    f = field(horse(1, 0, 20, 10), line(2, 1, 22.4, 13.4, SOUTH))
    found = charge_move.plan(f, Charge(1, angle))
    assert not isinstance(found, Refusal)
    assert found.contacts == (2,)
    after = found.units[0]
    # It never squares up.
    assert after.facing == angle
    assert 3_000 < found.used < 4_500
    assert refused(charge_move.plan(f, Charge(1, angle + 2))) == "maurice:8.wheel"


@pytest.mark.rule("maurice:8.figForce", "maurice:8.half", "maurice:R52")
def test_a_to_d_can_charge_and_e_and_f_only_follow() -> None:
    french = [line(i + 1, 0, 4 + 4.2 * i, 10) for i in range(6)]
    british = [line(11 + i, 1, 4 + 4.2 * i, 13.8, SOUTH) for i in range(4)]
    f = field(*french, *british)
    assert force_of(f, 1) == (1, 2, 3, 4, 5, 6)
    assert [charge_move.able(f, uid) for uid in range(1, 7)] == [True] * 4 + [False] * 2
    ahead = movement.plan(f, Move(6, legs=(("ahead", 4_000),)), charging=True)
    assert not isinstance(ahead, Refusal)
    assert refused(movement.plan(f, Move(6, legs=(("back", 100),)), charging=True)) == "maurice:8.others"


@pytest.mark.rule("maurice:8.figEngaged", "maurice:8.engaged", "maurice:R05", "maurice:R55")
def test_french_a_to_d_engage_british_1_to_3() -> None:
    f = field(
        # British 2 stands forward; 1 and 3 stand back at its sides.
        line(11, 1, 15.9, 12.6, SOUTH), line(12, 1, 20, 12, SOUTH), line(13, 1, 24.1, 12.6, SOUTH),
        horse(1, 0, 18, 12), horse(2, 0, 20.05, 12), horse(3, 0, 22.1, 12), horse(4, 0, 24.3, 12),
    )  # fmt: skip
    assert pairs(f, 1, 2, 3, 4) == {(1, 11), (1, 12), (2, 12), (3, 12), (3, 13)}
    # D alone contacts nobody.
    assert pairs(f, 4) == set()


@pytest.mark.rule("maurice:8.figTwoLines", "maurice:8.twoLines", "maurice:R55")
def test_the_two_lines_test() -> None:
    hidden = field(line(1, 0, 20, 10), line(11, 1, 20, 10, SOUTH), column(12, 1, 20, 11, SOUTH))
    assert pairs(hidden, 1) == {(1, 11)}
    # The attacker overlaps the first by a little more than nothing: both lines from his end base get past it.
    past = field(line(1, 0, 20, 10), horse(11, 1, 20, 10, SOUTH), column(12, 1, 21.8, 10.5, SOUTH))
    assert pairs(past, 1) == {(1, 11), (1, 12)}
    just_not = field(line(1, 0, 20, 10), line(11, 1, 19.5, 10, SOUTH), column(12, 1, 21.5, 11, SOUTH))
    assert pairs(just_not, 1) == {(1, 11)}


@pytest.mark.rule("maurice:8.figFlanked", "maurice:8.flanked", "maurice:R56")
def test_both_austrians_are_engaged_and_neither_is_flanked() -> None:
    f = field(
        horse(1, 0, 20, 10, EAST),
        # Austrian 2 is met by its front, Austrian 1 stands back, its flank within 1 BW of the French front.
        line(12, 1, 20, 8, WEST), line(11, 1, 22.5, 11, 0),
    )  # fmt: skip
    found = {(e.defender, e.contact): e.flank for e in engagements(f, (1,))}
    assert found == {(12, True): False, (11, False): False}


@pytest.mark.rule("maurice:8.flanked", "maurice:1.flanked", "maurice:R56")
def test_an_attacker_who_touches_the_flank_from_behind_the_front_line_flanks() -> None:
    f = field(horse(1, 0, 20, 10, EAST), line(11, 1, 22, 10.4, 0))
    assert [e.flank for e in engagements(f, (1,))] == [True]
    # Half of his bases have to be behind the front line.
    f = field(horse(1, 0, 20, 11, EAST), line(11, 1, 22, 10.4, 0))
    assert [e.flank for e in engagements(f, (1,))] == [False]


@pytest.mark.rule("maurice:8.figCover", "maurice:8.cover", "maurice:R49")
def test_one_austrian_has_cover_from_the_woods_he_is_in_and_the_other_from_the_wall_between() -> None:
    f = field(
        line(1, 0, 20, 10), line(12, 1, 21.9, 10, SOUTH), line(11, 1, 17.8, 10.6, SOUTH),
        pieces=(block("woods", 19.8, 9.99, 22.5, 12), piece("wall", (15, 10.3), (19.9, 10.3))),
    )  # fmt: skip
    assert {(e.defender, e.contact, e.cover) for e in engagements(f, (1,))} == {(12, True, True), (11, False, True)}
    # Were the wall shorter, a line could be drawn past it.
    g = field(
        *f.units.values(), pieces=(block("woods", 19.8, 9.99, 22.5, 12), piece("wall", (18.5, 10.3), (19.9, 10.3)))
    )
    assert {(e.defender, e.cover) for e in engagements(g, (1,))} == {(12, True), (11, False)}


@pytest.mark.rule("maurice:8.figOutnumbered")
def test_one_cavalry_unit_that_contacts_one_of_two_engages_both() -> None:
    f = field(horse(1, 0, 20, 10), horse(11, 1, 19, 10, SOUTH), horse(12, 1, 21.1, 10.4, SOUTH))
    assert pairs(f, 1) == {(1, 11), (1, 12)}


@pytest.mark.rule("maurice:8.figOutnumbered")
def test_three_austrians_against_two_french_engage_one_both_and_one() -> None:
    f = field(
        horse(1, 0, 18, 10), horse(2, 0, 20.05, 10), horse(3, 0, 22.1, 10),
        horse(11, 1, 18.9, 10, SOUTH), horse(12, 1, 21.2, 10, SOUTH),
    )  # fmt: skip
    assert pairs(f, 1, 2, 3) == {(1, 11), (2, 11), (2, 12), (3, 12)}


@pytest.mark.rule("maurice:8.figCombat", "maurice:8.engaged")
def test_the_complete_example_engages_as_told() -> None:
    """French A with Austrians 1 and 2, B with 2, C with 3 and the guns 4 to 6."""
    f = field(
        line(1, 0, 16, 10), line(2, 0, 20.1, 10), line(3, 0, 26.5, 10),
        line(11, 1, 13.9, 10.7, SOUTH), line(12, 1, 18.2, 10, SOUTH), line(13, 1, 24.2, 10, SOUTH),
        gun(14, 1, 26.75, 10.5, SOUTH), gun(15, 1, 27.8, 10.5, SOUTH), gun(16, 1, 28.85, 10.5, SOUTH),
        pieces=(block("woods", 14, 7, 17, 9.8), piece("wall", (10, 10.4), (15.5, 10.4))),
    )  # fmt: skip
    found = engagements(f, (1, 2, 3))
    assert {(e.attacker, e.defender) for e in found} == {
        (1, 11), (1, 12), (2, 12), (3, 13), (3, 14), (3, 15), (3, 16),
    }  # fmt: skip
    # The wall does not quite hide Austrian 1, and the woods are not between French A and Austrian 2.
    assert not any(e.cover for e in found)


@pytest.mark.rule("maurice:8.figFall", "maurice:8.fallDistance", "maurice:R39", "maurice:R59")
def test_british_a_falls_back_through_b_until_it_reaches_open_ground() -> None:
    f = field(line(1, 0, 20, 10), line(2, 0, 20, 8.5), line(11, 1, 20, 10, SOUTH))
    found = fall_back.plan(f, 1)
    assert found.broken == ()
    assert dict(found.disr) == {1: 1, 2: 1}
    moved = {u.id: u for u in found.units}
    assert moved[1].disr == moved[2].disr == 1
    # It stops as soon as it is clear of B's rear edge, within the tolerance.
    assert 0 <= moved[1].y - (8_500 - 1_000) <= 5
