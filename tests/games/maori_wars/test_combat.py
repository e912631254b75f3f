"""9.0: combat, step by step."""

from __future__ import annotations

import pytest

from kemu.core.pending import Action
from kemu.games.maori_wars.model.actions import (
    Advance,
    Attack,
    Begin,
    Bombard,
    Charge,
    Counter,
    Disrupt,
    Done,
    Evade,
    Everyone,
    Intimidate,
    Join,
    Lurk,
    Raid,
    Retreat,
    Stand,
)
from kemu.games.maori_wars.model.events import Rolled

from .positions import (
    BRITISH,
    CAT,
    GAME,
    MAORI,
    Told,
    asked,
    is_disrupted,
    options,
    place,
    play,
    position,
    rolls,
    site,
    targets,
)

CHIT = 5
FAR = {"0707": "village maori"}
"""A Maori Village far away, so that the last one is not lost by the way."""


def refused(state: object, action: Action) -> str:
    """The clause of the refusal."""
    refusal = GAME.why_not(state, asked(state).seat, action)  # type: ignore[arg-type]
    assert refusal is not None
    return refusal.clause


def last_roll(told: Told) -> Rolled:
    """The last die that was read."""
    return [event for event in told if isinstance(event, Rolled)][-1]


# -- declaration ---------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.1", "maori_wars:9.0")
def test_good_units_next_to_a_hex_attack_it_together_from_several_hexes() -> None:
    at = {"1722": "m-warrior-1", "1621": "b-infantry-1", "1723": "b-militia-1..2 b-artillery-1", "1725": "b-naval-1"}
    state = play(position(at=at, disrupted="b-militia-2"), Attack("1722"))
    assert targets(state, Join, "unit") == {"b-infantry-1", "b-militia-1"}
    assert refused(state, Join("b-militia-2")) == "maori_wars:9.0.1"
    assert refused(state, Join("b-naval-1")) == "maori_wars:9.0.1"
    assert refused(state, Join("b-artillery-1")) == "maori_wars:9.0"


@pytest.mark.rule("maori_wars:9.0", "maori_wars:9.0.1")
def test_units_of_one_stack_do_not_attack_different_hexes_and_nobody_attacks_twice() -> None:
    at = {"1721": "m-warrior-1", "1723": "m-warrior-2", "1722": "b-infantry-1..2"}
    state = play(position(at=at, sites=FAR), Attack("1721"), Join("b-infantry-1"), Begin(), Stand(), CHIT, Stand(), 1)
    assert targets(state, Attack) == {"1721"}
    assert refused(state, Attack("1723")) == "maori_wars:9.0.1"
    state = play(state, Attack("1721"))
    assert targets(state, Join, "unit") == {"b-infantry-2"}


@pytest.mark.rule("maori_wars:9.0.1", "maori_wars:3.0.15")
def test_neutrals_are_not_attacked() -> None:
    state = position(
        at={"1722": "n-warrior-1", "1621": "b-infantry-1", "1622": "m-warrior-1"}, sites={"1722": "village neutral"}
    )
    assert targets(state, Attack) == {"1622"}
    assert refused(state, Attack("1722")) == "maori_wars:9.0.1"


@pytest.mark.rule("maori_wars:R23")
def test_nobody_attacks_across_water_but_guns_fire() -> None:
    across = next(
        to
        for way, to in enumerate(CAT.neighbours[CAT.hex_of["1418"]])
        if CAT.waterside[CAT.hex_of["1418"]] >> way & 1 and CAT.open[to]
    )
    state = position(
        at={"1418": "b-infantry-1", CAT.label[across]: "m-warrior-1", "1722": "m-warrior-2", "1621": "b-militia-1"}
    )
    assert CAT.label[across] not in targets(state, Attack)
    assert refused(state, Attack(CAT.label[across])) == "maori_wars:R23"
    state = position(at={"1418": "b-infantry-1 b-artillery-1", CAT.label[across]: "m-warrior-1"})
    assert CAT.label[across] in targets(state, Attack)


@pytest.mark.rule("maori_wars:14.0.3", "maori_wars:9.0.1")
def test_maori_attack_towns_of_the_designated_area_only() -> None:
    assert targets(position(seat=MAORI, at={"1518": "m-warrior-1"}, scenario="heke"), Attack) == {"1417"}
    state = position(
        seat=MAORI,
        at={"1518": "m-warrior-1", "0934": "m-warrior-2"},
        scenario="heke",
        sites={"1519": "settlement british"},
    )
    assert "0933" not in targets(state, Attack)


@pytest.mark.rule("maori_wars:R17")
def test_a_sole_leader_is_not_attacked() -> None:
    state = position(at={"1722": "rewi", "1621": "b-infantry-1", "1622": "m-warrior-1"})
    assert targets(state, Attack) == {"1622"}
    assert refused(state, Attack("1722")) == "maori_wars:R17"


# -- evasion -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26")
def test_maori_evade_on_four_and_against_queenites_or_rangers_on_five() -> None:
    for band, needed in (("b-infantry-1", 4), ("q-warrior-1", 5), ("b-ranger-1", 5)):
        state = position(at={"1722": "m-warrior-1", "1621": band}, sites=FAR)
        state = play(state, Attack("1722"), Everyone(), Evade("m-warrior-1"))
        assert rolls(state) == "maori_wars:9.0.2"
        away = play(state, needed)
        assert asked(away).seat == MAORI
        assert targets(away, Retreat)
        assert rolls(play(state, needed - 1)) == "maori_wars:9.0.3"


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26", "maori_wars:3.0.11", "maori_wars:3.0.4")
def test_british_evade_singly_on_six_with_a_leader_on_five_rangers_and_queenites_on_five() -> None:
    from kemu.games.maori_wars.rules.combat import combat_of
    from kemu.games.maori_wars.rules.evasion import NEVER, evades_on

    def needed(defenders: str, who: str) -> int:
        state = position(seat=MAORI, at={"1722": defenders, "1621": "m-warrior-1"}, sites=FAR)
        state = play(state, Attack("1722"), Everyone())
        if combat_of(state) is None:
            raise AssertionError
        return evades_on(GAME, state, combat_of(state), CAT.index[who])  # type: ignore[arg-type]

    assert needed("b-infantry-1", "b-infantry-1") == 6
    assert needed("b-infantry-1..2 b-ranger-1", "b-infantry-1") == NEVER
    assert needed("b-infantry-1..2 b-ranger-1", "b-ranger-1") == 5
    assert needed("b-infantry-1..2 cameron", "b-infantry-1") == 5
    assert needed("b-infantry-1 q-warrior-1", "q-warrior-1") == 5


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26")
def test_some_may_evade_to_different_hexes_and_the_combat_goes_on_against_who_stays() -> None:
    at = {"1722": "m-warrior-1..3", "1621": "b-infantry-1"}
    state = position(at=at, sites=FAR)
    state = play(state, Attack("1722"), Everyone(), Evade("m-warrior-1"), Evade("m-warrior-2"), Begin(), 4)
    state = play(state, Retreat("m-warrior-1", "1822"), Retreat("m-warrior-2", "1723"))
    assert (place(state, "m-warrior-1"), place(state, "m-warrior-2")) == ("1822", "1723")
    assert rolls(state) == "maori_wars:9.0.3"


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R27")
def test_a_hex_that_is_left_by_evasion_is_not_attacked_but_advanced_into() -> None:
    state = position(at={"1722": "m-warrior-1", "1621": "b-infantry-1"}, sites={**FAR, "1722": "village maori"})
    state = play(state, Attack("1722"), Everyone(), Evade("m-warrior-1"), 4, Retreat("m-warrior-1", "1822"))
    assert targets(state, Advance, "unit") == {"b-infantry-1"}
    state = play(state, Advance("b-infantry-1"))
    assert site(state, "1722") == ""
    assert state.vp == 1


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R27")
def test_a_pa_left_by_evasion_is_still_attacked() -> None:
    state = position(at={"1722": "m-warrior-1", "1621": "b-infantry-1"}, sites={**FAR, "1722": "pa maori"})
    state = play(state, Attack("1722"), Everyone(), Evade("m-warrior-1"), 4, Retreat("m-warrior-1", "1822"))
    assert rolls(state) == "maori_wars:9.0.3"


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26")
def test_whoever_has_evaded_may_not_be_attacked_in_this_phase() -> None:
    at = {"1722": "m-warrior-1", "1621": "b-infantry-1", "1823": "b-infantry-2"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Evade("m-warrior-1"), 4)
    state = play(state, Retreat("m-warrior-1", "1822"), Done())
    # Nothing else can be attacked, so the phase is over: the one Maori unit in reach has evaded.
    assert asked(state).clause != "maori_wars:9.0.1"


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:10.0.4")
def test_whoever_has_evaded_may_be_raided_later_in_the_turn() -> None:
    at = {"1722": "m-warrior-1", "1621": "b-infantry-1", "W": "b-ranger-1..2"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Evade("m-warrior-1"), 4)
    state = play(state, Retreat("m-warrior-1", "1822"), Done())
    assert state.evaded == 0
    state = play(state, Raid("1822"), Lurk("b-ranger-1", "1823"), Lurk("b-ranger-2", "1823"), 6)
    assert place(state, "m-warrior-1") == "box"


@pytest.mark.rule("maori_wars:9.0.2")
def test_disrupted_units_do_not_evade() -> None:
    state = position(at={"1722": "m-warrior-1", "1621": "b-infantry-1"}, sites=FAR, disrupted="m-warrior-1")
    state = play(state, Attack("1722"), Everyone())
    assert rolls(state) == "maori_wars:9.0.3"


# -- bombardment ---------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.4", "maori_wars:3.0.5", "maori_wars:R29")
def test_guns_alone_may_bombard_and_a_removed_pa_becomes_a_village() -> None:
    state = position(at={"1721": "b-artillery-1", "1722": "m-warrior-1"}, sites={**FAR, "1722": "pa maori"})
    state = play(state, Attack("1722"), Stand(), CHIT)
    assert targets(state, Bombard, "what") == {"units", "pa"}
    state = play(state, Bombard("b-artillery-1", "pa"), 6)
    assert site(state, "1722") == "village maori"
    assert state.vp == 1
    assert place(state, "m-warrior-1") == "1722"
    assert not any(isinstance(option, Attack) for option in options(state))


@pytest.mark.rule("maori_wars:9.0.4")
def test_units_in_a_pa_are_covered_and_a_disrupted_pa_is_easier_to_hit() -> None:
    from kemu.games.maori_wars.model.catalogue import PA_TARGET, UNITS
    from kemu.games.maori_wars.rules.bombardment import shelling_drm

    at = {"1722": "m-warrior-1", "1523": "m-warrior-2"}
    state = position(at=at, sites={"1722": "pa maori disrupted"})
    assert shelling_drm(GAME, state, CAT.hex_of["1722"], UNITS) == -1
    assert shelling_drm(GAME, state, CAT.hex_of["1722"], PA_TARGET) == 1
    assert shelling_drm(GAME, state, CAT.hex_of["1523"], UNITS) == -1
    assert shelling_drm(GAME, position(at=at, sites={"1722": "village maori"}), CAT.hex_of["1722"], UNITS) == 0


@pytest.mark.rule("maori_wars:9.0.4", "maori_wars:R29", "maori_wars:3.0.12")
def test_a_gunboat_bombards_only_along_its_water() -> None:
    from kemu.games.maori_wars.rules.bombardment import guns

    state = position(at={"1622": "b-gunboat-1", "1621": "m-warrior-1", "1722": "m-warrior-2"})
    assert guns(GAME, state, CAT.hex_of["1621"]) == [CAT.index["b-gunboat-1"]]
    assert guns(GAME, state, CAT.hex_of["1722"]) == []


@pytest.mark.rule("maori_wars:9.0.4")
def test_a_hex_is_bombarded_once_in_a_phase_and_disrupted_guns_are_silent() -> None:
    from kemu.games.maori_wars.rules.bombardment import guns

    at = {"1721": "b-artillery-1..2", "1722": "m-warrior-1"}
    state = position(at=at, sites=FAR, disrupted="b-artillery-2")
    assert guns(GAME, state, CAT.hex_of["1722"]) == [CAT.index["b-artillery-1"]]
    state = position(at=at | {"1621": "b-infantry-1"}, sites=FAR)
    state = play(state, Attack("1722"), Begin(), Stand(), CHIT, Bombard("b-artillery-1", "units"), 1)
    assert guns(GAME, state, CAT.hex_of["1722"]) == []
    state = play(state, Attack("1722"), Everyone(), Stand(), 13)
    assert asked(state).clause == "maori_wars:9.0.6"


@pytest.mark.rule("maori_wars:9.0.4", "maori_wars:R2")
def test_guns_destroy_a_sole_canoe_for_a_point() -> None:
    state = position(at={"1622": "b-gunboat-1", "1623": "m-canoe-1", "0707": "m-warrior-1"}, sites=FAR)
    state = play(state, Attack("1623"))
    state = play(state, Stand(), CHIT, Bombard("b-gunboat-1", "canoe"), 5)
    assert place(state, "m-canoe-1") == "away"
    assert state.vp == 1


@pytest.mark.rule("maori_wars:9.0.4", "maori_wars:R29")
def test_the_british_choose_which_gun_fires() -> None:
    at = {"1721": "b-artillery-1", "1723": "b-artillery-2", "1722": "m-warrior-1"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Stand(), CHIT)
    assert targets(state, Bombard, "gun") == {"b-artillery-1", "b-artillery-2"}


@pytest.mark.rule("maori_wars:R22", "maori_wars:8.0", "maori_wars:9.0.4")
def test_guns_intimidate_neutrals_into_either_alliance() -> None:
    at = {"1721": "b-artillery-1", "1722": "n-warrior-1"}
    state = position(at=at, sites={**FAR, "1722": "village neutral"})
    joined = play(state, Intimidate("b-artillery-1", "1722"), 6)
    assert site(joined, "1722") == "village queenite"
    assert place(joined, "q-warrior-1") == "1722"
    assert joined.vp == 0
    lost = play(state, Intimidate("b-artillery-1", "1722"), 1)
    assert site(lost, "1722") == "village maori"
    assert lost.vp == -1


# -- charge --------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.5", "maori_wars:3.0.6", "maori_wars:R30")
def test_cavalry_charges_at_plus_one_and_the_result_falls_at_once() -> None:
    state = position(at={"1722": "m-warrior-1", "1721": "b-cavalry-1 b-infantry-1"}, sites=FAR)
    state = play(state, Attack("1722"), Everyone(), Stand(), CHIT, Charge("b-cavalry-1"))
    assert rolls(state) == "maori_wars:9.0.5"
    told: Told = []
    state = play(state, 5, told=told)
    assert last_roll(told).drm == 1
    assert place(state, "m-warrior-1") == "box"
    assert targets(state, Advance, "unit") == {"b-cavalry-1", "b-infantry-1"}


@pytest.mark.rule("maori_wars:9.0.5", "maori_wars:R30")
def test_no_charge_into_rough_or_against_a_pa_but_against_a_village() -> None:
    from kemu.games.maori_wars.rules.charge import chargeable

    state = position(sites={"1722": "pa maori", "1723": "village maori"})
    assert not chargeable(GAME, state, CAT.hex_of["1722"])
    assert chargeable(GAME, state, CAT.hex_of["1723"])
    assert not chargeable(GAME, state, CAT.hex_of["1523"])


@pytest.mark.rule("maori_wars:R30", "maori_wars:9.0.6")
def test_chargers_take_no_part_in_the_attack_and_their_hex_is_not_struck_back_at() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-cavalry-1", "1621": "b-infantry-1"}
    state = position(at=at, sites=FAR)
    state = play(state, Attack("1722"), Everyone(), Stand(), CHIT, Charge("b-cavalry-1"), 1)
    assert targets(state, Counter) == {"1621"}


# -- counter-attack ------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:R25")
def test_good_defenders_strike_first_at_one_hex_counting_all_who_stand_there() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1..3", "1621": "b-militia-1"}
    state = position(at=at, sites=FAR, disrupted="b-infantry-3")
    state = play(state, Attack("1722"), Everyone(), Stand(), CHIT)
    assert asked(state).seat == MAORI
    assert targets(state, Counter) == {"1721", "1621"}
    told: Told = []
    state = play(state, Counter("1721"), 4, told=told)
    assert "lesser" in last_roll(told).what
    assert asked(state).seat == BRITISH
    state = play(state, Disrupt("b-infantry-1"))
    assert is_disrupted(state, "b-infantry-1")
    told = []
    play(state, 1, told=told)
    assert "equal" in last_roll(told).what


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:R24")
def test_a_fort_always_strikes_with_at_least_two_and_an_empty_pa_as_the_lesser_force() -> None:
    from kemu.games.maori_wars.model.catalogue import EQUAL, LESSER
    from kemu.games.maori_wars.rules.strength import counter_column

    at, start = CAT.hex_of["1722"], CAT.hex_of["1721"]
    fort = position(seat=MAORI, at={"1721": "m-warrior-1..2"}, sites={"1722": "fort british disrupted"})
    assert counter_column(GAME, fort, at, BRITISH, start) == EQUAL
    pa = position(at={"1721": "b-infantry-1"}, sites={"1722": "pa maori"})
    assert counter_column(GAME, pa, at, MAORI, start) == LESSER
    held = position(
        at={"1721": "b-infantry-1", "1722": "m-warrior-1"}, sites={"1722": "pa maori"}, disrupted="m-warrior-1"
    )
    assert counter_column(GAME, held, at, MAORI, start) == -1
    village = position(at={"1721": "b-infantry-1"}, sites={"1722": "village maori"})
    assert counter_column(GAME, village, at, MAORI, start) == -1


@pytest.mark.rule("maori_wars:9.0.6")
def test_the_defender_may_strike_before_every_attack_with_the_same_units() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1..2", "1621": "b-militia-1"}
    state = position(at=at, sites=FAR)
    state = play(state, Attack("1722"), Join("b-infantry-1"), Begin(), Stand(), CHIT, Counter("1721"), 1, 1)
    state = play(state, Attack("1722"), Everyone(), Stand(), 13)
    assert targets(state, Counter) == {"1621", "1721"}


@pytest.mark.rule("maori_wars:6.0.1", "maori_wars:R33", "maori_wars:9.0.6")
def test_maori_on_the_sap_marker_strike_back_at_plus_one() -> None:
    from kemu.games.maori_wars.rules.counter_attack import counter_drm

    at = CAT.hex_of["1722"]
    state = position(at={"1722": "m-warrior-1"}, sap=(at, -1))
    assert counter_drm(GAME, state, at, MAORI) == 1
    assert counter_drm(GAME, position(at={"1722": "m-warrior-1"}), at, MAORI) == 0


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:R25")
def test_attackers_who_are_thrown_back_do_not_attack() -> None:
    state = position(at={"1722": "m-warrior-1", "1721": "b-infantry-1"}, sites=FAR)
    state = play(state, Attack("1722"), Everyone(), Stand(), CHIT, Counter("1721"), 2)
    state = play(state, Retreat("b-infantry-1", "1621"))
    assert place(state, "b-infantry-1") == "1621"
    assert "SingleCombat" not in [type(frame).__name__ for frame in state.stack]


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26")
@pytest.mark.parametrize("others", ["b-infantry-2 te-wheoro", "b-gunboat-1"])
def test_neither_a_leader_of_queenites_nor_a_boat_as_second_lets_the_british_evade(others: str) -> None:
    at = {"1622": f"b-infantry-1 {others}", "1722": "m-warrior-1..2"}
    state = play(position(seat=MAORI, at=at, sites=FAR), Attack("1622"), Everyone())
    assert rolls(state) == "maori_wars:9.0.3"
