"""Every game conforms; and every check can fail."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import kemu
from conformance.broken import BROKEN
from conformance.finer import FINER, LOOSE
from kemu import Decide
from kemu.conformance import CHECKS, assert_conforms, check_game, declared, runner, states, whole_games
from kemu.conformance.runner import setting_sets
from kemu.core.trace import parsed
from toys.ambush import AmbushGame
from toys.dispatch import DispatchGame
from toys.march import MarchGame
from toys.sealed import SealedGame
from toys.volley import VolleyGame

TOYS = (MarchGame, DispatchGame, AmbushGame, VolleyGame, SealedGame)


@pytest.mark.parametrize("toy", TOYS)
def test_a_toy_game_conforms(toy: type[Any]) -> None:
    assert_conforms(toy(), games=8, look=0.5)


@pytest.mark.parametrize("id", kemu.list_games())
def test_every_registered_game_conforms(id: str) -> None:  # noqa: A002
    """With its own settings, once; `make soak` goes over all of them, many times."""
    assert_conforms(kemu.game(id), games=1, look=0.05, settings={})


@pytest.mark.slow
@pytest.mark.parametrize("id", kemu.list_games())
def test_every_registered_game_conforms_over_many_games(id: str) -> None:  # noqa: A002
    assert_conforms(kemu.game(id), games=25, look=0.05)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda game: game.__name__)
def test_a_broken_promise_is_found_under_its_name(broken: type[Any]) -> None:
    check, *said = BROKEN[broken]
    for words in said:
        assert finds(broken, check, words), words


@pytest.mark.parametrize(("broken", "check", "words"), FINER, ids=[f"{check}: {words}" for _, check, words in FINER])
def test_each_finer_point_of_a_check_can_fail(broken: type[Any], check: str, words: str) -> None:
    assert finds(broken, check, words)


@pytest.mark.parametrize(("loose", "check", "words"), LOOSE, ids=[loose.__name__ for loose, _, _ in LOOSE])
def test_a_core_that_lets_go_would_be_found(loose: Any, check: str, words: str, monkeypatch: Any) -> None:
    for name, instead in loose(whole_games).items():
        monkeypatch.setattr(f"kemu.conformance.whole_games.{name}", instead)
    game = SealedGame() if "give back" in words else AmbushGame() if check == "undo" else VolleyGame()
    assert any(name == check and words in message for name, message in whole_games.whole_game(game, {}, 3))


def finds(broken: type[Any], check: str, words: str) -> bool:
    """Say whether the check finds that: most faults show in the first game, some only in several."""
    with pytest.MonkeyPatch.context() as patch:
        if check != "same-seed":  # Another process would find nothing here, and takes longer than all the rest.
            patch.setattr(runner, "other_process", lambda *_: iter(()))
        return any(
            any(name == check and words in message for name, message in found_in(broken(), games)) for games in (1, 6)
        )


def found_in(game: Any, games: int = 6) -> list[tuple[str, str]]:
    return [(finding.check, finding.message) for report in check_game(game, games=games) for finding in report.findings]


def test_every_check_is_failed_by_some_broken_game() -> None:
    assert set(CHECKS) == {check for check, *_ in BROKEN.values()}


def test_whatever_a_check_can_say_some_broken_game_makes_it_say() -> None:
    said = [(check, text) for check, *texts in BROKEN.values() for text in texts]
    said += [(check, text) for _, check, text in (*FINER, *LOOSE)]
    for check, pieces in can_say():
        assert any(name == check and any(piece in text or text in piece for piece in pieces) for name, text in said), (
            f"nothing broken makes the check '{check}' say '{'…'.join(pieces)}'"
        )


def can_say() -> Iterator[tuple[str, list[str]]]:
    """Yield every finding that the sources of the checks can make: its check, and the fixed pieces of its text."""
    for module in (states, whole_games, runner, declared):
        for node in ast.walk(parsed(Path(str(module.__file__)).read_text())):
            if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
                check, message = node.value.elts
                if isinstance(check, ast.Constant):
                    parts = message.values if isinstance(message, ast.JoinedStr) else [message]
                    pieces = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
                    yield str(check.value), [piece.strip(": ") for piece in pieces if len(piece) > 9]


def test_findings_are_raised_with_their_names() -> None:
    with pytest.raises(AssertionError, match="does not conform"):
        assert_conforms(next(iter(BROKEN))(), games=1)


def test_all_choices_of_all_settings_are_checked() -> None:
    sets = setting_sets(kemu.game("moeraki"))
    assert {} in sets
    assert {"variant": "master"} in sets
    assert {"kemu": 10} in sets
    assert sum(len(one) == 3 for one in sets) == 2  # what breaks only together


def test_the_late_states_of_a_long_game_are_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CLOSELY", 4)

    class Tires(VolleyGame):
        def pending(self, state: Any) -> Any:
            asked = super().pending(state)
            return replace(asked, prompt="") if isinstance(asked, Decide) and state.volleys > 2 else asked

    assert any("has no prompt" in message for _, message in found_in(Tires(), games=30))


@pytest.mark.parametrize(
    ("room", "line", "allowed"),
    [
        ("scene", "from ..mind import guess", False),
        ("mind", "from ..scene.board import art", False),
        ("model", "from ..odds import exact", False),
        ("rules", "import kemu.server.wire", False),
        ("scene", "from ..odds import exact", True),
        ("mind", "from ..rules import winning", True),
    ],
)
def test_no_room_of_a_game_imports_what_it_may_not_know(tmp_path: Path, room: str, line: str, allowed: bool) -> None:
    class Mine(VolleyGame):
        folder = tmp_path

    (tmp_path / room).mkdir()
    (tmp_path / room / "here.py").write_text(line)
    assert [check for check, _ in declared.sources(Mine())] == ([] if allowed else ["rooms"])


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    check_game(VolleyGame(), games=3, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_ten_thousand_random_games_keep_the_invariants(variant: str) -> None:
    game = kemu.game("moeraki")
    (report,) = check_game(game, games=10_000, settings={"variant": variant}, look=0.002)
    assert report.findings == ()
    assert report.games == 10_000
