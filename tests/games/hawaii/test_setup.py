"""6 and 7: the set-up and the sequence of play."""

from __future__ import annotations

import pytest

from kemu.core.pending import Chance
from kemu.games.hawaii import Settings

from .positions import CAT, GAME, A, K, asked, at, cards, choices_of, over, play, position, told, units, where

OAHU = ("place a-kal waikiki", "place a-w1 waikiki", "place a-w2 koolau", "place a-c1 koolau", "place a-c2 koolau")


@pytest.mark.rule("hawaii:6.0", "hawaii:R8")
def test_the_allied_chiefs_divide_their_oahu_units_before_the_first_card() -> None:
    state = GAME.start()
    assert asked(state) == A
    assert choices_of(state) == ["place a-kal waikiki", "place a-kal koolau"]
    state = play(state, *OAHU)
    assert at(state, "waikiki") == {"a-kal", "a-w1"}
    assert at(state, "koolau") == {"a-w2", "a-c1", "a-c2"}
    assert at(state, "kona") == {"k-kam", "k-w1", "k-w2", "k-c1", "k-c2"}
    assert at(state, "hilo") == {"k-w3", "k-c3"}
    assert at(state, "maui") == {"a-w3", "a-c3"}
    assert at(state, "kauai") == {"x-w1", "x-w2", "x-c1"}
    assert {where(state, unit) for unit in ("k-you", "k-gua", "k-van", "a-kai", "a-thu", "a-kbw")} == {"box"}
    assert where(state, "earth") == "aside"
    assert state.month == 1


@pytest.mark.rule("hawaii:6.1", "hawaii:7.1")
def test_cards_1_and_2_come_first_and_then_nine_are_shuffled() -> None:
    state = play(GAME.start(), *OAHU)
    drawn: list[tuple[object, ...]] = []
    while state.month < 3:
        pending = GAME.pending(state)
        if isinstance(pending, Chance):
            (outcome, _), *others = pending.outcomes()
            assert not others
            drawn.append(outcome)
            state, _ = GAME.apply(state, outcome)
        else:
            options = choices_of(state)
            state = play(state, "done" if "done" in options else options[0])
    assert drawn == [("K1",), ("A1",), ("K2",), ("A2",)]
    assert state.decks == CAT.deck
    pending = GAME.pending(state)
    assert isinstance(pending, Chance)
    assert sorted(card for (card,), _ in pending.outcomes()) == [f"K{i}" for i in range(1, 10)]


@pytest.mark.rule("hawaii:6.1", "hawaii:R10")
def test_at_the_end_of_february_the_discards_are_shuffled_in_and_held_cards_are_not() -> None:
    state = position("battle", A, month=2, card="A2", held="K4", decks=("", ""), kona="k-kam", waikiki="a-kal")
    assert state.month == 3
    assert state.discards == (0, 0)
    assert state.decks == (CAT.deck[K] & ~cards("K4"), CAT.deck[A])
    later = position("battle", A, month=3, card="A2", decks=("K1", "A1"), kona="k-kam", waikiki="a-kal")
    assert (later.decks[A], later.discards[A]) == (cards("A1"), cards("A2"))  # in other months nothing is shuffled


@pytest.mark.rule("hawaii:6.2", "hawaii:R8", "hawaii:R9")
def test_the_short_game_adds_units_of_the_owners_choice_and_shuffles_at_once() -> None:
    state = GAME.start(Settings(length="short"))
    assert state.month == 3
    assert asked(state) == K
    assert choices_of(state) == ["place k-van kona", "place k-van hilo"]
    state = play(state, "place k-van hilo", "place k-pik kona")
    assert choices_of(state) == [f"place {w} {s}" for w in ("k-w4", "k-w7") for s in ("kona", "hilo")]
    state = play(state, "place k-w7 kona", "place k-w4 hilo")
    assert asked(state) == A
    state = play(state, *OAHU, "place a-bro koolau", "place a-pik koolau", "place a-w4 koolau", "place a-w5 waikiki")
    assert at(state, "hilo") == {"k-w3", "k-c3", "k-van", "k-w4"}
    assert "a-bro" in at(state, "koolau")
    pending = GAME.pending(state)
    assert isinstance(pending, Chance)
    assert len(list(pending.outcomes())) == 9


@pytest.mark.rule("hawaii:7.2", "hawaii:7.1")
def test_the_phases_follow_each_other_and_the_chiefs_follow_kamehameha() -> None:
    state = position("part", K, kona="k-kam k-c1", hilo="k-w1", waikiki="a-kal", koolau="a-w1")
    assert isinstance(GAME.pending(state), Chance)
    state, events = told(state, ("K9",), "place k-mus kona", "place k-w2 kona", "done")
    assert [event.__struct_config__.tag for event in events] == ["card", "placed", "placed", "part"]
    assert state.month == 5
    state, events = told(state, ("A9",), "place a-w2 koolau", "place a-w3 maui", "place a-c3 maui", "done")
    assert state.month == 6
    assert state.stack[0].seat == K  # type: ignore[union-attr]


@pytest.mark.rule("hawaii:5.3", "hawaii:R4")
def test_november_ends_in_a_tie_even_for_whoever_holds_all() -> None:
    everything = {
        "kona": "k-kam",
        "hilo": "k-w1",
        "maui": "k-w2",
        "molokai": "k-w3",
        "waikiki": "k-w4",
        "koolau": "k-w5",
    }
    state = position("battle", A, month=11, gone="a-kal", **everything)
    ended = over(state)
    assert ended is not None
    assert (ended.winner, ended.clause, ended.scores) == (None, "hawaii:5.3", (0.5, 0.5))
    state = position("battle", A, month=10, gone="a-kal", **everything)
    ended = over(state)
    assert ended is not None
    assert (ended.winner, ended.clause) == (K, "hawaii:5.1")


@pytest.mark.rule("hawaii:5.1", "hawaii:R2", "hawaii:R3")
@pytest.mark.parametrize(
    ("maui", "kona", "wins"), [("k-w2", "k-kam", True), ("k-c1", "k-kam", False), ("k-w2", "k-c1", False)]
)
def test_kamehameha_wins_with_both_forts_and_four_of_five(maui: str, kona: str, wins: bool) -> None:
    rest = {"hilo": "k-w1", "molokai": "k-w3", "waikiki": "k-w4", "koolau": "k-w5"}
    state = position("part", K, kona=kona, maui=maui, **rest)
    assert (over(state) is not None) == wins


@pytest.mark.rule("hawaii:5.1", "hawaii:R2", "hawaii:R17")
@pytest.mark.parametrize(("ally", "wins"), [(K, True), (A, False), (-1, False)])
def test_kauai_counts_for_the_side_that_it_has_joined(ally: int, wins: bool) -> None:
    """Both forts and three blue spaces are Kamehameha's; only the warriors of Kauaʻi stand on the fourth he needs."""
    blue = {"maui": "k-w2", "molokai": "k-w3", "waikiki": "k-w4", "koolau": "a-kal"}
    state = position("part", K, ally=ally, kona="k-kam", hilo="k-w1", **blue)
    assert (over(state) is not None) == wins


@pytest.mark.rule("hawaii:5.1", "hawaii:R1", "hawaii:R3")
def test_kamehamehas_victory_is_looked_at_only_at_the_start_of_a_turn() -> None:
    rest = {"kona": "k-kam", "hilo": "k-w1", "molokai": "k-w3", "waikiki": "k-w4", "koolau": "k-w5", "kauai": "k-w6"}
    state = position("battle", K, maui="a-w1", gone="x-w1 x-w2 x-c1", **rest)
    assert over(state) is None
    assert asked(state) is None  # the chiefs draw their card: they have their turn to undo it


@pytest.mark.rule("hawaii:5.1", "hawaii:R3")
@pytest.mark.parametrize(("hilo", "wins"), [("a-w2", True), ("k-w2", False), ("a-c1", False)])
def test_the_chiefs_win_with_two_blue_spaces_and_a_fort(hilo: str, wins: bool) -> None:
    state = position("part", A, kona="k-kam", hilo=hilo, maui="a-w3", koolau="a-kal")
    assert (over(state) is not None) == wins
    if wins:
        state = position("part", K, kona="k-kam", hilo=hilo, maui="a-w3", koolau="a-kal")
        assert over(state) is None


@pytest.mark.rule("hawaii:8.0", "hawaii:R10")
def test_an_empty_deck_is_made_of_the_discards_again() -> None:
    state = position("card", K, kona="k-kam", waikiki="a-kal", decks=("", "A1"), held="K4")
    assert isinstance(GAME.pending(state), Chance) is False  # no discards either: nothing is drawn
    from msgspec.structs import replace

    again = replace(position("card", K, kona="k-kam", waikiki="a-kal", decks=("K1", "A1"), held="K4"), decks=(0, 0))
    again = replace(again, discards=(cards("K2 K3"), 0))
    pending = GAME.pending(again)
    assert isinstance(pending, Chance)
    assert sorted(card for (card,), _ in pending.outcomes()) == ["K2", "K3"]
    after = play(again, ("K3",))
    assert after.decks[K] == cards("K2")
    assert after.discards[K] == 0
    assert after.held[K] == cards("K4")


def test_states_keep_every_counter_in_one_place() -> None:
    state = position(kona="k-kam", waikiki="a-kal")
    assert sum(state.places) == (1 << len(CAT.counters)) - 1
    assert units("k-w1..3") == units("k-w1 k-w2 k-w3")
