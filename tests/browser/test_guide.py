"""The guide at the table: what is this, the glossary, pictures of rules, and what a newcomer finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import kemu
from browser.table import DESKTOP, PHONE, middle, open_table, ply, seat_link, settle, shoot

Visit = Callable[..., Page]
TABLET: dict[str, Any] = {**PHONE, "viewport": {"width": 1024, "height": 768}, "color_scheme": "light"}
GAMES = sorted(kemu.list_games())


def problems(page: Page, name: str) -> list[str]:
    """What axe-core finds on the page as it stands."""
    shoot(page, f"guide-{name}")
    found = Axe().run(page).response["violations"]
    return [f"{name}: {one['id']}: {node['target']}" for one in found for node in one["nodes"]]


def at_table(server: str, game: str) -> str:
    """The seat that decides first, with a person at the other."""
    own, other = sorted(kemu.list_games()[game].seats, key=lambda seat: seat != "allied")
    return seat_link(server, open_table(server, {own: {"kind": "you"}, other: {"kind": "you"}}, game), own)


@pytest.mark.parametrize(("number", "game"), [*enumerate(GAMES)])
def test_the_guide_of_each_game_is_for_everyone(visit: Visit, server: str, number: int, game: str) -> None:
    """The rules with their glossary, a lesson, and the answer to "what is this?": each look has some of the games."""
    device = ({**DESKTOP, "color_scheme": "dark"}, {**PHONE, "color_scheme": "light"}, TABLET)[number % 3]
    page = visit(f"{server}/#/rules/{game}", **device)
    page.locator(".glossary-chapter > summary").click()
    expect(page.locator(".entry-picture img").first).to_be_visible()
    told = problems(page, f"rules-{game}")
    page.goto(f"{server}/#/learn/{game}/first")
    page.wait_for_selector(".lesson-on")
    settle(page)
    told += problems(page, f"lesson-{game}")
    page.locator(".what-button").click()
    expect(page.locator(".what-card")).to_be_visible()
    board = page.locator(".board-window")
    board.scroll_into_view_if_needed()
    board.focus()
    # On an empty board there is no piece to go to, but there are places.
    page.keyboard.press("Control+ArrowRight" if game == "moeraki" else "w")
    page.keyboard.press("Enter")
    expect(page.locator(".what-card h3").first).to_be_visible()
    expect(page.locator(".what-card .clause").first).to_be_visible()
    assert told + problems(page, f"what-{game}") == []


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_what_is_this_plays_nothing(visit: Visit, server: str, device: dict[str, Any]) -> None:
    page = visit(at_table(server, "moeraki"), **device)
    settle(page)
    page.locator(".what-button").click()
    press = page.touchscreen.tap if device.get("has_touch") else page.mouse.click
    hollow = page.locator(".target[data-id='hollow-f6']")
    hollow.scroll_into_view_if_needed()
    press(*middle(hollow))
    card = page.locator(".what-card")
    expect(card).to_contain_text("Hollow")
    expect(card).to_contain_text("The Moeraki field")
    assert ply(page) == 0
    assert page.locator(".confirm").count() == 0
    card.locator(".clause").first.click()
    expect(page.locator(".rule.asked")).to_be_visible()
    page.locator(".what-close").click()
    expect(card).to_have_count(0)
    # Now the same press plays.
    hollow.scroll_into_view_if_needed()
    press(*middle(hollow))
    page.wait_for_function("() => document.querySelector('.confirm') || document.querySelector('.piece')")


def test_the_keyboard_asks_what_a_thing_is_and_goes_back(visit: Visit, server: str) -> None:
    page = visit(at_table(server, "hawaii"), **DESKTOP)
    settle(page)
    page.locator(".board-window").focus()
    page.keyboard.press("w")
    asked = page.evaluate("() => document.activeElement.dataset.id")
    page.keyboard.press("i")
    card = page.locator(".what-card")
    expect(card).to_be_focused()
    expect(card.locator(".numbers").first).to_contain_text("trength")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert page.evaluate("() => document.activeElement.dataset.id") == asked
    assert ply(page) == 0


@pytest.mark.parametrize(
    "game", [game if game == "moeraki" else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]
)
def test_a_newcomer_begins_in_two_clicks_with_an_opponent_that_errs(visit: Visit, server: str, game: str) -> None:
    page = visit(server, **DESKTOP)
    page.locator(f".game-card a[href$='/new/{game}']").click()
    expect(page.locator(".first-note")).to_be_visible()
    expect(page.locator("select")).to_have_value("beginner")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".table .prompt")
    page.goto(f"{server}/#/new/{game}")
    # Who has played it is offered what is usual.
    page.wait_for_selector(".setup")
    expect(page.locator(".first-note")).to_have_count(0)
    expect(page.locator("select")).not_to_have_value("beginner")
