"""Chapter 8 without the geometry: scores, results, and the order of ruin."""

from __future__ import annotations

import pytest

from kemu.games.maurice.model.actions import Next, Play
from kemu.games.maurice.model.units import COLUMN
from kemu.games.maurice.odds.exact import fates
from kemu.games.maurice.rules.combat import (
    DOUBLED,
    Combat,
    FallingBack,
    Pair,
    active_result,
    lines_of,
    outnumbered_by,
    pairs_of,
    passive_result,
    value_of,
)
from kemu.games.maurice.rules.morale import Finished

from .positions import EAST, SOUTH, asked, battle, box, card, cards, cav, game, go, gun, inf, piece


def value(units: list, pairs: list[Pair], uid: int, **more: object) -> int:
    """Return a unit's combat value before its die."""
    return value_of(lines_of(game(), battle(units, **more), pairs, uid))  # type: ignore[arg-type]


ONE = [Pair(0, 20, False, False)]


@pytest.mark.rule("maurice:8.score", "maurice:8.disr", "maurice:8.zero")
def test_the_value_is_six_or_one_less_the_disr_and_never_below_zero() -> None:
    assert value([cav(0, 20, 8), inf(20, 20, 8, SOUTH)], ONE, 0) == 6
    assert value([cav(0, 20, 8, disr=3), inf(20, 20, 8, SOUTH)], ONE, 0) == 3
    assert value([cav(0, 20, 8), gun(20, 20, 8, SOUTH)], ONE, 20) == 1
    assert value([cav(0, 20, 8, disr=4), gun(20, 20, 8, SOUTH, disr=1)], ONE, 20) == 0
    flanked = [Pair(0, 20, True, False)]
    assert value([cav(0, 20, 8), inf(20, 20, 8, SOUTH, disr=4)], flanked, 20) == 0
    assert value([cav(0, 20, 8), gun(20, 20, 8, SOUTH)], flanked, 20) == 0


@pytest.mark.rule("maurice:8.badTerrain", "maurice:5.bad", "maurice:5.difficult")
def test_bad_terrain_costs_two_however_little_of_the_unit_is_in_it() -> None:
    wood = (box("woods", 21.5, 6, 24, 7.5),)
    units = [inf(0, 20, 8), inf(20, 20, 8, SOUTH)]
    assert value(units, ONE, 0, pieces=wood) == 4
    assert value(units, ONE, 20, pieces=wood) == 6


@pytest.mark.rule("maurice:8.higher", "maurice:R57")
def test_attacking_uphill_costs_one_only_if_the_defender_is_wholly_on_the_hill() -> None:
    units = [inf(0, 20, 8), inf(20, 20, 8, SOUTH)]
    assert value(units, ONE, 0, pieces=(box("hill", 16, 8, 24, 12),)) == 5
    assert value(units, ONE, 0, pieces=(box("hill", 16, 8, 21, 12),)) == 6
    assert value(units, ONE, 20, pieces=(box("hill", 16, 4, 24, 8),)) == 6


@pytest.mark.rule("maurice:8.attackCover", "maurice:R58")
def test_attacking_cover_costs_two_but_cavalry_has_none() -> None:
    covered = [Pair(0, 20, False, True)]
    assert value([inf(0, 20, 8), inf(20, 20, 8, SOUTH)], covered, 0) == 4
    assert value([inf(0, 20, 8), gun(20, 20, 8, SOUTH)], covered, 0) == 4
    assert value([cav(0, 20, 8), cav(20, 20, 8, SOUTH)], covered, 0) == 6
    assert value([inf(0, 20, 8), inf(20, 20, 8, SOUTH)], covered, 20) == 6


@pytest.mark.rule("maurice:8.vulnerable")
def test_a_column_and_a_flanked_unit_are_vulnerable_once() -> None:
    assert value([cav(0, 20, 8), inf(20, 20, 8, SOUTH, COLUMN)], ONE, 20) == 0
    flanked = [Pair(0, 20, True, False), Pair(1, 20, False, False)]
    units = [cav(0, 20, 8), cav(1, 25, 8), inf(20, 20, 8, EAST)]
    assert [line.n for line in lines_of(game(), battle(units), flanked, 20)][1] == -6
    assert value(units, flanked, 0) == 6
    # A column that is flanked as well is still vulnerable once.
    column = [*units[:2], inf(20, 20, 8, EAST, COLUMN)]
    assert [line.n for line in lines_of(game(), battle(column), flanked[:1], 20)] == [6, -6]


@pytest.mark.rule("maurice:8.outnumbered", "maurice:8.figOutnumbered", "maurice:R58")
def test_one_against_two_that_engage_only_it() -> None:
    units = [cav(0, 20, 8), cav(20, 19, 10, SOUTH), cav(21, 21, 10, SOUTH)]
    assert outnumbered_by(battle(units), [Pair(0, 20, False, False), Pair(0, 21, False, False)], 0) == 2


@pytest.mark.rule("maurice:8.outnumbered", "maurice:8.figOutnumbered")
def test_three_against_two_cost_each_defender_one() -> None:
    units = [cav(0, 18, 8), cav(1, 20, 8), cav(2, 22, 8), cav(20, 19, 10, SOUTH), cav(21, 21, 10, SOUTH)]
    pairs = [Pair(a, d, False, False) for a, d in ((0, 20), (1, 20), (1, 21), (2, 21))]
    state = battle(units)
    assert [outnumbered_by(state, pairs, uid) for uid in (20, 21)] == [1, 1]
    assert [outnumbered_by(state, pairs, uid) for uid in (0, 1, 2)] == [0, 0, 0]


@pytest.mark.rule("maurice:8.outnumbered", "maurice:R58")
def test_artillery_does_not_count_toward_outnumbering() -> None:
    units = [cav(0, 20, 8), inf(20, 19, 9, SOUTH), gun(21, 21, 9, SOUTH), gun(22, 22, 9, SOUTH)]
    pairs = [Pair(0, uid, False, False) for uid in (20, 21, 22)]
    assert outnumbered_by(battle(units), pairs, 0) == 0
    # Who engages one unit and a gun besides engages only that unit.
    units = [cav(0, 18, 8), cav(1, 20, 8), inf(20, 19, 9, SOUTH), gun(21, 22, 9, SOUTH)]
    pairs = [Pair(0, 20, False, False), Pair(1, 20, False, False), Pair(1, 21, False, False)]
    assert outnumbered_by(battle(units), pairs, 20) == 2


@pytest.mark.rule("maurice:8.passive")
def test_a_defender_is_broken_when_doubled_beaten_for_two_else_takes_one() -> None:
    assert passive_result(4, [8]) == DOUBLED
    assert passive_result(5, [4, 9]) == 2
    assert passive_result(5, [5]) == 1


@pytest.mark.rule("maurice:8.active")
def test_an_attacker_is_beaten_by_a_tie_and_not_by_those_who_have_gone() -> None:
    assert active_result(7, [7]) == 2
    assert active_result(7, [6]) == 1
    assert active_result(7, []) == 1


@pytest.mark.rule("maurice:8.active", "maurice:8.passive")
def test_a_defender_who_is_broken_hurts_no_attacker_who_scored_less() -> None:
    # Red 1 (6 + 6) doubles the defender (2 + 4), who outscored Red 2 (3 + 1).
    units = [cav(0, 18.9, 8), cav(1, 21.1, 8, disr=3), inf(20, 20, 8, SOUTH, disr=2)]
    state = go(battle(units, Combat((0, 1))))
    pairs = pairs_of(game(), state, (0, 1))
    assert [value_of(lines_of(game(), state, pairs, uid)) for uid in (0, 1, 20)] == [6, 3, 2]
    after = go(state, 6, 1, 4)
    assert [(unit.id, unit.disr) for unit in after.units] == [(0, 1), (1, 4)]
    # Were he still there, Red 2 would be broken by 2 DISR.
    assert go(state, 2, 1, 4).find(1) is None


@pytest.mark.rule("maurice:8.fallBack", "maurice:8.engaged")
def test_who_has_broken_all_whom_he_touched_stays_though_others_are_close() -> None:
    # The gun that is met breaks; the infantry behind its flank is engaged and not touched.
    units = [cav(0, 20, 8), gun(20, 19.4, 8, SOUTH), inf(21, 22.4, 8.6, SOUTH)]
    state = go(battle(units, Combat((0,))))
    assert {pair.defender for pair in pairs_of(game(), state, (0,))} == {20, 21}
    after = go(state, 6, 1, 1)
    assert [unit.id for unit in after.units] == [0, 21]
    assert after.unit(0).y == 8_000
    # Had it stood, he would be back by 1 BW.
    worn = [cav(0, 20, 8, disr=1), gun(20, 19.4, 8, SOUTH), inf(21, 22.4, 8.6, SOUTH)]
    assert go(battle(worn, Combat((0,))), 1, 6, 1).unit(0).y == 7_000


@pytest.mark.rule("maurice:8.figCombat", "maurice:8.passive", "maurice:8.active", "maurice:8.die")
def test_the_rulebooks_complete_combat_comes_out_as_printed() -> None:
    # French A, B, C are 0, 1, 2; Austrian 1 to 6 are 20 to 25, of which 23 to 25 are guns. Engaged as the caption says;
    # scores that fit every comparison that it tells of.
    pairs = ((0, 20), (0, 21), (1, 21), (2, 22), (2, 23), (2, 24), (2, 25))
    scores = {0: 5, 1: 9, 2: 10, 20: 10, 21: 6, 22: 10, 23: 6, 24: 5, 25: 4}
    attackers = {uid: [scores[a] for a, d in pairs if d == uid] for uid in range(20, 26)}
    results = {uid: passive_result(scores[uid], found) for uid, found in attackers.items()}
    assert results == {20: 1, 21: 2, 22: 1, 23: 2, 24: DOUBLED, 25: DOUBLED}
    gone = (23, 24, 25)
    active = {
        uid: active_result(scores[uid], [scores[d] for a, d in pairs if a == uid and d not in gone])
        for uid in (0, 1, 2)
    }
    assert active == {0: 2, 1: 1, 2: 2}


@pytest.mark.rule("maurice:8.figCombat", "maurice:8.engaged", "maurice:8.outnumbered", "maurice:8.badTerrain")
def test_the_rulebooks_complete_combat_is_fought_out_on_the_table() -> None:
    # French A is partly in woods, the wall does not quite hide Austrian 1, the woods do not hide Austrian 2.
    woods, wall = box("woods", 14, 7, 17.9, 9.8), piece("wall", (10, 10.4), (15.5, 10.4))
    units = [inf(0, 16, 10), inf(1, 20.1, 10), inf(2, 26.5, 10)]
    units += [inf(20, 13.9, 10.7, SOUTH), inf(21, 18.2, 10, SOUTH), inf(22, 24.2, 10, SOUTH)]
    units += [gun(23, 26.75, 10.5, SOUTH), gun(24, 27.8, 10.5, SOUTH), gun(25, 28.85, 10.5, SOUTH)]
    marsh = box("marsh", 17, 10.2, 19, 11.5)
    state = go(battle(units, Combat((0, 1, 2)), pieces=(woods, wall, marsh)))
    pairs = pairs_of(game(), state, (0, 1, 2))
    assert not any(pair.cover or pair.flank for pair in pairs)
    # A: bad terrain, and Austrian 1 engages only it. Austrian 2: bad terrain, and B engages only it.
    values = {uid: value_of(lines_of(game(), state, pairs, uid)) for uid in (0, 1, 2, 20, 21, 22, 23, 24, 25)}
    assert values == {0: 3, 1: 6, 2: 6, 20: 6, 21: 3, 22: 6, 23: 1, 24: 1, 25: 1}
    after = go(state, 1, 5, 2, 5, 3, 2, 4, 3, 1)
    assert [unit.id for unit in after.units] == [0, 1, 2, 20, 21, 22]
    assert [after.unit(uid).disr for uid in (20, 21, 22)] == [1, 2, 1]
    assert after.morale == (10, 7)
    assert [after.unit(uid).disr for uid in (0, 1, 2)] == [2, 1, 2]
    assert after.stack[-1] == FallingBack((0, 1, 2))


@pytest.mark.rule("maurice:8.die", "maurice:8.charge", "maurice:8.fallBack", "maurice:8.engaged", "maurice:R62")
def test_everybody_rolls_then_the_passive_then_the_active_and_who_is_in_contact_falls_back() -> None:
    units = [cav(0, 20, 8), cav(20, 20, 8, SOUTH)]
    state = battle(units, Combat((0,)))
    assert pairs_of(game(), state, (0,)) == (Pair(0, 20, False, False),)
    state = go(state, 4, 3)  # 10 against 9
    assert state.unit(20).disr == 2
    assert state.unit(0).disr == 1
    assert state.unit(0).y == 7_000


@pytest.mark.rule("maurice:8.fallBack", "maurice:8.passive")
def test_an_attacker_who_has_broken_his_enemy_does_not_fall_back() -> None:
    units = [cav(0, 20, 8), cav(20, 20, 8, SOUTH, disr=4)]
    state = go(battle(units, Combat((0,))), 1, 6)
    assert state.find(20) is None
    assert state.unit(0).y == 8_000


@pytest.mark.rule("maurice:F.4", "maurice:8.passive")
def test_a_defender_with_four_disr_always_breaks() -> None:
    units = [cav(0, 20, 8, disr=3), inf(20, 20, 8, SOUTH, disr=4)]
    for red, blue in ((1, 6), (6, 1), (3, 3)):
        assert go(battle(units, Combat((0,))), red, blue).find(20) is None


@pytest.mark.rule("maurice:R19", "maurice:2.morale")
def test_passive_units_break_first_and_may_end_the_battle_before_the_active_ones_suffer() -> None:
    units = [cav(0, 20, 8, disr=4), cav(20, 20, 8, SOUTH, disr=4)]
    state = go(battle(units, Combat((0,)), morale=(1, 1)), 1, 6)
    assert isinstance(state.stack[-1], Finished)
    assert state.stack[-1].winner == 0
    assert state.morale == (1, 0)


@pytest.mark.rule("maurice:8.card", "maurice:3.modifier")
def test_cards_add_to_the_scores_of_those_whom_they_name() -> None:
    units = [cav(0, 18, 8), cav(1, 22, 8), cav(20, 18, 8, SOUTH), cav(21, 22, 8, SOUTH)]
    hands = (cards("Stirrups In"), cards("Stand Fast"))
    state = go(battle(units, Combat((0, 1)), hands=hands), Play(card("Stirrups In")))
    pairs = pairs_of(game(), state, (0, 1))
    assert value_of(lines_of(game(), state, pairs, 0)) - value_of(lines_of(game(), battle(units), pairs, 0)) == 2
    assert asked(state).seat == 1
    state = go(state, Play(card("Stand Fast"), (20,)), 6, 6, 4, 6)
    assert state.unit(20).disr == 1


@pytest.mark.rule("maurice:8.fallBack", "maurice:R59")
def test_the_active_player_says_who_falls_back_next() -> None:
    units = [cav(0, 18, 8), cav(1, 22, 8), cav(20, 18, 8, SOUTH), cav(21, 22, 8, SOUTH)]
    state = battle(units, FallingBack((0, 1)))
    assert asked(state).options == (Next(0), Next(1))
    state = go(state, Next(1))
    assert (state.unit(0).y, state.unit(1).y) == (7_000, 7_000)


@pytest.mark.rule("maurice:8.passive", "maurice:8.active")
def test_the_odds_of_a_combat_are_those_of_its_dice() -> None:
    units = [cav(0, 20, 8), cav(20, 20, 8, SOUTH)]
    state = battle(units)
    by = {fate.unit: fate for fate in fates(game(), state, pairs_of(game(), state, (0,)))}
    assert (by[20].of, by[20].disr) == (36, {1: 21, 2: 15})  # equal values: beaten in 15 of 36
    assert by[0].disr == {1: 15, 2: 21}
    assert by[20].breaks == 0
    weak = battle([cav(0, 20, 8), cav(20, 20, 8, SOUTH, disr=4)])
    assert {f.unit: f.breaks for f in fates(game(), weak, ONE)}[20] == 36


@pytest.mark.rule("maurice:8.attackCover", "maurice:4.order")
def test_cold_steel_waives_cover_for_those_it_names() -> None:
    units = [inf(0, 20, 8), inf(20, 20, 9.02, SOUTH)]
    wall = (piece("wall", (17, 8.5), (23, 8.5)),)
    touching = [inf(0, 20, 8), inf(20, 20, 8, SOUTH)]
    state = battle(touching, Combat((0,)), hands=(cards("Cold Steel", "Stand Fast"), ()), pieces=wall)
    state = go(state, Play(card("Cold Steel"), (0,)))
    assert value_of(lines_of(game(), state, [Pair(0, 20, False, True)], 0)) == value(touching, ONE, 0, pieces=wall)
    assert value(units, [Pair(0, 20, False, True)], 0) == 4
