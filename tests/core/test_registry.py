"""The registry, the public surface and the trace."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import cast

import pytest

import kemu
from kemu import Refusal
from kemu.core import registry
from kemu.core.clauses import load_clauses, rule
from kemu.core.kit import KitError
from kemu.core.trace import trace
from toys.volley import VolleyGame

SRC = Path(kemu.__file__).parent


def test_the_public_surface_is_this() -> None:
    assert sorted(kemu.__all__) == [
        "Action",
        "Chance",
        "Clause",
        "Dealer",
        "Decide",
        "Event",
        "Frame",
        "Free",
        "Game",
        "Kit",
        "KitError",
        "Over",
        "QuickRng",
        "Reach",
        "Record",
        "RecordError",
        "Refusal",
        "Rng",
        "Step",
        "Table",
        "Touch",
        "View",
        "game",
        "list_games",
        "load_record",
        "replay",
        "rule",
        "verify",
    ]
    assert all(getattr(kemu, name).__doc__ for name in kemu.__all__)


def test_public_names_come_from_one_list_and_no_other_name_does() -> None:
    assert dir(kemu) == sorted(kemu._HOMES) == sorted(kemu.__all__)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        kemu.chess  # noqa: B018


def test_examples_in_the_documentation_run() -> None:
    tried = 0
    for package in ("kemu.core", "kemu.parts"):
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
            result = doctest.testmod(importlib.import_module(module.name))
            assert result.failed == 0, module.name
            tried += result.attempted
    result = doctest.testmod(kemu)
    assert result.failed == 0
    assert tried + result.attempted >= 10


def test_a_game_is_found_by_its_id() -> None:
    assert kemu.game("moeraki").title == "Moeraki-Kemu"
    assert kemu.game("moeraki") is kemu.game("moeraki")


def test_no_such_game() -> None:
    with pytest.raises(Refusal, match=r"There is no game 'chess'; the games are .*moeraki"):
        kemu.game("chess")


@contextmanager
def listed_anew(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> Iterator[None]:
    """List the games with these entry points, and afterwards as before, with what other tests have put there."""
    before = dict(registry.games())
    with monkeypatch.context() as for_now:
        for_now.setattr(registry, "entry_points", lambda group: points if group == registry.GROUP else ())
        registry._listed.cache_clear()
        try:
            yield
        finally:
            for_now.undo()
            registry._listed.cache_clear()
            cast("dict[str, registry.About]", registry.games()).update(before)


def test_another_package_adds_a_game_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    with listed_anew(monkeypatch, EntryPoint("volley", "toys.volley:VolleyGame", registry.GROUP)):
        assert kemu.list_games()["volley"].sentence == "Twelve men a side."
        assert isinstance(kemu.game("volley"), VolleyGame)
        assert "moeraki" in kemu.list_games()


@pytest.mark.parametrize("id_", kemu.list_games())
def test_every_clause_of_every_game_has_its_code_and_its_test(id_: str) -> None:
    found = trace(id_)
    assert found.rows
    assert found.strays == ()
    assert [(row.id, row.gaps) for row in found.rows if row.gaps] == []
    assert found.whole


def test_the_trace_finds_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('moeraki:D.1')\n"
        "def test_tahuna(): ...\n"
        "@pytest.mark.rule('moeraki:D.2')\n"
        "def helper(): ...\n"
        "@pytest.mark.rule('moeraki:X.9')\n"
        "def test_stray(): ...\n"
    )
    found = trace("moeraki", tmp_path)
    rows = {row.id: row for row in found.rows}
    assert rows["moeraki:D.1"].tests == ("test_some.py:3 test_tahuna",)
    assert rows["moeraki:D.2"].gaps == ("no test",)
    assert not found.whole
    assert any(":X.9 " in stray for stray in found.strays)


@pytest.mark.parametrize(
    ("file", "body"),
    [
        ("helpers.py", "{mark}\ndef test_never_collected(): ..."),
        ("test_a.py", "{mark}\n@pytest.mark.skip\ndef test_skipped(): ..."),
        ("test_a.py", "{mark}\n@pytest.mark.xfail(reason='x')\ndef test_failing(): ..."),
        ("test_a.py", "def outer():\n    {mark}\n    def test_inside(): ..."),
        ("test_a.py", "{mark}\nclass TestNothing: ..."),
        ("test_a.py", "{mark}\ndef testimony(): ..."),
        ("test_a.py", "# {mark}\ndef test_comment(): ..."),
    ],
)
def test_what_pytest_does_not_run_is_no_test(tmp_path: Path, file: str, body: str) -> None:
    mark = "@pytest.mark.rule('moeraki:D.1')"
    (tmp_path / file).write_text("import pytest\n" + body.format(mark=mark) + "\n")
    assert {row.id: row.tests for row in trace("moeraki", tmp_path).rows}["moeraki:D.1"] == ()
    (tmp_path / "test_b.py").write_text(f"import pytest\nclass TestSome:\n    {mark}\n    def test_it(self): ...\n")
    assert {row.id: row.tests for row in trace("moeraki", tmp_path).rows}["moeraki:D.1"]


@pytest.mark.parametrize("stray", ["D-99", ""])
def test_a_marked_id_that_is_no_clause_is_a_stray_however_it_is_written(tmp_path: Path, stray: str) -> None:
    mark = f"@pytest.mark.rule('moeraki:{stray}')"
    (tmp_path / "test_a.py").write_text(f"import pytest\n{mark}\ndef test_it(): ...\n")
    assert trace("moeraki", tmp_path).strays


def test_a_stray_id_in_code_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kemu.game("moeraki")
    (tmp_path / "clauses.toml").write_text((game.folder / "clauses.toml").read_text())
    (tmp_path / "code.py").write_text("CLAUSE = 'moeraki:" + "Z.1'\n")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    assert any("Z.1" in stray for stray in trace("moeraki", tmp_path / "none").strays)


def test_another_package_does_not_replace_one_of_our_games(monkeypatch: pytest.MonkeyPatch) -> None:
    with listed_anew(monkeypatch, EntryPoint("moeraki", "toys.volley:VolleyGame", registry.GROUP)):
        assert kemu.list_games()["moeraki"].title == "Moeraki-Kemu"


def test_code_without_a_mark_is_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kemu.game("moeraki")
    (tmp_path / "clauses.toml").write_text((game.folder / "clauses.toml").read_text())
    monkeypatch.setattr(type(game), "folder", tmp_path)
    assert all("no code" in row.gaps for row in trace("moeraki", tmp_path).rows if row.status != "not-applicable")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('status = "ruling"', "must say its reading and why"),
        ('status = "not-applicable"', "must say why"),
        ('status = "done"', "'done' is not one of"),
    ],
)
def test_a_clause_that_does_not_say_how_it_stands_is_refused(tmp_path: Path, body: str, message: str) -> None:
    path = tmp_path / "clauses.toml"
    path.write_text(f'source = "x"\n[[clause]]\nid = "1"\ntitle = "t"\nsummary = "s"\n{body}\n')
    with pytest.raises(KitError, match=message):
        load_clauses("toy", path)


def test_a_clause_stands_once(tmp_path: Path) -> None:
    path = tmp_path / "clauses.toml"
    entry = '[[clause]]\nid = "1"\ntitle = "t"\nsummary = "s"\nstatus = "implemented"\n'
    path.write_text('source = "x"\n' + entry + entry)
    with pytest.raises(KitError, match="clause 1 stands there twice"):
        load_clauses("toy", path)


def test_a_mark_costs_nothing() -> None:
    def code() -> None: ...

    assert rule("toy:1")(code) is code


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("lost", "no_such_module:Game", "ModuleNotFoundError: there is no module 'no_such_module'"),
        ("other", "toys.volley:VolleyGame", "its id is 'volley'"),
        ("volley", "toys.volley:NoSuchGame", "no attribute 'NoSuchGame'"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_listed_as_broken_and_harms_no_other(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    with listed_anew(monkeypatch, EntryPoint(name, value, registry.GROUP)):
        assert why in kemu.list_games()[name].broken
        assert why in kemu.list_games()[name].sentence
        assert kemu.game("moeraki").id == "moeraki"
        with pytest.raises(Refusal, match="cannot be loaded"):
            kemu.game(name)


ABOUT = 'id = "plugged"\ntitle = "Plugged"\nsentence = "A game."\nseats = ["a", "b"]\nminutes = "1"\n'


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of another package's game that has an `about.toml`."""
    folder = tmp_path / "plugged"
    folder.mkdir()
    (folder / "about.toml").write_text(ABOUT)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("plugged", None)


def test_another_packages_game_is_listed_without_being_imported(plugged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (plugged / "__init__.py").write_text("raise RuntimeError('imported')\n")
    with listed_anew(monkeypatch, EntryPoint("plugged", "plugged:Plugged", registry.GROUP)):
        about = kemu.list_games()["plugged"]
        assert (about.title, about.seats, about.entry, about.broken) == ("Plugged", ("a", "b"), "plugged:Plugged", "")


@pytest.mark.parametrize("error", ["RuntimeError", "SystemExit"])
@pytest.mark.parametrize("fault", ["raise {}('no luck')\n", "def Plugged():\n    raise {}('no luck')\n"])
def test_a_game_that_fails_to_import_or_to_build_is_named_with_the_reason_when_it_is_tried(
    plugged: Path, monkeypatch: pytest.MonkeyPatch, fault: str, error: str
) -> None:
    (plugged / "__init__.py").write_text(fault.format(error))
    with listed_anew(monkeypatch, EntryPoint("plugged", "plugged:Plugged", registry.GROUP)):
        assert registry.tried()["plugged"].broken == f"{error}: no luck"
        assert kemu.list_games()["plugged"].broken == f"{error}: no luck"
        assert [about.id for about in registry.tried().values() if about.broken] == ["plugged"]
        with pytest.raises(Refusal, match=f"'plugged' cannot be loaded: {error}: no luck"):
            kemu.game("plugged")


def test_a_mistake_in_another_packages_about_names_the_field(plugged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (plugged / "__init__.py").write_text("")
    (plugged / "about.toml").write_text(ABOUT + "colour = 1\n")
    with listed_anew(monkeypatch, EntryPoint("plugged", "plugged:Plugged", registry.GROUP)):
        assert "colour" in kemu.list_games()["plugged"].broken


def test_a_game_has_its_id_its_title_and_its_seats_from_its_folder() -> None:
    for id_, about in kemu.list_games().items():
        game = type(kemu.game(id_))
        assert (game.id, game.title, game.seats) == (about.id, about.title, about.seats)


@pytest.mark.parametrize("name", kemu.list_games())
def test_what_is_a_reconstruction_says_so_in_the_rules(name: str) -> None:
    game = kemu.game(name)
    made_up = any('source = "reconstruction' in path.read_text() for path in game.kit.files.values())
    assert made_up == any(clause.reconstructed for clause in game.clauses.values())
