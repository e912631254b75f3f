"""11, 8.1: what one stage of a battle, or one battle of a phase, leaves to the next."""

from __future__ import annotations

import pytest

from kemu.core.frames import Step
from kemu.games.hawaii import State
from kemu.games.hawaii.rules.retreat import eliminate
from kemu.games.hawaii.rules.stages import Battle

from .positions import GAME, A, K, asked, at, choices_of, over, play, position, told, units, where

KF, AF = (6, 1), (1, 6)


@pytest.mark.rule("hawaii:R11", "hawaii:8.1")
def test_a_held_card_has_its_event_once_even_in_the_part_in_which_it_was_drawn() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-w1 k-c1 a-w4", "molokai": "k-w2 k-c2 a-w5"}
    state = position("battle", K, card="K5", held="K5", rode="k-w1 k-w2", sailed="k-c1 k-c2", **there)
    state = play(state, "attack molokai", KF, 4, 1, "use k5")
    assert at(state, "molokai") == {"k-w2", "k-c2"}
    # Maui: the same again, but the card is spent, so there is a second battle.
    state = play(state, KF, 4, 1)
    assert asked(state) is None
    assert where(state, "a-w4") == "maui"


@pytest.mark.rule("hawaii:R23")
def test_stray_canoes_may_join_those_who_await_a_battle() -> None:
    there = {"kona": "k-kam", "molokai": "k-w1 k-c1 a-c1", "maui": "k-w2 k-c2 a-kal"}
    state = position("battle", K, rode="k-w1 k-w2", sailed="k-c1 k-c2", **there)
    assert where(play(state, "attack molokai"), "a-c1") == "maui"


def walkers_joined_by_a_beaten_canoe(**more: str) -> State:
    """Kamehameha's men walk into Koʻolau; the last canoe of his beaten landing on Maui comes to them."""
    there = {"koolau": "k-w1 a-w1 a-c1", "maui": "k-w7 k-c1 a-thu", "hilo": "k-kam", "molokai": "a-kal"}
    state = position("battle", K, walked="k-w1", rode="k-w7", sailed="k-c1", **there, **more)
    state = play(state, "attack maui", AF, 6, "retreat koolau")
    assert where(state, "k-c1") == "koolau"
    return state


@pytest.mark.rule("hawaii:R22", "hawaii:R23")
def test_an_attack_on_foot_stays_one_though_a_beaten_canoe_sails_there() -> None:
    state = walkers_joined_by_a_beaten_canoe(held="K5")
    # Nobody looks out for the canoe: the battle ashore begins at once. The defender panics in it.
    state, _ = told(state, KF, 4, 1)
    # He fights once more, with his back to his canoes: no card spares the attacker that.
    assert asked(state) is None
    battle = state.stack[-2]
    assert isinstance(battle, Battle)
    assert not battle.beach
    # Beaten there he leaves by canoe: there is no cliff.
    assert choices_of(play(state, KF, 4, 1)) == ["retreat maui", "retreat molokai"]


@pytest.mark.rule("hawaii:R22", "hawaii:11.4")
def test_from_the_beach_is_settled_when_the_battle_begins() -> None:
    """The only lander falls in the first battle; those who walked in still drive the beaten over the cliff."""
    there = {"kona": "k-kam", "waikiki": "a-kal", "koolau": "a-w1 a-w4 k-w7 k-c1"}
    state = position("battle", A, walked="a-w1", rode="a-w4", **there)
    state = play(state, KF, 6, "lose a-w4", 4, 1, AF, 4, 1)
    assert where(state, "k-w7") == "box"
    assert where(state, "k-c1") == "kona"


@pytest.mark.rule("hawaii:R25")
def test_a_landing_in_a_space_held_when_the_movement_began_is_no_invasion() -> None:
    there = {"kona": "k-kam", "waikiki": "k-w1", "koolau": "a-w1 a-c1", "maui": "k-w2 k-c1", "molokai": "a-kal"}
    state = position("move", K, fleet=2, **there)
    state = play(state, "walk k-w1", "sail k-c1", "load k-w2", "land waikiki", "done")
    # One battle only, for Koʻolau: it begins at once, and Waikīkī, held all the time, is not looked out for.
    state, events = told(state, AF, 4, 1)
    assert all("sight" not in event.tell(None) for event in events if type(event).__name__ == "DieRolled")
    assert where(state, "k-w1") == "waikiki"
    assert at(state, "waikiki") == {"k-w1", "k-w2", "k-c1"}
    assert not choices_or_none(state)


@pytest.mark.rule("hawaii:R25", "hawaii:R2")
@pytest.mark.parametrize(("koolau", "invaded"), [("k-c2", True), ("k-w9 k-c2", False)])
def test_canoes_alone_held_nothing_when_the_movement_began(koolau: str, invaded: bool) -> None:
    """The card brings nobody new, so the movement begins at once, and who stands where is looked at."""
    there = {"kona": "k-kam k-gua k-w1 k-c1", "waikiki": "a-kal a-c1", "koolau": koolau}
    state = position("recruit", K, card="K5", **there)
    state = play(state, "sail k-c1", "load k-w1", "land koolau", "done")
    assert (GAME.pending(state) in GAME.cat.sighting) == invaded


def choices_or_none(state: object) -> list[str]:
    """What Kamehameha is still asked; nothing when his part is over."""
    return choices_of(state) if asked(state) == K else []  # type: ignore[arg-type]


@pytest.mark.rule("hawaii:R25")
def test_a_landing_that_nobody_meets_is_told() -> None:
    there = {"kona": "k-kam", "waikiki": "k-w1 k-c1", "koolau": "a-kal a-c1"}
    state = position("battle", K, rode="k-w1", sailed="k-c1", **there)
    _, events = told(state, 6)
    assert any(type(event).__name__ == "Unopposed" for event in events)


# -- chiefs without a way out ------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:5.2", "hawaii:11.5", "hawaii:R6", "hawaii:3.1")
def test_the_last_elimination_takes_the_chief_and_that_ends_the_game() -> None:
    """The Thunderers' dice take the warriors and then, an elimination having to go to somebody, Kamehameha himself."""
    state = position("battle", K, rode="k-kam k-w7", maui="k-kam k-w7 a-thu", waikiki="a-kal")
    state = play(state, AF, 6, "lose k-w7", 6)
    assert over(state) is not None
    assert where(state, "k-kam") == "gone"


@pytest.mark.rule("hawaii:5.2", "hawaii:11.8", "hawaii:R28", "hawaii:3.1")
def test_a_beaten_fleet_without_a_haven_is_eliminated() -> None:
    there = {"kona": "k-kam", "molokai": "k-w1 k-w2 k-c1 a-w1 a-c1"}
    state = position("battle", K, rode="k-w1 k-w2", sailed="k-c1", gone="a-kal", **there)
    state = play(state, 1, "launch a-c1", "launch a-w1", "sea", KF, 4, 1, 1, 1)
    assert where(state, "a-w1") == "box"  # no other space is theirs: the whole fleet is eliminated


@pytest.mark.rule("hawaii:5.2", "hawaii:R6", "hawaii:3.1")
@pytest.mark.parametrize(("gone", "ends"), [("a-kai", True), ("", False)])
def test_a_chief_among_those_who_cannot_retreat_ends_the_game(gone: str, ends: bool) -> None:
    """`eliminate` is what cliffs, cards and lost retreats come to: a chief who goes that way is gone for good."""
    state = position("move", K, kona="k-kam", maui="a-kal a-w1", gone=gone)
    step = Step(state)
    assert eliminate(GAME, step, units("a-kal a-w1"), "hawaii:11.5") is ends
    assert (where(step.state, "a-kal"), where(step.state, "a-w1")) == ("gone", "box")
    assert (over(step.state) is not None) is ends


@pytest.mark.rule("hawaii:R40", "hawaii:11.5")
def test_whoever_walked_and_then_rode_leaves_by_canoe() -> None:
    there = {"kona": "k-kam", "hilo": "a-w1 a-c1 k-gua", "waikiki": "a-kal"}
    state = position("battle", A, walked="a-w1", rode="a-w1", sailed="a-c1", **there)
    state = play(state, KF, 3, 1, 1)
    assert where(state, "a-w1") == "waikiki"
    assert where(state, "a-c1") == "waikiki"


@pytest.mark.rule("hawaii:7.2", "hawaii:10.2", "hawaii:10.3")
def test_a_new_part_begins_with_nothing_moved() -> None:
    state = position("move", K, kona="k-kam k-w1 k-c1", hilo="k-w3", waikiki="a-kal")
    state = play(state, "walk k-w3", "sail k-c1", "load k-w1", "land maui", "done", ("A1",))
    assert state.stack[0].seat == A  # type: ignore[union-attr]
    assert (state.walked, state.rode, state.sailed, state.cargo) == (0, 0, 0, ())


@pytest.mark.rule("hawaii:11.5", "hawaii:R23")
def test_canoes_that_are_all_that_is_left_of_a_landing_go_to_any_space_their_side_occupies() -> None:
    """Also where a battle is still to come: his landing in Waikīkī. With one of their men they may not."""
    there = {"waikiki": "k-kam k-w1 k-c2 a-kal", "maui": "k-w7 k-c1 a-thu"}
    moved = {"rode": "k-w7 k-w8 k-kam k-w1", "sailed": "k-c1 k-c2"}
    alone = play(position("battle", K, **moved, **there), "attack maui", (1, 6), 6)
    assert where(alone, "k-c1") == "waikiki"
    state = play(position("battle", K, **moved, **there, kona="k-w6"), "attack maui", (1, 6), 6)
    assert choices_of(state) == ["retreat kona", "retreat waikiki"]
    manned = {**there, "maui": "k-w7 k-w8 k-c1 a-thu", "kona": "k-w6"}
    state = position("battle", K, **moved, **manned)
    state = play(state, "attack maui", (1, 6), 6, 4, 1)
    assert {"k-w8", "k-c1"} <= at(state, "kona")
