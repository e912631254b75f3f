"""Chapter 8: falling back, and everything that can go wrong."""

from __future__ import annotations

import pytest

from kemu.games.maurice.rules import fall_back
from kemu.games.maurice.rules.fall_back import FallBack
from kemu.games.maurice.rules.field import Field

from .fields import EAST, SOUTH, block, column, field, gun, horse, line

FOE = line(9, 1, 20, 10, SOUTH)


def back(f: Field, uid: int = 1) -> FallBack:
    return fall_back.plan(f, uid)


def broken(f: Field) -> tuple[int, ...]:
    return tuple(uid for uid, _ in back(f).broken)


@pytest.mark.rule("maurice:8.fallBack", "maurice:8.fallDistance", "maurice:R59")
def test_one_base_width_straight_back() -> None:
    found = back(field(line(1, 0, 20, 10), FOE))
    assert [(u.x, u.y, u.disr) for u in found.units if u.id == 1] == [(20_000, 9_000, 0)]
    slanted = back(field(horse(1, 0, 18, 10, EAST), line(9, 1, 20, 10.5)))
    assert next(u for u in slanted.units if u.id == 1).x == 17_000


@pytest.mark.rule("maurice:8.fallThrough", "maurice:R39", "maurice:R59")
def test_it_passes_two_friends_if_it_must_and_pays_for_each() -> None:
    found = back(field(horse(1, 0, 20, 10), line(2, 0, 20, 7.5), column(3, 0, 20, 6.4, 90), FOE))
    moved = {u.id: u for u in found.units}
    assert found.crossed == (2, 3)
    assert dict(found.disr) == {1: 2, 2: 1}
    # The column reaches from 15.9 to 19.9 and is half a base to either side of 6.4: the unit stops behind it.
    assert 0 <= moved[1].y - (6_400 - 500) <= 5


@pytest.mark.rule("maurice:8.cannotFall", "maurice:R60")
def test_what_breaks_it_at_once() -> None:
    assert broken(field(line(1, 0, 20, 10), FOE, horse(8, 1, 20, 8.5, 0))) == (1,)
    assert broken(field(line(1, 0, 20, 10), FOE, pieces=(block("pond", 19, 8, 21, 8.9),))) == (1,)
    assert broken(field(line(1, 0, 20, 1.5), line(9, 1, 20, 1.5, SOUTH))) == (1,)
    # A friend makes it go farther, past an enemy who is well clear of where it would end.
    friend, foe = gun(2, 0, 19.4, 7.2), gun(8, 1, 20.6, 7.5)
    past = back(field(horse(1, 0, 20, 10), FOE, friend, foe))
    assert [uid for uid, _ in past.broken] == [1]
    assert past.failed is not None
    assert "through the enemy" in past.failed.reason
    assert broken(field(horse(1, 0, 20, 10), FOE, friend)) == ()
    # Still in contact where it ends, with somebody at its side.
    assert broken(field(line(1, 0, 20, 10), FOE, line(8, 1, 24, 9.5, 0))) == (1,)
    assert broken(field(line(1, 0, 20, 10), FOE, line(8, 1, 24.01, 9.5, 0))) == ()


@pytest.mark.rule("maurice:8.fallDifficult", "maurice:R59")
def test_difficult_ground_on_the_way_costs_one_and_may_break() -> None:
    rocks = block("rocks", 19, 8, 21, 8.9)
    found = back(field(line(1, 0, 20, 10, disr=3), FOE, pieces=(rocks,)))
    assert (dict(found.disr), found.terrain, found.broken) == ({1: 1}, True, ())
    assert broken(field(line(1, 0, 20, 10, disr=4), FOE, pieces=(rocks,))) == (1,)


@pytest.mark.rule("maurice:8.fallThrough", "maurice:R60")
def test_a_unit_that_breaks_on_its_way_has_still_disrupted_those_it_crossed() -> None:
    found = back(field(line(1, 0, 20, 10, disr=4), line(2, 0, 20, 8.5, disr=4), line(3, 0, 20, 7.4), FOE))
    assert [uid for uid, _ in found.broken] == [1, 2]
    assert {u.id: u.disr for u in found.units} == {3: 1, 9: 0}
    # Stopped altogether, it disrupts nobody.
    stopped = back(field(line(1, 0, 20, 10), gun(2, 0, 20, 8.9), FOE, horse(8, 1, 21, 8.4, 0)))
    assert [uid for uid, _ in stopped.broken] == [1]
    assert stopped.disr == ()
    assert stopped.failed is not None
