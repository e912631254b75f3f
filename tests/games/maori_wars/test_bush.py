"""10.0: the bush and raids."""

from __future__ import annotations

import pytest

from kemu.core.pending import Action
from kemu.games.maori_wars.model.actions import (
    Advance,
    Ambush,
    Begin,
    Counter,
    Done,
    Emerge,
    EnterBush,
    Everyone,
    Join,
    Lurk,
    Raid,
    Roam,
    Stand,
    Stop,
    Strike,
    Take,
)
from kemu.games.maori_wars.model.events import Rolled
from kemu.games.maori_wars.rules.raids import raid_drm

from .positions import (
    BRITISH,
    CAT,
    GAME,
    MAORI,
    UNIT,
    Told,
    asked,
    options,
    place,
    play,
    position,
    rolls,
    targets,
    unit,
)

SITES = {"0707": "village maori", "0906": "settlement british"}


def refused(state: object, action: Action) -> str:
    """The clause of the refusal."""
    refusal = GAME.why_not(state, asked(state).seat, action)  # type: ignore[arg-type]
    assert refusal is not None
    return refusal.clause


@pytest.mark.rule("maori_wars:10.0.1", "maori_wars:R36", "maori_wars:3.0.9")
def test_queenites_militia_constabulary_rangers_and_leaders_enter_the_bush_of_their_hex() -> None:
    at = {"1722": "b-infantry-1 b-militia-1 b-constabulary-1 b-ranger-1 b-cavalry-1 b-artillery-1 q-warrior-1 cameron"}
    state = position("BushPhase", at=at, sites=SITES)
    assert targets(state, EnterBush, "unit") == {
        "b-militia-1",
        "b-constabulary-1",
        "b-ranger-1",
        "q-warrior-1",
        "cameron",
    }
    assert refused(state, EnterBush("b-infantry-1")) == "maori_wars:10.0.1"
    state = play(state, EnterBush("b-militia-1"))
    assert place(state, "b-militia-1") == "W"


@pytest.mark.rule("maori_wars:14.0.4", "maori_wars:14.0.5")
def test_in_the_first_scenario_militia_stays_out_of_the_bush() -> None:
    state = position("BushPhase", scenario="heke", at={"1519": "b-militia-1 q-warrior-1"}, sites=SITES)
    assert targets(state, EnterBush, "unit") == {"q-warrior-1"}
    assert refused(state, EnterBush("b-militia-1")) == "maori_wars:14.0.5"


@pytest.mark.rule("maori_wars:10.0", "maori_wars:R36")
def test_three_maori_and_two_british_units_may_be_in_the_bush_and_any_leaders() -> None:
    state = position("BushPhase", MAORI, at={"1722": "m-warrior-1..4 rewi tamihana"}, sites=SITES)
    state = play(state, EnterBush("m-warrior-1"), EnterBush("m-warrior-2"), EnterBush("m-warrior-3"))
    assert targets(state, EnterBush, "unit") == {"rewi", "tamihana"}
    assert refused(state, EnterBush("m-warrior-4")) == "maori_wars:10.0"
    british = position("BushPhase", at={"1722": "b-militia-1..3"}, sites=SITES)
    british = play(british, EnterBush("b-militia-1"), EnterBush("b-militia-2"))
    assert not targets(british, EnterBush, "unit")


@pytest.mark.rule("maori_wars:10.0", "maori_wars:R36")
def test_the_limit_is_tested_when_the_phase_is_closed() -> None:
    at = {"W": "m-warrior-1..3", "1722": "m-warrior-4"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), EnterBush("m-warrior-4"))
    # One of the three must come out: they are alike, so there is no question which.
    assert all(isinstance(option, Emerge) for option in options(state))
    state = play(state, Emerge("m-warrior-1", "1722"))
    assert Done() in options(state)


@pytest.mark.rule("maori_wars:10.0.1")
def test_whoever_has_entered_does_nothing_more_in_this_phase() -> None:
    state = position("BushPhase", MAORI, at={"1722": "m-warrior-1..2"}, sites=SITES)
    state = play(state, EnterBush("m-warrior-1"))
    assert "m-warrior-1" not in targets(state, Take, "unit")


@pytest.mark.rule("maori_wars:10.0.2", "maori_wars:R36")
def test_a_unit_in_the_bush_stays_roams_or_comes_out_and_so_does_a_disrupted_one() -> None:
    at = {"W": "m-warrior-1 rewi", "1722": "b-infantry-1", "1723": "n-warrior-1", "1721": "m-warrior-2..5"}
    sites = {**SITES, "1723": "village neutral", "1724": "village neutral"}
    state = play(position("BushPhase", MAORI, at=at, sites=sites, disrupted="m-warrior-1"), Take("m-warrior-1"))
    assert targets(state, Roam) == {"A", "CI", "BP"}
    assert Stop() in options(state)
    out = targets(state, Emerge)
    assert "1822" in out
    assert not {"1722", "1723", "1724", "1721", "0907"} & out
    assert place(play(state, Roam("m-warrior-1", "CI")), "m-warrior-1") == "CI"
    assert place(play(state, Emerge("m-warrior-1", "1822")), "m-warrior-1") == "1822"
    leader = play(position("BushPhase", MAORI, at=at, sites=sites), Take("rewi"))
    assert "1721" in targets(leader, Emerge)


# -- raids on the map ----------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:R34")
def test_a_raid_is_made_on_units_in_the_open_from_a_hex_of_the_raiders_territory() -> None:
    at = {
        "W": "m-warrior-1..2",
        "1722": "b-infantry-1",
        "1725": "b-militia-1",
        "0908": "b-militia-2",
        "1827": "cameron",
    }
    state = position("BushPhase", MAORI, at=at, sites={**SITES, "1725": "settlement british"})
    assert targets(state, Raid) == {"1722"}
    assert refused(state, Raid("1725")) == "maori_wars:10.0.4"
    assert refused(state, Raid("0908")) == "maori_wars:10.0.4"
    state = play(state, Raid("1722"))
    assert targets(state, Lurk) == {CAT.label[to] for to in CAT.walks[CAT.hex_of["1722"]]}
    state = play(state, Lurk("m-warrior-1", "1721"), Lurk("m-warrior-2", "1822"))
    assert {place(state, "m-warrior-1"), place(state, "m-warrior-2")} == {"1721", "1822"}
    assert rolls(state) == "maori_wars:10.0.3"


@pytest.mark.rule("maori_wars:10.0.3", "maori_wars:R34", "maori_wars:R25")
def test_raiders_roll_first_and_the_raided_answer_and_nobody_retreats() -> None:
    at = {"W": "m-warrior-1", "1722": "b-infantry-1..2"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), Raid("1722"), Lurk("m-warrior-1", "1721"))
    told: Told = []
    state = play(state, 2, told=told)
    roll = next(event for event in told if isinstance(event, Rolled))
    assert (roll.drm, roll.result) == (1, "no effect")  # lesser force, 3: a retreat that is disregarded
    assert place(state, "b-infantry-1") == "1722"
    assert asked(state).seat == BRITISH
    state = play(state, Counter("1721"), 5)
    assert place(state, "m-warrior-1") == "box"


@pytest.mark.rule("maori_wars:R34", "maori_wars:9.0.11")
def test_a_hex_emptied_by_a_raid_may_be_advanced_into() -> None:
    at = {"W": "m-warrior-1..2", "1722": "b-infantry-1"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), Raid("1722"))
    state = play(state, Lurk("m-warrior-1", "1721"), Lurk("m-warrior-2", "1721"), 4)
    assert place(state, "b-infantry-1") == "box"
    assert targets(state, Advance, "unit") == {"m-warrior-1"}
    assert place(play(state, Everyone()), "m-warrior-2") == "1722"


@pytest.mark.rule(
    "maori_wars:10.0.3",
    "maori_wars:R35",
    "maori_wars:3.0.8",
    "maori_wars:3.0.11",
    "maori_wars:3.0.13",
    "maori_wars:3.0.7",
)
def test_what_raiders_add_is_the_best_of_them_and_not_a_sum() -> None:
    def drm(band: str, raided: str = "m-warrior-9") -> int:
        return raid_drm(GAME, [unit(name) for name in band.split()], [unit(raided)])

    assert drm("m-warrior-1", "b-militia-1") == 1
    assert drm("m-warrior-1 m-warrior-2", "b-infantry-1") == 1
    assert drm("b-militia-1") == 1
    assert drm("q-warrior-1") == drm("b-constabulary-1") == drm("b-ranger-1") == 0
    assert drm("b-ranger-1 von-tempsky") == drm("b-ranger-1 jackson") == drm("b-ranger-1 b-militia-1 jackson") == 2
    assert drm("b-ranger-1 cameron") == 0
    assert drm("b-constabulary-1 jackson") == 0


@pytest.mark.rule("maori_wars:R34", "maori_wars:9.0.7")
def test_terrain_counts_for_the_raiders_only() -> None:
    at = {"W": "m-warrior-1", "1523": "b-infantry-1"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), Raid("1523"))
    state = play(state, Lurk("m-warrior-1", "1522"))
    told: Told = []
    state = play(state, 1, told=told)
    state = play(state, Counter("1522"), 1, told=told)
    assert [event.drm for event in told if isinstance(event, Rolled)] == [0, 0]


@pytest.mark.rule("maori_wars:10.0.2", "maori_wars:10.0.3")
def test_disrupted_raiders_do_not_raid() -> None:
    at = {"W": "m-warrior-1", "1722": "b-infantry-1"}
    state = position("BushPhase", MAORI, at=at, sites=SITES, disrupted="m-warrior-1")
    assert not targets(state, Raid)


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:R35")
def test_a_leader_of_rangers_comes_along() -> None:
    at = {"W": "b-ranger-1 von-tempsky", "1722": "m-warrior-1"}
    state = play(position("BushPhase", at=at, sites=SITES), Raid("1722"), Lurk("b-ranger-1", "1721"))
    assert Lurk("von-tempsky", "1721") in options(state)
    told: Told = []
    play(state, Lurk("von-tempsky", "1721"), 1, told=told)
    assert next(event for event in told if isinstance(event, Rolled)).drm == 2


# -- raids in the bush ---------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:10.0.5", "maori_wars:R34", "maori_wars:R36")
def test_in_the_bush_raiders_find_one_enemy_on_three_or_less() -> None:
    at = {"W": "m-warrior-1..2 q-warrior-1 b-ranger-1 cameron"}
    state = position("BushPhase", MAORI, at=at, sites=SITES)
    assert targets(state, Ambush) == {"W"}
    missed = play(state, Ambush("W"), Join("m-warrior-1"), Begin(), 4)
    assert targets(missed, Take, "unit") == {"m-warrior-2"}
    state = play(state, Ambush("W"), Everyone(), 3)
    assert targets(state, Strike, "unit") == {"q-warrior-1", "b-ranger-1"}
    told: Told = []
    state = play(state, Strike("b-ranger-1"), 3, told=told)
    assert "greater" in next(event for event in told if isinstance(event, Rolled)).what
    assert place(state, "b-ranger-1") == "box"
    assert place(state, "q-warrior-1") == "W"
    assert place(state, "cameron") == "W"


@pytest.mark.rule("maori_wars:R36", "maori_wars:R17")
def test_a_leader_in_the_bush_dies_with_the_last_of_his_side() -> None:
    at = {"W": "m-warrior-1..2 b-ranger-1 cameron"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), Ambush("W"), Everyone(), 1, 4)
    assert place(state, "b-ranger-1") == "box"
    assert place(state, "cameron") == "gone"


@pytest.mark.rule("maori_wars:R34", "maori_wars:10.0.5")
def test_the_raided_unit_strikes_back_at_the_group() -> None:
    at = {"W": "m-warrior-1..2 b-ranger-1"}
    state = play(position("BushPhase", MAORI, at=at, sites=SITES), Ambush("W"), Join("m-warrior-1"), Begin(), 1)
    state = play(state, 1, Counter("W"), 6)
    assert place(state, "m-warrior-1") == "box"
    assert state.vp == UNIT


@pytest.mark.rule("maori_wars:10.0.3")
def test_the_raided_may_let_it_be() -> None:
    at = {"W": "m-warrior-1", "1722": "b-infantry-1"}
    state = play(
        position("BushPhase", MAORI, at=at, sites=SITES), Raid("1722"), Lurk("m-warrior-1", "1721"), 1, Stand()
    )
    assert place(state, "m-warrior-1") == "1721"
