"""What a search makes of a position: how a part is foreseen and played on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kemu import QuickRng
from kemu.core.pending import Chance, Decide, Over
from kemu.games.hawaii import Hawaii, State, appraise
from kemu.games.hawaii.actions import Launch, Load, Sail
from kemu.games.hawaii.appraise import LUCK, horizon
from kemu.games.hawaii.between import (
    CAREFUL,
)
from kemu.games.hawaii.foresee import foreseen
from kemu.games.hawaii.onward import best_landing
from kemu.games.hawaii.policy import choose
from kemu.games.hawaii.rules.cards import DrawCard
from kemu.games.hawaii.rules.fight import Fight

from .positions import CAT, GAME, A, K, play, position, random_states, sighted, units

KONA = "k-kam k-w1..3 k-c1 k-c2"
OAHU = "a-kal a-w1..3 a-c1 a-c2"


def told(state: State, seed: int = 0) -> tuple[float, float]:
    first, second = GAME.appraise(state, GAME.pending(state), QuickRng(seed))
    return first, second


def test_it_is_told_everywhere_and_nothing_is_worth_more_than_a_victory_or_less_than_a_defeat() -> None:
    for state in random_states(3):
        first, second = told(state)
        assert -1.0 <= first <= 1.0 / CAREFUL[K] + 1e-9
        assert -1.0 <= second <= 1.0 / CAREFUL[A] + 1e-9


def test_where_a_storm_is_to_break_only_the_play_counts() -> None:
    """The king and one warrior against two: a storm that takes the warrior leaves the king alone with them."""
    there = {"kona": "k-kam k-w1 k-c1 k-w2", "hilo": "k-w3", "maui": "a-w4", "waikiki": "a-kal a-w1 a-w2"}
    moves = ("sail k-c1", "load k-kam", "load k-w1", "land maui")
    stormy, calm = (play(position("move", K, card=card, **there), *moves) for card in ("K9", "K7"))
    told_of = {"stormy": set[float](), "calm": set[float]()}
    for seed in range(60):
        told_of["stormy"].add(told(stormy, seed)[K])
        told_of["calm"].add(told(calm, seed)[K])
    worst = {name: min(values) for name, values in told_of.items()}
    assert worst["stormy"] < foreseen(GAME, stormy)[K] * (1 - LUCK) - LUCK - 1e-6, (
        "a death is not softened by the formula"
    )
    assert worst["calm"] >= foreseen(GAME, calm)[K] * (1 - LUCK) - LUCK - 1e-6
    # Before anybody has sailed no storm is due.
    still = position("move", K, card="K9", **there)
    assert told(still)[K] == pytest.approx(told(position("move", K, card="K7", **there))[K])


def test_a_search_looks_as_far_as_the_next_card_and_no_further() -> None:
    drawn = 0
    for state in random_states(4):
        assert GAME.horizon(state) == isinstance(state.stack[-1], DrawCard)
        if horizon(state):
            assert isinstance(GAME.pending(state), Chance)
            drawn += 1
    assert drawn > 5


def test_a_part_that_leaves_the_others_their_victory_is_lost() -> None:
    state = position("move", K, kona=KONA, hilo="a-w1", maui="a-w3", waikiki="a-kal", fleet=0)
    assert foreseen(GAME, state) == GAME.judge.ended("long", state.month, A)


def test_in_the_last_month_what_the_chiefs_leave_is_a_tie() -> None:
    everything: dict[str, str] = {
        "kona": "k-kam", "hilo": "k-w1", "maui": "k-w2", "molokai": "k-w3", "koolau": "k-w4", "kauai": "k-w5",
        "waikiki": "a-kal a-w1",
    }  # fmt: skip
    assert foreseen(GAME, position("move", A, month=10, fleet=0, **everything)) == GAME.judge.ended("long", 11, K)
    assert foreseen(GAME, position("move", A, month=11, fleet=0, **everything)) == GAME.judge.ended("long", 12, None)


@pytest.mark.parametrize(
    ("attack", "rest"), [("k-w1..4", "k-kam"), ("k-kam k-gua k-w1..3", "k-w4"), ("k-w1 k-w2", "k-kam k-w3 k-w4")]
)
def test_the_formula_is_near_what_comes_of_playing_on(attack: str, rest: str) -> None:
    """A landing that nobody can meet at sea: the formula's mean and that of many battles played out."""
    state = position(
        "battle", K, kona=rest, maui=f"{attack} k-c1 k-c2 a-w1 a-w2", waikiki="a-kal a-w3 a-w4", rode=attack
    )
    rng = QuickRng(5)
    total = 0.0
    number = 400
    for _ in range(number):
        then = state
        while not horizon(then) and not isinstance(due := GAME.pending(then), Over):
            top = then.stack[-1]
            choice: Any = due.sample(rng) if isinstance(due, Chance) else due.options[0]
            if isinstance(due, Decide) and isinstance(top, Fight):
                choice = choose(CAT, top, due)
            then, _ = GAME.apply(then, choice)
        total += GAME.judge(GAME, then, then.places, A, 5)[K] if horizon(then) else GAME.evaluate(then, K)
    assert foreseen(GAME, state)[K] == pytest.approx(total / number, abs=0.12)


def test_the_fallen_are_not_counted_twice_and_nobody_is_lost() -> None:
    seen: list[tuple[int, ...]] = []

    class Watched(Hawaii):
        judge: Any = staticmethod(lambda game, state, places, seat, month: seen.append(places) or (0.0, 0.0))  # type: ignore[misc]

    state = position("battle", K, kona="k-kam", waikiki="k-w1 k-w2 k-c1 a-kal a-w1", maui="a-w3", rode="k-w1 k-w2")
    assert foreseen(Watched(), state) == (0.0, 0.0)
    assert len(seen) > 2
    for places in seen:
        assert sum(places) == sum(state.places)
        assert not any(a & b for i, a in enumerate(places) for b in places[:i])
        fighters = places[CAT.space["waikiki"]] & CAT.fighters
        assert bool(fighters & CAT.sides[0]) != bool(fighters & CAT.sides[1])


def test_a_loaded_canoe_is_judged_by_its_best_landing() -> None:
    """With the Guard and warriors aboard, empty Molokaʻi and weak Maui are better than Oʻahu's army."""
    state = position(
        "move", K, kona="k-kam k-gua k-w1..4 k-c1", hilo="k-w5", maui="a-w4", waikiki="a-kal a-w1..3 a-thu"
    )
    for choice in (Sail("k-c1"), Load("k-gua"), Load("k-w1")):
        state, _ = GAME.apply(state, choice)
    at_best = max(
        foreseen(GAME, GAME.apply(state, land)[0])[K]
        for land in GAME.pending(state).options  # type: ignore[union-attr]
        if type(land).__name__ == "Land"
    )
    assert told(state)[K] > at_best - 0.25


def test_the_sample_counts_by_its_share() -> None:
    """A certain position: nothing to sample, so any dice say the same; a battle due: they do not."""
    quiet = position("move", K, kona=KONA, hilo="k-w5", waikiki=OAHU, fleet=0)
    assert len({told(quiet, seed) for seed in range(5)}) == 1
    battle = position("battle", K, kona=KONA, maui="k-w4 k-w5 k-c3 a-w3 a-w4", waikiki="a-kal a-w1", rode="k-w4 k-w5")
    values = {told(battle, seed)[0] for seed in range(12)}
    assert len(values) > 2
    assert max(values) - min(values) <= 2 * LUCK


def test_in_november_kamehameha_leaves_the_chiefs_their_part() -> None:
    state = position("move", K, month=11, kona=KONA, hilo="k-w5", waikiki=OAHU, fleet=0)
    assert foreseen(GAME, state) == GAME.judge(GAME, state, state.places, A, 11)
    assert foreseen(GAME, state) != GAME.judge.ended("long", state.month, None)


def ends_of(state: State) -> list[tuple[tuple[int, ...], int]]:
    """The positions that the formula looks at, and with whom Kauaʻi is in them."""
    seen: list[tuple[tuple[int, ...], int]] = []

    class Watched(Hawaii):
        judge: Any = staticmethod(lambda game, state, places, *_: seen.append((places, state.kauai)) or (0.0, 0.0))  # type: ignore[misc]

    foreseen(Watched(), state)
    return seen


def test_neutral_kauai_fights_back_and_joins_the_other_side() -> None:
    state = position(
        "move", K, kona="k-kam", waikiki=OAHU, kauai="k-w1 k-w2 k-c1 x-w1 x-w2 x-c1", rode="k-w1 k-w2", fleet=0
    )
    ends = ends_of(state)
    assert {kauai for _, kauai in ends} == {A}
    here = CAT.space["kauai"]
    fallen = units("x-w1 x-w2")
    won = [places for places, _ in ends if places[here] & units("k-w1 k-w2")]
    lost = [places for places, _ in ends if not places[here] & units("k-w1 k-w2")]
    assert won
    assert lost
    assert all(places[CAT.gone] & fallen == fallen for places in won)
    assert all(places[here] & fallen for places in lost)
    for places, _ in ends:
        assert sum(places) == sum(state.places)


def test_a_fight_under_way_is_weighed_by_who_still_stands_firm() -> None:
    """The same lines, with the attackers panicked: they are as good as beaten."""
    state = position("battle", K, kona="k-kam", maui="k-w1 k-w2 k-c1 a-w1 a-w2", waikiki="a-kal a-w3", rode="k-w1 k-w2")
    rng = QuickRng(3)
    while not isinstance(state.stack[-1], Fight):
        pending = GAME.pending(state)
        assert isinstance(pending, Chance)
        state, _ = GAME.apply(state, pending.sample(rng))
    fight = state.stack[-1]
    shaken = replace(state, stack=(*state.stack[:-1], replace(fight, panicked=units("k-w1 k-w2"))))
    assert foreseen(GAME, shaken)[K] < foreseen(GAME, state)[K] - 0.02
    walled = replace(state, stack=(*state.stack[:-1], replace(fight, wall=A)))
    assert foreseen(GAME, walled)[K] < foreseen(GAME, state)[K] - 0.02
    for places, _ in ends_of(state):
        assert places[CAT.space["maui"]] & CAT.fighters
        assert not places[CAT.sea]


def test_the_chiefs_land_where_it_is_best_for_them() -> None:
    """One unit aboard: on an empty island, not on Kamehameha's army."""
    state = position(
        "move", A, kona="k-kam k-gua k-w1..4", hilo="k-w5 k-w6 k-mus", waikiki="a-kal a-w1 a-c1", koolau="a-w2"
    )
    for choice in (Sail("a-c1"), Load("a-w1")):
        state, _ = GAME.apply(state, choice)
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    assert best_landing(GAME, state, state.stack[-1], pending).at in ("maui", "molokai", "koolau")  # type: ignore[arg-type,union-attr]


@pytest.mark.parametrize(
    ("at", "ashore", "inland", "meets"),
    [
        pytest.param("kona", "k-kam k-van k-pik k-w1..4 k-c1 k-c2", "k-w8", False, id="behind-a-wall"),
        pytest.param("hilo", "k-w7 k-c1 k-c2", "k-gua k-van k-pik k-w1..4", True, id="the-army-is-on-the-other-side"),
    ],
)
def test_a_landing_is_met_or_not_as_the_defenders_had_better(
    at: str, ashore: str, inland: str, meets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appraise, "LUCK", 0.0)
    there = {at: f"{ashore} a-kal a-w1 a-w2 a-c1", "hilo" if at == "kona" else "kona": inland}
    if "k-kam" not in ashore:
        there["maui"] = "k-kam"
    state = position("battle", A, rode="a-kal a-w1 a-w2", sailed="a-c1", waikiki="a-w4", **there)
    launching = sighted(state)
    waits, met = (foreseen(GAME, launching, met=met)[K] for met in (False, True))
    assert (met > waits) == meets
    assert told(launching)[K] == pytest.approx(max(waits, met))
    sailing, _ = GAME.apply(launching, Launch("k-c1"))
    assert told(sailing)[K] == pytest.approx(foreseen(GAME, sailing, met=True)[K]), "who boards puts to sea"
