"""Chapter 7 without the geometry: who fires when, what the dice need, smoke, and what breaks."""

from __future__ import annotations

import pytest

from kemu.games.maurice.model.actions import Direction, Fire, HoldFire, Volleys
from kemu.games.maurice.model.units import COLUMN, MASSED
from kemu.games.maurice.odds.exact import fire_odds, hit_odds, hit_weight
from kemu.games.maurice.rules.activation import Activation
from kemu.games.maurice.rules.forces import possible, serves
from kemu.games.maurice.rules.morale import Finished
from kemu.games.maurice.rules.shooting import Shooting, dice_of, disrupts_on, in_order, needed, shooters
from kemu.games.maurice.rules.volleys import CallVolleys, VolleyPhase

from .positions import SOUTH, asked, battle, box, cav, game, go, gun, inf, piece, settled, thrown

FACING = [inf(0, 20, 10), inf(20, 20, 13, SOUTH)]
AT_BLUE = Fire(0, (20, 20, 20, 20))


def needs(units: list, order: Fire, *, long: bool = False, **more: object) -> list[int]:
    """Return the rolls that the dice of a shot need."""
    state = battle(units, **more)  # type: ignore[arg-type]
    return [need for _, need in dice_of(game(), state, order, long=long)]


@pytest.mark.rule("maurice:4.volley", "maurice:7.volley", "maurice:R31")
def test_the_active_player_is_asked_for_volleys_only_if_somebody_could_fire() -> None:
    assert asked(battle(FACING, CallVolleys())).options == (Volleys(True), Volleys(False))
    apart = [inf(0, 20, 8), inf(20, 20, 22, SOUTH)]
    assert not isinstance(settled(battle(apart, CallVolleys())).stack[-1], CallVolleys)


@pytest.mark.rule("maurice:7.volley", "maurice:7.notMandatory")
def test_the_active_side_fires_first_then_the_passive_side_and_nobody_must() -> None:
    state = go(battle(FACING, CallVolleys()), Volleys(True))
    assert asked(state).seat == 0
    assert set(asked(state).options) == {HoldFire(0), AT_BLUE}
    state = go(state, HoldFire(0))
    assert asked(state).seat == 1
    none = go(battle(FACING, CallVolleys()), Volleys(False))
    assert not any(isinstance(frame, VolleyPhase) for frame in none.stack)


@pytest.mark.rule("maurice:7.dice", "maurice:7.hit")
def test_one_die_a_base_and_two_for_canister() -> None:
    assert needs(FACING, AT_BLUE) == [4, 4, 4, 4]
    guns = [gun(0, 20, 10), inf(20, 20, 13, SOUTH)]
    assert needs(guns, Fire(0, (20,))) == [4, 4]
    far = [gun(0, 20, 5), inf(20, 20, 15, SOUTH)]
    assert needs(far, Fire(0, (20,)), long=True) == [4]


@pytest.mark.rule("maurice:7.dense", "maurice:7.disrupted")
def test_dense_targets_are_easier_and_disrupted_shooters_worse() -> None:
    column = [inf(0, 20, 10), inf(20, 19.5, 13, SOUTH, COLUMN)]
    assert set(needs(column, Fire(0, (20, 20, 20, 20)))) == {3}
    massed = [inf(0, 20, 10), cav(20, 20, 13, SOUTH, MASSED)]
    assert set(needs(massed, AT_BLUE)) == {3}
    shaken = [inf(0, 20, 10, disr=2), inf(20, 20, 13, SOUTH)]
    assert needs(shaken, AT_BLUE) == [5, 5, 5, 5]
    assert needs([inf(0, 20, 10, disr=1), FACING[1]], AT_BLUE) == [4, 4, 4, 4]
    gunners = [gun(0, 20, 10, disr=1), inf(20, 20, 13, SOUTH)]
    assert needs(gunners, Fire(0, (20,))) == [5, 5]


@pytest.mark.rule("maurice:7.enfilade")
def test_enfilade_helps_when_the_shooting_base_is_behind_the_targets_front() -> None:
    units = [inf(0, 20, 10), inf(20, 20, 13, 9_000)]
    order = Fire(0, tuple(zone[0].target if zone else -1 for zone in _zones(units)))
    found = needs(units, order)
    assert 3 in found


def _zones(units: list) -> tuple:
    from kemu.games.maurice.rules.shooting import zones

    return zones(game(), battle(units), 0, long=False)


@pytest.mark.rule("maurice:7.vsCover", "maurice:5.cover", "maurice:7.cover")
def test_cover_across_the_zone_costs_one() -> None:
    wall = (piece("wall", (15, 12.6), (25, 12.6)),)
    assert needs(FACING, AT_BLUE, pieces=wall) == [5, 5, 5, 5]


@pytest.mark.rule("maurice:7.hit", "maurice:9.natural")
def test_a_six_always_hits_and_a_one_never() -> None:
    assert needed(4, -5) == 6
    assert needed(4, 5) == 2


@pytest.mark.rule("maurice:7.disrupt", "maurice:1.disr")
def test_hits_disrupt_on_four_and_guns_under_bombardment_only_on_six() -> None:
    target = gun(20, 20, 15, SOUTH)
    state = battle([gun(0, 20, 5), target])
    assert disrupts_on(game(), state, target, long=True) == 6
    assert disrupts_on(game(), state, target, long=False) == 4
    assert disrupts_on(game(), state, inf(21, 20, 15), long=True) == 4


@pytest.mark.rule("maurice:7.sequence", "maurice:7.once", "maurice:R51", "maurice:R62")
def test_all_roll_to_hit_before_any_hit_is_rolled_to_disrupt() -> None:
    units = [inf(0, 18, 10), inf(1, 22, 10), inf(20, 18, 13, SOUTH), inf(21, 22, 13, SOUTH)]
    state = battle(units, Shooting(0, False, (0, 1)))
    assert set(asked(state).options) == {Direction(True), Direction(False)}
    state = go(state, Direction(False))
    assert HoldFire(1) in asked(state).options
    fire = next(one for one in asked(state).options if isinstance(one, Fire))
    state = go(state, fire, (6, 6, 1, 1))
    assert HoldFire(0) in asked(state).options
    assert state.fired == 0b10
    state = go(state, next(one for one in asked(state).options if isinstance(one, Fire)), (6, 1, 1, 1))
    assert thrown(state).clause == "maurice:7.disrupt"


@pytest.mark.rule("maurice:7.sequence", "maurice:R51")
def test_left_is_the_players_own_left() -> None:
    units = [inf(0, 18, 10), inf(1, 24, 10), inf(20, 18, 20, SOUTH), inf(21, 24, 20, SOUTH)]
    state = battle(units)
    assert in_order(game(), state, (0, 1), 0, left=True) == (0, 1)
    assert in_order(game(), state, (20, 21), 1, left=True) == (21, 20)


@pytest.mark.rule("maurice:7.disrupt", "maurice:1.disr", "maurice:2.morale", "maurice:R19")
def test_a_unit_with_more_disr_than_bases_breaks_and_the_battle_ends_with_the_last_morale() -> None:
    units = [inf(0, 20, 10), inf(20, 20, 13, SOUTH, disr=3)]
    state = go(battle(units, Shooting(0, False, (0,))), AT_BLUE, (4, 5, 1, 1), (4, 3))
    assert state.unit(20).disr == 4
    broken = go(battle(units, Shooting(0, False, (0,))), AT_BLUE, (4, 5, 1, 1), (4, 4))
    assert broken.find(20) is None
    assert (broken.morale, broken.lost) == ((10, 9), (0, 1))
    over = go(battle(units, Shooting(0, False, (0,)), morale=(10, 1)), AT_BLUE, (4, 5, 1, 1), (4, 4))
    assert isinstance(over.stack[-1], Finished)
    assert over.stack[-1].winner == 0


@pytest.mark.rule("maurice:4.smoke", "maurice:7.canister", "maurice:6.smoke")
def test_guns_that_fire_are_marked_with_smoke() -> None:
    units = [gun(0, 20, 10), inf(20, 20, 13, SOUTH)]
    state = go(battle(units, Shooting(0, False, (0,))), Fire(0, (20,)), (1, 1))
    assert state.unit(0).smoke
    # At once: an end of the battle by this very fire leaves the smoke where it is.
    hit = go(battle(units, Shooting(0, False, (0,)), morale=(10, 1)), Fire(0, (20,)), (6, 6))
    assert hit.unit(0).smoke
    held = go(battle(units, Shooting(0, False, (0,))), HoldFire(0))
    assert not held.unit(0).smoke


@pytest.mark.rule("maurice:7.column", "maurice:7.who", "maurice:7.water", "maurice:7.woods", "maurice:5.water")
def test_columns_cavalry_bases_in_water_and_guns_in_woods_do_not_fire() -> None:
    foe = inf(20, 20, 13, SOUTH)
    assert shooters(game(), battle([inf(0, 20, 10), foe]), 0, long=False) == [0]
    assert shooters(game(), battle([inf(0, 20, 10, formation=COLUMN), foe]), 0, long=False) == []
    assert shooters(game(), battle([cav(0, 20, 10), foe]), 0, long=False) == []
    marsh = (box("marsh", 17, 9.2, 23, 9.8),)
    assert shooters(game(), battle([inf(0, 20, 10), foe], pieces=marsh), 0, long=False) == []
    wood = (box("woods", 19, 9.2, 21, 9.6),)
    assert shooters(game(), battle([gun(0, 20, 10), foe], pieces=wood), 0, long=False) == []
    assert shooters(game(), battle([gun(0, 20, 10), foe]), 0, long=False) == [0]


@pytest.mark.rule("maurice:7.notBoth", "maurice:4.noDouble", "maurice:7.bombard", "maurice:7.shortFirst")
def test_guns_bombard_once_a_round_and_not_with_a_target_at_short_range() -> None:
    far = [gun(0, 20, 5), inf(20, 20, 15, SOUTH)]
    assert possible(game(), battle(far), "bombard")
    fired = serves(game(), battle(far, fired=1), "bombard", (0,))
    assert fired is not None
    assert fired.clause == "maurice:7.notBoth"
    near = [gun(0, 20, 10), inf(20, 20, 13, SOUTH), inf(21, 25, 20, SOUTH)]
    assert not possible(game(), battle(near), "bombard")
    foot = serves(game(), battle(far), "bombard", (20,))
    assert foot is not None
    assert foot.clause == "maurice:7.bombard"


@pytest.mark.rule("maurice:7.bombard", "maurice:7.cannon", "maurice:7.notMandatory")
def test_units_of_a_bombarding_force_may_hold_fire_and_a_card_helps_all_of_them() -> None:
    from kemu.games.maurice.model.actions import Play

    from .positions import card, cards

    units = [gun(0, 20, 5), inf(20, 20, 15, SOUTH)]
    state = battle(units, Activation("bombard", (0,), 8_000), hands=(cards("Grand Battery"), ()))
    state = go(state, Play(card("Grand Battery")))
    assert HoldFire(0) in asked(state).options
    state = go(state, Fire(0, (20,)))
    assert [need for _, need in state.stack[-1].throw] == [3]  # type: ignore[union-attr]


@pytest.mark.rule("maurice:7.musket", "maurice:R27", "maurice:3.modifier")
def test_thick_smoke_is_played_against_the_side_that_is_about_to_shoot_and_ends_with_its_half() -> None:
    from kemu.games.maurice.model.actions import Decline, Play

    from .positions import card, cards

    state = battle(FACING, VolleyPhase(0), hands=((), cards("Thick Smoke", "Stand Fast")))
    state = go(state, Play(card("Thick Smoke")))
    assert set(needs_now(go(state, AT_BLUE))) == {5}
    after = go(state, HoldFire(0))
    assert not after.effects
    plain = go(battle(FACING, VolleyPhase(0), hands=((), cards("Thick Smoke"))), Decline(), AT_BLUE)
    assert set(needs_now(plain)) == {4}


def needs_now(state) -> list[int]:
    """Return the rolls that the dice on the table need."""
    return [need for _, need in state.stack[-1].throw]


@pytest.mark.rule("maurice:7.hit", "maurice:7.disrupt")
def test_the_odds_of_a_shot_are_those_of_its_dice() -> None:
    state = battle(FACING)
    odds = fire_odds(game(), state, AT_BLUE, long=False)[20]
    assert odds.chance(0) == (1 - odds.at_least(1))
    assert float(odds.mean) == 4 * 0.5 * 0.5
    assert float(hit_odds(game(), state, AT_BLUE, long=False).mean) == 2.0
    assert hit_weight(4, again=True) == (27, 36)
