"""Whatever is wrong with the input: one line that names the place, a non-zero exit, and never a traceback."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.driver import Kemu, Ran
from kemu import Table, load_record

WRONG = [
    (["nosuch"], "No such command 'nosuch'"),
    (["gmaes"], "Did you mean 'games'?"),
    (["--nosuch"], "--nosuch"),
    (["games", "extra"], "extra"),
    (["kit"], "Missing command"),
    (["kit", "nosuch"], "No such command 'nosuch'"),
    (["play", "nosuch"], "There is no game 'nosuch'; the games are"),
    (["play", "moeraki", "-o", "variant=hard"], "Option 'variant': 'hard' is not one of beginner, basic, master"),
    (["play", "moeraki", "-o", "colour=red"], "There is no option 'colour'; the options are variant, kemu, first"),
    (["play", "moeraki", "-o", "variant"], "--option variant: it is written NAME=VALUE"),
    (["play", "moeraki", "-o", "kemu=3", "-o", "kemu=5"], "'kemu' is given twice"),
    (["play", "moeraki", "--seat", "red=human"], "has no seat 'red'; the seats are black, white"),
    (["play", "moeraki", "--seat", "black=nobody"], "There is no player 'nobody'"),
    (["play", "moeraki", "--seat", "black=mcts:x"], "Player 'mcts:x'"),
    (["play", "moeraki", "--seed", "one"], "--seed"),
    (["play", "moeraki", "--kit", "nowhere"], "nowhere: there is no such folder"),
    (["play", "moeraki", "--record", "nowhere/game.jsonl"], "nowhere/game.jsonl: No such file or directory"),
    (["play", "moeraki", "--record", "there.jsonl"], "there.jsonl: the file is there already"),
    (["play", "--resume", "nowhere.jsonl", "--seed", "1"], "nowhere.jsonl: No such file or directory"),
    (["play", "--resume", "broken.jsonl", "--seed", "1"], "broken.jsonl, line 1:"),
    (["play", "--resume", "good.jsonl"], "good.jsonl: to go on with a record, give the --seed"),
    (["play", "--resume", "good.jsonl", "--seed", "2"], "good.jsonl, line 1: this is not the dealer"),
    (["play", "--resume", "good.jsonl", "--seed", "1", "-o", "kemu=3"], "--resume takes options and seats from"),
    (["play", "--resume", "over.jsonl", "--seed", "1"], "over.jsonl: this game is over"),
    (["simulate"], "Missing argument 'GAME'"),
    (["simulate", "nosuch"], "There is no game 'nosuch'"),
    (["simulate", "moeraki", "--players", "random"], "2 seats (black, white): name 2 players, not 1"),
    (["simulate", "moeraki", "--players", "random,deep"], "There is no player 'deep'"),
    (["simulate", "moeraki", "--players", "random,"], "There is no player ''"),
    (["simulate", "moeraki", "--seed", "1.5"], "--seed"),
    (["simulate", "moeraki", "--games", "0"], "0 games"),
    (["simulate", "moeraki", "--jobs", "0"], "0 processes"),
    (["simulate", "moeraki", "--records", "there.jsonl"], "there.jsonl: File exists"),
    (["simulate", "moeraki", "-o", "kemu=2"], "Option 'kemu': '2' is not one of"),
    (["simulate", "no.such:Game"], "The module 'no.such' cannot be imported"),
    (["verify"], "Missing argument 'FILE'"),
    (["verify", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
    (["verify", "broken.jsonl"], "broken.jsonl, line 1: the digest does not fit"),
    (["verify", "cut.jsonl"], "cut.jsonl, line 2: the record breaks off in the middle of a line"),
    (["verify", "empty.jsonl"], "empty.jsonl, line 1: this is no record"),
    (["verify", "there.jsonl"], "there.jsonl, line 1: this is no record"),
    (["verify", "good.jsonl", "--kit", "kit"], "kit/board.toml, line 29, tribe[1].sea"),
    (["verify", "good.jsonl", "--game", "toys.march:MarchGame"], "good.jsonl, line 1: a record of 'moeraki'"),
    (["trace", "nosuch"], "There is no game 'nosuch'"),
    (["trace", "moeraki", "--tests", "nowhere"], "nowhere: there is no such folder"),
    (["check", "nosuch"], "There is no game 'nosuch'"),
    (["check", "moeraki", "-o", "kemu=2"], "Option 'kemu'"),
    (["check", "toys.march:Block"], "The module 'toys.march' has no game 'Block'"),
    (["scene", "moeraki"], "Missing option '--out'"),
    (["scene", "nosuch", "--out", "a.svg"], "There is no game 'nosuch'"),
    (["scene", "moeraki", "--out", "a.jpg"], "a.jpg: a picture is an .svg or a .png file"),
    (["scene", "moeraki", "--out", "nowhere/a.svg"], "nowhere/a.svg: No such file or directory"),
    (["scene", "moeraki", "--out", "nowhere/a.png"], "nowhere/a.png: No such file or directory"),
    (["scene", "moeraki", "--seat", "red", "--out", "a.svg"], "has no seat 'red'"),
    (["scene", "moeraki", "--ply", "3", "--out", "a.svg"], "--ply belongs to a record"),
    (["scene", "nowhere.jsonl", "--out", "a.svg"], "nowhere.jsonl: No such file or directory"),
    (["scene", "good.jsonl", "--ply", "9", "--out", "a.svg"], "good.jsonl: there is no ply 9; the record has 2"),
    (["scene", "good.jsonl", "-o", "kemu=3", "--out", "a.svg"], "--option belongs to a game"),
    (["scene", "broken.jsonl", "--out", "a.svg"], "broken.jsonl, line 1:"),
    (["scene", "toys.volley:VolleyGame", "--out", "a.svg"], "Volley has no picture yet"),
    (["serve", "--kit", "kit"], "--kit kit: it is written GAME=DIR"),
    (["serve", "--kit", "nosuch=kit"], "There is no game 'nosuch'"),
    (["serve", "--kit", "moeraki=nowhere"], "nowhere: there is no such folder"),
    (["serve", "--kit", "moeraki=kit"], "kit/board.toml, line 29, tribe[1].sea"),
    (["serve", "--kit", "moeraki=one", "--kit", "moeraki=two"], "--kit moeraki=two: 'moeraki' is given twice"),
    (["kit", "check", "nosuch"], "There is no game 'nosuch'"),
    (["kit", "check", "moeraki", "nowhere"], "nowhere: there is no such folder"),
    (["kit", "check", "moeraki", "kit"], "kit/board.toml, line 29, tribe[1].sea"),
    (["kit", "export", "moeraki", "kit"], "kit/board.toml: the file is there already; nothing was copied"),
    (["kit", "export", "moeraki", "there.jsonl"], "there.jsonl: File exists"),
]


@pytest.fixture
def _files(kemu_here: Kemu) -> None:
    """Lay out a good record of two plies, records that are broken in several ways, and a kit with a typing error."""
    table = Table("moeraki", seed=1)
    table.play("f6")
    table.play("c1")
    data = table.record().dump()
    Path("good.jsonl").write_bytes(data)
    Path("broken.jsonl").write_bytes(data.replace(b'"salt"', b'"sald"'))
    Path("cut.jsonl").write_bytes(data[: data.index(b"\n") + 20])
    Path("empty.jsonl").touch()
    Path("there.jsonl").write_text("mine")
    table.leave(0)
    table.record().save(Path("over.jsonl"))
    kemu_here("kit", "export", "moeraki", "kit")
    board = Path("kit/board.toml")
    lines = board.read_text(encoding="utf-8").split("\n")
    assert lines[28] == 'seat = "white"'
    board.write_text("\n".join([*lines[:28], 'sea = "white"', *lines[29:]]), encoding="utf-8")


def told_in_one_line(ran: Ran, said: str) -> None:
    assert ran.code in (1, 2)
    assert ran.out == ""
    assert ran.err.startswith("kemu")
    assert ran.err.endswith("\n")
    assert ran.err[:-1].isprintable(), "one line, and nothing that a terminal obeys"
    assert len(ran.err) < 1_000
    assert said in ran.err


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize(("argv", "said"), WRONG, ids=[" ".join(argv) for argv, _ in WRONG])
def test_a_mistake_is_told_in_one_line(kemu_here: Kemu, argv: list[str], said: str) -> None:
    told_in_one_line(kemu_here(*argv), said)
    assert Path("there.jsonl").read_text() == "mine"


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize("argv", [["simulate", "moeraki", "-p", "a"], ["verify", "broken.jsonl"], ["nosuch"]])
def test_so_it_is_in_a_process_of_its_own(kemu_process: Kemu, argv: list[str]) -> None:
    said = next(said for wrong, said in [*WRONG, (["simulate", "moeraki", "-p", "a"], "not 1")] if wrong == argv)
    told_in_one_line(kemu_process(*argv), said)


EVIL = "\x1b]0;owned\x07\x9b31m" + "x" * 3_000


@pytest.mark.parametrize(
    "change",
    [
        {"game": EVIL},
        {"options": {EVIL: 1}},
        {"options": {"variant": EVIL, "kemu": 1, "first": "black"}},
        {"seats": {"black": EVIL, "white": ""}},
    ],
)
@pytest.mark.usefixtures("_files")
def test_nothing_in_a_record_reaches_a_terminal_that_it_would_obey(
    kemu_here: Kemu, change: dict[str, dict[str, object]]
) -> None:
    record = load_record(Path("good.jsonl").read_bytes())
    replace(record, header=replace(record.header, **change)).save(Path("evil.jsonl"))
    for command in (["verify"], ["play", "--resume"]):
        told_in_one_line(kemu_here(*command, "evil.jsonl"), "evil.jsonl")


@pytest.mark.usefixtures("_files")
def test_nor_does_a_name_that_is_typed(kemu_here: Kemu) -> None:
    for argv in (["verify", EVIL[:90]], ["simulate", EVIL], ["play", "moeraki", "-o", f"variant={EVIL}"]):
        told_in_one_line(kemu_here(*argv), "owned")


def test_a_folder_that_cannot_be_written_is_named(kemu_here: Kemu) -> None:
    # A path below a file can be made by nobody, whatever his rights.
    Path("file").touch()
    told_in_one_line(kemu_here("simulate", "moeraki", "--records", "file/games"), "file/games: Not a directory")
    told_in_one_line(kemu_here("play", "moeraki", "--record", "file/g.jsonl"), "file/g.jsonl: Not a directory")
    told_in_one_line(kemu_here("kit", "export", "moeraki", "file/kit"), "file/kit: Not a directory")


def test_a_fault_of_our_own_is_not_passed_off_as_bad_input(kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("a bug")

    monkeypatch.setattr("kemu.lab.sources.game_named", broken)
    with pytest.raises(AssertionError, match="a bug"):
        kemu_here("kit", "check", "moeraki")


@pytest.mark.parametrize("command", [("verify",), ("scene", "--out", "x.svg"), ("play", "--seed", "1", "--resume")])
def test_a_record_cannot_have_anything_imported(kemu_here: Kemu, command: tuple[str, ...]) -> None:
    Path("trap.py").write_text("raise SystemExit('the trap is sprung')")
    record = Table("moeraki", seed=1).record()
    replace(record, header=replace(record.header, game="trap:X")).save(Path("r.jsonl"))
    ran = kemu_here(*command, "r.jsonl")
    assert ran.code == 1
    assert "There is no game 'trap:X'" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("name", [".x:X", "kemu:Game", "kemu:Table", "no_such:Thing"])
def test_what_is_no_game_is_refused_in_one_line(kemu_here: Kemu, name: str) -> None:
    ran = kemu_here("check", name)
    assert ran.code == 1
    assert ran.err.startswith("kemu: The module")
    assert ran.err.count("\n") == 1


def test_a_port_that_somebody_else_has_is_said_before_anything_is_announced(kemu_here: Kemu) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = kemu_here("serve", "--port", str(port), "--database", "tables.sqlite3")
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith(f"kemu: Nothing can listen on 127.0.0.1, port {port}: ")
    assert "--port" in ran.err
