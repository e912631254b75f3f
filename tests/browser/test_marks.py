"""What marks a place lies under the counters that stand on it; the ring of the keyboard is seen all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.table import open_table, seat_link, settle, shoot

Visit = Callable[..., Page]


def counter(page: Page) -> bytes:
    """A picture of the middle of the counter that lies across the edge of the first place."""
    box = page.locator(".piece[data-id=post-0]").bounding_box()
    assert box is not None
    size = {"width": box["width"] / 2, "height": box["height"] / 2}
    at = {"x": box["x"] + box["width"] / 4, "y": box["y"] + box["height"] / 4}
    return page.screenshot(clip={**at, **size}, animations="disabled")  # type: ignore[arg-type]


def hover(page: Page) -> str:
    box = page.locator(".target[data-id=place-0]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    return "hovered"


def select(page: Page) -> str:
    hover(page)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".confirm")).to_be_visible()
    page.mouse.move(0, 0)
    return "selected"


def hint(page: Page) -> str:
    page.route("**/hint", lambda route: route.fulfill(json={"option": 0, "label": "", "action": {}, "pieces": []}))
    page.keyboard.press("h")
    return "hinted"


@pytest.mark.parametrize("mark", [hover, select, hint], ids=["hover", "select", "hint"])
def test_the_mark_of_a_place_leaves_its_counters_free(visit: Visit, server: str, mark: Callable[[Page], str]) -> None:
    page = visit(server)
    page.evaluate("() => localStorage.setItem('kemu.wishes', JSON.stringify({ confirm: 'always' }))")
    opened = open_table(server, {"red": {"kind": "you"}, "blue": {"kind": "you"}}, "field")
    page.goto(seat_link(server, opened, "red"))
    settle(page)
    expect(page.locator(".target[data-id=place-0]")).to_be_attached()
    before = counter(page)
    name = mark(page)
    shown = page.locator(f".marks .state.{name}")
    expect(shown).to_have_count(1)
    expect(shown).to_be_visible()
    shoot(page, f"mark-{name}")
    assert counter(page) == before


def test_the_ring_of_the_keyboard_round_a_place_is_seen_above_everything(visit: Visit, server: str) -> None:
    opened = open_table(server, {"red": {"kind": "you"}, "blue": {"kind": "you"}}, "field")
    page = visit(seat_link(server, opened, "red"))
    settle(page)
    expect(page.locator(".target[data-id=place-0]")).to_be_attached()
    before = counter(page)
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".target[data-id=place-0]")).to_be_focused()
    assert counter(page) != before
