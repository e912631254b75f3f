"""The stand-alone verifier: it checks every draw of every game's records without a line of Kemu."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import kemu
from kemu import Dealer, Decide, Game, QuickRng, Record, Table
from kemu.conformance.runner import setting_sets
from kemu.core.about import read_about
from kemu.core.dealer import UnboundDealer
from kemu.core.record import Back, Drawn
from kemu.core.registry import OWN_GAMES
from kemu.core.sources import Faces, OneOf, Pool
from toys.ambush import AmbushGame
from toys.volley import VolleyGame

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "tools" / "verify_dice.py"
GAMES = {path.parent.name: path.parent for path in sorted(OWN_GAMES.glob("*/about.toml"))}
"""Those in the making, which no list has yet, too."""


def played(game: Game[Any, Any], dealer: Dealer, settings: Mapping[str, Any] | None = None) -> Record:
    table, rng = Table(game, settings, dealer=dealer), QuickRng(1)
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    return table.record()


def salted(game: Game[Any, Any]) -> Dealer:
    salts = {seat: f"{number}" * 32 for number, seat in enumerate(game.seats)}
    return Dealer(bytes(range(32)), "t1", salts, "server")


def told(*files: Path) -> tuple[int, list[str]]:
    """Run the verifier as anybody would, with nothing of this project on its path."""
    done = subprocess.run([sys.executable, "-I", VERIFIER, *files], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@cache
def games_of(name: str) -> tuple[Record, ...]:
    """Records of random games of the plain settings, and of mixtures of all."""
    about = read_about(GAMES[name])
    assert about is not None
    module, _, kind = about.entry.partition(":")
    game: Game[Any, Any] = getattr(import_module(module), kind)()
    plain, *others = setting_sets(game)
    return tuple(played(game, salted(game), settings) for settings in (plain, *others[-3:]))


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_of_every_game_is_proved_from_the_record_alone(name: str, tmp_path: Path) -> None:
    records = games_of(name)
    for number, record in enumerate(records):
        record.save(tmp_path / f"{number}.jsonl")
    code, lines = told(*sorted(tmp_path.iterdir()))
    assert code == 0
    for record, line in zip(records, lines, strict=True):
        draws = sum(isinstance(entry, Drawn) for entry in record.entries)
        assert line.startswith("ok: ")
        assert (f"all {draws} draws proved" if draws else "nothing was drawn") in line


KINDS = {Faces: "dice", Pool: "cards", OneOf: "one-of"}


def test_the_page_of_the_record_tells_every_kind_of_chance_of_every_game() -> None:
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `([\w-]+)` \| ([^|]+) \|.*\|$", page, re.MULTILINE)
    told_of = {(game, chance, tuple(re.findall("`(.+?)`", sources))) for game, chance, sources in rows}
    drawn = {
        (name, entry.chance, tuple(KINDS[type(source)] for source in entry.sources or ()))
        for name in GAMES
        for record in games_of(name)
        for entry in record.entries
        if isinstance(entry, Drawn)
    }
    assert told_of == drawn
    assert {kind for _, _, kinds in drawn for kind in kinds} == set(KINDS.values()), "the verifier is tried on all"


def changed(record: Record, **changes: Any) -> Record:
    """The record with its first draw changed."""
    at, drawn = next((i, entry) for i, entry in enumerate(record.entries) if isinstance(entry, Drawn))
    return replace(record, entries=(*record.entries[:at], replace(drawn, **changes), *record.entries[at + 1 :]))


def test_a_changed_die_face_salt_table_or_secret_is_found(tmp_path: Path) -> None:
    record = played(VolleyGame(), salted(VolleyGame()))
    line, drawn = next((n, entry) for n, entry in enumerate(record.entries, 2) if isinstance(entry, Drawn))
    other = (*drawn.out[:-1], int(drawn.out[-1]) % 6 + 1)
    first, second = VolleyGame.seats
    assert record.header.salts is not None
    assert record.end is not None
    wrong = {
        f"line {line}: the secret gives": changed(record, out=other),
        f"line {line}: the secret gives ": changed(record, sources=(Faces(len(drawn.out), (6, 5, 4, 3, 2, 1)),)),
        "line 1: the draws are not mixed": replace(
            record, header=replace(record.header, salts={**record.header.salts, second: "x" * 32})
        ),
        "line 1: the secret is not the one": replace(record, header=replace(record.header, table="t2")),
        "line 1: the secret is not the one ": replace(record, end=replace(record.end, secret="00" * 32)),
    }
    assert first != second
    for words, forged in wrong.items():
        forged.save(tmp_path / "forged.jsonl")
        code, (said,) = told(tmp_path / "forged.jsonl")
        assert code == 1
        assert said.startswith("WRONG: ")
        assert words in said


@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        (Dealer.from_seed(1), "the machine of its owner dealt: it could have chosen"),
        (Dealer(bytes(32), "t1", dict.fromkeys(VolleyGame.seats, "s" * 32)), "the machine of its owner dealt"),
        (Dealer(bytes(32), "t1", {}, "server"), "a server could have chosen"),
        (UnboundDealer(bytes(32)), "format 1: dealt by a machine that could have chosen"),
    ],
)
def test_dice_that_somebody_could_have_chosen_are_not_called_proved(dealer: Dealer, words: str, tmp_path: Path) -> None:
    played(VolleyGame(), dealer).save(tmp_path / "a.jsonl")
    code, (said,) = told(tmp_path / "a.jsonl")
    assert code == 1
    assert said.startswith("not proved: ")
    assert words in said


def test_a_secret_that_borrows_from_the_tables_id_is_not_the_one_committed_to(tmp_path: Path) -> None:
    """The commitment is of secret and id, one after the other: another cut between them is another secret."""
    dealer = Dealer(bytes(range(32)), "at1", dict.fromkeys(VolleyGame.seats, "s" * 32), "server")
    record = played(VolleyGame(), dealer)
    assert record.end is not None
    salt = Dealer(bytes(32), "t1", dealer.salts).salt
    header = replace(record.header, table="t1", salt=salt)
    replace(record, header=header, end=replace(record.end, secret=record.end.secret + b"a".hex())).save(
        tmp_path / "a.jsonl"
    )
    code, (said,) = told(tmp_path / "a.jsonl")
    assert code == 1
    assert "the secret is not the one" in said


def test_a_game_that_goes_on_is_not_proved_yet(tmp_path: Path) -> None:
    record = played(AmbushGame(), salted(AmbushGame()))
    replace(record, entries=record.entries[:3], end=None).save(tmp_path / "a.jsonl")
    code, (said,) = told(tmp_path / "a.jsonl")
    assert (code, said.split(":")[0]) == (1, "not proved")
    assert "the game goes on" in said


@pytest.mark.parametrize("data", ["", "{}\n", "null\n", "[1]\n[2]\n", "no JSON\n"])
def test_what_is_no_record_is_called_wrong(data: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(data, encoding="utf-8")
    code, (said,) = told(tmp_path / "a.jsonl")
    assert (code, said.split(":")[0]) == (1, "WRONG")


def test_golden_records_of_format_1_are_called_what_they_are() -> None:
    golden = sorted((Path(__file__).parents[1] / "games").glob("*/golden/*.jsonl"))
    records = {path: kemu.load_record(path.read_bytes()) for path in golden}
    old = {path: record for path, record in records.items() if record.header.kemu == "record/1"}
    assert old
    _, lines = told(*old)
    for record, line in zip(old.values(), lines, strict=True):
        drawn = any(isinstance(entry, Drawn) for entry in record.entries)
        assert line.split(":")[0] == ("not proved" if drawn else "ok")
        assert ("format 1" in line) == drawn


def taking_back() -> Record:
    """A game of Hawaii in which something is taken back three times, ever further, past throws and turns."""
    game, rng = kemu.game("hawaii"), QuickRng(1)
    table, choices = Table(game, dealer=salted(game)), 0
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
        choices += 1
        if choices in {20, 40, 60}:
            table.take_back(list(table.decisions({0, 1}))[choices // 4])
    return table.record()


def test_dice_that_were_taken_back_are_checked_too(tmp_path: Path) -> None:
    record = taking_back()
    assert sum(isinstance(entry, Back) for entry in record.entries) == 3
    record.save(tmp_path / "good.jsonl")
    code, (line,) = told(tmp_path / "good.jsonl")
    assert code == 0
    assert "taken back 3x" in line
    back = next(entry for entry in record.entries if isinstance(entry, Back))
    gone = next(e for e in record.entries if isinstance(e, Drawn) and back.back < e.ply < back.ply)
    assert isinstance(gone.out[0], int)
    wrong = replace(gone, out=(gone.out[0] % 6 + 1, *gone.out[1:]))
    entries = tuple(wrong if entry is gone else entry for entry in record.entries)
    replace(record, entries=entries).save(tmp_path / "bad.jsonl")
    code, (line,) = told(tmp_path / "bad.jsonl")
    assert code == 1
    assert f"line {gone.ply + 1}: the secret gives another outcome" in line
