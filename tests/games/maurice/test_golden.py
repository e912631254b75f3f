"""Five whole games, each with another end, kept as records and told in words: what changes shows as a difference.

If a change is meant, `python -m tests.games.maurice.playthrough` writes the words anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kemu.core.record import load_record, verify

from .playthrough import ENDS, GAME, GOLDEN, played_again, told

RECORDS = sorted(GOLDEN.glob("*.jsonl"))


def named(path: Path) -> str:
    return path.stem


@pytest.mark.rule("maurice:2.morale", "maurice:4.nightfall", "maurice:R19", "maurice:R30")
def test_they_end_as_they_ended() -> None:
    found = {}
    for path in RECORDS:
        record = load_record(path.read_bytes())
        outcome = verify(record, GAME).outcome
        assert outcome is not None
        found[path.stem] = (outcome.winner, outcome.reason, outcome.clause)
    assert found == {name: end[1:] for name, end in ENDS.items()}


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_game_is_told_as_it_was(path: Path) -> None:
    assert told(load_record(path.read_bytes())) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_same_choices_make_the_same_record(path: Path) -> None:
    assert played_again(load_record(path.read_bytes())).dump() == path.read_bytes()
