"""The report on recorded games counts what the records say."""

from __future__ import annotations

from kemu.core.record import load_record
from kemu.games.hawaii.odds.balance import Played, card_value, read, report

from .playthrough import ENDS, GOLDEN
from .positions import GAME


def test_records_are_read_as_they_ended() -> None:
    for name, (length, winner, reason, _) in ENDS.items():
        record = load_record((GOLDEN / f"{name}.jsonl").read_bytes())
        played = read(GAME, record)
        who = None if played.winner is None else GAME.seats[played.winner]
        assert (who, played.reason) == (winner, reason)
        assert played.decisions == sum(hasattr(entry, "do") for entry in record.entries)
        assert len(played.drawn[0]) <= 9
        assert not (length == "long" and played.drawn[0] and played.month < 3)


def test_the_report_counts_winners_and_ends() -> None:
    games = [read(GAME, load_record((GOLDEN / f"{name}.jsonl").read_bytes())) for name in ENDS]
    lines = list(report(GAME, games))
    assert any(line.startswith("| Kamehameha wins | 2 of 5 | 40%") for line in lines)
    assert any(line.startswith("| tie | 1 of 5 | 20%") for line in lines)
    assert any(line.startswith("| Kamehameha, of decided games | 2 of 4 | 50%") for line in lines)


def test_a_card_that_always_wins_has_the_highest_value() -> None:
    def game(first: str, winner: int) -> Played:
        return Played(winner, "occupation", 6, 90, ((first, "K8", "K9"), ()), ())

    games = [game("K1", 0), game("K1", 0), game("K2", 1), game("K2", 1)]
    assert card_value(games, 0, "K1") == (100.0, 0.0)
    assert card_value(games, 0, "K2") == (-100.0, 0.0)
    assert card_value(games, 0, "K8")[1] == float("inf")
