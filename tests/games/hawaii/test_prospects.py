"""The odds that a player sees before he commits himself, held against battles as the engine plays them."""

from __future__ import annotations

import re

import pytest

from kemu.core.pending import Decide
from kemu.core.rng import QuickRng
from kemu.games.hawaii import State
from kemu.parts.bits import bits

from .positions import CAT, GAME, A, K, play, position, simulated, units

BATTLES = 2_000


def odds_of(state: State, notation: str) -> str:
    """What the table shows beside an answer."""
    decide = GAME.pending(state)
    assert isinstance(decide, Decide)
    scene = GAME.scene(GAME.view(state, decide.seat), decide)
    return {choice.notation: choice.odds for choice in scene.selectable}[notation]


def foretold(odds: str) -> tuple[float, float]:
    """The losses that the odds foretell, one's own first."""
    found = re.search(r"you ([0-9.]+) dice, they ([0-9.]+)", odds)
    assert found is not None
    return float(found[1]), float(found[2])


def lost(state: State, force: str, attacker: int = K) -> float:
    """What a force loses on the average, in dice, when the battle is played out."""
    rng, total = QuickRng(7), 0
    for _ in range(BATTLES):
        end = simulated(state, rng, attacker)
        dead = (end.places[CAT.boxes[K]] | end.places[CAT.boxes[A]] | end.places[CAT.gone]) & units(force)
        total += sum(CAT.strength[unit] for unit in bits(dead))
    return total / BATTLES


@pytest.mark.parametrize(("maui", "refuge"), [("", False), ("a-w3", True)])
@pytest.mark.rule("hawaii:11.8", "hawaii:R27", "hawaii:R28")
def test_a_war_fleet_without_a_refuge_is_lost_with_those_ashore(maui: str, refuge: bool) -> None:
    there = {"kona": "k-kam", "waikiki": "k-w1 k-w2 k-c1 a-w1 a-w2 a-c1 a-kal", "maui": maui}
    state = position("battle", K, rode="k-w1 k-w2", sailed="k-c1", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "launch a-w2")
    odds = odds_of(state, "sea")
    assert ("those ashore are lost with it" in odds) != refuge
    assert foretold(odds)[0] == pytest.approx(lost(play(state, "sea"), "a-w1 a-w2"), abs=0.15)


@pytest.mark.parametrize(("kona", "refuge"), [("", False), ("k-w9", True)])
@pytest.mark.rule("hawaii:11.5")
def test_a_landing_without_a_refuge_is_lost_if_it_is_beaten(kona: str, refuge: bool) -> None:
    there = {"kona": kona, "molokai": "k-w1 k-w2 k-w3 k-c1 a-w1 a-w2", "waikiki": "a-kal", "hilo": "k-w7 k-c2 a-w4"}
    moved = {"rode": "k-w1 k-w2 k-w3 k-w7", "sailed": "k-c1 k-c2"}
    state = position("battle", K, **moved, **there)
    mine, theirs = foretold(odds_of(state, "attack molokai"))
    begun = play(state, "attack molokai")
    assert mine == pytest.approx(lost(begun, "k-w1 k-w2 k-w3"), abs=0.15)
    assert theirs == pytest.approx(lost(begun, "a-w1 a-w2"), abs=0.15)
    other = position("battle", K, **{**moved, **there, "kona": "" if refuge else "k-w9"})
    assert (mine < foretold(odds_of(other, "attack molokai"))[0]) == refuge


@pytest.mark.rule("hawaii:11.5", "hawaii:R25")
def test_a_space_whose_landing_may_still_be_met_at_sea_is_no_refuge() -> None:
    """Koʻolau is empty, but the fleet in Waikīkī may sail against who landed there: that battle is still to come."""
    there = {"molokai": "k-w1 k-w2 k-w3 k-c1 a-w1 a-w2", "koolau": "k-w7 k-c2", "waikiki": "a-kal a-w3 a-c1"}
    moved = {"rode": "k-w1 k-w2 k-w3 k-w7", "sailed": "k-c1 k-c2"}
    state, safe = (position("battle", K, **moved, **there, kona=kona) for kona in ("", "k-w9"))
    mine = foretold(odds_of(state, "attack molokai"))[0]
    assert mine > foretold(odds_of(safe, "attack molokai"))[0]
    assert mine == pytest.approx(lost(play(state, "attack molokai"), "k-w1 k-w2 k-w3"), abs=0.15)


@pytest.mark.rule("hawaii:R22", "hawaii:R40")
def test_on_foot_the_attackers_go_back_and_the_defenders_need_a_refuge_for_their_canoes() -> None:
    there = {"waikiki": "a-kal a-w1", "koolau": "k-w1 k-w2 k-c1 a-w2 a-w3", "maui": "a-w4"}
    lost_for_good, away = (
        foretold(odds_of(position("move", A, walked="a-w2 a-w3", kona=kona, **there), "walk a-w1"))
        for kona in ("", "k-kam")
    )
    assert lost_for_good[0] == away[0], "whoever walked walks back"
    assert lost_for_good[1] > away[1]
