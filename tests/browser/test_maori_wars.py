"""Maori Wars in the browser: the part of the island where the war is, and what is shown on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.table import DESKTOP, PHONE, after, covered, open_table, ply, seat_link, settle, shoot

BOTH = {"british": {"kind": "you"}, "maori": {"kind": "you"}}


def test_a_phone_is_shown_the_designated_area_first(server: str, visit: Callable[..., Page]) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "maori_wars"), "british"), **PHONE)
    settle(page)
    expect(page.locator(".board-window.zoomed")).to_be_visible()
    window, town = page.locator(".board-window").bounding_box(), page.locator(".zone[data-id='1417']").bounding_box()
    assert window is not None
    assert town is not None
    assert window["x"] < town["x"] < window["x"] + window["width"] - town["width"]
    assert window["y"] < town["y"] < window["y"] + window["height"] - town["height"]
    assert town["width"] > 18
    page.get_by_role("button", name="Show the whole board").tap()
    expect(page.locator(".board-window.zoomed")).to_have_count(0)


def test_territories_are_shown_on_demand(server: str, visit: Callable[..., Page]) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "maori_wars"), "british"))
    settle(page)
    lands = page.locator("[data-layer='lands']")
    expect(lands).to_have_count(0)
    page.locator("summary", has=page.locator("svg.sign")).and_(page.get_by_label("Show on the board")).click()
    page.get_by_role("button", name="Territories").click()
    expect(lands).to_have_count(1)
    page.get_by_role("button", name="Territories").click()
    expect(lands).to_have_count(0)


def middle_of(page: Page, hexagon: str) -> tuple[float, float]:
    box = page.locator(f".zone[data-id='{hexagon}']").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def set_up(page: Page) -> None:
    """The Neutrals are set up: the British begin with them."""
    settle(page)
    page.get_by_role("button", name="Set up the rest for me").click()
    expect(page.locator(".piece[data-id='site-0907']")).to_have_count(1)


def test_a_set_up_by_one_button_is_changed_by_two_clicks(server: str, visit: Callable[..., Page]) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "maori_wars", scenario="hutt"), "maori"))
    settle(page)
    before = ply(page)
    page.locator(".choices button.primary").get_by_text("Set up the rest, then let me change it").click()
    after(page, before)
    settle(page)
    shoot(page, "maori-set-up-to-change")
    village = page.locator(".piece[data-id='site-1636']")
    expect(village).to_have_count(1)
    before = ply(page)
    page.mouse.click(*middle_of(page, "1636"))
    page.locator(".fanned.picking .counter").filter(has_text="Village").click()
    after(page, before)
    settle(page)
    expect(page.locator(".prompt-what")).to_contain_text("stand instead?")
    shoot(page, "maori-set-up-where-to")
    before = ply(page)
    page.mouse.click(*middle_of(page, "1635"))
    after(page, before)
    settle(page)
    expect(village).to_have_count(0)
    expect(page.locator(".piece[data-id='site-1635']")).to_have_count(1)
    page.get_by_role("button", name="That is the set-up").click()
    expect(page.locator(".prompt-what")).not_to_contain_text("This is your set-up")


def test_a_stack_fans_out_under_the_mouse(server: str, visit: Callable[..., Page]) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "maori_wars"), "british"))
    set_up(page)
    page.mouse.move(*middle_of(page, "0907"))
    counters = page.locator(".fanned .counter")
    expect(counters.filter(has_text="Neutral Pa")).to_have_count(1)
    expect(counters.filter(has_text="Pōmare")).to_have_count(1)
    page.mouse.move(*middle_of(page, "1417"))
    expect(page.locator(".fanned")).to_be_hidden()


def test_a_stack_fans_out_when_a_finger_touches_it(server: str, visit: Callable[..., Page]) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "maori_wars"), "british"), **PHONE)
    set_up(page)
    page.evaluate("scrollTo(0, 0)")
    page.touchscreen.tap(*middle_of(page, "0907"))
    expect(page.locator(".fanned .counter").filter(has_text="Neutral Pa")).to_have_count(1)
    page.touchscreen.tap(*middle_of(page, "1417"))
    expect(page.locator(".fanned")).to_be_hidden()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_part_of_a_stack_is_ticked_in_its_fan_and_goes_together(
    server: str, visit: Callable[..., Page], device: dict[str, Any]
) -> None:
    page = visit(seat_link(server, open_table(server, BOTH, "march-near"), "british"), **device)
    settle(page)
    press = page.touchscreen.tap if device is PHONE else page.mouse.click
    fan = page.locator(".fanned.picking .counter")
    before = ply(page)
    press(*middle_of(page, "1722"))
    expect(fan.filter(has_text="Cameron")).to_be_visible()
    # Equals that lie on one another are one card.
    expect(fan.filter(has_text="Infantry")).to_have_text("Infantry×2")
    assert ply(page) == before, "a stack has been pointed at, and none of it picked"
    fan.filter(has_text="Cameron").click()
    after(page, before)
    settle(page)  # what was sent has been answered: before that nothing else is sent
    expect(page.locator(".prompt-what")).to_contain_text("where to, or who goes along?")
    expect(fan.filter(has_text="Cameron")).to_contain_text("✓")
    # Where they can go is in sight if there is room for that, and the stack in any case.
    free = ".target.place" if device is DESKTOP else ".zone[data-id='1722']"
    assert not covered(page, ".fanned", free)
    before = ply(page)
    fan.filter(has_text="Ranger").click()
    after(page, before)
    settle(page)
    expect(fan.filter(has_text="Ranger")).to_contain_text("✓")
    assert not covered(page, ".fanned", free)
    shoot(page, f"maori-part-of-a-stack-{'phone' if device is PHONE else 'desktop'}")
    expect(page.locator(".prompt-what")).to_contain_text("2 counters at")
    # Who goes already is not picked twice; the place where they can all go is one click away.
    fan.filter(has_text="Ranger").click()
    expect(page.locator(".notice.refusal")).to_contain_text("goes already")
    before = ply(page)
    press(*middle_of(page, "1723"))
    after(page, before)
    settle(page)
    expect(page.locator(".log")).to_contain_text("move")
    expect(page.locator(".fanned.picking:not([hidden])")).to_have_count(0)
