"""Five whole games, one for each way to end, kept as records and told in words: what changes shows as a difference.

If a change is meant, `python -m tests.games.hawaii.playthrough` writes the words anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kemu.core.record import load_record, replay, verify

from .playthrough import ENDS, GOLDEN, played_again, told
from .positions import GAME

RECORDS = sorted(GOLDEN.glob("*.jsonl"))


def named(path: Path) -> str:
    return path.stem


@pytest.mark.rule("hawaii:5.1", "hawaii:5.2", "hawaii:5.3")
def test_both_victories_both_sudden_deaths_and_the_tie() -> None:
    found = {}
    for path in RECORDS:
        record = load_record(path.read_bytes())
        outcome = verify(record, GAME).outcome
        assert outcome is not None
        found[path.stem] = (record.header.options["length"], outcome.winner, outcome.reason, outcome.clause)
    assert found == ENDS


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_game_is_told_as_it_was(path: Path) -> None:
    assert told(load_record(path.read_bytes())) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_same_choices_make_the_same_record(path: Path) -> None:
    assert played_again(load_record(path.read_bytes())).dump() == path.read_bytes()


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_what_decided_the_game_is_marked_in_its_picture(path: Path) -> None:
    *_, last = replay(load_record(path.read_bytes()), GAME)
    view = GAME.view(last.state, None)
    scene = GAME.scene(view, None)
    marked = GAME.decided(view)
    things = {thing.id for things in (scene.zones, scene.pieces, scene.panels) for thing in things}
    assert set(marked) <= things
    assert len(marked) >= {"kamehameha-by-occupation": 6, "allied-by-occupation": 3}.get(path.stem, 1)
