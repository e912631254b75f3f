"""How the tests come by their browser: tried out with an `apt-get` of our own, so that nothing is installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browser.conftest import find_chromium

APT = """#!/bin/sh
echo "$@" >> {folder}/called
if [ "$1" = install ]; then printf '#!/bin/sh\\n' > {folder}/chromium; /bin/chmod +x {folder}/chromium; fi
"""


def path_with(folder: Path, monkeypatch: pytest.MonkeyPatch, apt: str = "", user: int = 0) -> None:
    """Leave nothing on the path but a folder, perhaps with an `apt-get` in it."""
    if apt:
        program = folder / "apt-get"
        program.write_text(apt.format(folder=folder))
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(os, "geteuid", lambda: user)


def test_a_missing_chromium_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path_with(tmp_path, monkeypatch, APT)
    assert find_chromium() == str(tmp_path / "chromium")
    assert (tmp_path / "called").read_text().splitlines() == ["update -q", "install -y -q chromium"]
    assert find_chromium() == str(tmp_path / "chromium")
    assert len((tmp_path / "called").read_text().splitlines()) == 2, "what is there is not installed again"


@pytest.mark.parametrize(
    ("apt", "user"),
    [
        pytest.param("", 0, id="no-apt"),
        pytest.param(APT, 1000, id="not-root"),
        pytest.param("#!/bin/sh\n", 0, id="fails"),
    ],
)
def test_where_it_cannot_be_installed_the_tests_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, apt: str, user: int
) -> None:
    path_with(tmp_path, monkeypatch, apt, user)
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        find_chromium()
