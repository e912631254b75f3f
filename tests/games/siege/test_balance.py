"""The report on the balance counts what records say, and its decks are the game's own."""

from __future__ import annotations

from pathlib import Path
from statistics import mean as average

import pytest

from kemu.core.record import load_record
from kemu.core.rng import QuickRng
from kemu.games.siege.odds.balance import Played, chances, deck_report, life, line, main, mean, read

from .playthrough import GOLDEN, RANDOM
from .positions import GAME


def test_records_are_read_as_they_ended() -> None:
    for name in RANDOM:
        played = read(GAME, load_record((GOLDEN / f"{name}.jsonl").read_bytes()))
        overrun = name == "overrun"
        assert played.winner == overrun
        assert (played.men == 0) == overrun
        assert f"\n{played.cards}. " in (GOLDEN / f"{name}.txt").read_text("utf-8")
        assert f"\n{played.cards + 1}. " not in (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_a_row_has_the_share_and_what_is_left() -> None:
    games = [Played(0, 80, 4, 0, 10, 9), Played(1, 60, 0, 1, 0, 7)]
    assert line("squads=4", games) == (
        "| squads=4 | 1 of 2 | 50% (9% to 91%) | 5.0 ± 9.8 | 70.0 ± 19.6 | 2.0 ± 3.9 | 8.0 ± 2.0 |"
    )


def test_one_value_alone_has_no_error() -> None:
    assert mean([2.0]) == (2.0, float("inf"))


def test_the_decks_are_those_of_the_game() -> None:
    """82.5 cards to the arrival, 41.3 to the sighting, 4.0 jokers, as the rule itself gives them (`test_cards`)."""
    rng = QuickRng(3)
    lives = [life(rng) for _ in range(4_000)]
    error = 4 / len(lives) ** 0.5
    assert abs(average(one[0] for one in lives) - 82.5) < 40 * error
    assert abs(average(one[1] for one in lives) - 41.3) < 37 * error
    assert abs(average(one[2] for one in lives) - 4.0) < 2.6 * error
    assert len(list(deck_report(lives))) == 3
    early, late = chances([one[0] for one in lives], [30, 100])
    assert early == pytest.approx(0.95, abs=0.02)
    assert late == pytest.approx(0.25, abs=0.04)


@pytest.mark.parametrize("deck", [[], ["--deck", "0"], ["--deck", "many"], ["--deck"]])
def test_what_is_asked_wrongly_is_said_plainly(deck: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(deck)
    assert left.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_a_folder_without_records_or_with_a_broken_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for said in ("there are no records", "broken.jsonl"):
        with pytest.raises(SystemExit) as left:
            main([str(tmp_path)])
        assert left.value.code == 2
        assert said in capsys.readouterr().err
        (tmp_path / "broken.jsonl").write_text("{}\n", encoding="utf-8")
    unfinished = (GOLDEN / "riders.jsonl").read_bytes().splitlines(keepends=True)[:-1]
    (tmp_path / "broken.jsonl").write_bytes(b"".join(unfinished))
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert "not over" in capsys.readouterr().err


def test_help_says_how_it_is_used_and_a_folder_is_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "A folder of records is a row" in capsys.readouterr().out
    main([str(GOLDEN)])
    assert "| golden | 4 of 5 |" in capsys.readouterr().out
