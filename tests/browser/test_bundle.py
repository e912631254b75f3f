"""The build hook is quick when nothing changed and clear when npm is out of reach; the bundle stands by itself."""

from __future__ import annotations

import json
import re
import shutil
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "src/kemu/web"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of what the bundle is made from."""
    package = tmp_path / "kemu"
    leave = shutil.ignore_patterns("node_modules", "dist")
    shutil.copytree(WEB, package / "web", ignore=leave)
    shutil.copytree(WEB.parent / "scene/fonts", package / "scene/fonts")
    return package


def test_the_lock_file_names_no_registry_and_no_path() -> None:
    lock = (WEB / "package-lock.json").read_text()
    packages = json.loads(lock)["packages"]
    assert not [name for name, one in packages.items() if "resolved" in one]
    assert not re.search(r"https?:|file:|/home|/root|/tmp", lock)
    assert all("integrity" in one for name, one in packages.items() if name)


def test_the_page_loads_nothing_from_elsewhere_and_has_no_inline_script(bundle: Path) -> None:
    page = (bundle / "index.html").read_text()
    assert not re.search(r"https?:", page)
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.S) == [""]
    assert "style=" not in page
    script = next((bundle / "assets").glob("main-*.js")).read_text()
    assert not re.search(r"import\s*\(?[\"']https?:", script)


def test_nothing_is_built_when_nothing_changed(hook: Any, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> int:
        raise AssertionError("something was run")

    dist = package / "web/dist"
    dist.mkdir()
    (dist / "index.html").write_text("built")
    (dist / ".digest").write_text(hook.digest(package))
    monkeypatch.setattr(hook, "_node", never)
    hook.bundle(package)
    (package / "web/src/text.ts").write_text("changed")
    assert not hook.is_fresh(package)
    with pytest.raises(AssertionError, match="something was run"):
        hook.bundle(package)


def test_no_network_is_said_in_plain_words(hook: Any, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook, "_node", lambda *_, **__: 1)
    with pytest.raises(SystemExit, match="npm could not fetch its packages"):
        hook.bundle(package)


def test_all_words_of_the_client_are_in_one_file() -> None:
    """Letters between tags in a template would be words that no translation reaches."""
    found: list[str] = []
    for path in (WEB / "src").rglob("*.ts"):
        if path.name == "text.ts":
            continue
        for template in re.findall(r"html`(.*?)`", path.read_text(), re.S):
            words = re.sub(r"\$\{[^}]*\}", "", template)
            found += [f"{path.name}: {word}" for word in re.findall(r">\s*([A-Za-z][a-z]+[^<>{}`$]*)<", words)]
            found += [
                f"{path.name}: {word}"
                for word in re.findall(r'(?:aria-label|title|placeholder)="([A-Za-z][^"$]*)"', words)
            ]
    assert found == []


def test_no_word_of_the_client_is_left_unused() -> None:
    words = re.findall(r"^  (\w+):", (WEB / "src/text.ts").read_text(), re.M)
    code = "".join(path.read_text() for path in (WEB / "src").rglob("*.ts") if path.name != "text.ts")
    assert [word for word in words if not re.search(rf"text\.{word}\b", code)] == []


def test_what_the_build_notes_for_itself_is_not_served(server: str) -> None:
    assert (WEB / "dist/.digest").is_file()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{server}/.digest")
    with urllib.request.urlopen(f"{server}/") as page:
        assert page.status == 200
