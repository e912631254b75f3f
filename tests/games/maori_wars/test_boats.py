"""6.0 and 4.0: boats, those whom they transport, Canoes on shoulders, and what is moved out of a full hex."""

from __future__ import annotations

import pytest

from kemu.games.maori_wars.model.actions import (
    Attack,
    Burn,
    Carry,
    Done,
    EnterBush,
    Everyone,
    Go,
    Load,
    Lose,
    OneHex,
    Retreat,
    Sap,
    Shift,
    Stand,
    Stop,
    Take,
    TakeStack,
)
from kemu.games.maori_wars.rules.boats import havens

from .positions import (
    BRITISH,
    CAT,
    GAME,
    MAORI,
    TO_PLAN,
    UNIT,
    asked,
    options,
    place,
    play,
    position,
    site,
    targets,
)

FAR = {"0707": "village maori", "0906": "settlement british", "1519": "settlement british"}
DRY = next(CAT.label[to] for to in CAT.walks[CAT.hex_of["1722"]] if to in GAME.units.landlocked)
"""An all-land hex next to 1722."""


def clause(state: object, seat: int, intent: object) -> str:
    """The clause of a refusal."""
    refusal = GAME.why_not(state, seat, intent)  # type: ignore[arg-type]
    assert refusal is not None
    return refusal.clause.partition(":")[2]


# -- transport -----------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R13")
def test_artillery_is_one_of_the_two_and_leaders_are_not_counted() -> None:
    at = {"1417": "b-gunboat-1 b-artillery-1 b-infantry-1..2 cameron jackson"}
    state = play(position("Moving", at=at, sites=FAR), Take("b-gunboat-1"))
    state = play(state, Load("b-artillery-1"), Load("b-infantry-1"))
    assert targets(state, Load, "unit") == {"cameron", "jackson"}
    state = play(state, Load("cameron"), Load("jackson"), Go("1420"))
    assert {place(state, who) for who in ("b-artillery-1", "b-infantry-1", "cameron", "jackson")} == {"1420"}


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R13")
def test_british_may_be_transported_in_a_canoe_of_queenites() -> None:
    state = position("Moving", at={"1621": "q-canoe-1 b-infantry-1"}, sites=FAR)
    assert targets(play(state, Take("q-canoe-1")), Load, "unit") == {"b-infantry-1"}


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R11", "maori_wars:R13")
def test_whoever_has_points_enough_takes_two_boats_in_one_phase() -> None:
    at = {"1417": "b-gunboat-1 cameron", "1420": "q-canoe-1"}
    state = play(position("Moving", at=at, sites=FAR), Take("b-gunboat-1"), Load("cameron"), Go("1420"))
    state = play(state, Take("q-canoe-1"), Load("cameron"), Go("1521"))
    assert place(state, "cameron") == "1521"
    assert clause(state, BRITISH, Take("cameron")) == "6.0"


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R11")
def test_whoever_walks_to_a_boat_with_two_points_left_boards_it_and_with_one_does_not() -> None:
    at = {"1723": "b-ranger-1", "1725": "b-infantry-1", "1622": "q-canoe-1"}
    state = play(position("Moving", at=at, sites=FAR), Take("b-ranger-1"), Go("1622"))
    assert "b-ranger-1" not in targets(state, Take, "unit")
    assert targets(play(state, Take("q-canoe-1")), Load, "unit") == {"b-ranger-1"}
    walked = play(position("Moving", at={**at, "1723": "b-infantry-2"}, sites=FAR), Take("b-infantry-2"), Go("1622"))
    assert targets(play(walked, Take("q-canoe-1")), Load, "unit") == {"b-infantry-2"}
    near = position("Moving", at={"1724": "b-infantry-2", "1622": "q-canoe-1"}, sites=FAR)
    tired = play(near, Take("b-infantry-2"), Go("1622"), Take("q-canoe-1"))
    assert not targets(tired, Load, "unit")
    assert clause(tired, BRITISH, Load("b-infantry-2")) == "6.0.4"


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R13")
def test_the_two_points_include_the_ground_and_the_rest_is_walked() -> None:
    state = position("Moving", at={"1417": "b-gunboat-1 b-infantry-1"}, sites={"0707": "village maori"})
    state = play(state, Take("b-gunboat-1"), Load("b-infantry-1"))
    state = play(state, Go("1420"))
    # One of three points is left.
    reached = targets(play(state, Take("b-infantry-1")), Go)
    assert reached == {CAT.label[to] for to in CAT.walks[CAT.hex_of["1420"]] if CAT.cost[1][to] == 1}


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R12")
def test_disrupted_units_are_transported() -> None:
    at = {"1417": "b-gunboat-1 b-infantry-1"}
    state = play(position("Moving", at=at, sites=FAR, disrupted="b-infantry-1"), Take("b-gunboat-1"))
    assert targets(state, Load, "unit") == {"b-infantry-1"}


@pytest.mark.rule("maori_wars:6.0.2")
def test_boats_end_neither_on_the_ocean_nor_on_an_enemy_nor_with_neutrals() -> None:
    at = {"1417": "b-gunboat-1", "1420": "m-warrior-1", "1520": "n-warrior-1", "1521": "rewi"}
    state = play(position("Moving", at=at, sites={**FAR, "1520": "village neutral"}), Take("b-gunboat-1"))
    reached = targets(state, Go)
    assert not {"1420", "1520", "1521"} & reached
    assert all(CAT.terrain[CAT.hex_of[label]] != 4 for label in reached)
    assert "1621" in reached  # Past all of them, up the river.
    assert clause(state, BRITISH, Go("1420")) == "R15"


# -- Canoes --------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0.3", "maori_wars:R14")
def test_a_unit_may_walk_to_a_canoe_and_carry_it_on_with_one_point_less() -> None:
    state = position("Moving", MAORI, at={"1723": "m-warrior-1", "1722": "m-canoe-1"}, sites=FAR)
    state = play(state, Take("m-warrior-1"), Go("1722"))
    assert Carry("m-warrior-1", "m-canoe-1") in options(state)
    reached = targets(play(state, Carry("m-warrior-1", "m-canoe-1")), Go)
    start = CAT.hex_of["1722"]
    assert all(CAT.distance(start, CAT.hex_of[label]) <= 2 for label in reached)
    spent = position("Moving", MAORI, at={"1726": "m-warrior-1", "1722": "m-canoe-1"}, sites=FAR)
    spent = play(spent, Take("m-warrior-1"), Go("1722"))
    assert not any(isinstance(option, Carry) for option in options(spent))


@pytest.mark.rule("maori_wars:6.0.3", "maori_wars:R14")
def test_a_carried_canoe_has_moved_and_a_canoe_that_has_sailed_is_not_carried() -> None:
    state = position("Moving", MAORI, at={"1722": "m-warrior-1..2 m-canoe-1"}, sites=FAR)
    carried = play(state, Carry("m-warrior-1", "m-canoe-1"), Go("1622"))
    assert Take("m-canoe-1") not in options(carried)
    afloat = position("Moving", MAORI, at={"1622": "m-canoe-1", "1621": "m-warrior-1"}, sites=FAR)
    sailed = play(afloat, Take("m-canoe-1"), Go("1621"))
    assert not any(isinstance(option, Carry) for option in options(sailed))


@pytest.mark.rule("maori_wars:6.0.3")
def test_it_is_the_players_choice_which_canoe_is_carried() -> None:
    at = {"1722": "m-warrior-1 m-canoe-1..2"}
    state = position("Moving", MAORI, at=at, sites=FAR, disrupted="m-canoe-2")
    assert targets(state, Carry, "canoe") == {"m-canoe-1", "m-canoe-2"}


@pytest.mark.rule("maori_wars:6.0.5")
def test_an_owner_may_destroy_a_canoe_at_any_time_of_his_movement_phase() -> None:
    state = position("Moving", MAORI, at={"1622": "m-canoe-1", "1722": "m-warrior-1"}, sites=FAR)
    state = play(state, Take("m-canoe-1"), Go("1621"))
    assert Burn("m-canoe-1") in options(state)
    state = play(state, Burn("m-canoe-1"))
    assert (place(state, "m-canoe-1"), state.vp) == ("away", 0)


@pytest.mark.rule("maori_wars:6.0.5", "maori_wars:R15")
@pytest.mark.parametrize(
    ("band", "there", "vp"),
    [("b-infantry-1", "", 1), ("b-infantry-1 q-warrior-1", "q-canoe-1", 0), ("q-warrior-1", "q-canoe-1", 0)],
)
def test_whoever_lands_on_a_sole_canoe_destroys_it_or_takes_it(band: str, there: str, vp: int) -> None:
    at = {"1417": f"b-gunboat-1 {band}", "1420": "m-canoe-1"}
    state = play(position("Moving", at=at, sites=FAR), Take("b-gunboat-1"))
    for who in band.split():
        state = play(state, Load(who))
    state = play(state, Go("1420"))
    assert place(state, "m-canoe-1") == "away"
    assert state.vp == vp
    if there:
        assert place(state, there) == "1420"
        assert Take(there) not in options(state)  # A captured Canoe does not move in this phase.


@pytest.mark.rule("maori_wars:R15", "maori_wars:6.0.5")
def test_without_a_counter_of_ones_own_a_captured_canoe_is_off_the_map() -> None:
    count = len(CAT.pool[1, 10])
    at = {"1723": "q-warrior-1", "1622": "m-canoe-1", "0507": f"q-canoe-1..{count}"}
    state = play(position("Moving", at=at, sites=FAR), Take("q-warrior-1"), Go("1622"))
    assert (place(state, "m-canoe-1"), state.vp) == ("away", 0)


@pytest.mark.rule("maori_wars:6.0.5", "maori_wars:R1")
def test_artillery_and_leaders_do_not_enter_a_sole_canoe() -> None:
    for who in ("b-artillery-1", "cameron"):
        state = play(position("Moving", at={"1722": who, "1622": "m-canoe-1"}, sites=FAR), Take(who))
        assert "1622" not in targets(state, Go)
        assert clause(state, BRITISH, Go("1622")) == "R15"


@pytest.mark.rule("maori_wars:6.0.2", "maori_wars:R15")
def test_a_canoe_passes_an_enemy_hex_only_at_sea() -> None:
    at = {"1521": "m-canoe-1", "1621": "b-infantry-1"}
    state = play(position("Moving", MAORI, at=at, sites=FAR), Take("m-canoe-1"))
    assert not {"1621", "1622"} & targets(state, Go)


# -- Gunboats driven off -------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0.6", "maori_wars:R16")
def test_a_leader_alone_with_a_gunboat_goes_with_it() -> None:
    at = {"1621": "b-gunboat-1 cameron", "1722": "m-warrior-1"}
    state = play(position("Moving", MAORI, at=at, sites={"0707": "village maori"}), Take("m-warrior-1"), Go("1621"))
    state = play(state, Retreat("b-gunboat-1", "1622")) if asked(state).seat == BRITISH else state
    assert place(state, "cameron") == place(state, "b-gunboat-1") != "1621"
    assert place(state, "m-warrior-1") == "1621"


@pytest.mark.rule("maori_wars:6.0.6", "maori_wars:10.0.1", "maori_wars:R16")
def test_a_gunboat_is_not_driven_off_by_friends_who_go_into_the_bush() -> None:
    state = position("BushPhase", at={"1621": "b-gunboat-1 b-militia-1"}, sites=FAR)
    state = play(state, EnterBush("b-militia-1"))
    assert place(state, "b-gunboat-1") == "1621"


# -- walking past --------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0")
def test_a_unit_kills_a_sole_leader_on_its_way_and_goes_on() -> None:
    state = position("Moving", at={"1722": "b-ranger-1", "1723": "rewi"}, sites=FAR)
    state = play(state, Take("b-ranger-1"), OneHex("1723"))
    assert place(state, "rewi") == "gone"
    state = play(state, Go("1724"))
    assert place(state, "b-ranger-1") == "1724"


@pytest.mark.rule("maori_wars:6.0")
def test_a_stack_may_be_taken_up_together_and_left_where_it_is() -> None:
    state = position("Moving", at={"1722": "b-ranger-1 b-infantry-1"}, sites=FAR)
    state = play(state, TakeStack("1722"), Stop())
    assert clause(state, BRITISH, Take("b-ranger-1")) == "6.0"


# -- over-stacking -------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:4.0", "maori_wars:R8")
def test_the_phasing_player_moves_what_his_opponent_has_too_much_of() -> None:
    # The British have over-stacked in their own movement: the Maori move it, wherever there is room.
    state = position("Moving", at={"1722": "b-infantry-1..5", "1723": "b-militia-1..4", "1622": "rewi"}, sites=FAR)
    neutrals = {**FAR, "1822": "village neutral"}
    among = position("Moving", at={"1722": "b-infantry-1..5", "1822": "n-warrior-1"}, sites=neutrals)
    assert "1822" not in targets(play(among, Done()), Shift)
    state = play(state, Done())
    assert asked(state).seat == MAORI
    found = targets(state, Shift)
    assert not {"1723", "1622"} & found
    assert "1821" in found
    assert clause(state, MAORI, Shift("b-infantry-1", "1723")) == "4.0"


@pytest.mark.rule("maori_wars:6.0.3")
def test_only_warriors_are_offered_a_canoe_to_carry() -> None:
    state = position("Moving", at={"1622": "b-infantry-1 b-ranger-1 q-warrior-1 q-canoe-1"}, sites=FAR)
    assert targets(state, Carry, "unit") == {"q-warrior-1"}


@pytest.mark.rule("maori_wars:R15", "maori_wars:R16", "maori_wars:9.0.10")
def test_a_boat_passes_a_sole_leader_but_does_not_stop_with_him_also_when_it_is_driven_off() -> None:
    alone = position("Moving", MAORI, at={"1622": "m-canoe-1"}, sites=FAR)
    canoe = CAT.index["m-canoe-1"]
    near = {CAT.label[at] for at in havens(GAME, alone, canoe)}
    assert len(near) > 1
    met = sorted(near)[0]
    state = position("Moving", MAORI, at={"1622": "m-canoe-1", met: "cameron"}, sites=FAR)
    assert {CAT.label[at] for at in havens(GAME, state, canoe)} == near - {met}
    going = targets(play(state, Take("m-canoe-1")), Go)
    assert met not in going
    assert going > near - {met}


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:R15", "maori_wars:R16")
def test_a_canoe_that_is_driven_off_does_not_pass_an_enemy_on_a_river_but_at_sea_it_does() -> None:
    river = {"1622": "m-canoe-1", "1621": "b-infantry-1", "1623": "cameron"}
    state = position("Moving", MAORI, at=river, sites=FAR)
    assert {CAT.label[at] for at in havens(GAME, state, CAT.index["m-canoe-1"])} == {"1724", "1624"}
    state = position("Moving", MAORI, at={**river, "1623": "b-infantry-2"}, sites=FAR)
    assert havens(GAME, state, CAT.index["m-canoe-1"]) == []
    coast = CAT.hex_of["0606"]
    around = {CAT.label[to] for to in CAT.sea_links[coast] if CAT.coastal[to]}
    held = {label: f"b-infantry-{n}" for n, label in enumerate(sorted(around), 1)}
    state = position("Moving", MAORI, at={"0606": "m-canoe-1", **held}, sites={})
    assert havens(GAME, state, CAT.index["m-canoe-1"])


@pytest.mark.rule("maori_wars:4.0", "maori_wars:6.0.3")
def test_a_canoe_whose_last_carrier_is_moved_away_is_lost() -> None:
    rough = next(
        label
        for label in CAT.label
        if CAT.hex_of[label] in GAME.units.landlocked and CAT.terrain[CAT.hex_of[label]] == 1
    )
    state = position("Moving", at={rough: "b-infantry-1..2 q-warrior-1 q-canoe-1"}, sites=FAR)
    state = play(state, Done())
    shift = next(option for option in options(state) if isinstance(option, Shift) and option.unit == "q-warrior-1")
    assert place(play(state, shift), "q-canoe-1") == "away"


@pytest.mark.rule("maori_wars:6.0.3", "maori_wars:R14", "maori_wars:9.0.9")
def test_a_canoe_on_dry_land_is_lost_with_its_last_carrier_though_others_stay_with_it() -> None:
    beside = next(CAT.label[to] for to in CAT.walks[CAT.hex_of[DRY]] if CAT.label[to] != "1722")
    at = {DRY: "b-infantry-1 q-warrior-1 q-canoe-1", beside: "m-warrior-1..3"}
    state = play(position(seat=MAORI, at=at, sites=FAR), Attack(DRY), Everyone(), Stand(), TO_PLAN, Stand(), 4)
    assert place(play(state, Lose("b-infantry-1")), "q-canoe-1") == DRY
    state = play(state, Lose("q-warrior-1"))
    assert place(state, "b-infantry-1") == DRY
    assert (place(state, "q-canoe-1"), state.vp) == ("away", -UNIT)


@pytest.mark.rule("maori_wars:4.0", "maori_wars:R4")
def test_a_british_unit_moved_into_a_town_has_re_entered_it() -> None:
    town = CAT.hex_of["1417"]
    beside = next(CAT.label[to] for to in CAT.walks[town] if CAT.stack_limit_british[to] == 4)
    state = position("Moving", scenario="heke", at={beside: "b-infantry-1..5"}, sites=FAR, taken=(town,))
    state = play(state, Done())
    state = play(state, next(o for o in options(state) if isinstance(o, Shift) and o.to == "1417"))
    assert state.taken == ()


@pytest.mark.rule("maori_wars:4.0")
def test_artillery_boats_leaders_and_structures_stack_for_free() -> None:
    at = {"1622": "b-infantry-1..4 b-artillery-1 b-gunboat-1 cameron jackson"}
    state = play(position("Moving", at=at, sites={**FAR, "1622": "fort british"}), Done())
    assert asked(state).clause != "maori_wars:4.0"


# -- the Sap -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0.1", "maori_wars:R33")
def test_a_sap_works_though_nobody_is_left_in_it_and_is_laid_once_a_game() -> None:
    at = {"1721": "b-infantry-1", "1722": "m-warrior-1"}
    sites = {**FAR, "1722": "pa maori"}
    state = position("Sapping", at=at, sites=sites, turn=3)
    state = play(state, Sap("b-infantry-1", "1722"))
    laid = state.sap
    later = position("Sapping", at={"1722": "m-warrior-1"}, sites=sites, turn=4, sap=laid)
    assert site(later, "1722") == "village maori"
    assert place(later, "m-warrior-1") == "1722"
    assert later.vp == 1
    again = position("Sapping", at=at, sites=sites, turn=5, sap=later.sap)
    assert not any(isinstance(option, Sap) for option in options(again))


@pytest.mark.rule("maori_wars:6.0.2", "maori_wars:R15")
def test_a_canoe_passes_enemies_on_the_coast_to_the_sea_beyond() -> None:
    at = {"0606": "m-canoe-1", "0507": "b-infantry-1", "0607": "b-infantry-2"}
    state = play(position("Moving", MAORI, at=at, sites=FAR), Take("m-canoe-1"))
    found = targets(state, Go)
    assert not {"0507", "0607"} & found
    assert {"0508", "0406"} <= found


@pytest.mark.rule("maori_wars:6.0.2", "maori_wars:R15", "maori_wars:R16")
def test_a_gunboat_that_is_driven_off_does_not_stop_with_neutrals() -> None:
    at = {"1622": "b-gunboat-1", "1722": "m-warrior-1"}
    for there, found in (({}, {"1621", "1623"}), ({"1621": "village neutral"}, {"1623"})):
        state = position("Moving", MAORI, at=at, sites={**FAR, **there})
        state = play(state, Take("m-warrior-1"), Go("1622"))
        went = {place(state, "b-gunboat-1")} if place(state, "b-gunboat-1") != "1622" else targets(state, Retreat)
        assert went == found


@pytest.mark.rule("maori_wars:6.0.4")
def test_leaders_on_board_leave_room_for_two_units() -> None:
    at = {"1417": "b-gunboat-1 b-infantry-1..2 cameron nixon"}
    state = play(position("Moving", at=at, sites=FAR), Take("b-gunboat-1"), Load("cameron"), Load("nixon"))
    state = play(state, Load("b-infantry-1"), Load("b-infantry-2"))
    assert not targets(state, Load, "unit")


@pytest.mark.rule("maori_wars:6.0.5", "maori_wars:R15")
def test_a_leader_of_queenites_alone_does_not_make_a_capture_of_it() -> None:
    at = {"1622": "m-canoe-1", "1521": "b-gunboat-1 b-infantry-1 te-wheoro"}
    state = play(position("Moving", at=at, sites=FAR), Take("b-gunboat-1"), Load("b-infantry-1"), Load("te-wheoro"))
    state = play(state, Go("1622"))
    assert (place(state, "m-canoe-1"), place(state, "q-canoe-1"), state.vp) == ("away", "away", 1)
