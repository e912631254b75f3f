"""The command line, driven in this process or in one of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.driver import Kemu, Ran

TESTS = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def kemu_here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Kemu:
    """Run a command in this process, with some lines of input."""
    from kemu.cli.app import run

    def command(*argv: str | Path, lines: tuple[str, ...] = ()) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = run([str(argument) for argument in argv])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return command


@pytest.fixture
def kemu_process() -> Kemu:
    """Run a command as a user does, in a process of its own."""

    def command(*argv: str | Path, lines: tuple[str, ...] = ()) -> Ran:
        script = Path(sys.executable).parent / "kemu"
        environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [str(script), *(str(argument) for argument in argv)],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return command
