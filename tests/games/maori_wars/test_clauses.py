"""The clause list: whole, and told in sentences. tests/core sees to it that each clause has its code and its test."""

from __future__ import annotations

from .positions import GAME


def test_there_are_all_chapters_and_all_rulings() -> None:
    ids = [name.partition(":")[2] for name in GAME.clauses]
    assert [f"R{number}" for number in range(1, 41)] == [name for name in ids if name.startswith("R")]
    assert {name.partition(".")[0] for name in ids if not name.startswith("R")} == {str(n) for n in range(1, 15)}


def test_every_clause_is_told_in_whole_sentences() -> None:
    for clause in GAME.clauses.values():
        for text in (clause.summary, clause.reading, clause.why):
            assert not text or text.endswith("."), clause.id
