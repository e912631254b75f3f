"""9.0: what may happen in the seven steps besides the plain case: who chooses, who is left, what is empty."""

from __future__ import annotations

import pytest

from kemu.core.pending import Pending
from kemu.games.maori_wars import MaoriWars, State
from kemu.games.maori_wars.model.actions import (
    Absorb,
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
    Follow,
    Hold,
    Intimidate,
    Join,
    Lose,
    Retreat,
    Shift,
    Stand,
    Withdraw,
)
from kemu.games.maori_wars.model.events import Rolled
from kemu.games.maori_wars.rules.retreat import GiveWay

from .positions import (
    BRITISH,
    CAT,
    GAME,
    MAORI,
    UNIT,
    Told,
    asked,
    is_disrupted,
    options,
    over,
    place,
    play,
    position,
    rolls,
    site,
    targets,
)

FAR = {"0707": "village maori", "0906": "settlement british"}
PLAN = 5


# -- the declaration -----------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.1", "maori_wars:R29")
def test_guns_that_were_declared_alone_have_had_their_hex_whether_they_fired_or_not() -> None:
    state = position(at={"1721": "b-artillery-1", "1722": "m-warrior-1", "1621": "b-infantry-1"}, sites=FAR)
    state = play(state, Attack("1722"), Begin(), Stand(), PLAN, Stand())
    # The Infantry may still attack, but the hex is not bombarded again.
    state = play(state, Attack("1722"))
    assert Begin() not in options(state)
    state = play(state, Everyone(), Stand(), 13)
    assert asked(state).clause == "maori_wars:9.0.6"


@pytest.mark.rule("maori_wars:9.0.4", "maori_wars:R29")
def test_each_gun_fires_once_a_phase_and_at_any_hex_whatever_its_stack_attacks() -> None:
    at = {"1722": "b-infantry-1 b-artillery-1", "1721": "m-warrior-1", "1723": "m-warrior-2"}
    state = play(position(at=at, sites=FAR), Attack("1721"), Everyone(), Stand(), PLAN, Stand(), Stand(), 1)
    state = play(state, Attack("1723"), Stand(), 13, Bombard("b-artillery-1", "units"), 1)
    assert not any(isinstance(option, Attack) for option in options(state))


@pytest.mark.rule("maori_wars:9.0.4", "maori_wars:R22", "maori_wars:R21")
def test_neutral_units_outside_a_village_are_intimidated_too() -> None:
    state = position(at={"1721": "b-artillery-1", "1722": "n-warrior-1"}, sites={**FAR, "1723": "village neutral"})
    state = play(state, Intimidate("b-artillery-1", "1722"), 6)
    assert place(state, "q-warrior-1") == "1722"
    assert site(state, "1723") == "village neutral"


@pytest.mark.rule("maori_wars:R22", "maori_wars:9.0")
def test_new_queenites_may_fight_in_the_phase_in_which_guns_won_them() -> None:
    at = {"1721": "b-artillery-1", "1722": "n-warrior-1", "1723": "m-warrior-1"}
    state = position(at=at, sites={**FAR, "1722": "village neutral"})
    assert "1723" not in targets(state, Attack)
    state = play(state, Intimidate("b-artillery-1", "1722"), 5, Attack("1723"))
    assert targets(state, Join, "unit") == {"q-warrior-1"}


# -- evasion -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26")
def test_the_worst_line_of_those_who_evade_together_counts() -> None:
    at = {"1722": "b-infantry-1 q-warrior-1", "1721": "m-warrior-1"}
    state = play(position(seat=MAORI, at=at, sites=FAR), Attack("1722"), Everyone())
    assert rolls(play(state, Evade("b-infantry-1"), Evade("q-warrior-1"), 5)) == "maori_wars:9.0.3"
    assert targets(play(state, Evade("q-warrior-1"), Begin(), 5), Retreat, "unit") == {"q-warrior-1"}


@pytest.mark.rule("maori_wars:R26")
def test_whoever_has_no_hex_to_go_to_does_not_try_to_evade() -> None:
    ring = dict.fromkeys(("1721",), "b-infantry-1")
    at = {**ring, "1722": "m-warrior-1", "1821": "b-infantry-2", "1822": "b-infantry-3", "1723": "b-infantry-4"}
    at |= {"1622": "b-infantry-5", "1621": "b-infantry-6"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Join("b-infantry-1"), Begin())
    assert rolls(state) == "maori_wars:9.0.3"


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26")
def test_whoever_evades_into_another_hex_is_left_out_of_an_attack_on_it() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1822": "m-warrior-2", "1821": "b-infantry-2..3"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Join("b-infantry-1"), Begin(), Evade("m-warrior-1"), 4)
    state = play(state, Retreat("m-warrior-1", "1822"), Done())
    told: Told = []
    state = play(state, Attack("1822"), Everyone(), Stand(), 13, Stand(), 4, told=told)
    # Two against one, though two stand there; the one who had evaded is neither a loss nor a reason to stay out.
    assert "greater" in [event.what for event in told if isinstance(event, Rolled)][-1]
    assert place(state, "m-warrior-2") == "box"
    assert place(state, "m-warrior-1") == "1822"
    assert not any(isinstance(option, Advance) for option in options(state))


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26")
def test_who_has_evaded_into_an_attacked_hex_does_not_evade_again() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1822": "m-warrior-2", "1821": "b-infantry-2..3"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Join("b-infantry-1"), Begin(), Evade("m-warrior-1"), 4)
    state = play(state, Retreat("m-warrior-1", "1822"), Done(), Attack("1822"), Everyone())
    assert set(options(state)) == {Evade("m-warrior-2"), Stand()}


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R17")
def test_a_leader_goes_with_an_evading_unit_if_he_likes() -> None:
    at = {"1722": "m-warrior-1 rewi", "1721": "b-infantry-1"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Evade("m-warrior-1"), 4)
    went = play(state, Retreat("m-warrior-1", "1822"), Follow("rewi"))
    assert place(went, "rewi") == "1822"
    stayed = play(state, Retreat("m-warrior-1", "1822"), Stand())
    assert place(stayed, "rewi") == "1722"
    assert place(play(stayed, Advance("b-infantry-1")), "rewi") == "gone"


@pytest.mark.rule("maori_wars:14.0.5", "maori_wars:9.0.2")
def test_infantry_that_is_tied_to_its_fort_does_not_evade_or_retreat_from_it() -> None:
    at = {"2736": "b-infantry-1", "2735": "m-warrior-1..3"}
    sites = {**FAR, "2736": "fort british"}
    state = position(seat=MAORI, scenario="hauhau", at=at, sites=sites)
    state = play(state, Attack("2736"), Everyone())
    assert rolls(state) == "maori_wars:9.0.3"
    state = play(state, PLAN, Stand(), 3)  # 3 - 2: they may retreat, and may not.
    assert place(state, "b-infantry-1") == "2736"


# -- charge and bombardment that leave nothing ---------------------------------------------------------------


@pytest.mark.rule("maori_wars:R27", "maori_wars:9.0.4")
def test_a_village_that_guns_have_removed_is_advanced_into_without_a_roll() -> None:
    at = {"1721": "b-infantry-1 b-artillery-1"}
    state = play(position(at=at, sites={**FAR, "1722": "village maori"}), Attack("1722"), Everyone(), PLAN)
    state = play(state, Bombard("b-artillery-1", "village"), 6)
    assert site(state, "1722") == ""
    assert targets(state, Advance, "unit") == {"b-infantry-1"}
    state = play(state, Advance("b-infantry-1"))
    assert (place(state, "b-infantry-1"), state.vp) == ("1722", 1)


@pytest.mark.rule("maori_wars:R27", "maori_wars:9.0.5")
def test_a_village_that_a_charge_has_taken_is_not_attacked_any_more() -> None:
    at = {"1721": "b-infantry-1 b-cavalry-1"}
    state = play(position(at=at, sites={**FAR, "1722": "village maori"}), Attack("1722"), Everyone(), PLAN)
    state = play(state, Charge("b-cavalry-1"), 5)
    assert targets(state, Advance, "unit") == {"b-infantry-1", "b-cavalry-1"}


@pytest.mark.rule("maori_wars:9.0.4")
def test_a_hit_of_guns_is_not_absorbed_by_the_pa() -> None:
    at = {"1721": "b-artillery-1", "1722": "m-warrior-1"}
    state = play(position(at=at, sites={**FAR, "1722": "village maori"}), Attack("1722"), Stand(), PLAN)
    state = play(state, Bombard("b-artillery-1", "units"), 6)
    assert (place(state, "m-warrior-1"), site(state, "1722")) == ("box", "village maori")


# -- counter-attack ------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:R31")
def test_a_hit_by_counter_attack_is_not_absorbed_by_the_attackers_own_fort() -> None:
    at = {"1722": "m-warrior-1..3", "1721": "b-infantry-1 b-militia-1"}
    state = position(at=at, sites={**FAR, "1721": "fort british"})
    state = play(state, Attack("1722"), Everyone(), Stand(), PLAN, Counter("1721"), 6)
    assert set(options(state)) == {Lose("b-infantry-1"), Lose("b-militia-1")}


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:R31")
def test_whoever_counter_attacks_does_not_advance() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Stand(), PLAN, Counter("1721"), 6)
    assert place(state, "b-infantry-1") == "box"
    assert not any(isinstance(option, Advance) for option in options(state))
    assert place(state, "m-warrior-1") == "1722"


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:9.0.10")
def test_the_attackers_who_are_thrown_back_out_of_a_fort_may_stay() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1"}
    state = position(at=at, sites={**FAR, "1721": "fort british"})
    state = play(state, Attack("1722"), Everyone(), Stand(), PLAN, Counter("1721"), 1)
    assert asked(state).seat == BRITISH
    assert Hold("b-infantry-1") in options(state)
    assert rolls(play(state, Hold("b-infantry-1"))) == "maori_wars:9.0.7"


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:6.0.1", "maori_wars:R33")
def test_maori_on_the_sap_roll_at_plus_one() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1"}
    state = position(at=at, sites=FAR, sap=(CAT.hex_of["1722"], -1), scenario="waikato")
    told: Told = []
    play(state, Attack("1722"), Everyone(), Stand(), PLAN, Counter("1721"), 1, told=told)
    assert [event.drm for event in told if isinstance(event, Rolled)] == [1]


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:9.0.8")
def test_an_empty_fort_strikes_and_its_owner_decides() -> None:
    at = {"1721": "m-warrior-1..2"}
    state = position(seat=MAORI, at=at, sites={**FAR, "1722": "fort british"})
    state = play(state, Attack("1722"), Everyone(), PLAN)
    assert asked(state).seat == BRITISH
    assert targets(state, Counter) == {"1721"}


# -- the attack and its results ------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.12", "maori_wars:R31", "maori_wars:9.0.7")
def test_after_a_pa_has_taken_the_first_of_a_hit_the_rest_are_disrupted() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..4"}
    state = position(at=at, sites={**FAR, "1722": "pa maori"}, cup=(30, 13))
    state = play(state, Attack("1722"), Everyone(), Stand(), 30, 6)  # 6 + 1 - 2: eliminated
    state = play(state, Absorb(), 4)
    assert (site(state, "1722"), place(state, "m-warrior-1")) == ("village maori", "1722")


@pytest.mark.rule("maori_wars:9.0.7", "maori_wars:11.0")
def test_the_worst_result_takes_one_and_disrupts_all_others() -> None:
    at = {"1622": "m-warrior-1..2 m-canoe-1", "1722": "b-infantry-1..4 cameron"}
    state = position(at=at, sites={**FAR, "1622": "village maori"}, cup=(14, 13))
    state = play(state, Attack("1622"), Everyone(), Stand(), 14, Stand(), 6)  # 6 + 1: the chit helps who is led.
    assert place(state, "m-warrior-1") == "box"
    assert is_disrupted(state, "m-warrior-2")
    assert is_disrupted(state, "m-canoe-1")
    assert site(state, "1622") == "village maori disrupted"


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:R18")
def test_a_retreat_is_the_owners_and_not_into_enemies_neutrals_or_mountains() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..2", "1821": "b-militia-1", "1822": "n-warrior-1"}
    state = position(at=at, sites={**FAR, "1822": "village neutral", "1723": "settlement british"})
    state = play(state, Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 1)
    assert asked(state).seat == MAORI
    assert targets(state, Retreat) == {"1622", "1621"}


@pytest.mark.rule("maori_wars:R18", "maori_wars:4.0", "maori_wars:R8")
def test_one_may_retreat_into_over_stacking_and_the_enemy_sorts_it_out_after_the_phase() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..2", "1822": "m-warrior-2..5"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 1)
    state = play(state, Retreat("m-warrior-1", "1822"), Done())
    state = play(state, Done()) if Done() in options(state) else state
    assert asked(state).clause == "maori_wars:4.0"
    assert asked(state).seat == BRITISH
    assert Shift("m-warrior-1", "1722") in options(state)


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:R37")
def test_a_canoe_may_go_with_a_retreat_to_the_closest_water() -> None:
    at = {"1622": "m-warrior-1 m-canoe-1", "1722": "b-infantry-1..2"}
    state = play(position(at=at, sites=FAR), Attack("1622"), Everyone(), Stand(), PLAN, Stand(), 1)
    state = play(state, Retreat("m-warrior-1", "1621"))
    assert asked(state).seat == MAORI
    assert Hold("m-canoe-1") in options(state)
    assert targets(state, Retreat) <= {CAT.label[to] for to in CAT.canoe_links[CAT.hex_of["1622"]]}


@pytest.mark.rule("maori_wars:R17", "maori_wars:9.0.2")
def test_a_leader_may_go_with_a_canoe_that_evades_and_not_on_to_the_lake() -> None:
    at = {"2230": "m-warrior-1 m-canoe-1 rewi", "2330": "b-infantry-1"}
    state = play(position(at=at, sites=FAR, disrupted="m-warrior-1"), Attack("2230"), Everyone(), Evade("m-canoe-1"), 4)
    ashore = play(state, Retreat("m-canoe-1", "2130"), Follow("rewi"))
    assert place(ashore, "rewi") == "2130"
    on_the_lake = play(state, Retreat("m-canoe-1", "2131"))
    assert place(on_the_lake, "m-canoe-1") == "2131"
    assert not isinstance(on_the_lake.stack[-1], GiveWay)


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:6.0.3")
def test_a_canoe_on_dry_land_neither_evades_nor_retreats() -> None:
    at = {"1722": "m-warrior-1 m-canoe-1", "1721": "b-infantry-1..2"}
    dry = next(label for label in ("1722", "1822", "1821") if CAT.hex_of[label] in GAME.units.landlocked)
    state = position(at={dry: at["1722"], "1721": at["1721"]}, sites=FAR)
    state = play(state, Attack(dry), Everyone())
    assert targets(state, Evade, "unit") == {"m-warrior-1"}
    state = play(state, Stand(), PLAN, Stand(), 1)
    state = play(state, options(state)[0])
    assert place(state, "m-canoe-1") == "away"
    assert state.vp == 0


# -- empty Structures and Towns ------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:R24", "maori_wars:9.0.8")
@pytest.mark.parametrize(
    ("what", "die", "left", "vp"),
    [
        ("settlement british", 4, "", -1),
        ("settlement british", 3, "settlement british disrupted", 0),
        ("fort british", 5, "settlement british", -1),
        ("pa queenite", 5, "village queenite", -1),
        ("village queenite", 4, "", -1),
    ],
)
def test_an_empty_structure_is_struck_as_by_the_greater_force(what: str, die: int, left: str, vp: int) -> None:
    state = position(seat=MAORI, at={"1721": "m-warrior-1..3"}, sites={**FAR, "1722": what})
    state = play(state, Attack("1722"), Everyone(), PLAN)
    if Stand() in options_or_none(state):
        state = play(state, Stand())
    state = play(state, die)
    assert (site(state, "1722"), state.vp) == (left, vp)


def options_or_none(state: object) -> tuple[object, ...]:
    """What may be answered, or nothing if a die is due."""
    pending = GAME.pending(state)  # type: ignore[arg-type]
    return tuple(getattr(pending, "options", ()))


@pytest.mark.rule("maori_wars:R24", "maori_wars:R4", "maori_wars:9.0.11")
def test_a_hit_does_nothing_to_an_empty_town_which_is_then_advanced_into() -> None:
    state = position(seat=MAORI, at={"1518": "m-warrior-1"}, scenario="heke", sites=FAR)
    state = play(state, Attack("1417"), Everyone(), PLAN, 6)
    assert state.vp == 0
    state = play(state, Advance("m-warrior-1"))
    assert (state.vp, place(state, "m-warrior-1")) == (-2, "1417")


@pytest.mark.rule("maori_wars:R4", "maori_wars:9.0.11")
def test_the_british_are_paid_for_a_town_that_they_take_back_and_not_for_an_empty_one() -> None:
    at = {"1417": "m-warrior-1", "1518": "b-infantry-1..3"}
    state = position(at=at, scenario="heke", sites=FAR, taken=(CAT.hex_of["1417"],), disrupted="m-warrior-1")
    state = play(state, Attack("1417"), Everyone(), PLAN, 4, Advance("b-infantry-1"), Done())
    assert (state.vp, state.taken) == (UNIT + 2, ())  # The unit, and 2 for the Town.


@pytest.mark.rule("maori_wars:9.0.11", "maori_wars:R27")
def test_an_advance_is_never_forced_and_the_others_of_the_phase_go_on() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..3", "1824": "m-warrior-2", "1825": "b-infantry-4"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 4)
    state = play(state, Done())
    assert place(state, "b-infantry-1") == "1721"
    assert targets(state, Attack) == {"1824"}


@pytest.mark.rule("maori_wars:9.0.11")
def test_disrupted_attackers_do_not_advance() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..2", "1621": "b-infantry-3"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Stand(), PLAN, Counter("1621"), 4, 4)
    assert is_disrupted(state, "b-infantry-3")
    assert targets(state, Advance, "unit") == {"b-infantry-1"}


@pytest.mark.rule("maori_wars:9.0.11", "maori_wars:R27")
@pytest.mark.parametrize(("disrupted", "follows"), [("", True), ("m-canoe-1", False)])
def test_a_boat_follows_an_advance_along_its_river_unless_it_is_disrupted(disrupted: str, follows: bool) -> None:
    at = {"1622": "b-militia-1", "1621": "m-warrior-1..2 m-canoe-1"}
    state = position(seat=MAORI, at=at, sites=FAR, disrupted=disrupted)
    state = play(state, Attack("1622"), Everyone(), Stand(), PLAN, Stand(), 5)
    assert place(state, "b-militia-1") == "box"
    assert (Advance("m-canoe-1") in options(play(state, Advance("m-warrior-1")))) == follows


@pytest.mark.rule("maori_wars:1.0", "maori_wars:R6")
def test_nine_points_end_the_game_before_the_advance() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1..3"}
    state = play(position(at=at, sites=FAR, vp=8), Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 4)
    assert over(state).winner == BRITISH


@pytest.mark.rule("maori_wars:R17", "maori_wars:9.0.9")
def test_two_leaders_die_with_the_last_unit_and_are_worth_nothing() -> None:
    at = {"1722": "m-warrior-1 rewi tamihana", "1721": "b-infantry-1..3"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 4)
    assert (place(state, "rewi"), place(state, "tamihana"), state.vp) == ("gone", "gone", UNIT)


@pytest.mark.rule("maori_wars:9.0.10", "maori_wars:R17")
def test_all_that_retreat_may_go_together_with_their_leaders() -> None:
    at = {"1722": "m-warrior-1..2 rewi", "1721": "b-infantry-1..3"}
    state = play(position(at=at, sites=FAR), Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 1, Withdraw("1822"))
    assert {place(state, who) for who in ("m-warrior-1", "m-warrior-2", "rewi")} == {"1822"}


@pytest.mark.rule("maori_wars:9.0", "maori_wars:R23")
def test_a_river_between_is_no_obstacle() -> None:
    a, b = CAT.hex_of["1622"], CAT.hex_of["1623"]
    assert b in CAT.canoe_links[a]
    state = position(at={"1622": "b-infantry-1", "1623": "m-warrior-1"}, sites=FAR)
    assert targets(state, Attack) == {"1623"}


@pytest.mark.rule("maori_wars:11.0", "maori_wars:R37")
def test_the_owner_chooses_who_is_disrupted_also_in_the_enemys_turn() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1..3"}
    state = position(at=at, sites=FAR, disrupted="m-warrior-2")
    state = play(state, Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 2)
    assert asked(state).seat == MAORI
    state = play(state, Disrupt("m-warrior-2"))
    assert rolls(state) == "maori_wars:11.0"


@pytest.mark.rule("maori_wars:R6")
def test_the_only_answer_is_given_though_another_table_asks_the_same_game_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # One hex to retreat to: it is taken. A game is shared by the tables of a server, whose threads take turns.
    held = {CAT.label[to]: "village neutral" for to in CAT.walks[CAT.hex_of["1722"]]}
    way = held.popitem()[0]
    held.pop("1721", None)
    at = {"1722": "m-warrior-1", "1721" if way != "1721" else "1723": "b-infantry-1..2"}
    state = position(at=at, sites={**FAR, **{h: v for h, v in held.items() if h not in at}})
    state = play(state, Attack("1722"), Everyone(), Stand(), 5, Stand())
    other, ask = state, GiveWay.ask

    def interrupted(self: GiveWay, game: MaoriWars, state: State) -> Pending | None:
        found = ask(self, game, state)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(GiveWay, "ask", ask)
            play(other, 1)
        return found

    monkeypatch.setattr(GiveWay, "ask", interrupted)
    assert place(play(state, 1), "m-warrior-1") == way
