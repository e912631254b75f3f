"""Why not: refusals with their clauses, and words on buttons."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.hawaii.model.actions import (
    Attack,
    Fire,
    Land,
    Launch,
    Load,
    Lose,
    Place,
    Retreat,
    Sail,
    SendHome,
    Use,
    Walk,
)

from .positions import CAT, GAME, A, K, play, position

ARMY = {"kona": "k-kam k-w1 k-w2 k-w7 k-c1 k-c2", "hilo": "k-w3 k-c3", "waikiki": "a-kal a-c1", "maui": "a-w3"}


def landed(rode: str, **at: str) -> Any:
    """Kamehameha's men have landed; the battles begin."""
    return position("battle", K, rode=rode, sailed="k-c1", **{"kona": "k-kam", "waikiki": "a-kal", **at})


MOVING = position("move", K, **ARMY)
LOADING = play(MOVING, "sail k-c1")
FULL = play(LOADING, "load k-w1", "load k-w7")
RECRUITING = position("recruit", K, card="K5", **ARMY)
FIGHT = play(
    landed("k-van k-gua k-w1", maui="k-van k-gua k-w1 k-w7 k-c1 a-w1 a-thu a-w4"),
    (6, 1),
    1,
    1,
)
LOSS = play(
    landed("k-gua", maui="k-gua k-c1 a-w1 a-thu a-w4 a-c2"),
    6,
    (6, 1),
    3,
    "lose a-w4",
    3,
)
LAUNCH = play(landed("k-w1", koolau="k-w1 k-c1 a-w1 a-c1", maui="a-w3"), 1)
BEATEN = play(
    landed("k-w1 k-w2", hilo="k-c2", kauai="k-w3", gone="x-w1 x-w2 x-c1", maui="k-w1 k-w2 k-c1 a-w1"),
    (1, 6),
    6,
    4,
)
BECALMED = position("move", K, fleet=0, **{**ARMY, "molokai": "k-w9 k-c4"})
"""The movement goes on, without fleet moves."""
ISLANDERS = position("move", K, kona="k-kam", maui="k-w1 k-c1", waikiki="a-kal", walked="k-kam")
"""Nobody can walk: the fleet moves are all there is."""
STRAYED = play(
    position(
        "battle",
        K,
        rode="k-w1 k-w2",
        sailed="k-c1 k-c2",
        kona="k-kam",
        maui="k-w1 k-c1 a-c1",
        koolau="k-w2 k-c2 a-c2",
        waikiki="a-kal",
        molokai="a-w3",
    ),
    "attack maui",
)
"""Canoes of the Chiefs were caught alone, in two spaces."""
CALLED = play(
    position("card", K, decks=("K7", ""), kona="k-kam k-w3 k-gua", hilo="k-w1 k-w7", waikiki="a-kal"), ("K7",)
)
"""Two of Kamehameha's warriors have to go home."""


@pytest.mark.parametrize(
    ("state", "seat", "intent", "clause", "words"),
    [
        (MOVING, A, Walk("a-kal"), "hawaii:10.0", "to decide"),
        (MOVING, K, Walk("a-kal"), "hawaii:3.0", "other side"),
        (MOVING, K, Walk("x-w1"), "hawaii:3.0", "nobody's yet"),
        (MOVING, K, Walk("k-gua"), "hawaii:10.0", "not on the map"),
        (MOVING, K, Walk("nobody"), "hawaii:3.0", "I do not know 'nobody': there is no such counter"),
        (MOVING, K, Walk("k-w2"), "hawaii:10.0", "say it of k-w1"),
        (play(MOVING, "walk k-w1"), K, Walk("k-w1"), "hawaii:R19", "have walked"),
        (play(FULL, "land hilo"), K, Walk("k-w1"), "hawaii:R19", "landed this turn"),
        (play(FULL, "land molokai"), K, Walk("k-w1"), "hawaii:10.3", "one space"),
        (play(FULL, "land hilo"), K, Sail("k-c1"), "hawaii:R20", "has made its fleet move"),
        (MOVING, K, Sail("k-w1"), "hawaii:10.3", "no canoe"),
        (BECALMED, K, Sail("k-c1"), "hawaii:10.3", "no more fleet moves"),
        (BECALMED, K, Touch("k-c4"), "hawaii:10.3", "no more fleet moves"),
        (BECALMED, K, Touch("k-c2"), "hawaii:10.3", "no more fleet moves"),
        (BECALMED, K, Touch("k-c1"), "hawaii:10.0", "Move: walk"),
        (ISLANDERS, K, Walk("k-w1"), "hawaii:10.3", "leave it by canoe"),
        (LOADING, K, Walk("k-w1"), "hawaii:10.3", "Finish this fleet move"),
        (LOADING, K, Sail("k-c2"), "hawaii:10.3", "Finish this fleet move"),
        (MOVING, K, Load("k-w1"), "hawaii:10.3", "canoe first"),
        (FULL, K, Load("k-w2"), "hawaii:R21", "carries 2"),
        (FULL, K, Load("k-w3"), "hawaii:10.3", "picks up in Kona"),
        (FULL, K, Load("k-w1"), "hawaii:10.3", "on board"),
        (LOADING, K, Load("k-c2"), "hawaii:R21", "no canoes"),
        (LOADING, K, Land("maui"), "hawaii:R23", "empty canoe"),
        (LOADING, K, Land("kona"), "hawaii:R20", "another space"),
        (LOADING, K, Land("lanai"), "hawaii:4.0", "no such space"),
        (RECRUITING, K, Place("k-gua", "maui"), "hawaii:R15", "enemy"),
        (RECRUITING, K, Place("k-gua", "molokai"), "hawaii:9.0", "home island"),
        (RECRUITING, K, Place("k-mus", "kona"), "hawaii:R14", "not what the card recruits"),
        (RECRUITING, K, Place("k-w1", "kona"), "hawaii:9.0", "not in your Recruit Box"),
        (FIGHT, K, Walk("k-w1"), "hawaii:10.0", "Movement Phase"),
        (FIGHT, K, Fire("k-van"), "hawaii:11.1", "has fired"),
        (FIGHT, K, Fire("k-c1"), "hawaii:11.2", "never fire"),
        (FIGHT, K, Fire("k-kam"), "hawaii:11.1", "not in this battle"),
        (FIGHT, K, Attack("maui"), "hawaii:11.0", "Battle Phase"),
        (FIGHT, K, Use("K5"), "hawaii:R11", "moment"),
        (LOSS, A, Lose("a-thu"), "hawaii:12.0", "elite"),
        (LOSS, A, Lose("a-c2"), "hawaii:R29", "Canoes"),
        (LOSS, A, Lose("a-kal"), "hawaii:11.3", "not in this battle"),
        (LAUNCH, A, Launch("a-w1"), "hawaii:R26", "Canoes first"),
        (LAUNCH, A, Launch("a-w3"), "hawaii:11.7", "island"),
        (BEATEN, K, Retreat("maui"), "hawaii:11.5", "must leave"),
        (BEATEN, K, Retreat("hilo"), "hawaii:R2", "does not occupy"),
        (STRAYED, A, Retreat("koolau"), "hawaii:R2", "does not occupy"),
        (CALLED, K, SendHome("k-w3"), "hawaii:8.2", "with a leader stay"),
        (CALLED, K, SendHome("k-w9"), "hawaii:8.2", "not on the map"),
        (CALLED, K, SendHome("k-gua"), "hawaii:8.2", "only warriors"),
        (
            RECRUITING,
            K,
            Touch("k-gua"),
            "hawaii:9.0",
            "Royal Guard can come: choose Kona or Hilo, or write 'place k-gua",
        ),
        (RECRUITING, K, Touch("hilo"), "hawaii:9.0", "To Hilo can come Royal Guard"),
        (GAME.start(), A, Touch("waikiki"), "hawaii:R8", "Kalanikūpule: write 'place a-kal waikiki'."),
        (GAME.start(), A, Walk("koolau"), "hawaii:R8", "Kalanikūpule: write 'place a-kal koolau'."),
        (MOVING, K, Touch("a-w3"), "hawaii:3.0", "other side"),
        (LOADING, K, Touch("maui"), "hawaii:R23", "empty canoe"),
        (MOVING, K, Touch("the-sky"), "hawaii:10.0", "Nothing can be done"),
        (MOVING, K, Walk("KALANIKŪPULE"), "hawaii:3.0", "other side"),
        (MOVING, K, Walk("Kalanikupule"), "hawaii:3.0", "other side"),
        (MOVING, K, Walk("kamehameha"), "hawaii:10.0", "That is written 'walk k-kam'."),
        (LOADING, K, Land("Lāna'i"), "hawaii:4.0", "no such space"),
        (LOADING, K, Land("Maui"), "hawaii:R23", "empty canoe"),
        (FULL, K, Touch("Land KOʻOLAU"), "hawaii:10.3", "That is written 'land koolau'."),
        (FULL, K, Touch("land in ko'olau"), "hawaii:10.3", "That is written 'land koolau'."),
        (FIGHT, K, Use("k5"), "hawaii:R11", "moment"),
    ],
)
def test_what_is_not_allowed_is_explained_with_its_clause(
    state: Any, seat: int, intent: Action | Touch, clause: str, words: str
) -> None:
    refusal = GAME.why_not(state, seat, intent)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == clause, refusal
    assert words in refusal.reason


def test_every_refusal_and_prompt_names_a_clause_of_the_rulebook() -> None:
    rng = QuickRng(5)
    state = GAME.start()
    intents = [
        Walk("k-w1"),
        Sail("a-c1"),
        Load("a-kal"),
        Land("maui"),
        Fire("k-gua"),
        Lose("a-w1"),
        Touch("kona"),
        Touch("k-kam"),
    ]
    for _ in range(300):
        pending = GAME.pending(state)
        if isinstance(pending, Decide):
            assert pending.clause in GAME.clauses
            for intent in intents:
                refusal = GAME.why_not(state, pending.seat, intent)
                assert refusal is None or refusal.clause in GAME.clauses
            labels = [GAME.label(GAME.view(state, None), option) for option in pending.options]
            assert all(labels)
            notations = [GAME.notation(option) for option in pending.options]
            assert len(set(notations)) == len(notations)
            state, events = GAME.apply(state, pending.pick(rng))
        elif hasattr(pending, "sample"):
            state, events = GAME.apply(state, pending.sample(rng))
        else:
            break
        for event in events:
            assert event.clause in GAME.clauses
            assert event.tell(GAME).endswith(".")


def test_several_do_and_one_does() -> None:
    start = GAME.start()
    for unit, words in (("a-w1", "Warriors of Oʻahu (2) do not go there"), ("a-kal", "Kalanikūpule does not go there")):
        refusal = GAME.why_not(start, A, Place(unit, "maui"))
        assert refusal is not None
        assert words in refusal.reason
    landed_by = position("move", K, kona="k-kam k-w1 k-c1", waikiki="a-kal", walked="k-kam k-w1")
    for unit, words in (("k-w1", "Warriors of Hawaiʻi (2) have walked"), ("k-kam", "Kamehameha has walked")):
        refusal = GAME.why_not(landed_by, K, Walk(unit))
        assert refusal is not None
        assert words in refusal.reason
    view = GAME.view(LOSS, A)
    assert GAME.label(view, Lose("a-w1")) == "Warriors of Oʻahu (2) panic"
    assert GAME.label(view, Lose("a-w4")) == "Warriors of Oʻahu (1) are eliminated"
    assert CAT.does("k-gua", "is eliminated") == "Royal Guard is eliminated"
    assert CAT.does("a-thu", "panics") == "Thunderers panic"


def test_labels_speak_of_places() -> None:
    view = GAME.view(MOVING, K)
    assert GAME.label(view, Walk("k-w1")) == "Walk Warriors of Hawaiʻi (2) to Hilo"
    assert GAME.label(view, Sail("k-c3")) == "Send the canoes of Hilo"


def test_a_space_named_where_a_counter_is_due_is_answered_as_a_space() -> None:
    state = position("move", K, kona="k-kam k-w1 k-c1", waikiki="a-kal")
    refusal = GAME.why_not(state, K, Walk("maui"))
    assert refusal is not None
    assert "no counter" not in refusal.reason
