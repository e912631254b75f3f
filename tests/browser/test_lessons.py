"""A guided first game, from the front page in one click; what a step points at is enough to end it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser.table import DESKTOP, PHONE, press

WAYS = [(DESKTOP, False), (PHONE, True)]
CONFIRM = ".confirm button.primary:not([disabled])"
GOES_ON = """(n) => Number(document.querySelector('.table').dataset.step) !== n
  || Boolean(document.querySelector('.confirm button.primary:not([disabled]), dialog.several[open]'))"""


def number(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-step") or -1)


def ended(page: Page) -> bool:
    return page.locator(".lesson a.primary").count() > 0


def step(page: Page, touch: bool) -> None:
    """Do what a step points at: read on, or choose what is marked."""
    here = number(page)
    on = page.locator(".lesson-on")
    target = page.locator(".target.hinted")
    if on.count():
        (on.tap if touch else on.click)()
    elif page.locator("dialog.several[open] button.hinted").count():
        page.locator("dialog.several[open] button.hinted").click()
    elif page.locator(CONFIRM).count():
        page.locator(CONFIRM).first.click()
    elif target.count():
        press(page, ".target.hinted", 0, touch)
    elif page.locator(".acts button.hinted, .panel button.item.hinted").count():
        page.locator(".acts button.hinted, .panel button.item.hinted").first.click()
    else:
        page.get_by_role("button", name="Show me").click()
    page.wait_for_function(GOES_ON, arg=here)


EVERY = [(game, settings, touch) for game in ("hawaii", "maori_wars", "maurice", "siege") for settings, touch in WAYS]


@pytest.mark.parametrize(
    ("game", "settings", "touch"),
    [
        *[("moeraki", settings, touch) for settings, touch in WAYS],
        *[pytest.param(*one, marks=pytest.mark.slow) for one in EVERY],
    ],
)
def test_doing_what_a_step_points_at_ends_the_lesson(
    server: str, visit: Callable[..., Page], game: str, settings: dict[str, Any], touch: bool
) -> None:
    page = visit(server, **settings)
    page.locator(f".learn-link[href*='/{game}/']").click()
    page.wait_for_selector(".lesson")
    for _ in range(400):
        if ended(page):
            break
        step(page, touch)
    assert ended(page)
    page.get_by_role("link", name="Play a game now").click()
    page.wait_for_selector(".setup")


def test_a_wrong_answer_is_answered_and_the_lesson_is_gone_on_with_later(
    server: str, visit: Callable[..., Page]
) -> None:
    page = visit(server)
    page.locator(".learn-link[href*='/moeraki/']").click()
    page.wait_for_selector(".lesson")
    while page.locator(".lesson-on").count():
        step(page, False)
    here = number(page)
    page.locator(".target:not(.hinted)").first.click()
    page.wait_for_selector(".notice.refusal")
    assert number(page) == here
    assert Axe().run(page).violations_count == 0
    page.goto(server)
    page.get_by_role("link", name="Learn Moeraki-Kemu").click()
    page.wait_for_selector(".lesson")
    assert number(page) == here


MARKED = ".target.hinted, .acts button.hinted, .panel button.item.hinted"


def tab_to(page: Page, chosen: str) -> None:
    """Press Tab until the keyboard is on something."""
    for _ in range(150):
        if page.evaluate("(chosen) => document.activeElement.matches(chosen)", chosen):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {chosen}")


def step_by_keys(page: Page) -> None:
    """Do what a step points at by the keyboard alone."""
    here = number(page)
    if page.locator(".lesson-on").count():
        tab_to(page, ".lesson-on")
    elif page.locator("dialog.several[open] button.hinted").count():
        tab_to(page, "dialog.several button.hinted")
    elif page.locator(CONFIRM).count():
        tab_to(page, CONFIRM)
    elif page.locator(MARKED).count():
        tab_to(page, MARKED)
    else:
        tab_to(page, ".lesson-ways button:not(:first-child)")
    page.keyboard.press("Enter")
    page.wait_for_function(GOES_ON, arg=here)


@pytest.mark.parametrize(
    "game",
    ["moeraki", *(pytest.param(one, marks=pytest.mark.slow) for one in ("hawaii", "maori_wars", "maurice", "siege"))],
)
def test_a_lesson_by_the_keyboard_alone(server: str, visit: Callable[..., Page], game: str) -> None:
    page = visit(f"{server}/#/learn/{game}/first", **DESKTOP)
    page.wait_for_selector(".lesson")
    for _ in range(400):
        if ended(page):
            break
        step_by_keys(page)
    assert ended(page)
