"""What wins is told where one plays: the spaces by their names, what is contested, and who is about to win."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kemu.core.pending import Decide
from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.model.actions import Done
from kemu.games.hawaii.rules.movement import Moving
from kemu.games.hawaii.rules.victory import about_to_win, undoing
from kemu.games.hawaii.scene.describe import describe
from kemu.scene import Item

from .positions import GAME, A, K, over, overlaid, play, position, random_states

QUIET = position("move", K, kona="k-kam k-c1", hilo="k-w1", maui="k-w2", waikiki="a-kal", koolau="a-w1")
LANDED = position("move", K, kona="k-kam k-c1", hilo="k-w1 a-w3", maui="k-w2", waikiki="a-kal", koolau="a-w1 k-w3 k-c2")
"""Both are in Hilo and in Koʻolau."""


def towards(state: Any, game: Hawaii = GAME) -> tuple[Item, ...]:
    """What the panel says of Kamehameha and of the Chiefs."""
    (panel,) = (panel for panel in game.scene(game.view(state, None)).panels if panel.id == "victory")
    return panel.items


def counted(state: Any) -> list[str]:
    """How near each side is said to be; the panel does not count again."""
    assert not any(item.value for item in towards(state))
    return [near.words for near in GAME.near(GAME.view(state, None))]


@pytest.mark.rule("hawaii:5.1", "hawaii:5.2")
def test_the_spaces_and_the_chiefs_that_win_are_named_in_the_panel_in_the_words_and_in_the_clause() -> None:
    blue = "Maui, Molokaʻi, Waikīkī, Koʻolau"
    ways = (
        (f"with Kona and Hilo and with four of {blue}, Kauaʻi", "when Kalanikūpule and Kaʻiana are eliminated"),
        (f"with two of {blue} and with Kona or Hilo", "when Kamehameha is eliminated"),
    )
    for item, (occupied, sudden) in zip(towards(QUIET), ways, strict=True):
        assert occupied in item.detail
        assert occupied in describe(GAME, QUIET)
        assert sudden in item.more[0]
        assert sudden in describe(GAME, QUIET)
    clause = GAME.clauses["hawaii:5.1"].summary
    assert "four of Maui, Molokaʻi, Waikīkī, Koʻolau and Kauaʻi" in clause
    assert "two of Maui, Molokaʻi, Waikīkī and Koʻolau" in clause


def test_when_the_game_is_over_nobody_is_told_how_to_win() -> None:
    ended = position("part", A, kona="k-kam", hilo="a-w1", waikiki="a-kal", koolau="a-w2")
    assert over(ended)
    assert "when their part begins" not in describe(GAME, ended)


def test_a_kit_of_ones_own_names_its_own_spaces(tmp_path: Path) -> None:
    game = Hawaii(overlaid(tmp_path, "map.toml", 'name = "Waikīkī"', 'name = "Honolulu"'))
    assert "Molokaʻi, Honolulu, Koʻolau" in towards(game.start(), game)[1].detail


@pytest.mark.rule("hawaii:5.1", "hawaii:R2")
def test_what_is_still_fought_over_is_sure_for_neither_side() -> None:
    assert counted(QUIET) == ["3 of the 6 spaces that win", "2 of the 3 spaces that win"]
    his, theirs, contested = towards(LANDED)
    assert counted(LANDED) == ["2 of the 6 spaces that win, 2 contested", "1 of the 3 spaces that win, 2 contested"]
    assert (contested.label, contested.detail) == ("Contested", "Hilo and Koʻolau")
    for item, words in ((his, "(2 of 6, 2 contested)"), (theirs, "(1 of 3, 2 contested)")):
        assert words in item.more[0]
        assert words in describe(GAME, LANDED)


def test_a_contested_space_beyond_those_that_are_needed_is_not_counted() -> None:
    state = position("move", K, kona="k-kam", hilo="a-w1", waikiki="a-kal", koolau="a-w2", maui="a-w3 k-w1 k-c1")
    assert counted(state)[1] == "3 of the 3 spaces that win"
    assert "(3 of 3)" in towards(state)[1].detail


def test_a_landing_on_neutral_kauai_is_not_yet_an_occupation() -> None:
    state = position("move", K, kona="k-kam", hilo="k-w1", waikiki="a-kal", kauai="x-w1 k-w2 k-c1", gone="x-w2 x-c1")
    assert counted(state)[0] == "2 of the 6 spaces that win, 1 contested"
    assert "(2 of 6, 1 contested)" in towards(state)[0].detail


# -- who is about to win --------------------------------------------------------------------------------------


def asks(state: Any) -> Decide:
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    return pending


def warned(state: Any) -> dict[str, str]:
    """The warnings of the answers, by notation."""
    decide = asks(state)
    return {choice.notation: choice.warns for choice in GAME.scene(GAME.view(state, decide.seat), decide).selectable}


CHIEFS = {"hilo": "a-w1", "waikiki": "a-kal", "koolau": "a-w2"}
"""All that the Chiefs need: a fort and two blue spaces."""
ISLES = {"hilo": "k-w1", "maui": "k-w2", "molokai": "k-w3", "waikiki": "k-w4", "koolau": "k-w5"}
"""With Kona all that Kamehameha needs."""


@pytest.mark.rule("hawaii:5.1", "hawaii:R3")
def test_the_prompt_says_that_the_other_side_is_about_to_win() -> None:
    words = "The Allied Chiefs hold all they need to win: take a space from them this turn. "
    for phase in ("move", "recruit"):
        decide = asks(position(phase, K, card="K5", kona="k-kam k-w3 k-c1", **CHIEFS))
        assert decide.prompt.startswith(words)
        assert decide.clause == "hawaii:5.1"
    theirs = asks(position("move", A, kona="k-kam", kauai="a-kal a-c1", gone="x-w1 x-w2 x-c1", **ISLES))
    assert theirs.prompt.startswith("Kamehameha holds all he needs to win: take a space from him this turn. Move: ")
    card = play(position("card", A, kona="k-kam", kauai="a-kal a-c1", gone="x-w1 x-w2 x-c1", **ISLES), ("A3",))
    assert asks(card).prompt.startswith("Kamehameha holds all he needs to win: ")


def test_no_such_warning_while_something_is_missing() -> None:
    for there in ({**CHIEFS, "hilo": "k-w1"}, {**CHIEFS, "koolau": ""}):
        decide = asks(position("move", K, kona="k-kam k-w3 k-c1", **there))
        assert decide.prompt.startswith("Move: ")
        assert decide.clause == "hawaii:10.0"
    # It is the other side that matters: who holds all in his own part has not won, and is not warned.
    assert asks(position("move", A, kona="k-kam k-c1", maui="a-w3 a-c1", **CHIEFS)).prompt.startswith("Move: ")


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"maui": "a-w3"}, "take Hilo from them"),
        ({"kona": "a-w4"}, "take Waikīkī or Koʻolau from them"),
        ({"kona": "a-w4", "maui": "a-w3"}, "take several spaces from them"),
    ],
)
def test_the_prompt_names_the_spaces_of_which_one_is_enough(more: dict[str, str], what: str) -> None:
    assert what in asks(position("move", K, molokai="k-kam k-w3 k-c1", **{**CHIEFS, **more})).prompt


@pytest.mark.rule("hawaii:R4")
def test_in_november_kamehameha_is_looked_at_no_more_and_the_chiefs_still_are() -> None:
    theirs = position("move", A, month=11, kona="k-kam", kauai="a-kal a-c1", gone="x-w1 x-w2 x-c1", **ISLES)
    assert asks(theirs).prompt.startswith("Move: ")
    assert not warned(theirs)["done"]
    his = position("move", K, month=11, kona="k-kam k-w3 k-c1", **CHIEFS)
    assert asks(his).prompt.startswith("The Allied Chiefs hold all they need")


def test_to_end_the_movement_without_a_battle_that_could_undo_it_is_asked_first() -> None:
    army = position("move", K, kona="k-kam k-w3 k-w4 k-c1", fleet=1, maui="a-w3", **CHIEFS)
    assert warned(army)["done"] == "Then the Allied Chiefs win by occupation."
    assert not any(words for answer, words in warned(army).items() if answer != "done")
    # Maui is one more than they need: a battle there changes nothing. Hilo is the fort.
    assert warned(play(army, "sail k-c1", "load k-w3", "land maui"))["done"]
    assert not warned(play(army, "walk k-w3"))["done"]
    # After it the game is as the warning says.
    ended = play(army, "done")
    assert over(ended)
    assert over(ended).winner == A  # type: ignore[union-attr]


@pytest.mark.rule("hawaii:5.2")
def test_a_battle_in_which_the_last_chief_may_fall_could_undo_it_too() -> None:
    """The Chiefs hold Molokaʻi beside what they need; Kalanikūpule stands there, and Kaʻiana is dead, or is not."""
    there = {**CHIEFS, "waikiki": "a-w4", "molokai": "a-kal k-w4", "maui": "k-w5 k-c1"}
    for gone, certain in (("a-kai", False), ("", True)):
        state = position("move", K, kona="k-kam k-w3", rode="k-w4", gone=gone, **there)
        assert bool(warned(state)["done"]) == certain


@pytest.mark.rule("hawaii:5.1", "hawaii:R3", "hawaii:R4")
def test_whoever_loses_by_ending_his_movement_was_warned_of_it() -> None:
    """In random games: the warning foretells what the rule then does."""
    lost = 0
    for seed in range(40):
        for state in random_states(seed):
            if isinstance(top := state.stack[-1], Moving):
                ended = over(GAME.apply(state, Done())[0])
                if ended is not None and ended.reason == "occupation":
                    assert ended.winner == 1 - top.seat
                    assert about_to_win(GAME, state, 1 - top.seat)
                    assert not undoing(GAME, state, top.seat)
                    lost += 1
    assert lost > 5


def test_the_last_landing_that_ends_a_movement_and_the_game_is_asked_first() -> None:
    """The Chiefs hold Kona, Maui and Waikīkī, and nothing is left to do after it."""
    there = {"kona": "a-w1", "hilo": "k-w7 k-kam k-c1", "maui": "a-w3", "waikiki": "a-kal"}
    state = play(position("move", K, fleet=1, walked="k-kam k-w7", **there), "sail k-c1", "load k-kam")
    ended = over(play(state, "land molokai"))
    assert ended is not None
    assert ended.reason == "occupation"
    asked_first = warned(state)
    assert asked_first["land molokai"] == "Then the Allied Chiefs win by occupation."
    assert asked_first["land maui"] == "", "that is a battle, and may undo it"
    fuller = {**there, "hilo": "k-w7 k-kam k-c1 k-c2"}
    more = play(position("move", K, fleet=2, walked="k-kam k-w7", **fuller), "sail k-c1", "load k-kam")
    assert not any(warned(more).values()), "there is still something to do"


def test_an_attack_that_drives_kauai_to_the_others_who_then_have_all_is_asked_first() -> None:
    there = {"kona": "k-kam", "hilo": "k-w1", "waikiki": "k-w2", "koolau": "k-w3", "molokai": "k-w4"}
    state = position("move", A, maui="a-kal a-w1 a-w3 a-c1", **there)
    landing = warned(play(state, "sail a-c1", "load a-w1"))
    assert landing["land kauai"] == "Attacked, Kauaʻi takes the other side. If it holds, Kamehameha wins by occupation."
    assert landing["land molokai"] == ""
    poorer = position("move", A, maui="a-kal a-w1 a-w3 a-c1", **{**there, "molokai": ""})
    assert warned(play(poorer, "sail a-c1", "load a-w1"))["land kauai"] == ""
