"""What is built is what is played: the wheels of Kemu and of the example game are installed in an empty place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs/example-game"
Python = Callable[..., str]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Python:
    """Build both wheels, install them, and return what runs Python there."""
    place = tmp_path_factory.mktemp("wheels")
    env = {**os.environ, "KEMU_NO_WEB": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    pip = [sys.executable, "-m", "pip"]
    build = [*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(place)]
    for source in (ROOT, EXAMPLE):
        subprocess.run([*build, str(source)], check=True, env=env, capture_output=True)
    wheels = [str(wheel) for wheel in place.glob("*.whl")]
    assert len(wheels) == 2
    site = place / "site"
    install = [*pip, "install", "-q", "--no-deps", "--no-index", "--target", str(site), *wheels]
    subprocess.run(install, check=True, env=env, capture_output=True)

    def python(*arguments: str) -> str:
        clean = {**os.environ, "PYTHONPATH": str(site)}
        done = subprocess.run(
            [sys.executable, "-P", *arguments], env=clean, cwd=place, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return python


def test_the_wheel_has_the_games_and_says_that_it_is_typed(installed: Python) -> None:
    script = (
        "import kemu, pathlib; here = pathlib.Path(kemu.__file__).parent;"
        "print(here.parent.name, (here / 'py.typed').is_file(), *kemu.list_games())"
    )
    place, typed, *games = installed("-c", script).split()
    assert (place, typed) == ("site", "True")
    assert {"hawaii", "moeraki", "highcard"} <= set(games)


def test_the_installed_games_are_played_and_their_pictures_drawn(installed: Python) -> None:
    for game in ("moeraki", "highcard"):
        played = json.loads(
            installed("-m", "kemu", "simulate", game, "-n", "4", "--players", "greedy,random", "--json")
        )
        assert played["games"] == 4
    script = (
        "import kemu; from kemu.scene.svg import render_svg; game = kemu.game('hawaii'); state = game.start();"
        "print(render_svg(game.scene(game.view(state, 0), game.pending(state)))[:4])"
    )
    assert installed("-c", script).startswith("<svg")


def test_the_example_game_is_found_by_its_entry_point(installed: Python) -> None:
    listed = {about["id"]: about for about in json.loads(installed("-m", "kemu", "games", "--json"))}
    assert listed["highcard"]["title"] == "High Card"
    assert listed["highcard"]["broken"] == ""


def test_the_example_games_own_tests_pass_and_it_conforms(installed: Python) -> None:
    assert "passed" in installed("-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests"))
