"""How a part is played on: only legal choices, to where a position can be judged, by sensible habits."""

from __future__ import annotations

import pytest

from kemu import QuickRng
from kemu.core.pending import Decide, Over
from kemu.games.hawaii.actions import Done, Land, Launch, Load, PutToSea, Sail, Wait
from kemu.games.hawaii.onward import onward
from kemu.games.hawaii.rules.cards import DrawCard
from kemu.games.hawaii.rules.sea import LaunchFleet

from .positions import GAME, A, K, position


@pytest.mark.parametrize("seed", range(3))
def test_from_everywhere_it_comes_to_where_the_next_part_begins(seed: int) -> None:
    rng = QuickRng(seed)
    state = GAME.start()
    played = 0
    while not isinstance(pending := GAME.pending(state), Over):
        then, due = state, pending
        for _ in range(500):
            choice = onward(GAME, then, due, rng)
            if choice is None:
                break
            then, _ = GAME.apply(then, choice)  # an illegal choice is refused here
            due = GAME.pending(then)
            played += 1
        else:
            raise AssertionError("it does not come to an end")
        assert isinstance(due, Over) or isinstance(then.stack[-1], DrawCard)
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    assert played > 100


def on(state: object) -> object:
    return onward(GAME, state, GAME.pending(state), QuickRng(0))  # type: ignore[arg-type]


def test_nobody_moves_on_and_a_loaded_canoe_lands() -> None:
    state = position("move", K, kona="k-kam k-w1..4 k-c1 k-c2", hilo="k-w5", maui="a-w4", waikiki="a-kal a-w1..3 a-thu")
    assert on(state) == Done()
    state, _ = GAME.apply(state, Sail("k-c1"))
    assert isinstance(on(state), Load | Land)
    for unit in ("k-w1", "k-w2"):
        state, _ = GAME.apply(state, Load(unit))
    landing = on(state)
    assert isinstance(landing, Land)
    # Four dice are thrown away against the Chiefs' army, and take Maui or an empty space.
    assert landing.at != "waikiki"


@pytest.mark.parametrize(("landing", "launched"), [("k-w7 k-c1", True), ("k-kam k-gua k-w1 k-w2 k-c1 k-c2", False)])
def test_a_fleet_is_launched_by_those_who_are_stronger(landing: str, launched: bool) -> None:
    afloat = {unit for unit in landing.split() if "-c" in unit}
    state = position(
        "battle",
        K,
        kona="k-w8",
        waikiki=f"a-kal a-w1 a-w2 a-c1 {landing}",
        rode=" ".join(unit for unit in landing.split() if unit not in afloat),
        sailed=" ".join(sorted(afloat)),
    )
    rng = QuickRng(1)
    while not isinstance(state.stack[-1], LaunchFleet):
        pending = GAME.pending(state)
        choice = pending.pick(rng) if isinstance(pending, Decide) else (1,)  # 1: sighted
        state, _ = GAME.apply(state, choice)  # type: ignore[arg-type]
    assert state.stack[-1].seat == A
    first = on(state)
    if not launched:
        assert first == Wait()
        return
    assert first == Launch("a-c1")
    aboard: set[str] = set()
    while isinstance(choice := on(state), Launch):
        aboard.add(choice.unit)
        state, _ = GAME.apply(state, choice)
    assert choice == PutToSea()
    assert aboard == {"a-c1", "a-kal", "a-w1", "a-w2"}
