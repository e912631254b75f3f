"""How a part is played on: only legal choices, to where a position can be judged, by sensible habits."""

from __future__ import annotations

from typing import Any

import pytest

from kemu import QuickRng
from kemu.core.pending import Decide, Over
from kemu.games.hawaii.actions import Done, Launch, Load, PutToSea, Sail, Wait
from kemu.games.hawaii.onward import onward
from kemu.games.hawaii.rules.cards import DrawCard

from .positions import CAT, GAME, A, K, play, position, sighted, units


@pytest.mark.parametrize("seed", range(3))
def test_from_everywhere_it_comes_to_where_the_next_part_begins(seed: int) -> None:
    rng = QuickRng(seed)
    state = GAME.start()
    played = 0
    while not isinstance(pending := GAME.pending(state), Over):
        then, due = state, pending
        for _ in range(500):
            further = onward(GAME, then, due, rng)  # an illegal choice is refused in it
            if further is None:
                break
            then, due = further
            assert GAME.decode(GAME.encode(then)) == then
            played += 1
        else:
            raise AssertionError("it does not come to an end")
        assert isinstance(due, Over) or isinstance(then.stack[-1], DrawCard)
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    assert played > 100


def on(state: Any) -> Any:
    further = onward(GAME, state, GAME.pending(state), QuickRng(0))
    assert further is not None
    return further[0]


def test_nobody_moves_on_and_a_loaded_canoe_lands() -> None:
    state = position("move", K, kona="k-kam k-w1..4 k-c1 k-c2", hilo="k-w5", maui="a-w4", waikiki="a-kal a-w1..3 a-thu")
    assert on(state) == GAME.apply(state, Done())[0]
    state, _ = GAME.apply(state, Sail("k-c1"))
    assert any(on(state) == GAME.apply(state, option)[0] for option in GAME.pending(state).options)
    for unit in ("k-w1", "k-w2"):
        state, _ = GAME.apply(state, Load(unit))
    landed = on(state)
    # Four dice are thrown away against the Chiefs' army, and take Maui or an empty space.
    spaces = [space for space in CAT.space if landed.places[CAT.space[space]] & units("k-w1 k-w2 k-c1")]
    assert len(spaces) == 1
    assert spaces[0] not in ("kona", "waikiki")


def test_a_storm_takes_the_canoe_with_the_weakest_and_the_weakest_of_them() -> None:
    there = {"kona": "k-kam k-w1 k-w2 k-w7 k-gua k-c1 k-c2", "hilo": "k-w3", "waikiki": "a-kal"}
    state = play(position("move", K, card="K9", **there), "sail k-c1", "load k-w1", "load k-gua", "land molokai")
    state = play(state, "sail k-c2", "load k-w2", "load k-w7", "land molokai", "done", 3)
    after = on(on(state))
    assert after.places[CAT.boxes[K]] & ~state.places[CAT.boxes[K]] == units("k-c2 k-w7")


@pytest.mark.parametrize(
    ("ashore", "inland", "launched"),
    [
        pytest.param("a-kal a-w1 a-w2 a-w4 a-c1", "", False, id="all-are-ashore-here"),
        pytest.param("a-w4 a-c1", "a-kal a-w1 a-w2", True, id="the-army-is-on-the-other-side"),
    ],
)
@pytest.mark.parametrize("begun", [False, True])
def test_a_fleet_is_launched_by_those_who_do_better_at_sea(
    ashore: str, inland: str, launched: bool, begun: bool
) -> None:
    landing = "k-gua k-w1 k-w2 k-c1"
    afloat = {unit for unit in landing.split() if "-c" in unit}
    state = position(
        "battle",
        K,
        kona="k-kam",
        waikiki=f"{ashore} {landing}",
        koolau=inland,
        rode=" ".join(unit for unit in landing.split() if unit not in afloat),
        sailed=" ".join(sorted(afloat)),
    )
    state = sighted(state)
    assert state.stack[-1].seat == A
    if begun:
        for unit in ("a-c1", "a-w1"):
            state, _ = GAME.apply(state, Launch(unit))
    after = on(state)
    fleet = after.places[CAT.sea]
    if begun or launched:
        # With the strongest whom one canoe holds, and the chief beside them; just as if they had boarded one by one.
        assert fleet == units(f"a-kal a-w1 a-w2 a-c1 {landing}")
        for unit in ("a-c1", "a-w1", "a-w2", "a-kal"):
            if not begun or unit not in ("a-c1", "a-w1"):
                state, _ = GAME.apply(state, Launch(unit))
        assert after == GAME.apply(state, PutToSea())[0]
    else:
        assert after == GAME.apply(state, Wait())[0]


def test_who_has_a_wall_waits_behind_it_though_at_sea_there_would_be_more_of_them() -> None:
    there = {"kona": "k-w1 k-w2 k-c1 k-c2 a-w1 a-w2 a-c1", "hilo": "k-w7", "waikiki": "a-kal", "maui": "k-kam"}
    state = sighted(position("battle", A, rode="a-w1 a-w2", sailed="a-c1", **there))
    lines = units("a-w1 a-w2"), units("k-w1 k-w2")
    at_sea = GAME.might.takes(lines[0], units("k-w1 k-w2 k-w7"), wall=False)
    assert GAME.might.takes(*lines, wall=True) < at_sea < GAME.might.takes(*lines, wall=False)
    assert on(state) == GAME.apply(state, Wait())[0]
