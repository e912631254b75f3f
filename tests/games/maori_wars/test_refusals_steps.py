"""Why not, in the small steps: counters that are alike, and answers that name the wrong counter or hex."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kemu.core.pending import Action, Decide, Over, Touch
from kemu.core.rng import QuickRng
from kemu.games.maori_wars import Settings, State
from kemu.games.maori_wars.model.actions import (
    Ambush,
    Arrange,
    Attack,
    Begin,
    Build,
    Carry,
    Counter,
    Embark,
    Emerge,
    EnterBush,
    Evade,
    Everyone,
    Follow,
    Go,
    Hold,
    Join,
    Lurk,
    Negotiate,
    OneHex,
    Place,
    Raid,
    Raise,
    Retreat,
    Roam,
    Sap,
    Shift,
    Ship,
    Stand,
    Starve,
    Strike,
    Take,
    TakeStack,
    Visit,
    Withdraw,
)

from .positions import BRITISH, CAT, GAME, MAORI, asked, options, play, position

SITES = {"0707": "village maori", "0906": "settlement british"}
PLAN = 5


def why(state: State, intent: Action | Touch) -> tuple[str, str]:
    """The clause and the words."""
    refusal = GAME.why_not(state, asked(state).seat, intent)
    assert refusal is not None
    return refusal.clause.partition(":")[2], refusal.reason


# -- counters that are alike ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "intent", "offered"),
    [
        ("Moving", Take("m-warrior-3"), "take m-warrior-1"),
        ("Moving", Carry("m-warrior-2", "m-canoe-2"), "carry m-warrior-1 m-canoe-1"),
        ("Moving", Touch("m-warrior-3"), "take m-warrior-1"),
        ("BushPhase", EnterBush("m-warrior-3"), "bush m-warrior-1"),
        ("BushPhase", Take("m-warrior-5"), "take m-warrior-4"),
    ],
)
def test_of_counters_that_are_alike_the_one_that_is_offered_is_named(
    phase: str, intent: Action | Touch, offered: str
) -> None:
    at = {"1722": "m-warrior-1..3 m-canoe-1..2", "W": "m-warrior-4..5"}
    _, words = why(position(phase, MAORI, at=at, sites=SITES), intent)
    assert "alike" in words
    assert offered in words


def test_of_counters_that_stand_alike_in_a_set_up_one_is_changed() -> None:
    state = GAME.start(Settings(scenario="waikato"))
    while Arrange() not in options(state):
        state = play(state, options(state)[0])
    state = play(state, Arrange())
    assert Take("m-warrior-3") in options(state)
    assert "'take m-warrior-3'" in why(state, Take("m-warrior-1"))[1]
    assert "no other place" in why(state, Take("rewi"))[1]


def test_a_counter_that_has_moved_is_not_said_to_be_like_one_that_has_not() -> None:
    state = position("Moving", MAORI, at={"1722": "m-warrior-1", "1721": "m-warrior-2"}, sites=SITES)
    state = play(state, Take("m-warrior-1"), Go("1721"))
    assert "finished" in why(state, Take("m-warrior-1"))[1]


def test_a_counter_or_structure_in_a_hex_that_may_be_chosen_stands_for_the_hex() -> None:
    at = {"1722": "m-warrior-1", "1723": "b-infantry-1"}
    state = position("Moving", MAORI, at=at, sites=SITES | {"1721": "village maori"})
    assert "'go 1721'" in why(play(state, Take("m-warrior-1")), Touch("site-1721"))[1]
    assert "'attack 1722'" in why(position(at=at, sites=SITES), Touch("m-warrior-1"))[1]


# -- movement ------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:6.0")
def test_a_hex_behind_the_enemy_is_barred_and_not_too_far() -> None:
    ring = ["1721", "1821", "1822", "1723", "1622", "1621"]
    at = {"1722": "b-infantry-1"} | {hex_: f"m-warrior-{n}" for n, hex_ in enumerate(ring[1:], 1)}
    going = play(position("Moving", at={**at, "1719": "m-warrior-9"}, sites=SITES), Take("b-infantry-1"))
    assert "bars the way" in why(going, Go("1823"))[1]
    assert "too far" in why(going, Go("1519"))[1]
    assert "already" in why(going, Go("1722"))[1]
    assert "not an adjacent" in why(going, OneHex("1720"))[1]
    assert "'go 1721'" in why(going, OneHex("1721"))[1]


@pytest.mark.rule("maori_wars:6.0")
def test_one_counter_is_no_stack() -> None:
    state = position("Moving", at={"1722": "b-infantry-1"}, sites=SITES)
    assert why(state, TakeStack("1722"))[0] == "6.0"
    assert why(state, TakeStack("1722"))[1].startswith("Fewer than two")


@pytest.mark.rule("maori_wars:14.0.4")
def test_why_there_is_no_shipment() -> None:
    at = {"1417": "b-infantry-1", "1519": "b-militia-1"}
    late = position("Moving", at=at, sites=SITES, scenario="heke", turn=2)
    assert why(late, Embark())[1] == "The shipment is for turn 1 only."
    sent = play(position("Moving", at=at, sites=SITES, scenario="heke", turn=1), Embark(), Ship("2223"))
    assert why(sent, Embark())[1] == "The shipment has been sent."
    none = position("Moving", at={"1418": "b-infantry-1"}, sites=SITES, scenario="heke", turn=1)
    assert why(none, Embark())[1].startswith("No unit that could still move is at Auckland")
    assert why(position("Moving", at=at, sites=SITES), Embark()) == ("14.0.4", "The scenario gives you no shipment.")


# -- combat and raids ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alone", "clause", "words"), [("m-canoe-1", "R15", "boat alone"), ("rewi", "R17", "leader alone")]
)
def test_who_is_alone_is_entered_and_not_attacked(alone: str, clause: str, words: str) -> None:
    at = {"1622": alone, "1722": "b-infantry-1", "1721": "m-warrior-1"}
    found = why(position(at=at, sites=SITES), Attack("1622"))
    assert (found[0], words in found[1]) == (clause, True)


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:R34")
@pytest.mark.parametrize(
    ("alone", "clause", "words"), [("b-gunboat-1", "R34", "boat alone"), ("cameron", "10.0.4", "leader alone")]
)
def test_who_is_alone_is_not_raided(alone: str, clause: str, words: str) -> None:
    state = position("BushPhase", MAORI, at={"1622": alone, "W": "m-warrior-1"}, sites=SITES)
    found = why(state, Raid("1622"))
    assert (found[0], words in found[1]) == (clause, True)


def test_who_is_elsewhere_does_not_evade() -> None:
    at = {"1722": "m-warrior-1", "1822": "m-warrior-2", "1721": "b-infantry-1"}
    state = play(position(at=at, sites=SITES), Attack("1722"), Everyone())
    assert why(state, Evade("m-warrior-2")) == ("9.0.2", "Maori Warrior is not in the attacked hex.")
    assert why(state, Evade("b-infantry-1"))[0] == "2.0"


def test_whoever_retreats_goes_one_after_the_other() -> None:
    at = {"1722": "m-warrior-1 m-canoe-1 rewi", "1723": "m-warrior-2", "1721": "b-infantry-1..2"}
    state = play(position(at=at, sites=SITES), Attack("1722"), Everyone(), Stand(), PLAN, Stand(), 1)
    assert why(state, Retreat("m-canoe-1", "1822"))[1].startswith("Maori Warrior comes first")
    assert why(state, Retreat("m-warrior-1", "1724"))[0] == "R18"
    assert why(state, Withdraw("1721"))[0] == "R18"
    assert why(state, Hold("m-canoe-1"))[1].startswith("Maori Warrior comes first")
    gone = play(state, Retreat("m-warrior-1", "1822"))
    assert why(gone, Follow("m-warrior-2"))[1].startswith("Only leaders")
    assert why(gone, Follow("heke"))[1].endswith("not in the hex that is left.")


@pytest.mark.rule("maori_wars:10.0.2", "maori_wars:10.0.5")
def test_in_the_bush_the_right_counter_is_asked_for() -> None:
    at = {"W": "m-warrior-1..2 rewi b-ranger-1..2", "CI": "m-warrior-3", "1722": "b-infantry-1"}
    state = position("BushPhase", MAORI, at=at, sites=SITES, disrupted="m-warrior-2 b-ranger-2")
    acting = play(state, Take("m-warrior-1"))
    assert why(acting, Emerge("rewi", "1721"))[1].startswith("Maori Warrior comes first")
    assert why(acting, Roam("rewi", "A"))[1].startswith("Maori Warrior comes first")
    raid = play(state, Raid("1722"))
    assert "unit raids" in why(raid, Lurk("rewi", "1721"))[1]
    answer = play(raid, Lurk("m-warrior-1", "1721"), Begin(), 1)
    assert why(answer, Counter("1822")) == ("10.0.3", "No raider stands there.")
    seeking = play(state, Ambush("W"))
    assert why(seeking, Join("m-warrior-2"))[0] == "10.0.2"
    assert why(seeking, Join("m-warrior-3"))[0] == "10.0.5"
    assert why(play(seeking, Everyone(), 3), Strike("m-warrior-1"))[0] == "10.0.5"


def test_only_who_is_over_stacked_is_moved_on() -> None:
    at = {"1722": "m-warrior-1..4 m-warrior-6", "1621": "m-warrior-5", "1822": "b-infantry-1"}
    state = position("Overstacked", MAORI, at=at, sites=SITES)
    assert "not in the hex" in why(state, Shift("m-warrior-5", "1721"))[1]
    assert "alike" in why(state, Shift("m-warrior-6", "1721"))[1]


# -- the set-up ----------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:14.0.1", "maori_wars:14.0.2")
@pytest.mark.parametrize(
    ("intent", "clause", "words"),
    [
        (Raise("village", "0101"), "14.0.1", "not a hex of this line"),
        (Raise("pa", "0707"), "14.0.2", "a village is set up"),
        (Raise("village", "0807"), "14.0.2", "There is a Structure"),
        (Raise("village", "0907"), "14.0.2", "Neutrals"),
        (Raise("village", "1718"), "14.0.1", "forbidden terrain"),
        (Place("m-warrior-5", "0707"), "14.0.2", "Structures of a line"),
    ],
)
def test_the_set_up_says_why_a_structure_does_not_stand_there(intent: Action, clause: str, words: str) -> None:
    state = GAME.start(Settings(scenario="heke"))
    while "Village" not in asked(state).prompt:
        state = play(state, options(state)[0])
    found = why(state, intent)
    assert (found[0], words in found[1]) == (clause, True), found


@pytest.mark.rule("maori_wars:14.0.2")
def test_the_set_up_says_which_counter_is_due_and_where_it_may_stand() -> None:
    state = GAME.start(Settings(scenario="heke"))
    assert why(state, Place("q-warrior-1", "0507"))[1] == "Now 'n-warrior-2' is set up."
    assert "or next to an occupied one" in why(state, Place("n-warrior-2", "0404"))[1]


# -- the other phases ----------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:13.0", "maori_wars:13.0.2", "maori_wars:R39")
def test_who_does_not_starve() -> None:
    at = {"1722": "m-warrior-1..4 rewi", "1729": "b-infantry-1", "1730": "b-militia-1", "0906": "b-naval-1"}
    hungry = position("Hunger", MAORI, at=at | {"W": "m-warrior-5", "1723": "m-warrior-6"}, sites=SITES)
    assert why(hungry, Starve("rewi"))[0] == "13.0"
    far = position("BritishSupply", BRITISH, at=at, sites=SITES)
    assert why(far, Starve("b-naval-1"))[1] == "Naval is in supply."
    assert why(far, Starve("q-warrior-1"))[0] == "R39"


@pytest.mark.rule("maori_wars:8.0", "maori_wars:6.0.1")
def test_where_no_friend_is_and_where_no_sap_is_laid() -> None:
    at = {"1824": "n-warrior-1", "1823": "rewi", "1722": "m-warrior-1", "1418": "m-warrior-2"}
    state = position("Alliance", MAORI, at=at, sites=SITES | {"1824": "village neutral"})
    assert why(play(state, Negotiate("rewi", "1824"), 3), Visit("1418"))[0] == "8.0"
    at = {"1722": "b-infantry-1 b-naval-1 b-gunboat-1", "1719": "b-militia-1"}
    sap = position("Sapping", at=at, sites=SITES | {"1721": "pa maori"}, turn=4)
    assert why(sap, Sap("b-naval-1", "1721")) == (
        "R33",
        "The marker lies in the hex, whoever stands there: name 'b-infantry-1'.",
    )
    assert "British unit" in why(sap, Sap("b-gunboat-1", "1721"))[1]
    assert "not next" in why(sap, Sap("b-militia-1", "1721"))[1]


def test_another_counter_in_place_of_the_one_that_is_offered_is_refused_with_a_reason() -> None:
    rng, state = QuickRng(5), GAME.start(Settings(scenario="tauranga"))
    tried = 0
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide) and rng.below(2) == 0:
            seen: set[type[Action]] = set()
            for option in pending.options:
                field = next((name for name in ("unit", "leader") if hasattr(option, name)), "")
                if not field or type(option) in seen:
                    continue
                seen.add(type(option))
                others = [unit for unit, place in enumerate(state.where) if place >= 0 or place <= -10]
                intent = replace(option, **{field: CAT.counters[others[rng.below(len(others))]].id})
                refusal = GAME.why_not(state, pending.seat, intent)
                assert refusal is None or not refusal.reason.startswith("That is not possible"), intent
                tried += 1
        state, _ = GAME.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))
    assert tried > 50


@pytest.mark.rule("maori_wars:12.0", "maori_wars:R38")
@pytest.mark.parametrize(
    ("intent", "clause", "words"),
    [
        (Build("fort", "1417"), "R38", "a Fort at Auckland (1417) already"),
        (Build("settlement", "1519"), "12.0", "is Disrupted"),
        (Build("settlement", "1520"), "12.0", "No unit at"),
        (Build("settlement", "1418"), "12.0", "No unit at"),
    ],
)
def test_what_hinders_a_builder(intent: Action, clause: str, words: str) -> None:
    at = {"1519": "b-militia-1", "1418": "b-infantry-1", "1319": "b-militia-2"}
    state = position("Construction", at=at, sites=SITES | {"1417": "fort british"}, disrupted="b-militia-1")
    found = why(state, intent)
    assert (found[0], words in found[1]) == (clause, True), found
