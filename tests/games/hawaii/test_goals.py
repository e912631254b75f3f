"""What wins is told where one plays: the spaces by their names, what is contested, and who is about to win."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kemu.games.hawaii import Hawaii
from kemu.games.hawaii.describe import describe
from kemu.scene import Item

from .positions import GAME, K, overlaid, position

QUIET = position("move", K, kona="k-kam k-c1", hilo="k-w1", maui="k-w2", waikiki="a-kal", koolau="a-w1")
LANDED = position("move", K, kona="k-kam k-c1", hilo="k-w1 a-w3", maui="k-w2", waikiki="a-kal", koolau="a-w1 k-w3 k-c2")
"""Both are in Hilo and in Koʻolau."""


def towards(state: Any, game: Hawaii = GAME) -> tuple[Item, ...]:
    """What the panel says of Kamehameha and of the Chiefs."""
    (panel,) = (panel for panel in game.scene(game.view(state, None)).panels if panel.id == "victory")
    return panel.items


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


def test_a_kit_of_ones_own_names_its_own_spaces(tmp_path: Path) -> None:
    game = Hawaii(overlaid(tmp_path, "map.toml", 'name = "Waikīkī"', 'name = "Honolulu"'))
    assert "Molokaʻi, Honolulu, Koʻolau" in towards(game.start(), game)[1].detail


@pytest.mark.rule("hawaii:5.1", "hawaii:R2")
def test_what_is_still_fought_over_is_sure_for_neither_side() -> None:
    assert [item.value for item in towards(QUIET)] == ["3 of 6", "2 of 3"]
    assert [item.value for item in towards(LANDED)] == ["2 of 6, 2 contested", "1 of 3, 2 contested"]
    assert "Contested: Hilo and Koʻolau." in towards(LANDED)[0].more
    assert "(1 of 3, 2 contested)" in describe(GAME, LANDED)


def test_a_contested_space_beyond_those_that_are_needed_is_not_counted() -> None:
    state = position("move", K, kona="k-kam", hilo="a-w1", waikiki="a-kal", koolau="a-w2", maui="a-w3 k-w1 k-c1")
    assert towards(state)[1].value == "3 of 3"


def test_a_landing_on_neutral_kauai_is_not_yet_an_occupation() -> None:
    state = position("move", K, kona="k-kam", hilo="k-w1", waikiki="a-kal", kauai="x-w1 k-w2 k-c1", gone="x-w2 x-c1")
    assert towards(state)[0].value == "2 of 6, 1 contested"
