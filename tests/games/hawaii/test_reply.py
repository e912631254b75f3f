"""What the side whose part begins can strike at, and that a searching player minds it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kemu.games.hawaii.between import ON_FOOT, OWN, REPLY, Judge, weighed
from kemu.games.hawaii.catalogue import bits
from kemu.games.hawaii.clash import after, ends
from kemu.games.hawaii.reply import CANOES, RECRUITS, STRIKES, VAIN, strikes
from kemu.games.hawaii.state import State

from .positions import CAT, GAME, A, K, position, units

OAHU = "a-kal a-thu a-w1..5 a-c1..3"


def struck(state: State, seat: int) -> list[tuple[str, set[str], float]]:
    """Where, by whom, and with what chance."""
    return [
        (CAT.spaces[strike.at].id, {CAT.counters[unit].id for unit in bits(strike.force)}, strike.taken())
        for strike in strikes(GAME, state, state.places, seat)
    ]


def as_learned(state: State, seat: int) -> float:
    return weighed(CAT, "long", state.month, *GAME.judge.chances(GAME, state, seat))[seat]


def judged(state: State, seat: int) -> tuple[float, float]:
    return GAME.judge(GAME, state, state.places, seat, state.month)


# -- whom they can send -------------------------------------------------------------------------------------


def test_a_king_who_is_left_alone_is_struck_at_first() -> None:
    state = position("card", A, kona="k-w1..4 k-gua", hilo="k-kam", maui="k-w5", waikiki=OAHU)
    at, force, wins = struck(state, A)[0]
    assert at == "hilo"
    assert wins > 0.9
    assert {"a-thu", "a-w1"} <= force


def test_two_canoes_carry_four_units_and_the_leaders() -> None:
    state = position("card", A, hilo="k-kam", waikiki=OAHU)
    assert {len(force - {"a-kal"}) for _, force, _ in struck(state, A)} == {2 * CANOES}
    one = position("card", A, hilo="k-kam", waikiki="a-kal a-w1..4 a-c1")
    assert {frozenset(force - {"a-kal"}) for _, force, _ in struck(one, A)} == {frozenset({"a-w1", "a-w2"})}


def test_without_a_canoe_only_the_islands_other_space_is_struck() -> None:
    far = position("card", A, hilo="k-kam", waikiki="a-kal a-thu a-w1..4")
    assert struck(far, A) == []
    near = position("card", A, hilo="k-kam", kona="a-w1..4", waikiki="a-kal")
    assert [(at, force) for at, force, _ in struck(near, A)] == [("hilo", {"a-w1", "a-w2", "a-w3", "a-w4"})]


def test_a_strike_is_weighed_with_the_chiefs_and_without() -> None:
    state = position("card", A, kona="k-kam k-w1", waikiki=OAHU)
    assert {("a-kal" in force) for _, force, _ in struck(state, A)} == {True, False}


def test_those_on_the_islands_other_space_join_those_who_come_by_canoe() -> None:
    state = position("card", K, kona="k-kam k-w1", hilo="a-thu a-w1", maui="k-gua k-w2 k-c1", waikiki="a-kal")
    forces = [force for at, force, _ in struck(state, K) if at == "hilo"]
    assert {"k-w1", "k-gua"} <= max(forces, key=len)


def test_warriors_who_can_be_recruited_come_too() -> None:
    """The king alone on Oʻahu, and nobody else there: two warriors of Oʻahu come from the box to its other space."""
    state = position("card", A, koolau="k-kam", hilo="k-w1", maui="a-w3")
    ((at, force, _),) = struck(state, A)[:1]
    assert at == "koolau"
    assert len(force) == RECRUITS
    assert all(CAT.warriors & units(unit) for unit in force)
    assert struck(position("card", A, koolau="k-kam", waikiki="k-w1", maui="a-w3"), A) == [], "no room at home"


def test_who_must_strike_looks_at_every_space_and_at_small_chances() -> None:
    state = position(
        "card", K, month=5, kona="k-kam k-w1", hilo="a-thu a-bro a-w1 a-w2", waikiki="a-kal a-w4", koolau="a-w5"
    )
    calm, must = (strikes(GAME, state, state.places, K, must=must) for must in (False, True))
    assert {CAT.spaces[strike.at].id for strike in must} == {"hilo"}, "no canoe: Oʻahu is out of reach"
    assert calm == []
    assert 0.02 < must[0].taken() < VAIN
    sailing = position(
        "card", K, kona="k-kam k-gua k-w1..6 k-c1 k-c2", hilo="a-thu", maui="a-w3", molokai="a-w1", waikiki="a-kal",
        koolau="a-w5",
    )  # fmt: skip
    found = strikes(GAME, sailing, sailing.places, K, must=True)
    assert sorted(CAT.spaces[strike.at].id for strike in found) == ["hilo", "koolau", "maui", "molokai", "waikiki"]


def test_the_strikes_that_promise_most_are_weighed() -> None:
    """Four weak garrisons and a king who is not as weak: he is struck at first."""
    state = position(
        "card", A, kona="k-w1", hilo="k-w2", maui="k-w7", molokai="k-kam k-w3 k-w4", kauai="k-w5 k-w6", waikiki=OAHU
    )
    found = struck(state, A)
    assert found[0][0] == "molokai"
    risky = position("card", A, kona="k-gua k-van k-w1..3", maui="k-kam k-w4 k-w5 k-w6", waikiki=OAHU)
    with_chief, without = (
        next(wins for at, force, wins in struck(risky, A) if at == "maui" and ("a-kal" in force) == chief)
        for chief in (True, False)
    )
    assert without < with_chief


def test_vain_strikes_are_left_out_and_there_are_never_many() -> None:
    hopeless = position("card", A, kona="k-kam k-gua k-van k-w1..6", waikiki="a-kal a-w1 a-c1")
    assert struck(hopeless, A) == []
    many = position("card", A, kona="k-w1", hilo="k-kam", maui="k-w2", molokai="k-w3", kauai="k-w4", waikiki=OAHU)
    assert len(struck(many, A)) == STRIKES
    assert all(
        GAME.might.takes(strike.force, many.places[strike.at] & CAT.fighters, wall=CAT.fort[strike.at]) > VAIN
        for strike in strikes(GAME, many, many.places, A)
    )


def test_one_strike_on_foot_is_enough() -> None:
    """Where one of them is among the most promising anyway, none is added."""
    state = position(
        "card", A, koolau="k-kam k-w1", hilo="k-w3", kona="k-w4", maui="k-w5", molokai="k-w6",
        waikiki="a-bro a-thu a-kai a-w1..3", kauai="a-kal a-c1 a-c2",
    )  # fmt: skip
    found = strikes(GAME, state, state.places, A)
    assert sum(strike.afoot for strike in found) in (1, 2)
    assert len(found) == STRIKES


def test_recruits_come_from_the_other_space_only_where_there_is_room_for_them_at_home() -> None:
    """In Kona Kamehameha's recruits would stand beside Hilo; not while the Chiefs hold Kona too."""
    there = {"hilo": "a-w1", "waikiki": "a-kal", "maui": "k-kam"}
    for kona, come in (("", True), ("a-w2", False)):
        state = position("card", K, kona=kona, **there)
        assert any("k-w1" in force for at, force, _ in struck(state, K) if at == "hilo") == come


def test_neutral_kauai_is_nobodys_target() -> None:
    state = position("card", A, kona="k-kam k-gua k-van k-w1..6", kauai="x-w1 x-w2 x-c1", waikiki=OAHU)
    assert "kauai" not in {at for at, _, _ in struck(state, A)}


# -- what it does to a judgement ----------------------------------------------------------------------------


def test_where_nothing_can_be_struck_what_was_learned_stands() -> None:
    state = position("card", A, hilo="k-kam k-w1", waikiki="a-kal a-w1")
    assert struck(state, A) == []
    assert judged(state, A) == pytest.approx((as_learned(state, K), as_learned(state, A)))


RISKY = {"hilo": "k-kam", "kona": "a-w1..4", "maui": "k-gua k-van k-w1..6 k-c1..3", "waikiki": "a-kal"}
"""Kamehameha is strong, and alone beside four warriors."""


@pytest.mark.parametrize("afoot", [True, False])
def test_a_strike_counts_by_its_share_at_its_mean_and_on_foot_it_is_feared_more(afoot: bool) -> None:
    state = position("card", A, month=5, **RISKY)
    if not afoot:
        far = {**RISKY, "kona": "", "waikiki": "a-kal a-w1..4 a-c1 a-c2"}
        state = position("card", A, month=5, **far)
    strike = max(strikes(GAME, state, state.places, A), key=lambda one: one.taken())
    assert strike.afoot == afoot
    for eyes, share in ((A, OWN[A]), (K, ON_FOOT if afoot else REPLY)):
        mean = 0.0
        for end in strike.ends:
            places = after(CAT, state.places, end)
            assert bool(places[CAT.gone] & CAT.chiefs[K]) == end.taken, "he is alone"
            begun = replace(position("card", K, month=6, **RISKY), places=places)
            mean += end.likely * (GAME.judge.ended("long", 6, A)[eyes] if end.taken else as_learned(begun, eyes))
        learned = as_learned(state, eyes)
        assert judged(state, A)[eyes] == pytest.approx((1 - share) * learned + share * mean)
        assert (mean > learned) == (eyes == A)


def test_a_strike_is_feared_by_what_it_does_to_oneself(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the others think of their own chances has nothing to do with it: they may believe they need not strike."""
    state = position("card", A, month=5, **RISKY)
    feared = judged(state, A)[K]
    sure = Judge._as_learned

    def content(self: Judge, *given: Any) -> tuple[bool, tuple[float, float]]:
        over, worth = sure(self, *given)
        return over, (worth[0], 0.9)

    monkeypatch.setattr(Judge, "_as_learned", content)
    assert Judge(CAT)(GAME, state, state.places, A, state.month) == pytest.approx((feared, 0.9))


def test_one_strike_on_foot_is_weighed_though_others_promise_more() -> None:
    state = position(
        "card", A, koolau="k-kam k-w1 k-w2", hilo="k-w3", kona="k-w4", maui="k-w5", molokai="k-w6",
        waikiki="a-bro a-w1..3", kauai="a-kal a-kai a-thu a-mus a-pik a-c1 a-c2",
    )  # fmt: skip
    found = strikes(GAME, state, state.places, A)
    assert len(found) == STRIKES + 1
    assert [strike.afoot for strike in found] == [False] * STRIKES + [True]
    assert found[-1].at == CAT.space["koolau"]


def test_kamehameha_counts_more_on_his_own_strike_than_others_fear_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(
        "card", K, month=9, kona="k-kam k-gua k-w1..6 k-c1 k-c2", hilo="k-w7", waikiki="a-kal a-w1",
        maui="a-thu a-w2 a-w3 a-pik a-bro a-c1",
    )  # fmt: skip
    strike = strikes(GAME, state, state.places, K)[0]
    assert strike.taken() > 0.9
    counted = Judge(CAT)(GAME, state, state.places, K, 9)
    monkeypatch.setattr("kemu.games.hawaii.between.OWN", (REPLY, REPLY))
    feared = Judge(CAT)(GAME, state, state.places, K, 9)
    assert counted[K] > feared[K] > as_learned(state, K)
    assert counted[A] == feared[A]


def test_the_one_who_strikes_gains_and_the_other_loses_by_it() -> None:
    state = position("card", A, month=5, **RISKY)
    first, second = judged(state, A)
    assert first < as_learned(state, K) - 0.05
    assert second > as_learned(state, A) + 0.1


def test_nobody_strikes_to_his_own_harm() -> None:
    """A strike that leaves the striker worse off than waiting is not made."""
    states = [
        position("card", A, kona="k-kam k-gua k-van", maui="k-w1 k-w2", waikiki="a-kal a-w1..3 a-c1 a-c2"),
        position("card", A, kona="k-kam k-w1..3", maui="k-w4", waikiki="a-kal a-w1 a-c1", koolau="a-w2 a-w3"),
    ]
    for state in states:
        assert judged(state, A)[A] >= as_learned(state, A) - 1e-12


# -- how a battle ends --------------------------------------------------------------------------------------


def test_the_ends_of_a_battle_leave_every_counter_somewhere_once() -> None:
    state = position("card", A, hilo="k-kam k-w1 k-w2", kona="a-w1..3 a-thu", waikiki="a-kal")
    hilo, kona = CAT.space["hilo"], CAT.space["kona"]
    force, here = units("a-w1..3 a-thu"), units("k-kam k-w1 k-w2")
    found = ends(GAME, hilo, (force, here), A, wall=CAT.fort[hilo])
    assert sum(end.likely for end in found) == pytest.approx(1.0)
    assert {end.taken for end in found} == {True, False}
    for end in found:
        places = after(CAT, state.places, end)
        assert sum(places) == sum(state.places)
        assert not any(a & b for i, a in enumerate(places) for b in places[:i])
        assert places[CAT.gone] & CAT.fighters == end.dead & CAT.leaders
        assert places[CAT.boxes[A]] & force == end.dead & force
        if end.taken:
            assert places[CAT.gone] & units("k-kam"), "the king falls with the fort"
            assert places[hilo] & CAT.fighters & ~force == 0
            assert places[hilo] & force
        else:
            assert places[hilo] & here
            assert places[hilo] & force == 0
            assert places[kona] & force == end.fled, "who lives goes back to where he came from"
    lost = next(end for end in found if not end.taken)
    fled = lost._replace(dead=lost.dead & ~units("a-w1"), fled=lost.fled | units("a-w1"), refuge=CAT.space["waikiki"])
    assert after(CAT, state.places, fled)[CAT.space["waikiki"]] & units("a-w1")


def test_who_has_panicked_changes_the_chances_and_nothing_else() -> None:
    hilo = CAT.space["hilo"]
    lines = units("a-w1..3"), units("k-w1..3")
    plain = ends(GAME, hilo, lines, A)
    strong = GAME.might(lines[0]), GAME.might(lines[1])
    assert ends(GAME, hilo, lines, A, strengths=strong) == [pytest.approx(end) for end in plain]
    more = ends(GAME, hilo, lines, A, strengths=(strong[0] + 2.0, strong[1]))
    assert sum(end.likely for end in more) == pytest.approx(1.0)
    assert sum(end.likely for end in more if end.taken) > 0.1 + sum(end.likely for end in plain if end.taken)
    assert [end[1:] for end in more] == [end[1:] for end in plain]
