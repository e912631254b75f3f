"""Exact odds are seen before the choice is made: under the mouse, under the keyboard, and by one who taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.sieges import hawaii_at, lone_odds, siege_at
from browser.table import DESKTOP, PHONE, after, middle, ply, seat_link, settle, shoot
from browser.test_for_everyone import check

Visit = Callable[..., Page]
TABLET: dict[str, Any] = {**PHONE, "viewport": {"width": 1100, "height": 1366}}
BROUGHT: list[Any] = [pytest.param(hawaii_at, id="hawaii"), pytest.param(siege_at, id="siege")]


def at_odds(visit: Visit, server: str, bring: Any, device: dict[str, Any]) -> tuple[Page, Locator, dict[str, Any]]:
    """A table at which something on the board has odds: the page, that thing, and its choice."""
    opened, seat, look = bring(server, lone_odds)
    name = lone_odds(look)
    choice = next(one for one in look["scene"]["selectable"] if name in (one["target"], *one.get("also", ())))
    page = visit(seat_link(server, opened, seat), **device)
    settle(page)
    return page, page.locator(f".target[data-id='{name}']"), choice


def inside(page: Page, thing: Locator) -> bool:
    """Whether something lies wholly within the window."""
    box = thing.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= 0 and box["y"] >= 0 and right <= size["width"] and bottom <= size["height"]


@pytest.mark.parametrize("bring", BROUGHT)
def test_the_mouse_sees_the_odds_before_the_click(visit: Visit, server: str, bring: Any) -> None:
    page, thing, choice = at_odds(visit, server, bring, DESKTOP)
    tip = page.locator(".tip")
    expect(tip).to_be_hidden()
    page.mouse.move(*middle(thing))
    expect(tip).to_be_visible()
    expect(tip).to_contain_text(choice["label"])
    expect(tip).to_contain_text(choice["odds"])
    assert inside(page, tip)
    check(page, f"tip-{bring.__name__}")
    moment = ply(page)
    page.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    assert ply(page) == moment
    page.mouse.move(*middle(thing))
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    # Whoever has seen them is not asked again; only what stands on figures is taken up first.
    page.mouse.click(*middle(thing))
    if bring is siege_at:
        expect(page.locator(".confirm")).to_contain_text(choice["odds"])
        assert ply(page) == moment
        page.mouse.click(*middle(thing))
    after(page, moment)


@pytest.mark.parametrize("bring", BROUGHT)
def test_the_keyboard_sees_the_odds_before_enter(visit: Visit, server: str, bring: Any) -> None:
    page, _, choice = at_odds(visit, server, bring, DESKTOP)
    tip = page.locator(".tip")
    page.locator(".board-window").press("Enter")
    shown = False
    for key in ["ArrowLeft"] * 12 + ["ArrowUp"] * 12 + ["ArrowRight", "ArrowDown"] * 12:
        # Another target may have the same odds: it is this one that is looked for.
        shown = tip.is_visible() and all(words in tip.inner_text() for words in (choice["label"], choice["odds"]))
        if shown:
            break
        page.keyboard.press(key)
    assert shown
    assert inside(page, tip)
    focused = page.locator(".target:focus")
    expect(focused).to_have_attribute("aria-label", f"{choice['label']} ({choice['odds']})")
    moment = ply(page)
    page.keyboard.press("Enter")
    if bring is siege_at:
        expect(page.locator(".confirm")).to_contain_text(choice["odds"])
        page.keyboard.press("Enter")
    after(page, moment)


@pytest.mark.parametrize("bring", BROUGHT)
def test_a_finger_is_shown_the_odds_and_asked(visit: Visit, server: str, bring: Any) -> None:
    page, thing, choice = at_odds(visit, server, bring, TABLET)
    thing.scroll_into_view_if_needed()
    # An island is large enough for a finger: it is the odds that are asked about.
    size = thing.bounding_box()
    assert size is not None
    assert bring is siege_at or min(size["width"], size["height"]) >= 40
    moment = ply(page)
    page.touchscreen.tap(*middle(thing))
    box = page.locator(".confirm")
    expect(box).to_be_visible()
    expect(box).to_contain_text(choice["label"])
    expect(box).to_contain_text(choice["odds"])
    assert ply(page) == moment
    shoot(page, f"odds-tablet-{bring.__name__}")
    box.get_by_role("button", name="Play it").click()
    after(page, moment)


def may_march(look: dict[str, Any]) -> bool:
    return bool(lone_odds(look) and look["pending"]["free"] and look["pending"]["free"]["pieces"])


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_latest_question_replaces_the_earlier(visit: Visit, server: str, device: dict[str, Any]) -> None:
    opened, seat, look = siege_at(server, may_march)
    page = visit(seat_link(server, opened, seat), **device)
    settle(page)
    if device is DESKTOP:
        page.get_by_role("tab", name="Table").click()
        page.get_by_label("Ask before each move").select_option("always")
    thing = page.locator(f".target[data-id='{lone_odds(look)}']")
    question, dragged = page.locator(".confirm:not(.dragging)"), page.locator(".confirm.dragging")
    press = page.mouse.click if device is DESKTOP else page.touchscreen.tap

    def drag_a_little() -> None:
        page.locator(".board-window").focus()
        page.keyboard.press("n")
        page.keyboard.press("ArrowRight")

    drag_a_little()
    expect(dragged).to_have_count(1)
    page.locator(".board-window").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    press(*middle(thing))
    expect(question).to_have_count(1)
    expect(dragged).to_have_count(0)
    drag_a_little()
    expect(dragged).to_have_count(1)
    expect(question).to_have_count(0)
    assert ply(page) == look["ply"]
