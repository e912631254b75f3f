"""The clause list: whole, with code and a test for each."""

from __future__ import annotations

import re
from pathlib import Path

from .positions import GAME

MARKS = re.compile(r'rule\(((?:\s*"maori_wars:[^"]+",?)+\s*)\)')


def named_in(folder: Path) -> set[str]:
    """The clauses that `rule(...)` marks name in the Python files of a folder."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        for marks in MARKS.findall(file.read_text("utf-8")):
            found |= set(re.findall(r'"(maori_wars:[^"]+)"', marks))
    return found


def test_every_clause_has_its_code_and_its_test() -> None:
    needed = {name for name, clause in GAME.clauses.items() if clause.status != "not-applicable"}
    code, tests = named_in(GAME.folder), named_in(Path(__file__).parent)
    assert needed - code == set()
    assert needed - tests == set()
    assert (code | tests) <= set(GAME.clauses)


def test_there_are_all_chapters_and_all_rulings() -> None:
    ids = [name.partition(":")[2] for name in GAME.clauses]
    assert [f"R{number}" for number in range(1, 41)] == [name for name in ids if name.startswith("R")]
    assert {name.partition(".")[0] for name in ids if not name.startswith("R")} == {str(n) for n in range(1, 15)}


def test_every_clause_is_told_in_whole_sentences() -> None:
    for clause in GAME.clauses.values():
        for text in (clause.summary, clause.reading, clause.why):
            assert not text or text.endswith("."), clause.id
