"""What a position between two parts is worth: the rules' own victories, strikes that must be made, learned weights."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import msgspec
import pytest

from kemu.games.hawaii import Hawaii, State
from kemu.games.hawaii.appraise import horizon
from kemu.games.hawaii.between import (
    ALWAYS,
    AT_LAST,
    CAREFUL,
    CAREFUL_WITH_THE_WEAK,
    DULL,
    DULL_WITH_THE_WEAK,
    EARLY,
    FOUND,
    FOUND_BY_THE_WEAK,
    LATE,
    LEARNED,
    LONGER,
    ON_FOOT,
    OVER,
    OWN_FOUND,
    REPLY_OF_THE_WEAK,
    Judge,
    Learned,
    features,
    names,
    weighed,
)
from kemu.games.hawaii.catalogue import MONTHS
from kemu.games.hawaii.clash import after
from kemu.games.hawaii.conduct import SIGNS
from kemu.games.hawaii.reply import Strike, strikes

from .positions import CAT, GAME, A, K, position, random_states

KONA = "k-kam k-w1..3 k-c1 k-c2"
OAHU = "a-kal a-w1..3 a-c1 a-c2"


def test_a_defeat_counts_more_while_there_is_time_and_a_victory_always_the_same() -> None:
    last = CAT.last["long"]
    for seat in (K, A):
        most, over = 1.0 / CAREFUL[seat], OVER[seat]
        won = [GAME.judge.ended("long", month, seat)[seat] for month in range(1, last + 1)]
        assert won == pytest.approx([most] * last)
        lost = [GAME.judge.ended("long", month, 1 - seat)[seat] for month in range(1, last + 1)]
        assert lost[: last - EARLY[seat]] == pytest.approx([-1.0] * (last - EARLY[seat]))
        assert lost[-1 - over :] == pytest.approx([-most] * (over + 1))
        assert lost == sorted(lost)
        if CAREFUL[seat] > 1.0:
            assert lost[-2 - over] < -1.01 * most
    assert weighed(CAT, "long", 1, 0.0, 1.0) == GAME.judge.ended("long", 1, A), "as bad, foreseen or here"


def test_a_tie_is_worse_the_nearer_it_is_and_never_as_bad_as_a_defeat() -> None:
    last = CAT.last["long"]
    for seat in (K, A):
        ties = [GAME.judge.ended("long", month, None)[seat] * CAREFUL[seat] for month in range(1, last + 2)]
        assert ties[: last - LATE] == pytest.approx([-DULL[seat]] * (last - LATE))
        assert ties[last - 1 :] == pytest.approx([-AT_LAST[seat]] * 2)
        assert ties == sorted(ties, reverse=True)
        assert DULL[seat] <= AT_LAST[seat] < 1.0


def between(state: State, seat: int, month: int = 5) -> float:
    return GAME.judge(GAME, state, state.places, seat, month)[K]


def end(winner: int | None, month: int = 5) -> float:
    return GAME.judge.ended("long", month, winner)[K]


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


def mean_of(strike: Strike, state: State, seat: int, eyes: int | None = None) -> float:
    """What a strike is worth to its seat, or to another, on the average of its ends, by what was learned."""
    eyes = seat if eyes is None else eyes
    then = state.month + seat
    return sum(
        end.likely * GAME.judge._as_learned(GAME, state, after(CAT, state.places, end), 1 - seat, then)[1][eyes]
        for end in strike.ends
    )


def test_a_strike_that_must_be_made_counts_by_the_chance_that_it_is_found() -> None:
    held = {"hilo": "a-thu a-w1..3", "waikiki": "a-kal", "koolau": "a-w4"}
    state = position("card", K, kona="k-kam k-gua k-van k-w1..6", **held)
    (strike,) = strikes(GAME, state, state.places, K, must=True)
    assert strike.afoot
    for eyes, found in ((K, OWN_FOUND[K]), (A, max(FOUND, ON_FOOT))):
        waits = GAME.judge.ended("long", 5, A)[eyes]
        mean = mean_of(strike, state, K, eyes)
        judged = GAME.judge(GAME, state, state.places, K, 5)[eyes]
        assert judged == pytest.approx((1.0 - found) * waits + found * mean)
    assert 0.5 < FOUND < OWN_FOUND[K] < 1.0, "who searches sees it sooner than others"


def test_a_victory_is_not_taken_away_by_a_strike_somewhere_else() -> None:
    """The Chiefs hold a blue space more than they need: what matters is whether the fort can be retaken."""
    held = {"hilo": "a-thu a-w1..3", "maui": "a-w5", "waikiki": "a-kal", "koolau": "a-w4"}
    state = position("card", K, kona="k-kam k-c1 k-c2", **held)
    found = strikes(GAME, state, state.places, K, must=True)
    assert next(strike.taken() for strike in found if strike.at == CAT.space["maui"]) > 0.9
    assert between(state, K) < -0.5 / CAREFUL[K]


def test_as_the_year_ends_only_a_strike_is_better_than_a_tie() -> None:
    quiet = position("card", A, month=11, kona="k-kam k-gua k-van k-w1..6", waikiki="a-kal a-w1")
    assert not strikes(GAME, quiet, quiet.places, A)
    assert GAME.judge(GAME, quiet, quiet.places, A, 11) == GAME.judge.ended("long", 12, None)
    daring = position("card", A, month=11, kona="k-kam", waikiki="a-kal a-thu a-w1..5 a-c1 a-c2")
    best = max(mean_of(strike, daring, A) for strike in strikes(GAME, daring, daring.places, A))
    assert GAME.judge(GAME, daring, daring.places, A, 11)[A] == pytest.approx(best)
    assert best > 0.0
    hopeless = position("card", A, month=11, kona="k-kam k-gua k-w1 k-w2", waikiki="a-kal a-thu a-c1")
    assert not strikes(GAME, hopeless, hopeless.places, A)
    assert strikes(GAME, hopeless, hopeless.places, A, must=True), "only who would lose looks at a strike so vain"
    assert GAME.judge(GAME, hopeless, hopeless.places, A, 11) == GAME.judge.ended("long", 12, None)


HELD: dict[str, str] = {"kona": "k-kam k-gua k-w6", "hilo": "k-w1", "maui": "k-w2", "molokai": "k-w3", "kauai": "k-w5"}
"""All that Kamehameha needs but one."""


def wins(state: State, seat: int, side: int, month: int) -> float:
    """What a position is worth by what was learned, less what a tie is worth: nothing if there is no hope."""
    over, worth = GAME.judge._as_learned(GAME, state, state.places, seat, month)
    assert not over
    return worth[side] - weighed(CAT, "long", month, 0.0, 0.0)[side]


def test_kamehameha_must_hold_everything_by_october() -> None:
    """It is looked at in November for the last time; a chief who is not there yet cannot be killed."""
    short = position("card", A, waikiki="a-w1 a-w2", gone="a-kal", **HELD)
    assert wins(short, A, K, 9) > 0.1, "in October he can take what is missing"
    assert wins(short, A, K, 10) <= 0.0, "too late"
    assert wins(short, K, K, 10) > 0.1
    assert wins(short, K, K, 11) <= 0.0
    whole = position("card", A, waikiki="k-w4 k-w7", koolau="a-w1", gone="a-kal", **HELD)
    assert wins(whole, A, K, 10) > 0.1, "he has it, if nobody takes it away"


def test_after_that_only_the_chiefs_deaths_count() -> None:
    strong = "k-kam k-gua k-w1..6 k-c1 k-c2"
    weak = position("card", K, kona=strong, hilo="k-w7", koolau="a-kal", gone="a-kai")
    safe = position("card", K, kona=strong, hilo="k-w7", koolau="a-kal a-thu a-bro a-mus a-w1..5", gone="a-kai")
    away = position("card", K, kona=strong, hilo="k-w7", koolau="a-kal")
    assert wins(weak, K, K, 11) > 0.1
    assert wins(safe, K, K, 11) < 0.1 * wins(weak, K, K, 11)
    assert wins(away, K, K, 11) <= 0.0, "Kaʻiana has not come yet"
    assert wins(weak, A, K, 11) <= 0.0, "it is the Chiefs' part: his year is over"


def test_the_chiefs_must_hold_everything_as_kamehamehas_last_part_begins() -> None:
    there = {"kona": "k-kam k-gua k-w1..6", "waikiki": "a-kal a-w1", "koolau": "a-w2", "maui": "a-w3"}
    assert wins(position("card", K, hilo="k-w7", **there), K, A, 10) > 0.0
    assert wins(position("card", K, hilo="k-w7", **there), K, A, 11) <= 0.0
    assert wins(position("card", K, hilo="a-thu", **there), K, A, 11) > 0.0
    assert wins(position("card", A, hilo="k-w7", **there), A, A, 10) > 0.0


def test_a_side_without_chiefs_has_lost_and_after_november_it_is_a_tie() -> None:
    assert between(position("card", K, gone="k-kam", kona="k-w1..3", waikiki=OAHU), K) == end(A)
    assert between(position("card", K, kona=KONA, gone="a-kal a-kai", waikiki="a-w1"), K) == end(K)
    assert between(position("card", K, kona=KONA, waikiki=OAHU), K, month=12) == end(None, 12)
    assert between(position("card", K, kona=KONA, waikiki=OAHU), K, month=11) not in {
        end(winner, 11) for winner in (K, A, None)
    }


def test_every_feature_has_a_name_and_a_weight() -> None:
    learned = msgspec.json.decode(LEARNED.read_bytes(), type=Learned)
    expected = [*names(CAT), ALWAYS]
    assert len(set(expected)) == len(expected)
    for kind in (learned.sound, learned.weak):
        assert set(kind) == set(GAME.seats)
        for sides in kind.values():
            for side in sides.values():
                assert list(side) == expected
    assert set(learned.conduct) == set(GAME.seats)
    for side in learned.conduct.values():
        assert tuple(side) == SIGNS
    for state in filter(horizon, random_states(5)):
        assert len(features(GAME, state)) == len(expected) - 1


def test_more_of_a_side_is_better_for_it() -> None:
    even = position("card", K, kona=KONA, hilo="k-w4", waikiki=OAHU, maui="a-w4")
    more = position("card", K, kona=f"{KONA} k-gua k-van k-mus", hilo="k-w4", waikiki=OAHU, maui="a-w4")
    less = position("card", K, kona=KONA, hilo="k-w4", waikiki=f"{OAHU} a-thu a-bro a-mus", maui="a-w4")
    assert between(less, K) < between(even, K) < between(more, K)


def test_chances_are_chances() -> None:
    for state in filter(horizon, random_states(6)):
        for searcher in (K, A):
            first, second = GAME.judge.chances(GAME, state, searcher)
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
    same = GAME.judge.chances(GAME, start, K)
    changed = other.judge.chances(other, start, K)
    assert changed != same
    assert changed[0] == pytest.approx(same[0], abs=0.25)


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


@pytest.mark.parametrize("searcher", [K, A])
@pytest.mark.parametrize("seat", [K, A])
def test_chances_are_the_sum_of_the_weights_of_who_searches_and_whose_part_begins(seat: int, searcher: int) -> None:
    """Against the sound by the ones, against the weak by the others; in doubt by what lies between."""
    learned = msgspec.json.decode(LEARNED.read_bytes(), type=Learned)
    state = position("card", seat, month=7, kona=KONA, hilo="k-w4", maui="k-w5", waikiki=OAHU, koolau="a-w4", ally=A)
    told = dict(zip([*names(CAT), ALWAYS], [*features(GAME, state), 1.0], strict=True))
    sums: list[list[float]] = []
    for kind in (learned.sound, learned.weak):
        weights = kind[GAME.seats[searcher]][GAME.seats[seat]]
        sums.append([sum(value * weights[name][of] for name, value in told.items()) for of in (K, A)])
    for respect in (1.0, 0.5, 0.0):
        totals = [respect * sound + (1 - respect) * weak for sound, weak in zip(*sums, strict=True)]
        whole = 1.0 + sum(math.exp(total) for total in totals)
        chances = GAME.judge.with_respect(respect).chances(GAME, state, searcher)
        assert chances == pytest.approx([math.exp(total) / whole for total in totals])


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


def test_there_is_one_judge_for_each_degree_of_respect() -> None:
    judge = GAME.judge
    assert judge.with_respect(1.0) is judge
    assert judge.with_respect(0.0) is judge.with_respect(0.05)
    assert judge.with_respect(0.0) is not judge.with_respect(0.5)
    assert judge.with_respect(0.0).with_respect(0.0) is judge.with_respect(0.0)


def test_against_the_weak_nothing_but_a_victory_will_do() -> None:
    """In victories: what an early defeat counts for, one at the end, and a tie."""
    judge = GAME.judge.with_respect(0.0)
    for seat in (K, A):
        won = judge.ended("long", 1, seat)[seat]
        assert judge.ended("long", 1, 1 - seat)[seat] / won == pytest.approx(-CAREFUL_WITH_THE_WEAK[seat])
        assert judge.ended("long", 11, 1 - seat)[seat] / won == pytest.approx(-1.0)
        assert judge.ended("long", 1, None)[seat] / won == pytest.approx(-DULL_WITH_THE_WEAK)
    later = MONTHS.index("November") + 1 - EARLY[K] + LONGER
    for month, early in ((later, True), (later + 1, False)):
        ratio = judge.ended("long", month, A)[K] / judge.ended("long", month, K)[K]
        assert (ratio == pytest.approx(-CAREFUL_WITH_THE_WEAK[K])) == early, "a defeat is early for longer"
    sound = GAME.judge.ended("long", later, A)[K] / GAME.judge.ended("long", later, K)[K]
    assert sound > -CAREFUL[K] + 0.1, "than against others who know how to play"
    half = GAME.judge.with_respect(0.5)
    won, lost = half.ended("long", 1, K)[K], half.ended("long", 1, A)[K]
    assert -lost / won == pytest.approx((CAREFUL[K] + CAREFUL_WITH_THE_WEAK[K]) / 2)


def test_who_holds_all_islands_fears_the_weak_less() -> None:
    """The army in Waikīkī can take Koʻolau back, or Maui by canoe: strong players find it, weak ones less often."""
    islands = {"kona": "k-kam k-w1", "hilo": "k-w2", "maui": "k-w3", "molokai": "k-w4", "koolau": "k-w6"}
    afoot = {**islands, "kauai": "k-w5", "waikiki": "a-kal a-thu a-w1..3"}
    afloat = {**islands, "kauai": "a-kal a-thu a-w1..3 a-c1", "waikiki": "k-w5"}
    for there, more in ((afoot, 0.1), (afloat, 0.2)):
        state = position("part", A, **there)
        weak, strong = (
            GAME.judge.with_respect(respect)(GAME, state, state.places, A, state.month)[K]
            / GAME.judge.with_respect(respect).ended("long", state.month, K)[K]
            for respect in (0.0, 1.0)
        )
        assert weak > strong + more


@pytest.mark.parametrize("must", [False, True])
@pytest.mark.parametrize("fears", [K, A])
def test_the_weak_find_strikes_as_often_as_who_fears_them_takes_it(fears: int, must: bool) -> None:
    """By canoe. Who has all that an occupation asks for fears only what takes it away."""
    seat = 1 - fears
    there = {
        (K, False): {"kona": "k-kam k-w7", "hilo": "k-w1", "waikiki": "a-kal a-thu a-w1..5 a-c1 a-c2"},
        (A, False): {"kona": "k-kam k-gua k-w1..6 k-c1 k-c2", "waikiki": "a-kal", "maui": "a-w1"},
        (K, True): {
            "kona": "k-kam k-gua", "hilo": "k-w1", "maui": "k-w2", "kauai": "k-w3", "waikiki": "k-w4", "koolau": "k-w5",
            "molokai": "a-kal a-thu a-w1..3 a-c1 a-c2",
        },
        (A, True): {
            "hilo": "a-w1", "kona": "a-w2", "waikiki": "a-kal", "koolau": "a-w4",
            "maui": "k-kam k-gua k-w1..4 k-c1 k-c2",
        },
    }[fears, must]  # fmt: skip
    state = position("card", seat, month=5, **there)
    judge = Judge(CAT).with_respect(0.0)
    then = state.month + seat
    over, idle = judge._as_learned(GAME, state, state.places, fears, then)
    assert over == must
    waits = idle[fears] if must else judge._as_learned(GAME, state, state.places, seat, 5)[1][fears]
    found = strikes(GAME, state, state.places, seat, must=must)
    assert not any(strike.afoot for strike in found)
    means = [
        sum(
            end.likely * judge._as_learned(GAME, state, after(CAT, state.places, end), fears, then)[1][fears]
            for end in strike.ends
        )
        for strike in found
    ]
    worst = min(waits, *means)
    assert worst < waits
    share = (FOUND_BY_THE_WEAK if must else REPLY_OF_THE_WEAK)[fears]
    judged = judge(GAME, state, state.places, seat, 5)[fears]
    assert judged == pytest.approx(waits + share * (worst - waits))


@pytest.mark.parametrize("respect", [1.0, 0.5, 0.0])
def test_chances_are_weighed_by_what_is_thought_of_the_others(respect: float) -> None:
    state = position("card", K, month=5, kona="k-kam k-w1..3 k-c1 k-c2", hilo="k-w4", waikiki="a-kal a-w1..3 a-c1 a-c2")
    judge = Judge(CAT).with_respect(respect)
    over, worth = judge._as_learned(GAME, state, state.places, K, 5)
    assert not over
    for seat in (K, A):
        chances = judge.chances(GAME, state, seat)
        assert worth[seat] == pytest.approx(weighed(CAT, "long", 5, *chances, contempt=1.0 - respect)[seat])


def test_respect_is_told_in_steps() -> None:
    assert Judge(CAT).with_respect(0.05).contempt == 1.0
    assert Judge(CAT).with_respect(0.3).contempt == 0.75
