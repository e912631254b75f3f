"""Maurice Lite at its table: a unit is marched by mouse, by finger and by keys, and its combat is told beforehand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.sieges import Look, brought
from browser.table import DESKTOP, PHONE, after, middle, open_table, seat_link, settle, shoot
from browser.test_touch import Fingers

Visit = Callable[..., Page]
SEATS = ("red", "blue")


def marching(look: Look) -> bool:
    """A line or a block of horse is asked where it marches."""
    free = look["pending"]["free"]
    return bool(free) and any(name.endswith("-left") for name in free["pieces"])


def at_a_march(visit: Visit, server: str, **screen: object) -> tuple[Page, Look, str]:
    opened = open_table(server, {seat: {"kind": "you"} for seat in SEATS}, "maurice", deal=3, size=8)
    opened, seat, look = brought(server, opened, SEATS, marching, seed=4)
    page = visit(seat_link(server, opened, seat), **screen)
    settle(page)
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    unit = next(name for name in look["pending"]["free"]["pieces"] if name.endswith("-left")).split("-")[0]
    return page, look, unit


@pytest.mark.parametrize("way", ["mouse", "finger", "keys"])
def test_a_unit_marches(visit: Visit, server: str, way: str) -> None:
    page, look, unit = at_a_march(visit, server, **(PHONE if way == "finger" else DESKTOP))
    x, y = middle(page.locator(f".pieces .piece[data-id='{unit}']"))
    ahead = -30 if look["seat"] == "red" else 30
    if way == "mouse":
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + ahead, steps=4)
        page.mouse.up()
    elif way == "finger":
        Fingers(page).move([(x, y)], [(x, y + ahead)])
    else:
        page.locator(".board-window").focus()
        page.keyboard.press("n")
        for _ in range(3):
            page.keyboard.press("ArrowUp" if ahead < 0 else "ArrowDown")
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    expect(page.locator(".dragging")).to_contain_text("march")
    shoot(page, f"maurice-march-{way}")
    page.get_by_role("button", name="Play it").click()
    after(page, look["ply"])
