"""Clauses: a rulebook as a list, in our own words, and the marks that tie code to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, TypeVar

from msgspec import Struct, structs

from .kit import KitError, read_shaped


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: what the rulebook asks, in our words, and how it stands with us.

    `implemented`: the code does what the rulebook says. `ruling`: the rulebook is silent, unclear or at odds
    with itself; `reading` says what we do and `why`. `not-applicable`: nothing for a computer to do; `why`
    says so.
    """

    id: str
    title: str
    summary: str
    status: Literal["implemented", "ruling", "not-applicable"]
    reading: str = ""
    why: str = ""
    reconstructed: str = ""
    """What of the printed game we do not have and have made up in its place: a chart, a card, a map."""
    chapter: str = ""
    """The title of its chapter: the file names the chapters by what stands before the first point or number."""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    clause: tuple[Clause, ...]
    chapters: dict[str, str] = {}


def load_clauses(game: str, path: Path) -> Mapping[str, Clause]:
    """Return a game's clauses by full id (`moeraki:D.1`), or raise a `KitError` that names the place."""
    clauses: dict[str, Clause] = {}
    file = read_shaped(path, _File)
    for clause in file.clause:
        full = f"{game}:{clause.id}"
        if full in clauses:
            raise KitError(f"{path}: clause {clause.id} stands there twice")
        if clause.status == "ruling" and not (clause.reading and clause.why):
            raise KitError(f"{path}: clause {clause.id} is a ruling and must say its reading and why")
        if clause.status == "not-applicable" and not clause.why:
            raise KitError(f"{path}: clause {clause.id} is not applicable and must say why")
        begins = clause.id.partition(".")[0]
        chapter = file.chapters.get(begins) or file.chapters.get(begins.rstrip("0123456789"), "")
        clauses[full] = structs.replace(clause, chapter=clause.chapter or chapter)
    return clauses


F = TypeVar("F", bound=Callable[..., object] | type)


def rule(*clauses: str) -> Callable[[F], F]:
    """Mark a function or a frame as the code of these clauses. `kemu trace` reads the mark; it costs nothing.

    >>> @rule("moeraki:D.1")
    ... def tahuna(): ...
    >>> tahuna.__rules__
    ('moeraki:D.1',)
    """

    def mark(code: F) -> F:
        code.__rules__ = clauses  # type: ignore[union-attr]
        return code

    return mark
