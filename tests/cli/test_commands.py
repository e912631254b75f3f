"""What each command gives."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

import kemu
from cli.driver import Kemu
from kemu import Dealer, Table
from kemu.cli.app import Commands
from kemu.core.dealer import UnboundDealer
from kemu.lab.simulate import play_game
from kemu.players import make_player
from toys.volley import VolleyGame


def a_record(path: str, *, seed: int = 1) -> Path:
    """Write the record of a whole random game."""
    game, actions = kemu.game("moeraki"), []
    players = [make_player("random", seed), make_player("random", seed + 1)]
    play_game(game, game.parse_settings({}), players, Dealer.from_seed(seed), actions)
    table = Table(game, seed=seed)
    for action in actions:
        table.play(action)
    table.record().save(Path(path))
    return Path(path)


# -- help ------------------------------------------------------------------------------------------------


def test_help_lists_every_command(kemu_here: Kemu) -> None:
    shown = kemu_here("--help")
    assert shown.code == 0
    for name, short in Commands.lazy.items():
        assert any(line.split() == [name, *short.split()] for line in shown.out.splitlines())
    assert kemu_here().out == shown.out


@pytest.mark.parametrize(
    "command", ["games", "play", "serve", "simulate", "train", "verify", "scene", "trace", "check"]
)
def test_each_commands_help_has_examples_and_explains_every_option(kemu_here: Kemu, command: str) -> None:
    shown = kemu_here(command, "--help")
    assert shown.code == 0
    assert shown.out.startswith(f"Usage: kemu {command} ")
    lines = [line.strip() for line in shown.out.splitlines()]
    assert any(line.startswith(f"kemu {command}") for line in lines[1:]), "an example"


@pytest.mark.parametrize("command", ["check", "export"])
def test_so_has_each_command_of_kit(kemu_here: Kemu, command: str) -> None:
    assert f"  kemu kit {command} moeraki" in kemu_here("kit", command, "--help").out
    assert command in kemu_here("kit", "--help").out


def test_the_version_is_told(kemu_here: Kemu) -> None:
    assert kemu_here("--version").out == f"kemu {version('kemu')}\n"


@pytest.mark.parametrize("argv", [["--help"], ["games"], ["games", "--json"], ["play", "--help"]])
def test_what_must_be_quick_imports_nothing_heavy(argv: list[str]) -> None:
    script = "import sys; from kemu.cli.app import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script, *argv], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    heavy = {
        "pydantic",
        "rich",
        "kemu.players",
        "kemu.lab",
        "kemu.games.moeraki",
        "kemu.conformance",
        "multiprocessing",
    }
    assert not loaded & heavy


# -- games -----------------------------------------------------------------------------------------------


def test_games_are_listed(kemu_here: Kemu) -> None:
    shown = kemu_here("games")
    assert shown.code == 0
    for about in kemu.list_games().values():
        assert about.id in shown.out
        assert about.title in shown.out


def test_games_are_listed_as_json(kemu_here: Kemu) -> None:
    listed = msgspec.json.decode(kemu_here("games", "--json").out)
    assert [about["id"] for about in listed] == list(kemu.list_games())


# -- simulate --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_prints_exactly_one_json_object(kemu_process: Kemu, jobs: str) -> None:
    argv = ("--games", "30", "--players", "greedy,random", "--seed", "9", "--jobs", jobs, "-o", "variant=master")
    ran = kemu_process("simulate", "moeraki", *argv, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    told = msgspec.json.decode(ran.out)
    assert told["games"] == 30
    assert set(told["wins"]) == {"black", "white"}
    assert sum(told["wins"].values()) + told["draws"] == 30
    assert sum(told["reasons"].values()) == 30
    assert told["decisions"] > 0
    assert told["decisions_per_second"] == pytest.approx(told["decisions"] / told["seconds"])
    assert told["settings"]["variant"] == "master"
    assert told["wins"]["black"] == 30


def test_simulate_gives_the_same_figures_with_any_number_of_processes(kemu_here: Kemu) -> None:
    told = [
        msgspec.json.decode(kemu_here("simulate", "moeraki", "-n", "40", "-j", jobs, "--json").out) for jobs in "12"
    ]
    for one in told:
        del one["seconds"], one["decisions_per_second"]
    assert told[0] == told[1]


def test_simulate_shows_a_table(kemu_here: Kemu) -> None:
    ran = kemu_here("simulate", "moeraki", "-n", "10")
    assert (ran.code, ran.err) == (0, "")
    for word in ("black", "white", "95 % interval", "Ended by:", "10 games", "decisions a second"):
        assert word in ran.out


def test_simulate_writes_records_that_verify(kemu_here: Kemu) -> None:
    assert "Records: games" in kemu_here("simulate", "moeraki", "-n", "3", "--records", "games").out
    files = sorted(Path("games").iterdir())
    checked = kemu_here("verify", *files)
    assert checked.code == 0
    assert checked.out.count("ok games") == 3


def test_simulate_stopped_half_way_shows_what_is_done(kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch) -> None:
    from kemu.lab.simulate import Bench

    play, played = Bench.play, []

    def stopping(bench: Bench, number: int, tally: object) -> None:
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(number)
        play(bench, number, tally)  # type: ignore[arg-type]

    monkeypatch.setattr(Bench, "play", stopping)
    stopped = kemu_here("simulate", "moeraki", "-n", "100")
    assert stopped.code == 130
    assert "5 games" in stopped.out
    assert "Stopped early" in stopped.out
    played.clear()
    told = msgspec.json.decode(kemu_here("simulate", "moeraki", "-n", "100", "--json").out)
    assert (told["games"], told["complete"]) == (5, False)


# -- verify ----------------------------------------------------------------------------------------------


def test_train_writes_the_weights_that_it_fitted_and_overwrites_nothing(kemu_here: Kemu) -> None:
    trained = kemu_here("train", "moeraki", "-n", "10", "-r", "1", "-p", "random")
    assert trained.code == 0
    assert "needs one" in trained.out
    assert '"needs one"' in Path("moeraki-weights.json").read_text()
    again = kemu_here("train", "moeraki", "-n", "10", "-r", "1", "-p", "random")
    assert again.code == 1
    assert "not overwritten" in again.err


def test_verify_judges_each_file_by_itself(kemu_here: Kemu) -> None:
    good, bad = a_record("good.jsonl"), a_record("bad.jsonl", seed=2)
    bad.write_bytes(bad.read_bytes().replace(b'"ply":3', b'"ply":4', 1))
    ran = kemu_here("verify", good, bad, good)
    assert ran.code == 1
    assert ran.out.count("ok good.jsonl: moeraki, ") == 2
    assert ran.err.startswith("kemu: bad.jsonl, line 4: ")
    assert ran.err.count("\n") == 1


def test_verify_tells_of_an_illegal_move_under_a_true_digest(kemu_here: Kemu) -> None:
    record = kemu.load_record(a_record("a.jsonl").read_bytes())
    move = record.entries[1]
    twice = msgspec.structs.replace(move, ply=3, seat="black")
    forged = msgspec.structs.replace(record, entries=(*record.entries[:2], twice), end=None)
    forged.save(Path("forged.jsonl"))
    ran = kemu_here("verify", "forged.jsonl")
    assert ran.code == 1
    assert "forged.jsonl, line 4: A white stone lies on" in ran.err


def test_verify_needs_the_kit_that_was_played_with(kemu_here: Kemu) -> None:
    kemu_here("kit", "export", "moeraki", "kit")
    board = Path("kit/board.toml")
    board.write_text(board.read_text(encoding="utf-8").replace("Matau", "Hooks"), encoding="utf-8")
    kemu_here("simulate", "moeraki", "-n", "1", "--kit", "kit", "--records", "games")
    (file,) = Path("games").iterdir()
    assert "played with another kit; name its folder with --kit" in kemu_here("verify", file).err
    assert kemu_here("verify", file, "--kit", "kit").code == 0


def a_volley(path: str, dealer: Dealer, plies: int | None = None) -> str:
    """Write a game with dice, or the beginning of one."""
    table, rng = Table(VolleyGame(), dealer=dealer), kemu.QuickRng(1)
    while isinstance(pending := table.pending, kemu.Decide) and (plies is None or table.ply < plies):
        table.play(pending.pick(rng))
    table.record().save(Path(path))
    return path


def salted() -> Dealer:
    return Dealer(bytes(32), "t1", dict.fromkeys(VolleyGame.seats, "s" * 32), "server")


@pytest.mark.parametrize(
    ("dealer", "plies", "begins", "says", "fails"),
    [
        (salted(), None, "ok a.jsonl: ", "dice proved to every seat that added a salt", ()),
        (salted(), 4, "ok (not finished, dice not proved) a.jsonl: ", "committed to", ("--finished", "--proved")),
        (Dealer.from_seed(1), None, "ok (dice not proved) a.jsonl: ", "machine of the record's owner", ("--proved",)),
        (UnboundDealer(bytes(32)), None, "ok (dice not proved) a.jsonl: ", "an old record: ", ("--proved",)),
    ],
)
def test_verify_says_first_what_is_lacking_and_fails_for_what_is_asked(
    kemu_here: Kemu, dealer: Dealer, plies: int | None, begins: str, says: str, fails: tuple[str, ...]
) -> None:
    file, own = a_volley("a.jsonl", dealer, plies), ("--game", "toys.volley:VolleyGame")
    ran = kemu_here("verify", file, *own)
    assert ran.code == 0
    assert ran.out.startswith(begins)
    assert says in ran.out
    for flag in ("--finished", "--proved"):
        asked = kemu_here("verify", file, *own, flag)
        assert asked.code == int(flag in fails)
        assert (asked.err == "") == (flag not in fails)


def test_verify_finds_a_game_without_dice_proved(kemu_here: Kemu) -> None:
    assert kemu_here("verify", a_record("good.jsonl"), "--finished", "--proved").code == 0


# -- trace, check ----------------------------------------------------------------------------------------


def test_trace_is_whole_and_says_so(kemu_here: Kemu) -> None:
    ran = kemu_here("trace", "moeraki")
    assert ran.code == 0
    assert "moeraki is whole" in ran.out
    told = msgspec.json.decode(kemu_here("trace", "moeraki", "--json").out)
    assert [one["game"] for one in told] == ["moeraki"]
    assert told[0]["whole"] is True
    assert {row["id"] for row in told[0]["rows"]} == set(kemu.game("moeraki").clauses)


def test_trace_without_tests_has_gaps(kemu_here: Kemu) -> None:
    Path("empty").mkdir()
    ran = kemu_here("trace", "moeraki", "--tests", "empty")
    assert ran.code == 1
    assert "no test" in ran.out
    assert "clauses with gaps" in ran.out
    told = kemu_here("trace", "moeraki", "--tests", "empty", "--json")
    assert told.code == 1
    assert msgspec.json.decode(told.out)[0]["whole"] is False


def test_check_holds_a_game_to_the_contract(kemu_here: Kemu) -> None:
    ran = kemu_here("check", "moeraki", "--games", "1", "-o", "variant=master")
    assert (ran.code, ran.err) == (0, "moeraki: 1 of 1 games\n")
    assert ran.out.startswith("ok moeraki variant=master: 1 games, ")


def test_check_says_how_far_it_is_where_no_bar_can_be_drawn(kemu_here: Kemu) -> None:
    ran = kemu_here("check", "moeraki", "--games", "2", "--option", "variant=beginner")
    assert ran.err.splitlines() == ["moeraki: 1 of 2 games", "moeraki: 2 of 2 games"]


def test_trace_never_breaks_the_id_of_a_clause(kemu_here: Kemu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    told = kemu_here("trace", "moeraki").out
    assert all(clause in told for clause in kemu.game("moeraki").clauses)


def test_check_takes_a_game_of_ones_own_and_names_what_is_wrong(kemu_here: Kemu) -> None:
    good = kemu_here("check", "toys.volley:VolleyGame", "-n", "2")
    assert good.code == 0
    assert good.out.startswith("ok volley (default settings)")
    bad = kemu_here("check", "conformance.broken:Endless", "-n", "2")
    assert bad.code == 1
    assert bad.out.startswith("WRONG ")
    assert "  ends: " in bad.out


def test_a_game_of_ones_own_is_found_in_the_current_folder(kemu_process: Kemu) -> None:
    Path("mine.py").write_text("from toys.march import MarchGame as Mine\n")
    assert kemu_process("check", "mine:Mine", "-n", "1").code == 0


# -- scene, kit ------------------------------------------------------------------------------------------


def test_scene_draws_the_start_of_a_game(kemu_here: Kemu) -> None:
    assert kemu_here("scene", "moeraki", "--out", "a.svg").out == "a.svg\n"
    assert Path("a.svg").read_text(encoding="utf-8").startswith("<svg")
    kemu_here("scene", "moeraki", "--legal", "--out", "legal.svg")
    assert Path("legal.svg").read_bytes() != Path("a.svg").read_bytes()


def test_scene_draws_any_moment_of_a_record(kemu_here: Kemu) -> None:
    record = a_record("game.jsonl")
    for name, *arguments in (("0", "--ply", "0"), ("3", "--ply", "3"), ("end",), ("white", "--seat", "white")):
        assert kemu_here("scene", record, *arguments, "--out", f"{name}.svg").code == 0
    pictures = {name: Path(f"{name}.svg").read_bytes() for name in ("0", "3", "end", "white")}
    assert len(set(pictures.values())) == 3
    assert pictures["white"] == pictures["end"], "in this game nothing is hidden"


def test_scene_makes_a_png_as_wide_as_asked(kemu_here: Kemu) -> None:
    assert kemu_here("scene", a_record("game.jsonl"), "--out", "a.png", "--width", "320").code == 0
    data = Path("a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 320


def test_a_kit_is_exported_checked_and_played_with(kemu_here: Kemu) -> None:
    assert kemu_here("kit", "export", "moeraki", "new/kit").out == f"{Path('new/kit/board.toml')}\n"
    assert Path("new/kit/board.toml").read_bytes() == kemu.game("moeraki").kit.files["board.toml"].read_bytes()
    digest = kemu.game("moeraki").kit.digest
    assert kemu_here("kit", "check", "moeraki").out == f"ok moeraki: board.toml, digest {digest}\n"
    checked = kemu_here("kit", "check", "moeraki", "new/kit")
    assert checked.out == f"ok moeraki: board.toml (board.toml from new/kit), digest {digest}\n"
    played = kemu_here("play", "moeraki", "--kit", "new/kit", "--record", "a.jsonl", lines=("f6", "quit"))
    assert "kemu verify a.jsonl --kit new/kit" in played.out


@pytest.mark.parametrize("module", ["kemu", "kemu.cli"])
def test_python_runs_it_as_a_module_too(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, "games"], capture_output=True, text=True, check=True, env=os.environ
    )
    assert "moeraki" in done.stdout
