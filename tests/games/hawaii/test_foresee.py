"""How a part is likely to end: battles ashore, landings met at sea, and those who may still come."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kemu import QuickRng
from kemu.core.pending import Chance
from kemu.games.hawaii import Hawaii, State
from kemu.games.hawaii.actions import Attack, Done, Launch, PutToSea, Wait, Walk
from kemu.games.hawaii.appraise import appraise
from kemu.games.hawaii.foresee import CLASHES, LAUNCHED_BY_THE_WEAK, foreseen
from kemu.games.hawaii.rules.battle import BattlePhase
from kemu.games.hawaii.rules.fight import Fight
from kemu.games.hawaii.rules.sea import LaunchFleet

from .positions import CAT, GAME, A, K, position, sighted, units

Seen = list[tuple[int, ...]]


def seen_in(state: State, met: bool = False) -> Seen:
    """The positions that are looked at."""
    seen: Seen = []

    class Watched(Hawaii):
        judge: Any = staticmethod(lambda game, state, places, *_: seen.append(places) or (0.0, 0.0))  # type: ignore[misc]

    foreseen(Watched(), state, met=met)
    return seen


def off_waikiki(landing: str, ashore: str = "a-kal a-thu a-w1..3 a-c1 a-c2", **more: str) -> State:
    """Kamehameha's people have landed in Waikīkī, and the battle phase begins."""
    canoes = " ".join(unit for unit in landing.split() if "-c" in unit)
    there = {"kona": "k-w8", "maui": "a-w5", **more}
    rode = " ".join(unit for unit in landing.split() if "-c" not in unit)
    return position("battle", K, waikiki=f"{ashore} {landing}", rode=rode, sailed=canoes, **there)


LANDING = "k-kam k-gua k-w1 k-w2 k-c1"


def test_nobody_is_lost_on_the_way() -> None:
    launching = sighted(off_waikiki(LANDING))
    at_sea = launching
    for unit in ("a-c1", "a-kal", "a-w1"):
        at_sea, _ = GAME.apply(at_sea, Launch(unit))
    at_sea, _ = GAME.apply(at_sea, PutToSea())
    assert isinstance(at_sea.stack[-1], Fight)
    cases = [
        (off_waikiki(LANDING), False), (launching, True), (launching, False), (at_sea, True)
    ]  # fmt: skip
    for state, met in cases:
        found = seen_in(state, met)
        assert len(found) > 2
        for places in found:
            assert sum(places) == sum(state.places)
            assert not any(a & b for i, a in enumerate(places) for b in places[:i])
            here = places[CAT.space["waikiki"]] & CAT.fighters
            assert not (here & CAT.sides[K] and here & CAT.sides[A]), "the battle is over"
            assert here
            assert not places[CAT.sea]


def test_beaten_at_sea_the_defenders_leave_the_space_and_live() -> None:
    """The chief stays ashore, his warriors put to sea: if they are beaten he leaves with them."""
    state = sighted(
        off_waikiki("k-gua k-van k-w1 k-w2 k-c1 k-c2", ashore="a-kal a-w4 a-w5 a-c1", koolau="a-w1", maui="a-w2")
    )
    for unit in ("a-c1", "a-w4"):
        state, _ = GAME.apply(state, Launch(unit))
    state, _ = GAME.apply(state, PutToSea())
    waikiki, koolau = CAT.space["waikiki"], CAT.space["koolau"]
    taken = [places for places in seen_in(state, met=True) if places[waikiki] & CAT.sides[K] & CAT.fighters]
    assert taken
    for places in taken:
        assert places[koolau] & units("a-kal a-w5") == units("a-kal a-w5")
        assert not places[waikiki] & CAT.sides[A] & CAT.fighters


def test_the_army_of_the_islands_other_space_sails_with_the_fleet() -> None:
    """Ashore they would not be there."""
    army = {"koolau": "a-thu a-bro a-w1..3 a-pik a-c1..3"}
    launching = sighted(off_waikiki(LANDING, ashore="a-kal a-w4", **army))
    waits, met = (foreseen(GAME, launching, met=met)[K] for met in (False, True))
    assert met < waits - 0.1


def test_a_fleet_that_has_won_goes_home_and_who_has_walked_in_leaves_with_the_beaten() -> None:
    """Two have landed in Waikīkī, one has walked there; the fleet that meets the two comes from Koʻolau."""
    army = "a-kal a-thu a-bro a-c1 a-c2"
    there = {"kona": "k-kam", "waikiki": "a-w1 k-w1 k-w7 k-c1", "koolau": army}
    state = position("battle", K, rode="k-w1", sailed="k-c1", walked="k-w7", **there)
    state = sighted(state)
    for unit in ("a-c1", "a-c2", "a-thu", "a-bro", "a-kal"):
        state, _ = GAME.apply(state, Launch(unit))
    waikiki, koolau = CAT.space["waikiki"], CAT.space["koolau"]
    lost = [places for places in seen_in(state, met=True) if not places[waikiki] & CAT.sides[K] & CAT.fighters]
    assert lost
    for places in lost:
        assert not places[waikiki] & units("a-kal a-thu a-bro"), "they are not moved to where the landing was"
        assert places[koolau] & units("a-kal a-thu a-bro")
        assert places[waikiki] & units("a-w1")
        assert places[CAT.space["kona"]] & units("k-w7"), "he leaves too"


def fort(strong: bool) -> State:
    """The Chiefs land at Kona, a fort; Kamehameha's people there have canoes."""
    there = "k-kam k-van k-pik k-w1..4 k-c1 k-c2" if strong else "k-kam k-w1 k-c1"
    landing = "a-kal a-bro a-pik a-w1 a-w2 a-c1 a-c2"
    return position(
        "battle", A, kona=f"{there} {landing}", hilo="k-w8", waikiki="a-w4",
        rode="a-kal a-bro a-pik a-w1 a-w2", sailed="a-c1 a-c2",
    )  # fmt: skip


def test_who_has_a_wall_waits_behind_it() -> None:
    launching = sighted(fort(strong=True))
    at_sea, ashore = (foreseen(GAME, launching, met=met)[K] for met in (True, False))
    assert at_sea < ashore - 0.1, "the king had better not sail"
    waits, _ = GAME.apply(launching, Wait())
    assert foreseen(GAME, waits)[K] == pytest.approx(ashore, abs=0.02)


def test_a_search_does_not_put_to_sea_with_the_king_before_his_fort() -> None:
    launching = sighted(fort(strong=True))
    sailing, _ = GAME.apply(launching, Launch("k-c1"))
    waiting, _ = GAME.apply(launching, Wait())
    told = [
        sum(appraise(GAME, state, GAME.pending(state), QuickRng(seed))[K] for seed in range(20)) / 20
        for state in (sailing, waiting, launching)
    ]
    assert told[0] < told[1] - 0.1
    assert told[2] > told[0], "who has not begun to board has the choice"


def test_those_count_as_there_who_can_still_come() -> None:
    """One walks over; five may follow, and are counted; when the movement is over they are not."""
    there = {"kona": "k-kam k-w1..3", "koolau": "k-w7 k-w8 k-w9", "maui": "a-kal a-w4 a-pik"}
    state = position("move", A, waikiki="a-thu a-bro a-w1..3 a-w5", fleet=0, **there)
    first, _ = GAME.apply(state, Walk("a-w1"))
    done, _ = GAME.apply(first, Done())
    all_over = first
    for unit in ("a-thu", "a-bro", "a-w2", "a-w3", "a-w5"):
        all_over, _ = GAME.apply(all_over, Walk(unit))
    assert foreseen(GAME, done)[A] < foreseen(GAME, first)[A]
    assert foreseen(GAME, first) == pytest.approx(foreseen(GAME, all_over))


def test_a_chief_is_not_counted_among_those_who_walk() -> None:
    there = {"kona": "k-kam", "koolau": "k-w7 k-w8", "maui": "a-w4"}
    first, _ = GAME.apply(position("move", A, waikiki="a-kal a-w1 a-w2", fleet=0, **there), Walk("a-w1"))
    waikiki = CAT.space["waikiki"]
    assert all(places[waikiki] & units("a-kal") for places in seen_in(first))
    assert any(not places[waikiki] & units("a-w2") for places in seen_in(first))


def test_by_canoe_the_strongest_come_who_have_not_moved() -> None:
    maui = CAT.space["maui"]
    there = {"kona": "k-kam k-gua k-w1 k-w2 k-w7 k-c1 k-c2", "maui": "k-w3 a-w3", "waikiki": "a-kal"}
    one, two, none = (
        seen_in(position("move", K, fleet=fleet, rode="k-w3 k-gua", sailed="k-c3", **there)) for fleet in (1, 2, 0)
    )
    came = [
        {
            units(unit)
            for unit in ("k-kam", "k-gua", "k-w1", "k-w2", "k-w7")
            if any(p[maui] & units(unit) for p in found)
        }
        for found in (one, two, none)
    ]
    assert units("k-kam") in came[0]
    assert units("k-gua") not in came[0] | came[1], "he has sailed already"
    assert len(came[0]) == 2
    assert len(came[1]) == 4
    assert not came[2]


def test_of_many_battles_the_first_are_weighed() -> None:
    spread = {"kona": "k-kam a-w1", "hilo": "k-w1 a-w2", "maui": "k-w2 a-w3", "molokai": "k-w3 a-w4"}
    state = position("battle", A, waikiki="a-kal", **spread)
    found = seen_in(state)
    assert 2**CLASHES <= len(found) <= 400
    last = CAT.space["molokai"]
    assert {places[last] for places in found} == {state.places[last]}


def test_nobody_comes_to_two_battles() -> None:
    spread = {"hilo": "k-w1 k-w2 a-w1", "maui": "k-w3 k-w4 a-w3"}
    state = position("move", K, kona="k-kam k-gua k-w5 k-c1", waikiki="a-kal", fleet=1, rode="k-w1..4", **spread)
    for places in seen_in(state):
        assert places[CAT.space["maui"]] & units("k-gua k-w5") == 0
        assert sum(places) == sum(state.places)
    one = position(
        "move", K, kona="k-kam k-gua k-w5 k-c1", waikiki="a-kal", fleet=1, rode="k-w3 k-w4", maui="k-w3 k-w4 a-w3"
    )
    assert any(places[CAT.space["maui"]] & units("k-gua") for places in seen_in(one))


def test_the_fight_that_is_on_is_weighed_whatever_else_is_due() -> None:
    """Four battles, one more than are looked at; the one in the last space has begun."""
    state = position(
        "battle", K, kona="k-kam", maui="k-w1 k-c1 a-w1", molokai="k-w2 k-c2 a-w2", waikiki="k-w3 k-c3 a-w3",
        koolau="k-gua k-c4 a-thu", rode="k-w1 k-w2 k-w3 k-gua", sailed="k-c1 k-c2 k-c3 k-c4",
    )  # fmt: skip
    state, _ = GAME.apply(state, Attack("koolau"))
    while not isinstance(state.stack[-1], Fight):
        pending = GAME.pending(state)
        state, _ = GAME.apply(state, pending.sample(QuickRng(1)) if isinstance(pending, Chance) else Wait())
    here = CAT.space["koolau"]
    lines = units("k-gua"), units("a-thu")
    for places in seen_in(state):
        assert bool(places[here] & lines[0]) != bool(places[here] & lines[1]), "one of them has won"


def sailed_to(at: str, landing: str, **there: str) -> State:
    """Kamehameha's people have landed somewhere; the movement is not over, but no canoe sails any more."""
    canoes = " ".join(unit for unit in landing.split() if "-c" in unit)
    rode = " ".join(unit for unit in landing.split() if "-c" not in unit)
    there[at] = f"{there.get(at, '')} {landing}".strip()
    return position("move", K, fleet=0, rode=rode, sailed=canoes, **there)


ARMY = "a-kal a-thu a-bro a-pik a-w1..3 a-c1..4"


def died(state: State, chief: str = "k-kam") -> bool:
    return any(places[CAT.gone] & units(chief) for places in seen_in(state))


def test_a_landing_may_be_met_by_those_who_are_not_ashore_there() -> None:
    """A weak guard in Waikīkī, the army and its canoes on the island's other side."""
    landing = "k-kam k-gua k-w1 k-w2 k-c1"
    met = sailed_to("waikiki", landing, kona="k-w8", waikiki="a-w4", koolau=ARMY)
    alone = sailed_to("waikiki", landing, kona="k-w8", waikiki="a-w4", maui=ARMY)
    assert foreseen(GAME, met)[K] < foreseen(GAME, alone)[K] - 0.1
    assert died(met)


def test_those_who_have_a_battle_of_their_own_meet_nobody_elsewhere() -> None:
    landing = "k-kam k-gua k-w1 k-w2 k-c1"
    free = sailed_to("waikiki", landing, kona="k-w8", waikiki="a-w4", koolau=ARMY)
    bound = position(
        "move", K, fleet=0, kona="k-w8", waikiki=f"a-w4 {landing}", koolau=f"{ARMY} k-w3 k-c2",
        rode="k-kam k-gua k-w1 k-w2 k-w3", sailed="k-c1 k-c2",
    )  # fmt: skip
    assert died(free)
    assert not died(bound)


def test_a_landing_on_the_empty_half_of_an_island_may_be_met_by_who_is_likely_to_win() -> None:
    landing = "k-kam k-w1 k-w2 k-c1"
    strong = sailed_to("waikiki", landing, kona="k-w8", koolau=ARMY)
    assert died(strong)
    weak = sailed_to("waikiki", landing, kona="k-w8", koolau="a-w4 a-c1")
    assert not died(weak)
    assert len(seen_in(weak)) == 1, "who is likely to lose stays where he is"
    assert all(places[CAT.space["waikiki"]] & units("k-kam") for places in seen_in(weak))
    assert all(places[CAT.space["kona"]] == strong.places[CAT.space["kona"]] for places in seen_in(weak)), "none follow"


def test_defenders_who_are_lost_ashore_put_to_sea_though_they_are_the_weaker() -> None:
    """The king rides with one, the others walk: at sea he is nearly alone."""
    there = {"kona": "k-w8", "koolau": "a-thu a-c1 k-kam k-w1 k-c1 k-gua k-w2 k-w3 k-w4"}
    ridden = position("move", K, fleet=0, rode="k-kam k-w1", sailed="k-c1", walked="k-gua k-w2 k-w3 k-w4", **there)
    walked = position("move", K, fleet=0, rode="k-w1 k-w2", sailed="k-c1", walked="k-gua k-kam k-w3 k-w4", **there)
    assert died(ridden)
    assert foreseen(GAME, ridden)[K] < foreseen(GAME, walked)[K]


def held(state: State, card: str, seat: int) -> State:
    bits = [0, 0]
    bits[seat] = 1 << CAT.card[card]
    return replace(state, held=(bits[0], bits[1]))


def test_a_card_says_whether_a_landing_is_sighted() -> None:
    landing = "k-kam k-gua k-w1 k-w2 k-c1"
    state = sailed_to("waikiki", landing, kona="k-w8", waikiki="a-w4", koolau=ARMY)
    assert died(state)
    assert not died(held(state, "K4", K))
    always = position(
        "move", A, fleet=0, kona="k-w8 k-kam a-thu a-kal a-w1 a-c1", hilo="k-gua k-van k-w1..6 k-c1..3",
        rode="a-thu a-kal a-w1", sailed="a-c1", waikiki="a-w2", koolau="a-w3",
    )  # fmt: skip
    kona = CAT.space["kona"]
    taken = [
        sum(bool(places[kona] & CAT.fighters & CAT.sides[A]) for places in seen_in(state)) / len(seen_in(state))
        for state in (always, held(always, "K4", K))
    ]
    assert taken[1] < taken[0], "by the defender's card they are surely met"


def test_landings_are_met_less_often_by_others_who_play_at_random() -> None:
    """The king's army with its canoes is on the other half of the island: half of all landings are sighted.

    The king himself knows that he will meet them.
    """
    there = {"kona": "k-w8 a-thu a-kal a-w1 a-c1", "hilo": "k-kam k-gua k-van k-w1..6 k-c1..3", "waikiki": "a-w2 a-w3"}
    state = position("move", A, fleet=0, month=4, rode="a-thu a-kal a-w1", sailed="a-c1", koolau="a-w4", **there)
    assert died(state, "a-kal")

    def fallen(_game: Any, _state: Any, places: tuple[int, ...], *_: int) -> tuple[float, float]:
        return (float(places[CAT.gone] >> CAT.index["a-kal"] & 1),) * 2

    def lost(contempt: float, eyes: int = A) -> float:
        return foreseen(GAME, state, fallen, contempt=contempt)[eyes]

    assert lost(1.0, K) == lost(0.0, K) == lost(0.0)
    met = lost(0.0) - lost(1.0)
    assert met > 0.1
    assert lost(0.5) == pytest.approx(lost(0.0) - met / 2, abs=1e-4), "but for what is hopeless"
    never = lost(0.0) - met / (1.0 - LAUNCHED_BY_THE_WEAK)
    assert never < 0.1, "ashore he falls upon eight hundred men"


def test_who_despises_the_others_is_told_so_wherever_he_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"kona": "k-w8 a-thu a-kal a-w1 a-c1", "hilo": "k-kam k-gua k-van k-w1..6 k-c1..3", "waikiki": "a-w2 a-w3"}
    state = position("move", A, fleet=0, month=4, rode="a-thu a-kal a-w1", sailed="a-c1", koolau="a-w4", **there)
    monkeypatch.setattr("kemu.games.hawaii.appraise.LUCK", 0.0)
    for respect in (1.0, 0.0):
        expected = foreseen(GAME, state, GAME.judge.with_respect(respect), contempt=1.0 - respect)
        assert GAME.appraise(state, GAME.pending(state), QuickRng(1), respect) == pytest.approx(expected)


def test_earthworks_to_come_are_a_wall() -> None:
    state = sailed_to("maui", "k-kam k-gua k-w1 k-w2 k-c1", kona="k-w8", maui="a-w1..3 a-thu", waikiki="a-kal")
    seen = seen_in(held(state, "A4", A)), seen_in(state)
    assert foreseen(GAME, held(state, "A4", A))[K] < foreseen(GAME, state)[K] - 0.05
    assert seen[0] != seen[1]


def test_a_landing_on_an_empty_half_that_is_met_is_fought_at_sea() -> None:
    launching = sighted(
        position(
            "battle", K, kona="k-w8", waikiki="k-kam k-w1 k-w2 k-c1", koolau=ARMY, rode="k-kam k-w1 k-w2", sailed="k-c1"
        )
    )
    met, waits = seen_in(launching, met=True), seen_in(launching)
    assert any(places[CAT.gone] & units("k-kam") for places in met)
    assert len(waits) == 1


def test_a_fleet_that_wins_at_sea_goes_home_to_the_islands_other_space() -> None:
    state = sighted(
        position("battle", K, kona="k-kam", waikiki="a-w4 k-w7 k-c1", koolau=ARMY, rode="k-w7", sailed="k-c1")
    )
    for unit in ("a-c1", "a-kal", "a-thu"):
        state, _ = GAME.apply(state, Launch(unit))
    state, _ = GAME.apply(state, PutToSea())
    assert isinstance(state.stack[-1], Fight)
    koolau, waikiki = CAT.space["koolau"], CAT.space["waikiki"]
    won = [places for places in seen_in(state) if not places[waikiki] & units("k-w7")]
    assert won
    for places in won:
        assert places[koolau] & units("a-kal a-thu a-c1") == units("a-kal a-thu a-c1")
        assert places[waikiki] & CAT.fighters == units("a-w4")


def test_who_has_nowhere_to_flee_is_lost() -> None:
    """Kalanikūpule waits ashore in the only space that his side holds; his fleet is beaten."""
    state = sighted(off_waikiki("k-gua k-van k-w1 k-w2 k-c1 k-c2", ashore="a-kal a-w4 a-c1", maui="k-w3"))
    for unit in ("a-c1", "a-w4"):
        state, _ = GAME.apply(state, Launch(unit))
    state, _ = GAME.apply(state, PutToSea())
    taken = [places for places in seen_in(state) if places[CAT.space["waikiki"]] & CAT.sides[K] & CAT.fighters]
    assert taken
    assert all(places[CAT.gone] & units("a-kal") for places in taken)


def test_what_a_search_makes_of_a_position_hangs_on_its_respect_for_the_others() -> None:
    state = position(
        "move", K, fleet=0, kona="k-kam k-w1", hilo="k-w2", maui="k-w3", molokai="k-w4", kauai="k-w5", koolau="k-w6",
        waikiki="a-kal a-thu a-w1..3",
    )  # fmt: skip
    weak, strong, plain = (
        GAME.appraise(state, GAME.pending(state), QuickRng(1), *respect)[K] for respect in ((0.0,), (1.0,), ())
    )
    assert abs(weak - strong) > 0.02
    assert plain == strong, "who is not known is respected"


def test_a_battle_that_is_over_is_not_fought_again() -> None:
    """Waikīkī is taken; the army of the island's other side has let the landing pass."""
    state = position(
        "battle", K, kona="k-w8", waikiki="a-w4 k-kam k-gua k-w1 k-w2 k-c1", koolau=ARMY, maui="a-w5 k-w3 k-c2",
        molokai="a-mus k-w4 k-c3", rode="k-kam k-gua k-w1..4", sailed="k-c1 k-c2 k-c3",
    )  # fmt: skip
    assert died(state)
    state, _ = GAME.apply(state, Attack("waikiki"))
    rng = QuickRng(1)
    while not isinstance(state.stack[-1], BattlePhase):
        pending = GAME.pending(state)
        choice = pending.sample(rng) if isinstance(pending, Chance) else pending.pick(rng)  # type: ignore[union-attr]
        state, _ = GAME.apply(state, Wait() if isinstance(state.stack[-1], LaunchFleet) else choice)
    assert state.places[CAT.space["waikiki"]] & units("k-kam")
    assert not died(state)


def test_who_joins_his_own_is_not_met() -> None:
    """They stood in Waikīkī before; nobody is attacked there."""
    state = sailed_to("waikiki", "k-kam k-w1 k-w2 k-c1", kona="k-w8", koolau=ARMY)
    assert died(state)
    assert not died(replace(state, stood=1 << CAT.space["waikiki"]))
    guarded = sailed_to("waikiki", "k-kam k-w1 k-w2 k-c1", kona="k-w8", waikiki="a-w4", koolau=ARMY)
    assert died(replace(guarded, stood=1 << CAT.space["waikiki"])), "where there is a battle, it may be at sea"


def test_without_a_canoe_of_his_own_nobody_puts_to_sea_while_the_others_fight() -> None:
    there = {"kona": "k-w8", "waikiki": "a-kal k-kam k-w1 k-c1 k-gua k-w2 k-w3 k-w4", "koolau": "a-w1 a-c1 k-w5"}
    moved = {"rode": "k-kam k-w1", "sailed": "k-c1", "walked": "k-gua k-w2 k-w3 k-w4"}
    assert not died(position("move", K, fleet=0, **moved, **there))
    there["waikiki"] += " a-c2"
    assert died(position("move", K, fleet=0, **moved, **there))


def test_one_battle_is_looked_at_more_closely_than_each_of_two() -> None:
    one = sailed_to("maui", "k-gua k-w1 k-w2 k-c1", kona="k-kam", maui="a-thu a-w1 a-w2", waikiki="a-kal")
    ways = {places[CAT.space["maui"]] for places in seen_in(one)}
    two = position(
        "move", K, fleet=0, kona="k-kam", maui="a-thu a-w1 a-w2 k-gua k-w1 k-w2 k-c1", molokai="a-w3 k-w3 k-c2",
        waikiki="a-kal", rode="k-gua k-w1 k-w2 k-w3", sailed="k-c1 k-c2",
    )  # fmt: skip
    assert len({places[CAT.space["maui"]] for places in seen_in(two)}) < len(ways)


def test_those_who_can_still_come_count_at_sea_too() -> None:
    """One has landed before a guard with canoes; the others follow in the canoe that is left."""
    there = {"kona": "k-kam k-gua k-w1 k-w2 k-c2", "maui": "a-thu a-w1 a-c1 k-w7 k-c1", "waikiki": "a-kal"}
    first = position("move", K, fleet=1, rode="k-w7", sailed="k-c1", **there)
    kona, maui = CAT.space["kona"], CAT.space["maui"]
    lost = [places for places in seen_in(first) if places[maui] & CAT.fighters & CAT.sides[A]]
    assert lost
    assert not any(places[kona] & units("k-kam") for places in lost), "he was in it"


def test_who_has_walked_does_not_ride_as_well() -> None:
    there = {"kona": "k-kam k-gua k-w7 k-c1", "hilo": "k-w8", "maui": "k-w3 a-w3 k-c3", "waikiki": "a-kal"}
    maui = CAT.space["maui"]
    fresh, walked = (
        seen_in(position("move", K, fleet=1, rode="k-w3", sailed="k-c3", walked=who, **there)) for who in ("", "k-gua")
    )
    assert any(places[maui] & units("k-gua") for places in fresh)
    assert not any(places[maui] & units("k-gua") for places in walked)


def test_who_does_better_ashore_is_not_thought_to_put_to_sea() -> None:
    """The landing is the same with the defenders' canoes and without them."""
    there = {"kona": "k-w8", "koolau": "a-kal"}
    guard = "a-thu a-w1..5"
    with_canoes, without = (
        seen_in(sailed_to("waikiki", LANDING, waikiki=f"{guard} {canoe}".strip(), **there)) for canoe in ("a-c1", "")
    )
    told = [[places[CAT.space["waikiki"]] & CAT.fighters for places in found] for found in (with_canoes, without)]
    assert told[0] == told[1]
