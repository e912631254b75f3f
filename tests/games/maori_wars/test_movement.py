"""4.0 and 6.0: stacking, movement on foot, Canoes, Gunboats, transport, Sappers."""

from __future__ import annotations

import pytest

from kemu.core.pending import Action
from kemu.games.maori_wars.model.actions import (
    Burn,
    Carry,
    Done,
    Embark,
    Go,
    Join,
    Load,
    Lose,
    OneHex,
    Retreat,
    Sap,
    Shift,
    Ship,
    Stop,
    Take,
    TakeStack,
)

from .positions import BRITISH, CAT, GAME, MAORI, asked, is_disrupted, options, place, play, position, site, targets


def refused(state: object, action: Action) -> str:
    """The clause of the refusal."""
    seat = asked(state).seat  # type: ignore[arg-type]
    refusal = GAME.why_not(state, seat, action)  # type: ignore[arg-type]
    assert refusal is not None
    return refusal.clause


# -- on foot -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0", "maori_wars:3.0.3")
def test_infantry_goes_three_clear_hexes_and_no_further() -> None:
    state = play(position("Moving", at={"1722": "b-infantry-1"}), Take("b-infantry-1"))
    reached = targets(state, Go)
    assert "1725" in reached
    assert all(CAT.distance(CAT.hex_of["1722"], CAT.hex_of[label]) <= 3 for label in reached)
    assert refused(state, Go("1825")) == "maori_wars:6.0"


@pytest.mark.rule("maori_wars:R9", "maori_wars:6.0")
def test_rough_costs_other_foot_two_and_rangers_one() -> None:
    state = play(position("Moving", at={"1622": "b-infantry-1"}), Take("b-infantry-1"))
    going = state.stack[-1]
    assert going.reach(GAME, state)[CAT.hex_of["1523"]][0] == 2  # type: ignore[union-attr]
    state = play(position("Moving", at={"1622": "b-ranger-1"}), Take("b-ranger-1"))
    assert state.stack[-1].reach(GAME, state)[CAT.hex_of["1523"]][0] == 1  # type: ignore[union-attr]


@pytest.mark.rule("maori_wars:R9")
def test_mountains_are_closed() -> None:
    mountain = next(
        at for at in range(CAT.n) if CAT.terrain[at] == 2 and any(CAT.open[to] for to in CAT.neighbours[at])
    )
    start = next(to for to in CAT.neighbours[mountain] if CAT.open[to])
    state = play(position("Moving", at={CAT.label[start]: "b-ranger-1"}), Take("b-ranger-1"))
    assert refused(state, Go(CAT.label[mountain])) == "maori_wars:R9"


@pytest.mark.rule("maori_wars:6.0", "maori_wars:3.0.2")
def test_leaders_have_four_points() -> None:
    state = play(position("Moving", at={"1722": "cameron"}), Take("cameron"))
    assert max(cost for cost, _ in state.stack[-1].reach(GAME, state).values()) == 4  # type: ignore[union-attr]


@pytest.mark.rule("maori_wars:6.0")
def test_an_enemy_unit_structure_or_town_is_not_entered() -> None:
    state = position(
        "Moving", MAORI, at={"1722": "m-warrior-1", "1723": "b-militia-1"}, sites={"1821": "settlement british"}
    )
    state = play(state, Take("m-warrior-1"))
    assert not {"1723", "1821"} & targets(state, Go)
    assert refused(state, Go("1723")) == "maori_wars:6.0"
    state = play(position("Moving", MAORI, at={"1518": "m-warrior-1"}), Take("m-warrior-1"))
    assert refused(state, Go("1417")) == "maori_wars:6.0"


@pytest.mark.rule("maori_wars:6.0", "maori_wars:3.0.15")
def test_neutrals_are_passed_but_nobody_stops_there() -> None:
    state = position("Moving", at={"1721": "b-infantry-1", "1722": "n-warrior-1"}, sites={"1722": "village neutral"})
    state = play(state, Take("b-infantry-1"))
    assert "1722" not in targets(state, Go)
    assert "1723" in targets(state, Go)
    assert refused(state, Go("1722")) == "maori_wars:6.0"


@pytest.mark.rule("maori_wars:6.0", "maori_wars:3.0.2", "maori_wars:R1")
def test_a_unit_that_enters_a_sole_leader_eliminates_him_and_a_leader_does_not() -> None:
    at = {"1721": "b-infantry-1 cameron b-artillery-1", "1722": "rewi", "0707": "m-warrior-1"}
    state = play(position("Moving", at=at), Take("b-infantry-1"), Go("1722"))
    assert place(state, "rewi") == "gone"
    state = play(position("Moving", at=at), Take("b-artillery-1"), Go("1722"))
    assert place(state, "rewi") == "gone"
    state = play(position("Moving", at=at), Take("cameron"), Go("1722"))
    assert place(state, "rewi") == place(state, "cameron") == "1722"


@pytest.mark.rule("maori_wars:6.0")
def test_past_a_sole_leader_one_goes_hex_by_hex() -> None:
    at = {"1720": "b-cavalry-1", "1721": "rewi", "0707": "m-warrior-1"}
    state = play(position("Moving", at=at), Take("b-cavalry-1"), OneHex("1721"))
    assert place(state, "rewi") == "gone"
    state = play(state, Go("1724"))
    assert place(state, "b-cavalry-1") == "1724"


@pytest.mark.rule("maori_wars:6.0")
def test_nobody_is_taken_past_a_sole_leader_without_having_met_him() -> None:
    # The gun has two points: the only way from 1722 to 1724 is through 1723.
    at = {"1722": "b-artillery-1", "1723": "rewi", "0707": "m-warrior-1"}
    state = play(position("Moving", at=at), Take("b-artillery-1"))
    assert "1724" not in targets(state, Go)
    state = play(state, OneHex("1723"), Go("1724"))
    assert (place(state, "rewi"), place(state, "b-artillery-1")) == ("gone", "1724")


@pytest.mark.rule("maori_wars:6.0")
def test_a_movement_must_be_completed_before_another() -> None:
    at = {"1722": "b-infantry-1 b-militia-1"}
    state = play(position("Moving", at=at), Take("b-infantry-1"), Go("1723"))
    assert "b-infantry-1" not in targets(state, Take, "unit")
    assert refused(state, Take("b-infantry-1")) == "maori_wars:6.0"
    assert "b-militia-1" in targets(state, Take, "unit")


@pytest.mark.rule("maori_wars:R12")
def test_disrupted_units_move_and_zones_of_control_do_not_exist() -> None:
    at = {"1622": "b-infantry-1", "1721": "m-warrior-1", "1723": "m-warrior-2"}
    state = position("Moving", at=at, disrupted="b-infantry-1")
    state = play(state, Take("b-infantry-1"), Go("1822"))
    assert place(state, "b-infantry-1") == "1822"
    assert is_disrupted(state, "b-infantry-1")


@pytest.mark.rule("maori_wars:R11")
def test_a_stack_goes_together_as_far_as_its_slowest() -> None:
    state = position("Moving", at={"1722": "b-infantry-1 b-artillery-1 cameron"})
    state = play(state, TakeStack("1722"))
    assert "1724" in targets(state, Go)
    assert "1725" not in targets(state, Go)
    state = play(state, Go("1724"))
    assert {place(state, name) for name in ("b-infantry-1", "b-artillery-1", "cameron")} == {"1724"}


@pytest.mark.rule("maori_wars:R11")
def test_a_part_of_a_stack_goes_together() -> None:
    state = position("Moving", at={"1722": "b-infantry-1..2 b-artillery-1 cameron"})
    state = play(state, Take("cameron"))
    assert targets(state, Join, "unit") == {"b-infantry-1", "b-artillery-1"}, "one of two equals stands for both"
    state = play(state, Join("b-infantry-1"))
    assert targets(state, Join, "unit") == {"b-infantry-2", "b-artillery-1"}
    assert "1725" in targets(state, Go), "as far as the infantry"
    assert refused(state, Join("b-infantry-1")) == "maori_wars:R11"
    state = play(state, Go("1725"))
    assert {place(state, name) for name in ("cameron", "b-infantry-1")} == {"1725"}
    assert {place(state, name) for name in ("b-infantry-2", "b-artillery-1")} == {"1722"}
    assert targets(state, Take, "unit") == {"b-infantry-2", "b-artillery-1"}, "who stayed may still move"


@pytest.mark.rule("maori_wars:R11")
def test_nobody_goes_along_who_could_go_nowhere_with_the_others() -> None:
    # Rough round 1622: the gun enters none of it, the ranger all of it.
    state = play(position("Moving", at={"1722": "b-infantry-1", "1622": "b-ranger-1"}), Take("b-ranger-1"))
    assert not targets(state, Join, "unit"), "who stands elsewhere sets out elsewhere"
    assert refused(state, Join("b-infantry-1")) == "maori_wars:R11"
    for at in ("1622", "1523", "1417", "1722"):
        state = play(position("Moving", at={at: "b-ranger-1 b-artillery-1 cameron"}), Take("b-ranger-1"))
        for other in targets(state, Join, "unit"):
            assert targets(play(state, Join(other)), Go), f"{other} at {at}"


@pytest.mark.rule("maori_wars:14.0.5")
def test_in_the_hauhau_war_infantry_may_not_leave_its_fort() -> None:
    state = position(
        "Moving", scenario="hauhau", at={"2736": "b-infantry-1 b-militia-1"}, sites={"2736": "fort british"}
    )
    assert "b-infantry-1" not in targets(state, Take, "unit")
    assert "b-militia-1" in targets(state, Take, "unit")
    assert refused(state, Take("b-infantry-1")) == "maori_wars:14.0.5"


# -- stacking ------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:4.0", "maori_wars:R8")
def test_the_opponent_moves_what_is_over_four() -> None:
    state = position("Moving", MAORI, at={"1722": "m-warrior-1..5 rewi m-canoe-1"}, sites={"1722": "village maori"})
    state = play(state, Done())
    assert asked(state).seat == BRITISH
    assert asked(state).clause == "maori_wars:4.0"
    state = play(state, Shift("m-warrior-1", "1723"))
    assert place(state, "m-warrior-1") == "1723"
    assert asked(state).seat == MAORI or not isinstance(options(state)[0], Shift)


@pytest.mark.rule("maori_wars:4.0", "maori_wars:R9", "maori_wars:3.0.4")
def test_in_rough_only_two_stack_with_british_but_four_queenites_alone() -> None:
    from kemu.games.maori_wars.rules.stacking import over

    at = CAT.hex_of["1523"]
    assert over(GAME, position(at={"1523": "b-infantry-1..3"}), at, BRITISH) == 1
    assert over(GAME, position(at={"1523": "q-warrior-1..4"}), at, BRITISH) == 0
    assert over(GAME, position(at={"1523": "q-warrior-1..2 b-militia-1"}), at, BRITISH) == 1
    assert (
        over(
            GAME,
            position(at={"1722": "b-infantry-1..4 b-artillery-1 cameron b-gunboat-1"}),
            CAT.hex_of["1722"],
            BRITISH,
        )
        == 0
    )


@pytest.mark.rule("maori_wars:R8", "maori_wars:4.0")
def test_where_nobody_has_room_the_owner_chooses_who_dies_for_nothing() -> None:
    around = {"1721": "1..4", "1821": "5..8", "1822": "9..12", "1723": "13..16", "1622": "17..20", "1621": "21..24"}
    at = {label: f"m-warrior-{numbers}" for label, numbers in around.items()} | {"1722": "m-warrior-25..29"}
    state = position("Moving", MAORI, at=at, sites={"0707": "village maori"}, disrupted="m-warrior-26")
    state = play(state, Done())
    assert asked(state).seat == MAORI
    assert targets(state, Lose, "unit") == {"m-warrior-25", "m-warrior-26"}
    state = play(state, Lose("m-warrior-25"))
    assert place(state, "m-warrior-25") == "box"
    assert state.vp == 0


# -- boats ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0.2", "maori_wars:3.0.12")
def test_a_gunboat_goes_from_coast_to_coast_for_nothing_and_up_a_river_for_one_a_hex() -> None:
    state = play(position("Moving", at={"1417": "b-gunboat-1"}, turn=4), Take("b-gunboat-1"))
    reached = targets(state, Go)
    assert {"1448", "0933", "1521", "1623"} <= reached
    assert "1722" not in reached
    assert refused(state, Go("1722")) == "maori_wars:6.0.2"
    assert not any(CAT.terrain[CAT.hex_of[label]] == 4 for label in reached)


@pytest.mark.rule("maori_wars:6.0.2", "maori_wars:R15")
def test_boats_pass_enemies_at_sea_but_do_not_stop_with_them() -> None:
    at = {"1417": "b-gunboat-1", "1520": "m-warrior-1", "1518": "rewi"}
    state = play(position("Moving", at=at, turn=4), Take("b-gunboat-1"))
    assert not {"1520", "1518"} & targets(state, Go)
    assert "1521" in targets(state, Go)
    assert refused(state, Go("1520")) == "maori_wars:R15"


@pytest.mark.rule("maori_wars:6.0.2", "maori_wars:3.0.14")
def test_a_canoe_does_not_enter_an_enemy_river_hex() -> None:
    state = play(position("Moving", MAORI, at={"1623": "m-canoe-1", "1621": "b-militia-1"}), Take("m-canoe-1"))
    assert "1622" in targets(state, Go)
    assert "1521" not in targets(state, Go)


@pytest.mark.rule("maori_wars:3.0.14", "maori_wars:6.0.2")
def test_canoes_go_up_rivers_where_gunboats_cannot() -> None:
    state = play(position("Moving", MAORI, at={"1623": "m-canoe-1"}), Take("m-canoe-1"))
    narrow = [at for at in range(CAT.n) if CAT.river[at] and not CAT.navigable[at]]
    assert {CAT.label[at] for at in narrow} & targets(state, Go)


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R13")
def test_a_boat_carries_two_units_and_any_leaders_and_all_land_in_one_hex() -> None:
    at = {"1417": "b-gunboat-1 b-infantry-1..3 cameron carey"}
    state = play(position("Moving", at=at), Take("b-gunboat-1"), Load("b-infantry-1"), Load("b-infantry-2"))
    assert targets(state, Load, "unit") == {"cameron", "carey"}
    assert refused(state, Load("b-infantry-3")) == "maori_wars:6.0.4"
    state = play(state, Load("cameron"), Go("2223"))
    assert {place(state, name) for name in ("b-gunboat-1", "b-infantry-1", "b-infantry-2", "cameron")} == {"2223"}


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R11", "maori_wars:R13")
def test_transport_costs_two_and_the_rest_may_be_walked_before_and_after() -> None:
    state = position("Moving", at={"1417": "b-gunboat-1", "1418": "b-infantry-1 b-artillery-1"})
    state = play(state, Take("b-infantry-1"), Go("1417"), Take("b-gunboat-1"), Load("b-infantry-1"), Go("2223"))
    assert "b-infantry-1" not in targets(state, Take, "unit")
    state = position("Moving", at={"1417": "b-gunboat-1 b-infantry-1"})
    state = play(state, Take("b-gunboat-1"), Load("b-infantry-1"), Go("2223"), Take("b-infantry-1"))
    assert "2224" in targets(state, Go) or "2324" in targets(state, Go)
    state = position("Moving", at={"1417": "b-gunboat-1", "1418": "b-artillery-1"})
    state = play(state, Take("b-artillery-1"), Go("1417"), Take("b-gunboat-1"))
    assert "b-artillery-1" not in targets(state, Load, "unit")


@pytest.mark.rule("maori_wars:R12", "maori_wars:6.0.4")
def test_a_disrupted_boat_transports_nobody() -> None:
    state = position("Moving", at={"1417": "b-gunboat-1 b-infantry-1"}, disrupted="b-gunboat-1")
    state = play(state, Take("b-gunboat-1"))
    assert not targets(state, Load, "unit")
    assert refused(state, Load("b-infantry-1")) == "maori_wars:R12"


@pytest.mark.rule("maori_wars:6.0.3", "maori_wars:R14")
def test_carrying_a_canoe_costs_one_and_the_british_do_not_carry() -> None:
    at = {"1722": "m-warrior-1 m-canoe-1", "0707": "m-warrior-9"}
    state = play(position("Moving", MAORI, at=at), Carry("m-warrior-1", "m-canoe-1"))
    assert max(cost for cost, _ in state.stack[-1].reach(GAME, state).values()) == 3  # type: ignore[union-attr]
    state = play(state, Go("1725"))
    assert place(state, "m-canoe-1") == place(state, "m-warrior-1") == "1725"
    assert "m-canoe-1" not in targets(state, Take, "unit")
    state = position("Moving", at={"1722": "b-infantry-1", "1723": "q-warrior-1 q-canoe-1"})
    assert [option for option in options(state) if isinstance(option, Carry)] == [Carry("q-warrior-1", "q-canoe-1")]


@pytest.mark.rule("maori_wars:6.0.3", "maori_wars:R14")
def test_a_canoe_left_on_dry_land_is_lost_for_nothing() -> None:
    label = next(CAT.label[at] for at in CAT.walks[CAT.hex_of["1722"]] if at in GAME.units.landlocked)
    at = {label: "m-warrior-1 m-canoe-1", "0707": "m-warrior-9"}
    state = position("Moving", MAORI, at=at)
    assert "m-canoe-1" not in targets(state, Take, "unit")
    state = play(state, Take("m-warrior-1"))
    state = play(state, Go(sorted(targets(state, Go))[0]))
    assert place(state, "m-canoe-1") == "away"
    assert state.vp == 0


@pytest.mark.rule("maori_wars:6.0.5", "maori_wars:R15", "maori_wars:R2")
def test_british_destroy_a_sole_maori_canoe_for_a_point_and_queenites_capture_it() -> None:
    at = {"1723": "b-infantry-1 q-warrior-1", "1623": "m-canoe-1", "0707": "m-warrior-1"}
    state = play(position("Moving", at=at), Take("b-infantry-1"), Go("1623"))
    assert place(state, "m-canoe-1") == "away"
    assert state.vp == 1
    state = play(position("Moving", at=at), Take("q-warrior-1"), Go("1623"))
    assert place(state, "m-canoe-1") == "away"
    assert place(state, "q-canoe-1") == "1623"
    assert state.vp == 0
    assert "q-canoe-1" not in targets(state, Take, "unit")


@pytest.mark.rule("maori_wars:6.0.5", "maori_wars:R15")
def test_maori_capture_a_queenite_canoe_but_not_with_a_canoe_or_a_leader() -> None:
    at = {"1723": "m-warrior-1 rewi", "1622": "m-canoe-2", "1623": "q-canoe-1"}
    state = play(position("Moving", MAORI, at=at), Take("m-warrior-1"), Go("1623"))
    assert place(state, "m-canoe-1") == "1623"
    assert place(state, "q-canoe-1") == "away"
    state = play(position("Moving", MAORI, at=at), Take("rewi"))
    assert "1623" not in targets(state, Go)
    assert refused(state, Go("1623")) == "maori_wars:R15"
    state = play(position("Moving", MAORI, at=at), Take("m-canoe-2"))
    assert "1623" not in targets(state, Go)


@pytest.mark.rule("maori_wars:6.0.5")
def test_an_owner_may_burn_his_canoe_for_nothing() -> None:
    state = play(position("Moving", MAORI, at={"1623": "m-canoe-1", "0707": "m-warrior-1"}), Burn("m-canoe-1"))
    assert place(state, "m-canoe-1") == "away"
    assert state.vp == 0


@pytest.mark.rule("maori_wars:6.0.6", "maori_wars:R16")
def test_a_sole_gunboat_that_is_entered_goes_to_the_closest_hex_and_its_owner_chooses() -> None:
    at = {"1721": "m-warrior-1", "1621": "b-gunboat-1 cameron", "0907": "b-militia-1"}
    state = play(position("Moving", MAORI, at=at), Take("m-warrior-1"), Go("1621"))
    assert asked(state).seat == BRITISH
    assert targets(state, Retreat) == {"1521", "1622"}
    state = play(state, Retreat("b-gunboat-1", "1622"))
    assert place(state, "b-gunboat-1") == place(state, "cameron") == "1622"


@pytest.mark.rule("maori_wars:14.0.5", "maori_wars:6.0.2")
def test_only_one_gunboat_is_on_the_waikato_before_turn_three() -> None:
    at = {"1417": "b-gunboat-1", "1521": "b-gunboat-2"}
    state = play(position("Moving", at=at, turn=2), Take("b-gunboat-1"))
    assert "1622" not in targets(state, Go)
    state = play(position("Moving", at=at, turn=3), Take("b-gunboat-1"))
    assert "1622" in targets(state, Go)


# -- Sappers and the shipment --------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0.1", "maori_wars:R33", "maori_wars:R3")
def test_a_sap_turns_its_pa_into_a_village_at_the_next_british_movement() -> None:
    at = {"1721": "b-infantry-1", "1722": "m-warrior-1"}
    state = position("Sapping", at=at, sites={"1722": "pa maori"}, turn=3)
    state = play(state, Sap("b-infantry-1", "1722"))
    assert site(state, "1722") == "pa maori"
    assert state.sap == (CAT.hex_of["1721"], CAT.hex_of["1722"])
    later = position("Sapping", at=at, sites={"1722": "pa maori"}, turn=4, sap=state.sap)
    assert site(later, "1722") == "village maori"
    assert later.vp == 1
    assert place(later, "m-warrior-1") == "1722"
    assert asked(later).clause == "maori_wars:6.0"


@pytest.mark.rule("maori_wars:6.0.1")
def test_no_sap_before_its_turn_and_none_without_a_neighbouring_pa() -> None:
    at = {"1721": "b-infantry-1"}
    state = position("Sapping", at=at, sites={"1722": "pa maori"}, turn=2)
    assert asked(state).clause == "maori_wars:6.0"
    state = position("Sapping", at=at, sites={"1722": "village maori"}, turn=3)
    assert asked(state).clause == "maori_wars:6.0"


@pytest.mark.rule("maori_wars:14.0.4", "maori_wars:R40")
def test_the_shipment_takes_the_artillery_and_four_units_to_a_coast_away_from_the_maori() -> None:
    at = {"1417": "b-infantry-1..5 b-artillery-1 hulme", "0806": "m-warrior-1"}
    state = position("Moving", scenario="heke", turn=1, at=at, sites={"1008": "village maori"})
    state = play(state, Embark())
    shores = targets(state, Ship)
    assert "2223" in shores
    assert "0906" not in shores
    village = CAT.hex_of["1008"]
    assert not any(CAT.hex_of[shore] in CAT.walks[village] for shore in shores)
    state = play(state, Ship("2223"))
    assert "hulme" not in targets(state, Load, "unit")
    for name in ("b-infantry-1", "b-infantry-2", "b-infantry-3", "b-infantry-4"):
        state = play(state, Load(name))
    assert targets(state, Load, "unit") == {"b-artillery-1"}
    state = play(state, Load("b-artillery-1"))
    assert Embark() not in asked(state).options
    assert "b-infantry-1" not in targets(state, Take, "unit")
    assert "b-infantry-5" in targets(state, Take, "unit")
    assert Embark() not in asked(position("Moving", scenario="heke", turn=2, at=at)).options


@pytest.mark.rule("maori_wars:14.0.4", "maori_wars:R40")
def test_the_shipment_takes_unmoved_units_and_may_land_across_water_from_the_maori() -> None:
    at = {"1417": "b-infantry-1", "1518": "b-militia-1", "0508": "m-warrior-1"}
    state = position("Moving", scenario="heke", turn=1, at=at, sites={"0707": "village maori"})
    assert CAT.coastal[CAT.hex_of["0507"]]
    state = play(state, Take("b-militia-1"), Go("1417"), Embark())
    assert "0507" in targets(state, Ship)  # An arm of the sea lies between it and 0508.
    state = play(state, Ship("0507"))
    # There was one who could go: he has gone, and nobody else.
    assert (place(state, "b-infantry-1"), place(state, "b-militia-1")) == ("0507", "1417")


@pytest.mark.rule("maori_wars:6.0")
def test_whoever_goes_hex_by_hex_may_stop_on_the_way() -> None:
    state = play(
        position("Moving", at={"1720": "b-cavalry-1", "1721": "rewi", "0707": "m-warrior-1"}), Take("b-cavalry-1")
    )
    state = play(state, OneHex("1721"), Stop())
    assert place(state, "b-cavalry-1") == "1721"


@pytest.mark.rule("maori_wars:6.0")
def test_hex_by_hex_is_offered_only_where_it_leads_past_a_leader_or_a_boat() -> None:
    at = {"1720": "b-infantry-1", "1721": "rewi", "0707": "m-warrior-1"}
    ahead = play(position("Moving", at=at), Take("b-infantry-1"))
    # Three points: straight to him, or round one side, and on from there.
    assert targets(ahead, OneHex) == {"1620", "1721", "1820"}
    far = play(position("Moving", at={**at, "1721": "", "1723": "rewi"}), Take("b-infantry-1"))
    assert "1723" in targets(far, Go)
    assert not targets(far, OneHex)
