"""What the documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = (
    ROOT,
    ROOT / "src/kemu",
    ROOT / "src/kemu/games/moeraki",
    ROOT / "docs",
    ROOT / "docs/example-game/src/highcard",
)
FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|ts|md|toml|json))(?:: ([\w.]+))?`")
DOCUMENTS = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md")])


def named(document: Path) -> list[tuple[str, str]]:
    return FILE.findall(document.read_text(encoding="utf-8"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_file_and_function_that_a_document_names_is_there(document: Path) -> None:
    for path, name in named(document):
        found = [place / path for place in PLACES if (place / path).is_file()]
        assert found, f"{document.name} names {path}"
        for part in filter(None, name.split(".")):
            assert re.search(rf"\b{part}\b", found[0].read_text(encoding="utf-8")), (
                f"{document.name}: {path} has no {part}"
            )


def test_the_walk_from_a_click_to_its_row_names_its_functions() -> None:
    assert len([name for _, name in named(ROOT / "docs/architecture.md") if name]) >= 5


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_link_of_a_document_leads_to_a_file(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), f"{document.name} leads to {target}"
