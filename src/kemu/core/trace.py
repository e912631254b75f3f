"""The trace: which code carries out a clause, and which test would fail without it. It reads sources, runs nothing."""

from __future__ import annotations

import ast
import gc
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from .registry import game as game_by_id


class Row(Struct, frozen=True):
    """One clause, the code marked `@rule` with it, the tests marked `pytest.mark.rule` with it, and what is missing."""

    id: str
    title: str
    status: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    gaps: tuple[str, ...]


class Trace(Struct, frozen=True):
    """A game's clauses; `strays` are ids that code or tests name and the clause list does not have."""

    game: str
    rows: tuple[Row, ...]
    strays: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether every clause has its code and its test, and every id its clause."""
        return not self.strays and not any(row.gaps for row in self.rows)


Marks = dict[str, list[str]]
Marked = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def trace(game_id: str, tests: Path | None = None) -> Trace:
    """Return the trace of a game. `tests` is the folder of tests; None looks for one above the game's own folder."""
    game = game_by_id(game_id)
    tests = tests or _tests_above(game.folder)
    code, strays = _marks(game.folder, game_id, "rule")
    tested, more = _marks(tests, game_id, "pytest.mark.rule") if tests else (defaultdict[str, list[str]](list), {})
    strays.update(more)
    rows: list[Row] = []
    for full, clause in game.clauses.items():
        gaps: list[str] = []
        if clause.status != "not-applicable":
            if full not in code:
                gaps.append("no code")
            if full not in tested:
                gaps.append("no test")
        rows.append(
            Row(full, clause.title, clause.status, tuple(code.get(full, ())), tuple(tested.get(full, ())), tuple(gaps))
        )
    unknown = tuple(f"{full} ({where})" for full, where in sorted(strays.items()) if full not in game.clauses)
    return Trace(game_id, tuple(rows), unknown)


def _tests_above(folder: Path) -> Path | None:
    for parent in folder.parents:
        if (parent / "pyproject.toml").is_file() and (parent / "tests").is_dir():
            return parent / "tests"
    return None


def _marks(folder: Path, game_id: str, decorator: str) -> tuple[Marks, dict[str, str]]:
    """Return where each id is marked below a folder, and for every id that is named at all a place where it is."""
    marks: Marks = defaultdict(list)
    named: dict[str, str] = {}
    an_id = re.compile(rf"{re.escape(game_id)}:[A-Za-z0-9][A-Za-z0-9.]*")
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if f"{game_id}:" not in text:
            continue
        where = path.relative_to(folder).as_posix()
        tree = parsed(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and an_id.fullmatch(node.value):
                named.setdefault(node.value, f"{where}:{node.lineno}")
        for node, name in _definitions(tree):
            runs = decorator == "rule" or (path.name.startswith("test_") and _is_test(node, name))
            for full in _ids(node, decorator):
                if full.startswith(f"{game_id}:"):
                    named.setdefault(full, f"{where}:{node.lineno}")
                if runs:
                    marks[full].append(f"{where}:{node.lineno} {name}")
    return marks, named


def _is_test(node: Marked, name: str) -> bool:
    """Return whether pytest runs it: a `test_…` of a module or of a `Test…` class, neither skipped nor xfailed."""
    above = name.split(".")[:-1]
    return (
        not isinstance(node, ast.ClassDef)
        and node.name.startswith("test_")
        and all(part.startswith("Test") for part in above)
        and not any(word in ast.unparse(mark) for mark in node.decorator_list for word in ("mark.skip", "mark.xfail"))
    )


def _definitions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[Marked, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Marked):
            name = f"{prefix}{node.name}"
            yield node, name
            yield from _definitions(node, f"{name}.")


def _ids(node: Marked, decorator: str) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == decorator:
            for argument in mark.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def parsed(source: str) -> ast.Module:
    """Return the syntax tree of a source text.

    The garbage collector waits meanwhile: a finaliser that runs in the middle makes Python 3.11 lose count of its own
    recursion ("AST constructor recursion depth mismatch").
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collecting:
            gc.enable()
