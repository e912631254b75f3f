"""Ten whole games, kept as records and told in words: whatever changes in the game shows here as a difference.

If a change is meant, `python tests/games/moeraki/playthrough.py` writes the words anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kemu import RecordError, load_record, verify
from kemu.core.record import Leave

from .playthrough import GOLDEN, played_again, told
from .positions import GAME

RECORDS = sorted(GOLDEN.glob("*.jsonl"))
ENDS = {
    "tahuna": ("basic", 1, "black", "tahuna", "moeraki:D.1"),
    "awa-a": ("basic", 1, "white", "awa", "moeraki:D.2"),
    "awa-b": ("basic", 1, "black", "awa", "moeraki:D.3"),
    "ara": ("basic", 1, "white", "ara", "moeraki:D.4"),
    "marae": ("basic", 1, "black", "marae", "moeraki:D.5"),
    "tie-to-the-placer": ("basic", 1, "white", "marae", "moeraki:D.6"),
    "beginner-draw": ("beginner", 1, None, "draw", "moeraki:D.8"),
    "master-two-tane": ("master", 1, "black", "marae", "moeraki:D.5"),
    "kemu-to-3": ("master", 3, "black", "marae", "moeraki:E.3"),
    "resignation": ("master", 1, "black", "resigned", ""),
}


def named(path: Path) -> str:
    return path.stem


@pytest.mark.rule("moeraki:D.1", "moeraki:D.2", "moeraki:D.3", "moeraki:D.4")
@pytest.mark.rule("moeraki:D.5", "moeraki:D.6", "moeraki:D.8", "moeraki:E.3")
def test_there_are_ten_and_each_ends_as_it_is_called() -> None:
    found = {}
    for path in RECORDS:
        record = load_record(path.read_bytes())
        outcome = verify(record, GAME).outcome
        assert outcome is not None
        options = record.header.options
        found[path.stem] = (options["variant"], options["kemu"], outcome.winner, outcome.reason, outcome.clause)
    assert found == ENDS


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_game_is_told_as_it_was(path: Path) -> None:
    assert told(load_record(path.read_bytes())) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_the_same_choices_make_the_same_record(path: Path) -> None:
    assert played_again(load_record(path.read_bytes())).dump() == path.read_bytes()


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_stone_moved_in_the_record_is_found_out(path: Path) -> None:
    data = path.read_bytes()
    stone = data.index(b'{"act":"stone","at":"') + len(b'{"act":"stone","at":"')
    changed = data[:stone] + (b"b" if data[stone : stone + 1] != b"b" else b"d") + data[stone + 1 :]
    with pytest.raises(RecordError, match="line 3"):
        verify(load_record(changed), GAME)


@pytest.mark.rule("moeraki:T.1", "moeraki:T.2", "moeraki:T.5")
def test_the_masters_game_has_both_tane_tiles_removed_and_lines_that_cross() -> None:
    words = (GOLDEN / "master-two-tane.txt").read_text("utf-8")
    for seat in ("Black", "White"):
        assert words.count(f"{seat} lays the Tane") == 1
    assert "In his sight, the tiles go" in words
    assert "lines of sight cross" in words


def test_a_resigned_game_stops_before_the_board_has_decided() -> None:
    record = load_record((GOLDEN / "resignation.jsonl").read_bytes())
    assert isinstance(record.entries[-1], Leave)
    assert record.end is not None
    assert record.end.over.scores == {"black": 2.5, "white": 8.5}


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_each_is_within_the_bound(path: Path) -> None:
    record = load_record(path.read_bytes())
    assert len(record.entries) <= GAME.bound(GAME.parse_settings(record.header.options))
    if path.stem == "master-two-tane":
        assert len(record.entries) > len(GAME.board.hollows)  # questions about a Tane count too
