"""9.0 (3): the forty chits one by one: what each needs, whose choice it is, and what it does on the map."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kemu.core.pending import Decide
from kemu.games.maori_wars import State
from kemu.games.maori_wars.model.actions import (
    Attack,
    Begin,
    Bombard,
    Choose,
    Counter,
    Done,
    EnterBush,
    Everyone,
    Follow,
    Go,
    Hold,
    Join,
    Lurk,
    Place,
    Raid,
    Receive,
    Retreat,
    Stand,
    Take,
)
from kemu.games.maori_wars.model.events import ChitDrawn, Rolled
from kemu.games.maori_wars.rules.boats import havens
from kemu.games.maori_wars.rules.chit_fights import ChitFight
from kemu.games.maori_wars.rules.combat import SingleCombat, combat_of

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
    settled,
    site,
    targets,
)

SITES = {"0707": "village maori", "0906": "settlement british"}
FIELD = {"1722": "m-warrior-1..2", "1721": "b-infantry-1..2", "1621": "b-militia-1"}
MAORI_FIELD = {"1722": "b-infantry-1", "1721": "m-warrior-1..2"}


CLOSED = ((3, CAT.territory_index["CI"]),)
"""What chit 40 does, until turn 3."""
INTERIOR = {label for label, at in CAT.hex_of.items() if CAT.territory[at] == CAT.territory_index["CI"]}


def drawn(
    chit: int, at: dict[str, str] | None = None, sites: dict[str, str] | None = None, **more: Any
) -> tuple[State, bool]:
    """An attack by everybody on 1722, in which this chit has just been drawn; and whether it was played."""
    told: Told = []
    state = position(at=at or FIELD, sites=SITES | (sites or {}), cup=(chit, 5), **more)
    state = play(state, Attack("1722"), Everyone(), told=told)
    if Stand() in answers(state):
        state = play(state, Stand(), told=told)
    state = play(state, chit, told=told)
    return state, next(event.played for event in told if isinstance(event, ChitDrawn))


def answers(state: State) -> tuple[Any, ...]:
    """What may be answered; nothing if chance is due."""
    pending = GAME.pending(state)
    return tuple(pending.options) if isinstance(pending, Decide) else ()


def combat(state: State) -> SingleCombat:
    """The combat that goes on."""
    found = combat_of(state)
    assert found is not None
    return found


def to_its_fight(state: State) -> State:
    """Play the combat out, doing as little as possible, until the one that the chit has caused is due."""
    for _ in range(40):
        if not isinstance(pending := GAME.pending(state), Decide):
            state = play(state, 1)
        elif any(type(frame).__name__ == "ChitFight" for frame in state.stack):
            return state
        else:
            state = play(state, pending.options[-1])
    raise AssertionError("it never comes")


@pytest.mark.rule("maori_wars:9.0.3")
@pytest.mark.parametrize(
    ("chit", "at", "sites", "more"),
    [
        (1, None, {}, {}),
        (3, None, {}, {}),
        (3, {**FIELD, "1724": "b-ranger-1"}, {}, {"disrupted": "b-ranger-1"}),
        (3, {**FIELD, "1721": "b-ranger-1"}, {}, {}),  # The only one is in this combat.
        (4, None, {}, {"box": "b-infantry-5"}),
        *((5, None, {}, {}), (13, None, {}, {}), (21, None, {}, {}), (29, None, {}, {})),
        *((35, None, {}, {}), (39, None, {}, {})),
        (6, None, {}, {"box": "b-infantry-5"}),
        (33, None, {}, {}),
        (20, None, {}, {"box": "m-warrior-9"}),
        (7, {**FIELD, "1728": "m-warrior-9"}, {}, {}),
        (8, None, {"1722": "village maori"}, {}),
        (8, MAORI_FIELD, {"1722": "pa queenite"}, {"seat": MAORI}),
        (10, {"1523": "m-warrior-1", "1722": "m-warrior-2", "1721": "b-infantry-1"}, {}, {}),
        (10, {**FIELD, "1727": "b-cavalry-1"}, {}, {}),
        (11, {**FIELD, "1417": "b-gunboat-1"}, {}, {}),
        (12, MAORI_FIELD, {}, {"seat": MAORI}),
        (14, None, {}, {}),
        (15, None, {}, {}),
        (15, MAORI_FIELD, {"1722": "village queenite"}, {"seat": MAORI}),
        (19, None, {}, {}),
        (22, None, {}, {}),
        (22, None, {}, {"disrupted": "b-infantry-1"}),
        (24, None, {}, {}),
        (24, {**FIELD, "EC": "te-kooti m-warrior-9"}, {}, {}),
        (25, None, {"1722": "village maori"}, {}),
        (26, {**FIELD, "1725": "rewi m-warrior-9"}, {}, {}),
        (27, None, {}, {"box": "b-infantry-9"}),
        (28, {**FIELD, "1825": "q-warrior-1"}, {}, {}),
        (28, {**FIELD, "1825": "q-warrior-1", "1824": "m-warrior-9"}, {}, {"disrupted": "q-warrior-1"}),
        (30, None, {"1722": "village maori"}, {}),
        (31, None, {"1015": "settlement british"}, {}),
        (31, {**FIELD, "1724": "b-militia-9"}, {"1724": "settlement british"}, {}),
        (32, {**FIELD, "1726": "b-naval-1"}, {}, {}),
        (32, MAORI_FIELD, {}, {"seat": MAORI}),
        (34, None, {}, {}),
        (36, None, {}, {}),
        (37, None, {}, {"box": "b-infantry-9"}),
        (38, None, {"1722": "pa maori"}, {"scenario": "heke"}),
        (38, None, {"1722": "pa maori"}, {"turn": 2}),
        (38, None, {}, {"turn": 4}),
    ],
)
def test_a_chit_whose_need_is_not_met_is_according_to_plan(
    chit: int, at: dict[str, str] | None, sites: dict[str, str], more: dict[str, Any]
) -> None:
    if at is not None and "1523" in at:
        told: Told = []
        state = position(
            at={"1523": "m-warrior-1", "1522": "b-infantry-1", "1524": "b-cavalry-1"}, sites=SITES, cup=(chit, 5)
        )
        play(state, Attack("1523"), Everyone(), Stand(), chit, told=told)
        assert [event.played for event in told if isinstance(event, ChitDrawn)] == [False]
        return
    state, played = drawn(chit, at, sites, **more)
    assert not played or GAME.cat.chits[chit - 1].plain
    fight = combat_of(state)
    if fight is not None:
        assert (fight.attack, fight.counter, fight.charge, fight.skipped) == (0, 0, 0, 0)
    assert not state.queue


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R10")
def test_1_the_kings_call_brings_two_warriors_to_the_waikato_or_else_anywhere() -> None:
    sites = {"1825": "village maori", "0707": "village maori"}
    state, played = drawn(1, sites=sites, box="m-warrior-8..10")
    assert played
    assert asked(state).seat == MAORI
    state = play(state, Receive("m-warrior-8"), Receive("m-warrior-9"))
    assert {place(state, f"m-warrior-{n}") for n in (8, 9)} == {"1825"}
    assert place(state, "m-warrior-10") == "box"
    elsewhere, _ = drawn(1, box="m-warrior-8..9")
    assert place(play(elsewhere, Receive("m-warrior-8")), "m-warrior-8") == "0707"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:8.0")
def test_2_the_new_faith_helps_whoever_rolls_and_the_maori_negotiate() -> None:
    state, _ = drawn(2, sites={"1727": "village neutral"})
    assert rolls(state) == "maori_wars:8.0"
    assert site(play(state, 6), "1727") == "village maori"
    assert play(state, 1).vp == 1  # Driven to the British.
    assert (combat(state).attack, combat(state).counter) == (1, 1)
    none, played = drawn(2)
    assert played  # No Neutrals: that one effect is left out.
    assert combat(none).attack == 1


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28")
def test_3_rangers_raid_what_is_within_three_hexes_and_not_those_in_the_combat() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1 b-ranger-1", "1826": "b-ranger-2", "1727": "m-warrior-9"}
    state, played = drawn(3, {**at, "1830": "m-warrior-10"})
    assert played
    state = to_its_fight(state)
    assert asked(state).seat == BRITISH
    # Only one place has Rangers that may: there is no question whose fight it is.
    found = targets(state, Raid)
    assert "1727" in found
    assert "1830" not in found
    state = play(state, Raid("1727"))
    assert targets(state, Lurk, "unit") <= {"b-ranger-2"}


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:3.0.11", "maori_wars:10.0.3")
def test_3_von_tempsky_goes_along_with_the_rangers_whom_he_is_with() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1", "1826": "b-ranger-2 von-tempsky", "1727": "m-warrior-9"}
    state = play(to_its_fight(drawn(3, at)[0]), Raid("1727"))
    lair = next(iter(targets(state, Lurk)))
    assert targets(state, Lurk, "unit") == {"b-ranger-2"}  # A leader comes with a unit, not before it.
    state = play(state, Lurk("b-ranger-2", lair))
    assert targets(state, Lurk, "unit") == {"von-tempsky"}
    told: Told = []
    state = play(state, Lurk("von-tempsky", lair), 1, told=told)
    terrain = CAT.attack_drm[CAT.hex_of["1727"]]
    assert [event.drm for event in told if isinstance(event, Rolled)] == [terrain + 2]
    assert place(state, "von-tempsky") == lair


@pytest.mark.rule("maori_wars:9.0.3")
def test_4_a_constabulary_comes_as_a_reinforcement() -> None:
    state, _ = drawn(4, sites={"1519": "settlement british"}, box="b-constabulary-1 b-infantry-9")
    assert targets(state, Receive, "unit") == {"b-constabulary-1"}
    state = play(state, Receive("b-constabulary-1"))
    assert targets(state, Place) == {"1417", "1519", "0906"}


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R10")
def test_6_and_33_the_defender_is_reinforced_if_it_can_be_fed_and_there_is_room() -> None:
    for chit in (6, 33):
        state, _ = drawn(chit, MAORI_FIELD, seat=MAORI, box="b-naval-1 b-artillery-1")
        assert asked(state).seat == BRITISH
        assert targets(state, Receive, "unit") == {"b-naval-1", "b-artillery-1"}
        assert place(play(state, Receive("b-artillery-1")), "b-artillery-1") == "1722"
    full, played = drawn(6, {**FIELD, "1722": "m-warrior-1..4"}, sites={"1725": "village maori"}, box="m-warrior-9")
    assert played
    assert not targets_or_none(full, Receive)
    hungry, _ = drawn(6, {**FIELD, "1724": "m-warrior-3"}, box="m-warrior-9")
    assert not targets_or_none(hungry, Receive)


def targets_or_none(state: State, kind: type) -> set[str]:
    """The units that options of a kind name; none if chance is due."""
    return {option.unit for option in answers(state) if isinstance(option, kind)}  # type: ignore[attr-defined]


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0.8")
def test_20_a_drafted_unit_joins_the_attack_and_a_gun_without_strength() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1"}
    state, _ = drawn(20, at, box="b-infantry-9 b-artillery-1")
    state = play(state, Receive("b-artillery-1"))
    assert len(combat(state).band) == 1
    assert Bombard("b-artillery-1", "units") in options(state)
    joined, _ = drawn(20, at, box="b-infantry-9")
    joined = play(joined, Receive("b-infantry-9"))
    assert len(combat(joined).band) == 2
    assert joined.spent >> CAT.index["b-infantry-9"] & 1


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:10.0.3")
def test_7_at_most_two_warriors_near_the_combat_or_in_the_bush_raid_in_its_territory() -> None:
    at = {**FIELD, "W": "m-warrior-7", "1824": "m-warrior-8..9", "1725": "b-infantry-5", "1418": "b-infantry-6"}
    at |= {"1417": "", "2024": "m-warrior-10"}
    state, _ = drawn(7, {label: who for label, who in at.items() if who})
    state = to_its_fight(state)
    assert asked(state).seat == MAORI
    assert "1418" not in targets(state, Raid)  # Another territory.
    state = play(state, Raid("1725"))
    assert "m-warrior-10" not in targets(state, Lurk, "unit")  # More than three hexes from the combat.
    state = play(state, Lurk("m-warrior-8", "1724"), Lurk("m-warrior-9", "1724"))
    assert rolls(state) == "maori_wars:10.0.3"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R14")
def test_7_a_canoe_left_on_dry_land_by_an_ambush_is_lost() -> None:
    dry = next(
        CAT.label[at]
        for at in sorted(GAME.units.landlocked)
        if 2 <= CAT.distance(at, CAT.hex_of["1722"]) <= 3 and CAT.distance(at, CAT.hex_of["1721"]) == 2
    )
    state, played = drawn(7, {**FIELD, dry: "m-warrior-5 m-canoe-1"})
    assert played
    state = to_its_fight(state)
    prey = next(iter(targets(state, Raid)))
    state = play(state, Raid(prey))
    # The defenders have gone back a hex; but it is another ambush than their own fight.
    assert place(state, "m-warrior-1") != "1722"
    assert targets(state, Lurk, "unit") == {"m-warrior-5"}
    lurk = next(o for o in options(state) if isinstance(o, Lurk) and o.unit == "m-warrior-5" and o.to != dry)
    assert place(state, "m-canoe-1") == dry
    assert place(play(state, lurk), "m-canoe-1") == "away"


@pytest.mark.rule("maori_wars:9.0.3")
def test_9_in_the_rain_no_gun_fires_and_nobody_charges() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-cavalry-1 b-artillery-1"}
    state, _ = drawn(9, at)
    assert asked(state).clause == "maori_wars:9.0.6"
    told: Told = []
    play(state, Stand(), 1, told=told)
    assert [event.drm for event in told if isinstance(event, Rolled)] == [-1]


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0.5")
def test_10_unused_cavalry_joins_and_what_has_attacked_does_not() -> None:
    at = {**FIELD, "1725": "b-cavalry-1", "1621": "b-militia-1 b-cavalry-2"}
    state, _ = drawn(10, at)
    assert targets(state, Place, "unit") == {"b-cavalry-1"}
    refused = play(position(at=at, sites=SITES, cup=(10, 5)), Attack("1722"), Everyone(), Stand())
    refused = play(replace(refused, spent=refused.spent | 1 << CAT.index["b-cavalry-1"]), 10)
    assert not targets_or_none(refused, Place)
    assert combat(refused).charge == 1


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0.4")
def test_11_the_pioneer_fires_at_plus_one_at_any_hex_along_its_river_and_is_not_spent() -> None:
    at = {**FIELD, "1622": "b-gunboat-1", "1623": "m-warrior-5"}
    state, _ = drawn(11, at)
    assert Bombard("b-gunboat-1", "units 1623") in options(state)
    told: Told = []
    state = play(state, Bombard("b-gunboat-1", "units 1623"), 5, told=told)
    assert [event.drm for event in told if isinstance(event, Rolled)] == [1]
    assert (place(state, "m-warrior-5"), state.fired, state.shelled) == ("box", 0, ())


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:12.0", "maori_wars:14.0.3")
def test_16_a_confiscated_place_may_be_where_our_own_stand_but_not_beside_maori() -> None:
    state, _ = drawn(16, {**FIELD, "1620": "b-militia-9"}, {"1519": "settlement british"}, box="m-warrior-9")
    found = targets(state, Choose, "what")
    assert {"1620", "1518"} <= found
    assert not {"1721", "1621", "1722", "1519", "1417"} & found


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0")
def test_17_who_has_lost_the_way_alone_may_still_attack_something_else() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1821": "b-naval-1", "1720": "m-warrior-2"}
    state = position(at=at, sites=SITES, cup=(17, 5))
    state = play(state, Attack("1722"), Everyone(), Stand(), 17, Choose("b-infantry-1"), Stand(), 1)
    assert "1720" in targets(state, Attack)
    assert targets(play(state, Attack("1720")), Join, "unit") == {"b-infantry-1"}


@pytest.mark.rule("maori_wars:9.0.3")
def test_18_each_side_chooses_whom_the_peace_offer_rallies() -> None:
    state, _ = drawn(18, disrupted="b-infantry-2 b-militia-1 m-warrior-2")
    assert asked(state).seat == BRITISH
    state = play(state, Choose("b-militia-1"))
    assert not is_disrupted(state, "b-militia-1")
    assert is_disrupted(state, "b-infantry-2")
    assert not is_disrupted(state, "m-warrior-2")


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:8.0")
def test_19_the_phasing_side_negotiates_with_the_nearest_and_chooses_among_equals() -> None:
    two = {"1720": "village neutral", "1724": "village neutral", "1829": "village neutral"}
    state, _ = drawn(19, {"1722": "m-warrior-1..2", "1721": "b-infantry-1"}, two)
    assert asked(state).seat == BRITISH
    assert targets(state, Choose, "what") == {"1720", "1724"}
    state = play(state, Choose("1724"), 6)
    assert site(state, "1724") == "village queenite"
    theirs, _ = drawn(19, MAORI_FIELD, {"1724": "village neutral"}, seat=MAORI)
    assert site(play(theirs, 6), "1724") == "village maori"


@pytest.mark.rule("maori_wars:9.0.3")
def test_23_no_powder_no_counter_attack() -> None:
    state, played = drawn(23)
    assert played
    assert rolls(state) == "maori_wars:9.0.7"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R10")
def test_24_a_warrior_comes_to_te_kooti() -> None:
    at = {**FIELD, "1725": "te-kooti m-warrior-5"}
    state, _ = drawn(24, at, {"1824": "village maori"}, scenario="tekooti", box="m-warrior-9")
    assert place(play(state, Receive("m-warrior-9")), "m-warrior-9") == "1725"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R17")
def test_25_leaders_slip_away_with_the_garrison_into_the_bush_too() -> None:
    at = {**FIELD, "1722": "m-warrior-1..2 rewi tamihana"}
    state, _ = drawn(25, at, {"1722": "pa maori"})
    state = play(state, EnterBush("m-warrior-1"))
    assert asked(state).seat == MAORI
    assert targets(state, Follow, "leader") == {"rewi", "tamihana"}
    state = play(state, Follow("rewi"), Stand())
    assert place(state, "rewi") == place(state, "m-warrior-1") == "W"
    state = play(state, Retreat("m-warrior-2", "1724"), Follow("tamihana"))
    assert place(state, "tamihana") == "1724"
    # The Pa is empty now, and is attacked all the same; empty, it strikes as the lesser force.
    assert targets(state, Counter) == {"1621", "1721"}
    held, _ = drawn(25, at, {"1722": "pa maori"})
    held = play(held, Hold("m-warrior-1"), Hold("m-warrior-2"))
    assert place(held, "rewi") == "1722"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0.2")
def test_25_whoever_has_slipped_away_is_not_attacked_in_this_phase() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1", "1824": "b-militia-1"}
    state, played = drawn(25, at, {**SITES, "1722": "pa maori"})
    assert played
    away = next(o for o in options(state) if isinstance(o, Retreat) and o.to == "1823")
    state = play(state, away)
    assert state.evaded >> CAT.index[away.unit] & 1


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:10.0.1")
@pytest.mark.parametrize(("roaming", "room"), [("m-warrior-7..8", True), ("m-warrior-7..9", False)])
def test_25_nobody_slips_into_a_bush_that_is_full(roaming: str, room: bool) -> None:
    state, _ = drawn(25, {**FIELD, "T": roaming}, {"1722": "pa maori"})
    assert (EnterBush("m-warrior-1") in options(state)) == room
    assert Retreat("m-warrior-1", "1724") in options(state)


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R17")
def test_26_every_leader_of_both_sides_in_the_combat_rolls() -> None:
    at = {**FIELD, "1722": "m-warrior-1..2 rewi", "1721": "b-infantry-1..2 cameron"}
    state, _ = drawn(26, at)
    state = play(state, 1, 1)
    assert (place(state, "rewi"), place(state, "cameron"), state.vp) == ("gone", "gone", 0)


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:12.0")
def test_27_settlers_build_in_an_empty_hex_beside_them() -> None:
    at = {**FIELD, "1518": "b-infantry-9"}
    state, _ = drawn(27, at, {"1519": "settlement british"}, box="b-militia-9")
    state = play(state, Receive("b-militia-9"), Place("b-militia-9", "1519"))
    assert "1518" not in targets(state, Choose, "what")


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28")
def test_28_queenites_next_to_an_empty_village_settle_an_old_score_with_a_chit_of_its_own() -> None:
    at = {**FIELD, "1825": "q-warrior-1..2"}
    state, played = drawn(28, at, {"1824": "village maori"})
    assert played
    state = to_its_fight(state)
    assert asked(state).seat == BRITISH
    state = play(state, Attack("1824"), Join("q-warrior-1"), Begin())
    assert rolls(state) == "maori_wars:9.0.3"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28")
def test_28_not_those_of_this_combat() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1 q-warrior-1", "1720": "m-warrior-3", "1825": "q-warrior-2"}
    state, played = drawn(28, {**at, "1824": "m-warrior-4"})
    assert played
    state = to_its_fight(state)
    assert targets(state, Attack) == {"1824"}


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28")
@pytest.mark.parametrize(("stands", "fights"), [("1824", True), ("1722", False)])
def test_28_the_fight_is_somewhere_else_whoever_has_come_to_the_hex_of_the_combat(stands: str, fights: bool) -> None:
    state = position(at={stands: "q-warrior-1", "1823": "m-warrior-1", "1723": "m-warrior-2"}, sites=SITES)
    state = settled(replace(state, stack=(*state.stack, ChitFight(28, 0, CAT.hex_of["1722"]))))
    assert (asked(state).clause == "maori_wars:R28") == fights


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:11.0")
def test_31_farms_that_burn_again_may_be_given_up() -> None:
    state, _ = drawn(31, sites={"1724": "settlement british disrupted"})
    state = play(state, 3)
    assert rolls(state) == "maori_wars:11.0"
    assert site(play(state, 2), "1724") == ""


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0.4")
def test_32_a_naval_unit_that_attacks_lands_its_guns_too() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-naval-1 b-infantry-1"}
    state, played = drawn(32, at, shelled=(CAT.hex_of["1722"],))
    assert played
    told: Told = []
    play(state, Bombard("naval", "units 1722"), 3, told=told)
    assert [event.drm for event in told if isinstance(event, Rolled)] == [1]


@pytest.mark.rule("maori_wars:9.0.3")
def test_34_if_only_queenites_were_declared_there_is_no_combat() -> None:
    state, _ = drawn(34, {"1722": "m-warrior-1", "1721": "q-warrior-1..2"})
    assert combat_of(state) is None
    assert state.spent == 0


@pytest.mark.rule("maori_wars:9.0.3")
def test_36_two_warriors_land_together_on_the_east_coast_away_from_the_british() -> None:
    sites = {"1825": "village maori", "3429": "settlement british"}
    state, _ = drawn(36, {**FIELD, "3627": "b-militia-9"}, sites, box="m-warrior-8..9")
    state = play(state, Receive("m-warrior-8"))
    found = targets(state, Place)
    assert all(CAT.coastal[CAT.hex_of[label]] for label in found)
    for british in ("3429", "3627"):
        assert not found & {CAT.label[to] for to in CAT.walks[CAT.hex_of[british]]}
    first = sorted(found)[0]
    state = play(state, Place("m-warrior-8", first), Receive("m-warrior-9"))
    assert place(state, "m-warrior-9") == first


@pytest.mark.rule("maori_wars:9.0.3")
def test_37_volunteers_come_to_a_town_only() -> None:
    state, _ = drawn(37, sites={"1519": "settlement british"}, box="b-militia-9 b-australian-1 b-infantry-9")
    assert targets(state, Receive, "unit") == {"b-militia-9", "b-australian-1"}
    assert place(play(state, Receive("b-militia-9")), "b-militia-9") == "1417"


@pytest.mark.rule("maori_wars:9.0.3")
@pytest.mark.parametrize(("seat", "until"), [(BRITISH, 3), (MAORI, 2)])
def test_40_the_central_interior_is_closed_to_the_end_of_their_next_turn(seat: int, until: int) -> None:
    state, _ = drawn(40, FIELD if seat == BRITISH else MAORI_FIELD, seat=seat)
    assert state.bans == ((until, CAT.territory_index["CI"]),)


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0.10")
def test_40_nobody_retreats_or_advances_into_the_closed_territory() -> None:
    ci = CAT.territory_index["CI"]
    inside, start = next(
        (a, b)
        for a in range(CAT.n)
        if CAT.open[a] and CAT.territory[a] == ci
        for b in CAT.walks[a]
        if CAT.territory[b] == CAT.territory_index["W"]
    )
    at = {CAT.label[inside]: "m-warrior-1", CAT.label[start]: "b-infantry-1..2"}
    for bans, may in ((((3, ci),), False), ((), True)):
        state = position(at=at, sites=SITES, disrupted="m-warrior-1", bans=bans)
        state = play(state, Attack(CAT.label[inside]), Everyone(), 5, 6)
        assert place(state, "m-warrior-1") == "box"
        assert (
            any("b-infantry" in str(option) and "Advance" in type(option).__name__ for option in answers(state)) == may
        )
    moving = play(position("Moving", at=at, sites=SITES, bans=((3, ci),)), Take("b-infantry-1"))
    assert CAT.label[inside] not in targets(moving, Go)
    assert Done() not in options(moving)


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:6.0.2")
def test_40_no_boat_enters_the_closed_territory_with_or_without_passengers() -> None:
    at = {"1438": "b-gunboat-1", "1726": "q-canoe-1", "2026": "q-canoe-2"}
    free, closed = position("Moving", at=at, sites=SITES), position("Moving", at=at, sites=SITES, bans=CLOSED)
    for boat, inside, outside in (("b-gunboat-1", "1539", "1643"), ("q-canoe-1", "1826", "1626")):
        assert {inside, outside} <= targets(play(free, Take(boat)), Go)
        state = play(closed, Take(boat))
        assert outside in targets(state, Go)
        assert not targets(state, Go) & INTERIOR
        refusal = GAME.why_not(state, BRITISH, Go(inside))
        assert refusal is not None
        assert refusal.clause == "maori_wars:9.0.3"
    # The Waikato leads through it.
    assert "2128" in targets(play(free, Take("q-canoe-2")), Go)
    assert "2128" not in targets(play(closed, Take("q-canoe-2")), Go)
    within = position("Moving", at={"1727": "q-canoe-1"}, sites=SITES, bans=CLOSED)
    assert "1728" in targets(play(within, Take("q-canoe-1")), Go), "who is in it moves in it"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:9.0.10", "maori_wars:R16")
def test_40_no_boat_is_driven_off_into_the_closed_territory_or_through_it() -> None:
    for boat, start in (("b-gunboat-1", "1438"), ("q-canoe-1", "2026")):
        free, closed = (
            {CAT.label[to] for to in havens(GAME, position(at={start: boat}, sites=SITES, bans=bans), CAT.index[boat])}
            for bans in ((), CLOSED)
        )
        assert free & INTERIOR
        assert closed == free - INTERIOR
    beset = position(at={"2026": "q-canoe-1", "1926": "m-warrior-1"}, sites=SITES, bans=CLOSED)
    assert not havens(GAME, beset, CAT.index["q-canoe-1"])
