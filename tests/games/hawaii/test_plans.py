"""The strikes that a search is told of: legal to their end, with whom they say, to where it may be worth it."""

from __future__ import annotations

import pytest

from kemu import QuickRng
from kemu.core.pending import Action, Decide, Over
from kemu.games.hawaii.actions import Land, Load, Sail, Walk
from kemu.games.hawaii.might import takes
from kemu.games.hawaii.plans import VAIN, _spared, plans  # pyright: ignore[reportPrivateUsage]
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


def struck_at(state: State, plan: tuple[Action, ...]) -> set[str]:
    """The spaces of the enemy that a plan lands in."""
    seat = state.stack[-1].seat  # type: ignore[union-attr]
    theirs = CAT.fighters & ~CAT.owned[state.kauai + 1][seat]
    return {step.at for step in plan if isinstance(step, Land) and state.places[CAT.space[step.at]] & theirs}


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
    own = [force for at, force, _ in landings(position("move", K, fleet=2, ally=K, **there)) if at == "kauai"]
    assert all("k-kam" in force for force in own), "the king may go there with his people, no strike does"


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


def test_vain_strikes_are_not_proposed() -> None:
    state = position("move", A, fleet=2, kona="k-kam k-gua k-van k-w1..5", hilo="k-w6..9", waikiki=OAHU)
    sure: list[float] = []
    for plan in plans(GAME, state):
        to = plan[-1]
        if isinstance(to, Land) and not isinstance(plan[0], Walk) and struck_at(state, plan) == {to.at}:
            at = CAT.space[to.at]
            force = GAME.might(units(" ".join(step.unit for step in plan if isinstance(step, Load))))
            sure.append(takes(force, GAME.might(state.places[at] & CAT.fighters), wall=CAT.fort[at]))
    assert sure
    assert min(sure) > VAIN
    assert not any(at == "kona" for at, *_ in landings(state))


def test_what_promises_most_comes_first() -> None:
    """A chief alone before a garrison as weak; that before empty spaces; the surer strike before the other."""
    state = position(
        "move", K, fleet=2, kona="k-kam k-gua k-van k-w1 k-w2 k-c1 k-c2", hilo="k-w3", maui="a-kal", waikiki="a-w1",
    )  # fmt: skip
    first = [struck_at(state, plan) for plan in plans(GAME, state)]
    assert first[0] == {"maui"}
    assert first.index({"maui"}) < first.index({"waikiki"}) < first.index(set())
    at_maui = [plan for plan in plans(GAME, state) if struck_at(state, plan) == {"maui"}]
    brought = [GAME.might(units(" ".join(s.unit for s in plan if isinstance(s, Load)))) for plan in at_maui]
    assert brought[0] == max(brought)


def test_both_chiefs_are_struck_at_at_once_where_they_stand_apart() -> None:
    state = position(
        "move", K, fleet=3, month=11, kona="k-kam k-w1..4 k-c1 k-c3", hilo="k-you k-gua k-pik k-c2", maui="a-kal",
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
    assert all(len(struck_at(together, plan)) < 2 for plan in plans(GAME, together))
    one = position("move", K, fleet=1, kona="k-kam k-w1..4 k-c1 k-c2", maui="a-kal", molokai="a-kai", waikiki="a-w1")
    assert all(len(struck_at(one, plan)) < 2 for plan in plans(GAME, one))


def test_there_are_plans_only_while_units_are_moved() -> None:
    assert plans(GAME, position("move", A, hilo="k-kam", waikiki=OAHU))
    assert not plans(GAME, position("battle", A, hilo="k-kam a-w1", waikiki="a-kal"))
    sailing, _ = GAME.apply(position("move", A, hilo="k-kam", waikiki=OAHU), Sail("a-c1"))
    assert not plans(GAME, sailing)


def held_after(state: State) -> list[dict[str, set[str]]]:
    """For each plan: who of the side in turn stands in the spaces where nobody stood before."""
    empty = [at for at, here in enumerate(state.places[: CAT.n]) if not here & CAT.fighters]
    found: list[dict[str, set[str]]] = []
    for plan in plans(GAME, state):
        end = followed(state, plan)
        found.append({CAT.spaces[at].id: set(CAT.ids[end.places[at] & CAT.fighters]) for at in empty})
    return found


def test_the_weakest_who_can_be_spared_hold_empty_spaces() -> None:
    """Kona walks over to Hilo, two canoes go to Maui and Molokaʻi; Koʻolau is too far for them."""
    state = position("move", K, fleet=2, kona="k-kam k-gua k-w1 k-w7..9 k-c1 k-c2", waikiki=OAHU, kauai="x-w1 x-c1")
    whole = [there for there in held_after(state) if there["hilo"] and there["maui"] and there["molokai"]]
    assert whole
    weak = {"k-w7", "k-w8", "k-w9"}
    assert any(all(there[at] <= weak and len(there[at]) == 1 for at in ("hilo", "maui", "molokai")) for there in whole)


def test_nobody_is_spared_who_leaves_a_space_empty_or_a_chief_alone() -> None:
    there = {
        "hilo": "k-w9",
        "maui": "a-w3",
        "molokai": "a-w4",
        "koolau": "k-w4 k-w5",
        "kauai": "x-w1",
        "waikiki": "a-kal",
    }
    bound = position("move", K, fleet=0, kona="k-kam k-w7 k-w8", **there)
    assert _spared(GAME, bound, K) == units("k-w7 k-w8 k-w4 k-w5")
    alone = position("move", K, fleet=0, kona="k-kam k-w7", **there)
    assert _spared(GAME, alone, K) == units("k-w4 k-w5"), (
        "one of two may go; who stands alone, or alone with his king, not"
    )


def test_canoes_that_a_strike_leaves_hold_empty_spaces() -> None:
    state = position(
        "move", K, fleet=2, kona="k-kam k-gua k-van k-w1 k-w7..9 k-c1 k-c2", hilo="k-w2", maui="a-w4", waikiki=OAHU,
    )  # fmt: skip
    both = [plan for plan in plans(GAME, state) if {"maui", "molokai"} <= {s.at for s in plan if isinstance(s, Land)}]
    assert both
    for plan in both:
        assert struck_at(state, plan) == {"maui"}


def test_people_come_to_their_chief_and_he_goes_home_with_his() -> None:
    state = position("move", K, fleet=2, kona="k-w1 k-w2 k-gua k-c1", maui="k-kam k-w7 k-c2", waikiki=OAHU)
    kona, maui = CAT.space["kona"], CAT.space["maui"]
    ends = [followed(state, plan) for plan in plans(GAME, state)]
    assert any(end.places[maui] & units("k-kam k-gua k-w1") == units("k-kam k-gua k-w1") for end in ends)
    assert any(end.places[kona] & units("k-kam k-w7") == units("k-kam k-w7") for end in ends)


def test_who_has_moved_is_not_spared() -> None:
    there = {"kona": "k-kam k-w6 k-w7 k-w8 k-w9", "waikiki": "a-kal"}
    assert _spared(GAME, position("move", K, fleet=0, rode="k-w7", walked="k-w8", **there), K) == units("k-w6 k-w9")


def test_a_strike_alone_is_looked_at_before_the_same_with_garrisons() -> None:
    state = position(
        "move", K, fleet=2, kona="k-kam k-gua k-van k-w1 k-w7..9 k-c1 k-c2", hilo="k-w2", maui="a-w4", waikiki=OAHU,
    )  # fmt: skip
    found = plans(GAME, state)
    strikes = [plan for plan in found if struck_at(state, plan) == {"maui"}]
    pairs = [
        (one, other)
        for one in strikes
        for other in strikes
        if other[: len(one)] == one and {s.at for s in other[len(one) :] if isinstance(s, Land)} == {"molokai"}
    ]
    assert pairs
    assert all(found.index(one) < found.index(other) for one, other in pairs)


def test_an_empty_space_that_a_strike_takes_keeps_its_rank() -> None:
    """A warrior goes to Hilo, be it as a strike or as its garrison: it is not put off as the latter."""
    there = {"kona": "k-kam k-w8 k-w9", "koolau": "k-w1 k-w2 k-c1", "waikiki": "a-kal a-thu a-w1..5"}
    state = position("move", K, fleet=1, walked="k-w8", **there)
    found = plans(GAME, state)
    to_maui = (Sail("k-c1"), Load("k-w1"), Load("k-w2"), Land("maui"))
    garrison = (Walk("k-w9"), Sail("k-c1"), Load("k-w1"), Land("maui"))
    assert found.index((Walk("k-w9"),)) < found.index(to_maui) < found.index(garrison)


def test_where_a_chief_goes_with_his_people_the_others_stay() -> None:
    state = position(
        "move", K, fleet=2, kona="k-w1 k-gua k-c1", maui="k-kam k-w7 k-c2", molokai="k-w2 k-w3", waikiki=OAHU
    )
    kona, molokai = CAT.space["kona"], CAT.space["molokai"]
    home = [end for end in (followed(state, plan) for plan in plans(GAME, state)) if end.places[kona] & units("k-kam")]
    assert home
    assert any(end.places[molokai] & units("k-w2 k-w3") == units("k-w2 k-w3") for end in home)
    assert all(end.places[molokai] & units("k-w2 k-w3") for end in home)
