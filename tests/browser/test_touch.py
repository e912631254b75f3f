"""Fingers, as the browser itself sends them: one moves a zoomed board or drags a piece, two zoom."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.sieges import marching, siege_at
from browser.table import PHONE, middle, open_table, ply, seat_link, settle

Visit = Callable[..., Page]
TABLET: dict[str, Any] = {**PHONE, "viewport": {"width": 1024, "height": 768}}
SCREENS = pytest.mark.parametrize("screen", [PHONE, TABLET], ids=["390", "1024"])
BOTH = {"black": {"kind": "you"}, "white": {"kind": "friend"}}
Point = tuple[float, float]


class Fingers:
    """Real touch events: what the browser makes of them (scrolling, capture, clicks) is the browser's."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._line = page.context.new_cdp_session(page)

    def _send(self, kind: str, points: list[Point]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        self._page.evaluate("() => new Promise(requestAnimationFrame)")

    def move(self, starts: list[Point], ends: list[Point], steps: int = 12) -> None:
        """Put fingers down, move each along a line, and lift them."""
        self._send("touchStart", starts)
        for step in range(1, steps + 1):
            part = step / steps
            pairs = zip(starts, ends, strict=True)
            self._send("touchMove", [(x + (a - x) * part, y + (b - y) * part) for (x, y), (a, b) in pairs])
        self._send("touchEnd", [])


def view_box(page: Page) -> list[float]:
    """The part of the scene that the board shows: its corner, its width and height."""
    told = page.locator(".board-window svg").first.get_attribute("viewBox") or ""
    return [float(part) for part in told.split()]


def window(page: Page) -> dict[str, float]:
    page.locator(".board-window").scroll_into_view_if_needed()
    box = page.locator(".board-window").bounding_box()
    assert box is not None
    return {**box}


def at_moeraki(visit: Visit, server: str, screen: dict[str, Any]) -> Page:
    opened = open_table(server, BOTH)
    page = visit(seat_link(server, opened, "black"), **screen)
    page.wait_for_selector(".target")
    return page


@SCREENS
def test_one_finger_moves_a_zoomed_board_all_the_way(visit: Visit, server: str, screen: dict[str, Any]) -> None:
    page = at_moeraki(visit, server, screen)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    box = window(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = view_box(page)
    Fingers(page).move([(x, y)], [(x - 90, y - 60)])
    after = view_box(page)
    scale = box["width"] / before[2]
    assert (after[0] - before[0]) * scale == pytest.approx(90, abs=15), "the board follows the finger to the end"
    assert (after[1] - before[1]) * scale == pytest.approx(60, abs=15)
    assert ply(page) == 0, "a movement is no click"


@SCREENS
def test_two_fingers_zoom_about_their_middle(visit: Visit, server: str, screen: dict[str, Any]) -> None:
    page = at_moeraki(visit, server, screen)
    box = window(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = view_box(page)
    Fingers(page).move([(x - 30, y), (x + 30, y)], [(x - 90, y), (x + 90, y)])
    after = view_box(page)
    assert before[2] / after[2] == pytest.approx(3, rel=0.15)
    assert after[0] + after[2] / 2 == pytest.approx(before[0] + before[2] / 2, abs=before[2] / 50)
    # And up and down, where the page would scroll.
    Fingers(page).move([(x, y - 80), (x, y + 80)], [(x, y - 40), (x, y + 40)])
    assert view_box(page)[2] / after[2] == pytest.approx(2, rel=0.2)
    assert ply(page) == 0


@SCREENS
@pytest.mark.parametrize("way", [(60.0, 0.0), (0.0, 60.0)], ids=["across", "down"])
def test_a_finger_drags_a_piece_to_where_it_is_lifted(
    visit: Visit, server: str, screen: dict[str, Any], way: Point
) -> None:
    opened, seat, look = siege_at(server, marching)
    page = visit(seat_link(server, opened, seat), **screen)
    settle(page)
    own = look["pending"]["free"]["pieces"]
    window(page)
    x, y = middle(page.locator(f".pieces .piece[data-id='{own[0]}']"))
    Fingers(page).move([(x, y)], [(x + way[0], y + way[1])])
    expect(page.locator(".dragging")).to_have_attribute("data-ok", re.compile("true|false"))
    cross = page.locator(".reach .cross:not(.halo)").bounding_box()
    assert cross is not None
    told = (cross["x"] + cross["width"] / 2, cross["y"] + cross["height"] / 2)
    assert told == (pytest.approx(x + way[0], abs=6), pytest.approx(y + way[1], abs=6))
    assert ply(page) == look["ply"]


@SCREENS
def test_dragging_what_cannot_be_dragged_says_why(visit: Visit, server: str, screen: dict[str, Any]) -> None:
    opened, seat, look = siege_at(server, marching)
    page = visit(seat_link(server, opened, seat), **screen)
    settle(page)
    free = look["pending"]["free"]["pieces"]
    chosen = {name for one in look["scene"]["selectable"] for name in (one.get("target", ""), *one.get("also", ()))}
    others = [p["id"] for p in look["scene"]["pieces"] if p["id"] not in free and p["id"] not in chosen]
    window(page)
    x, y = middle(page.locator(f".pieces .piece[data-id='{others[0]}']"))
    Fingers(page).move([(x, y)], [(x + (60 if x < 300 else -60), y)])
    expect(page.locator(".notice.refusal .clause")).to_be_visible()
    expect(page.locator(".dragging")).to_have_count(0)


def test_with_a_mouse_too_and_where_nothing_is_dragged(visit: Visit, server: str) -> None:
    opened = open_table(server, BOTH)
    page = visit(seat_link(server, opened, "black"))
    x, y = middle(page.locator(".target").first)
    page.mouse.click(x, y)
    page.wait_for_selector(".table[data-ply='1']")
    x, y = middle(page.locator(".pieces .piece").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=5)
    page.mouse.up()
    expect(page.locator(".notice.refusal")).to_be_visible()


def test_a_finger_scrolls_the_page_over_a_board_that_is_whole(visit: Visit, server: str) -> None:
    page = at_moeraki(visit, server, PHONE)
    box = page.locator(".board-window").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    Fingers(page).move([(x, y)], [(x, y - 150)])
    page.wait_for_function("() => scrollY > 60")
    expect(page.locator(".notice.refusal")).to_have_count(0)
    assert ply(page) == 0
