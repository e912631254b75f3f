"""Play in the terminal: what can be typed, what is shown, and that nothing is lost."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

import kemu
from cli.driver import Kemu
from kemu.cli.terminal.store import Store
from kemu.cli.terminal.words import option_list
from kemu.games.hawaii import Hawaii
from kemu.players.levels import LEVELS
from kemu.scene import Scene
from players.coin import CoinGame, Name

TWO = ("--seat", "black=human", "--seat", "white=human", "--record", "game.jsonl")


def two_humans(kemu_here: Kemu, *lines: str, options: tuple[str, ...] = ()) -> str:
    played = kemu_here("play", "moeraki", *TWO, *options, lines=lines)
    assert (played.code, played.err) == (0, "")
    return played.out


def moves() -> list[str]:
    record = kemu.load_record(Path("game.jsonl").read_bytes())
    return [entry.do["at"] for entry in record.entries]  # type: ignore[union-attr]


def test_answers_are_typed_by_notation_by_number_by_label_and_in_any_case(kemu_here: Kemu) -> None:
    two_humans(kemu_here, "F6", "1", "lay a stone on e3", "stone g3")
    assert moves() == ["f6", "c1", "e3", "g3"]


def test_what_is_not_legal_is_refused_with_its_clause_and_the_clauses_words(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "f6", "f6", "why e6", "z99", "? e5", "e5")
    game = kemu.game("moeraki")
    assert "The ball lies on f6." in out
    assert "moeraki:C.1" in out
    assert game.clauses["moeraki:C.1"].title in out
    assert "e6 is a beach" in out
    assert "There is no hollow 'z99'" in out
    assert "e5 is legal: Lay a stone on e5." in out
    assert moves() == ["f6", "e5"]


def test_a_tane_that_may_not_come_is_refused_by_the_rule_and_not_as_nonsense(kemu_here: Kemu) -> None:
    assert "The Tane steps out of his cave in the master's game only." in two_humans(kemu_here, "f6", "e6 ne")


def test_the_board_the_prompt_its_clause_and_the_options_are_shown(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "f6")
    assert "a  b  c  d  e  f" in out
    assert "White: Lay a stone in any open hollow.  [moeraki:C.1]" in out
    assert "Black places the ball on f6.  [moeraki:B.2]" in out
    assert "56 i11" in out


def test_options_are_listed_with_their_labels_or_in_columns_if_many_or_plain() -> None:
    class Named(CoinGame):
        def notation(self, action: kemu.Action) -> str:
            return f"side number {action.side}" if len(str(action.side)) < 3 else "abc"  # type: ignore[attr-defined]

        def label(self, view: object, action: kemu.Action) -> str:
            return f"The side with {action.side} dots"  # type: ignore[attr-defined]

    def shown(sides: list[int]) -> str:
        game = Named()
        decide = kemu.Decide(0, "", "", tuple(Name(side) for side in sides))
        console = Console(file=io.StringIO(), width=100)
        console.print(option_list(game, game.view(game.start(), 0), decide))
        return console.file.getvalue()  # type: ignore[attr-defined]

    assert shown(list(range(20))).count("dots") == 20, "long notations need their labels"
    assert shown(list(range(31))).count("dots") == 0, "so many do not fit"
    assert shown(list(range(100, 109))).count("dots") == 9
    assert shown(list(range(100, 110))).count("dots") == 0, "short ones speak for themselves"


def test_rules_are_looked_up_by_word_and_by_id(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "rules", "rules d.1", "rules nosuchword")
    clause = kemu.game("moeraki").clauses["moeraki:D.1"]
    assert out.count(clause.title) == 2
    assert " ".join(clause.summary.split()[:4]) in out
    assert "No clause has 'nosuchword' in it." in out


def test_undo_follows_the_rules_of_undo(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "undo", "f6", "undo")
    assert "Nothing has been done yet." in out
    assert "The turn has passed to another seat." in out
    assert moves() == ["f6"]


def test_an_undone_choice_leaves_the_record_and_can_be_made_again(kemu_here: Kemu) -> None:
    # The winner of a game in a Kemu is the next to choose, too: he can take his winning stone back.
    out = two_humans(kemu_here, "f6", "c1", "k3", "b2", "k5", "a3", "undo", "f4", options=("-o", "kemu=3"))
    assert "White wins the game by Awa" in out
    assert moves() == ["f6", "c1", "k3", "b2", "k5", "f4"]


def test_a_hint_is_a_legal_answer(kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "club", replace(LEVELS["club"], player="mcts:20"))
    out = two_humans(kemu_here, "f6", "hint")
    hinted = out.partition("The computer would answer: ")[2].split()[0]
    assert hinted in kemu.game("moeraki").board.hollows  # type: ignore[attr-defined]
    assert moves() == ["f6"]


def test_the_log_tells_everything_so_far(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "f6", "c1", "e1", "log")
    told = out.rpartition("log\n")[2]
    assert [word in told for word in ("the ball on f6", "stone on c1", "stone on e1")] == [True] * 3


def test_a_copy_is_saved_and_overwrites_nothing(kemu_here: Kemu) -> None:
    Path("there.jsonl").write_text("mine")
    out = two_humans(kemu_here, "f6", "save copy.jsonl", "save there.jsonl", "save", "save no/such/folder", "c1")
    assert "Saved: copy.jsonl" in out
    assert "there.jsonl: the file is there already" in out
    assert "Say where: save FILE." in out
    assert "no/such/folder: No such file or directory" in out
    assert Path("there.jsonl").read_text() == "mine"
    assert len(kemu.load_record(Path("copy.jsonl").read_bytes()).entries) == 1


def test_resigning_is_asked_twice_and_ends_the_game(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "f6", "resign", "n", "c1", "resign", "y")
    assert "Black resigns: White wins." in out
    record = kemu.load_record(Path("game.jsonl").read_bytes())
    assert record.end is not None
    assert record.end.over.winner == "white"


def test_help_lists_what_can_be_typed(kemu_here: Kemu) -> None:
    for word in ("help", "?", "/help"):
        Path("game.jsonl").unlink(missing_ok=True)
        out = two_humans(kemu_here, word)
        assert all(
            command in out
            for command in ("why f6", "odds [ANSWER]", "rules [WORD]", "undo", "hint", "save FILE", "resign")
        )


def test_options_and_board_are_shown_again(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "f6", "options", "board")
    assert out.count("56 i11") == 2
    assert out.count("a  b  c  d  e  f") == 6, "three boards, with files above and below"


# -- odds ------------------------------------------------------------------------------------------------

TO_A_LANDING = (*("1",) * 7, "sail k-c1", "load k-kam")
"""In Hawaii: the Chiefs set up at Waikīkī, Kamehameha recruits, and goes on board."""


def at_a_landing(kemu_here: Kemu, *lines: str) -> str:
    """Return what is printed after these lines, when Kamehameha is on board of a canoe."""
    seats = ("--seat", "kamehameha=human", "--seat", "allied=human", "--record", "game.jsonl")
    played = kemu_here("play", "hawaii", *seats, lines=(*TO_A_LANDING, *lines))
    assert (played.code, played.err) == (0, "")
    return played.out.partition("> load k-kam\n")[2]


def test_the_odds_of_all_answers_or_of_one_are_told_on_request(kemu_here: Kemu) -> None:
    out = at_a_landing(kemu_here, "odds")
    listed, _, told = out.partition("> odds\n")
    odds = [line for line in told.splitlines() if " takes it: " in line]
    assert [line.split()[1:3] for line in odds] == [["land", space] for space in ("maui", "waikiki", "kauai")]
    for line in odds:
        assert line.partition("  ")[0].strip() in {entry.partition("  ")[0].strip() for entry in listed.splitlines()}
    Path("game.jsonl").unlink()
    _, _, told = at_a_landing(kemu_here, "odds Land in Maui").partition("> odds Land in Maui\n")
    assert [line for line in told.splitlines() if " takes it: " in line] == odds[:1]


def test_an_answer_without_odds_and_what_is_no_answer_are_told_so(kemu_here: Kemu) -> None:
    out = at_a_landing(kemu_here, "odds land molokai", "odds land kona")
    assert "This answer has no odds." in out
    assert "It goes to another space than the one where it picks up." in out
    Path("game.jsonl").unlink()
    assert "No answer here has odds." in two_humans(kemu_here, "odds")


def test_odds_are_not_worked_out_before_somebody_asks(kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    scene = Hawaii.scene

    def counting(game: Hawaii, view: Any, decide: Any = None) -> Scene:
        drawn.append(view)
        return scene(game, view, decide)

    monkeypatch.setattr(Hawaii, "scene", counting)
    at_a_landing(kemu_here, "options", "board")
    assert drawn == []
    Path("game.jsonl").unlink()
    at_a_landing(kemu_here, "odds")
    assert len(drawn) == 1


def test_a_game_without_a_picture_has_no_odds(kemu_here: Kemu) -> None:
    seats = ("--seat", "fox=human", "--seat", "hare=random", "--seed", "1", "--record", "game.jsonl")
    out = kemu_here("play", "toys.ambush:AmbushGame", *seats, lines=("odds",)).out
    assert "has no picture yet, and so no odds." in out


# -- leaving ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [("quit",), ()])
def test_leaving_keeps_the_record_and_says_how_to_go_on(kemu_here: Kemu, last: tuple[str, ...]) -> None:
    out = two_humans(kemu_here, "f6", "c1", *last, options=("--seed", "77"))
    assert moves() == ["f6", "c1"]
    assert "kemu verify game.jsonl" in out
    assert "kemu play --resume game.jsonl --seed 77" in out
    assert "not finished" in kemu_here("verify", "game.jsonl").out

    gone_on = kemu_here("play", "--resume", "game.jsonl", "--seed", "77", lines=("e1", "quit"))
    assert (gone_on.code, gone_on.err) == (0, "")
    assert moves() == ["f6", "c1", "e1"]
    assert kemu_here("verify", "game.jsonl").code == 0


def test_an_interrupt_keeps_the_record(kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["f6", "c1"])

    def keyboard(prompt: str = "") -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", keyboard)
    played = kemu_here("play", "moeraki", *TWO)
    assert (played.code, played.err) == (130, "")
    assert "The record is in game.jsonl" in played.out
    assert moves() == ["f6", "c1"]


def test_the_record_is_on_disk_before_the_next_line_is_read(kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch) -> None:
    typed, found = iter(["f6", "c1", "e1"]), []

    def keyboard(prompt: str = "") -> str:
        found.append(Path("game.jsonl").read_bytes().count(b"\n"))
        for line in typed:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", keyboard)
    kemu_here("play", "moeraki", *TWO)
    assert found == [1, 2, 3, 4]


def test_a_game_in_which_nothing_was_done_leaves_no_file(kemu_here: Kemu, tmp_path: Path) -> None:
    assert "The record is in" not in two_humans(kemu_here, "help", "quit")
    assert list(tmp_path.iterdir()) == []


def test_the_record_has_a_name_of_its_own_and_never_takes_anothers(kemu_here: Kemu, tmp_path: Path) -> None:
    for _ in range(3):
        kemu_here("play", "moeraki", "--seat", "white=human", "--seat", "black=human", lines=("f6",))
    files = [file.name for file in tmp_path.iterdir()]
    assert len(files) == 3
    assert all(name.startswith("kemu-moeraki-") and name.endswith(".jsonl") for name in files)


# -- sitting down ----------------------------------------------------------------------------------------


def test_without_a_game_everything_is_asked(kemu_here: Kemu, tmp_path: Path) -> None:
    number = str(list(kemu.list_games()).index("moeraki") + 1)
    answers = ("chess", number, "hard", "master", "4", "", "white", "nobody", "human", "random")
    played = kemu_here("play", lines=(*answers, "c1"))
    assert (played.code, played.err) == (0, "")
    assert "There is no game 'chess' in the list." in played.out
    assert "'hard' is not one of beginner, basic, master" in played.out
    assert "'4' is not one of 1, 3, 5, 7, 10" in played.out
    assert "There is no player 'nobody'" in played.out
    assert "How many games win the match" in played.out
    (file,) = tmp_path.iterdir()
    header = kemu.load_record(file.read_bytes()).header
    assert header.options == {"variant": "master", "kemu": 1, "first": "white"}
    assert header.seats == {"black": "human", "white": "random"}


def test_what_the_command_line_says_is_not_asked(kemu_here: Kemu, tmp_path: Path) -> None:
    given = ("-o", "variant=beginner", "-o", "kemu=1", "--seat", "white=random")
    played = kemu_here("play", *given, lines=("moeraki", "", "", "f6"))
    assert played.code == 0
    (file,) = tmp_path.iterdir()
    header = kemu.load_record(file.read_bytes()).header
    assert header.options == {"variant": "beginner", "kemu": 1, "first": "black"}
    assert header.seats == {"black": "human", "white": "random"}


@pytest.mark.parametrize(
    ("seats", "sit"),
    [
        ((), ["human", "club"]),
        (("white=human",), ["club", "human"]),
        (("BLACK=random",), ["random", "human"]),
        (("black=human",), ["human", "club"]),
    ],
)
def test_by_default_one_human_plays_the_computer(
    kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], sit: list[str]
) -> None:
    monkeypatch.setitem(LEVELS, "club", replace(LEVELS["club"], player="mcts:5"))
    arguments = [argument for seat in seats for argument in ("--seat", seat)]
    kemu_here("play", "moeraki", *arguments, "--record", "game.jsonl", lines=("f6", "c1"))
    assert list(kemu.load_record(Path("game.jsonl").read_bytes()).header.seats.values()) == sit


def test_input_that_ends_before_a_game_has_begun_is_told_so(kemu_here: Kemu) -> None:
    played = kemu_here("play", lines=("moeraki", "basic"))
    assert (played.code, played.err) == (1, "kemu: No game was begun: the input ended.\n")


# -- secrets ---------------------------------------------------------------------------------------------


def test_at_one_screen_each_sees_his_own_hand_and_the_screen_is_passed(kemu_here: Kemu) -> None:
    seats = ("--seat", "fox=human", "--seat", "hare=human", "--seed", "1", "--record", "game.jsonl")
    lines = ("", "1", "", "1", "1", "", "1")
    out = kemu_here("play", "toys.ambush:AmbushGame", *seats, lines=lines).out
    parts = out.split("Pass the screen to ")
    assert [part.split(",")[0] for part in parts[1:]] == ["Fox", "Hare", "Fox"]
    for part in parts[1:]:
        own, other = ("fox", "hare") if part.startswith("Fox") else ("hare", "fox")
        assert f"{own} draws a card" not in part
        assert not any(f"{other} draws the {card}" in part for card in range(6)), "the other's draws are hidden"
    assert "hare draws a card" in parts[3]


def test_against_a_program_only_the_humans_view_is_shown(kemu_here: Kemu) -> None:
    seats = ("--seat", "fox=human", "--seat", "hare=random", "--seed", "1", "--record", "game.jsonl")
    out = kemu_here("play", "toys.ambush:AmbushGame", *seats, lines=("1",) * 30).out
    assert "Score: Fox" in out
    assert "Pass the screen" not in out
    assert "hare draws a card" in out
    assert "hare draws the" not in out
    checked = kemu_here("verify", "game.jsonl", "--game", "toys.ambush:AmbushGame")
    assert checked.out.startswith("ok (dice not proved) game.jsonl: ")
    assert "dealt by the machine of the record's owner" in checked.out


def test_an_answer_from_a_continuum_is_typed_as_its_fields(kemu_here: Kemu) -> None:
    seats = ("--seat", "west=human", "--seat", "east=random", "--seed", "1", "--record", "game.jsonl")
    out = kemu_here("play", "toys.march:MarchGame", *seats, lines=("9000 20000 true", "59000 20000 true")).out
    assert "Or anything in reach (one march)" in out
    assert "farther than 9 paces" in out
    entries = kemu.load_record(Path("game.jsonl").read_bytes()).entries
    assert entries[0].do == {"act": "go", "x": 9000, "y": 20000, "across": True}  # type: ignore[union-attr]


def test_a_number_that_is_no_answer_is_told_how_many_there_are(kemu_here: Kemu) -> None:
    out = two_humans(kemu_here, "9" * 5000, "57", "f6")
    assert out.count("There are 9 answers here, numbered from 1.") == 2
    assert moves() == ["f6"]


def test_the_record_is_there_from_the_beginning_and_its_seed_is_told(kemu_here: Kemu) -> None:
    store = Store(Path("game.jsonl"))
    store.begin(kemu.Table("moeraki", seed=77).record())
    assert kemu.load_record(Path("game.jsonl").read_bytes()).entries == ()
    assert store.close() is False
    assert not Path("game.jsonl").exists()
    assert "game.jsonl (seed 77)" in two_humans(kemu_here, "f6", options=("--seed", "77"))
