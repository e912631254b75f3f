"""What a search makes of a position: the rules' own victories, chances that follow the odds, learned weights."""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kemu import QuickRng
from kemu.core.pending import Chance, Decide, Over
from kemu.games.hawaii import Hawaii, State
from kemu.games.hawaii.actions import Done, Load, Sail, Walk
from kemu.games.hawaii.appraise import LUCK, foreseen, horizon
from kemu.games.hawaii.between import (
    ALWAYS,
    AT_LAST,
    CAREFUL,
    DULL,
    FOUND,
    LATE,
    LEARNED,
    OVER,
    WARY,
    Judge,
    Learned,
    ended,
    features,
    names,
    weighed,
)
from kemu.games.hawaii.clash import End, after
from kemu.games.hawaii.onward import best_landing
from kemu.games.hawaii.policy import choose
from kemu.games.hawaii.reply import strikes
from kemu.games.hawaii.rules.cards import DrawCard
from kemu.games.hawaii.rules.fight import Fight

from .positions import CAT, GAME, A, K, play, position, units

KONA = "k-kam k-w1..3 k-c1 k-c2"
OAHU = "a-kal a-w1..3 a-c1 a-c2"


def told(state: State, seed: int = 0) -> tuple[float, float]:
    first, second = GAME.appraise(state, GAME.pending(state), QuickRng(seed))
    return first, second


def random_states(seed: int) -> list[State]:
    rng = QuickRng(seed)
    state = GAME.start()
    found: list[State] = []
    while not isinstance(pending := GAME.pending(state), Over):
        found.append(state)
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = GAME.apply(state, choice)
    return found


# -- everywhere ---------------------------------------------------------------------------------------------


def test_it_is_told_everywhere_and_nothing_is_worth_more_than_a_victory_or_less_than_a_defeat() -> None:
    for state in random_states(3):
        first, second = told(state)
        assert -1.0 <= first <= 1.0 / CAREFUL[K]
        assert -1.0 <= second <= 1.0 / CAREFUL[A]
        assert CAREFUL[K] * first + CAREFUL[A] * second <= 1e-9, "nobody gains without the other losing"


def test_a_defeat_counts_more_while_there_is_time_and_a_victory_always_the_same() -> None:
    last = CAT.last["long"]
    for seat in (K, A):
        most, least = 1.0 / CAREFUL[seat], [-1.0, -1.0, -1.0]
        won = [ended(CAT, "long", month, seat)[seat] for month in range(1, last + 1)]
        assert won == pytest.approx([most] * last)
        lost = [ended(CAT, "long", month, 1 - seat)[seat] for month in range(1, last + 1)]
        assert lost[:3] == pytest.approx(least)
        assert lost[-1 - OVER[seat] :] == pytest.approx([-most] * (OVER[seat] + 1))
        assert lost[-2 - OVER[seat]] < -1.01 * most
        assert lost == sorted(lost)
    feared = weighed(CAT, "long", 1, 0.0, 1.0)[K], weighed(CAT, "long", 1, 1.0, 0.0)[A]
    assert feared == pytest.approx((-WARY[K] / CAREFUL[K], -WARY[A] / CAREFUL[A]))
    assert ended(CAT, "long", 1, A)[K] < feared[K], "his death now, not the one that others met with"


def test_a_tie_is_worse_the_nearer_it_is_and_never_as_bad_as_a_defeat() -> None:
    last = CAT.last["long"]
    for seat in (K, A):
        ties = [ended(CAT, "long", month, None)[seat] * CAREFUL[seat] for month in range(1, last + 2)]
        assert ties[: last - LATE] == pytest.approx([-DULL[seat]] * (last - LATE))
        assert ties[last - 1 :] == pytest.approx([-AT_LAST] * 2)
        assert ties == sorted(ties, reverse=True)
    assert max(DULL) < AT_LAST < 1.0


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


# -- the rules' own ends ------------------------------------------------------------------------------------


def between(state: State, seat: int, month: int = 5) -> float:
    return GAME.judge(GAME, state, state.places, seat, month)[K]


def end(winner: int | None, month: int = 5) -> float:
    return ended(CAT, "long", month, winner)[K]


def test_whoever_occupies_what_he_needs_when_his_part_begins_has_won() -> None:
    all_but_koolau = {
        "kona": "k-kam",
        "hilo": "k-w1",
        "maui": "k-w2",
        "molokai": "k-w3",
        "waikiki": "k-w4",
        "kauai": "k-w5",
    }
    state = position("card", K, koolau="a-kal", **all_but_koolau)
    assert between(state, K) == end(K)
    assert between(state, A) < end(K)  # the Chiefs have their reply
    state = position("card", A, kona="k-kam", hilo="a-w1", maui="a-w3", waikiki="a-kal")
    assert between(state, A) == end(A)
    assert between(state, K) > end(A)


def test_a_victory_in_hand_is_lost_only_to_a_strike_that_takes_it_away() -> None:
    """As Kamehameha's part begins, the Chiefs hold Waikīkī, Koʻolau and Hilo: a fort and two blue spaces."""
    held = {"hilo": "a-thu a-w1..3", "waikiki": "a-kal", "koolau": "a-w4"}
    weak = position("card", K, kona="k-kam", **held)
    strong = position("card", K, kona="k-kam k-gua k-van k-w1..6", **held)
    assert end(A) < between(weak, K) < -0.5 / CAREFUL[K]
    assert between(strong, K) > (1.0 - FOUND) * end(A), "if the strike is found, Kamehameha is better off than at a tie"
    away = position("card", K, kona="a-thu", hilo="a-w1", maui="k-kam", molokai="k-w1", waikiki="a-kal", koolau="a-w2")
    assert not strikes(GAME, away, away.places, K, must=True)
    assert between(away, K) == end(A)


def mean_of(strike: tuple[End, End], state: State, seat: int) -> float:
    """What a strike is worth to its seat, on the average of its two ends, by what was learned."""
    then = state.month + seat
    return sum(
        end[0] * GAME.judge._as_learned(GAME, state, after(CAT, state.places, end), 1 - seat, then)[1][seat]
        for end in strike
    )


def test_a_strike_that_must_be_made_counts_by_the_chance_that_it_is_found() -> None:
    held = {"hilo": "a-thu a-w1..3", "waikiki": "a-kal", "koolau": "a-w4"}
    state = position("card", K, kona="k-kam k-gua k-van k-w1..6", **held)
    (strike,) = strikes(GAME, state, state.places, K, must=True)
    assert between(state, K) == pytest.approx((1.0 - FOUND) * end(A) + FOUND * mean_of(strike, state, K))
    assert 0.5 < FOUND < 1.0


def test_a_victory_is_not_taken_away_by_a_strike_somewhere_else() -> None:
    """The Chiefs hold a blue space more than they need: what matters is whether the fort can be retaken."""
    held = {"hilo": "a-thu a-w1..3", "maui": "a-w5", "waikiki": "a-kal", "koolau": "a-w4"}
    state = position("card", K, kona="k-kam k-c1 k-c2", **held)
    easy = [won[0] for won, _ in strikes(GAME, state, state.places, K, must=True) if won[3] == CAT.space["maui"]]
    assert easy[0] > 0.9
    assert between(state, K) < -0.5 / CAREFUL[K]


def test_as_the_year_ends_only_a_strike_is_better_than_a_tie() -> None:
    quiet = position("card", A, month=11, kona="k-kam k-gua k-van k-w1..6", waikiki="a-kal a-w1")
    assert not strikes(GAME, quiet, quiet.places, A)
    assert GAME.judge(GAME, quiet, quiet.places, A, 11) == ended(CAT, "long", 12, None)
    daring = position("card", A, month=11, kona="k-kam", waikiki="a-kal a-thu a-w1..5 a-c1 a-c2")
    best = max(mean_of(strike, daring, A) for strike in strikes(GAME, daring, daring.places, A))
    assert GAME.judge(GAME, daring, daring.places, A, 11)[A] == pytest.approx(best)
    assert best > 0.0
    hopeless = position("card", A, month=11, kona="k-kam k-gua k-w1 k-w2", waikiki="a-kal a-thu a-c1")
    assert not strikes(GAME, hopeless, hopeless.places, A)
    assert strikes(GAME, hopeless, hopeless.places, A, must=True), "only who would lose looks at a strike so vain"
    assert GAME.judge(GAME, hopeless, hopeless.places, A, 11) == ended(CAT, "long", 12, None)


def test_a_side_without_chiefs_has_lost_and_after_november_it_is_a_tie() -> None:
    assert between(position("card", K, gone="k-kam", kona="k-w1..3", waikiki=OAHU), K) == end(A)
    assert between(position("card", K, kona=KONA, gone="a-kal a-kai", waikiki="a-w1"), K) == end(K)
    assert between(position("card", K, kona=KONA, waikiki=OAHU), K, month=12) == end(None, 12)
    assert between(position("card", K, kona=KONA, waikiki=OAHU), K, month=11) not in {
        end(winner, 11) for winner in (K, A, None)
    }


def test_a_part_that_leaves_the_others_their_victory_is_lost() -> None:
    state = position("move", K, kona=KONA, hilo="a-w1", maui="a-w3", waikiki="a-kal", fleet=0)
    assert foreseen(GAME, state) == ended(CAT, "long", state.month, A)


def test_in_the_last_month_what_the_chiefs_leave_is_a_tie() -> None:
    everything: dict[str, str] = {
        "kona": "k-kam", "hilo": "k-w1", "maui": "k-w2", "molokai": "k-w3", "koolau": "k-w4", "kauai": "k-w5",
        "waikiki": "a-kal a-w1",
    }  # fmt: skip
    assert foreseen(GAME, position("move", A, month=10, fleet=0, **everything)) == ended(CAT, "long", 11, K)
    assert foreseen(GAME, position("move", A, month=11, fleet=0, **everything)) == ended(CAT, "long", 12, None)


# -- battles ------------------------------------------------------------------------------------------------


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


def test_the_first_who_walks_over_is_judged_with_those_who_may_follow() -> None:
    """Seven beside two: one alone would be beaten, all together are sure to win."""
    there = {"kona": "k-kam k-w1..3", "koolau": "k-w7 k-w8", "maui": "a-w4"}
    state = position("move", A, waikiki="a-kal a-thu a-w1..3 a-w5 a-pik", fleet=0, **there)
    first, _ = GAME.apply(state, Walk("a-w1"))
    alone = position("move", A, waikiki="a-kal a-w1", kauai="a-thu a-w2 a-w3 a-w5 a-pik", fleet=0, **there)
    assert foreseen(GAME, GAME.apply(alone, Walk("a-w1"))[0])[A] < foreseen(GAME, first)[A]
    done, _ = GAME.apply(first, Done())
    assert foreseen(GAME, done)[A] < foreseen(GAME, first)[A], "when the movement is over nobody follows"


def test_the_fallen_are_not_counted_twice_and_nobody_is_lost() -> None:
    seen: list[tuple[int, ...]] = []

    class Watched(Hawaii):
        judge: Any = staticmethod(lambda game, state, places, seat, month: seen.append(places) or (0.0, 0.0))  # type: ignore[misc]

    state = position("battle", K, kona="k-kam", waikiki="k-w1 k-w2 k-c1 a-kal a-w1", maui="a-w3", rode="k-w1 k-w2")
    assert foreseen(Watched(), state) == (0.0, 0.0)
    assert len(seen) == 2
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


# -- what was learned ---------------------------------------------------------------------------------------


def test_every_feature_has_a_name_and_a_weight() -> None:
    learned = msgspec.json.decode(LEARNED.read_bytes(), type=Learned)
    expected = [*names(CAT), ALWAYS]
    assert len(set(expected)) == len(expected)
    for side in learned.values():
        assert list(side) == expected
    for state in filter(horizon, random_states(5)):
        assert len(features(GAME, state)) == len(expected) - 1


def test_more_of_a_side_is_better_for_it() -> None:
    even = position("card", K, kona=KONA, hilo="k-w4", waikiki=OAHU, maui="a-w4")
    more = position("card", K, kona=f"{KONA} k-gua k-van k-mus", hilo="k-w4", waikiki=OAHU, maui="a-w4")
    less = position("card", K, kona=KONA, hilo="k-w4", waikiki=f"{OAHU} a-thu a-bro a-mus", maui="a-w4")
    assert between(less, K) < between(even, K) < between(more, K)


def test_chances_are_chances() -> None:
    for state in filter(horizon, random_states(6)):
        first, second = GAME.judge.chances(GAME, state)
        assert first > 0.0
        assert second > 0.0
        assert first + second < 1.0


def test_it_foretells_games_better_than_guessing() -> None:
    """The weights by name reach the right features: on a won position and a lost one they say so plainly."""
    won = position("card", K, month=9, kona="k-kam k-w1..3 k-gua k-c1 k-c2", hilo="k-w4", maui="k-w5", molokai="k-w6",
                   koolau="k-mus", waikiki="a-kal", gone="a-kai")  # fmt: skip
    lost = position(
        "card", K, month=9, kona="k-kam", hilo="a-w1 a-w2", waikiki="a-kal a-thu a-bro a-c1", molokai="a-w3"
    )
    assert between(won, K) > 0.5 * end(K, 9)
    assert between(lost, K) < 0.5 * end(A, 9)


def test_a_kit_with_a_card_of_another_name_is_judged_by_the_rest(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(GAME.folder / "kit", kit)
    cards = (kit / "cards.toml").read_text()
    (kit / "cards.toml").write_text(cards.replace('id = "K8"', 'id = "K8b"'))
    other = Hawaii(kit)
    start = next(state for state in random_states(7) if horizon(state))
    same = GAME.judge.chances(GAME, start)
    changed = other.judge.chances(other, start)
    assert changed != same
    assert changed[0] == pytest.approx(same[0], abs=0.15)


def test_positions_are_remembered_until_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kemu.games.hawaii.between.KEPT", 2)
    judge = Judge(CAT)
    asked: list[int] = []
    real = judge._judge  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(judge, "_judge", lambda *a: asked.append(1) or real(*a))  # type: ignore[misc]
    state = position("card", K, kona=KONA, waikiki=OAHU)
    for month in (5, 5, 6, 7, 8, 5):
        judge(GAME, state, state.places, K, month)
    assert len(asked) == 5


# -- the small print ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [K, A])
def test_chances_are_the_sum_of_the_weights_of_the_side_whose_part_begins(seat: int) -> None:
    learned = msgspec.json.decode(LEARNED.read_bytes(), type=Learned)
    state = position("card", seat, month=7, kona=KONA, hilo="k-w4", maui="k-w5", waikiki=OAHU, koolau="a-w4", ally=A)
    sums = list(learned[GAME.seats[seat]][ALWAYS])
    for name, value in zip(names(CAT), features(GAME, state), strict=True):
        weights = learned[GAME.seats[seat]][name]
        sums = [total + value * weight for total, weight in zip(sums, weights, strict=True)]
    whole = 1.0 + sum(math.exp(total) for total in sums)
    assert GAME.judge.chances(GAME, state) == pytest.approx([math.exp(total) / whole for total in sums])


def feature(state: State, name: str) -> float:
    return features(GAME, state)[names(CAT).index(name)]


def test_what_the_features_say() -> None:
    state = position("card", K, month=9, kona=KONA, waikiki="a-kal", koolau="k-gua k-w4 k-w5", held="A4", ally=A)
    assert feature(state, "Kauaʻi: with allied") == 1.0
    assert feature(state, "Kauaʻi: with kamehameha") == 0.0
    assert feature(state, "Kauaʻi: neutral, strength") == 0.0
    assert feature(state, "kauai: allied is there") == 1.0
    assert feature(state, "months left: 2") == 1.0
    assert feature(state, "held: A4") == 1.0
    assert feature(state, "allied: no canoe") == 0.0  # Kauaʻi's canoe is theirs now
    assert feature(state, "a-kai: gone") == 0.0
    # Three units stand next to the chief on his own island: they need no canoe.
    near = position("card", K, month=9, kona="k-kam", waikiki="a-kal", koolau="k-gua k-w4 k-w5")
    assert feature(near, "waikiki: allied can be beaten") > 0.5
    alone = position("card", K, month=9, kona="k-kam", waikiki="a-kal")
    assert feature(state, "waikiki: allied can be beaten") > 0.5
    assert feature(alone, "waikiki: allied can be beaten") == 0.0
    assert feature(alone, "kamehameha: no canoe") == 1.0


def test_kauai_counts_for_whom_it_has_joined_and_is_not_mixed_up() -> None:
    values = [between(position("card", K, kona=KONA, hilo="k-w4", waikiki=OAHU, ally=ally), K) for ally in (-1, K, A)]
    assert len(set(values)) == 3
    assert values[1] > values[2]


def test_in_november_kamehameha_leaves_the_chiefs_their_part() -> None:
    state = position("move", K, month=11, kona=KONA, hilo="k-w5", waikiki=OAHU, fleet=0)
    assert foreseen(GAME, state) == GAME.judge(GAME, state, state.places, A, 11)
    assert foreseen(GAME, state) != ended(CAT, "long", state.month, None)


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
    assert [kauai for _, kauai in ends] == [A, A]
    won, lost = (places for places, _ in ends)
    here = CAT.space["kauai"]
    fallen = units("x-w1 x-w2")
    assert won[CAT.gone] & fallen == fallen
    assert won[here] & units("k-w1 k-w2")
    assert not lost[here] & CAT.sides[K] & CAT.fighters
    assert lost[here] & fallen
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
