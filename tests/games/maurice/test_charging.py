"""Chapter 8, the Charge action as it is played: who is activated, who must charge, who may follow."""

from __future__ import annotations

import pytest

from kemu.games.maurice.model.actions import Act, Activate, Done
from kemu.games.maurice.model.moves import Charge, Move
from kemu.games.maurice.rules import fall_back
from kemu.games.maurice.rules.activation import Activation
from kemu.games.maurice.rules.charging import Charging
from kemu.games.maurice.rules.combat import Combat
from kemu.games.maurice.rules.command_choice import CommandChoice
from kemu.games.maurice.rules.forces import payable

from . import fields
from .positions import SOUTH, asked, battle, cards, cav, game, go, gun, inf


@pytest.mark.rule("maurice:R24", "maurice:R61", "maurice:8.half", "maurice:4.part")
def test_a_force_is_found_of_which_only_one_who_cannot_charge_is_in_reach_of_the_commander() -> None:
    """Two can charge and are too far away; two others link them to the commander; of all it is less than half."""
    units = [
        inf(0, 10, 9),
        inf(1, 15.8, 9),
        inf(2, 21.3, 9),
        inf(3, 26.8, 9),
        inf(4, 10, 11.5),
        inf(5, 5, 9),
        inf(6, 5, 11.5),
    ]
    units += [inf(20, 21.3, 12, SOUTH), inf(21, 26.8, 12, SOUTH)]
    facts = {"hands": (cards("Stand Fast"), ()), "cinc": ((10_000, 5_000), (22_500, 28_000))}
    state = battle(units, CommandChoice(), **facts)
    assert Act("charge") in asked(state).options
    state = go(state, Act("charge"))
    assert list(payable(game(), state, "charge")) == [(0, 1, 2, 3)]
    assert asked(state).options == (Activate((0, 1, 2, 3)),)
    assert asked(state).check(Activate((0, 1, 2))) is not None
    # Without the second who can charge it would be one of three.
    fewer = battle([unit for unit in units if unit.id != 3], CommandChoice(), **facts)
    assert Act("charge") not in asked(fewer).options


@pytest.mark.rule("maurice:8.cannotFall", "maurice:4.foiled", "maurice:R60")
def test_under_rough_going_nobody_falls_back_through_difficult_ground() -> None:
    rocks = fields.block("rocks", 15, 7, 25, 8.9)
    f = fields.field(fields.line(1, 0, 20, 10), fields.line(9, 1, 20, 10, 180), pieces=(rocks,))
    assert fall_back.plan(f, 1).disr == ((1, 1),)
    stopped = fall_back.plan(f, 1, difficult_impassable=True)
    assert stopped.failed is not None
    assert [uid for uid, _ in stopped.broken] == [1]


@pytest.mark.rule("maurice:8.charge", "maurice:8.half", "maurice:R52")
def test_whoever_stood_behind_a_friend_charges_once_that_friend_is_out_of_his_way() -> None:
    units = [cav(0, 20, 8), cav(1, 20, 5.5), inf(20, 17.5, 10.8, SOUTH), gun(21, 23, 13.5, SOUTH)]
    state = go(battle(units, Charging((0, 1), (0,), 1)))
    blocked = asked(state).check(Charge(1))
    assert blocked is not None
    assert blocked.clause == "maurice:8.noCrossing"
    # The front unit wheels and goes off to the right: the way ahead of the rear one is free.
    state = go(state, Charge(0, 2_800))
    assert asked(state).check(Charge(1)) is None
    state = go(state, Charge(1))
    fight = next(frame for frame in state.stack if isinstance(frame, Combat))
    assert fight.attackers == (0, 1)


@pytest.mark.rule("maurice:8.half", "maurice:8.others", "maurice:R52")
def test_nobody_moves_into_the_way_of_the_half_that_must_charge() -> None:
    units = [cav(0, 20, 8), cav(1, 22.6, 9), inf(20, 20, 14, SOUTH)]
    state = battle(units, Charging((0, 1), (0,), 1))
    into_the_way = Move(1, legs=(("left", 9_000), ("ahead", 2_600)))
    refusal = asked(state).check(into_the_way)
    assert refusal is not None
    assert refusal.clause == "maurice:8.half"
    assert asked(state).check(Move(1, legs=(("left", 9_000),))) is None
    # Where as many as must charge are still able, one of them may be stood in the way of.
    more = [*units, cav(2, 25, 8), inf(21, 25, 13, SOUTH)]
    assert asked(battle(more, Charging((0, 1, 2), (0, 2), 1))).check(into_the_way) is None


@pytest.mark.rule("maurice:8.half", "maurice:R52")
def test_half_of_an_odd_force_is_rounded_up() -> None:
    units = [inf(uid, 10 + 4.5 * uid, 8) for uid in range(3)]
    units += [inf(20 + uid, 10 + 4.5 * uid, 11, SOUTH) for uid in range(3)]
    state = go(battle(units, Activation("charge", (0, 1, 2), 8_000, 2)), Charge(0))
    assert not asked(state).options
    assert Done() in asked(go(state, Charge(1))).options
