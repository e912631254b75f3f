"""The other side's turn is seen step by step, at one's own pace; it can be skipped, and shown again.

The page's clock stands still until the test moves it: nothing here depends on how fast the machine is.
"""

from __future__ import annotations

import json
import secrets
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.table import DESKTOP, PHONE, open_table, post, seat_link, type_move

Visit = Callable[..., Page]
SEATS = {"british": {"kind": "you"}, "maori": {"kind": "friend"}}
OURS = "place n-warrior-2 0907"
THEIRS: tuple[dict[str, Any], ...] = (
    {"act": "place", "unit": "m-warrior-2", "to": "0807"},
    {"act": "place", "unit": "m-warrior-4", "to": "0908"},
    {"act": "raise", "what": "village", "to": "0707"},
    {"act": "raise", "what": "village", "to": "0606"},
    {"act": "place", "unit": "m-warrior-5", "to": "0707"},
    {"act": "roam", "unit": "m-warrior-9", "to": "A"},
)
"""What the Māori then do at a stretch: from the second ply to the seventh."""
FIRST, LAST = 2, 7
HOUR = 3_600
QUICK, SLOW = 650, 1_500
"""How long each step is shown, in milliseconds."""


def sit_down(visit: Visit, server: str, screen: dict[str, Any], pace: str = "quick") -> tuple[Page, Callable[[], None]]:
    """Open a table of Heke's war and do one's own first thing; return the page, and what plays the others' turn."""
    opened = open_table(server, SEATS, "maori_wars", scenario="heke")
    page = visit(f"{server}/", **{**screen, "reduced_motion": "no-preference"})
    page.evaluate("(pace) => localStorage.setItem('kemu.wishes', JSON.stringify({ pace }))", pace)
    page.clock.install(time=0)
    page.clock.pause_at(HOUR)
    page.goto(seat_link(server, opened, "british"))
    expect(page.locator(".table")).to_have_attribute("data-state", "yours")
    type_move(page, OURS)
    expect(page.locator(".table")).to_have_attribute("data-now", "1")

    def they_play() -> None:
        for number, action in enumerate(THEIRS, FIRST):
            path, token = f"{server}/api/tables/{opened['table']}", opened["seats"]["maori"]["token"]
            with urllib.request.urlopen(path) as told:
                revision = json.load(told)["revision"]
            answer = {"ply": number - 1, "revision": revision, "action": action, "key": secrets.token_hex(8)}
            post(f"{path}/answers", answer, token)
            expect(page.locator(".table")).to_have_attribute("data-now", str(number))

    return page, they_play


def shown(page: Page, ply: int, state: str) -> None:
    expect(page.locator(".table")).to_have_attribute("data-ply", str(ply))
    expect(page.locator(".table")).to_have_attribute("data-state", state)


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_each_step_of_the_others_turn_is_shown_for_a_while(visit: Visit, server: str, screen: dict[str, Any]) -> None:
    page, they_play = sit_down(visit, server, screen)
    they_play()
    for ply in range(FIRST, LAST):
        shown(page, ply, "held")
        expect(page.locator(".prompt-what")).to_contain_text("Village" if ply in (4, 5) else "Warrior")
        page.clock.run_for(QUICK - 1)
        shown(page, ply, "held")
        page.clock.run_for(1)
    shown(page, LAST, "yours")


def test_the_pace_is_set_under_table(visit: Visit, server: str) -> None:
    page, they_play = sit_down(visit, server, DESKTOP)
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("Show the other side's turn").select_option("slow")
    they_play()
    shown(page, FIRST, "held")
    page.clock.run_for(SLOW - 1)
    shown(page, FIRST, "held")
    page.clock.run_for(1)
    shown(page, FIRST + 1, "held")


def test_whoever_wants_no_steps_sees_the_outcome_at_once(visit: Visit, server: str) -> None:
    page, they_play = sit_down(visit, server, DESKTOP, pace="none")
    they_play()
    shown(page, LAST, "yours")


def test_the_others_turn_is_skipped_and_shown_again(visit: Visit, server: str) -> None:
    page, they_play = sit_down(visit, server, DESKTOP)
    they_play()
    shown(page, FIRST, "held")
    page.get_by_role("button", name="Skip", exact=True).click()
    shown(page, LAST, "yours")
    page.get_by_role("button", name="Show it again").click()
    for ply in range(FIRST, LAST + 1):
        shown(page, ply, "held")
        page.clock.run_for(QUICK)
    shown(page, LAST, "yours")
    expect(page.get_by_role("button", name="Show it again")).to_be_visible()
