"""What holds at every step of every game, and the contract's own checks."""

from __future__ import annotations

from typing import Any

import pytest

from kemu.core.pending import Chance, Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.hawaii import Settings, State
from kemu.games.hawaii.rules.fight import Fight
from kemu.games.hawaii.rules.movement import Moving

from .positions import CAT, GAME, A, K, position, valued

EVERYBODY = (1 << len(CAT.counters)) - 1


def whole(state: State) -> None:
    """Every counter is in one place, every card in one pile, and nothing is at sea but during a sea battle."""
    union = 0
    for there in state.places:
        assert not union & there
        union |= there
    assert union == EVERYBODY
    for seat in (K, A):
        piles = [state.decks[seat], state.discards[seat], state.held[seat]]
        assert sum(pile.bit_count() for pile in piles) == (piles[0] | piles[1] | piles[2]).bit_count()
        assert not (piles[0] | piles[1] | piles[2]) & ~CAT.deck[seat]
        assert not state.places[CAT.boxes[1 - seat]] & CAT.sides[seat]
    assert not state.places[CAT.gone] & ~CAT.leaders & ~CAT.kauai


def no_space_is_shared(state: State) -> None:
    owned = CAT.owned[state.kauai + 1]
    for there in state.places[: CAT.n]:
        sides = [there & owned[K], there & owned[A], there & CAT.kauai if state.kauai < 0 else 0]
        assert sum(bool(side) for side in sides) <= 1
    assert not state.places[CAT.sea]


@pytest.mark.rule("hawaii:10.3", "hawaii:R1", "hawaii:R27")
@pytest.mark.parametrize("length", ["long", "short"])
def test_nobody_ever_starts_his_movement_beside_an_enemy(length: Any) -> None:
    moved = False
    for seed in range(60):
        rng = QuickRng(seed)
        state = GAME.start(Settings(length=length))
        steps = 0
        fresh = True
        while not isinstance(pending := GAME.pending(state), Over):
            whole(state)
            if isinstance(state.stack[-1], Moving) and fresh:
                no_space_is_shared(state)
                fresh, moved = False, True
            elif not isinstance(state.stack[-1], Moving) and len(state.stack) != 4:
                fresh = True
            if isinstance(pending, Decide):
                choice: Any = pending.pick(rng)
            else:
                assert isinstance(pending, Chance)
                choice = pending.sample(rng)
            state, _ = GAME.apply(state, choice)
            steps += 1
        assert steps <= GAME.bound(Settings(length=length))
    assert moved


def test_nothing_is_hidden_but_the_order_of_the_decks_which_no_state_has() -> None:
    state = GAME.start()
    view = GAME.view(state, K)
    assert view.state is state
    assert GAME.redeal(view, QuickRng(1)) is state


# -- the mind's value ------------------------------------------------------------------------------------------


def test_the_value_is_opposite_for_the_two_seats_and_within_bounds() -> None:
    rng = QuickRng(3)
    state = GAME.start()
    while not isinstance(pending := GAME.pending(state), Over):
        value = valued(state)
        assert -1.0 <= value[K] <= 1.0
        assert value[A] == -value[K]
        choice: Any = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    assert valued(state)[K] == {K: 1.0, A: -1.0, None: 0.0}[pending.winner]


def test_the_value_likes_strength_spaces_and_living_chiefs() -> None:
    def value(**at: str) -> float:
        return valued(position("move", K, **at))[K]

    even = value(kona="k-kam k-w1", hilo="k-w2 k-c1", waikiki="a-kal a-w1 a-c1", maui="a-w3")
    assert value(kona="k-kam k-w1 k-gua", hilo="k-w2 k-c1", waikiki="a-kal a-w1 a-c1", maui="a-w3") > even
    assert value(kona="k-kam k-w1", hilo="k-w2 k-c1", waikiki="a-kal a-w1 a-thu a-c1", maui="a-w3") < even
    assert value(kona="k-kam k-w1", hilo="k-w2 k-c1", koolau="a-w1 a-c1", maui="a-w3", gone="a-kal") > even


def test_the_value_weighs_a_battle_by_its_odds() -> None:
    def value(landing: str, garrison: str) -> float:
        there = {"kona": "k-kam", "waikiki": "a-kal", "maui": f"{landing} k-c1 {garrison}"}
        return valued(position("battle", K, rode=landing, sailed="k-c1", **there))[K]

    strong, weak = value("k-w1 k-w2 k-gua", "a-w4"), value("k-w7", "a-w1 a-thu")
    assert strong > weak
    assert isinstance(
        position("battle", K, rode="k-w1", sailed="k-c1", kona="k-kam", maui="k-w1 k-c1 a-w4").stack[-1], Fight
    )
