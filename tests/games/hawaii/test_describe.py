"""The position in words: for a terminal, and for those who do not see the picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from kemu.games.hawaii import Hawaii, Settings
from kemu.games.hawaii.model.state import State
from kemu.games.hawaii.scene.describe import describe, lines, results
from kemu.scene import Item, Words

from .positions import CAT, GAME, KIT, A, K, asked, play, position
from .test_kit import overlaid
from .test_setup import OAHU


@pytest.mark.rule("hawaii:3.0")
def test_every_fighting_unit_shows_its_dice_and_its_plus() -> None:
    there = "k-kam k-you k-gua k-van k-mus k-pik k-w1 k-w2 k-w7 k-c1"
    told = lines(GAME, position("move", K, kona=there, waikiki="a-kal"))
    assert (
        "Kona, a fort: Kamehameha with Kamehameha (3+), John Young (2+), Royal Guard (3+), Vancouver's cannon (2), "
        "Musketeers (2), Pikes (2), 2 x Warriors of Hawaiʻi (2), Warriors of Hawaiʻi (1) and War canoes." in told
    )


def test_who_fires_who_is_on_board_who_is_recruited_and_who_waits_in_the_box_show_theirs_too() -> None:
    there = {"waikiki": "a-kal", "maui": "k-gua k-kam k-c1 a-w1"}
    firing = play(position("battle", K, rode="k-gua k-kam", sailed="k-c1", kona="k-w1", **there), (6, 1), "fire k-gua")
    assert "Royal Guard (3+) fires: 3 dice left." in describe(GAME, firing)
    loaded = play(position("move", K, kona="k-kam k-c1", waikiki="a-kal", fleet=1), "sail k-c1", "load k-kam")
    assert "On board: Kamehameha (3+)." in lines(GAME, loaded)
    drawn = play(position("card", K, kona="k-kam", waikiki="a-kal"), ("K1",))
    assert "Vancouver's cannon (2)" in next(line for line in lines(GAME, drawn) if line.startswith("Card: "))
    assert "Recruit Box of the Allied Chiefs: Kaʻiana (2+), " in describe(GAME, loaded)


def test_a_kit_that_changes_a_leaders_dice_is_seen_in_the_words(tmp_path: Path) -> None:
    game = Hawaii(overlaid(tmp_path, "counters.toml", "strength = 3 #", "strength = 5 #"))
    assert "Kamehameha with Kamehameha (5+), " in describe(game, game.start())


# -- the table -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hawaii:11.2")
def test_while_a_fight_is_on_the_table_is_told_once() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-w1 k-c1 a-w1"}
    quiet = position("move", K, **there)
    fight = play(position("battle", K, rode="k-w1", sailed="k-c1", **there), (6, 1))
    words = (
        "A die panics on 4 and 5 and eliminates on 6; "
        "that of a unit with a plus panics on 3 and 4 and eliminates on 5 and 6. (Reconstruction.)"
    )
    assert lines(GAME, fight).count(words) == 1
    assert words not in lines(GAME, quiet)


def test_whom_a_card_lets_fire_like_elites_is_told() -> None:
    there = {"kona": "k-kam", "waikiki": "a-kal", "maui": "k-w1 k-mus k-c1 a-w1"}
    state = position("battle", K, rode="k-w1 k-mus", sailed="k-c1", card="K3", **there)
    words = "A card lets these fire like units with a plus: Musketeers."
    assert words in lines(GAME, play(state, "use k3", (6, 1)))
    assert words not in lines(GAME, play(state, "decline k3", (6, 1)))


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ((0, 0, 1, 1, 1, 1, 2), "panics on 2, 3, 4 and 5 and eliminates on 6"),
        ((0, 0, 0, 0, 0, 0, 2), "eliminates on 6"),
    ],
)
def test_a_table_of_ones_own_is_told_as_it_is(column: tuple[int, ...], words: str) -> None:
    assert results(column) == words


def test_the_clause_of_the_table_gives_the_numbers_of_our_kit() -> None:
    summary = GAME.clauses["hawaii:11.2"].summary
    assert all(results(column) in summary for column in CAT.brt)


# -- what is ours ---------------------------------------------------------------------------------------------


def printed(folder: Path, *files: str) -> Hawaii:
    """The game with these files typed in from print."""
    for file in files:
        text = (KIT / file).read_text("utf-8").replace('source = "reconstruction"', 'source = "rulebook"')
        (folder / file).write_text(text, "utf-8")
    return Hawaii(folder)


FOUGHT = play(
    position("battle", K, rode="k-w1", sailed="k-c1", card="K3", held="A4", kona="k-kam", maui="k-w1 k-c1 a-w1"),
    "decline a4",
    (6, 1),
)


def test_what_is_reconstructed_is_called_so_in_the_words(tmp_path: Path) -> None:
    told = lines(GAME, FOUGHT)
    for start in ("Card: ", "The Allied Chiefs hold ", "A die "):
        assert [line for line in told if line.startswith(start) and line.endswith(" (Reconstruction.)")], start
    strengths, spaces = told[-2:]
    assert strengths.startswith("Strengths that are reconstructed, not printed: Kamehameha, John Young, Royal Guard, ")
    assert "Warriors of Hawaiʻi" not in strengths
    assert spaces == "Spaces that are reconstructed, not printed: Molokaʻi, Waikīkī, Koʻolau."
    own = printed(tmp_path, "cards.toml", "brt.toml", "counters.toml", "map.toml")
    assert "econstruct" not in describe(own, FOUGHT)


def test_what_is_reconstructed_is_called_so_in_the_picture(tmp_path: Path) -> None:
    def look(game: Hawaii) -> tuple[dict[str, Item], list[str]]:
        scene = game.scene(game.view(FOUGHT, None))
        shapes = [*scene.base, *(shape for layer in scene.layers for shape in layer.shapes)]
        ours = {item.label: item for panel in scene.panels if panel.id == "sources" for item in panel.items}
        return ours, [shape.text for shape in shapes if isinstance(shape, Words) and "†" in shape.text]

    ours, daggers = look(GAME)
    assert ours["Spaces"].detail == "Molokaʻi, Waikīkī, Koʻolau"
    assert ours["Strengths"].detail.startswith("Kamehameha, ")
    assert {item.source for item in ours.values()} == {"reconstruction"}
    # Three names, the table on the battle map, and what it means.
    assert sorted(daggers) == ["†", "†", "†", "†", "† reconstruction"]
    assert look(printed(tmp_path, "brt.toml", "counters.toml", "map.toml")) == ({}, [])


# -- whose turn ----------------------------------------------------------------------------------------------


def lit(state: State) -> list[str]:
    (victory,) = (panel for panel in GAME.scene(GAME.view(state, None)).panels if panel.id == "victory")
    return [item.label for item in victory.items if item.lit]


@pytest.mark.rule("hawaii:6.0")
def test_in_the_set_up_the_words_and_the_panel_mean_the_seat_that_sets_up() -> None:
    chiefs = GAME.start()
    assert asked(chiefs) == A
    assert lines(GAME, chiefs)[0] == "January, the set-up of the Allied Chiefs."
    assert lit(chiefs) == ["The Allied Chiefs"]
    short = GAME.start(Settings(length="short"))
    assert asked(short) == K
    assert lines(GAME, short)[0] == "March, the set-up of Kamehameha."
    assert lit(short) == ["Kamehameha"]
    begun = play(chiefs, *OAHU)
    assert lines(GAME, begun)[0] == "January, the turn of Kamehameha."
    assert lit(begun) == ["Kamehameha"]
