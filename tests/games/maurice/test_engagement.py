"""Chapter 8: engagement, the two lines, flanks and cover in combat."""

from __future__ import annotations

import pytest

from kemu.games.maurice.rules.engagement import engagements, flanked_by, two_lines
from kemu.games.maurice.rules.field import Field
from kemu.games.maurice.rules.measuring import behind_front, level, part_ahead, to_the_flank

from .fields import EAST, SOUTH, block, column, field, gun, horse, horse_line, line, piece


def pairs(f: Field, *attackers: int) -> set[tuple[int, int]]:
    return {(e.attacker, e.defender) for e in engagements(f, attackers)}


@pytest.mark.rule("maurice:8.engaged", "maurice:R55")
def test_without_contact_nobody_is_engaged_and_with_it_all_within_one_ahead_are() -> None:
    f = field(line(1, 0, 20, 10), horse(8, 1, 19, 10, SOUTH), horse(9, 1, 21.1, 11, SOUTH))
    assert pairs(f, 1) == {(1, 8), (1, 9)}
    far = field(line(1, 0, 20, 10), horse(8, 1, 19, 10, SOUTH), horse(9, 1, 21.1, 11.001, SOUTH))
    assert pairs(far, 1) == {(1, 8)}
    off = field(line(1, 0, 20, 10), horse(8, 1, 19, 10.1, SOUTH), horse(9, 1, 21.1, 11, SOUTH))
    assert pairs(off, 1) == set()


@pytest.mark.rule("maurice:R05", "maurice:R04")
def test_a_neighbour_flush_with_the_front_corner_is_not_engaged() -> None:
    f = field(horse(1, 0, 20, 10), horse(8, 1, 20, 10, SOUTH), horse(9, 1, 22, 10, SOUTH))
    assert pairs(f, 1) == {(1, 8)}
    nudged = field(horse(1, 0, 20.01, 10), horse(8, 1, 20, 10, SOUTH), horse(9, 1, 22, 10, SOUTH))
    assert pairs(nudged, 1) == {(1, 8), (1, 9)}


@pytest.mark.rule("maurice:8.twoLines", "maurice:R55")
def test_friends_ahead_stop_the_two_lines_too() -> None:
    f = field(line(1, 0, 20, 10), gun(8, 1, 18.5, 10, SOUTH), column(9, 1, 21.5, 10.9, SOUTH))
    assert two_lines(f, 1, 9)
    far = field(
        line(1, 0, 20, 10), gun(8, 1, 18.5, 10, SOUTH), horse(2, 0, 21.1, 12.02), column(9, 1, 21.5, 12.9, SOUTH)
    )
    assert not two_lines(far, 1, 9)


@pytest.mark.rule("maurice:8.twoLines", "maurice:R55")
def test_the_lines_may_slant_past_a_corner_inside_the_strip_of_one_base() -> None:
    """Before the right base one unit stands, and behind it, to the right, the other."""
    near, met = gun(7, 1, 20.9, 10.5, SOUTH), horse(8, 1, 19, 10, SOUTH)
    f = field(line(1, 0, 20, 10), met, near, gun(9, 1, 21.95, 10.9, SOUTH))
    assert two_lines(f, 1, 9)
    # The one in front farther to the right: the line past its corner leaves the strip.
    wider = field(line(1, 0, 20, 10), met, gun(7, 1, 21.4, 10.5, SOUTH), gun(9, 1, 22.45, 10.9, SOUTH))
    assert not two_lines(wider, 1, 9)


@pytest.mark.rule("maurice:1.front", "maurice:R04")
def test_directly_in_front_is_between_the_flank_lines_and_along_them_is_not() -> None:
    f = field(horse(1, 0, 20, 10), line(8, 1, 23, 12, SOUTH), line(9, 1, 22.9, 14, SOUTH))
    body = f.body(1)
    assert part_ahead(body, f.body(8).corners) is None
    assert part_ahead(body, f.body(9).corners) is not None
    behind = field(horse(1, 0, 20, 10), line(8, 1, 20, 5, SOUTH))
    assert part_ahead(behind.body(1), behind.body(8).corners) is None


@pytest.mark.rule("maurice:1.flanked", "maurice:1.flank", "maurice:R04")
def test_half_the_bases_behind_and_nothing_ahead_is_to_the_flank() -> None:
    f = field(line(1, 0, 20, 10), horse(8, 1, 23.5, 11), horse(9, 1, 23.5, 11.01))
    assert to_the_flank(f.body(1), f.body(8))
    # Its rear rank just ahead of the line by more than a touch: no longer half.
    assert not to_the_flank(f.body(1), f.body(9))
    # Two of his bases are behind the line, and a corner of another pokes in front.
    poking = field(line(1, 0, 20, 10), horse_line(9, 1, 16.94, 8.94, 135))
    assert sum(behind_front(poking.body(1), base) for base in poking.body(9).bases) == 2
    assert not to_the_flank(poking.body(1), poking.body(9))
    slanted = field(line(1, 0, 20, 10), line(8, 1, 21.2, 11.5, 120))
    assert not to_the_flank(slanted.body(1), slanted.body(8))


@pytest.mark.rule("maurice:8.flanked", "maurice:R56")
def test_the_rear_corner_counts_as_the_flank() -> None:
    f = field(line(1, 0, 20, 10), horse(9, 1, 23, 9))
    assert flanked_by(f.body(1), f.body(9))
    apart = field(line(1, 0, 20, 10), horse(9, 1, 23.01, 9))
    assert not flanked_by(apart.body(1), apart.body(9))
    rear = field(line(1, 0, 20, 10), horse(9, 1, 20, 9))
    assert flanked_by(rear.body(1), rear.body(9))


@pytest.mark.rule("maurice:8.cover", "maurice:5.cover", "maurice:R49")
def test_a_wall_that_the_defender_lines_covers_him() -> None:
    wall = piece("wall", (15, 10), (25, 10))
    f = field(line(1, 0, 20, 10), line(9, 1, 20, 10, SOUTH), pieces=(wall,))
    assert [e.cover for e in engagements(f, (1,))] == [True]
    short = field(*f.units.values(), pieces=(piece("wall", (15, 10), (21.9, 10)),))
    assert [e.cover for e in engagements(short, (1,))] == [False]
    behind = field(*f.units.values(), pieces=(piece("wall", (15, 9.5), (25, 9.5)),))
    assert [e.cover for e in engagements(behind, (1,))] == [False]


@pytest.mark.rule("maurice:R57")
def test_a_unit_is_on_a_hill_only_if_all_of_it_is() -> None:
    hill = block("hill", 15, 5, 25, 12)
    f = field(line(1, 0, 20, 10), line(2, 0, 20, 12.5), line(3, 0, 23.5, 8, EAST), pieces=(hill,))
    assert [level(f, uid) for uid in (1, 2, 3)] == [1, 0, 1]
    halves = (block("hill", 15, 5, 20, 12), block("hill", 20, 5, 25, 12))
    assert level(field(line(1, 0, 20, 10), pieces=halves), 1) == 1
