"""The strikes that a search is told of: legal to their end, with whom they say, to where it may be worth it."""

from __future__ import annotations

import pytest

from kemu import QuickRng
from kemu.core.pending import Action, Decide, Over
from kemu.games.hawaii.actions import Land, Load, Sail, Walk
from kemu.games.hawaii.might import takes
from kemu.games.hawaii.plans import VAIN, plans
from kemu.games.hawaii.rules.movement import Loading, Moving
from kemu.games.hawaii.state import State

from .positions import CAT, GAME, A, K, position, units

OAHU = "a-kal a-thu a-w1..5 a-c1..3"


def landings(state: State) -> set[tuple[str, frozenset[str], int]]:
    """Where each plan goes, whom it brings, and with how many canoes."""
    found: set[tuple[str, frozenset[str], int]] = set()
    for plan in plans(GAME, state):
        places = {step.at for step in plan if isinstance(step, Land)}
        walkers = {step.unit for step in plan if isinstance(step, Walk)}
        if walkers:
            ((at, _),) = [
                (CAT.spaces[CAT.other[at]].id, here)
                for at, here in enumerate(state.places[: CAT.n])
                if here & units(" ".join(walkers))
            ]
            places.add(at)
        if len(places) > 1:
            continue
        (to,) = places
        loads = {step.unit for step in plan if isinstance(step, Load)}
        found.add((to, frozenset(walkers | loads), sum(isinstance(step, Sail) for step in plan)))
    return found


def followed(state: State, plan: tuple[Action, ...]) -> State:
    for step in plan:
        decide = GAME.pending(state)
        assert isinstance(decide, Decide)
        assert step in decide.options
        state, _ = GAME.apply(state, step)
    return state


@pytest.mark.parametrize("seed", range(4))
def test_every_step_of_every_plan_is_an_option_and_no_canoe_is_left_half_loaded(seed: int) -> None:
    rng = QuickRng(seed)
    state = GAME.start()
    seen = 0
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Decide):
            found = plans(GAME, state)
            assert len(set(found)) == len(found)
            assert not found or isinstance(state.stack[-1], Moving)
            for plan in found:
                seen += 1
                after = followed(state, plan)
                assert sum(after.places) == sum(state.places)
                assert not isinstance(after.stack[-1], Loading)
            choice = pending.pick(rng)
        else:
            choice = pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    assert seen > 20


def test_a_strike_comes_with_all_canoes_or_one_with_the_chief_or_without() -> None:
    state = position("move", A, fleet=2, kona="k-kam k-gua k-van k-w1..6", hilo="k-w7 k-w8", waikiki=OAHU)
    at_hilo = {(force, canoes) for at, force, canoes in landings(state) if at == "hilo"}
    assert (frozenset({"a-kal", "a-thu", "a-w1"}), 1) in at_hilo
    assert (frozenset({"a-thu", "a-w1"}), 1) in at_hilo
    assert (frozenset({"a-kal", "a-thu", "a-w1", "a-w2", "a-w3"}), 2) in at_hilo
    assert (frozenset({"a-thu", "a-w1", "a-w2", "a-w3"}), 2) in at_hilo


def test_somewhere_a_chief_keeps_everybody_who_stands_with_him() -> None:
    state = position("move", A, fleet=2, hilo="k-w7", kona="k-kam", waikiki=OAHU, koolau="a-mus a-pik")
    assert ("hilo", frozenset({"a-mus", "a-pik"}), 1) in landings(state)


def test_the_strongest_load_is_fetched_first() -> None:
    state = position(
        "move", A, fleet=1, hilo="k-w7", kona="k-kam k-gua", waikiki="a-kal a-w1 a-c1", koolau="a-thu a-mus"
    )
    without = {force for at, force, _ in landings(state) if at == "hilo" and "a-kal" not in force}
    assert without == {frozenset({"a-thu", "a-mus"})}


def test_those_on_the_islands_other_space_walk() -> None:
    state = position("move", K, fleet=0, kona="k-kam k-w1..3 k-c1", hilo="a-w1", waikiki="a-kal")
    assert landings(state) == {
        ("hilo", frozenset({"k-kam", "k-w1", "k-w2", "k-w3"}), 0),
        ("hilo", frozenset({"k-w1", "k-w2", "k-w3"}), 0),
    }


def test_on_foot_alone_too_while_canoes_could_sail() -> None:
    state = position("move", K, fleet=2, kona="k-kam k-w1..3 k-c1", hilo="a-w1", maui="k-w4", waikiki="a-kal")
    on_foot = {force for at, force, canoes in landings(state) if at == "hilo" and canoes == 0}
    assert on_foot == {frozenset({"k-kam", "k-w1", "k-w2", "k-w3"}), frozenset({"k-w1", "k-w2", "k-w3"})}


def test_a_landing_half_made_is_reinforced() -> None:
    """A canoe has landed in Hilo; the second brings more, and nobody sails away from there."""
    state = position(
        "move", A, fleet=1, kona="k-kam k-gua", hilo="k-w7 k-w8 a-w1 a-c1", waikiki="a-kal a-thu a-w2 a-c2",
        rode="a-w1", sailed="a-c1",
    )  # fmt: skip
    assert ("hilo", frozenset({"a-thu", "a-w2"}), 1) in landings(state)


def test_kauai_is_a_target_until_it_is_ones_own() -> None:
    there = {"kona": "k-kam k-gua k-w1..4 k-c1 k-c2", "kauai": "x-w1 x-c1", "waikiki": "a-kal"}
    assert "kauai" in {at for at, *_ in landings(position("move", K, fleet=2, **there))}
    assert "kauai" not in {at for at, *_ in landings(position("move", K, fleet=2, ally=K, **there))}


def test_leaders_count_where_the_strongest_load_is_looked_for() -> None:
    state = position(
        "move", K, fleet=1, hilo="k-w1 k-w2 k-c1", kona="k-kam k-you k-w3", maui="a-w3", waikiki="a-kal"
    )  # fmt: skip
    assert ("maui", frozenset({"k-kam", "k-you", "k-w3"}), 1) in landings(state)


def test_those_who_stand_with_a_chief_may_stay_when_an_empty_space_is_gone_to() -> None:
    state = position("move", K, fleet=1, kona="k-kam k-gua k-van k-c1", hilo="k-w4 k-w5", waikiki=OAHU)
    assert ("molokai", frozenset({"k-w4", "k-w5"}), 1) in landings(state)
    assert ("molokai", frozenset({"k-gua", "k-van"}), 1) in landings(state)


def test_a_canoe_goes_to_empty_spaces_without_chiefs() -> None:
    state = position("move", K, fleet=1, kona="k-kam k-w1..3 k-c1", hilo="k-w4", waikiki=OAHU)
    empty = {(at, force) for at, force, _ in landings(state) if at in {"maui", "molokai", "koolau"}}
    assert {at for at, _ in empty} == {"maui", "molokai", "koolau"}
    assert all("k-kam" not in force for _, force in empty)


def test_vain_strikes_are_not_proposed_and_the_surest_comes_first() -> None:
    state = position("move", A, fleet=2, kona="k-kam k-gua k-van k-w1..5", hilo="k-w6..9", waikiki=OAHU)
    sure: list[float] = []
    for plan in plans(GAME, state):
        to = plan[-1]
        if isinstance(to, Land) and not isinstance(plan[0], Walk):
            at = CAT.space[to.at]
            force = GAME.might(units(" ".join(step.unit for step in plan if isinstance(step, Load))))
            sure.append(takes(force, GAME.might(state.places[at] & CAT.fighters), wall=CAT.fort[at]))
    assert len(sure) > 5
    assert sure == sorted(sure, reverse=True)
    assert min(sure) > VAIN
    assert not any(at == "kona" for at, *_ in landings(state))


def test_both_chiefs_are_struck_at_at_once_where_they_stand_apart() -> None:
    state = position(
        "move", K, fleet=2, month=11, kona="k-kam k-w1..4 k-c1", hilo="k-you k-gua k-pik k-c2", maui="a-kal",
        molokai="a-kai", waikiki="a-thu a-w1",
    )  # fmt: skip
    double = [plan for plan in plans(GAME, state) if {s.at for s in plan if isinstance(s, Land)} == {"maui", "molokai"}]
    assert double
    ends = [followed(state, plan) for plan in double]
    for end in ends:
        assert all(end.places[CAT.space[at]] & CAT.fighters & CAT.owned[end.kauai + 1][K] for at in ("maui", "molokai"))
    assert any(end.places[CAT.space["kona"]] & units("k-kam") for end in ends), "the king may stay"
    made = position(
        "move", K, fleet=0, kona="k-w1 k-w2", maui="a-kal k-kam k-gua k-pik", molokai="a-kai k-w3..6 k-you",
        waikiki="a-thu", rode="k-kam k-gua k-pik k-w3..6 k-you",
    )  # fmt: skip
    assert isinstance(GAME.pending(made), Decide)
    assert () not in plans(GAME, made), "where both have been landed at, nothing is left to propose"
    together = position("move", K, fleet=2, kona="k-kam k-w1..4 k-c1 k-c2", maui="a-kal a-kai", waikiki="a-w1")
    assert all(len({s.at for s in plan if isinstance(s, Land)}) < 2 for plan in plans(GAME, together))
    one = position("move", K, fleet=1, kona="k-kam k-w1..4 k-c1 k-c2", maui="a-kal", molokai="a-kai", waikiki="a-w1")
    assert all(len({s.at for s in plan if isinstance(s, Land)}) < 2 for plan in plans(GAME, one))


def test_there_are_plans_only_while_units_are_moved() -> None:
    assert plans(GAME, position("move", A, hilo="k-kam", waikiki=OAHU))
    assert not plans(GAME, position("battle", A, hilo="k-kam a-w1", waikiki="a-kal"))
    sailing, _ = GAME.apply(position("move", A, hilo="k-kam", waikiki=OAHU), Sail("a-c1"))
    assert not plans(GAME, sailing)
