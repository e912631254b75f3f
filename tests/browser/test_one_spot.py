"""Things that lie on one spot, such as squads on two floors of a house: a click asks which, the keys reach each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.sieges import Look, siege_at
from browser.table import DESKTOP, PHONE, after, covered, middle, open_table, seat_link, settle, shoot

Visit = Callable[..., Page]


def floors(visit: Visit, server: str, device: dict[str, Any]) -> Page:
    opened = open_table(server, {"blue": {"kind": "you"}, "grey": {"kind": "you"}}, "floors")
    page = visit(seat_link(server, opened, "blue"), **device)
    settle(page)
    return page


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_click_where_several_lie_asks_which(visit: Visit, server: str, device: dict[str, Any]) -> None:
    page = floors(visit, server, device)
    x, y = middle(page.locator(".target[data-id=floor-0]"))
    if device is PHONE:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.move(x, y)
        expect(page.locator(".tip p")).to_have_count(2)
        page.mouse.click(x, y)
    listed = page.locator("dialog.several[open] li button")
    expect(listed).to_have_count(2)
    expect(listed.filter(has_text="Fire aimed")).to_contain_text("4.0 hits")
    # What one chooses among stays in sight, and what is considered is marked there.
    assert not covered(page, "dialog.several", ".target")
    expect(page.locator(".state.selected")).to_have_count(1)
    listed.filter(has_text="Fire massed").click()
    after(page, 0)


def test_the_arrow_keys_reach_every_target_of_one_spot(visit: Visit, server: str) -> None:
    page = floors(visit, server, DESKTOP)
    page.locator(".board-window").press("Enter")
    focused = page.locator(".target:focus")
    page.keyboard.press("ArrowLeft")
    for key, name in (("Right", 1), ("Right", 1), ("Left", 0), ("Left", 0), ("Down", 1), ("Up", 0)):
        page.keyboard.press(f"Arrow{key}")
        expect(focused).to_have_attribute("data-id", f"floor-{name}")
    expect(focused).to_have_attribute("aria-label", "Fire aimed (4.0 hits)")
    page.keyboard.press("Enter")
    after(page, 0)


def garrison_acts(look: Look) -> bool:
    """The garrison chooses one of its squads, the first two of which are in the legation."""
    return look["seat"] == "garrison" and {"g1", "g2"} <= {one.get("target") for one in look["scene"]["selectable"]}


def test_squads_on_two_floors_of_a_house_can_both_be_chosen(visit: Visit, server: str) -> None:
    opened, seat, look = siege_at(server, garrison_acts, rooms=(1, 2))
    page = visit(seat_link(server, opened, seat), **DESKTOP)
    settle(page)
    lower, upper = (page.locator(f".target[data-id={name}]") for name in ("g1", "g2"))
    lower.focus()
    reached: set[str | None] = set()
    for key in ("Left", "Right", "Up", "Down"):
        lower.focus()
        page.keyboard.press(f"Arrow{key}")
        reached.add(page.locator(".target:focus").get_attribute("data-id"))
    assert "g2" in reached
    (x1, y1), (x2, y2) = middle(lower), middle(upper)
    page.mouse.click((x1 + x2) / 2, (y1 + y2) / 2)
    listed = page.locator("dialog.several[open] li button")
    expect(listed.filter(has_text="Germans")).to_have_count(1)
    shoot(page, "siege-floors")
    listed.filter(has_text="Italians").click()
    after(page, look["ply"])
    expect(page.locator(".prompt-what")).to_contain_text("Italians")
