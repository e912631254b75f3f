"""Somebody else's game that cannot be played takes nothing down, and is named with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.harness import House, serving, settings_for

FAULTY = ("absent", "unbuilt")


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on which some games are broken."""
    folder = tmp_path_factory.mktemp("faulty")
    settings = settings_for(f"sqlite:///{folder}/t.sqlite3", preload=("server.faulty_here",))
    with serving(settings, folder / "log") as server, House(server.url) as house:
        yield house


def test_a_broken_game_is_listed_with_the_reason_and_the_others_are_there(faulty: House) -> None:
    told = {game["id"]: game for game in faulty.http.get("/api/games").json()}
    assert "no.such" in told["absent"]["broken"] or "No module" in told["absent"]["broken"]
    assert "chart" in told["unbuilt"]["broken"]
    assert told["moeraki"]["broken"] == ""
    assert told["moeraki"]["levels"]


def test_its_reason_is_one_line_that_no_terminal_obeys(faulty: House) -> None:
    for game in faulty.http.get("/api/games").json():
        assert game["broken"].isprintable()
        assert len(game["broken"]) <= 300


@pytest.mark.parametrize("game", FAULTY)
def test_what_is_asked_of_a_broken_game_is_refused(faulty: House, game: str) -> None:
    wish = {"game": game, "seats": {"one": {"kind": "you"}, "two": {"kind": "you"}}}
    told = faulty.http.post("/api/tables", json=wish)
    assert (told.status_code, told.json()["error"]["code"]) == (422, "broken-game")
    for path in ("clauses", "picture.svg"):
        assert faulty.http.get(f"/api/games/{game}/{path}").status_code == 404


def test_the_description_and_the_other_games_are_served(faulty: House, tmp_path: Path) -> None:
    described = faulty.http.get("/api/openapi.json")
    assert described.status_code == 200
    assert "absent" not in described.text
    black = faulty.open()["black"]
    assert black.answer(0, {"act": "ball", "at": "f6"}).status_code == 200
