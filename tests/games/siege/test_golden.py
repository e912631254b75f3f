"""Whole games, kept as records and told in words: whatever changes in the game shows here as a difference.

If a change is meant, `python tests/games/siege/playthrough.py` writes the words anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kemu.core.record import RecordError, load_record, verify
from kemu.games.siege import Siege

from .playthrough import GOLDEN, RANDOM, played, told
from .positions import GAME

RECORDS = sorted(GOLDEN.glob("*.jsonl"))


def named(path: Path) -> str:
    return path.stem


def test_there_are_five() -> None:
    assert {path.stem for path in RECORDS} == {*RANDOM, "overrun"}


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_game_is_told_as_it_was(path: Path) -> None:
    assert told(GAME, load_record(path.read_bytes())) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.rule("siege:WI.1", "siege:WI.2")
def test_the_column_came_in_four_and_the_fifth_was_overrun() -> None:
    ends = {path.stem: verify(load_record(path.read_bytes()), GAME).outcome for path in RECORDS}
    assert {name: (end.winner, end.clause) for name, end in ends.items()} == {
        **dict.fromkeys(RANDOM, ("garrison", "siege:WI.1")),
        "overrun": ("attackers", "siege:WI.2"),
    }


@pytest.mark.parametrize("name", sorted(RANDOM))
def test_the_same_seed_plays_the_same_game_again(name: str) -> None:
    assert played(GAME, name).dump() == played(Siege(), name).dump()


def test_a_die_changed_in_the_record_is_found_out() -> None:
    data = (GOLDEN / "relieved.jsonl").read_bytes()
    at = data.index(b'"composition"')
    end = data.index(b"]", at)
    old = data[end - 1 : end]
    changed = data[: end - 1] + (b"1" if old != b"1" else b"2") + data[end:]
    with pytest.raises(RecordError):
        verify(load_record(changed), GAME)


def test_another_process_with_another_hash_seed_tells_the_same() -> None:
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]);"
        "from games.siege.playthrough import told; from kemu.games.siege import Siege;"
        "from kemu.core.record import load_record;"
        "sys.stdout.buffer.write(told(Siege(), load_record(Path(sys.argv[1]).read_bytes())).encode())"
    )
    path = GOLDEN / "relieved.jsonl"
    env = {**os.environ, "PYTHONHASHSEED": "99"}
    tests = str(Path(__file__).parents[2])
    done = subprocess.run([sys.executable, "-c", code, str(path), tests], capture_output=True, env=env, check=True)
    assert done.stdout.decode() == path.with_suffix(".txt").read_text("utf-8")
