"""Lessons over HTTP: a step with its table, and what becomes of an answer. Nothing of a learner is kept."""

from __future__ import annotations

from server.harness import House

STEP = "/api/games/moeraki/lessons/first/steps"


def _first_asked(house: House) -> int:
    return next(n for n in range(40) if house.http.get(f"{STEP}/{n}").json()["waits"])


def test_a_step_has_words_the_table_and_what_goes_on(house: House) -> None:
    number = _first_asked(house)
    step = house.http.get(f"{STEP}/{number}").json()
    assert step["say"]
    assert step["snapshot"]["pending"]["yours"]
    options = step["snapshot"]["pending"]["options"]
    assert options[step["option"]]["action"] == step["action"]


def test_a_right_answer_is_told_from_a_legal_and_from_an_illegal_one(house: House) -> None:
    number = _first_asked(house)
    step = house.http.get(f"{STEP}/{number}").json()
    options = [option["action"] for option in step["snapshot"]["pending"]["options"]]
    other = next(option for option in options if option != step["action"])

    def attempt(action: object) -> dict[str, object]:
        return house.http.post(f"{STEP}/{number}/try", json={"action": action}).json()

    assert attempt(step["action"]) == {"right": True, "say": "", "clause": ""}
    assert attempt(other)["right"] is False
    assert attempt(other)["say"]
    assert attempt({"act": "ball", "at": "a3"})["clause"]


def test_a_learner_may_ask_why_and_look_back(house: House) -> None:
    number = _first_asked(house)
    why = house.http.post(f"{STEP}/{number}/why", json={"intent": {"touch": "hollow-a3"}}).json()
    assert why["allowed"] is False
    later = house.http.get(f"{STEP}/{number + 2}").json()
    moment = house.http.get(f"{STEP}/{number + 2}/moments/0").json()
    assert moment["ply"] == 0 < later["snapshot"]["ply"]
    assert moment["scene"]["selectable"] == []


def test_what_is_not_there_is_said(house: House) -> None:
    for path in (f"{STEP}/999", f"{STEP}/x", "/api/games/moeraki/lessons/none/steps/0", f"{STEP}/0/moments/99"):
        assert house.http.get(path).status_code == 404, path
    assert house.http.post(f"{STEP}/0/drag", json={"ply": 0, "x": 1, "y": 1}).status_code == 409


def test_how_a_game_is_won_has_words_and_a_picture(house: House) -> None:
    moeraki = next(game for game in house.http.get("/api/games").json() if game["id"] == "moeraki")
    assert moeraki["ways"]
    assert moeraki["lessons"][0]["id"] == "first"
    assert house.http.get("/api/games/moeraki/winning.svg").text.startswith("<svg")
