"""Exact odds: the kit's own table, and words for every step."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kemu import QuickRng
from kemu.core.pending import Chance, Decide, Over
from kemu.games.maori_wars import Settings, State
from kemu.games.maori_wars.model.actions import (
    Absorb,
    Attack,
    Begin,
    Counter,
    Done,
    Evade,
    Everyone,
    Intimidate,
    Lurk,
    Negotiate,
    Raid,
    Stand,
)
from kemu.games.maori_wars.odds.exact import Forecast, forecast
from kemu.games.maori_wars.odds.lines import foretell
from kemu.games.maori_wars.rules.combat import combat_of

from .positions import BRITISH, CAT, GAME, MAORI, play, position, units

FAR = {"0707": "village maori"}


def of(
    attackers: str, defenders: str, sites: str = "", *, at: str = "1722", disrupted: str = "", evade: bool = True
) -> Forecast:
    """The forecast of British from 1721 (from 1622 against the rough 1523) on Maori."""
    start = "1721" if at == "1722" else "1622"
    where = {start: attackers} | ({at: defenders} if defenders else {})
    state = position(at=where, sites=FAR | ({at: sites} if sites else {}), disrupted=disrupted)
    return forecast(GAME, state, BRITISH, CAT.hex_of[at], tuple(units(attackers)), evade=evade)


@pytest.mark.rule("maori_wars:9.0.8", "maori_wars:9.0.7")
def test_two_against_one_in_the_open_comes_out_as_reckoned_by_hand() -> None:
    found = of("b-infantry-1..2", "m-warrior-1")
    assert found.evades == Fraction(1, 2)
    assert found.loses == Fraction(1, 12)
    assert found.shaken == Fraction(1, 6)
    assert found.thrown_back == Fraction(1, 12)
    assert found.kills == Fraction(1, 8)
    assert float(found.shakes) == pytest.approx(0.14, abs=0.005)
    assert found.drives_out == Fraction(1, 9)


@pytest.mark.rule("maori_wars:9.0.2")
def test_with_a_ranger_they_evade_less_often() -> None:
    found = of("b-infantry-1 b-ranger-1", "m-warrior-1")
    assert (found.evades, found.loses, found.kills) == (Fraction(1, 3), Fraction(1, 9), Fraction(1, 6))
    assert found.drives_out == Fraction(4, 27)


@pytest.mark.rule("maori_wars:9.0.7")
def test_rough_ground_costs_a_point() -> None:
    found = of("b-infantry-1..2", "m-warrior-1", at="1523")
    assert found.kills == Fraction(1, 18)


@pytest.mark.rule("maori_wars:9.0.12", "maori_wars:9.0.7")
def test_four_against_two_in_a_pa() -> None:
    found = of("b-infantry-1..4", "m-warrior-1..2", "pa maori", evade=False)
    assert found.loses == Fraction(1, 6)
    assert found.thrown_back == Fraction(1, 6)
    assert found.kills == found.breaks == Fraction(5, 72)


@pytest.mark.rule("maori_wars:9.0.6", "maori_wars:R24")
def test_four_against_a_pa_left_by_evasion() -> None:
    found = of("b-infantry-1..4", "", "pa maori")
    assert found.loses == Fraction(1, 6)
    assert found.empties == Fraction(25, 36)


@pytest.mark.rule("maori_wars:9.0.6")
def test_disrupted_defenders_do_not_strike_back() -> None:
    found = of("b-infantry-1..4", "m-warrior-1..2", "pa maori", disrupted="m-warrior-1..2")
    assert (found.loses, found.thrown_back, found.evades) == (0, 0, 0)
    assert found.kills == Fraction(1, 12)
    assert found.breaks == Fraction(1, 12)


def test_the_odds_of_an_attack_are_told_step_by_step() -> None:
    state = position(at={"1721": "b-infantry-1..2", "1722": "m-warrior-1"}, sites=FAR)
    lines = foretell(GAME, state, Attack("1722"))
    steps = [
        "Evasion",
        "Dispatch",
        "Counter-attack",
        "The roll, as the greater force",
        "After all that",
        "You may advance",
    ]
    assert [line.split(":")[0] for line in lines] == steps
    assert "50 %" in lines[0]
    assert "one unit eliminated 50 %" in lines[3]
    assert foretell(GAME, play(state, Attack("1722")), Everyone()) == lines


def played(state: State, *, evade: bool) -> tuple[Fraction, Fraction, Fraction]:
    """Play an attack on 1722 through all its dice: how likely each side loses a unit, and the walls go down."""
    start, before = play(state, Attack("1722"), Everyone()), len(state.sites)
    walls = sum(site[1] for site in state.sites)
    wanted = (Absorb, Counter, Evade, Begin) if evade else (Absorb, Counter)

    def men(now: State, side: int) -> int:
        return sum(now.where[unit] >= 0 for unit in GAME.units.of_seat[side])

    def walk(now: State) -> tuple[Fraction, Fraction, Fraction]:
        if combat_of(now) is None:
            lower = len(now.sites) < before or sum(site[1] for site in now.sites) < walls
            return (
                Fraction(men(now, BRITISH) < men(state, BRITISH)),
                Fraction(men(now, MAORI) < men(state, MAORI)),
                Fraction(lower),
            )
        pending = GAME.pending(now)
        if isinstance(pending, Decide):
            options = pending.options
            kinds = (*wanted, Stand, Done)
            choice = next((one for kind in kinds for one in options if isinstance(one, kind)), options[0])
            return walk(play(now, choice))
        assert isinstance(pending, Chance)
        ways = [(weight, walk(GAME.apply(now, outcome)[0])) for outcome, weight in pending.outcomes()]
        whole = sum(weight for weight, _ in ways)
        a, b, c = (sum((Fraction(weight, whole) * found[i] for weight, found in ways), Fraction(0)) for i in range(3))
        return a, b, c

    return walk(start)


@pytest.mark.parametrize(
    ("attackers", "defenders", "site", "evade"),
    [
        ("b-infantry-1..2", "m-warrior-1", "", False),
        ("b-infantry-1..2", "m-warrior-1", "", True),
        ("b-infantry-1..3", "m-warrior-1..2", "village maori", False),
        ("b-infantry-1..4", "m-warrior-1..2", "pa maori", False),
    ],
)
def test_the_odds_are_those_of_every_die_played_out(attackers: str, defenders: str, site: str, evade: bool) -> None:
    sites = FAR | ({"1722": site} if site else {})
    state = position(at={"1721": attackers, "1722": defenders}, sites=sites)
    told = forecast(GAME, state, BRITISH, CAT.hex_of["1722"], tuple(units(attackers)), evade=evade)
    loses, kills, breaks = played(state, evade=evade)
    assert (loses, kills, breaks) == (told.loses, told.kills, told.breaks)


@pytest.mark.rule("maori_wars:8.0", "maori_wars:R22")
def test_negotiations_and_guns_are_told() -> None:
    at = {"1722": "n-warrior-1", "1721": "cameron", "1723": "b-artillery-1"}
    state = position("Alliance", at=at, sites=FAR | {"1722": "village neutral"})
    assert foretell(GAME, state, Negotiate("cameron", "1722")) == (
        "They join you: 33 %; they join the enemy, who gains a point: 0 %.",
    )
    state = position(at=at, sites=FAR | {"1722": "village neutral"})
    assert "they join the British 33 %" in foretell(GAME, state, Intimidate("b-artillery-1", "1722"))[0]


@pytest.mark.rule("maori_wars:10.0.3")
def test_a_raid_of_one_on_one_kills_one_in_three() -> None:
    state = play(position("BushPhase", MAORI, at={"W": "m-warrior-1", "1722": "b-infantry-1"}, sites=FAR), Raid("1722"))
    lines = foretell(GAME, state, Lurk("m-warrior-1", "1721"))
    assert "one unit eliminated 33 %" in lines[0]
    assert "strike back" in lines[1]
    assert foretell(GAME, state, Begin()) == ()


def test_every_option_of_a_game_can_be_told() -> None:
    rng, state = QuickRng(7), GAME.start(Settings(scenario="waikato"))
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            for option in pending.options[:3]:
                assert all(line for line in foretell(GAME, state, option))
        state, _ = GAME.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))
