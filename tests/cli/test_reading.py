"""What a player types: every answer can be written, and what is written is read as what was meant."""

from __future__ import annotations

from typing import Any

import pytest

import kemu
from cli.driver import Kemu
from kemu import Decide, QuickRng, Touch
from kemu.cli.terminal.reading import read_answer, read_intent
from kemu.cli.terminal.words import clause_line
from toys.march import Go, MarchGame

GAMES = [*(kemu.game(name) for name in kemu.list_games()), MarchGame()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_answer_can_be_typed_as_its_notation(game: Any, seed: int) -> None:
    rng, state = QuickRng(seed), game.start()
    for _ in range(120):
        pending = game.pending(state)
        if isinstance(pending, kemu.Over):
            break
        if isinstance(pending, Decide):
            view = game.view(state, pending.seat)
            sampled = pending.free.sample(rng) if pending.free is not None else None
            for action in (*pending.options[:20], *((sampled,) if sampled is not None else ())):
                assert read_answer(game, view, pending, game.notation(action)) == action
        state, _ = game.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))


def test_fields_with_a_default_may_be_left_out_and_points_stand_anywhere() -> None:
    game = kemu.game("siege")
    state = game.start()
    decide = game.pending(state)
    assert isinstance(decide, Decide)
    short = read_intent(game, decide, "place 21733 15600")
    assert short == game.parse({"act": "place", "x": 21733, "y": 15600})
    long = read_intent(game, decide, "place 21733 15600 0 0 0 1000,2000 3000,4000")
    assert long == game.parse({"act": "place", "x": 21733, "y": 15600, "rest": [[1000, 2000], [3000, 4000]]})
    for rubbish in ("place", "place 1", "place x y", "place 1 2 3 4 5 6", "place 1 2 3,4,5", "place 1 2 ,"):
        assert type(read_intent(game, decide, rubbish)) is not type(short)


def test_a_continuum_is_typed_and_what_it_refuses_is_explained(kemu_here: Kemu) -> None:
    lines = ("place 0 0", "why place 0 0", "place 21733 15600", "quit")
    played = kemu_here("play", "siege", "--seed", "3", "--record", "game.jsonl", lines=lines)
    assert played.code == 0
    assert played.out.count("A base must stay wholly on the table.") == 2
    assert "Germans set up in the compound." in played.out


def test_too_few_words_are_no_action_of_a_toy() -> None:
    game = MarchGame()
    decide = game.pending(game.start())
    assert isinstance(decide, Decide)
    assert read_intent(game, decide, "go 9000 20000 true") == Go(9000, 20000, True)
    assert read_intent(game, decide, "go 9000 20000") == Touch("go 9000 20000")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("land maui", "Choose a canoe first."),
        ("fire k-w1", "Units fire in a battle"),
        ("retreat maui", "Only a beaten force retreats."),
        ("walk a-w1", "that counter is the other side's"),
    ],
)
def test_an_action_by_its_name_gets_its_own_reason(typed: str, said: str) -> None:
    game = kemu.game("hawaii")
    rng, state = QuickRng(5), game.start()
    while True:
        pending = game.pending(state)
        if isinstance(pending, Decide) and any(game.notation(option) == "done" for option in pending.options):
            break
        state, _ = game.apply(state, pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng))
    assert pending.seat == 0
    refusal = game.why_not(state, pending.seat, read_intent(game, pending, typed))
    assert refusal is not None
    assert said in str(refusal)


def test_a_refusal_by_a_ruling_says_what_we_hold_it_to_be() -> None:
    game = kemu.game("hawaii")
    assert "Two units that are not leaders" in clause_line(game, "hawaii:R21")
    assert "battles" in clause_line(game, "hawaii:11.0").casefold()
    assert clause_line(game, "unheard of") == "unheard of"


def hawaii_loading() -> tuple[Any, Any, Decide]:
    """Kamehameha is on board of a canoe in Hawaii: the game, his view and what is asked."""
    game = kemu.game("hawaii")
    table = kemu.Table(game, seed=1)
    on_board = False
    while not on_board:
        wanted = [option for option in table.options if game.notation(option) in ("sail k-c1", "load k-kam")]
        table.play(wanted[0] if wanted else table.options[0])
        on_board = bool(wanted) and game.notation(wanted[0]) == "load k-kam"
    pending = table.pending
    assert isinstance(pending, Decide)
    return game, table.view(pending.seat), pending


@pytest.mark.parametrize(
    "typed", ["land koʻolau", "Land KO'OLAU", "land ko’olau", "koʻolau", "land in Koʻolau", "Land Koolau"]
)
def test_marks_and_capitals_do_not_matter(typed: str) -> None:
    game, view, decide = hawaii_loading()
    answer = read_answer(game, view, decide, typed)
    assert answer is not None
    assert game.notation(answer) == "land koolau"


def test_what_is_meant_may_be_called_by_its_name_after_the_name_of_the_action() -> None:
    game = kemu.game("hawaii")
    table = kemu.Table(game, seed=1)
    decide, view = table.pending, table.view(1)
    assert isinstance(decide, Decide)
    for typed in ("place Kalanikūpule Waikīkī", "place kalanikupule waikiki"):
        answer = read_answer(game, view, decide, typed)
        assert answer is not None
        assert game.notation(answer) == "place a-kal waikiki"
    # Two answers would do, a number is no name, and a command is not an answer that has its word in it.
    for typed in ("place kalanikupule", "place 2", "kalanikupule waikiki", "board", "place"):
        assert read_answer(game, view, decide, typed) is None


@pytest.mark.parametrize(
    "typed", ["land to", "land in", "load on", "load of", "load Hawaiʻi", "load the", "load \ud800"]
)
def test_words_that_only_hold_others_together_and_places_within_a_name_are_no_names(typed: str) -> None:
    game, view, decide = hawaii_loading()
    assert read_answer(game, view, decide, typed) is None


def test_an_unknown_word_is_called_so_and_one_is_told_what_to_type(kemu_here: Kemu) -> None:
    seats = ("--seat", "kamehameha=human", "--seat", "allied=human", "--record", "game.jsonl")
    lines = (*("1",) * 7, "send k-c1", "walk k-gua", "quit")
    out = kemu_here("play", "hawaii", *seats, lines=lines).out
    sent, _, walked = out.partition("> send k-c1\n")[2].partition("> walk k-gua\n")
    assert "I do not know 'send'" in sent
    assert "Type 'options' for what can be answered here" in sent
    assert "Royal Guard is not on the map." in walked
    assert "Type 'options'" not in walked
