"""Why not: every refusal names its clause and says why."""

from __future__ import annotations

import pytest

from kemu import QuickRng
from kemu.core.pending import Action, Decide, Over, Touch
from kemu.games.maori_wars import Settings, State
from kemu.games.maori_wars.model.actions import (
    Attack,
    Build,
    Carry,
    Done,
    EnterBush,
    Evade,
    Everyone,
    Go,
    Join,
    Load,
    Negotiate,
    Raid,
    Take,
)

from .positions import GAME, MAORI, asked, play, position

SITES = {"0707": "village maori", "0906": "settlement british"}


def why(state: State, intent: Action | Touch) -> tuple[str, str]:
    """The clause and the words."""
    refusal = GAME.why_not(state, asked(state).seat, intent)
    assert refusal is not None
    return refusal.clause.partition(":")[2], refusal.reason


AT = {"1722": "m-warrior-1", "1721": "b-infantry-1", "1825": "n-warrior-1", "1622": "b-gunboat-1 b-militia-1..3"}


@pytest.mark.parametrize(
    ("phase", "intent", "clause", "words"),
    [
        ("Moving", Take("m-warrior-1"), "2.0", "opponent"),
        ("Moving", Take("n-warrior-1"), "3.0.15", "negotiate"),
        ("Moving", Take("b-cavalry-1"), "6.0", "not on the map"),
        ("Moving", Attack("1722"), "9.0.1", "Combat Phase"),
        ("Moving", Go("1722"), "6.0", "Choose a counter"),
        ("Moving", Take("nobody"), "6.0", "no counter"),
        ("CombatPhase", Attack("1825"), "9.0.1", "Neutrals"),
        ("CombatPhase", Attack("1518"), "9.0.1", "no enemy"),
        ("CombatPhase", Attack("9999"), "9.0.1", "no hex"),
        ("CombatPhase", Take("b-infantry-1"), "6.0", "Movement Phase"),
        ("BushPhase", EnterBush("b-infantry-1"), "10.0.1", "may not enter"),
        ("BushPhase", EnterBush("m-warrior-1"), "2.0", "opponent"),
        ("BushPhase", Raid("1722"), "10.0.4", "raider"),
        ("Construction", Build("pa", "1417"), "12.0", "nothing"),
        ("Construction", Build("tower", "1417"), "12.0", "Village, Pa, Settlement or Fort"),
        ("Construction", Negotiate("cameron", "1825"), "8.0", "Alliance"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_clause(phase: str, intent: Action, clause: str, words: str) -> None:
    state = position(phase, at=AT, sites=SITES)
    found, text = why(state, intent)
    assert found == clause
    assert words in text


@pytest.mark.rule("maori_wars:6.0.4", "maori_wars:R13")
def test_boats_say_why_they_take_nobody() -> None:
    state = play(position("Moving", at=AT, sites=SITES), Take("b-gunboat-1"))
    assert why(state, Load("b-infantry-1"))[0] == "R13"
    assert why(state, Load("b-gunboat-1"))[0] == "R13"
    full = play(state, Load("b-militia-1"), Load("b-militia-2"))
    assert why(full, Load("b-militia-3"))[0] == "6.0.4"


@pytest.mark.rule("maori_wars:9.0.2")
def test_who_cannot_evade_is_told_why() -> None:
    at = {"1722": "b-infantry-1..2 b-ranger-1 cameron", "1721": "m-warrior-1..2"}
    state = position(seat=MAORI, at=at, sites=SITES, disrupted="b-infantry-1")
    state = play(state, Attack("1722"), Everyone())
    assert why(state, Evade("b-infantry-1"))[0] == "9.0.2"
    assert why(state, Evade("cameron"))[0] == "R17"


def test_a_click_says_what_can_be_done_or_why_not() -> None:
    state = position("Moving", at=AT, sites=SITES)
    assert "take b-infantry-1" in why(state, Touch("b-infantry-1"))[1]
    assert why(state, Touch("m-warrior-1"))[0] == "2.0"
    going = play(state, Take("b-infantry-1"))
    assert why(going, Touch("1722"))[0] == "6.0"
    fight = position(at=AT, sites=SITES)
    assert why(fight, Touch("1825"))[0] == "9.0.1"
    joining = play(position(at={**AT, "1723": "b-artillery-1"}, sites=SITES), Attack("1722"))
    assert why(joining, Touch("b-artillery-1"))[0] == "9.0"
    assert why(state, Touch("nothing at all"))[1].startswith("Nothing")


INTENTS: tuple[Action, ...] = (
    *(Done(), Go("1722"), Take("b-infantry-1"), Attack("1722"), Join("m-warrior-1"), Build("fort", "1417")),
    *(
        EnterBush("heke"),
        Raid("0907"),
        Load("b-militia-1"),
        Carry("m-warrior-1", "m-canoe-1"),
        Negotiate("heke", "0907"),
    ),
    *(Evade("m-warrior-1"), Everyone()),
)


def test_nothing_that_is_tried_in_a_whole_game_goes_wrong_and_all_names_a_clause() -> None:
    rng, state = QuickRng(11), GAME.start(Settings(scenario="heke"))
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            for intent in (*INTENTS, Touch("0907"), Touch("heke")):
                refusal = GAME.why_not(state, pending.seat, intent)
                if refusal is None:
                    assert intent in pending.options
                else:
                    assert refusal.reason
                    assert refusal.clause in GAME.clauses
        state, _ = GAME.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))
