"""9.0 (3): Battle Dispatch chits: the draw, what cannot be implemented, and every effect."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.core.pending import Decide
from kemu.games.maori_wars import State
from kemu.games.maori_wars.model.actions import (
    Advance,
    Attack,
    Bombard,
    Choose,
    Counter,
    Done,
    EnterBush,
    Everyone,
    Hold,
    Lurk,
    Place,
    Raid,
    Receive,
    Retreat,
    Sap,
    Stand,
)
from kemu.games.maori_wars.model.events import ChitDrawn, CupFilled
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
    site,
    targets,
)

SITES = {"0707": "village maori", "0906": "settlement british"}
FIELD = {"1722": "m-warrior-1..2", "1721": "b-infantry-1..2", "1621": "b-militia-1"}


def drawn(
    chit: int,
    at: dict[str, str] | None = None,
    sites: dict[str, str] | None = None,
    *,
    seat: int = BRITISH,
    told: Told | None = None,
    **more: Any,
) -> State:
    """An attack by everybody on 1722, in which this chit has just been drawn."""
    state = position(at=at or FIELD, sites=SITES | (sites or {}), seat=seat, cup=(chit, 5), **more)
    state = play(state, Attack("1722"), Everyone())
    if isinstance(GAME.pending(state), Decide) and Stand() in options(state):
        state = play(state, Stand())
    return play(state, chit, told=told)


def combat(state: State) -> SingleCombat:
    """The combat that goes on."""
    found = combat_of(state)
    assert found is not None
    return found


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28")
def test_a_drawn_chit_is_put_aside_and_one_with_an_asterisk_never_returns() -> None:
    told: Told = []
    state = drawn(22, told=told, disrupted="m-warrior-1")
    assert (state.cup, state.aside) == ((5,), (22,))
    assert not is_disrupted(state, "m-warrior-1")
    assert [event.played for event in told if isinstance(event, ChitDrawn)] == [True]
    assert drawn(30, sites={"1722": "pa maori"}).aside == ()


@pytest.mark.rule("maori_wars:9.0.3")
def test_a_chit_that_cannot_be_implemented_is_according_to_plan() -> None:
    told: Told = []
    state = drawn(8, told=told)
    assert [event.played for event in told if isinstance(event, ChitDrawn)] == [False]
    assert (combat(state).attack, combat(state).counter) == (0, 0)


@pytest.mark.rule("maori_wars:R28")
def test_the_cup_is_filled_again_when_the_last_chit_has_been_carried_out() -> None:
    state = position(at=FIELD, sites=SITES, cup=(5,), aside=(13, 22))
    told: Told = []
    state = play(state, Attack("1722"), Everyone(), Stand(), 5, told=told)
    assert (state.cup, state.aside) == ((5, 13, 22), ())
    assert any(isinstance(event, CupFilled) for event in told)


@pytest.mark.rule("maori_wars:9.0.3")
@pytest.mark.parametrize(
    ("chit", "sites", "attack", "counter", "skipped"),
    [
        *((8, "pa maori", 1, 1, 0), (30, "pa maori", 1, 0, 2), (12, "", 0, 1, 0), (9, "", -1, 0, 12)),
        *((15, "village maori", -1, 1, 0), (23, "", 0, 0, 2)),
    ],
)
def test_modifications_and_steps_left_out(chit: int, sites: str, attack: int, counter: int, skipped: int) -> None:
    now = combat(drawn(chit, sites={"1722": sites} if sites else {}))
    assert (now.attack, now.counter, now.skipped) == (attack, counter, skipped)


@pytest.mark.rule("maori_wars:9.0.3")
def test_mana_helps_each_side_that_has_a_leader() -> None:
    led = combat(drawn(14, {**FIELD, "1722": "m-warrior-1..2 rewi"}))
    assert (led.attack, led.counter) == (0, 1)


@pytest.mark.rule("maori_wars:9.0.3")
def test_guides_lose_the_way_and_the_last_unit_ends_the_combat() -> None:
    state = drawn(17)
    assert asked(state).seat == BRITISH
    state = play(state, Choose("b-militia-1"))
    assert CAT.index["b-militia-1"] not in [unit for unit, _ in combat(state).band]
    assert not state.spent >> CAT.index["b-militia-1"] & 1
    alone = drawn(17, {"1722": "m-warrior-1", "1721": "b-infantry-1"})
    assert combat_of(alone) is None


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:3.0.4")
def test_allies_stand_aside() -> None:
    state = drawn(34, {"1722": "m-warrior-1..2", "1721": "b-infantry-1 q-warrior-1..2"})
    assert [unit for unit, _ in combat(state).band] == [CAT.index["b-infantry-1"]]


@pytest.mark.rule("maori_wars:9.0.3")
def test_a_peace_offer_ends_the_combat_and_all_attacks_of_the_phase() -> None:
    # Others could still attack at 1724; but after the offer the phase is over.
    others = {**FIELD, "1724": "m-warrior-3", "1725": "b-infantry-3"}
    told: Told = []
    state = drawn(18, others, disrupted="b-militia-1 m-warrior-2", told=told)
    assert "No more attacks are declared in this phase." in [event.tell(GAME) for event in told]
    assert asked(drawn(5, others)).clause == "maori_wars:9.0.6"
    assert not is_disrupted(state, "m-warrior-2")
    assert not is_disrupted(state, "b-militia-1")
    assert combat_of(state) is None
    assert asked(state).clause != "maori_wars:9.0.1"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R10")
def test_reinforcements_of_the_defender_come_to_the_attacked_hex() -> None:
    state = drawn(6, sites={"1722": "village maori"}, box="m-warrior-5")
    assert asked(state).seat == MAORI
    state = play(state, Receive("m-warrior-5"))
    assert place(state, "m-warrior-5") == "1722"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R27")
def test_a_hex_whose_reinforcements_are_lost_at_once_has_been_emptied_and_is_advanced_into() -> None:
    at = {"1721": "b-infantry-1 b-artillery-1"}
    state = drawn(6, at, {"1722": "village maori"}, box="m-warrior-5")
    state = play(state, Receive("m-warrior-5"), Bombard("b-artillery-1", "units"), 6)
    assert place(state, "m-warrior-5") == "box"
    assert Advance("b-infantry-1") in options(state)


@pytest.mark.rule("maori_wars:9.0.3")
def test_reinforcements_of_the_attacker_join_the_attack() -> None:
    state = drawn(20, box="b-infantry-5")
    state = play(state, Receive("b-infantry-5"), Place("b-infantry-5", "1621"))
    assert (CAT.index["b-infantry-5"], CAT.hex_of["1621"]) in combat(state).band


@pytest.mark.rule("maori_wars:9.0.3")
def test_mounted_men_join_and_charge_with_one_more() -> None:
    state = drawn(10, {**FIELD, "1725": "b-cavalry-1"})
    state = play(state, Place("b-cavalry-1", "1621"))
    assert place(state, "b-cavalry-1") == "1621"
    assert combat(state).charge == 1
    assert asked(state).clause == "maori_wars:9.0.5"


@pytest.mark.rule("maori_wars:9.0.3")
def test_a_garrison_may_be_gone_in_the_night() -> None:
    state = drawn(25, sites={"1722": "pa maori"})
    assert asked(state).seat == MAORI
    assert EnterBush("m-warrior-1") in options(state)
    state = play(state, Retreat("m-warrior-1", "1724"), Hold("m-warrior-2"))
    assert place(state, "m-warrior-1") == "1724"
    assert targets(state, Counter) == {"1721", "1621"}


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R3")
def test_naval_guns_fire_once_more_even_at_a_hex_that_was_shelled() -> None:
    at = {**FIELD, "1724": "b-naval-1"}
    state = drawn(32, at, {"1722": "pa maori"}, shelled=())
    state = play(state, Bombard("naval", "pa 1722"), 5)
    assert site(state, "1722") == "village maori"
    assert state.shelled == ()


@pytest.mark.rule("maori_wars:9.0.3")
def test_the_pioneer_fires_from_a_navigable_river() -> None:
    at = {**FIELD, "1622": "b-gunboat-1", "1623": "m-warrior-5"}
    state = drawn(11, at)
    assert targets(state, Bombard, "gun") == {"b-gunboat-1"}


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:8.0")
def test_fear_among_the_tribes_makes_the_phasing_side_negotiate_without_a_leader() -> None:
    state = drawn(19, sites={"1727": "village neutral"})
    assert rolls(state) == "maori_wars:8.0"
    assert site(play(state, 6), "1727") == "village queenite"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R17")
def test_a_leader_may_be_struck_down() -> None:
    state = drawn(26, {**FIELD, "1722": "m-warrior-1..2 rewi"})
    assert place(play(state, 1), "rewi") == "gone"
    assert place(play(state, 2), "rewi") == "1722"


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R3", "maori_wars:11.0")
def test_farms_burn() -> None:
    state = drawn(31, sites={"1724": "settlement british"})
    assert site(play(state, 4), "1724") == "settlement british disrupted"
    lost = play(state, 5)
    assert (site(lost, "1724"), lost.vp) == ("", -1)
    two = drawn(31, sites={"1724": "settlement british", "1825": "settlement british"})
    assert asked(two).seat == MAORI
    assert targets(two, Choose, "what") == {"1724", "1825"}


@pytest.mark.rule("maori_wars:9.0.3")
def test_confiscation_founds_a_settlement_and_brings_a_warrior() -> None:
    state = drawn(16, sites={"1519": "settlement british", "1724": "village maori"}, box="m-warrior-9")
    assert "1519" not in targets(state, Choose, "what")
    assert "1723" not in targets(state, Choose, "what")
    state = play(state, Choose("1620"))
    assert site(state, "1620") == "settlement british"
    assert Receive("m-warrior-9") in options(state)


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:6.0")
def test_aukati_closes_a_territory_to_the_british() -> None:
    state = drawn(40)
    assert state.bans == ((3, CAT.territory_index["CI"]),)
    from kemu.games.maori_wars.model.actions import Go, Take

    start = next(
        at
        for at in range(CAT.n)
        if CAT.open[at]
        and CAT.territory[at] == 1
        and any(CAT.territory[to] == 3 and CAT.terrain[to] == 0 for to in CAT.walks[at])
    )
    label = CAT.label[start]
    closed = play(position("Moving", at={label: "b-infantry-1"}, bans=state.bans), Take("b-infantry-1"))
    assert not {where for where in targets(closed, Go) if CAT.territory[CAT.hex_of[where]] == 3}
    free = play(position("Moving", at={label: "b-infantry-1"}), Take("b-infantry-1"))
    assert {where for where in targets(free, Go) if CAT.territory[CAT.hex_of[where]] == 3}


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:6.0.1")
def test_the_sap_creeps_on() -> None:
    lying = drawn(38, sites={"1724": "pa maori"}, sap=(CAT.hex_of["1723"], CAT.hex_of["1724"]), turn=4)
    assert site(lying, "1724") == "village maori"
    placed = drawn(38, sites={"1722": "pa maori"}, turn=4)
    state = play(placed, Sap("b-infantry-1", "1722"))
    assert state.sap == (CAT.hex_of["1721"], CAT.hex_of["1722"])


@pytest.mark.rule("maori_wars:9.0.3")
def test_ringatu_rallies_those_around_te_kooti() -> None:
    at = {**FIELD, "1725": "te-kooti m-warrior-5", "1827": "m-warrior-6"}
    state = drawn(24, at, scenario="tekooti", disrupted="m-warrior-5 m-warrior-6")
    assert not is_disrupted(state, "m-warrior-5")
    assert is_disrupted(state, "m-warrior-6")


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:12.0")
def test_military_settlers_found_a_settlement_beside_them() -> None:
    state = drawn(27, sites={"1519": "settlement british"}, box="b-militia-9")
    state = play(state, Receive("b-militia-9"), Place("b-militia-9", "1519"))
    assert targets(state, Choose, "what") <= {CAT.label[to] for to in CAT.walks[CAT.hex_of["1519"]]}
    state = play(state, Choose("1518"))
    assert site(state, "1518") == "settlement british"


def until_its_fight(state: State) -> State:
    """Play on, by the last option and ones, until the combat of a chit is due."""
    for _ in range(40):
        pending = GAME.pending(state)
        if not isinstance(pending, Decide):
            state = play(state, 1)
        elif pending.clause == "maori_wars:R28":
            return state
        else:
            state = play(state, pending.options[-1])
    raise AssertionError("it never comes")


# -- combats that chits cause --------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:R28", "maori_wars:9.0.3", "maori_wars:10.0.3")
def test_an_ambush_waits_for_the_combat_and_then_raids_without_a_chit() -> None:
    at = {**FIELD, "W": "m-warrior-7", "1824": "m-warrior-8", "1725": "b-infantry-5"}
    state = drawn(7, at)
    assert combat_of(state) is not None
    assert len(state.queue) == 1
    state = play(state, Stand(), 1)
    state = until_its_fight(state)
    assert asked(state).seat == MAORI
    state = play(state, Raid("1725"), Lurk("m-warrior-7", "1724"), Lurk("m-warrior-8", "1724"))
    assert rolls(state) == "maori_wars:10.0.3"


@pytest.mark.rule("maori_wars:R28")
def test_rangers_raid_by_a_dispatch_and_are_not_spent_by_it() -> None:
    at = {**FIELD, "1826": "b-ranger-1", "1727": "m-warrior-9"}
    state = play(drawn(3, at), Stand(), 1)
    state = until_its_fight(state)
    assert Raid("1727") in options(state)
    assert Done() in options(state)


@pytest.mark.rule("maori_wars:R28", "maori_wars:9.0.1")
def test_in_a_combat_of_a_chit_spent_units_may_fight() -> None:
    at = {**FIELD, "1824": "m-warrior-4", "1825": "q-warrior-1"}
    state = position(at=at, sites=SITES, cup=(28, 5))
    state = play(state, Attack("1824"), Everyone(), Stand(), 5, Stand(), 1)
    state = play(state, Attack("1722"), Everyone(), Stand(), 28, Stand(), 1)
    state = until_its_fight(state)
    assert asked(state).clause == "maori_wars:R28"
    assert state.spent >> CAT.index["q-warrior-1"] & 1
    state = play(state, Attack("1824"), Everyone())
    assert combat_of(state) is not None


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28", "maori_wars:9.0")
@pytest.mark.parametrize("chit", [17, 34])
def test_whoever_drops_out_of_a_fight_that_a_dispatch_has_brought_is_as_spent_as_before(chit: int) -> None:
    at = {"1722": "m-warrior-1", "1721": "q-warrior-1", "1825": "m-warrior-2", "1824": "b-infantry-1"}
    state = position(at=at, sites=SITES, cup=(5, 28, chit))
    state = play(state, Attack("1722"), Everyone(), Stand(), 5, Stand(), 1)  # The Queenites have attacked.
    state = play(state, Attack("1825"), Everyone(), Stand(), 28, Stand(), 1)
    state = play(state, Attack("1722"), Everyone(), Stand(), chit)
    assert Attack("1722") not in options(state)


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:R28")
@pytest.mark.parametrize(("chit", "joins"), [(10, Place("b-cavalry-1", "1721")), (20, Receive("b-militia-1"))])
def test_whoever_joins_a_fight_that_a_dispatch_has_brought_may_still_attack(chit: int, joins: Place | Receive) -> None:
    at = {"1722": "m-warrior-1", "1721": "q-warrior-1 b-cavalry-1", "1825": "m-warrior-2", "1824": "b-infantry-1"}
    state = position(at=at, sites=SITES, box="b-militia-1", cup=(28, chit))
    state = play(state, Attack("1825"), Everyone(), Stand(), 28, Stand(), 1)
    state = play(state, Attack("1722"), Everyone(), Stand(), chit)
    state, unit = play(state, joins), CAT.index[joins.unit]
    combat = combat_of(state)
    assert combat is not None
    assert (unit, CAT.hex_of["1721"]) in combat.band
    assert not state.spent >> unit & 1
