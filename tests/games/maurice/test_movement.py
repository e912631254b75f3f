"""Chapter 6: what units may do when they move, and what it costs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.refusal import Refusal
from kemu.games.maurice.model.bases import Body
from kemu.games.maurice.model.formations import BECOMES, changed
from kemu.games.maurice.model.moves import Advance, Leave, Move
from kemu.games.maurice.model.units import CAV, COLUMN, INF, LINE, Piece, Unit
from kemu.games.maurice.rules import movement
from kemu.games.maurice.rules.field import Field
from kemu.games.maurice.rules.movement import allowance
from kemu.games.maurice.rules.orders import changes

from .fields import EAST, SOUTH, block, column, field, gun, horse, horse_line, line, piece, unit

ALL_CHANGES = list(BECOMES)


def plan(f: Field, move: Move, leave: Leave = movement.FREE) -> movement.Plan:
    found = movement.plan(f, move, leave)
    assert not isinstance(found, Refusal), found
    return found


def no(f: Field, move: Move, leave: Leave = movement.FREE, charging: bool = False) -> str:
    found = movement.plan(f, move, leave, charging)
    assert isinstance(found, Refusal), found
    return found.clause


def ahead(n: float) -> tuple[tuple[str, int], ...]:
    return (("ahead", round(n * 1000)),)


def after(p: movement.Plan, uid: int = 1) -> Unit:
    return next(u for u in p.units if u.id == uid)


@pytest.mark.rule("maurice:6.allowance", "maurice:6.table")
@pytest.mark.parametrize(
    ("who", "most"),
    [(line(1, 0, 20, 5), 4), (column(1, 0, 20, 5), 12), (horse(1, 0, 20, 5), 8), (unit(1, 0, CAV, COLUMN, 20, 5), 16)],
)
def test_each_arm_goes_as_far_as_the_table_says(who: Unit, most: int) -> None:
    f = field(who)
    assert plan(f, Move(1, legs=ahead(most))).used == most * 1000
    assert no(f, Move(1, legs=ahead(most + 0.001))) == "maurice:6.allowance"
    assert plan(f, Move(1, legs=ahead(0.7))).used == 700


@pytest.mark.rule("maurice:6.march", "maurice:R43")
def test_a_unit_may_stand_still_and_another_unit_is_none_of_its_business() -> None:
    f = field(line(1, 0, 20, 5))
    assert plan(f, Move(1)).units == tuple(f.units.values())
    assert no(f, Move(9, legs=ahead(1))) == "maurice:6.march"


@pytest.mark.rule("maurice:6.retrograde", "maurice:6.line")
def test_lines_go_back_half_as_far_and_never_ahead_and_back_at_once() -> None:
    f = field(line(1, 0, 20, 8))
    assert after(plan(f, Move(1, legs=(("back", 2_000),)))).y == 6_000
    assert no(f, Move(1, legs=(("back", 2_001),))) == "maurice:6.retrograde"
    assert no(f, Move(1, legs=(("ahead", 500), ("back", 500)))) == "maurice:6.retrograde"
    assert no(f, Move(1, legs=(("face", 500),))) == "maurice:6.line"
    assert plan(f, Move(1, legs=(("back", 4_000),)), Leave(retrograde_whole=True)).used == 4_000


@pytest.mark.rule("maurice:6.allowance")
def test_a_card_that_adds_steps_adds_them_forward_only() -> None:
    f = field(line(1, 0, 20, 8))
    assert plan(f, Move(1, legs=ahead(6)), Leave(extra=2_000)).used == 6_000
    assert no(f, Move(1, legs=(("back", 2_500),)), Leave(extra=2_000)) == "maurice:6.retrograde"


@pytest.mark.rule("maurice:6.column", "maurice:R10")
def test_a_column_snakes_and_ends_straight() -> None:
    f = field(column(1, 0, 20, 8))
    found = plan(f, Move(1, legs=(("ahead", 3_000), ("face", 9_000), ("ahead", 2_000), ("face", 0), ("ahead", 3_000))))
    assert (after(found).x, after(found).y, after(found).facing, found.used) == (22_000, 14_000, 0, 8_000)
    assert no(f, Move(1, legs=(("face", 9_000), ("ahead", 2_999)))) == "maurice:R10"
    assert no(f, Move(1, legs=(("face", 9_000),))) == "maurice:6.column"
    assert no(f, Move(1, legs=(("back", 1_000),))) == "maurice:6.column"


@pytest.mark.rule("maurice:6.columnNear", "maurice:R36")
def test_a_column_that_is_near_the_enemy_at_any_moment_goes_four() -> None:
    f = field(column(1, 0, 20, 8), line(2, 1, 20, 17, SOUTH))
    assert plan(f, Move(1, legs=ahead(4.9))).used == 4_900
    assert no(f, Move(1, legs=ahead(5.1))) == "maurice:6.columnNear"
    assert plan(field(column(1, 0, 20, 8), line(2, 1, 20, 14, SOUTH)), Move(1, legs=ahead(4))).used == 4_000
    # It passes an enemy and leaves him again: near on the way counts.
    passing = field(column(1, 0, 20, 8), line(2, 1, 24.2, 14, EAST + 180))
    assert no(passing, Move(1, legs=ahead(12))) == "maurice:6.columnNear"
    started = field(column(1, 0, 20, 11), line(2, 1, 20, 14.5, SOUTH))
    away = (("face", 18_000), ("ahead", 4_500))
    assert no(started, Move(1, legs=away)) == "maurice:6.columnNear"
    # Also if it ends far away from him.
    assert no(started, Move(1, legs=(("face", 18_000), ("ahead", 9_000)))) == "maurice:6.columnNear"


@pytest.mark.rule("maurice:6.columnNear", "maurice:R03", "maurice:R10")
@pytest.mark.parametrize("pieces", [(), (block("pond", 1, 1, 3, 3),)])
def test_the_head_of_a_column_that_turns_is_near_the_enemy_whatever_lies_elsewhere(pieces: tuple[Piece, ...]) -> None:
    turning = Move(1, legs=(("ahead", 2_000), ("face", 17_000), ("ahead", 4_000)))
    assert (
        no(field(column(1, 0, 20, 10), line(9, 1, 20, 16.4, SOUTH), pieces=pieces), turning) == "maurice:6.columnNear"
    )


@pytest.mark.rule("maurice:6.sixTwo", "maurice:6.artillery", "maurice:R11")
def test_artillery_goes_in_any_direction_and_faces_where_it_likes() -> None:
    f = field(gun(1, 0, 20, 8))
    found = plan(
        f, Move(1, legs=(("towards", 27_000), ("ahead", 4_000), ("towards", 18_000), ("ahead", 2_000), ("face", 4_500)))
    )
    assert found.used == 6_000
    moved = field(after(found)).body(1)
    assert (after(found).facing, moved.centre) == (4_500, (16_000, 5_500))
    assert no(f, Move(1, legs=(("towards", 0), ("ahead", 6_001)))) == "maurice:6.allowance"
    assert after(plan(f, Move(1, legs=(("face", 18_000),)))).facing == 18_000


@pytest.mark.rule("maurice:6.sixTwo", "maurice:6.artilleryTerrain")
def test_artillery_goes_two_in_difficult_ground_and_takes_no_disr() -> None:
    f = field(gun(1, 0, 20, 8), pieces=(block("woods", 18, 9, 22, 12),))
    found = plan(f, Move(1, legs=(("towards", 0), ("ahead", 2_000))))
    assert found.terrain
    assert after(found).disr == 0
    assert no(f, Move(1, legs=(("towards", 0), ("ahead", 2_100)))) == "maurice:6.sixTwo"
    assert plan(
        field(gun(1, 0, 20, 8, disr=1), pieces=(block("woods", 18, 9, 22, 12),)),
        Move(1, legs=(("towards", 0), ("ahead", 2_000))),
    ).terrain


@pytest.mark.rule("maurice:6.smoke")
def test_guns_in_smoke_do_not_move() -> None:
    f = field(replace(gun(1, 0, 20, 8), smoke=True))
    assert no(f, Move(1, legs=(("towards", 0), ("ahead", 100)))) == "maurice:6.smoke"


@pytest.mark.rule("maurice:6.terrainDisr", "maurice:6.neverBroken", "maurice:5.difficult", "maurice:R37", "maurice:R38")
def test_difficult_ground_costs_one_disr_however_much_and_never_breaks() -> None:
    woods = block("woods", 21.5, 9, 24, 11)
    rocks = block("rocks", 15, 9, 19, 10)
    f = field(line(1, 0, 20, 8), pieces=(woods, rocks))
    found = plan(f, Move(1, legs=ahead(4)))
    assert after(found).disr == 1
    assert found.terrain
    assert after(plan(f, Move(1, legs=ahead(0.9)))).disr == 0
    worn = field(line(1, 0, 20, 8, disr=4), pieces=(woods,))
    assert no(worn, Move(1, legs=ahead(4))) == "maurice:6.neverBroken"
    assert after(plan(worn, Move(1, legs=ahead(4)), Leave(no_terrain_disr=True))).disr == 4
    assert no(f, Move(1, legs=ahead(4)), Leave(difficult_impassable=True)) == "maurice:4.interrupting"
    # Standing in it and leaving it counts.
    inside = field(line(1, 0, 20, 10), pieces=(woods,))
    assert after(plan(inside, Move(1, legs=ahead(4)))).disr == 1


@pytest.mark.rule("maurice:5.terrain", "maurice:R06", "maurice:R07")
def test_ponds_stop_walls_cost_and_bridges_help() -> None:
    pond = field(line(1, 0, 20, 8), pieces=(block("pond", 19, 9, 21, 10),))
    assert no(pond, Move(1, legs=ahead(2))) == "maurice:5.terrain"
    wall = field(line(1, 0, 20, 8), pieces=(piece("wall", (15, 8), (25, 8)),))
    # Flush with a wall is neither on it nor across it.
    assert after(plan(wall, Move(1, legs=(("back", 500),)))).disr == 0
    assert after(plan(wall, Move(1, legs=ahead(0.5)))).disr == 1
    brook = block("stream", 10, 9, 30, 10)
    over = field(column(1, 0, 20, 8), pieces=(brook, block("bridge", 19.4, 8.5, 20.6, 10.5)))
    assert after(plan(over, Move(1, legs=ahead(8)))).disr == 0
    through = field(column(1, 0, 22, 8), pieces=(brook, block("bridge", 19.4, 8.5, 20.6, 10.5)))
    assert after(plan(through, Move(1, legs=ahead(8)))).disr == 1


@pytest.mark.rule("maurice:6.interpenetration", "maurice:6.crossing", "maurice:6.exCross", "maurice:R39")
@pytest.mark.parametrize(
    ("mover", "other", "costs"),
    [
        (horse(1, 0, 20, 5), unit(2, 0, CAV, COLUMN, 20, 8, EAST), (1, 0)),
        (horse(1, 0, 20, 5), line(2, 0, 20, 6.5), (1, 1)),
        (gun(1, 0, 20, 5), horse_line(2, 0, 20, 6.5), (0, 1)),
        (column(1, 0, 20, 5), line(2, 0, 20, 6.5), (0, 1)),
        (horse(1, 0, 20, 5), gun(2, 0, 20, 6.5), (1, 0)),
    ],
)
def test_who_is_disrupted_by_interpenetration(mover: Unit, other: Unit, costs: tuple[int, int]) -> None:
    f = field(mover, other)
    legs = (("towards", 0), ("ahead", 5_000)) if mover.formation == 3 else ahead(8 if mover.arm == CAV else 6)
    found = plan(f, Move(1, legs=legs))
    assert (after(found).disr, after(found, 2).disr) == costs
    assert found.crossed == (2,)
    spared = plan(f, Move(1, legs=legs), Leave(no_crossing_disr=True))
    assert [u.disr for u in spared.units] == [0, 0]


@pytest.mark.rule("maurice:6.crossing", "maurice:6.noStacking", "maurice:6.neverBroken")
def test_nobody_is_broken_by_interpenetration_and_nobody_ends_on_another() -> None:
    f = field(horse(1, 0, 20, 5), line(2, 0, 20, 6.5, disr=4))
    assert no(f, Move(1, legs=ahead(8))) == "maurice:6.crossing"
    assert no(field(horse(1, 0, 20, 5, disr=4), gun(2, 0, 20, 6.5)), Move(1, legs=ahead(8))) == "maurice:6.crossing"
    assert no(field(horse(1, 0, 20, 5), line(2, 0, 20, 6.5)), Move(1, legs=ahead(2))) == "maurice:6.noStacking"
    # Terrain and two friends: summed, and refused as a whole.
    three = field(
        horse(1, 0, 20, 5, disr=2), gun(2, 0, 20, 6.5), gun(3, 0, 20.8, 8), pieces=(block("rocks", 20, 9, 21, 10),)
    )
    worn = three.with_units([replace(u, disr=3) if u.id == 1 else u for u in three.units.values()])
    assert no(worn, Move(1, legs=ahead(8))) == "maurice:6.crossing"
    assert no(three, Move(1, legs=ahead(8))) == "maurice:R39"
    assert after(plan(three, Move(1, legs=ahead(8)), Leave(no_terrain_disr=True))).disr == 4


@pytest.mark.rule("maurice:6.noContact", "maurice:R12")
def test_a_march_stays_a_fiftieth_of_a_base_width_off_the_enemy() -> None:
    f = field(line(1, 0, 20, 8), line(2, 1, 20, 10, SOUTH))
    assert plan(f, Move(1, legs=ahead(1.98))).used == 1_980
    assert no(f, Move(1, legs=ahead(1.981))) == "maurice:6.noContact"
    # Not even on the way.
    past = field(column(1, 0, 20, 8), line(2, 1, 22.51, 11, SOUTH))
    assert no(past, Move(1, legs=ahead(4))) == "maurice:6.noContact"


@pytest.mark.rule("maurice:6.noContact", "maurice:R12")
def test_a_unit_that_stands_closer_already_may_leave() -> None:
    f = field(line(1, 0, 20, 8), line(2, 1, 20, 8.01, SOUTH))
    assert plan(f, Move(1, legs=(("back", 1_000),))).used == 1_000
    assert no(f, Move(1, legs=ahead(0.006))) == "maurice:6.noContact"


@pytest.mark.rule("maurice:R08", "maurice:R10")
def test_a_column_does_not_turn_its_head_over_the_edge_of_the_table() -> None:
    for west, clause in ((0.45, "maurice:R08"), (0.55, "")):
        turning = movement.plan(field(column(1, 0, west, 10, 270)), Move(1, legs=(("face", 4_500), ("ahead", 4_000))))
        assert getattr(turning, "clause", "") == clause


@pytest.mark.rule("maurice:R08")
def test_nobody_leaves_the_table_not_even_for_a_moment() -> None:
    assert no(field(line(1, 0, 20, 29)), Move(1, legs=ahead(1.1))) == "maurice:R08"
    # The far corner of a wheel would swing out over the edge.
    assert no(field(line(1, 0, 2, 20, 0)), Move(1, legs=(("right", 5_000),))) == "maurice:R08"


@pytest.mark.rule("maurice:6.change", "maurice:6.changeCost", "maurice:R35")
def test_out_of_column_costs_nothing_but_the_lines_allowance_counts() -> None:
    f = field(column(1, 0, 20, 10))
    found = plan(f, Move(1, "line_left", legs=ahead(4)))
    assert (after(found).formation, after(found).facing, found.used) == (LINE, 27_000, 4_000)
    assert no(f, Move(1, "line_left", legs=ahead(4.1))) == "maurice:6.allowance"
    rider = field(unit(1, 0, CAV, COLUMN, 20, 10))
    assert plan(rider, Move(1, "massed_rear_left", legs=ahead(8))).used == 8_000
    close = field(unit(1, 0, CAV, COLUMN, 20, 10), line(2, 1, 20, 13, SOUTH))
    legs = (("back", 4_000),)
    assert plan(close, Move(1, "massed_rear_left", legs=legs)).used == 4_000
    assert no(close, Move(1, "massed_rear_left", legs=(("right", 8_000), *ahead(2)))) == "maurice:6.allowance"


@pytest.mark.rule("maurice:6.changeCost", "maurice:6.change")
def test_any_other_change_takes_the_whole_move() -> None:
    f = field(line(1, 0, 20, 10))
    assert plan(f, Move(1, "column_left")).used == 0
    assert no(f, Move(1, "column_left", legs=ahead(1))) == "maurice:6.changeCost"
    assert no(field(horse(1, 0, 20, 10)), Move(1, "line_rear_left", legs=ahead(1))) == "maurice:6.changeCost"


@pytest.mark.rule("maurice:6.change", "maurice:1.formations")
def test_infantry_never_masses_and_artillery_never_changes() -> None:
    assert no(field(line(1, 0, 20, 10)), Move(1, "massed_left")) == "maurice:1.formations"
    assert no(field(gun(1, 0, 20, 10)), Move(1, "line_left")) == "maurice:1.formations"
    assert {move.change for move in changes(field(line(1, 0, 20, 10)), 1)} == {"about", "column_left", "column_right"}
    assert changes(field(gun(1, 0, 20, 10)), 1) == ()


@pytest.mark.rule("maurice:6.columnLine", "maurice:6.columnMassed", "maurice:6.lineMassed", "maurice:R14")
@pytest.mark.parametrize("name", ALL_CHANGES)
@pytest.mark.parametrize("depth", [1_000, 750])
@pytest.mark.parametrize("facing", [0, 3_700])
def test_each_change_moves_the_bases_it_names_and_keeps_the_others(name: str, depth: int, facing: int) -> None:
    old, new = BECOMES[name]
    for anchor in range(4 if "column" in (name[:6], name[:4]) or name.startswith(("line_l", "line_ri")) else 1):
        body = Body((20_000, 10_000), facing, old, depth)
        at, faced, formation, slides = changed(body, name, anchor)
        end = Body(at, faced, formation, depth)
        assert formation == new
        kept = [base for base in body.bases if base not in {before for before, _ in slides}]

        def close(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> bool:
            return all(any(abs(x - u) + abs(y - v) <= 3 for u, v in other) for x, y in one)

        # Every base that is not named stands where it stood, and the rest fill what is left.
        assert all(any(close(base, there) for there in end.bases) for base in kept)
        assert all(any(close(there, place) for place in end.bases) for _, there in slides)
        assert len(kept) + len(slides) == 4
        turning = LINE in (old, new) and COLUMN in (old, new)
        assert len(slides) == (0 if depth == 1_000 else 4) if turning else len(slides) == 2


@pytest.mark.rule("maurice:6.columnLine", "maurice:R14")
def test_a_line_of_oblong_bases_lines_up_on_the_anchor() -> None:
    body = Body((20_000, 10_000), 0, COLUMN, 750)
    for anchor, middle in ((0, 10_000 - 375), (3, 10_000 - 2_625)):
        at, facing, _, _ = changed(body, "line_right", anchor)
        line_body = Body(at, facing, LINE, 750)
        # The head of the column becomes the left of the line; the anchor's middle stays.
        base = line_body.bases[anchor]
        assert (sum(p[0] for p in base) // 4, sum(p[1] for p in base) // 4) == (20_000, middle)


@pytest.mark.rule("maurice:6.changeCross", "maurice:R40", "maurice:6.noContact")
def test_bases_that_change_ground_touch_no_enemy_and_disrupt_friends() -> None:
    riders = unit(1, 0, CAV, COLUMN, 20, 10)
    assert no(field(riders, line(2, 1, 17.49, 9, SOUTH)), Move(1, "massed_rear_left")) == "maurice:6.noContact"
    # A friend where they end: refused. One whom they only pass: disrupted, and they with him.
    assert no(field(riders, gun(2, 0, 19, 10)), Move(1, "massed_rear_left")) == "maurice:6.noStacking"
    # Nor may they march off him again: the change itself must end clear.
    on_a_gun = field(riders, gun(2, 0, 19, 10))
    assert no(on_a_gun, Move(1, "massed_rear_left", legs=(("ahead", 3_000),))) == "maurice:6.noStacking"
    found = plan(field(riders, line(2, 0, 17.5, 7.9)), Move(1, "massed_rear_left"))
    assert found.crossed == (2,)
    assert [u.disr for u in found.units] == [1, 1]


@pytest.mark.rule("maurice:6.changeDifficult", "maurice:R38")
def test_a_change_in_difficult_ground_costs_a_disr_unless_nothing_changes_its_ground() -> None:
    rocks = block("rocks", 18, 9, 19.4, 10)
    riders = unit(1, 0, CAV, COLUMN, 20, 10)
    assert after(plan(field(riders, pieces=(rocks,)), Move(1, "massed_rear_left"))).disr == 1
    assert after(plan(field(riders, pieces=(rocks,)), Move(1, "massed_rear_right"))).disr == 0
    in_woods = field(column(1, 0, 20, 10), pieces=(block("woods", 15, 5, 25, 15),))
    assert after(plan(in_woods, Move(1, "line_left"))).disr == 0
    assert after(plan(in_woods, Move(1, "about"))).disr == 0
    worn = field(unit(1, 0, CAV, COLUMN, 20, 10, disr=4), pieces=(rocks,))
    assert no(worn, Move(1, "massed_rear_left")) == "maurice:6.neverBroken"


@pytest.mark.rule("maurice:6.aboutFace", "maurice:6.infantryFace", "maurice:6.cavalryFace", "maurice:R41")
def test_about_face() -> None:
    foot = field(line(1, 0, 20, 10))
    turned = after(plan(foot, Move(1, "about")))
    assert (turned.x, turned.y, turned.facing) == (20_000, 9_000, 18_000)
    assert no(foot, Move(1, "about", legs=ahead(1))) == "maurice:6.infantryFace"
    assert no(field(gun(1, 0, 20, 10)), Move(1, "about")) == "maurice:6.aboutFace"
    riders = field(horse(1, 0, 20, 10), line(2, 1, 20, 12, SOUTH))
    assert plan(riders, Move(1, "about")).used == 0
    assert plan(riders, Move(1, "about", legs=ahead(8))).used == 8_000
    assert no(riders, Move(1, "about", legs=ahead(1))) == "maurice:6.cavalryFace"
    # Outline unchanged.
    assert set(field(turned).body(1).corners) == set(foot.body(1).corners)


@pytest.mark.rule("maurice:8.others", "maurice:8.formation", "maurice:R52")
def test_those_who_only_follow_a_charge_go_forward_and_nothing_else() -> None:
    f = field(line(1, 0, 20, 10))
    assert no(f, Move(1, legs=(("back", 10),)), charging=True) == "maurice:8.others"
    assert no(f, Move(1, "about"), charging=True) == "maurice:R52"
    assert no(f, Move(1, "column_left"), charging=True) == "maurice:8.formation"
    assert not isinstance(movement.plan(f, Move(1, legs=(("left", 700), *ahead(2))), charging=True), Refusal)


@pytest.mark.rule("maurice:6.displaced", "maurice:1.markers")
def test_bases_that_move_through_the_enemys_cinc_displace_him() -> None:
    f = field(horse(1, 0, 20, 10), cinc=((20, 7), (20, 14)))
    assert plan(f, Move(1, legs=ahead(8))).cinc_hit == 0b10
    assert plan(f, Move(1, legs=ahead(3))).cinc_hit == 0


@pytest.mark.rule("maurice:6.march", "maurice:R43")
def test_a_whole_force_goes_ahead_as_one_order_the_foremost_first() -> None:
    f = field(line(1, 0, 20, 8), line(2, 0, 20, 6.9), line(3, 0, 25, 8))
    found = movement.advance(f, Advance((2, 1, 3), 3_000))
    assert not isinstance(found, Refusal)
    assert [(u.x, u.y, u.disr) for u in found.units] == [(20_000, 11_000, 0), (20_000, 9_900, 0), (25_000, 11_000, 0)]
    far = movement.advance(f, Advance((1, 2), 4_001))
    assert isinstance(far, Refusal)
    assert allowance(f, f.units[1], LINE) == 4_000
    assert f.units[1].arm == INF
