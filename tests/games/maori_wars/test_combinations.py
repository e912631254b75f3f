"""Two rules at once: evasion and a later strike, raids and the Sap, the bush and who has just come into it."""

from __future__ import annotations

import pytest

from kemu.games.maori_wars import State
from kemu.games.maori_wars.model.actions import (
    Ambush,
    Attack,
    Begin,
    Bombard,
    Counter,
    Disrupt,
    Done,
    EnterBush,
    Evade,
    Everyone,
    Join,
    Lose,
    Lurk,
    Negotiate,
    Raid,
    Retreat,
    Roam,
    Shift,
    Stand,
    Take,
    Visit,
)
from kemu.games.maori_wars.model.events import Rolled
from kemu.games.maori_wars.rules.bush import BushPhase

from .positions import (
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
    site,
    targets,
)

FAR = {"0707": "village maori", "0906": "settlement british"}
PLAN = 5


def modifications(told: Told) -> list[int]:
    """What was added to each die."""
    return [event.drm for event in told if isinstance(event, Rolled)]


# -- raids ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:10.0.1", "maori_wars:10.0.5", "maori_wars:3.0.11")
@pytest.mark.parametrize("late", ["enters", "comes from another territory"])
def test_a_leader_who_has_entered_or_acted_does_not_lead_a_raid_in_the_bush(late: str) -> None:
    where = "1622" if late == "enters" else "A"
    state = position("BushPhase", at={"W": "b-ranger-1 m-warrior-1", where: "von-tempsky"}, sites=FAR)
    first = (EnterBush("von-tempsky"),) if late == "enters" else (Take("von-tempsky"), Roam("von-tempsky", "W"))
    told: Told = []
    play(play(state, *first), Ambush("W"), Everyone(), 2, 3, told=told)
    assert modifications(told)[-1] == 0
    told = []
    there = position("BushPhase", at={"W": "b-ranger-1 m-warrior-1 von-tempsky"}, sites=FAR)
    play(there, Ambush("W"), Everyone(), 2, 3, told=told)
    assert modifications(told)[-1] == 2


@pytest.mark.rule("maori_wars:10.0.4")
def test_raiders_do_not_return_to_the_bush_in_the_same_phase() -> None:
    at = {"W": "m-warrior-1..2 rewi", "1722": "b-infantry-1..2", "1622": "m-warrior-3"}
    state = position("BushPhase", MAORI, at=at, sites=FAR)
    state = play(state, Raid("1722"), Lurk("m-warrior-1", "1721"), Lurk("rewi", "1721"), Begin(), 1, Counter("1721"), 3)
    assert targets(state, EnterBush, "unit") == {"m-warrior-3"}
    refusal = GAME.why_not(state, MAORI, EnterBush("m-warrior-1"))
    assert refusal is not None
    assert refusal.clause == "maori_wars:10.0.4"


@pytest.mark.rule("maori_wars:10.0.4", "maori_wars:R28")
def test_who_has_raided_by_a_dispatch_in_the_combat_phase_may_enter_the_bush_later() -> None:
    at = {"1824": "m-warrior-1", "1823": "b-infantry-1..3", "1526": "b-ranger-1", "1528": "m-warrior-2"}
    state = position(at=at, sites=FAR, cup=(3, 13))
    state = play(state, Attack("1824"), Everyone(), Stand(), 3, Stand(), 4, Done(), Raid("1528"))
    lair = min(targets(state, Lurk))
    state = play(state, Lurk("b-ranger-1", lair), 1, Counter(lair), 1)
    while not isinstance(state.stack[-1], BushPhase):
        state = play(state, Done())
    assert EnterBush("b-ranger-1") in options(state)


@pytest.mark.rule("maori_wars:6.0.1", "maori_wars:R33", "maori_wars:R34")
@pytest.mark.parametrize(("sap", "added"), [("1722", 1), ("1723", 0)])
def test_maori_who_are_raided_on_the_sap_strike_back_at_plus_one(sap: str, added: int) -> None:
    at = {"W": "b-ranger-1", "1722": "m-warrior-1..2"}
    state = position("BushPhase", at=at, sites=FAR, sap=(CAT.hex_of[sap], -1))
    told: Told = []
    play(state, Raid("1722"), Lurk("b-ranger-1", "1721"), 1, Counter("1721"), 3, told=told)
    assert modifications(told) == [0, added]


# -- evaders -------------------------------------------------------------------------------------------------


def slips_away(state: State, to: str) -> State:
    """The Infantry at 1721 attacks the warrior at 1722, who evades."""
    state = play(state, Attack("1722"), Join("b-infantry-1"), Begin(), Evade("m-warrior-1"), 4)
    return play(state, Retreat("m-warrior-1", to), Done())


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:9.0.6", "maori_wars:R26")
def test_a_pa_with_evaders_only_strikes_as_an_empty_one() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1821": "b-infantry-2..3"}
    state = slips_away(position(at=at, sites={**FAR, "1822": "pa maori"}), "1822")
    state = play(state, Attack("1822"), Everyone(), 13)
    assert targets(state, Counter) == {"1821"}
    told: Told = []
    play(state, Counter("1821"), 6, told=told)
    assert "lesser" in next(event.what for event in told if isinstance(event, Rolled))


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:R26", "maori_wars:R27")
def test_when_only_those_are_left_who_evaded_into_a_hex_the_combat_is_over_and_nobody_advances() -> None:
    at = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1822": "m-warrior-2", "1821": "b-infantry-2..3"}
    state = slips_away(position(at=at, sites={**FAR, "1822": "village maori"}), "1822")
    state = play(state, Attack("1822"), Everyone(), Evade("m-warrior-2"), 4, Retreat("m-warrior-2", "1823"))
    # No chit is drawn and nothing is rolled: the Village stands, with him who evaded into it.
    assert asked(state).clause == "maori_wars:12.0"
    assert (site(state, "1822"), place(state, "m-warrior-1")) == ("village maori", "1822")
    assert state.cup == (5, 13)


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:9.0.2", "maori_wars:R26")
def test_a_unit_that_has_evaded_is_struck_back_at_when_it_attacks_itself() -> None:
    # In the Maori turn a dispatch lets Queenites attack; the warrior evades into his Village, and attacks from there.
    at = {"1722": "m-warrior-1", "1821": "q-warrior-1", "1621": "m-warrior-2", "1620": "b-infantry-1"}
    at |= {"1823": "b-infantry-2..3"}
    state = position(seat=MAORI, at=at, sites={**FAR, "1723": "village maori"}, cup=(28, 13, 5))
    state = play(state, Attack("1620"), Join("m-warrior-2"), Stand(), 28, Stand(), 1)
    state = play(state, Attack("1722"), Everyone(), Evade("m-warrior-1"), 5, Retreat("m-warrior-1", "1723"), Done())
    state = play(state, Attack("1823"), Everyone(), 13, Counter("1723"), 4)
    assert (place(state, "m-warrior-1"), site(state, "1723")) == ("box", "village maori")


@pytest.mark.rule("maori_wars:10.0.3", "maori_wars:9.0.2", "maori_wars:R34")
def test_a_raider_by_dispatch_who_has_evaded_is_struck_back_at() -> None:
    at = {"1722": "m-warrior-1..2", "1721": "b-infantry-1..2", "1823": "b-infantry-3..4"}
    state = position(at=at, sites=FAR, cup=(7, 13))
    state = play(state, Attack("1722"), Everyone(), Evade("m-warrior-1"), Begin(), 4, Retreat("m-warrior-1", "1822"))
    state = play(state, 7, Stand(), 1, Retreat("m-warrior-2", "1622"), Done(), Raid("1823"))
    state = play(state, Lurk("m-warrior-1", "1822"), 1, Counter("1822"), 4)
    assert place(state, "m-warrior-1") == "box"


# -- Canoes under fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("maori_wars:9.0.4", "maori_wars:R37")
def test_of_two_canoes_the_owner_chooses_which_is_hit() -> None:
    at = {"1622": "m-canoe-1..2", "1621": "b-artillery-1"}
    state = position(at=at, sites=FAR, disrupted="m-canoe-1")
    state = play(state, Attack("1622"), Stand(), PLAN, Bombard("b-artillery-1", "canoe"))
    hurt = play(state, 4)
    assert asked(hurt).seat == MAORI
    assert set(options(hurt)) == {Disrupt("m-canoe-1"), Disrupt("m-canoe-2")}
    assert is_disrupted(play(hurt, Disrupt("m-canoe-2")), "m-canoe-2")
    sunk = play(state, 6, Lose("m-canoe-2"))
    assert (place(sunk, "m-canoe-2"), place(sunk, "m-canoe-1"), sunk.vp) == ("away", "1622", 1)


@pytest.mark.rule("maori_wars:9.0.2", "maori_wars:9.0.4")
def test_a_canoe_that_has_evaded_is_not_fired_at_in_the_same_phase() -> None:
    at = {"1622": "m-canoe-1", "1722": "b-artillery-1", "1724": "b-artillery-2"}
    state = position(at=at, sites=FAR)
    state = play(state, Attack("1622"), Evade("m-canoe-1"), 4, Retreat("m-canoe-1", "1623"), PLAN)
    assert asked(state).clause == "maori_wars:12.0"


# -- a territory that a dispatch has closed ------------------------------------------------------------------

CLOSED = ((3, CAT.territory_index["CI"]),)


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:4.0")
def test_the_opponent_does_not_move_an_over_stacked_unit_into_a_closed_territory() -> None:
    at = {"1526": "q-warrior-1..5"}
    assert "1527" in targets(position("Overstacked", at=at, sites=FAR), Shift)
    closed = targets(position("Overstacked", at=at, sites=FAR, bans=CLOSED), Shift)
    assert closed == {"1525", "1625", "1626", "1426", "1425"}


@pytest.mark.rule("maori_wars:9.0.3", "maori_wars:8.0")
def test_a_leader_who_has_negotiated_does_not_go_into_a_closed_territory() -> None:
    at = {"1426": "cameron", "1527": "b-infantry-1", "1526": "b-infantry-2"}
    sites = {**FAR, "1425": "village neutral"}
    talk = Negotiate("cameron", "1425")
    assert targets(play(position("Alliance", at=at, sites=sites), talk, 3), Visit) == {"1526", "1527"}
    assert targets(play(position("Alliance", at=at, sites=sites, bans=CLOSED), talk, 3), Visit) == {"1526"}


@pytest.mark.rule("maori_wars:9.0.3")
def test_rangers_do_not_raid_out_of_a_closed_territory_by_a_dispatch() -> None:
    at = {"1824": "m-warrior-1", "1823": "b-infantry-1..3", "1526": "b-ranger-1", "1528": "m-warrior-2"}
    found = []
    for bans in ((), CLOSED):
        state = position(at=at, sites=FAR, cup=(3, 13), bans=bans)
        state = play(state, Attack("1824"), Everyone(), Stand(), 3, Stand(), 4, Done())
        found.append(Raid("1528") in options(state))
    assert found == [True, False]
