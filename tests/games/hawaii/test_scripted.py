"""Whole games by script, chance included: both victories, both sudden deaths and the tie; and battles by hand."""

from __future__ import annotations

import pytest

from kemu.games.hawaii.rules.victory import occupation

from .positions import GAME, A, K, at, choices_of, over, play, position, where
from .scripts import Script, played

KF, AF = (6, 1), (1, 6)

ISLANDS: Script = {
    # The chiefs set up in Waikīkī; Kamehameha takes what is empty, then Maui, Koʻolau and Kauaʻi.
    ("Jan", "K"): "place a-kal waikiki; place a-w1 waikiki; place a-w2 waikiki; place a-c1 waikiki; place a-c2 waikiki;"
    "sail k-c1; load k-w1; land molokai; done",
    ("Feb", "K"): "sail k-c2; load k-w2; land maui; done; 6-1; 6",
    ("Mar", "K"): "K8; sail k-c1; load k-w4; load k-w5; land koolau; done",
}
KAUAI = "sail k-c2; load k-van; load k-pik; land kauai; done; 6-1; 6; lose x-w2; 6"
"""Kauaʻi, attacked, takes the other side; cannon and pikes are landed, and the cannon's two dice are enough."""


@pytest.mark.rule("hawaii:5.1", "hawaii:R3", "hawaii:R17")
def test_kamehameha_wins_by_occupation_when_his_turn_begins_and_not_before() -> None:
    state, end, parts = played("long", {**ISLANDS, ("Apr", "K"): f"K5; {KAUAI}"})
    assert (end.winner, end.reason, end.clause) == (K, "occupation", "hawaii:5.1")
    # He held all of it in April; the chiefs had their part to undo it; it was looked at when May began.
    assert parts[-1] == ("Apr", "A")
    assert state.month == 5
    for space in ("kona", "hilo", "maui", "molokai", "koolau", "kauai"):
        assert any(unit.startswith("k-") and unit[2] != "c" for unit in at(state, space)), space


@pytest.mark.rule("hawaii:5.1", "hawaii:R3", "hawaii:13.0")
def test_the_chiefs_win_by_occupation_when_their_part_begins_and_not_before() -> None:
    script: Script = {("Jan", "A"): "sail a-c1; load a-w1; land hilo; done; 1-6; 6"}
    state, end, parts = played("long", script)
    assert (end.winner, end.reason, end.clause) == (A, "occupation", "hawaii:5.1")
    # Hilo fell in January; Kamehameha's February came and went; it was looked at before the chiefs' card.
    assert parts[-1] == ("Feb", "K")
    assert state.month == 2
    assert at(state, "hilo") == {"a-w1", "a-c1"}


@pytest.mark.rule("hawaii:5.2", "hawaii:R5", "hawaii:8.2")
def test_kamehameha_wins_by_sudden_death_when_the_second_chief_falls() -> None:
    script: Script = {
        (
            "Jan",
            "K",
        ): "place a-kal koolau; place a-w1 waikiki; place a-w2 waikiki; place a-c1 waikiki; place a-c2 waikiki",
        ("Mar", "A"): "A3; place a-kai molokai",
        ("Apr", "K"): "K2; sail k-c1; load k-w1; load k-w2; land koolau; done; 6-1; 6",
        ("May", "K"): "K4; sail k-c2; load k-w4; load k-w5; land molokai; done; 6-1; 6; lose a-kbw; 6",
    }
    state, end, parts = played("long", script)
    assert (end.winner, end.reason, end.clause) == (K, "sudden death", "hawaii:5.2")
    # Kalanikūpule's fall in April ended nothing: Kaʻiana was still there.
    assert parts[-1] == ("May", "K")
    assert {where(state, chief) for chief in ("a-kal", "a-kai")} == {"gone"}


@pytest.mark.rule("hawaii:5.2", "hawaii:11.3")
def test_the_chiefs_win_by_sudden_death_when_kamehameha_falls() -> None:
    script: Script = {("Jan", "K"): "sail k-c1; load k-kam; load k-w1; land maui; done; 1-6; 6; lose k-w1; 6"}
    state, end, parts = played("long", script)
    assert (end.winner, end.reason, end.clause) == (A, "sudden death", "hawaii:5.2")
    assert parts == [("Jan", "K")]
    assert where(state, "k-kam") == "gone"


@pytest.mark.rule("hawaii:5.3", "hawaii:R4")
def test_what_is_first_held_in_november_is_a_tie() -> None:
    """The same conquest, but Kauaʻi falls in the last month: no turn begins any more, and nothing is looked at."""
    # October's card sends two warriors home: one from Koʻolau and one from Hilo can be spared.
    october: Script = {("Sep", "K"): "walk k-w6; done", ("Oct", "K"): "K7; home k-w4; home k-w3"}
    state, end, parts = played("long", {**ISLANDS, **october, ("Nov", "K"): KAUAI})
    assert (end.winner, end.reason, end.clause) == (None, "tie", "hawaii:5.3")
    assert parts[-1] == ("Nov", "A")
    assert occupation(GAME, state, K)


@pytest.mark.rule("hawaii:5.3", "hawaii:6.2")
def test_a_short_game_in_which_nobody_moves_is_a_tie() -> None:
    state, end, parts = played("short", {})
    assert (end.winner, end.reason) == (None, "tie")
    assert (parts[0], parts[-1], len(parts)) == (("Mar", "K"), ("Nov", "A"), 18)
    assert state.discards[K].bit_count() == state.discards[A].bit_count() == 9


# -- battles by hand ---------------------------------------------------------------------------------------------

FLEETS = {
    K: ("k-w1 k-c1 k-c2 k-c3", "a-w1 a-c1 a-c2", "molokai", {"kona": "k-kam", "maui": "a-kal"}),
    A: ("a-w1 a-c1 a-c2 a-c4", "k-w1 k-c1 k-c2", "hilo", {"kona": "k-kam", "maui": "a-kal"}),
}


@pytest.mark.rule("hawaii:11.7", "hawaii:11.8", "hawaii:R27", "hawaii:R28")
@pytest.mark.parametrize("attacker", [K, A])
@pytest.mark.parametrize("winner", ["attacker", "defender"])
def test_a_sea_battle_is_won_and_lost_by_each_side(attacker: int, winner: str) -> None:
    landing, garrison, target, rest = FLEETS[attacker]
    rode = landing.split()[0]
    his = garrison.split()[0]
    sailed = " ".join(landing.split()[1:])
    state = position("battle", attacker, rode=rode, sailed=sailed, **rest, **{target: f"{landing} {garrison}"})
    launches = [f"launch {canoe}" for canoe in garrison.split()[1:]]
    # Sighted on a 2; the whole garrison puts to sea.
    state = play(state, 2)
    for launch in launches:
        # Equal canoes are one answer: the lower one goes first, whichever is named.
        state = play(state, launch)
    state = play(state, f"launch {his}", "sea")
    mine, theirs = (KF, AF) if attacker == K else (AF, KF)
    # Two dice: a panic is enough to win; at sea there is no second battle.
    state = play(state, mine if winner == "attacker" else theirs, 4, 1)
    canoes = [unit for unit in landing.split() if "-c" in unit]
    if winner == "attacker":
        assert {rode, *canoes} <= at(state, target)
        assert where(state, his) == ("maui" if attacker == K else "kona")
        # One of the two beaten canoes gets away, the other is lost.
        assert sorted(where(state, unit) == "box" for unit in garrison.split()[1:]) == [False, True]
    else:
        assert {his, *garrison.split()[1:]} <= at(state, target)
        assert where(state, rode) == ("kona" if attacker == K else "maui")
        # Two of the three beaten canoes get away: half, rounded up.
        assert sum(where(state, unit) == "box" for unit in canoes) == 1


@pytest.mark.rule("hawaii:11.4", "hawaii:4.1", "hawaii:11.6b")
def test_the_cliff() -> None:
    """A landing wins on the beach; the panicked rally on the cliff, fight once more, and fall."""
    there = {"kona": "k-kam", "koolau": "a-kal", "waikiki": "k-w1 k-w2 k-c1 a-w1 a-w2"}
    state = position("battle", K, rode="k-w1 k-w2", sailed="k-c1", **there)
    # Inland: both defenders panic. They live, and the attacker follows.
    state = play(state, KF, 4, 4, "lose a-w2", 1, 1)
    assert {"a-w1", "a-w2"} <= at(state, "waikiki")
    # The cliff: they have rallied, so they could fire; but they panic again, and there is nowhere to go.
    state = play(state, KF, 4, 4, "lose a-w2", 1, 1)
    assert (where(state, "a-w1"), where(state, "a-w2")) == ("box", "box")
    assert at(state, "waikiki") == {"k-w1", "k-w2", "k-c1"}


@pytest.mark.rule("hawaii:11.6", "hawaii:R22")
def test_a_two_space_island_attacked_from_its_other_side() -> None:
    """From Waikīkī on foot against invaders in Koʻolau: no sighting; beaten twice, the invaders leave by canoe."""
    there = {"kona": "k-kam", "hilo": "k-w9", "waikiki": "a-kal a-w1 a-w2", "koolau": "k-w1 k-w2 k-c1"}
    state = position("move", A, fleet=0, **there)
    state = play(state, "walk a-w1", "walk a-w2", "done")
    # No die is rolled to sight them: the advantage roll comes at once.
    state = play(state, AF, 4, 4, "lose k-w2", 1, 1)
    assert {"k-w1", "k-w2"} <= at(state, "koolau")
    state = play(state, AF, 4, 4, "lose k-w2", 1, 1)
    assert set(choices_of(state)) == {"retreat kona", "retreat hilo"}
    state = play(state, "retreat hilo")
    assert {"k-w1", "k-w2", "k-c1"} <= at(state, "hilo")
    assert at(state, "koolau") == {"a-w1", "a-w2"}
    assert over(state) is None
